pub mod project;
pub mod syntax;

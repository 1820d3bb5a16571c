//! Plan → Python: the test file that a senior engineer would keep.
//!
//! - **suite**: the targets of one module with their cases; it becomes one file.
//! - **table**: cases that share a test function; its parameters are the places where they differ.
//! - **probe**: one case as a function that the oracle runs to observe what really happens, with the same arrangement.
//!
//! ```python
//! @pytest.mark.parametrize("total", [0, -1])
//! def test_place_rejects(total):
//!     with pytest.raises(ValueError, match="^empty order$"):
//!         place(Order(id=7, total=total))
//! ```
//!
//! The way from a case to text: [`arrange`] (a body of statements for each case) → [`tables`] and [`unify`] (bodies that differ
//! only in named places become one body with parameters) → [`imports`], [`helpers`] and [`print`](mod@print) (text) →
//! templates and ruff's formatter (layout).
//!
//! Deliberately absent: any decision about what to double, and any import of unseam in what is written.

mod arrange;
mod asserts;
pub mod conditions;
mod expect;
mod files;
mod header;
mod helpers;
mod ids;
mod imports;
pub mod literal;
mod names;
mod patches;
mod phrases;
mod places;
mod print;
mod printed;
mod probe;
mod py;
mod render;
mod select;
mod stand_ins;
mod stdlib;
mod stock;
mod tables;
mod title;
mod unify;
mod values;
mod watched;

use unseam_plan::{Case, StandIns, TargetInfo};

pub use asserts::{has_type_name, tells_apart};
pub use expect::{Change, changed_expectations};
pub use files::is_written;
pub use header::{Origin, body_hash, is_pristine};
pub use literal::source;
pub use probe::{import_probe, probe};
pub use render::render;
pub use select::select;
pub use watched::watch_key;

/// Everything that goes into one test file.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The module under test: `shop.checkout`.
    pub module: String,
    /// The top-level modules and packages of its project: they are imported last.
    pub first_party: Vec<String>,
    /// Its source file relative to the import root, for the header.
    pub source_path: String,
    /// Targets in source order, each with the cases that were confirmed.
    pub targets: Vec<(TargetInfo, Vec<Case>)>,
    pub style: Style,
    /// What stands in for packages that are not installed.
    pub stand_ins: StandIns,
    /// Version of the interpreter that will run the tests.
    pub python: (u8, u8),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    #[default]
    Pytest,
    Unittest,
}

/// A rendered suite.
#[derive(Clone, Debug)]
pub struct TestFile {
    pub text: String,
    /// Where each case ended up, in the order of the file.
    pub nodes: Vec<Node>,
    /// Cases that cannot be written as a test.
    pub left_out: Vec<LeftOut>,
}

/// The test of one case, as pytest names it below its file: `test_place[created]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Position in [`Suite::targets`].
    pub target: usize,
    /// [`Case::path`].
    pub path: u32,
    /// With [`Style::Unittest`]: `TestPlace::test_created`.
    pub test: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub target: usize,
    pub path: u32,
    pub why: String,
}

#[derive(Debug, thiserror::Error)]
pub enum CodegenError {
    #[error("cannot be written as a test: {0}")]
    Unsupported(String),
    #[error("the generated source does not parse: {message}")]
    Format { message: String, source_text: String },
    #[error("template: {0}")]
    Template(#[from] Box<handlebars::TemplateError>),
    #[error("template: {0}")]
    Render(#[from] handlebars::RenderError),
}

impl CodegenError {
    fn unsupported(what: impl Into<String>) -> CodegenError {
        CodegenError::Unsupported(what.into())
    }
}

/// `shop.checkout` → `test_shop_checkout.py`
pub fn file_name(module: &str) -> String {
    format!("test_{}.py", module.replace('.', "_"))
}

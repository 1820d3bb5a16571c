//! Python source as text and tree: reading a file, parsing it, naming its functions.
//!
//! | word | meaning |
//! | --- | --- |
//! | source file | decoded text, its syntax tree, its lines, and what is wrong with it |
//! | problem | a syntax error at a place; the tree beside it is the parser's best guess |
//! | function | one `def`, with the name Python would give it in `__qualname__` |
//! | arc | a jump between two lines that coverage.py considers possible ([`arcs`]) |
//!
//! ```python
//! # -*- coding: latin-1 -*-        <- decides how the bytes become text
//! class Cart:
//!     @property
//!     def total(self): ...         <- function `Cart.total`, a property
//! ```
//!
//! Invariant: a [`SourceFile`] without problems holds a tree of bounded depth ([`MAX_NESTING`]), so that
//! every later stage may recurse over it without fear for its stack.

pub mod arcs;
mod bindings;
mod changes;
mod constructors;
mod decode;
mod documented;
mod evidence;
mod functions;
mod guards;
mod heirs;
mod imported;
mod last_lines;
mod messages;
mod names;
mod nesting;
mod places;
mod returned;
mod source;
mod spelled;

pub use bindings::{Binding, Bindings};
pub use changes::Changes;
pub use decode::Encoding;
pub use documented::{Documented, documented};
pub use evidence::Evidence;
pub use functions::{Function, FunctionKind, Nesting};
pub use guards::Guards;
pub use heirs::Heirs;
pub use imported::{attributes_read, defaults_made, imported_packages, imports_package};
pub use messages::messages;
pub use names::names_read;
pub use nesting::MAX_NESTING;
pub use places::Places;
pub use returned::returned;
pub use source::{Place, Problem, ProblemKind, SourceError, SourceFile, is_name};
pub use spelled::spelled;

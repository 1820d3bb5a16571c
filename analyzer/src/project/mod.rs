//! What the user points at: targets, import root, interpreter, configuration, unit, and where modules live.
//!
//! | word | meaning |
//! | --- | --- |
//! | target | a file, a folder, or `file.py::Class.method` on the command line |
//! | base | the folder of `pyproject.toml` (or `setup.py`, `setup.cfg`, `.git`) above the target; of what is installed, the library it lies in |
//! | root | the folder that module names count from: the base, or `src/` in it |
//! | unit | the dotted names that are explored; everything else is outside |
//! | origin | who wrote a module: first party, standard library, site-packages |
//!
//! ```python
//! # base/pyproject.toml:  [tool.unseam]  unit = ["shop"]
//! # base/src/shop/cart.py is module `shop.cart`, because base/src is the root
//! from . import prices       # -> Modules::relative("shop.cart", false, 1, "prices") == "shop.prices"
//! ```
//!
//! Files are read here, and nothing is ever run: the interpreter's version and library come from outside
//! as an [`Interpreter`].

mod config;
mod error;
mod importable;
mod interpreter;
mod missing;
mod modules;
mod open;
mod suggest;
mod targets;
#[cfg(test)]
mod tests;
mod unit;

pub use config::{Config, Entry, ExceptionPolicy, SeamContract, TestStyle};
pub use error::{Location, ProjectError};
pub use importable::needs_missing;
pub use interpreter::{Interpreter, site_packages};
pub use missing::missing;
pub use modules::{BeyondTopLevel, Found, Located, Modules, Origin};
pub use open::{Options, Project};
pub(crate) use suggest::{did_you_mean, nearest};
pub use targets::TargetFile;
pub use unit::Unit;

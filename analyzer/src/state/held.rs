//! Where the unit keeps what it got from outside when it was imported.
//!
//! ```python
//! session = requests.Session()                # whole: the global itself is replaced
//! TABLE = {"buy": rates.buy}                  # entry: one value of the dict is
//! def convert(amount, rate=rates.rate): …     # element: one of `convert.__defaults__` is
//! ```

use super::Value;
use crate::ir::Ident;

/// A place that is filled at import and can be filled anew for a test.
#[derive(Clone, Debug)]
pub struct Held {
    /// The undecided value (or symbol) that the place holds while targets are explored.
    pub value: Value,
    pub module: Ident,
    /// The attributes that lead to the holder from its module: `session`, `Ledger.session`.
    pub qualname: Ident,
    pub part: Part,
    /// How many attributes of it the import assigned: that alone is no use of it.
    pub assigned: usize,
}

/// Which part of its holder the value is.
#[derive(Clone, Debug)]
pub enum Part {
    Whole,
    /// The value under this key of a dict.
    Entry(Value),
    /// One of these elements of a list or tuple.
    Element {
        all: Vec<Value>,
        is_list: bool,
    },
    /// The value of a context variable.
    Context,
}

impl Held {
    /// The function whose defaults these are.
    pub fn function(&self) -> Option<Ident> {
        let function = self.qualname.strip_suffix(".__defaults__").or(self.qualname.strip_suffix(".__kwdefaults__"));
        function.map(Ident::from)
    }

    /// What `patch` is given.
    pub fn dotted(&self) -> String {
        format!("{}.{}", self.module, self.qualname)
    }
}

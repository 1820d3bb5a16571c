//! What a value from outside is, judged by everything that the unit does with it.
//!
//! ```python
//! rows = fetch()
//! if not rows: …        # asked for its truth first …
//! rows[0]["id"]         # … but it is a list, and its first item a dict
//! ```

use unseam_types::{ClassName, Type};

use crate::exec::Machine;
use crate::syntax::Evidence;

impl Machine<'_> {
    /// What a value is whose truth is asked for; `None`: it stays a double, which is true.
    pub fn guess_by_evidence(&mut self) -> Option<Type> {
        let builtin = |name: &str, args| Some(Type::Instance { class: ClassName::new("builtins", name), args });
        match self.evidence_here() {
            Some(Evidence::Mapping) => builtin("dict", vec![Type::Str, Type::Unknown]),
            Some(Evidence::Sequence) => builtin("list", vec![Type::Unknown]),
            Some(Evidence::Text) => Some(Type::Str),
            Some(Evidence::Number) => Some(Type::Int),
            // An object, or nothing.
            Some(Evidence::Object) => (self.choose(2) == 1).then_some(Type::None),
            None => Some(Type::Bool),
        }
    }

    fn evidence_here(&self) -> Option<Evidence> {
        let frame = self.state.frames.last().filter(|frame| !frame.unit.trusted)?;
        self.program.evidence(&frame.unit, self.current_range())
    }
}

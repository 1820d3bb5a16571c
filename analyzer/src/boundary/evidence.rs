//! What a value from outside is, where the text of the unit tells more than the use under way.
//!
//! ```python
//! rows = fetch()
//! if not rows: …        # asked for its truth first …
//! rows[0]["id"]         # … but it is a list, and its first item a dict
//! for name, size in rows: …
//! ```

use unseam_types::{ClassName, Type};

use crate::exec::Machine;
use crate::exec::evidence::general;
use crate::exec::lazy::Use;
use crate::state::{Lazy, ObjectId, Origin};
use crate::syntax::Evidence;

impl Machine<'_> {
    /// `None`: the text tells nothing. `Some(None)`: the value stays a double.
    pub fn guess_by_source(&mut self, usage: &Use, id: ObjectId, lazy: &Lazy) -> Option<Option<Type>> {
        let builtin = |name: &str, args| Some(Type::Instance { class: ClassName::new("builtins", name), args });
        if let Some(wanted) = self.wanted(usage, lazy) {
            return Some(Some(wanted));
        }
        match usage {
            _ if !matches!(lazy.origin, Origin::Seam(_)) || !lazy.members.is_empty() => None,
            // What is unpacked into as many names is a row or a pair.
            Use::Unpack(count, false) => Some(Some(Type::Tuple { items: vec![Type::Unknown; *count], rest: None })),
            Use::Truth => match self.evidence_here()? {
                Evidence::Mapping => Some(builtin("dict", vec![Type::Str, Type::Unknown])),
                Evidence::Sequence => {
                    self.indexed.insert(general(&lazy.name));
                    Some(builtin("list", vec![Type::Unknown]))
                }
                Evidence::Text => Some(Some(Type::Str)),
                Evidence::Number => Some(Some(Type::Int)),
                Evidence::Object if self.is_not_none(id) => Some(None),
                // An object, or nothing: and what it is asked for later is the same.
                Evidence::Object => match self.choose(2) {
                    1 => Some(Some(Type::None)),
                    _ => {
                        self.exclude(id, self.known.none_type);
                        Some(None)
                    }
                },
            },
            _ => None,
        }
    }

    /// What the unit's annotations say an outside call gives, where that can serve the use.
    fn wanted(&self, usage: &Use, lazy: &Lazy) -> Option<Type> {
        let Origin::Seam(event) = lazy.origin else { return None };
        let is_whole = lazy.depth == 0 && lazy.member_of.is_none() && lazy.members.is_empty();
        let wanted = self.state.events.get(event as usize).filter(|_| is_whole).map(|event| event.wanted.clone())?;
        let is_plain = wanted.members().iter().all(|ty| {
            matches!(ty, Type::None | Type::Bool | Type::Int | Type::Float | Type::Str | Type::Bytes)
                || matches!(ty, Type::Instance { class, .. } if class.module == "builtins")
        });
        let is_neutral = matches!(usage, Use::Truth | Use::Equal(_) | Use::Shown | Use::Key | Use::Any | Use::With(_));
        (is_plain && is_neutral).then_some(wanted)
    }

    fn evidence_here(&self) -> Option<Evidence> {
        let frame = self.state.frames.last().filter(|frame| !frame.unit.trusted)?;
        self.program.evidence(&frame.unit, self.current_range())
    }
}

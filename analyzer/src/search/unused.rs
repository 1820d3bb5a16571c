//! What the test gives for a value that nobody has decided.
//!
//! ```python
//! def stock() -> int:
//!     return store.stock()       # 7: the unit says what it is to be
//!
//! first = fetch()[1]["id"]       # [{}, {"id": "id"}]: what stands beside others is like them
//! ```

use unseam_plan::{Name, Value as Plan};
use unseam_types::Type;

use super::values::Writer;
use crate::state::{Lazy, Object, ObjectId, Origin, Value};
use crate::term::word_of;

impl Writer<'_> {
    /// A value that nothing was asked but what it is not: a word, or the first plain value that fits.
    pub(super) fn unused(&self, id: ObjectId, lazy: &Lazy) -> Plan {
        let plain = match self.state.excluded.get(&id) {
            Some(excluded) => excluded.plain.clone(),
            None => match self.wanted(lazy).and_then(|ty| self.telling(&ty, lazy)) {
                Some(wanted) => return wanted,
                None => Some(self.like_its_siblings(lazy)),
            },
        };
        match plain {
            Some(Type::Str) => Plan::Str(word_of(&lazy.name)),
            Some(Type::Int) => Plan::int(7),
            Some(Type::Float) => Plan::Float("7.5".to_owned()),
            Some(ty @ Type::Instance { .. }) => self.plainest(&ty).unwrap_or(Plan::None),
            Some(_) => Plan::None,
            None => Plan::Construct { class: Name::builtin("object"), args: Vec::new(), set: Vec::new() },
        }
    }

    /// What the other elements of its container turned out to be.
    fn like_its_siblings(&self, lazy: &Lazy) -> Type {
        let name = crate::exec::evidence::general(&lazy.name);
        let siblings = self
            .state
            .guessed
            .iter()
            .filter(|(_, guess)| name.ends_with(']') && crate::exec::evidence::general(&guess.name) == name);
        let mut kinds = siblings.filter_map(|(&id, _)| match self.state.heap.resolve(Value::Ref(id)) {
            Value::Int(_) => Some(Type::Int),
            Value::Float(_) => Some(Type::Float),
            value => match self.state.heap.object(value) {
                Some(Object::Dict(_)) => Some(Type::instance("builtins", "dict")),
                Some(Object::List(_)) => Some(Type::instance("builtins", "list")),
                _ => None,
            },
        });
        kinds.next().unwrap_or(Type::Str)
    }

    /// What the unit says an outside call gives, by its own annotations, if this is what such a call gave.
    fn wanted(&self, lazy: &Lazy) -> Option<Type> {
        let Origin::Seam(event) = lazy.origin else { return None };
        let is_whole = lazy.depth == 0 && lazy.member_of.is_none();
        self.state.events.get(event as usize).filter(|_| is_whole).map(|event| event.wanted.clone())
    }

    /// A value of a type by which it is told from the results of other calls.
    pub(super) fn telling(&self, ty: &Type, lazy: &Lazy) -> Option<Plan> {
        let Origin::Seam(event) = lazy.origin else { return None };
        let number = 7 + event;
        match ty {
            Type::Bool => Some(Plan::Bool(true)),
            Type::Int => Some(Plan::Int(number.to_string())),
            Type::Float => Some(Plan::Float(format!("{number}.5"))),
            Type::Str => Some(Plan::Str(word_of(&lazy.name))),
            Type::Bytes => Some(Plan::Bytes(word_of(&lazy.name).into_bytes())),
            Type::Union(members) => members.iter().find_map(|member| self.telling(member, lazy)),
            Type::Instance { class, args } if class.is("builtins", "list") => {
                Some(Plan::List(args.first().and_then(|item| self.telling(item, lazy)).into_iter().collect()))
            }
            Type::Instance { class, args } if class.is("builtins", "dict") => {
                let entry = match &args[..] {
                    [key, value] => self.telling(key, lazy).zip(self.telling(value, lazy)),
                    _ => None,
                };
                Some(Plan::Dict(entry.into_iter().collect()))
            }
            Type::None => None,
            _ => self.plainest(ty),
        }
    }
}

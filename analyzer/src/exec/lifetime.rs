//! Objects that have lived: an input's fields after other methods have had their turn.
//!
//! ```python
//! class Timer:
//!     def __init__(self): self.started = None
//!     def start(self): self.started = clock()
//!     def stop(self):
//!         if self.started is None: ...      # fresh from its constructor, or after start()
//! ```
//!
//! A constructor makes a newborn; most methods are called on something older. The evidence that a field changes during
//! an object's life is in its class: a method other than the constructor assigns it, or changes what it holds. When
//! such a field of an input is first read, it is as constructed on one path and any value of its type on another, and
//! the test sets it after construction. Fields that nobody changes stay what the constructor made them.

use std::sync::Arc;

use unseam_types::Type;

use super::{Machine, Result};
use crate::ir::Ident;
use crate::state::{Birth, Object, ObjectId, Origin, Value};
use crate::term::{Node, Sort};

/// The fields of an input that are still as constructed and may be otherwise.
#[derive(Clone, Debug)]
pub struct Lived {
    /// The undecided value that the object was made for: its birth says how the test makes it.
    pub input: ObjectId,
    pub fields: Vec<Ident>,
}

impl Machine<'_> {
    /// An input was made by its constructor.
    pub(super) fn begin_life(&mut self, input: ObjectId, object: Value) {
        let Object::Lazy(lazy) = self.state.heap.get(input) else { return };
        let Value::Ref(id) = object else { return };
        if lazy.origin != Origin::Parameter {
            return;
        }
        let Some(instance) = self.state.heap.instance(id) else { return };
        let fields = self.changing_fields(instance.class);
        if !fields.is_empty() {
            self.state.lived.insert(id, Arc::new(Lived { input, fields }));
        }
    }

    /// What the methods of a class of the unit and of its bases change, constructors left out.
    fn changing_fields(&self, class: ObjectId) -> Vec<Ident> {
        let mut fields: Vec<Ident> = Vec::new();
        let Some(class) = self.state.heap.class(class) else { return fields };
        if class.dataclass.as_ref().is_some_and(|dataclass| dataclass.frozen) {
            return fields;
        }
        for base in class.mro.iter().filter_map(|&base| self.state.heap.class(base)) {
            for field in self.program.changing_fields(&base.module, &base.qualname).iter() {
                if !fields.contains(field) {
                    fields.push(Arc::clone(field));
                }
            }
        }
        fields
    }

    /// The field is about to be read: another value than the constructor's, on some path.
    pub(super) fn read_lived(&mut self, id: ObjectId, class: ObjectId, name: &Ident) -> Result<()> {
        let Some(lived) = self.state.lived.get(&id).filter(|lived| lived.fields.contains(name)).cloned() else {
            return Ok(());
        };
        let own = self.state.heap.instance(id).and_then(|instance| instance.attributes.get(name));
        let constructed = own.or_else(|| self.state.heap.lookup(class, name).map(|(value, _)| value));
        let constructed = constructed.map(|value| self.resolve(value));
        let shown = match self.state.names.get(&id) {
            Some(owner) => format!("{owner}.{name}"),
            None => name.to_string(),
        };
        let plain = constructed.and_then(Value::term).filter(|term| self.terms.sort(*term) != Sort::Bytes);
        let value = match plain {
            // One symbol that begins with the constructor's value covers both.
            Some(term) => {
                let sort = self.terms.sort(term);
                let symbol = self.fresh(sort, &shown);
                if let Node::Symbol(unknown) = self.terms.node(symbol)
                    && self.state.witness.get(*unknown).is_none()
                {
                    let (unknown, begins) = (*unknown, self.terms.value(term, &self.state.witness));
                    self.state.witness.set(unknown, begins);
                }
                Some(Value::of_sort(sort, symbol))
            }
            None if self.choose(2) == 0 => None,
            None => {
                let ty = self.lived_type(class, name, constructed);
                Some(self.undecided(ty, &shown, Origin::Parameter, 1))
            }
        };
        self.close_field(id, name);
        let Some(value) = value else { return Ok(()) };
        if let Some(instance) = self.state.heap.instance_mut(id) {
            instance.attributes.set(Arc::clone(name), value);
        }
        if let Some(birth) = self.state.births.get(&lived.input)
            && let Birth::Construct { class, args, set } = &**birth
        {
            let mut set = set.clone();
            set.push((Arc::clone(name), value, constructed));
            let birth = Birth::Construct { class: *class, args: args.clone(), set };
            self.state.births.insert(lived.input, Arc::new(birth));
        }
        Ok(())
    }

    /// What a field holds in later life. `None` is left out if that is what the constructor gives it.
    fn lived_type(&self, class: ObjectId, name: &Ident, constructed: Option<Value>) -> Type {
        let Some(class) = self.state.heap.class(class) else { return Type::Unknown };
        let ty = self.program.types.member(&Type::instance(&class.module, &class.qualname), name);
        let is_news = |member: &&Type| match member {
            Type::None => constructed != Some(Value::None),
            member => !member.is_unknown(),
        };
        let known: Vec<Type> = ty.members().iter().filter(is_news).cloned().collect();
        if known.is_empty() { Type::Unknown } else { Type::union(known) }
    }

    /// From now on the field is what the path made of it.
    pub(super) fn close_field(&mut self, id: ObjectId, name: &Ident) {
        if let Some(lived) = self.state.lived.get(&id)
            && lived.fields.contains(name)
        {
            let fields = lived.fields.iter().filter(|field| *field != name).cloned().collect();
            let input = lived.input;
            self.state.lived.insert(id, Arc::new(Lived { input, fields }));
        }
    }
}

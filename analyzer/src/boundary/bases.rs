//! Outside base classes: what an object of the unit inherits from beyond the border.
//!
//! ```python
//! class Ledger(Feed):                  # Feed is outside
//!     def start(self, day):
//!         super().start(day)           # patched on the base: bank.rates.Feed.start
//!         self.quote("EUR")            # the same
//!         if self.closed: …            # set on the object by the test, or a property patched on the base
//!         Ledger.of("EUR")             # a class method: patched on the base
//!
//! Ledger()                             # Feed.__init__ is patched, too: what it would set is the test's to say
//! ```
//!
//! Exceptions are made for real, and so need none of this.

use std::sync::Arc;

use unseam_types::Type;

use crate::exec::{Machine, Outcome, Result};
use crate::ir::{Ident, Op};
use crate::state::{EventKind, Object, ObjectId, Origin, Outside, Value};

impl Machine<'_> {
    /// The nearest base of a class that is outside, if what it does has to be doubled.
    fn doubled_base(&self, class: ObjectId) -> Option<(Ident, Ident)> {
        let info = self.state.heap.class(class)?;
        if info.mro.contains(&self.known.builtin("BaseException")) {
            return None;
        }
        let base = info.mro.iter().find_map(|&base| self.state.heap.class(base).filter(|class| class.outside))?;
        Some((Arc::clone(&base.module), Arc::clone(&base.qualname)))
    }

    /// An attribute that an outside base may have.
    pub fn inherited_from_outside(&mut self, object: Value, class: ObjectId, name: &Ident) -> Result<Option<Outcome>> {
        let Some((module, qualname)) = self.doubled_base(class) else { return Ok(None) };
        if name.starts_with("__") {
            return Ok(None);
        }
        let path: Ident = format!("{module}.{qualname}.{name}").into();
        let ty = self.program.types.member(&Type::instance(&module, &qualname), name);
        if ty.is_unknown() {
            self.doubt(|| format!("{module}.{qualname} may have no {name}"));
        }
        let is_method = match &ty {
            Type::Callable { .. } | Type::Function { .. } => true,
            Type::Unknown => self.is_called_next(),
            _ => false,
        };
        if is_method {
            return Ok(Some(Outcome::Value(self.method_of_base(path))));
        }
        let origin = Origin::Seam(self.state.events.len() as u32);
        let value = self.undecided(ty.clone(), name, origin, 1);
        let is_property = self
            .program
            .types
            .function(&module, &format!("{qualname}.{name}"))
            .is_some_and(|function| function.is_property);
        let receiver = self.resolve(object).object();
        let patched = if is_property { None } else { receiver };
        self.cross(EventKind::Attribute, &path, &path, patched, Vec::new(), Vec::new(), ty, value, false);
        if let Some(id) = receiver
            && let Some(instance) = self.state.heap.instance_mut(id)
        {
            instance.attributes.set(Arc::clone(name), value);
            if !is_property {
                self.state.inherited.push_back((id, Arc::clone(name), value));
            }
        }
        Ok(Some(Outcome::Value(value)))
    }

    /// A function that a class of the unit has from an outside base: `YesNoPrompt.ask`.
    pub fn inherited_by_class(&mut self, class: ObjectId, name: &Ident) -> Option<Value> {
        let (module, qualname) = self.doubled_base(class)?;
        let ty = self.program.types.member(&Type::instance(&module, &qualname), name);
        let is_method = match ty {
            Type::Callable { .. } | Type::Function { .. } => true,
            Type::Unknown => self.is_called_next(),
            _ => false,
        };
        (is_method && !name.starts_with("__"))
            .then(|| self.method_of_base(format!("{module}.{qualname}.{name}").into()))
    }

    /// A function of the base: no receiver is passed to the mock that takes its place on the class.
    fn method_of_base(&mut self, path: Ident) -> Value {
        self.state.methods_of_bases.insert(Arc::clone(&path));
        self.allocate(Object::Outside(Outside { patch: Arc::clone(&path), path, is_module: false, class: None }))
    }

    /// `super().__init__`, where the next class that has one is outside.
    pub fn outside_constructor(&mut self, class: ObjectId, after: ObjectId) -> Option<Value> {
        let info = self.state.heap.class(class)?;
        let rest: Vec<ObjectId> = info.mro.iter().copied().skip_while(|&base| base != after).skip(1).collect();
        let next = rest.into_iter().find(|&base| {
            self.state.heap.class(base).is_some_and(|base| base.outside || base.attributes.get("__init__").is_some())
        })?;
        let (module, qualname) = self.doubled_base(next)?;
        let is_next = self.state.heap.class(next).is_some_and(|next| next.outside);
        is_next.then(|| self.method_of_base(format!("{module}.{qualname}.__init__").into()))
    }

    /// An object of a class without an `__init__` of its own is made by that of its outside base.
    pub fn outside_construction(
        &mut self,
        class: ObjectId,
        positional: &[Value],
        keywords: &[(Ident, Value)],
    ) -> Result<bool> {
        let Some((module, qualname)) = self.doubled_base(class) else { return Ok(false) };
        let path: Ident = format!("{module}.{qualname}.__init__").into();
        if self.pure_reference(&path) {
            return Ok(false);
        }
        self.state.methods_of_bases.insert(Arc::clone(&path));
        let (positional, keywords) = (positional.to_vec(), keywords.to_vec());
        self.seam_call(EventKind::Call, &path, &path, None, positional, keywords, Type::None)?;
        Ok(true)
    }

    /// Whether what this instruction gives is called in the rest of its block, once the arguments are there.
    fn is_called_next(&self) -> bool {
        let frame = self.frame();
        let rest = frame.code.blocks[frame.block.index()].instructions.iter().skip(frame.next + 1);
        rest.into_iter().any(|next| matches!(&next.op, Op::Call { callee, .. } if *callee == self.dst))
    }
}

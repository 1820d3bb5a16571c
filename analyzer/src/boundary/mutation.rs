//! Out-parameters: an object handed to a seam may come back changed, but only with evidence.
//!
//! ```python
//! inventory.reserve(order)      # not written yet, or its source assigns order.reserved
//! if not order.reserved: …      # so `reserved` is a symbol here, and the double sets it
//! ```

use std::sync::Arc;

use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};
use unseam_types::Type;

use crate::exec::lazy::Use;
use crate::exec::{Machine, Result};
use crate::ir::Ident;
use crate::project::{Located, Origin as ModuleOrigin};
use crate::state::{ClassKind, Mutated, Object, ObjectId, Touched, Value};
use crate::syntax::SourceFile;
use crate::term::Node;

/// What is known about the fields that a callee writes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Writes {
    Nothing,
    /// These fields of its parameters.
    Fields(Vec<Ident>),
    /// Nobody knows: there is no source, or it is not written yet.
    Anything,
}

impl Machine<'_> {
    /// Marks the objects of the unit that a seam was handed.
    pub(super) fn touch(&mut self, event: u32, path: &str, arguments: &[Value]) {
        let fields: Option<Arc<[Ident]>> = match self.writes(path) {
            Writes::Nothing => return,
            Writes::Fields(fields) => Some(fields.into()),
            Writes::Anything => None,
        };
        for &argument in arguments {
            let Value::Ref(id) = self.resolve(argument) else { continue };
            let Some(instance) = self.state.heap.instance(id) else { continue };
            if !self.can_be_changed(instance.class) {
                continue;
            }
            let touched = Touched { event, fields: fields.clone(), settled: Vec::new() };
            if let Some(instance) = self.state.heap.instance_mut(id) {
                instance.touched = Some(Arc::new(touched));
            }
        }
    }

    /// Whether somebody else may assign to the fields of an instance.
    fn can_be_changed(&self, class: ObjectId) -> bool {
        let Some(info) = self.state.heap.class(class) else { return false };
        let is_frozen = info.dataclass.as_ref().is_some_and(|dataclass| dataclass.frozen);
        let guards_itself =
            self.state.heap.lookup(class, "__setattr__").is_some_and(|(_, owner)| !self.is_builtin_class(owner));
        !is_frozen && !guards_itself && !matches!(info.kind, ClassKind::Enum | ClassKind::NamedTuple)
    }

    /// Objects that a seam may change are decided before it is called: afterwards they could not be told apart from
    /// what it made of them.
    pub(super) fn settle_handed(
        &mut self,
        path: &str,
        positional: &[Value],
        keywords: &[(Ident, Value)],
    ) -> Result<()> {
        let is_stated = self.contract(path).is_some_and(|contract| contract.mutates.is_some());
        if !is_stated && self.writes(path) == Writes::Nothing {
            return Ok(());
        }
        for &value in positional.iter().chain(keywords.iter().map(|(_, value)| value)) {
            let Some(Object::Lazy(lazy)) = self.object(value) else { continue };
            if let Type::Instance { class, .. } = &lazy.ty
                && self.can_be_built(&class.module.clone(), &class.qualname.clone())
            {
                self.settle(value, Use::SetAttribute)?;
            }
        }
        Ok(())
    }

    fn writes(&self, path: &str) -> Writes {
        if self.contract(path).is_some_and(|contract| contract.mutates.is_some()) {
            return Writes::Nothing;
        }
        let Some((module, name)) = self.program.modules.split(path) else { return Writes::Anything };
        let found = self.program.modules.locate(module);
        match (found.origin, found.located) {
            (ModuleOrigin::FirstParty, Located::Source { .. }) => {
                self.program.source_file(module).map_or(Writes::Anything, |source| written_fields(&source, name))
            }
            // Installed packages and the standard library have contracts of their own: clients, loggers, serialisers.
            (ModuleOrigin::Missing, _) => Writes::Anything,
            _ => Writes::Nothing,
        }
    }

    fn is_of_library(&self, id: ObjectId) -> bool {
        let class = self.state.heap.instance(id).and_then(|instance| self.state.heap.class(instance.class));
        class.is_some_and(|class| crate::models::pure_part_of(&class.module).is_some())
    }

    /// A field's value as the unit reads it now.
    pub fn read_field(&mut self, id: ObjectId, name: &Ident, value: Value) -> Result<Value> {
        if !self.frame().unit.trusted && self.is_of_library(id) {
            // A test that makes the object says what the unit passes on: `return done.stdout`.
            let read = self.resolve(value);
            self.look_at(read);
        }
        let Some(touched) = self.state.heap.instance(id).and_then(|instance| instance.touched.clone()) else {
            self.relies_on_field(id, name, value);
            return self.steer_field(id, name, value);
        };
        let concerned = touched.fields.as_ref().is_none_or(|fields| fields.contains(name));
        if !concerned || touched.settled.contains(name) {
            return Ok(self.resolve(value));
        }
        let before = self.resolve(value);
        let Some(term) = before.term() else { return Ok(before) };
        let sort = self.terms.sort(term);
        if sort == crate::term::Sort::Bytes {
            return Ok(before);
        }
        let callee = self.state.events[touched.event as usize].path.clone();
        let last = callee.rsplit('.').next().unwrap_or(&callee);
        let owner = match self.state.names.get(&id) {
            Some(owner) => owner.to_string(),
            None => self.type_name(Value::Ref(id)).to_lowercase(),
        };
        let symbol = self.fresh(sort, &format!("{owner}.{name} after {last}()"));
        let old = self.terms.value(term, &self.state.witness);
        if let Node::Symbol(unknown) = self.terms.node(symbol)
            && self.state.witness.get(*unknown).is_none()
        {
            let unknown = *unknown;
            self.state.witness.set(unknown, old);
        }
        let after = Value::of_sort(sort, symbol);
        if let Some(instance) = self.state.heap.instance_mut(id) {
            instance.attributes.set(Arc::clone(name), after);
            let mut settled = (*touched).clone();
            settled.settled.push(Arc::clone(name));
            instance.touched = Some(Arc::new(settled));
        }
        let assumed = touched.fields.is_none();
        let mutated =
            Mutated { event: touched.event, object: id, field: Arc::clone(name), value: after, before, assumed };
        self.state.mutations.push_back(Arc::new(mutated));
        Ok(after)
    }

    /// The unit wrote a field: whatever a seam did to it before is gone.
    pub fn field_written(&mut self, id: ObjectId, name: &Ident) {
        if let Object::Instance(instance) = self.state.heap.get(id)
            && let Some(touched) = &instance.touched
        {
            let mut touched = (**touched).clone();
            touched.settled.push(Arc::clone(name));
            if let Some(instance) = self.state.heap.instance_mut(id) {
                instance.touched = Some(Arc::new(touched));
            }
        }
    }
}

/// The fields that a function (or method, `Class.name`) of a file assigns on its parameters.
fn written_fields(source: &SourceFile, qualname: &str) -> Writes {
    let functions = source.functions();
    let Some(function) = functions.iter().find(|function| function.qualname == qualname) else {
        return Writes::Anything;
    };
    if is_unwritten(function.node) {
        return Writes::Anything;
    }
    let parameters: Vec<&str> = function.node.parameters.iter().map(|parameter| parameter.name().as_str()).collect();
    let mut visitor = Assigned { parameters, fields: Vec::new() };
    for statement in &function.node.body {
        visitor.visit_stmt(statement);
    }
    if visitor.fields.is_empty() { Writes::Nothing } else { Writes::Fields(visitor.fields) }
}

/// Only `pass`, `...`, a docstring, a `raise` or a constant `return`.
pub(super) fn is_unwritten(function: &StmtFunctionDef) -> bool {
    function.body.iter().all(|statement| match statement {
        Stmt::Pass(_) | Stmt::Raise(_) => true,
        Stmt::Expr(expression) => expression.value.is_literal_expr(),
        Stmt::Return(returned) => returned.value.as_ref().is_none_or(|value| value.is_literal_expr()),
        _ => false,
    })
}

struct Assigned<'a> {
    parameters: Vec<&'a str>,
    fields: Vec<Ident>,
}

impl Assigned<'_> {
    fn target(&mut self, target: &Expr) {
        if let Expr::Attribute(attribute) = target
            && let Expr::Name(owner) = &*attribute.value
            && self.parameters.contains(&owner.id.as_str())
        {
            let field: Ident = attribute.attr.as_str().into();
            if !self.fields.contains(&field) {
                self.fields.push(field);
            }
        }
    }
}

impl<'a> Visitor<'a> for Assigned<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Assign(assign) => assign.targets.iter().for_each(|target| self.target(target)),
            Stmt::AugAssign(assign) => self.target(&assign.target),
            Stmt::AnnAssign(assign) => self.target(&assign.target),
            _ => {}
        }
        walk_stmt(self, statement);
    }
}

//! Members of enumerations outside the unit: a value of such a class is one of them, and no double.
//!
//! ```python
//! def parse(text, style: Style = Style.REST):
//!     if style == Style.AUTO: …        # `style` is `Style.REST`, `Style.AUTO`, …: the real ones
//! ```

use ruff_python_ast::{Expr, Stmt};
use unseam_types::{ClassName, Literal, Type};

use super::plain_classes::class_in;
use crate::exec::{Machine, Result};
use crate::ir::Ident;
use crate::program::Program;
use crate::state::{Object, ObjectId, Value};

/// Of longer enumerations only the first are tried.
const MOST: usize = 12;

impl Program {
    fn is_enum(&self, module: &str, qualname: &str) -> bool {
        self.types.class(module, qualname).is_some_and(|class| class.is_enum)
    }

    /// Whether a dotted name is something of an enumeration.
    pub(super) fn is_enum_member(&self, path: &str) -> bool {
        let split = self.modules.split(path).and_then(|(module, name)| Some((module, name.rsplit_once('.')?.0)));
        split.is_some_and(|(module, class)| self.is_enum(module, class))
    }

    /// Whether a type says that a value is a member of an enumeration.
    pub(crate) fn is_of_enum(&self, ty: &Type) -> bool {
        match ty {
            Type::Literal(Literal::Enum { .. }) => true,
            Type::Instance { class, .. } => self.is_enum(&class.module, &class.qualname),
            Type::Union(types) => types.iter().all(|ty| self.is_of_enum(ty)),
            _ => false,
        }
    }

    /// The names under which an enumeration lists its members.
    pub(crate) fn members_of_enum(&self, class: &ClassName) -> Vec<String> {
        if !self.is_enum(&class.module, &class.qualname) {
            return Vec::new();
        }
        let Some(source) = self.source_file(&class.module) else { return Vec::new() };
        let Some(node) = class_in(&source.ast().body, &class.qualname) else { return Vec::new() };
        let members = node.body.iter().filter_map(|statement| match statement {
            Stmt::Assign(assign) => match &*assign.targets {
                [Expr::Name(name)] if !name.id.starts_with('_') => Some(name.id.to_string()),
                _ => None,
            },
            _ => None,
        });
        members.collect()
    }
}

impl Machine<'_> {
    /// An undecided value becomes a member of the enumeration that is its type; `None` if that is none.
    pub(crate) fn settle_enum(&mut self, id: ObjectId, class: &ClassName) -> Result<Option<Value>> {
        let mut members = self.program.members_of_enum(class);
        if members.is_empty() {
            return Ok(None);
        }
        if members.len() > MOST {
            self.inexact();
            members.truncate(MOST);
        }
        let chosen = self.choose(members.len() as u32) as usize;
        let member = self.outside_enum_member(class, &members[chosen])?;
        if let Some(member) = member {
            self.state.heap.set(id, Object::Alias(member));
        }
        Ok(member)
    }

    /// A member of an enumeration that the unit knows by name only.
    pub(crate) fn outside_enum_member(&mut self, class: &ClassName, member: &str) -> Result<Option<Value>> {
        let mut holder = self.ensure_module(&class.module)?;
        for part in class.qualname.split('.').chain([member]) {
            holder = match self.resolve(holder) {
                Value::Ref(id) if matches!(self.state.heap.get(id), Object::Outside(_)) => {
                    self.outside_member(id, &Ident::from(part))?
                }
                _ => return Ok(None),
            };
        }
        Ok(Some(holder))
    }
}

//! What a proof may rest on. Whatever outlives the call belongs to others as well: a path that relies on it goes on with
//! what is written down, and proves nothing about the branches that it does not take.
//!
//! ```python
//! LIMIT = 3                     # a constant: in capitals, immutable, bound once. A proof may rest on it,
//! verbose = 0                   # but not on this,
//! NAMES = ["a"]                 # nor on what a container of the module holds
//!
//! class Job:
//!     retries = 3               # a derived class, or `job.retries = 5`
//!     def total(self): ...      # a derived class may say something else
//!
//! def run(job: Job, n: int):
//!     if n > 3 and n < 3: …     # arguments and what the call makes itself: proved
//!     if job.total(): …         # open
//!     run.calls += 1            # attributes of functions live as long as the process
//! ```

use std::sync::Arc;

use unseam_types::Type;

use super::Machine;
use crate::ir::Ident;
use crate::state::{Birth, Class, ClassKind, Function, Object, ObjectId, Value};
use crate::term::Node;

/// Two inputs are taken for two objects.
pub const TWICE: &str = "one object may be handed in twice";

/// Nobody can change them, so that CPython may have one where two are made, and the other way round.
pub(super) const SHARED: &str = "equal values need not be one object, nor two";

/// Special methods are asked of an object that was handed in.
pub(super) const DERIVED: &str = "a derived class may say something else";

/// What a function takes its defaults from.
const DEFAULTS: &[&str] = &["__defaults__", "__kwdefaults__"];

/// Attributes that tell about a class, a function or the exception under way.
const INTROSPECTION: &[&str] = &["__annotations__", "__context__", "__dict__", "__doc__", "__mro__", "__subclasses__"];

/// Modules of the library whose classes call nothing of those that extend them but what is followed here.
const SELF_CONTAINED: &[&str] =
    &["abc", "collections", "collections.abc", "contextlib", "dataclasses", "enum", "functools", "typing"];

/// Modules whose constants are those of the platform and the interpreter at hand.
const PLATFORM: &[&str] = &["os", "posixpath", "sys"];

impl Machine<'_> {
    /// A global of the unit is read, by its own module or another.
    pub(super) fn relies_on_global(&mut self, module: ObjectId, name: &Ident, value: Value) {
        if self.is_import || self.state.doubt.is_some() {
            return;
        }
        let Some(owner) = self.state.heap.module(module).map(|module| Arc::clone(&module.name)) else { return };
        let key = (module, Arc::clone(name));
        let is_open = self.state.rebound.contains(&key)
            || self.state.stored.contains(name)
            || !self.stays(&owner, name, name, value)
            || self.state.unnamed_stores.contains(&owner) && !self.is_definition(value);
        if is_open && self.program.project.unit.contains(&owner) && !self.state.written.contains(&key) {
            self.doubt(|| format!("{name} may be something else"));
        }
    }

    /// `sys.platform`, `os.sep`: other machines have others.
    pub(crate) fn relies_on_platform(&mut self, module: &str, name: &str, value: Value) {
        if self.is_import || !PLATFORM.contains(&module) {
            return;
        }
        let value = self.resolve(value);
        let is_fixed = match self.object(value) {
            Some(Object::Lazy(lazy)) => matches!(lazy.ty, Type::Literal(_)),
            Some(object) => matches!(object, Object::Instance(_) | Object::Tuple(_)),
            None => value.term().is_none_or(|term| self.terms.as_constant(term).is_some()),
        };
        if is_fixed {
            self.doubt(|| format!("{module}.{name} is not the same everywhere"));
        }
    }

    /// An attribute is read that a class gives, through the class itself or one of its objects.
    pub(super) fn relies_on_class(&mut self, class: ObjectId, object: Option<Value>, name: &Ident, value: Value) {
        if self.is_settled() || !self.is_derivable(class) {
            return;
        }
        if self.state.stored.contains("__bases__") {
            return self.doubt(|| "a class may get other bases".to_owned());
        }
        // What the unit has made itself is what it says it is.
        if object.is_some_and(|object| self.is_input(object)) {
            self.doubt(|| format!("a derived class may replace {name}"));
        } else if !self.class_keeps(class, name, value) || self.is_stored(class, name) {
            self.doubt(|| format!("{name} may be something else"));
        }
    }

    fn class_keeps(&self, class: ObjectId, name: &Ident, value: Value) -> bool {
        let Some((_, owner)) = self.state.heap.lookup(class, name) else { return false };
        let Some(owner) = self.state.heap.class(owner) else { return false };
        let dotted = format!("{}.{name}", owner.qualname).into();
        self.stays(&owner.module, &dotted, name, value)
    }

    /// A method is called, by its name or by an operator: `left + right`, `with lock:`.
    pub(super) fn relies_on_method(&mut self, function: &Function, receiver: Option<Value>) {
        if self.is_settled() {
            return;
        }
        if function.unit.trusted {
            return self.relies_on_library(function, receiver);
        }
        if ["__bases__", "__code__"].iter().any(|name| self.state.stored.contains(*name)) {
            return self.doubt(|| "a function or a class may get another body".to_owned());
        }
        let is_method = function.qualname.rsplit_once('.').is_some_and(|(owner, _)| !owner.ends_with("<locals>"));
        if is_method
            && let Some(receiver) = receiver.map(|receiver| self.resolve(receiver))
            && self.class_of(receiver).is_some_and(|class| self.is_derivable(class))
            && self.is_input(receiver)
        {
            self.doubt(|| format!("a derived class may replace {}", function.name));
        }
    }

    /// A method of the library runs on an object of a class that people have written: what it calls of it may be theirs.
    fn relies_on_library(&mut self, function: &Function, receiver: Option<Value>) {
        let is_of_people = |value| self.class_of(value).is_some_and(|class| self.is_written_by_people(class));
        if !SELF_CONTAINED.contains(&&*function.unit.name) && receiver.is_some_and(is_of_people) {
            self.doubt(|| format!("{} of the library may call what a class defines", function.name));
        }
    }

    /// Whether special methods of an object that was handed in are about to be asked, in the middle of an instruction.
    pub(super) fn asks_a_derived_one(&self, asked: &[Value]) -> bool {
        !self.is_settled()
            && asked.iter().any(|&value| {
                self.class_of(value).is_some_and(|class| self.is_derivable(class)) && self.is_input(value)
            })
    }

    /// Nothing is relied on by the import, by what makes the arguments, and by the call of the target itself; and a path
    /// that has its doubt needs no other.
    fn is_settled(&self) -> bool {
        self.is_import
            || self.state.doubt.is_some()
            || self.state.is_constructing()
            || &*self.frame().unit.name == crate::search::DRIVER
    }

    /// Whether there may be classes derived from one that nobody here has seen.
    fn is_derivable(&self, class: ObjectId) -> bool {
        // An enumeration with members cannot be extended.
        let is_enum = self.state.heap.class(class).is_some_and(|class| class.kind == ClassKind::Enum);
        !is_enum && self.is_written_by_people(class)
    }

    /// A class of the unit or of a package, whose fields everybody may set.
    fn is_written_by_people(&self, class: ObjectId) -> bool {
        self.state.heap.class(class).is_some_and(|class| {
            class.kind != ClassKind::Builtin
                && (self.program.project.unit.contains(&class.module) || self.is_of_another_unit(class))
        })
    }

    /// Somebody asks what exactly an object is: one that was handed in may be of a derived class.
    pub(crate) fn relies_on_type(&mut self, object: Value) {
        let is_open = match self.resolve(object) {
            Value::Ref(_) => self.is_input(object),
            value => value.term().is_some_and(|term| self.terms.as_constant(term).is_none()),
        };
        if is_open && !self.frame().unit.trusted {
            self.doubt(|| "an object of a derived class may be handed in".to_owned());
        }
    }

    /// A field is read of an object that was handed in, or that a module made when it was imported. Only what nobody has
    /// looked at yet is open by itself; everything else may have changed since its constructor gave it.
    pub(crate) fn relies_on_field(&mut self, id: ObjectId, name: &Ident, value: Value) {
        let is_older = self.state.names.contains_key(&id) || id.0 < self.state.imported;
        let class = self.state.heap.instance(id).map(|instance| instance.class);
        if !is_older
            || self.is_settled()
            || !class.is_some_and(|class| self.is_written_by_people(class))
            || self.state.written.contains(&(id, Arc::clone(name)))
            || self.is_part_of_member(id, name) && !self.may_be_changed(value)
        {
            return;
        }
        let value = self.resolve(value);
        let is_untouched = match value {
            Value::Ref(_) => self.is_input(value),
            _ => value.term().is_some_and(|term| matches!(self.terms.node(term), Node::Symbol(_))),
        };
        let field = (id, Arc::clone(name));
        // `self.first = self.last = name`: one of them may have been set since.
        let is_alone = *self.state.fields_read.entry(value).or_insert_with(|| field.clone()) == field;
        let is_open = !is_untouched
            || !is_alone
            || self.state.selective.contains(&id)
            // A constructor that shows its object has it looked at before it is what it will be.
            || class.is_some_and(|class| self.is_stored(class, name) || self.has_open_constructor(class));
        if is_open {
            self.doubt(|| format!("{name} may have been set since the object was made"));
        }
    }

    /// `Color.RED.value`
    fn is_part_of_member(&self, id: ObjectId, name: &str) -> bool {
        let class = self.state.heap.instance(id).and_then(|instance| self.state.heap.class(instance.class));
        class.is_some_and(|class| class.kind == ClassKind::Enum)
            && matches!(name, "name" | "value" | "_name_" | "_value_")
    }

    /// A question whether an object has an attribute: somebody may have set it, or deleted it.
    pub(crate) fn relies_on_attribute(&mut self, object: Value, name: &Ident) {
        let is_class = || matches!(self.object(object), Some(Object::Class(_) | Object::Function(_)));
        if !self.is_settled() && (self.is_older(object) || is_class()) {
            self.doubt(|| format!("{name} may have been set or deleted since the object was made"));
        }
    }

    /// An object that was there before the call: handed in, or made when a module was imported.
    pub(super) fn is_older(&self, object: Value) -> bool {
        let object = self.resolve(object);
        let is_instance = || matches!(self.object(object), Some(Object::Instance(_)));
        let is_imported = object.object().is_some_and(|id| id.0 < self.state.imported);
        self.is_input(object) || is_imported && is_instance()
    }

    /// Whether functions of the unit, but for the constructor, assign to attributes of that name. Of a class beyond the unit
    /// nobody knows.
    fn is_stored(&self, class: ObjectId, name: &Ident) -> bool {
        // The source says `__size` of what is called `_Stack__size`.
        let mangled = name.find("__").filter(|at| *at > 0 && name.starts_with('_'));
        let written: Ident = mangled.map_or_else(|| Arc::clone(name), |at| name[at..].into());
        self.state.stored.contains(name)
            || self.state.stored.contains(&written)
            || self
                .own_bases(class)
                .filter_map(|base| self.state.heap.class(base))
                .any(|base| self.state.unnamed_stores.contains(&base.module) || self.is_of_another_unit(base))
    }

    fn is_of_another_unit(&self, class: &Class) -> bool {
        let is_library = || self.program.modules.locate(&class.module).origin == crate::project::Origin::Stdlib;
        class.kind == ClassKind::Ordinary && !self.program.project.unit.contains(&class.module) && !is_library()
    }

    /// Whether others see objects of the class before they are finished, derived ones among them.
    pub(crate) fn has_open_constructor(&self, class: ObjectId) -> bool {
        self.own_bases(class).any(|base| self.state.open_classes.contains(&base))
    }

    fn own_bases(&self, class: ObjectId) -> impl Iterator<Item = ObjectId> {
        let mro = self.state.heap.class(class).map(|class| class.mro.as_slice()).unwrap_or_default();
        mro.iter().copied().filter(|&base| self.state.heap.class(base).is_some_and(|base| !base.outside))
    }

    /// A variable is read that a function keeps since the import: `nonlocal` may have changed it, or what it holds.
    pub(super) fn relies_on_cell(&mut self, cell: ObjectId, value: Value) {
        let is_old = cell.0 < self.state.imported;
        if is_old && !self.is_import && !self.frame().unit.trusted && !self.is_definition(value) {
            self.doubt(|| "a variable that a function keeps may have changed since the import".to_owned());
        }
    }

    /// A default is used that lives as long as its function: `rows=[]`.
    pub(super) fn relies_on_default(&mut self, function: &Function, default: Value) {
        let key = (Arc::clone(&function.unit.name), Arc::clone(&function.qualname));
        let is_old = || self.resolve(default).object().is_some_and(|id| id.0 < self.state.imported);
        let is_open = || is_old() && !self.is_definition(default) && self.may_be_changed(default);
        let is_replaced = || DEFAULTS.iter().any(|name| self.state.stored.contains(*name));
        if !self.is_import && (self.state.open_defaults.contains(&key) || is_open() || is_replaced()) {
            self.doubt(|| "a default may be something else, or hold what earlier calls have left in it".to_owned());
        }
    }

    /// `f.__kwdefaults__` is a dict that its function shares; here they are two.
    pub(super) fn relies_on_keyword_defaults(&mut self) {
        if !self.is_import {
            self.doubt(|| "defaults of a function may change".to_owned());
        }
    }

    /// A call leaves the unit: whatever it is handed, or may have got hold of before, it can change.
    pub(crate) fn relies_on_callee(&mut self, path: &str, handed: &[Value]) {
        if self.is_import || self.state.doubt.is_some() || self.contract(path).is_some() {
            return;
        }
        // It may call what assigns to the globals of the unit.
        let is_open = !self.state.rebound.is_empty()
            || self.has_objects_in_reach()
            || handed.iter().any(|&value| self.may_be_changed(value));
        if is_open {
            let name = path.rsplit('.').next().unwrap_or(path);
            self.doubt(|| format!("{name}() may change objects"));
        }
    }

    /// Whether the function was handed something that others may hold, too.
    fn has_objects_in_reach(&self) -> bool {
        self.state.has_shown || self.state.births.keys().any(|&id| self.may_be_changed(Value::Ref(id)))
    }

    /// An operation has refused its operands: those of a derived class, or of one that nobody knows, it might have taken.
    pub(super) fn relies_on_refusal(&mut self, exception: Value) {
        if self.is_settled() || self.frame().unit.trusted {
            return;
        }
        let is_own = exception.object().is_some_and(|id| self.state.raised.contains(&id));
        let kind = ["TypeError", "AttributeError"].into_iter().find(|class| self.is_exception(exception, class));
        if let Some(kind) = kind.filter(|_| !is_own) {
            let line = self.line();
            self.doubt(|| format!("line {line}: another class might raise no {kind}"));
        }
    }

    /// What a class, a function or the interpreter tells about itself may have been set, or be of another moment.
    pub(super) fn relies_on_introspection(&mut self, name: &str) {
        if INTROSPECTION.contains(&name) && !self.frame().unit.trusted && !self.is_settled() {
            self.doubt(|| format!("{name} may be something else"));
        }
    }

    /// Something is put into an attribute: of what was there before the call, others may see it.
    pub(super) fn note_shown(&mut self, owner: Value, value: Value) {
        let is_local = matches!(self.object(owner), Some(Object::Instance(_))) && !self.is_older(owner);
        if !self.is_import && !is_local && self.may_be_changed(value) {
            self.state.has_shown = true;
        }
    }

    /// An attribute is set that no constructor sets: a derived class may have a property there, which is handed the value.
    pub(super) fn relies_on_setter(&mut self, id: ObjectId, name: &Ident, value: Value) {
        let Some(instance) = self.state.heap.instance(id) else { return };
        let is_new = instance.attributes.get(name).is_none() && self.is_derivable(instance.class);
        if is_new && !self.is_settled() && self.is_input(Value::Ref(id)) && self.may_be_changed(value) {
            self.doubt(|| format!("a derived class may have a property {name}"));
        }
    }

    pub(super) fn relies_on_function(&mut self, function: &Function, name: &str) {
        if !function.unit.trusted && !name.starts_with("__") && !self.is_import {
            self.doubt(|| format!("{name} may be set to something else"));
        }
    }

    /// Whether the unit has changed an object that was handed in beside another of its kind: they may be one.
    pub fn may_have_changed_another(&self) -> bool {
        let kind = |born: ObjectId| {
            let id = self.resolve(Value::Ref(born)).object()?;
            Some((id, self.class_of(Value::Ref(id))?))
        };
        let inputs: Vec<(ObjectId, ObjectId, &Birth)> = self
            .state
            .births
            .iter()
            .filter_map(|(&born, birth)| kind(born).map(|(id, class)| (id, class, &**birth)))
            .collect();
        inputs.iter().any(|&(id, class, birth)| {
            let may_be_one = |its| its == class || !self.is_builtin_class(its) && !self.is_builtin_class(class);
            inputs.iter().any(|&(other, its, _)| other != id && may_be_one(its)) && self.is_changed(id, birth)
        })
    }

    fn is_changed(&self, id: ObjectId, birth: &Birth) -> bool {
        match (birth, self.state.heap.get(id)) {
            (Birth::List(before), Object::List(now)) => before[..] != now[..],
            (Birth::Set(before), Object::Set(now)) => before[..] != now.items[..],
            (Birth::Dict(before), Object::Dict(now)) => before[..] != now.entries[..],
            (_, Object::Instance(_)) => self.state.written.iter().any(|(written, _)| *written == id),
            _ => false,
        }
    }

    /// Whether members of an enumeration can be put together: `Access.READ | Access.WRITE`.
    pub(super) fn combines(&self, class: ObjectId) -> bool {
        let mro = self.state.heap.class(class).map(|class| class.mro.as_slice()).unwrap_or_default();
        let mut bases = mro.iter().filter_map(|&base| self.state.heap.class(base));
        bases.any(|base| &*base.module == "enum" && matches!(&*base.name, "Flag" | "IntFlag"))
    }

    /// The path goes on with what is written down, and is no proof that nothing else can happen.
    pub(crate) fn doubt(&mut self, why: impl FnOnce() -> String) {
        if self.state.doubt.is_none() {
            self.inexact();
            self.state.doubt = Some(why().into());
        }
    }

    /// Whether a name of a module or a class stands for the same thing whenever it is read: what `def`, `class` and `import`
    /// bind, symbols (they stand for anything anyway), and constants, which have names in capitals.
    fn stays(&self, module: &Ident, dotted: &Ident, name: &str, value: Value) -> bool {
        let value = self.resolve(value);
        if value.term().is_some_and(|term| self.terms.as_constant(term).is_none()) {
            return true;
        }
        // A name that the text does not show is one that `import *` binds, or a decorator.
        let is_fixed = self.state.fixed.contains(&(Arc::clone(module), Arc::clone(dotted)));
        let is_constant = || !name.contains(char::is_lowercase) && !value.is_none() && !self.may_be_changed(value);
        is_fixed && (self.is_definition(value) || self.is_member(value) || is_constant())
    }

    fn is_member(&self, value: Value) -> bool {
        let Some(Object::Instance(instance)) = self.object(value) else { return false };
        self.state.heap.class(instance.class).is_some_and(|class| class.kind == ClassKind::Enum)
    }

    /// Functions, classes, modules, what the outside gave the import: nobody assigns something else to their names.
    fn is_definition(&self, value: Value) -> bool {
        matches!(
            self.object(self.resolve(value)),
            Some(
                Object::Builtin(_)
                    | Object::Class(_)
                    | Object::ClassMethod(_)
                    | Object::Function(_)
                    | Object::Generic { .. }
                    | Object::Lazy(_)
                    | Object::Module(_)
                    | Object::Outside(_)
                    | Object::Property { .. }
                    | Object::StaticMethod(_)
            )
        )
    }
}

//! The state of one path: frames, heap, path condition, witness, events.
//!
//! Everything is persistent or shared until written, so a fork costs the same however large the heap is.

mod event;
mod frame;
mod frames;
mod heap;
mod held;
mod object;
mod trail;
mod value;

use std::sync::Arc;

use imbl::Vector;

use crate::ir::{CodeId, Ident};
use crate::term::{Model, Term};

pub use event::{Birth, CalledBack, Event, EventKind, Excluded, Guessed, Mutated, Note, Steered, TraceEntry};
pub use frame::{ClassStatement, Consumer, Frame, Namespace, Return};
pub use frames::Frames;
pub use heap::Heap;
pub use held::{Held, Part};
pub use object::{
    Attributes, Class, ClassKind, CodeUnit, DataclassField, DataclassInfo, Dict, Function, Generator, Instance,
    Iterator, Lazy, LoweredModule, Module, Object, OpenDict, Origin, Outside, Set, Touched, View,
};
pub use trail::Trail;
pub use value::{ObjectId, Value};

#[derive(Clone, Debug, Default)]
pub struct State {
    pub frames: Frames,
    pub heap: Heap,
    /// Imported modules by name: inside ones and references to outside ones.
    pub modules: imbl::OrdMap<Ident, ObjectId>,
    /// Outside modules that were run all the same, for the plain value classes in them: whoever imports one of them is
    /// given what `modules` has, so that the rest of it stays outside.
    pub borrowed: imbl::OrdMap<Ident, ObjectId>,
    /// Outside classes and values by dotted name, so that each is one object.
    pub outside: imbl::OrdMap<Ident, Value>,
    /// The path condition, a conjunction.
    pub conditions: Trail<Condition>,
    /// A model of the path condition.
    pub witness: Model,
    /// What was decided since the current instruction began (see `exec::fork`).
    pub log: InstructionLog,
    /// The free choices so far (see `exec::fork::Machine::choose`).
    pub chosen: Trail<Chosen>,
    pub events: Vector<Arc<Event>>,
    pub trace: Trail<TraceEntry>,
    /// How the inputs looked when they were decided, before the unit changed them.
    pub births: imbl::OrdMap<ObjectId, Arc<Birth>>,
    /// How everything looked when the constructor of an input had returned.
    pub made: imbl::OrdMap<ObjectId, Heap>,
    /// What the unit calls an object that began undecided.
    pub names: imbl::OrdMap<ObjectId, Ident>,
    /// Fields that seams gave new values.
    pub mutations: Vector<Arc<Mutated>>,
    /// What awaiting the result of an outside call gave.
    pub awaited: imbl::OrdMap<ObjectId, Value>,
    /// Exceptions that seams are assumed to raise: what a handler reads from them is open.
    pub assumed: imbl::OrdSet<ObjectId>,
    /// Those of them that nothing in the unit catches, and that show what it does on the way out.
    pub unnamed: imbl::OrdSet<ObjectId>,
    /// Exceptions that the unit's own `raise` has raised.
    pub raised: imbl::OrdSet<ObjectId>,
    /// Exceptions that a call raises whatever its arguments are.
    pub certain: imbl::OrdSet<ObjectId>,
    /// Fields that the unit itself wrote.
    pub written: imbl::OrdSet<(ObjectId, Ident)>,
    /// Dicts that a `setdefault` has left as they were, and those to which it has added something.
    pub kept: imbl::OrdSet<ObjectId>,
    pub provided: imbl::OrdSet<ObjectId>,
    /// Attributes of doubles that the unit has set, and what they were when the unit got the double, if it had looked.
    pub overwritten: imbl::OrdMap<(ObjectId, Ident), Option<Value>>,
    /// Names of modules that functions have assigned to from elsewhere, dotted: `sys.stdout`.
    pub assigned_names: imbl::OrdSet<Ident>,
    /// The call has put something that can change where others may find it: into a class, a module, an object of theirs.
    pub has_shown: bool,
    /// Texts that were read as documents: each unknown text, and what it was read as.
    pub documents: imbl::OrdMap<Term, Value>,
    /// Undecided values that were taken to be something for want of a type.
    pub guessed: imbl::OrdMap<ObjectId, Guessed>,
    /// Undecided arguments whose annotations the unit does not trust.
    pub guarded: imbl::OrdSet<ObjectId>,
    /// Undecided arguments that may be the default of their parameter.
    pub defaults: imbl::OrdMap<ObjectId, Value>,
    /// Inputs whose constructors looked at their arguments: it may have refused some.
    pub selective: imbl::OrdSet<ObjectId>,
    /// Fields of constructed inputs whose value the test sets itself.
    pub steered: Vector<Arc<Steered>>,
    /// Classes that an undecided value is no instance of.
    pub excluded: imbl::OrdMap<ObjectId, Arc<Excluded>>,
    /// Undecided values that `is` has told apart from these objects.
    pub told_apart: imbl::OrdMap<ObjectId, imbl::OrdSet<ObjectId>>,
    /// What the unit's modules got from outside when they were imported, and where they keep it.
    pub held: Vector<Arc<Held>>,
    /// Doubles of captured functions, by the function's dotted name.
    pub standing: imbl::OrdMap<ObjectId, Ident>,
    /// Functions and classes of the unit that an outside decorator was applied to at import, by its dotted name.
    pub assumed_plain: imbl::OrdMap<ObjectId, Ident>,
    /// The request that a view answers, if a test makes it for real.
    pub request: Option<ObjectId>,
    /// Functions that a decorator hands the context of a command: a test calls the function behind it.
    pub given_context: imbl::OrdSet<ObjectId>,
    /// What would be patched of the outside functions that objects keep which were made for the test.
    pub captured: imbl::OrdSet<Ident>,
    /// Attributes that an outside base gave objects of the unit.
    pub inherited: Vector<(ObjectId, Ident, value::Value)>,
    /// Dotted names of functions that are patched on an outside base.
    pub methods_of_bases: imbl::OrdSet<Ident>,
    /// Functions of the unit that compiled code takes the place of at import, and its dotted name.
    pub replaced: imbl::OrdMap<Ident, Ident>,
    /// Globals of the unit whose truth was decided at import by what nobody knows: `HAS_FD = os.stat in os.supports_fd`.
    pub doubtful: imbl::OrdSet<(ObjectId, Ident)>,
    /// How often the import has decided what nobody knows (see `exec::import_decides`).
    pub decisions: u32,
    /// Containers that it has decided: those that still are none of the undecided ones that took their places.
    pub decided: imbl::OrdSet<ObjectId>,
    /// Globals that functions of the unit may assign to (see `exec::replaceable`).
    pub rebound: imbl::OrdSet<(ObjectId, Ident)>,
    /// The first field of an older object under which something was read.
    pub fields_read: imbl::OrdMap<Value, (ObjectId, Ident)>,
    /// Functions that were asked for `__kwdefaults__`, and the dicts that stand for them.
    pub lent_defaults: imbl::OrdMap<ObjectId, Value>,
    /// Classes of the unit whose constructors show their objects to others.
    pub open_classes: imbl::OrdSet<ObjectId>,
    /// What modules of the unit bind once and for all, by module and dotted name (see `syntax::Bindings`).
    pub fixed: imbl::OrdSet<(Ident, Ident)>,
    /// Functions of the unit, by module and qualified name, with a default that the import decided.
    pub open_defaults: imbl::OrdSet<(Ident, Ident)>,
    /// Functions of the unit with a cache that lives as long as the process.
    pub caches: Vector<(ObjectId, Ident, Ident)>,
    /// What lives as long as the process and is empty after the import: containers that only a closure of the unit's
    /// functions holds, and the attributes of the functions.
    pub memories: Vector<(ObjectId, Ident, Ident)>,
    /// Symbols of the import that were read from globals.
    pub looked_at: imbl::OrdSet<Term>,
    /// The modules and names that they were read by.
    pub read_names: imbl::OrdSet<(ObjectId, Ident)>,
    /// A constructor of an input has read one of them.
    pub reads_while_making: bool,
    /// Functions, by module and name, that were called without an argument whose default the import got from outside.
    pub defaulted: imbl::OrdSet<(Ident, Ident)>,
    /// Undecided values that were read from globals, or from objects of the library that a test makes.
    pub looked_at_objects: imbl::OrdSet<ObjectId>,
    /// Abstract classes of the unit of which the target needs objects, although nothing implements them.
    pub completed: imbl::OrdSet<ObjectId>,
    /// What a framework's name stands for while a request is under way, and is nothing at other times.
    pub proxies: imbl::OrdSet<ObjectId>,
    /// Attributes of classes beyond the unit that the import of a module set.
    pub foreign: Vector<Arc<Foreign>>,
    /// Which module of the unit imported which.
    pub imports: imbl::OrdSet<(Ident, Ident)>,
    /// Some text holds [`crate::models::ADDRESS`].
    pub has_address: bool,
    /// A hash that differs from run to run was asked for.
    pub has_hash: bool,
    pub notes: Vector<Note>,
    /// Doubles whose `__exit__` or `__aexit__` was called, in that order.
    pub left: Vector<(ObjectId, Ident)>,
    /// `Number.register(Money)`: abstract classes and who was registered with them.
    pub registered: Vector<(ObjectId, ObjectId)>,
    /// Some object is an [`Object::Gap`].
    pub has_gaps: bool,
    /// Attributes that functions of the unit assign to.
    pub stored: imbl::OrdSet<Ident>,
    /// Modules of the unit whose functions may assign to attributes that they do not name.
    pub unnamed_stores: imbl::OrdSet<Ident>,
    /// Objects below this number were made when modules were imported.
    pub imported: u32,
    /// Where the unit raised an `AssertionError`: the modules and lines of assertions that failed.
    pub failed: Vector<(Ident, u32)>,
    /// What the path relies on and others may replace, in words (see `exec::replaceable`).
    pub doubt: Option<Arc<str>>,
    /// Machine steps of this path.
    pub steps: u64,
    /// The first bound that this path went beyond because its witness led there (see `exec::bounds`).
    pub beyond: Option<Arc<str>>,
    /// The first bound that left out something on this path, although the path itself went on.
    pub cut: Option<Arc<str>>,
    /// Iterations of the loops that are running, for bounds: by where the code stands and how deep, and by decision.
    pub loops: imbl::OrdMap<(usize, u32), u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub term: Term,
    /// False if adding it excluded inputs for another reason than the program's own branching.
    pub exact: bool,
    /// A decision that is not about a term: `post raises requests.Timeout`.
    pub label: Option<Arc<str>>,
    /// The module and line of the user's code that decided it.
    pub place: Option<(Ident, u32)>,
    /// It is what an `if`, a loop or another decision of the source asks.
    pub decides: bool,
}

impl Condition {
    pub fn new(term: Term, exact: bool) -> Self {
        Condition { term, exact, label: None, place: None, decides: false }
    }

    /// One that goes without saying: a size is not negative, keys differ.
    pub fn silent(term: Term) -> Self {
        Condition { term, exact: true, label: Some("".into()), place: None, decides: false }
    }

    pub fn at(self, place: Option<(Ident, u32)>) -> Self {
        Condition { place, ..self }
    }

    pub fn deciding(self, decides: bool) -> Self {
        Condition { decides, ..self }
    }
}

/// `Path.expanduser = …` at the top level of a module.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The module that did it.
    pub by: Ident,
    pub class: ObjectId,
    pub name: Ident,
    pub before: Option<Value>,
}

/// A choice that nothing but the machine's own rules tells apart: how often a place comes up on a path, and what was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    pub module: Ident,
    pub code: CodeId,
    /// Block and instruction.
    pub at: (u32, usize),
    pub choice: u32,
}

/// Decisions and symbols of the instruction under way. A sibling starts the instruction again and is handed the same
/// ones, so that a model can fork in the middle without being written as a state machine.
#[derive(Clone, Debug, Default)]
pub struct InstructionLog {
    pub choices: Vec<u32>,
    pub symbols: Vec<Term>,
    /// What Python code that it needed has returned.
    pub answers: Vec<Value>,
}

impl InstructionLog {
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty() && self.symbols.is_empty() && self.answers.is_empty()
    }

    pub fn clear(&mut self) {
        self.choices.clear();
        self.symbols.clear();
        self.answers.clear();
    }
}

impl State {
    /// The module and line of the user's code that is running.
    pub fn place(&self) -> Option<(Ident, u32)> {
        let visible = self.frames.innermost_first().find(|frame| !frame.unit.trusted)?;
        Some((Arc::clone(&visible.unit.name), visible.line.unsigned_abs()))
    }

    /// A module that was run: one of the unit, or for the value classes in it.
    pub fn run_module(&self, name: &str) -> Option<ObjectId> {
        self.borrowed.get(name).or_else(|| self.modules.get(name)).copied()
    }

    pub fn frame(&self) -> &Frame {
        self.frames.last().expect("a running state has a frame")
    }

    pub fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a running state has a frame")
    }

    /// An argument or `self` is being made by its constructor.
    pub fn is_constructing(&self) -> bool {
        self.frames.innermost_first().any(|frame| matches!(frame.then, Return::Decide { .. }))
    }

    /// No condition was added for another reason than the program's own branching, and the import left nothing out.
    pub fn is_exact(&self) -> bool {
        !self.has_gaps && self.conditions.newest_first().all(|condition| condition.exact)
    }
}

//! The machine: executes the IR over symbolic states.
//!
//! One [`Machine`] runs one state at a time, an instruction at a time ([`Machine::step`]). Frames live in the state,
//! not on Rust's stack, so a fork can happen at any instruction, however deep the program's calls are.
//!
//! - An instruction that needs Python code to run (`__add__`, a property, an iterator) pushes a frame and stores the
//!   result when that frame returns. What CPython does in C with callbacks is written in Python, in
//!   `models/prelude.py`, and executed as any other code.
//! - An instruction that must decide something symbolic forks ([`fork`]).
//! - How a path ends is a closed enum, [`End`].

mod abstract_base;
mod arithmetic;
mod attribute;
mod bind;
mod blame;
pub mod bootstrap;
mod bounds;
mod call;
pub mod class;
mod compare;
pub mod dataclass;
mod display;
mod errors;
pub mod evidence;
pub mod fixed;
pub mod fork;
mod function_attributes;
mod gaps;
mod generator;
mod guarded;
mod guards;
mod handed_exception;
mod hashing;
mod having;
pub mod hints;
mod import;
mod import_decides;
mod import_statements;
mod instances;
mod instruction;
mod item;
mod iterate;
pub mod lazy;
mod lives;
mod operator;
mod patterns;
pub mod replaceable;
mod sameness;
mod set_attribute;
mod steer;
mod truth;
mod typing_names;
mod unwind;

use std::sync::Arc;

use ruff_text_size::TextRange;

use crate::program::Program;
use crate::state::{Frame, Note, Object, ObjectId, Return, State, TraceEntry, Value};
use crate::term::{Constant, Term, Terms};

pub use bootstrap::Known;
pub use bounds::Limits;
pub use fork::Sibling;

pub type Result<T> = std::result::Result<T, Stop>;

/// Why an instruction did not simply finish.
#[derive(Clone, Debug)]
pub enum Stop {
    /// A Python exception.
    Raise(Value),
    /// A frame was pushed; the instruction is executed again when it has returned.
    Retry,
    /// The path is over.
    End(End),
}

/// How a path ended.
#[derive(Clone, Debug)]
pub enum End {
    Returned(Value),
    Raised(Value),
    /// A construct, model or protocol that the machine does not have.
    Unsupported(String),
    /// An unrolling or size limit.
    Bound(String),
    /// No input leads here, or the world it needs is not one that the test may assume.
    Infeasible,
}

/// What an instruction did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// On to the next one.
    Next,
    /// A frame was pushed, or control went elsewhere.
    Moved,
}

/// What an operation gave: its value now, or later from the frame that was pushed.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
    Value(Value),
    Pushed,
}

pub struct Machine<'p> {
    pub program: &'p Program,
    pub known: Arc<Known>,
    pub terms: Terms,
    pub state: State,
    /// Forks made since the last time they were taken.
    pub siblings: Vec<Sibling>,
    pub limits: Limits,
    snapshot: State,
    replayed: fork::Cursor,
    /// The log now belongs to the instruction that is executed again next.
    keep_log: bool,
    /// The range of the instruction under way.
    range: TextRange,
    /// The slot its result goes to, for calls that push frames.
    pub(crate) dst: crate::ir::Slot,
    /// A container whose size is decided now has one item first.
    begins_with_item: bool,
    /// The text that was made last, if only the custom has chosen its value.
    begun_plainly: Option<Term>,
    /// The emergency stop: a path that is still running then ends.
    pub deadline: Option<crate::deadline::Deadline>,
    /// What a module's top level lacks becomes a gap instead of ending the run.
    pub is_import: bool,
    /// How many ways had been put aside when the module under import last bound a name.
    settled_ways: usize,
    /// An argument or `self` is being made by its constructor.
    pub(crate) is_building: bool,
    /// Containers whose text or equality is being worked out: one that contains itself comes up again.
    pub(crate) nesting: compare::Nesting,
    /// What terms are under the witness of the path under way.
    values: crate::term::Values,
    /// What is known about values without a type, by name. Does not change while paths of one search run.
    pub evidence: std::collections::BTreeMap<String, evidence::Evidence>,
    /// What the target's own text tells of its parameters; decides only where the evidence leaves a choice.
    pub hints: std::collections::BTreeMap<String, evidence::Evidence>,
    /// The names of classes that the target asks its parameters about.
    pub asked: std::collections::BTreeMap<String, std::collections::BTreeSet<String>>,
    /// Inputs without annotations whose default is None.
    pub absent: std::collections::BTreeSet<crate::ir::Ident>,
    /// Containers of which the target takes items by their numbers, by name.
    pub indexed: std::collections::BTreeSet<String>,
    /// First values for symbols that are yet to be made, by name.
    pub seed: std::collections::BTreeMap<crate::ir::Ident, Constant>,
    /// And the free choices of the run that they were taken from.
    pub followed: Vec<crate::state::Chosen>,
    /// What the path under way taught beyond that.
    pub lessons: Vec<(String, evidence::Evidence)>,
}

const STEPS_PER_LOOK_AT_THE_CLOCK: u64 = 1024;
const MOST_STEPS_OF_AN_IMPORT: u64 = 2_000_000;

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, known: Arc<Known>, terms: Terms, state: State) -> Self {
        Machine {
            program,
            known,
            terms,
            snapshot: State::default(),
            state,
            siblings: Vec::new(),
            limits: Limits::default(),
            replayed: fork::Cursor::default(),
            keep_log: false,
            range: TextRange::default(),
            dst: crate::ir::Slot(0),
            deadline: None,
            begins_with_item: false,
            begun_plainly: None,
            is_import: false,
            settled_ways: 0,
            is_building: false,
            nesting: compare::Nesting::default(),
            values: crate::term::Values::default(),
            evidence: std::collections::BTreeMap::new(),
            hints: std::collections::BTreeMap::new(),
            asked: std::collections::BTreeMap::new(),
            absent: std::collections::BTreeSet::new(),
            indexed: std::collections::BTreeSet::new(),
            seed: std::collections::BTreeMap::new(),
            followed: Vec::new(),
            lessons: Vec::new(),
        }
    }

    /// Runs the current state to its end.
    pub fn run(&mut self) -> End {
        loop {
            if let Some(end) = self.step() {
                return end;
            }
        }
    }

    /// Runs the current state to its end, or until its path has taken so many steps.
    pub fn run_until(&mut self, steps: u64) -> Option<End> {
        while self.state.steps < steps {
            if let Some(end) = self.step() {
                return Some(end);
            }
        }
        None
    }

    /// The time of the target is up.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.is_over())
    }

    /// Executes one instruction or terminator. `Some` when the path is over.
    pub fn step(&mut self) -> Option<End> {
        self.state.steps += 1;
        if self.state.steps > self.limits.steps {
            let what = format!("more than {} steps", self.limits.steps);
            if self.is_import && self.limits.steps < MOST_STEPS_OF_AN_IMPORT {
                // One statement that takes too long is a gap; what follows it starts afresh.
                self.limits.steps += Limits::default().steps;
                return self.leave_gap(what);
            }
            return Some(End::Bound(what));
        }
        if self.state.events.len() > self.limits.events {
            return Some(End::Bound(format!("more than {} calls that leave the unit", self.limits.events)));
        }
        if self.state.steps.is_multiple_of(STEPS_PER_LOOK_AT_THE_CLOCK) && self.is_late() {
            return Some(End::Bound("the time is up".to_owned()));
        }
        let depth = self.state.frames.len();
        let frame = self.state.frame();
        let code = Arc::clone(&frame.code);
        let block = &code.blocks[frame.block.index()];
        let at = frame.next;
        let result = match block.instructions.get(at) {
            Some(instruction) => {
                self.range = instruction.range;
                self.begin_instruction(&instruction.op);
                match self.gap_among(&instruction.op) {
                    Some(what) => self.unsupported(what),
                    None => self.execute(&instruction.op),
                }
            }
            None => {
                self.range = block.end_range;
                self.begin_terminator();
                match self.gap_decides(&block.end) {
                    Some(what) => self.unsupported(what),
                    None => self.terminate(&block.end),
                }
            }
        };
        match result {
            Ok(Flow::Next) => {
                self.state.frame_mut().next += 1;
                self.finish_instruction();
                None
            }
            Ok(Flow::Moved) => {
                // The frame that was pushed returns to the instruction after this one.
                self.finish_caller(depth);
                self.finish_instruction();
                None
            }
            Err(Stop::Retry) => {
                self.finish_instruction();
                None
            }
            Err(Stop::Raise(exception)) => {
                let op = block.instructions.get(at).map(|instruction| &instruction.op);
                if let Some(end) = self.blame(exception, op) {
                    return Some(end);
                }
                // Thrown into a generator: its frame is on top, and its next value goes to the instruction after this.
                self.finish_caller(depth);
                self.finish_instruction();
                // A frame that could not return (a class body whose class cannot be made) has left its caller behind.
                let waiting = (self.state.frames.len() < depth).then_some(Return::Discard);
                self.unwind(exception, waiting)
            }
            Err(Stop::End(End::Unsupported(what) | End::Bound(what))) if self.is_import => self.leave_gap(what),
            Err(Stop::End(end)) => Some(end),
        }
    }

    /// If the instruction pushed a frame: the frame that executed it goes on after it.
    fn finish_caller(&mut self, depth: usize) {
        if self.state.frames.len() > depth
            && let Some(caller) = self.state.frames.nth_mut(depth)
        {
            caller.next += 1;
        }
    }

    pub fn frame(&self) -> &Frame {
        self.state.frame()
    }

    /// Follows aliases.
    pub fn resolve(&self, value: Value) -> Value {
        self.state.heap.resolve(value)
    }

    pub fn object(&self, value: Value) -> Option<&Object> {
        self.state.heap.object(value)
    }

    pub fn allocate(&mut self, object: Object) -> Value {
        Value::Ref(self.state.heap.allocate(object))
    }

    pub fn tuple(&mut self, items: impl Into<Arc<[Value]>>) -> Value {
        self.allocate(Object::Tuple(items.into()))
    }

    pub fn list(&mut self, items: Vec<Value>) -> Value {
        self.allocate(Object::List(items))
    }

    pub fn bool(&mut self, value: bool) -> Value {
        Value::Bool(self.terms.bool(value))
    }

    pub fn int(&mut self, value: impl Into<num_bigint::BigInt>) -> Value {
        Value::Int(self.terms.int(value))
    }

    pub fn str(&mut self, value: impl Into<Arc<str>>) -> Value {
        Value::Str(self.terms.str(value))
    }

    pub fn constant(&self, term: Term) -> Option<&Constant> {
        self.terms.as_constant(term)
    }

    /// The path ends here because the machine lacks something.
    pub fn unsupported<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(Stop::End(End::Unsupported(what.into())))
    }

    pub fn bound<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(Stop::End(End::Bound(what.into())))
    }

    /// The line of the instruction under way, in the innermost frame whose code is the user's.
    pub fn line(&self) -> u32 {
        let visible = self.state.frames.innermost_first().find(|frame| !frame.unit.trusted);
        visible.map_or(0, |frame| frame.line.unsigned_abs())
    }

    /// Tells the report of an approximation.
    pub fn note(&mut self, message: impl Into<Arc<str>>) {
        let note = Note { line: self.line(), message: message.into() };
        if !self.state.notes.contains(&note) {
            self.state.notes.push_back(note);
        }
    }

    /// Whether the tests will run on Python 3.`minor` or later.
    pub fn is_since(&self, minor: u8) -> bool {
        self.program.interpreter.version >= (3, minor, 0)
    }

    /// The slot that the result of the instruction under way goes to.
    pub fn destination(&self) -> crate::ir::Slot {
        self.dst
    }

    /// The source range of the instruction under way.
    pub fn current_range(&self) -> TextRange {
        self.range
    }

    /// The class of a value; an undecided one has none yet.
    pub fn class_of(&self, value: Value) -> Option<ObjectId> {
        let known = &self.known;
        Some(match self.resolve(value) {
            Value::None => known.none_type,
            Value::Ellipsis => known.ellipsis,
            Value::NotImplemented => known.not_implemented,
            Value::Bool(_) => known.bool,
            Value::Int(_) => known.int,
            Value::Float(_) => known.float,
            Value::Str(_) => known.str,
            Value::Bytes(_) => known.bytes,
            Value::Ref(id) => match self.state.heap.get(id) {
                Object::Instance(instance) => instance.class,
                Object::List(_) => known.list,
                Object::Tuple(_) => known.tuple,
                Object::Dict(_) => known.dict,
                Object::Set(set) if set.frozen => known.frozen_set,
                Object::Set(_) => known.set,
                Object::View { kind, .. } => known.views[*kind as usize],
                Object::Range { .. } => known.range,
                Object::Slice { .. } => known.slice,
                Object::Function(_) => known.function,
                Object::Method { .. } => known.method,
                Object::Builtin(_) => known.builtin_function,
                Object::Class(class) => class.metaclass.unwrap_or(known.type_),
                Object::Module(_) => known.module,
                Object::Iterator(_) => known.iterator,
                Object::Generator(generator) => match generator.kind {
                    crate::ir::CodeKind::Coroutine => known.coroutine,
                    crate::ir::CodeKind::AsyncGenerator => known.async_generator,
                    _ => known.generator,
                },
                Object::Super { .. } => known.super_,
                Object::Property { .. } => known.property,
                Object::StaticMethod(_) => known.static_method,
                Object::ClassMethod(_) => known.class_method,
                Object::Cell(_) => known.cell,
                Object::Generic { .. } => known.object,
                Object::Outside(_) | Object::Lazy(_) | Object::Alias(_) | Object::Gap(_) => return None,
            },
        })
    }

    /// `type(value).__name__`, for messages.
    pub fn type_name(&self, value: Value) -> Arc<str> {
        if let Some(Object::Iterator(iterator)) = self.object(value) {
            return self.iterator_name(iterator).into();
        }
        match self.class_of(value).and_then(|class| self.state.heap.class(class)) {
            // Classes that are really written in C carry their module in their name.
            Some(class) if crate::boundary::has_c_half(&class.module) => {
                crate::boundary::real_name(&format!("{}.{}", class.module, class.name)).into()
            }
            Some(class) => Arc::clone(&class.name),
            None => "object".into(),
        }
    }

    /// The qualified name of a value's type, as messages about properties show it.
    pub fn qualified_type_name(&self, value: Value) -> Arc<str> {
        match self.class_of(value).and_then(|class| self.state.heap.class(class)) {
            Some(class) => Arc::clone(&class.qualname),
            None => "object".into(),
        }
    }

    /// What runs while an input is being made belongs to the test's preparation, and to no path through the target.
    fn record(&mut self, entry: TraceEntry) {
        if !self.state.is_constructing() {
            self.state.trace.push(entry);
        }
    }
}

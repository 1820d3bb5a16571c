//! One path made concrete.
//!
//! The analyzer writes a [`Case`] with *predicted* expectations; the oracle runs it and the observed ones take their
//! place; codegen groups the cases of a target into parameterized tests.

use serde::{Deserialize, Serialize};

use crate::value::{Name, Value};

/// The function under test, as codegen and the oracle need it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetInfo {
    /// `shop.checkout` and `place`, or `Cart.add`.
    pub name: Name,
    pub kind: TargetKind,
    /// The source file, relative to the import root.
    pub file: String,
    pub line: u32,
    pub end_line: u32,
    pub is_async: bool,
    pub is_generator: bool,
    /// It never returns anything but `None`, and means nothing by it.
    pub is_void: bool,
    /// The attribute that holds the function, if its name stands for what a decorator made of it: `callback`.
    pub behind: Option<String>,
    /// A decorator from outside over it, which is taken to leave it as it is until real runs tell.
    pub decorator: Option<String>,
    /// The class that a method is called on, where its own leaves something to those derived from it.
    pub heir: Option<String>,
    /// `@contextmanager`: the test runs the generator function behind it, from beginning to end.
    pub is_context: bool,
    /// What it returns is called in turn, and what that returns: `guarded(path)(func)(7)`. The arguments of each further call,
    /// by their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub result_called: Vec<Vec<String>>,
    /// Numbers that it does not write in decimal: the digits, and `0o644`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spelled: Vec<(String, String)>,
}

/// Where `functools.wraps` keeps what is wrapped.
const WRAPPED: &str = "__wrapped__";

impl TargetInfo {
    /// The attribute of what its name stands for that a test calls in its place.
    pub fn called_through(&self) -> Option<&str> {
        match self.kind {
            TargetKind::ClassMethod => None,
            _ if self.is_context => Some(WRAPPED),
            _ => self.behind.as_deref(),
        }
    }

    /// What is assumed about a decorator from outside, until real runs tell.
    pub fn assumption(&self) -> Option<String> {
        let decorator = self.decorator.as_ref()?;
        Some(format!("{decorator} is taken to leave {} as it is", self.name.qualname))
    }

    /// The same function without the decorator from outside that is over it.
    pub fn undecorated(&self) -> Option<TargetInfo> {
        let is_reached = matches!(self.kind, TargetKind::Function | TargetKind::Method | TargetKind::StaticMethod);
        let is_open = is_reached && self.decorator.is_some() && self.called_through().is_none();
        is_open.then(|| TargetInfo { behind: Some(WRAPPED.to_owned()), ..self.clone() })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    Function,
    Method,
    ClassMethod,
    StaticMethod,
    /// `__init__`: the test calls the class.
    Constructor,
    /// A property getter: the test reads the attribute.
    Property,
}

/// One path with everything a test needs to drive the unit down it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// The path's number within its target (`paths[].id` of the report).
    pub path: u32,
    /// The object the method is called on (methods and properties).
    pub receiver: Option<Value>,
    pub arguments: Vec<Argument>,
    /// Module and class state that the unit reads, set for the duration of the test: `patch.object(module, "NAME", value)`.
    pub globals: Vec<(Name, Value)>,
    pub patches: Vec<Patch>,
    /// The functions that empty the caches which the path fills, and which would outlive the test: `rate.cache_clear`.
    pub caches: Vec<Name>,
    /// Modules of the unit that the path imports: imported under a patch, they would keep the double for ever.
    #[serde(default)]
    pub imports: Vec<String>,
    /// Making the receiver or an argument calls what is doubled: they are made while the patches apply.
    pub built_under_patches: bool,
    /// Others than the unit call what it doubles, as a real run has shown: the unit's own names for modules are replaced.
    #[serde(default)]
    pub for_unit_only: bool,
    /// Abstract classes of which the test makes objects all the same, by deriving a class from them.
    #[serde(default)]
    pub completed: Vec<Name>,
    pub outcome: Outcome,
    /// What is true of arguments, `self` and globals afterwards, because the unit changed it.
    pub checks: Vec<Check>,
    #[serde(default)]
    pub printed: Printed,
    /// Arguments of constructors that are left out because they are the default, which another row may have to state.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<Omitted>,
    /// The decisions of the path in the unit's own words, in order: `not order.reserved`, `resp.status_code == 201`.
    pub conditions: Vec<String>,
    /// Which facts this case alone may show (covered outcomes, results): rows that add no feature are left out.
    pub features: Vec<String>,
    /// Source lines in the order in which the path first reaches them, in the target's own file.
    pub lines: Vec<u32>,
}

/// What the unit itself writes to the standard streams. `None`: a test says nothing of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Printed {
    pub out: Option<String>,
    pub err: Option<String>,
}

impl Printed {
    pub fn streams(&self) -> [&Option<String>; 2] {
        [&self.out, &self.err]
    }

    pub fn streams_mut(&mut self) -> [&mut Option<String>; 2] {
        [&mut self.out, &mut self.err]
    }

    /// Whether a test says anything of it.
    pub fn is_told(&self) -> bool {
        self.streams().iter().any(|stream| stream.is_some())
    }
}

/// An argument that a constructor is not given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Omitted {
    pub class: Name,
    pub parameter: String,
    pub default: Value,
}

/// One argument of the call to the target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Argument {
    pub name: String,
    pub passing: Passing,
    pub value: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passing {
    Positional,
    Keyword,
    /// The value is a tuple that fills `*args`.
    Star,
    /// The value is a dict that fills `**kwargs`.
    DoubleStar,
}

/// A double put at a seam for the duration of the call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Patch {
    /// What `unittest.mock.patch` is given: `requests.post`, `shop.checkout.reserve`.
    pub target: String,
    /// The real thing's fully qualified name, as the report has it.
    pub callee: String,
    /// A word for the double, in the unit's vocabulary: `post`, `reserve`.
    pub hint: String,
    pub replacement: Replacement,
    pub role: Role,
    /// The calls the path makes, in order, with the arguments at the time of each call.
    pub calls: Vec<CallArguments>,
    /// How often it is called is part of the behaviour (a retry).
    pub counted: bool,
    /// The unit changes an argument after it has passed it: only a double that copies its arguments knows what they were.
    #[serde(default)]
    pub copies: bool,
    /// The unit's own name for the module of the standard library that `target` begins with.
    pub binding: Option<Binding>,
}

/// A name of the unit that is a module of the standard library, whole: `shop.cart.time` for `time`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Binding {
    pub name: String,
    pub module: String,
    /// Logging, asyncio and pytest use the module while a test runs.
    pub shared: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Replacement {
    /// A function or method: answers in the order of the calls. `autospec`: the real one can be imported and inspected.
    Function { autospec: bool, behaviour: Behaviour },
    /// An attribute, constant or object: replaced by a value.
    Object(Value),
    /// An attribute that objects have from a constructor which is doubled: put on the class for the test.
    Created(Value),
    /// Entries of a mapping such as `os.environ`; `None` removes the key. `only`: it has no others.
    Entries { entries: Vec<(Value, Option<Value>)>, only: bool },
    /// A context that the framework has for tests, entered before the unit is called.
    Entered(Value),
    /// A context variable of the unit, which stays and has this value.
    Context { variable: Name, value: Value },
    /// A variable that a function of the unit has kept from the one around it: `more.__closure__[0]`, which has this value.
    Cell { cell: Name, value: Value },
}

/// What a test says of a call: the more, the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A question: nothing.
    Query,
    /// A question whose arguments the unit works out: what is asked, but not how often.
    Inquiry,
    /// An effect: every call.
    Command,
}

/// What a doubled function does, call after call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Behaviour {
    pub is_async: bool,
    /// Parameter names of the real callable where they are known, for readable side effects.
    pub parameters: Vec<String>,
    pub answers: Vec<Answer>,
}

/// One call's answer: what it changes, then what it returns or raises.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer {
    pub mutations: Vec<Mutation>,
    pub outcome: Outcome,
    /// The unit changes what it is given: each test has to make it anew.
    #[serde(default)]
    pub is_changed: bool,
}

/// `arguments[parameter].path = value`, done by the double to an object it was handed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mutation {
    /// Position of the argument in the call.
    pub position: usize,
    /// Its keyword, if it was passed by keyword.
    pub keyword: Option<String>,
    /// The parameter's name in the callee's signature or, failing that, the argument's in the unit.
    pub parameter: String,
    pub path: Vec<Step>,
    pub value: Value,
    /// Nothing shows that the real one does it.
    #[serde(default)]
    pub assumed: bool,
}

/// From an object to something it holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Attribute(String),
    Item(Value),
    /// All elements of a container at once (`xs[:] = …`, `d.clear(); d.update(…)`).
    Contents,
    /// Calls it; always the last step of a mutation.
    Call(Vec<Value>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Return(Value),
    Raise {
        class: Name,
        /// Nobody knows what its constructor asks for, since its package is not installed: it is made without one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unbuilt: bool,
        /// Constructor arguments (a double builds the exception from them).
        args: Vec<Value>,
        /// Those of them that only a keyword passes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        keywords: Vec<(String, Value)>,
        /// Attributes set on the instance, because a handler reads them.
        set: Vec<(String, Value)>,
        /// `str(exception)`, only if that text is literal in the unit.
        message: Option<String>,
        /// The message only begins so: what follows is somebody else's.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        goes_on: bool,
    },
    /// A generator or iterator: what it yields, then what ends it.
    Yield {
        items: Vec<Value>,
        end: Box<Outcome>,
    },
}

/// The [`Value::Unwritable`] of an argument that the unit changes after the call: a mock records it by reference.
pub const CHANGED_LATER: &str = "value that is changed later";

/// The [`Value::Unwritable`] of a result of which a test can only say that it can be called: a closure, a bound method.
pub const CALLABLE: &str = "callable";

/// The [`Value::Unwritable`] of a number that is another one in each run: a test can only say that it is a number.
pub const VARYING: &str = "int";
/// The same of a text: one that says where an object is in memory.
pub const VARYING_TEXT: &str = "str";

/// What one call to a double was given.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CallArguments {
    pub positional: Vec<Value>,
    pub keywords: Vec<(String, Value)>,
}

/// `access == value` after the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    pub access: Access,
    pub value: Value,
}

/// A place reachable after the call: `order.status`, `self._items[0]`, `shop.checkout.COUNTER`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Access {
    pub root: Root,
    pub path: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Root {
    Argument(String),
    Receiver,
    /// The object that the test binds to this number, and a seam gives.
    Made(u32),
    Global(Name),
    /// The double with this number.
    Double(u32),
}

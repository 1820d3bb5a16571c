//! What a call across the border is assumed to raise.
//!
//! ```python
//! try:
//!     requests.post(url)          # raises an *assumed* exception: nobody has said yet which
//! except requests.Timeout: …      # it is a Timeout, or it is not
//! except: …                       # whatever is left is an Exception
//! ```
//!
//! Only what the unit is prepared to catch is assumed: one that no `except` of the unit takes leaves no path behind.

use std::sync::Arc;

use unseam_types::Type;

use super::statuses::{raises_for_status, tells_of_status};
use crate::exec::lazy::Use;
use crate::exec::{Machine, Result};
use crate::ir::{BlockId, Code, Ident, Op, Terminator};
use crate::state::{Event, Excluded, Object, ObjectId, Origin, Value};
use crate::term::Sort;

/// What an assumed exception is called, before the function that raises it.
const ASSUMED: &str = "exception of ";

/// Questions that are answered whatever happens: nothing but the user's impatience ends them. A dot at the end stands for all
/// of a module.
const HARMLESS: &[&str] = &[
    "_socket.socket.settimeout",
    "datetime.date.today",
    "datetime.datetime.now",
    "datetime.datetime.today",
    "datetime.datetime.utcnow",
    "os.getegid",
    "os.geteuid",
    "os.getgid",
    "os.getpid",
    "os.getppid",
    "os.getuid",
    "os.urandom",
    "platform.",
    "random.",
    "socket.socket.settimeout",
    "threading.current_thread",
    "threading.get_ident",
    "time.",
    "uuid.",
];

/// Methods that reach nobody, whatever object they are of: they raise what Python raises, and nothing of a package.
const PLAIN_METHODS: &[&str] = &["__delitem__", "__setitem__", "isoformat", "strftime"];

fn is_plain_method(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, method)| PLAIN_METHODS.contains(&method))
}

/// Whether the question is answered whatever happens, and leaves everything as it is.
pub(super) fn is_harmless(path: &str) -> bool {
    HARMLESS.iter().any(|known| if known.ends_with('.') { path.starts_with(known) } else { path == *known })
}

/// `sqlite3` of `_sqlite3` and of `sqlite3.dbapi2`.
fn package_of(module: &str) -> &str {
    module.split('.').next().unwrap_or(module).trim_start_matches('_')
}

impl Machine<'_> {
    /// Whether a call of this name is worth a path in which it raises.
    pub(super) fn may_raise(&self, path: &str, receiver: Option<ObjectId>) -> bool {
        // The call that made the context manager has a path of its own; one more for entering it shows nothing new.
        let enters_result = path.ends_with("enter__") && receiver.is_some_and(|receiver| self.is_result(receiver));
        !enters_result && self.may_assume_exceptions(path) && self.exception_would_be_caught()
    }

    /// What a call of this name raises on the path under way, if it raises: an exception that some `except` would take, or one
    /// that shows what is done on the way out.
    pub(super) fn raises_here(&mut self, path: &str, receiver: Option<ObjectId>, event: u32) -> Result<Option<Value>> {
        let is_caught = self.may_raise(path, receiver);
        let enters = path.ends_with("enter__") || path.ends_with("exit__");
        let classes = match !enters && !is_harmless(path) && self.may_assume_exceptions(path) {
            true => self.cleaned_up(path)?,
            false => Vec::new(),
        };
        let ways = 1 + u32::from(is_caught) + classes.len() as u32;
        if ways == 1 {
            return Ok(None);
        }
        let chosen = self.choose(ways) as usize;
        if chosen == 0 {
            return Ok(None);
        }
        if is_caught && chosen == 1 {
            return Ok(Some(self.assumed_exception(path, event)));
        }
        let class = classes[chosen - 1 - usize::from(is_caught)];
        let last = path.rsplit('.').next().unwrap_or(path);
        let shown = self.state.heap.class(class).map(|class| class.name.to_string()).unwrap_or_default();
        self.describe(format!("{last}() raises {shown}"));
        let exception = self.seam_exception(class);
        if let Value::Ref(id) = exception {
            self.state.assumed.insert(id);
            self.state.unnamed.insert(id);
        }
        Ok(Some(exception))
    }

    /// Whether an object is what a call gave, not a part of that.
    fn is_result(&self, id: ObjectId) -> bool {
        self.state.events.iter().any(|event| self.resolve(event.result) == Value::Ref(id))
    }

    pub(super) fn assumed_exception(&mut self, path: &str, event: u32) -> Value {
        let ty = Type::instance("builtins", "BaseException");
        self.undecided(ty, &format!("{ASSUMED}{path}"), Origin::Seam(event), 0)
    }

    /// Whether some `except` of the unit around the instruction under way could catch an exception.
    pub fn exception_would_be_caught(&self) -> bool {
        self.state
            .frames
            .innermost_first()
            .take_while(|frame| !frame.then.is_our_own())
            .filter(|frame| !frame.unit.trusted)
            .any(|frame| {
                let mut handler = frame.code.blocks[frame.block.index()].handler;
                // Nested handlers lead outwards; each is looked at once.
                for _ in 0..frame.code.blocks.len() {
                    let Some(block) = handler else { return false };
                    if catches(&frame.code, block) {
                        return true;
                    }
                    handler = frame.code.blocks[block.index()].handler;
                }
                false
            })
    }

    /// The assumed exception is, or is not, one of this class.
    pub fn assumed_exception_matches(&mut self, lazy: ObjectId, class: ObjectId) -> Result<bool> {
        if self.frame().unit.trusted {
            // Our own code passes it on; what it is, is for the unit to say.
            return Ok([self.known.builtin("Exception"), self.known.builtin("BaseException")].contains(&class));
        }
        // What an earlier `except` was not given, a later one is not given as a kind of it.
        let earlier = self.state.excluded.get(&lazy).cloned().unwrap_or_default();
        let real = |class: ObjectId| match self.state.heap.class(class) {
            // `socket.error` is another name.
            Some(info) if &*info.module == "builtins" => self.known.builtin(&info.name),
            _ => class,
        };
        if earlier.classes.iter().any(|&other| self.state.heap.is_subclass(real(class), real(other))) {
            return Ok(false);
        }
        if !self.can_raise(lazy, class) || self.choose(2) == 1 {
            self.exclude(lazy, class);
            return Ok(false);
        }
        self.decide_exception(lazy, class)?;
        Ok(true)
    }

    /// Whether there is a world in which the function that an assumed exception comes from raises one of this class: nobody
    /// has heard of a clock that raises `requests.Timeout`, nor of a file that raises `smtplib.SMTPException`.
    fn can_raise(&self, lazy: ObjectId, class: ObjectId) -> bool {
        let (Object::Lazy(undecided), Some(info)) = (self.state.heap.get(lazy), self.state.heap.class(class)) else {
            return true;
        };
        let path = undecided.name.trim_start_matches(ASSUMED);
        if is_harmless(path) {
            return !self.state.heap.is_subclass(class, self.known.builtin("Exception"));
        }
        if raises_for_status(path) && !tells_of_status(&info.module, &info.name) {
            return false;
        }
        let is_standard = |module: &str| self.program.modules.locate(module).origin == crate::project::Origin::Stdlib;
        let of_library =
            self.program.modules.split(path).map(|(module, _)| module).filter(|module| is_standard(module));
        match of_library {
            _ if &*info.module == "builtins" => true,
            _ if is_plain_method(path) => false,
            None => true,
            // A library raises what is its own, and what it knows.
            Some(own) => {
                let package = package_of(&info.module);
                is_standard(&info.module) && (package_of(own) == package || self.program.imports(own, package))
            }
        }
    }

    /// `except:` takes what is left.
    pub fn catch_all(&mut self, exception: Value) -> Result<()> {
        match self.resolve(exception) {
            Value::Ref(id)
                if matches!(self.state.heap.get(id), Object::Lazy(lazy) if lazy.is_assumed_exception())
                    && !self.frame().unit.trusted =>
            {
                let usual = self.known.builtin("Exception");
                let is_left = |excluded: &Arc<Excluded>| !excluded.classes.contains(&usual);
                let class = if self.state.excluded.get(&id).is_none_or(is_left) {
                    usual
                } else {
                    self.known.builtin("BaseException")
                };
                self.decide_exception(id, class)
            }
            _ => Ok(()),
        }
    }

    fn decide_exception(&mut self, lazy: ObjectId, class: ObjectId) -> Result<()> {
        let Object::Lazy(undecided) = self.state.heap.get(lazy) else { return Ok(()) };
        let (name, origin, depth) = (Arc::clone(&undecided.name), undecided.origin, undecided.depth);
        let Some(info) = self.state.heap.class(class) else { return Ok(()) };
        let (module, qualname) = (Arc::clone(&info.module), Arc::clone(&info.qualname));
        let who = name.trim_start_matches(ASSUMED).to_owned();
        self.describe(format!("{who} raises {}", format!("{module}.{qualname}").trim_start_matches("builtins.")));
        if self.has_own_constructor(class) && self.class_object(&module, &qualname)? == Some(class) {
            // Made by its own constructor, so that it has what the handler reads.
            let shown = format!("{} error", who.rsplit('.').next().unwrap_or(&who));
            let instance = self.undecided(Type::instance(&module, &qualname), &shown, origin, depth);
            self.state.heap.set(lazy, Object::Alias(instance));
            self.settle(instance, Use::Any)?;
            return Ok(());
        }
        let exception = self.seam_exception(class);
        if let Value::Ref(id) = exception {
            self.state.assumed.insert(id);
        }
        self.state.heap.set(lazy, Object::Alias(exception));
        Ok(())
    }

    /// Whether constructing the exception runs Python code that the machine has.
    fn has_own_constructor(&self, class: ObjectId) -> bool {
        self.state.heap.lookup(class, "__init__").is_some_and(|(_, owner)| !self.is_builtin_class(owner))
    }

    /// What a handler reads from an assumed exception: `error.errno`, `error.response`.
    pub fn assumed_attribute(&mut self, id: ObjectId, name: &Ident) -> Option<Value> {
        if !self.state.assumed.contains(&id) || name.starts_with("__") {
            return None;
        }
        if &**name == "args" {
            self.assume_message(Value::Ref(id));
            return None;
        }
        let class = self.state.heap.instance(id)?.class;
        let info = self.state.heap.class(class)?;
        let (class_name, own) = (Arc::clone(&info.name), Type::instance(&info.module, &info.qualname));
        let mut ty = self.program.types.member(&own, name);
        // Raised for an answer, so that there is one.
        if &*class_name == "HTTPError" && &**name == "response" && ty != Type::None {
            ty = Type::union(ty.members().iter().filter(|member| **member != Type::None).cloned());
        }
        // A builtin exception has just what its type says; methods are called, not set.
        let is_known = !ty.is_unknown() || info.outside;
        if !is_known || matches!(ty, Type::Callable { .. } | Type::Function { .. }) {
            return None;
        }
        let value = self.undecided(ty, &format!("{class_name}.{name}"), Origin::Seam(self.raising_event(id)), 1);
        self.state.heap.instance_mut(id)?.attributes.set(Arc::clone(name), value);
        Some(value)
    }

    /// The crossing in which an exception was raised.
    fn raising_event(&self, id: ObjectId) -> u32 {
        let raised = |event: &Arc<Event>| event.raised && self.resolve(event.result) == Value::Ref(id);
        self.state.events.iter().position(raised).unwrap_or_default() as u32
    }

    /// The handler looks at the text of an assumed exception, so it has one.
    pub fn assume_message(&mut self, exception: Value) {
        let Value::Ref(id) = self.resolve(exception) else { return };
        let Some(instance) = self.state.heap.instance(id).filter(|_| self.state.assumed.contains(&id)) else { return };
        let is_empty = matches!(
            instance.native.and_then(|args| self.object(args)),
            Some(Object::Tuple(items)) if items.is_empty()
        );
        if !is_empty {
            return;
        }
        let class = instance.class;
        let Some(name) = self.state.heap.class(class).map(|class| Arc::clone(&class.name)) else { return };
        let message = Value::Str(self.fresh(Sort::Str, &format!("str({name})")));
        let args = self.tuple([message]);
        if let Some(instance) = self.state.heap.instance_mut(id) {
            instance.native = Some(args);
        }
    }

    /// An exception that a seam raises: made as its class can be made.
    pub fn seam_exception(&mut self, class: ObjectId) -> Value {
        let name: Ident = self.state.heap.class(class).map(|class| Arc::clone(&class.name)).unwrap_or_default();
        let args: Vec<Value> = match &*name {
            "UnicodeDecodeError" => {
                let bytes = Value::Bytes(self.terms.bytes([0xffu8].as_slice()));
                vec![self.str("utf-8"), bytes, self.int(0), self.int(1), self.str("invalid start byte")]
            }
            "UnicodeEncodeError" => {
                vec![self.str("ascii"), self.str("é"), self.int(0), self.int(1), self.str("ordinal not in range(128)")]
            }
            "JSONDecodeError" => vec![self.str("Expecting value"), self.str(""), self.int(0)],
            "CalledProcessError" => vec![self.int(1), self.str("cmd")],
            "TimeoutExpired" => vec![self.str("cmd"), self.int(1)],
            _ => Vec::new(),
        };
        let args = self.tuple(args);
        Value::Ref(self.state.heap.new_instance(class, Some(args)))
    }
}

/// Whether a handler block (or what it leads to at once) is that of an `except`, not of a `finally` or `with`.
pub(super) fn catches(code: &Code, block: BlockId) -> bool {
    let is_except = |op: &Op| matches!(op, Op::Matches { .. } | Op::CatchAll { .. });
    let mut block = block;
    for _ in 0..4 {
        let body = &code.blocks[block.index()];
        if body.instructions.iter().any(|instruction| is_except(&instruction.op)) {
            return true;
        }
        let Terminator::Jump(next) = body.end else { return false };
        block = next;
    }
    false
}

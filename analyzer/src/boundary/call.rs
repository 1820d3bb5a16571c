//! Calls across the border.

use std::sync::Arc;

use unseam_types::Type;

use crate::exec::{Machine, Outcome, Result, Stop};
use crate::ir::{Ident, Op};
use crate::state::{EventKind, Lazy, Object, ObjectId, Origin, Value};

type Keywords = Vec<(Ident, Value)>;

impl Machine<'_> {
    /// A function or class outside the unit is called.
    pub fn call_outside(&mut self, id: ObjectId, positional: Vec<Value>, keywords: Keywords) -> Result<Outcome> {
        let Object::Outside(outside) = self.state.heap.get(id) else { return self.unsupported("an outside call") };
        let outside = outside.clone();
        if outside.is_module {
            return self.type_error("'module' object is not callable");
        }
        if let Some(module) = self.constant_import(&outside.path, &positional) {
            return self.import(&module, false).map(Outcome::Value);
        }
        if let Some(decorated) = self.decorated(&outside.path, &positional, &keywords) {
            return Ok(Outcome::Value(decorated));
        }
        if self.pure_reference(&outside.path) {
            if outside.path.starts_with("typing.") {
                // `TypeVar("T")`, `NewType(…)`: typing constructs are inert.
                let inert = Object::Generic { origin: Value::None, args: positional.into() };
                return Ok(Outcome::Value(self.allocate(inert)));
            }
            if outside.class.is_some() {
                return self.pure_construction(&outside.path);
            }
            return self.evaluate(&outside.path, &positional, &keywords);
        }
        if outside.patch.is_empty() {
            return self.unsupported(format!(
                "{0} was captured by a closure when the module was imported, where no patch reaches it: look {0} up when it is called",
                outside.path
            ));
        }
        let kind = if outside.class.is_some() { EventKind::Construct } else { EventKind::Call };
        let ty = match outside.class.and_then(|class| self.state.heap.class(class)) {
            Some(class) => Type::instance(&class.module, &class.qualname),
            None => self.call_type(&outside.path),
        };
        let result = self.seam_call(kind, &outside.path, &outside.patch, None, positional, keywords, ty)?;
        self.ensured(result)
    }

    /// `importlib.import_module("bank.rates")` is an import.
    fn constant_import(&self, path: &str, positional: &[Value]) -> Option<Ident> {
        let [Value::Str(name)] = positional else { return None };
        let name = self.terms.as_str(*name).filter(|name| !name.is_empty() && !name.starts_with('.'))?;
        (path == "importlib.import_module").then(|| Ident::from(&**name))
    }

    /// `@outside.traced` over a function of the unit, at import: what it really makes of it is seen when tests are run;
    /// until then it is taken to leave it as it is.
    fn decorated(&mut self, decorator: &Ident, positional: &[Value], keywords: &Keywords) -> Option<Value> {
        let &[function] = positional else { return None };
        if !self.is_import || !keywords.is_empty() || self.pure_reference(decorator) {
            return None;
        }
        let function = self.resolve(function);
        let is_own = match self.object(function)? {
            Object::Function(function) => !function.unit.trusted,
            Object::Class(class) => self.program.is_inside(&format!("{}.{}", class.module, class.qualname)),
            _ => false,
        };
        if !is_own {
            return None;
        }
        self.state.assumed_plain.insert(function.object()?, Arc::clone(decorator));
        Some(function)
    }

    /// A value that is not decided is called: a double's method, or a callable parameter.
    pub fn call_lazy(&mut self, id: ObjectId, positional: Vec<Value>, keywords: Keywords) -> Result<Outcome> {
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return self.unsupported("a call of a double") };
        let lazy = lazy.clone();
        if let Some(decorated) = self.decorated(&lazy.name, &positional, &keywords) {
            return Ok(Outcome::Value(decorated));
        }
        let static_type = self.checked_type();
        let ty = match (&static_type, &lazy.ty) {
            (Type::Unknown, Type::Callable { returns, .. }) => (**returns).clone(),
            (Type::Unknown, other) => self.program.types.call_result(other),
            (known, _) => known.clone(),
        };
        let (receiver, name) = match &lazy.member_of {
            Some((receiver, name)) => (*receiver, Arc::clone(name)),
            None => (id, Ident::from("__call__")),
        };
        let owner = match self.state.heap.get(receiver) {
            Object::Lazy(owner) => match &owner.ty {
                Type::Instance { class, .. } => class.to_string(),
                _ => "*".to_owned(),
            },
            _ => "*".to_owned(),
        };
        let path: Ident = match self.state.standing.get(&id) {
            Some(function) => Arc::clone(function),
            None => format!("{owner}.{name}").into(),
        };
        let result = self.seam_call(EventKind::Call, &path, &lazy.name, Some(receiver), positional, keywords, ty)?;
        self.ensured(result)
    }

    /// An outside class is called through its class object (a base, a type object passed around).
    pub fn construct_outside(
        &mut self,
        class: ObjectId,
        positional: Vec<Value>,
        keywords: Keywords,
    ) -> Result<Outcome> {
        let Some(info) = self.state.heap.class(class) else { return self.unsupported("an outside class") };
        let exception = self.known.builtin("BaseException");
        if info.mro.contains(&exception) {
            let args = self.tuple(positional);
            let instance = self.state.heap.new_instance(class, Some(args));
            for (name, value) in keywords {
                if let Some(instance) = self.state.heap.instance_mut(instance) {
                    instance.attributes.set(name, value);
                }
            }
            return Ok(Outcome::Value(Value::Ref(instance)));
        }
        let path: Ident = format!("{}.{}", info.module, info.qualname).into();
        let ty = Type::instance(&info.module, &info.qualname);
        self.seam_call(EventKind::Construct, &path, &path, None, positional, keywords, ty).map(Outcome::Value)
    }

    /// The crossing itself: an undecided result, or an exception that the unit is prepared to catch.
    #[expect(clippy::too_many_arguments, reason = "a call is all of these")]
    pub(super) fn seam_call(
        &mut self,
        kind: EventKind,
        path: &Ident,
        patch: &Ident,
        receiver: Option<ObjectId>,
        positional: Vec<Value>,
        keywords: Keywords,
        ty: Type,
    ) -> Result<Value> {
        self.settle_handed(path, &positional, &keywords)?;
        let number = self.state.events.len() as u32;
        let stated = self.contract(path).and_then(|contract| contract.returns.clone());
        let ty = stated.unwrap_or(ty);
        if let Some(exception) = self.stated_exception(path)? {
            self.cross(kind, path, patch, receiver, positional, keywords, ty, exception, true);
            return Err(Stop::Raise(exception));
        }
        let raises = self.may_assume_exceptions(path) && self.exception_would_be_caught() && self.choose(2) == 1;
        if raises {
            let name: Ident = format!("exception of {path}").into();
            let lazy = Lazy {
                ty: Type::instance("builtins", "BaseException"),
                name,
                origin: Origin::Seam(number),
                depth: 0,
                member_of: None,
                members: Default::default(),
            };
            let exception = self.allocate(Object::Lazy(lazy));
            self.cross(kind, path, patch, receiver, positional, keywords, ty, exception, true);
            return Err(Stop::Raise(exception));
        }
        let shown = self.call_name(path);
        let result = match &ty {
            Type::Never => return self.unsupported(format!("{path} does not return")),
            _ => self.undecided(ty.clone(), &shown, Origin::Seam(number), 0),
        };
        let arguments: Vec<Value> =
            positional.iter().copied().chain(keywords.iter().map(|(_, value)| *value)).collect();
        self.cross(kind, path, patch, receiver, positional, keywords, ty, result, false);
        if !self.touch_stated(number, path) {
            self.touch(number, path, &arguments);
        }
        Ok(result)
    }

    /// The result's name: `post()`, the second time `post()#2`.
    fn call_name(&self, path: &str) -> String {
        let last = path.rsplit('.').next().unwrap_or(path);
        let again = self.state.events.iter().filter(|event| &*event.path == path).count();
        if again == 0 { format!("{last}()") } else { format!("{last}()#{}", again + 1) }
    }

    /// What the checker says the call under way gives.
    fn checked_type(&self) -> Type {
        match self.state.frames.last() {
            Some(frame) if !frame.unit.trusted => self.program.expression_type(&frame.unit.name, self.current_range()),
            _ => Type::Unknown,
        }
    }

    /// The result type of calling an outside function: the checker's at the call, else its own annotation.
    fn call_type(&self, path: &str) -> Type {
        match self.checked_type() {
            Type::Unknown => {
                let Some((module, name)) = self.program.modules.split(path) else { return Type::Unknown };
                self.program.types.function(module, name).map_or(Type::Unknown, |function| function.returns)
            }
            known => known,
        }
    }

    /// Whether some `except` around the instruction under way could catch an exception.
    fn exception_would_be_caught(&self) -> bool {
        self.state.frames.innermost_first().take_while(|frame| !frame.then.is_our_own()).any(|frame| {
            let mut handler = frame.code.blocks[frame.block.index()].handler;
            // Nested handlers lead outwards; each is looked at once.
            for _ in 0..frame.code.blocks.len() {
                let Some(block) = handler else { return false };
                if self.looks_at_class(&frame.code, block) {
                    return true;
                }
                handler = frame.code.blocks[block.index()].handler;
            }
            false
        })
    }

    /// Whether a handler block (or what it leads to at once) matches the exception against a class.
    fn looks_at_class(&self, code: &crate::ir::Code, block: crate::ir::BlockId) -> bool {
        let mut open = vec![(block, 0)];
        while let Some((block, depth)) = open.pop() {
            let body = &code.blocks[block.index()];
            if body.instructions.iter().any(|instruction| matches!(instruction.op, Op::Matches { .. })) {
                return true;
            }
            if depth < 3
                && let crate::ir::Terminator::Jump(next) = body.end
            {
                open.push((next, depth + 1));
            }
        }
        false
    }

    /// An exception that a seam raises: made as its class can be made.
    pub fn seam_exception(&mut self, class: ObjectId) -> Value {
        let name = self.state.heap.class(class).map(|class| Arc::clone(&class.name)).unwrap_or_default();
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

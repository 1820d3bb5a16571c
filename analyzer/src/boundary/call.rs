//! Calls across the border.

use std::sync::Arc;

use num_bigint::BigInt;
use unseam_plan::Name;
use unseam_types::Type;

use super::callee::without_bytes_twins;
use super::protocol::is_context_method;
use super::records::{describes_field, is_sql_expression};
use super::standard::asks_for_argument;
use crate::exec::{End, Machine, Outcome, Result, Stop};
use crate::ir::Ident;
use crate::state::{Event, EventKind, Object, ObjectId, Origin, Value};
use crate::term::Constant;

/// The years that a date can have, in seconds since 1970.
const YEAR_1: i64 = -62_135_596_800;
const YEAR_10000: i64 = 253_402_300_800;

type Keywords = Vec<(Ident, Value)>;

/// Outside functions for which a function of the test file stands in, with its name and that of its model.
const INLINE_DOUBLES: &[(&str, &str, &str)] = &[("concurrent.futures.as_completed", "in_order", "in_order")];

/// Results about which the checker is told nothing, because they depend on the family of a socket: the usual one.
fn known_result(path: &str) -> Option<Type> {
    let address = || Type::Tuple { items: vec![Type::Str, Type::Int], rest: None };
    match path {
        "socket.socket.getpeername" | "socket.socket.getsockname" => Some(address()),
        _ => None,
    }
}

/// Everybody's `cached_property` does what the library's does: older projects and frameworks bring their own.
fn is_cached_property(path: &str) -> bool {
    path.rsplit('.').next() == Some("cached_property")
}

fn inline_double(path: &str) -> Option<(&'static str, &'static str)> {
    let found = INLINE_DOUBLES.iter().find(|(function, ..)| *function == path)?;
    Some((found.1, found.2))
}

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
        if self.is_import
            && is_cached_property(&outside.path)
            && let Some(real) = self.standard_object(&Name::new("functools", "cached_property"))?
        {
            return self.call(real, positional, keywords);
        }
        if let Some(decorated) = self.decorated(&outside.path, &positional, &keywords)? {
            return Ok(Outcome::Value(decorated));
        }
        if let Some(seconds) = self.fixed_instant(&outside.path, &positional) {
            return self.prelude("utc_time", vec![seconds]);
        }
        if self.pure_reference(&outside.path) && !asks_for_argument(&outside.path, positional.len()) {
            if let Some(name) = outside.path.strip_prefix("typing.") {
                // `from typing_extensions import override`
                if let Some(real) = self.standard_object(&Name::new("typing", name))?
                    && matches!(self.object(real), Some(Object::Builtin(_)))
                {
                    return self.call(real, positional, keywords);
                }
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
                "{0} was captured when the module was imported, where no patch reaches it: look {0} up when it is called",
                outside.path
            ));
        }
        if is_sql_expression(&outside.path) {
            return self.sql_expression();
        }
        if let Some((helper, prelude)) = inline_double(&outside.path) {
            let helper = self.str(helper);
            self.double_by_function(&outside.path, &outside.patch, helper);
            let packed = self.tuple(positional);
            let names = self.keyword_dict(keywords);
            return self.prelude(prelude, vec![packed, names]);
        }
        let kind = if outside.class.is_some() { EventKind::Construct } else { EventKind::Call };
        let ty = match outside.class.and_then(|class| self.state.heap.class(class)) {
            Some(class) => Type::instance(&class.module, &class.qualname),
            None => {
                let stated = self.call_type(&outside.path);
                let ty = without_bytes_twins(stated.clone());
                if ty != stated {
                    self.inexact();
                }
                ty
            }
        };
        let ty = known_result(&outside.path).filter(|_| ty.is_unknown()).unwrap_or(ty);
        let result = self.seam_call(kind, &outside.path, &outside.patch, None, positional, keywords, ty)?;
        self.ensured(result)
    }

    /// `time.gmtime(0)`: a number that is known asks nobody, whatever the clock says.
    fn fixed_instant(&self, path: &str, positional: &[Value]) -> Option<Value> {
        let &[seconds @ Value::Int(term)] = positional else { return None };
        let Constant::Int(number) = self.constant(term)? else { return None };
        let (first, end) = (BigInt::from(YEAR_1), BigInt::from(YEAR_10000));
        (path == "time.gmtime" && (first..end).contains(number)).then_some(seconds)
    }

    /// `importlib.import_module("bank.rates")` is an import.
    fn constant_import(&self, path: &str, positional: &[Value]) -> Option<Ident> {
        let [Value::Str(name)] = positional else { return None };
        let name = self.terms.as_str(*name).filter(|name| !name.is_empty() && !name.starts_with('.'))?;
        // Only statements tell which missing modules a test has to put in place.
        (path == "importlib.import_module" && !self.program.is_missing(name)).then(|| Ident::from(&**name))
    }

    /// `@outside.traced` over a function of the unit, at import: what it really makes of it is seen when tests are run;
    /// until then it is taken to leave it as it is.
    fn decorated(&mut self, decorator: &Ident, positional: &[Value], keywords: &Keywords) -> Result<Option<Value>> {
        let &[function] = positional else { return Ok(None) };
        if !self.is_import || !keywords.is_empty() || self.pure_reference(decorator) {
            return Ok(None);
        }
        let Value::Ref(id) = self.resolve(function) else { return Ok(None) };
        let (is_own, is_class) = match self.state.heap.get(id) {
            Object::Function(function) => (!function.unit.trusted, false),
            Object::ClassMethod(inner) | Object::StaticMethod(inner) => {
                (matches!(self.object(*inner), Some(Object::Function(function)) if !function.unit.trusted), false)
            }
            Object::Class(class) => (self.program.is_inside(&format!("{}.{}", class.module, class.qualname)), true),
            _ => (false, false),
        };
        if !is_own {
            return Ok(None);
        }
        if is_class {
            self.decorate_class(id, decorator)?;
        }
        if super::frameworks::passes_context(decorator) {
            self.state.given_context.insert(id);
        }
        self.state.assumed_plain.insert(id, Arc::clone(decorator));
        Ok(Some(Value::Ref(id)))
    }

    /// A value that is not decided is called: a double's method, or a callable parameter.
    pub fn call_lazy(&mut self, id: ObjectId, positional: Vec<Value>, keywords: Keywords) -> Result<Outcome> {
        let Object::Lazy(lazy) = self.state.heap.get(id) else { return self.unsupported("a call of a double") };
        let lazy = lazy.clone();
        if let Some((owner, name)) = lazy.member_of.clone()
            && is_context_method(&name)
        {
            return self.call_context_method(owner, &name, &lazy.ty, positional).map(Outcome::Value);
        }
        let decorator = self.made_by(&lazy);
        if let Some(decorated) = self.decorated(&decorator, &positional, &keywords)? {
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
        let path: Ident = match self.state.standing.get(&id) {
            Some(function) => Arc::clone(function),
            None => self.member_path(receiver, &name),
        };
        let ty = known_result(&path).filter(|_| ty.is_unknown()).unwrap_or(ty);
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
        // A partial of the module has given some arguments already, under a name of its own.
        let is_itself = || patch.rsplit('.').next() == path.rsplit('.').next();
        if receiver.is_none()
            && is_itself()
            && !self.is_building
            && !self.state.is_constructing()
            && self.lacks_argument(path, positional.len(), keywords.iter().map(|(name, _)| &**name))
        {
            // The real function would refuse, and so does a double with its signature: no world to test in.
            self.inexact();
            return Err(Stop::End(End::Infeasible));
        }
        if receiver.is_none()
            && is_itself()
            && let Some(unknown) = self.program.unknown_keyword(path, keywords.iter().map(|(name, _)| &**name))
        {
            // So does the real function, without running.
            let name = path.rsplit('.').next().unwrap_or(path);
            self.inexact();
            let refused = self.type_error(format!("{name}() got an unexpected keyword argument '{unknown}'"));
            if let Err(Stop::Raise(Value::Ref(exception))) = &refused {
                self.state.certain.insert(*exception);
            }
            return refused;
        }
        self.refuse_calling_back_again(path)?;
        self.take_texts_outside(path, &positional);
        let handed: Vec<Value> = positional.iter().copied().chain(keywords.iter().map(|(_, value)| *value)).collect();
        self.relies_on_callee(path, &handed);
        let called_back = self.call_back(path, &positional, &keywords)?;
        self.settle_handed(path, &positional, &keywords)?;
        let number = self.state.events.len() as u32;
        let stated = self.contract(path).and_then(|contract| contract.returns.clone());
        let ty = if describes_field(path) { Type::Unknown } else { stated.unwrap_or(ty) };
        if let Some(exception) = self.stated_exception(path)? {
            self.cross(kind, path, patch, receiver, positional, keywords, ty, exception, true);
            return Err(Stop::Raise(exception));
        }
        let is_async = self.is_awaited(path, &ty);
        // A coroutine raises when it is awaited, not when it is made.
        if !is_async && let Some(exception) = self.raises_here(path, receiver, number)? {
            self.agree_with_status(path, receiver, true)?;
            self.cross(kind, path, patch, receiver, positional, keywords, ty, exception, true);
            return Err(Stop::Raise(exception));
        }
        self.agree_with_status(path, receiver, false)?;
        let shown = self.result_name(path, receiver);
        let known = self.answered_before(path, &positional).or_else(|| self.chosen_item(path, &positional));
        let result = match (&ty, known) {
            (Type::Never, _) => {
                let exception = self.exception_instead_of_return(path, &positional)?;
                self.cross(kind, path, patch, receiver, positional, keywords, ty, exception, true);
                return Err(Stop::Raise(exception));
            }
            (_, Some(item)) => item,
            _ if is_async => self.outside_coroutine(&ty, &shown, number),
            _ => self.undecided(ty.clone(), &shown, Origin::Seam(number), 0),
        };
        self.ensure_answer(path, &positional, result)?;
        let arguments: Vec<Value> =
            positional.iter().copied().chain(keywords.iter().map(|(_, value)| *value)).collect();
        self.cross(kind, path, patch, receiver, positional, keywords, ty, result, false);
        if is_async {
            self.amend_event(number, |event| event.is_async = true);
        }
        if called_back.is_some() {
            self.amend_event(number, |event| event.called_back = called_back);
        }
        if !self.touch_stated(number, path) {
            self.touch(number, path, &arguments);
        }
        Ok(result)
    }

    fn lacks_argument<'k>(&self, path: &str, positional: usize, keywords: impl Iterator<Item = &'k str>) -> bool {
        let is_bound = self.state.methods_of_bases.contains(path);
        self.program.lacks_argument(path, is_bound, positional, keywords) == Some(true)
    }

    /// What the result is called: by its `as` if it is what a `with` entered, else by the call.
    fn result_name(&self, path: &str, receiver: Option<ObjectId>) -> String {
        if path.ends_with("enter__")
            && let Some(frame) = self.state.frames.last()
        {
            let owner = receiver.and_then(|receiver| match self.state.heap.get(receiver) {
                Object::Lazy(lazy) => Some(lazy.name.to_string()),
                _ => None,
            });
            let bound = self.program.bound_to(&frame.unit, self.current_range());
            return bound.map(|name| name.to_string()).or(owner).unwrap_or_else(|| self.call_name(path));
        }
        self.call_name(path)
    }

    /// The result's name: `post()`, the second time `post()#2`.
    fn call_name(&self, path: &str) -> String {
        let last = path.rsplit('.').next().unwrap_or(path);
        let is_call = |event: &&Arc<Event>| event.kind != EventKind::Attribute && &*event.path == path;
        let again = self.state.events.iter().filter(is_call).count();
        if again == 0 { format!("{last}()") } else { format!("{last}()#{}", again + 1) }
    }

    /// What the checker says the call under way gives.
    pub(super) fn checked_type(&self) -> Type {
        match self.state.frames.last() {
            Some(frame) if !frame.unit.trusted => self.program.expression_type(&frame.unit.name, self.current_range()),
            _ => Type::Unknown,
        }
    }

    /// The result type of calling an outside function: the checker's at the call, else its own annotation.
    fn call_type(&self, path: &str) -> Type {
        match self.checked_type() {
            // The checker takes for unreachable what it only thinks is: a `finally` after an exception.
            Type::Unknown | Type::Never => {
                let Some((module, name)) = self.program.modules.split(path) else { return Type::Unknown };
                let declared =
                    self.program.types.function(module, name).map_or(Type::Unknown, |function| function.returns);
                if declared.is_unknown() { self.returned_by_source(module, name) } else { declared }
            }
            known => super::reference::definite(known),
        }
    }
}

//! Objects and classes: `isinstance`, `type`, `super`, decorators that make descriptors.

use std::sync::Arc;

use num_traits::ToPrimitive;
use unseam_macros::model;
use unseam_types::Type;

use super::{Float, Given, Int, Keywords, Rest, Str};
use crate::exec::class::ClassParts;
use crate::exec::lazy::Use;
use crate::exec::{Machine, Outcome, Result};
use crate::state::{Attributes, Class, ClassKind, Object, ObjectId, Value};

/// `object.__init__`: what a constructor passes on must have been taken by somebody before it gets here.
#[model("object.__init__")]
fn object_init(m: &mut Machine<'_>, object: Value, args: Rest, keywords: Keywords) -> Result<()> {
    let Some(class) = m.class_of(object).filter(|_| !args.0.is_empty() || !keywords.0.is_empty()) else {
        return Ok(());
    };
    let Some(info) = m.state.heap.class(class) else { return Ok(()) };
    let name = Arc::clone(&info.name);
    // An outside base, or a native one, takes arguments of its own.
    let is_plain = info.mro.iter().all(|&base| m.state.heap.class(base).is_some_and(|base| !base.outside));
    if !is_plain || m.native_base(class) != m.known.object {
        return Ok(());
    }
    let has_own =
        |method: &str| m.state.heap.lookup(class, method).is_some_and(|(_, owner)| !m.is_builtin_class(owner));
    let (has_init, has_new) = (has_own("__init__"), has_own("__new__"));
    let whose = if has_init { "object" } else { &*name };
    match has_init || !has_new {
        true => m.type_error(format!("{whose}.__init__() takes exactly one argument (the instance to initialize)")),
        false => Ok(()),
    }
}

/// `object.__new__`
#[model("object.__new__")]
fn object_new(m: &mut Machine<'_>, class: Value, args: Rest, keywords: Keywords) -> Result<Value> {
    match m.resolve(class) {
        Value::Ref(id) if matches!(m.state.heap.get(id), Object::Class(_)) => {
            if let Some(missing) = m.abstract_methods(id) {
                return m.type_error(missing);
            }
            // What changes in place is filled by its `__init__`.
            m.new_native_instance(id, &args.0, &keywords.0, false).map(Value::Ref)
        }
        _ => m.type_error("object.__new__(X): X is not a type object"),
    }
}

/// `object.__init_subclass__`
#[model("object.__init_subclass__")]
fn object_init_subclass(m: &mut Machine<'_>, class: Value, args: Rest, keywords: Keywords) -> Result<()> {
    let class = m.resolve(class).object().and_then(|class| m.state.heap.class(class));
    let class = class.map_or("object".into(), |class| Arc::clone(&class.qualname));
    if !keywords.0.is_empty() {
        return m.type_error(format!("{class}.__init_subclass__() takes no keyword arguments"));
    }
    if !args.0.is_empty() {
        return m.type_error(format!("{class}.__init_subclass__() takes no arguments ({} given)", args.0.len()));
    }
    Ok(())
}

/// `object.__eq__`
#[model("object.__eq__")]
fn object_eq(m: &mut Machine<'_>, left: Value, right: Value) -> Result<Value> {
    Ok(if left == right { m.bool(true) } else { Value::NotImplemented })
}

/// `object.__repr__`
#[model("object.__repr__")]
fn object_repr(m: &mut Machine<'_>, object: Value) -> Result<Str> {
    m.plain_repr(object).map(Str)
}

/// `int.__repr__`: the number, also of a member of an `IntEnum`, which `json` writes that way.
#[model("int.__repr__")]
fn int_repr(m: &mut Machine<'_>, number: Int) -> Result<Str> {
    m.repr_of(Value::Int(number.0)).map(Str)
}

/// `bool.__repr__`
#[model("bool.__repr__")]
fn bool_repr(m: &mut Machine<'_>, truth: Value) -> Result<Str> {
    m.repr_of(truth).map(Str)
}

/// `float.__repr__`
#[model("float.__repr__")]
fn float_repr(m: &mut Machine<'_>, number: Float) -> Result<Str> {
    m.repr_of(Value::Float(number.0)).map(Str)
}

/// `object.__str__`
#[model("object.__str__")]
fn object_str(m: &mut Machine<'_>, object: Value) -> Result<Str> {
    m.repr_of(object).map(Str)
}

/// `BaseException.__init__`
#[model("BaseException.__init__")]
fn exception_init(m: &mut Machine<'_>, exception: Value, args: Rest, _keywords: Keywords) -> Result<()> {
    let args = m.tuple(args.0);
    if let Value::Ref(id) = m.resolve(exception)
        && let Some(instance) = m.state.heap.instance_mut(id)
    {
        instance.native = Some(args);
    }
    Ok(())
}

/// `BaseException.add_note(note)`
#[model("BaseException.add_note")]
fn add_note(m: &mut Machine<'_>, exception: Value, note: Value) -> Result<Outcome> {
    m.prelude("add_note", vec![exception, note])
}

/// `BaseException.with_traceback`
#[model("BaseException.with_traceback")]
fn with_traceback(m: &mut Machine<'_>, exception: Value, traceback: Value) -> Result<Value> {
    match m.object(traceback) {
        None if !m.resolve(traceback).is_none() => m.type_error("__traceback__ must be a traceback or None"),
        Some(Object::Lazy(_)) => m.unsupported("a traceback that is handed in"),
        _ => Ok(exception),
    }
}

/// `BaseException.__str__`
#[model("BaseException.__str__")]
fn exception_str(m: &mut Machine<'_>, exception: Value) -> Result<Str> {
    m.exception_text(exception).map(Str)
}

/// `isinstance(object, class_or_tuple)`
#[model("builtins.isinstance")]
fn isinstance(m: &mut Machine<'_>, object: Value, class: Value) -> Result<bool> {
    m.answer_guard(object);
    if let Some(answer) = m.custom_check(class, "__instancecheck__", object)? {
        return Ok(answer);
    }
    m.is_instance(object, class)
}

/// `type.__instancecheck__(class, object)`
#[model("type.__instancecheck__")]
fn instance_check(m: &mut Machine<'_>, class: Value, object: Value) -> Result<bool> {
    m.is_instance(object, class)
}

/// `type.__subclasscheck__(class, subclass)`
#[model("type.__subclasscheck__")]
fn subclass_check(m: &mut Machine<'_>, class: Value, subclass: Value) -> Result<bool> {
    match (m.as_class(subclass), m.as_class(class)) {
        (Some(subclass), Some(class)) => Ok(m.is_subclass_or_recognised(subclass, class)),
        _ => m.type_error("issubclass() arg 1 must be a class"),
    }
}

/// `issubclass(class, class_or_tuple)`
#[model("builtins.issubclass")]
fn issubclass(m: &mut Machine<'_>, class: Value, of: Value) -> Result<bool> {
    if let Some(answer) = m.custom_check(of, "__subclasscheck__", class)? {
        return Ok(answer);
    }
    let (class, of) = m.settle_classes(class, of)?;
    let of = m.behind_typing(of)?;
    let Some(class) = m.as_class(class) else { return m.type_error("issubclass() arg 1 must be a class") };
    if let Some(Object::Tuple(classes)) = m.object(of).cloned() {
        for of in classes.iter() {
            let of = m.behind_typing(*of)?;
            if m.as_class(of).is_some_and(|of| m.is_subclass_or_recognised(class, of)) {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    match m.as_class(of) {
        Some(of) => Ok(m.is_subclass_or_recognised(class, of)),
        None => m.type_error("issubclass() arg 2 must be a class, a tuple of classes, or a union"),
    }
}

/// `type(object)` or `type(name, bases, namespace)`
#[model("type")]
fn type_(
    m: &mut Machine<'_>,
    object: Value,
    bases: Option<Value>,
    namespace: Option<Value>,
    keywords: Keywords,
) -> Result<Outcome> {
    match (bases, namespace) {
        (None, None) => {
            let object = m.settle(object, Use::Any)?;
            m.relies_on_type(object);
            match m.class_of(object) {
                Some(class) => Ok(Outcome::Value(Value::Ref(class))),
                None => m.class_of_undecided(object),
            }
        }
        (Some(bases), Some(namespace)) => new_class(m, None, object, bases, namespace, keywords),
        _ => m.type_error("type() takes 1 or 3 arguments"),
    }
}

/// `type.__new__(metaclass, name, bases, namespace)`
#[model("type.__new__")]
fn type_new(
    m: &mut Machine<'_>,
    metaclass: Value,
    name: Value,
    bases: Value,
    namespace: Value,
    keywords: Keywords,
) -> Result<Outcome> {
    let metaclass = m.as_class(metaclass);
    new_class(m, metaclass, name, bases, namespace, keywords)
}

fn new_class(
    m: &mut Machine<'_>,
    metaclass: Option<ObjectId>,
    name: Value,
    bases: Value,
    namespace: Value,
    keywords: Keywords,
) -> Result<Outcome> {
    let Value::Str(name) = m.resolve(name) else {
        let kind = m.type_name(name);
        return m.type_error(format!("type.__new__() argument 1 must be str, not {kind}"));
    };
    let name = m.concrete_str(Str(name), "a class's name");
    let bases = m.items_of(bases)?;
    let mut attributes = Attributes::default();
    for (key, value) in m.mapping_items(namespace)? {
        if let Value::Str(key) = m.resolve(key) {
            let key = m.concrete_str(Str(key), "a class attribute's name");
            attributes.set(key, value);
        }
    }
    let named = attributes.get("__module__").and_then(|module| m.resolve(module).term());
    let module = named.and_then(|module| m.terms.as_str(module)).cloned();
    let module = module.unwrap_or_else(|| Arc::clone(&m.frame().unit.name));
    let parts = ClassParts {
        name,
        bases,
        attributes,
        annotations: Vec::new(),
        keywords: keywords.0,
        metaclass,
        module,
        cell: None,
    };
    m.build_class(parts)
}

/// `type.__call__(class, *args, **kwargs)`
#[model("type.__call__")]
fn type_call(m: &mut Machine<'_>, class: Value, args: Rest, keywords: Keywords) -> Result<Outcome> {
    m.make_instance(class, args.0, keywords.0)
}

/// `type.mro()`
#[model("type.mro")]
fn type_mro(m: &mut Machine<'_>, class: Value) -> Result<Value> {
    let mro = m.as_class(class).and_then(|class| Some(m.state.heap.class(class)?.mro.clone())).unwrap_or_default();
    Ok(m.list(mro.into_iter().map(Value::Ref).collect()))
}

/// `type.__subclasses__()`: those that importing the module under test makes, and what the run has made since.
#[model("type.__subclasses__")]
fn type_subclasses(m: &mut Machine<'_>, class: Value) -> Result<Value> {
    let Some(class) = m.as_class(class) else { return m.unsupported("the subclasses of something else than a class") };
    if m.state.heap.class(class).is_none_or(|own| own.outside || own.kind == ClassKind::Builtin) {
        return m.unsupported("the subclasses of a class outside the unit");
    }
    m.doubt(|| "others may derive more classes".to_owned());
    let outermost = m.state.frames.innermost_first().filter(|frame| !frame.unit.trusted).last();
    let imported = outermost.map(|frame| m.imported_by(&frame.unit.name)).unwrap_or_default();
    let is_derived = |own: &Class| own.bases.contains(&class) && imported.contains(&own.module);
    let derived = m.state.heap.classes().filter(|(_, own)| is_derived(own)).map(|(id, _)| Value::Ref(id)).collect();
    Ok(m.list(derived))
}

/// A member of an enum class, its fields still unset; for the prelude.
#[model("unseam.enum_new")]
fn enum_new(m: &mut Machine<'_>, class: Value, args: Value) -> Result<Value> {
    let args = m.items_of(args)?;
    let Some(id) = m.as_class(class) else { return m.unsupported("a member of something else than a class") };
    m.new_native_instance(id, &args, &Vec::new(), true).map(Value::Ref)
}

/// Whether a class is a builtin one; for the prelude.
#[model("unseam.is_builtin")]
fn is_builtin(m: &mut Machine<'_>, class: Value) -> Result<bool> {
    Ok(m.as_class(class).is_some_and(|class| m.is_builtin_class(class)))
}

/// `callable(object)`
#[model("builtins.callable")]
pub(super) fn callable(m: &mut Machine<'_>, object: Value) -> Result<bool> {
    let object = m.settle(object, Use::Any)?;
    m.relies_on_type(object);
    if let (Value::Ref(id), Some(Object::Lazy(lazy))) = (object, m.object(object)) {
        return match &lazy.ty {
            Type::Unknown | Type::Object => Ok(m.callable_unknown(id)),
            Type::Callable { .. } | Type::Function { .. } | Type::Class(_) => Ok(true),
            other => {
                let call = m.program.types.member(&other.clone(), "__call__");
                Ok(!call.is_unknown())
            }
        };
    }
    Ok(match m.object(object) {
        Some(
            Object::Function(_) | Object::Method { .. } | Object::Builtin(_) | Object::Class(_) | Object::Outside(_),
        ) => true,
        Some(Object::Instance(instance)) => m.state.heap.lookup(instance.class, "__call__").is_some(),
        _ => false,
    })
}

/// `id(object)`: only its identity matters, and no program may depend on the number.
#[model("builtins.id")]
fn id(m: &mut Machine<'_>, object: Value) -> Result<Value> {
    m.doubt(|| "id() is another number in each run".to_owned());
    match m.resolve(object) {
        Value::Ref(ObjectId(number)) => {
            m.state.has_address = true;
            Ok(m.int(FIRST_ADDRESS + u64::from(number) * 16))
        }
        _ => m.unsupported("id() of a primitive value"),
    }
}

/// What `id()` gives for the first object of a heap: 139637976727552.
const FIRST_ADDRESS: u64 = 0x7f00_0000_0000;

/// Whether a text names the place of an object, as `repr()` does or as a number.
pub fn tells_address(text: &str) -> bool {
    [super::text::ADDRESS, "7f0000", "7F0000", "13963797"].into_iter().any(|address| text.contains(address))
}

impl Machine<'_> {
    /// Two addresses are one or not; which is the lower one, and what they leave when divided, changes from run to run.
    pub(crate) fn refuse_address(&mut self, operands: [Value; 2]) -> Result<()> {
        let is_address = |value: Value| {
            let number = value.term().and_then(|term| self.terms.as_int(term)).and_then(|number| number.to_u64());
            number.is_some_and(|number| (FIRST_ADDRESS..FIRST_ADDRESS + (1 << 36)).contains(&number))
        };
        if self.state.has_address && operands.into_iter().any(is_address) {
            return self.unsupported("arithmetic with the address of an object");
        }
        Ok(())
    }
}

/// `staticmethod(function)`
#[model("staticmethod")]
fn staticmethod(m: &mut Machine<'_>, function: Value) -> Result<Value> {
    Ok(m.allocate(Object::StaticMethod(function)))
}

/// `classmethod(function)`
#[model("classmethod")]
fn classmethod(m: &mut Machine<'_>, function: Value) -> Result<Value> {
    Ok(m.allocate(Object::ClassMethod(function)))
}

/// `property(fget=None, fset=None, fdel=None, doc=None)`
#[model("property", keywords("fget", "fset", "fdel", "doc"))]
fn property(
    m: &mut Machine<'_>,
    fget: Option<Value>,
    fset: Option<Value>,
    fdel: Option<Value>,
    _doc: Option<Value>,
) -> Result<Value> {
    let part = |value: Option<Value>| value.unwrap_or(Value::None);
    Ok(m.allocate(Object::Property { getter: part(fget), setter: part(fset), deleter: part(fdel) }))
}

fn property_parts(m: &Machine<'_>, property: Value) -> (Value, Value, Value) {
    match m.object(property) {
        Some(Object::Property { getter, setter, deleter }) => (*getter, *setter, *deleter),
        _ => (Value::None, Value::None, Value::None),
    }
}

/// `property.setter`
#[model("property.setter")]
fn property_setter(m: &mut Machine<'_>, property: Value, function: Value) -> Result<Value> {
    let (getter, _, deleter) = property_parts(m, property);
    Ok(m.allocate(Object::Property { getter, setter: function, deleter }))
}

/// `property.getter`
#[model("property.getter")]
fn property_getter(m: &mut Machine<'_>, property: Value, function: Value) -> Result<Value> {
    let (_, setter, deleter) = property_parts(m, property);
    Ok(m.allocate(Object::Property { getter: function, setter, deleter }))
}

/// `property.deleter`
#[model("property.deleter")]
fn property_deleter(m: &mut Machine<'_>, property: Value, function: Value) -> Result<Value> {
    let (getter, setter, _) = property_parts(m, property);
    Ok(m.allocate(Object::Property { getter, setter, deleter: function }))
}

/// `super(type, object)`
#[model("super")]
fn super_(m: &mut Machine<'_>, class: Given, receiver: Option<Given>) -> Result<Value> {
    let class = class.0;
    match m.as_class(class) {
        Some(class) => match receiver {
            Some(Given(receiver)) => Ok(m.allocate(Object::Super { class, receiver })),
            None => m.unsupported("super() of a class alone"),
        },
        None => {
            let kind = m.argument_kind(class);
            m.type_error(format!("super() argument 1 must be a type, not {kind}"))
        }
    }
}

/// The name of an object's type as messages show it; for the prelude.
#[model("unseam.type_name")]
fn type_name(m: &mut Machine<'_>, object: Value) -> Result<Value> {
    let name = m.type_name(object);
    Ok(m.str(name))
}

/// What an instance of a subclass of a builtin extends; for the prelude.
#[model("unseam.native")]
fn native(m: &mut Machine<'_>, object: Value) -> Result<Value> {
    Ok(m.native(object))
}

/// A fresh instance of an object's class that extends `native`; for `copy`.
#[model("unseam.new_like")]
fn new_like(m: &mut Machine<'_>, object: Value, native: Value) -> Result<Value> {
    let Some(class) = m.class_of(object) else { return m.unsupported("a copy of an outside object") };
    let extended = if native == object {
        None
    } else {
        let copied = match m.object(native).cloned() {
            Some(kind @ (Object::List(_) | Object::Dict(_) | Object::Set(_))) => m.allocate(kind),
            _ => native,
        };
        Some(copied)
    };
    Ok(Value::Ref(m.state.heap.new_instance(class, extended)))
}

/// Whether a builtin container or iterator; for the prelude.
#[model("unseam.is_iterable")]
fn is_iterable(m: &mut Machine<'_>, object: Value) -> Result<bool> {
    Ok(m.is_iterable(object))
}

/// `abc.abstractmethod(function)`
#[model("abc.abstractmethod")]
fn abstractmethod(m: &mut Machine<'_>, function: Value) -> Result<Value> {
    let yes = m.bool(true);
    if let Value::Ref(id) = m.resolve(function)
        && let Object::Function(function) = m.state.heap.get_mut(id)
    {
        function.attributes.set("__isabstractmethod__".into(), yes);
    }
    Ok(function)
}

/// `ABCMeta.register`: from now on a subclass, whatever its bases; for the prelude.
#[model("unseam.register")]
fn register(m: &mut Machine<'_>, class: Value, subclass: Value) -> Result<Value> {
    let (Some(class), Some(member)) = (m.as_class(class), m.as_class(subclass)) else {
        return m.type_error("Can only register classes");
    };
    if m.state.heap.is_subclass(class, member) && class != member {
        return m.raise("RuntimeError", "Refusing to create an inheritance cycle");
    }
    m.state.registered.push_back((class, member));
    Ok(subclass)
}

impl Machine<'_> {
    /// The class a value names.
    pub fn as_class(&self, value: Value) -> Option<ObjectId> {
        match self.resolve(value) {
            Value::Ref(id) => match self.state.heap.get(id) {
                Object::Class(_) => Some(id),
                Object::Outside(outside) => outside.class,
                Object::Generic { origin, .. } => self.as_class(*origin),
                _ => None,
            },
            _ => None,
        }
    }

    /// The members of `int | str` and of `Union[int, str]`.
    fn members_of_union(&self, class: Value) -> Option<Arc<[Value]>> {
        let Some(Object::Generic { origin, args }) = self.object(class) else { return None };
        if origin.is_none() {
            return Some(args.clone());
        }
        match (self.object(*origin), &args[..]) {
            (Some(Object::Generic { origin: Value::None, .. }), [members]) => match self.object(*members) {
                Some(Object::Tuple(members)) => Some(members.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// `isinstance(object, class)`; an undecided object is decided far enough.
    pub fn is_instance(&mut self, object: Value, class: Value) -> Result<bool> {
        let is_instance = self.is_one_of(object, class)?;
        if is_instance && self.is_recogniser(class) && matches!(self.object(object), Some(Object::Generator(_))) {
            // `map` and its like are generators here.
            self.doubt(|| "an iterator of the library is no generator".to_owned());
        }
        if !is_instance {
            // A class that is derived from both may be written at any time.
            self.relies_on_type(object);
            if self.is_recogniser(class) {
                self.doubt(|| "an abstract class recognises objects of other classes".to_owned());
            }
        }
        Ok(is_instance)
    }

    fn is_one_of(&mut self, object: Value, class: Value) -> Result<bool> {
        let class = self.behind_typing(class)?;
        if let Some(Object::Tuple(classes)) = self.object(class).cloned() {
            for class in classes.iter() {
                if self.is_one_of(object, *class)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if let Some(members) = self.members_of_union(class) {
            for class in members.iter() {
                let is_one = match class.is_none() {
                    true => self.resolve(object).is_none(),
                    false => self.is_one_of(object, *class)?,
                };
                if is_one {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if let Some(Object::Generic { origin, args }) = self.object(class)
            && !args.is_empty()
            && matches!(self.object(*origin), Some(Object::Class(_)))
        {
            return self.type_error("isinstance() argument 2 cannot be a parameterized generic");
        }
        let Some(class) = self.as_class(class) else {
            if matches!(self.object(class), Some(Object::Outside(_) | Object::Lazy(_))) {
                return self.unsupported("isinstance() with a class that cannot be resolved");
            }
            return self.type_error("isinstance() arg 2 must be a type, a tuple of types, or a union");
        };
        self.ask_kind_of_exception(object, class);
        let object = self.settle(object, Use::Any)?;
        if let (Value::Ref(id), Some(Object::Lazy(lazy))) = (object, self.object(object)) {
            return match &lazy.ty {
                Type::Unknown | Type::Object => self.instance_of_unknown(id, class),
                Type::Instance { class: own, .. } => {
                    let own = own.clone();
                    let own = self.outside_class(&own.module, &own.qualname)?;
                    match self.state.heap.is_subclass(own, class) {
                        true => Ok(true),
                        false => self.is_of_subclass(id, own, class),
                    }
                }
                Type::Callable { .. } | Type::Function { .. } => {
                    self.inexact();
                    match self.state.heap.lookup(class, "__call__") {
                        Some(_) => self.instance_of_unknown(id, class),
                        None => Ok(false),
                    }
                }
                _ => self.unsupported("isinstance() of a value whose type is not known"),
            };
        }
        Ok(self.class_of(object).is_some_and(|own| self.is_subclass_or_recognised(own, class)))
    }
}

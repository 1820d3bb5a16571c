"""`inspect`: what can be told of functions, classes and their parameters. Sources and frames are outside."""

import types as _types

import unseam

CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR = 1, 2, 4, 8, 16, 32
CO_COROUTINE, CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR = 128, 256, 512


def ismodule(object):
    return isinstance(object, _types.ModuleType)


def isclass(object):
    return isinstance(object, type)


def ismethod(object):
    return isinstance(object, _types.MethodType)


def isfunction(object):
    return isinstance(object, _types.FunctionType)


def isbuiltin(object):
    return isinstance(object, _types.BuiltinFunctionType)


def isroutine(object):
    return isbuiltin(object) or isfunction(object) or ismethod(object)


def isgenerator(object):
    return isinstance(object, _types.GeneratorType)


def iscoroutine(object):
    return isinstance(object, _types.CoroutineType)


def isasyncgen(object):
    return isinstance(object, _types.AsyncGeneratorType)


def isawaitable(object):
    return isinstance(object, _types.CoroutineType) or hasattr(type(object), "__await__")


def iscode(object):
    return isinstance(object, _types.CodeType)


def isframe(object):
    return isinstance(object, _types.FrameType)


def istraceback(object):
    return isinstance(object, _types.TracebackType)


def isdatadescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), "__set__") or hasattr(type(object), "__delete__") or isinstance(object, property)


def isabstract(object):
    return isinstance(object, type) and bool(_abstract_names(object))


def _abstract_names(cls):
    found = []
    for base in cls.__mro__:
        for name in base.__dict__:
            if getattr(getattr(cls, name, None), "__isabstractmethod__", False) and name not in found:
                found.append(name)
    return found


def _has_flag(object, flag):
    while ismethod(object):
        object = object.__func__
    while hasattr(object, "func") and hasattr(object, "keywords"):
        object = object.func
    return isfunction(object) and bool(object.__code__.co_flags & flag)


def isgeneratorfunction(obj):
    return _has_flag(obj, CO_GENERATOR)


def iscoroutinefunction(obj):
    return _has_flag(obj, CO_COROUTINE)


def isasyncgenfunction(obj):
    return _has_flag(obj, CO_ASYNC_GENERATOR)


# sys.getrecursionlimit(), unless somebody has changed it. Who goes round in a loop gets there, too.
_MOST_WRAPPERS = 1000


def unwrap(func, *, stop=None):
    outermost, wrappers = func, 0
    while hasattr(func, "__wrapped__") and not (stop is not None and stop(func)):
        func = func.__wrapped__
        wrappers += 1
        if wrappers == _MOST_WRAPPERS:
            raise ValueError("wrapper loop when unwrapping " + repr(outermost))
    return func


def getmro(cls):
    return cls.__mro__


def getmembers(object, predicate=None):
    found = []
    for name in sorted(dir(object)):
        try:
            value = getattr(object, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            found.append((name, value))
    return found


def getdoc(object):
    doc = getattr(object, "__doc__", None)
    return cleandoc(doc) if isinstance(doc, str) else None


def cleandoc(doc):
    lines = doc.expandtabs().split("\n")
    margin = None
    for line in lines[1:]:
        content = len(line.lstrip())
        if content:
            indent = len(line) - content
            margin = indent if margin is None or indent < margin else margin
    lines = [lines[0].lstrip()] + [line[margin:] if margin is not None else line for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


class _empty:
    """No default, no annotation."""


class _ParameterKind:
    def __init__(self, number, name, description):
        self.value, self.name, self.description = number, name, description

    def __str__(self):
        return self.name

    def __repr__(self):
        return "<_ParameterKind." + self.name + ": " + repr(self.description) + ">"

    def __lt__(self, other):
        return self.value < other.value


class Parameter:
    empty = _empty
    POSITIONAL_ONLY = _ParameterKind(0, "POSITIONAL_ONLY", "positional-only")
    POSITIONAL_OR_KEYWORD = _ParameterKind(1, "POSITIONAL_OR_KEYWORD", "positional or keyword")
    VAR_POSITIONAL = _ParameterKind(2, "VAR_POSITIONAL", "variadic positional")
    KEYWORD_ONLY = _ParameterKind(3, "KEYWORD_ONLY", "keyword-only")
    VAR_KEYWORD = _ParameterKind(4, "VAR_KEYWORD", "variadic keyword")

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self.name, self.kind, self.default, self.annotation = name, kind, default, annotation

    def replace(self, *, name=_empty, kind=_empty, default=_empty, annotation=_empty):
        return Parameter(
            self.name if name is _empty else name,
            self.kind if kind is _empty else kind,
            default=self.default if default is _empty else default,
            annotation=self.annotation if annotation is _empty else annotation,
        )

    def __str__(self):
        shown = self.name
        if self.annotation is not _empty:
            shown += ": " + formatannotation(self.annotation)
        if self.default is not _empty:
            shown += (" = " if self.annotation is not _empty else "=") + repr(self.default)
        if self.kind is Parameter.VAR_POSITIONAL:
            return "*" + shown
        return "**" + shown if self.kind is Parameter.VAR_KEYWORD else shown

    def __repr__(self):
        return '<Parameter "' + str(self) + '">'

    def __eq__(self, other):
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self.name, self.kind, self.default, self.annotation) == (
            other.name,
            other.kind,
            other.default,
            other.annotation,
        )


def formatannotation(annotation):
    if isinstance(annotation, type):
        if annotation.__module__ in ("builtins",):
            return annotation.__qualname__
        return annotation.__module__ + "." + annotation.__qualname__
    return repr(annotation)


class BoundArguments:
    def __init__(self, signature, arguments):
        self.signature, self.arguments = signature, arguments

    @property
    def args(self):
        found = []
        for name, parameter in self.signature.parameters.items():
            if parameter.kind.value > 2 or name not in self.arguments:
                break
            if parameter.kind is Parameter.VAR_POSITIONAL:
                found.extend(self.arguments[name])
            else:
                found.append(self.arguments[name])
        return tuple(found)

    @property
    def kwargs(self):
        found, is_keyword = {}, False
        for name, parameter in self.signature.parameters.items():
            if parameter.kind.value > 2 or name not in self.arguments:
                is_keyword = True
            if name in self.arguments and is_keyword:
                if parameter.kind is Parameter.VAR_KEYWORD:
                    found.update(self.arguments[name])
                else:
                    found[name] = self.arguments[name]
        return found

    def apply_defaults(self):
        arguments = {}
        for name, parameter in self.signature.parameters.items():
            if name in self.arguments:
                arguments[name] = self.arguments[name]
            elif parameter.default is not _empty:
                arguments[name] = parameter.default
            elif parameter.kind is Parameter.VAR_POSITIONAL:
                arguments[name] = ()
            elif parameter.kind is Parameter.VAR_KEYWORD:
                arguments[name] = {}
        self.arguments = arguments


class Signature:
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        self.parameters = {parameter.name: parameter for parameter in parameters or ()}
        self.return_annotation = return_annotation

    def replace(self, *, parameters=_empty, return_annotation=_empty):
        return Signature(
            self.parameters.values() if parameters is _empty else parameters,
            return_annotation=self.return_annotation if return_annotation is _empty else return_annotation,
        )

    def bind(self, /, *args, **kwargs):
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def _bind(self, args, kwargs, partial):
        arguments, rest, keywords = {}, list(args), dict(kwargs)
        for name, parameter in self.parameters.items():
            if parameter.kind is Parameter.VAR_POSITIONAL:
                if rest:
                    arguments[name] = tuple(rest)
                rest = []
            elif parameter.kind is Parameter.VAR_KEYWORD:
                if keywords:
                    arguments[name] = keywords
                keywords = {}
            elif parameter.kind.value <= 1 and rest:
                if name in keywords and parameter.kind.value == 1:
                    raise TypeError("multiple values for argument " + repr(name))
                arguments[name] = rest.pop(0)
            elif name in keywords and parameter.kind.value != 0:
                arguments[name] = keywords.pop(name)
            elif parameter.default is _empty and not partial:
                how = " keyword-only" if parameter.kind is Parameter.KEYWORD_ONLY else ""
                raise TypeError("missing a required" + how + " argument: " + repr(name))
        if rest:
            raise TypeError("too many positional arguments")
        if keywords:
            raise TypeError("got an unexpected keyword argument " + repr(next(iter(keywords))))
        return BoundArguments(self, arguments)

    def __str__(self):
        shown, has_star, is_positional = [], False, False
        for parameter in self.parameters.values():
            if parameter.kind is Parameter.POSITIONAL_ONLY:
                is_positional = True
            elif is_positional:
                shown.append("/")
                is_positional = False
            if parameter.kind is Parameter.VAR_POSITIONAL:
                has_star = True
            elif parameter.kind is Parameter.KEYWORD_ONLY and not has_star:
                shown.append("*")
                has_star = True
            shown.append(str(parameter))
        if is_positional:
            shown.append("/")
        result = "(" + ", ".join(shown) + ")"
        if self.return_annotation is not _empty:
            result += " -> " + formatannotation(self.return_annotation)
        return result

    def __repr__(self):
        return "<Signature " + str(self) + ">"

    def __eq__(self, other):
        if not isinstance(other, Signature):
            return NotImplemented
        return list(self.parameters.values()) == list(other.parameters.values())


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    if not callable(obj):
        raise TypeError(repr(obj) + " is not a callable object")
    if unseam.is_undecided(obj):
        # No double has one.
        unseam.unsupported("the signature of an unknown function")
    if ismethod(obj):
        return _without_first(signature(obj.__func__))
    if follow_wrapped:
        obj = unwrap(obj)
    if isclass(obj):
        init = obj.__init__
        return _without_first(signature(init)) if isfunction(init) else Signature()
    if hasattr(obj, "func") and hasattr(obj, "keywords"):
        inner = signature(obj.func)
        bound = inner.bind_partial(*obj.args).arguments
        kept = []
        for name, parameter in inner.parameters.items():
            if name in obj.keywords:
                kind = Parameter.KEYWORD_ONLY
                kept.append(parameter.replace(kind=kind, default=obj.keywords[name]))
            elif name not in bound:
                kept.append(parameter)
        return Signature(kept, return_annotation=inner.return_annotation)
    if not isfunction(obj):
        called = type(obj).__call__
        if not isfunction(called):
            unseam.unsupported("the signature of " + getattr(obj, "__name__", "a function") + ", whose code is not followed")
        return _without_first(signature(called))
    return _of_function(obj)


def _without_first(found):
    return Signature(list(found.parameters.values())[1:], return_annotation=found.return_annotation)


def _of_function(function):
    code, annotations = function.__code__, function.__annotations__
    names, count = code.co_varnames, code.co_argcount
    defaults = function.__defaults__ or ()
    found = []
    for position in range(count):
        kind = Parameter.POSITIONAL_ONLY if position < code.co_posonlyargcount else Parameter.POSITIONAL_OR_KEYWORD
        from_end = position - (count - len(defaults))
        default = defaults[from_end] if from_end >= 0 else _empty
        found.append(Parameter(names[position], kind, default=default))
    end = count + code.co_kwonlyargcount
    if code.co_flags & CO_VARARGS:
        found.append(Parameter(names[end], Parameter.VAR_POSITIONAL))
    keyword_defaults = function.__kwdefaults__ or {}
    for name in names[count:end]:
        found.append(Parameter(name, Parameter.KEYWORD_ONLY, default=keyword_defaults.get(name, _empty)))
    if code.co_flags & CO_VARKEYWORDS:
        position = end + (1 if code.co_flags & CO_VARARGS else 0)
        found.append(Parameter(names[position], Parameter.VAR_KEYWORD))
    for parameter in found:
        parameter.annotation = annotations.get(parameter.name, _empty)
    return Signature(found, return_annotation=annotations.get("return", _empty))


def getfullargspec(func):
    found = signature(func, follow_wrapped=False)
    args, varargs, varkw, kwonly, defaults, kwdefaults = [], None, None, [], [], {}
    for name, parameter in found.parameters.items():
        if parameter.kind.value <= 1:
            args.append(name)
            if parameter.default is not _empty:
                defaults.append(parameter.default)
        elif parameter.kind is Parameter.VAR_POSITIONAL:
            varargs = name
        elif parameter.kind is Parameter.VAR_KEYWORD:
            varkw = name
        else:
            kwonly.append(name)
            if parameter.default is not _empty:
                kwdefaults[name] = parameter.default
    told = {name: parameter.annotation for name, parameter in found.parameters.items()}
    annotations = {name: annotation for name, annotation in told.items() if annotation is not _empty}
    if found.return_annotation is not _empty:
        annotations["return"] = found.return_annotation
    return FullArgSpec(args, varargs, varkw, tuple(defaults) or None, kwonly, kwdefaults or None, annotations)


from collections import namedtuple as _namedtuple

FullArgSpec = _namedtuple("FullArgSpec", "args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations")

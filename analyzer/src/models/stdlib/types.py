"""`types`: names of the interpreter's own classes, and the small ones that are made in Python."""

import functools as _functools


def _function():
    yield


async def _coroutine():
    pass


async def _asynchronous():
    yield


def _cell():
    content = 1

    def inner():
        return content

    return inner.__closure__[0]


class _Class:
    def method(self):
        pass


FunctionType = LambdaType = type(_function)
CodeType = type(_function.__code__)
CellType = type(_cell())
GeneratorType = type(_function())
CoroutineType = type(_coroutine())
AsyncGeneratorType = type(_asynchronous())
MethodType = type(_Class().method)
BuiltinFunctionType = BuiltinMethodType = type(len)
ModuleType = type(_functools)
NoneType = type(None)
NotImplementedType = type(NotImplemented)
EllipsisType = type(...)


class WrapperDescriptorType:
    pass


class MethodWrapperType:
    pass


class MethodDescriptorType:
    pass


class ClassMethodDescriptorType:
    pass


class GetSetDescriptorType:
    pass


class MemberDescriptorType:
    pass


class TracebackType:
    pass


class FrameType:
    pass


class GenericAlias:
    pass


class UnionType:
    pass


class SimpleNamespace:
    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        shown = [name + "=" + repr(value) for name, value in self.__dict__.items()]
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        return name + "(" + ", ".join(shown) + ")"

    def __eq__(self, other):
        if isinstance(self, SimpleNamespace) and isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented


class mappingproxy:
    """A dict that cannot be changed through it."""

    def __init__(self, mapping):
        if isinstance(mapping, (list, tuple)) or not hasattr(mapping, "__getitem__") or isinstance(mapping, str):
            raise TypeError("mappingproxy() argument must be a mapping, not " + type(mapping).__name__)
        self._mapping = mapping

    def __getitem__(self, key):
        return self._mapping[key]

    def __len__(self):
        return len(self._mapping)

    def __iter__(self):
        return iter(self._mapping)

    def __reversed__(self):
        return reversed(self._mapping)

    def __contains__(self, key):
        return key in self._mapping

    def get(self, key, default=None, /):
        return self._mapping.get(key, default)

    def keys(self):
        return self._mapping.keys()

    def values(self):
        return self._mapping.values()

    def items(self):
        return self._mapping.items()

    def copy(self):
        return self._mapping.copy()

    def __eq__(self, other):
        return self._mapping == (other._mapping if isinstance(other, mappingproxy) else other)

    def __or__(self, other):
        return self._mapping | (other._mapping if isinstance(other, mappingproxy) else other)

    def __repr__(self):
        return "mappingproxy(" + repr(self._mapping) + ")"


MappingProxyType = mappingproxy


class DynamicClassAttribute:
    """A property that reads from the class what the instance does not have."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.__doc__ = doc or fget.__doc__

    def __get__(self, instance, owner=None):
        if instance is None:
            raise AttributeError()
        if self.fget is None:
            raise AttributeError("unreadable attribute")
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)


def new_class(name, bases=(), kwds=None, exec_body=None):
    namespace = {}
    if exec_body is not None:
        exec_body(namespace)
    kwds = dict(kwds or {})
    meta = kwds.pop("metaclass", type(bases[0]) if bases else type)
    return meta(name, tuple(bases), namespace, **kwds)


def resolve_bases(bases):
    return tuple(bases)


def get_original_bases(cls, /):
    return cls.__bases__


def coroutine(func):
    if not callable(func):
        raise TypeError("types.coroutine() expects a callable")
    return func

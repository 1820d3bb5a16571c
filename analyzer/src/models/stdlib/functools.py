"""`functools`: caches, partial functions, wrappers, orderings."""

import unseam

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    # What a double is called is nobody's business.
    for name in () if unseam.is_undecided(wrapped) else assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        setattr(wrapper, name, value)
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)

    return decorate


class partial:
    def __init__(self, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        self.func, self.args, self.keywords = func, args, keywords

    def __get__(self, obj, cls=None):
        return partial(self.func, obj, *self.args, **self.keywords)


_NOT_GIVEN = object()


def reduce(function, sequence, initial=_NOT_GIVEN):
    try:
        iterator = iter(sequence)
    except TypeError:
        raise TypeError("reduce() arg 2 must support iteration") from None
    if initial is _NOT_GIVEN:
        try:
            value = next(iterator)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value") from None
    else:
        value = initial
    for element in iterator:
        value = function(value, element)
    return value


class _CacheInfo:
    def __init__(self, hits, misses, maxsize, currsize):
        self.hits, self.misses, self.maxsize, self.currsize = hits, misses, maxsize, currsize

    def _parts(self):
        return (self.hits, self.misses, self.maxsize, self.currsize)

    def __iter__(self):
        return iter(self._parts())

    def __len__(self):
        return 4

    def __getitem__(self, i):
        return self._parts()[i]

    def __eq__(self, other):
        return self._parts() == tuple(other)

    __hash__ = None

    def __repr__(self):
        names = ("hits", "misses", "maxsize", "currsize")
        shown = [name + "=" + repr(value) for name, value in zip(names, self._parts())]
        return "CacheInfo(" + ", ".join(shown) + ")"


class _lru_cache_wrapper:
    def __init__(self, function, maxsize, typed):
        self._maxsize, self._typed = maxsize, typed
        self._held, self._hits, self._misses = {}, 0, 0
        update_wrapper(self, function)

    def __call__(self, *args, **kwds):
        if len(args) == 1 and not kwds and not self._typed and type(args[0]) in (int, str):
            key = args[0]
        else:
            key = (args, tuple(kwds.items()))
        if self._typed:
            key = key + (tuple([type(value) for value in args]), tuple([type(value) for value in kwds.values()]))
        if key in self._held:
            self._hits += 1
            value = self._held.pop(key)
            self._held[key] = value
            return value
        self._misses += 1
        value = self.__wrapped__(*args, **kwds)
        if self._maxsize is None or self._maxsize > 0:
            if self._maxsize is not None and len(self._held) >= self._maxsize:
                self._held.pop(next(iter(self._held)))
            self._held[key] = value
        return value

    def __get__(self, obj, cls=None):
        return self if obj is None else partial(self, obj)

    def cache_info(self):
        return _CacheInfo(self._hits, self._misses, self._maxsize, len(self._held))

    def cache_clear(self):
        self._held.clear()
        self._hits = self._misses = 0

    def cache_parameters(self):
        return {"maxsize": self._maxsize, "typed": self._typed}


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _lru_cache_wrapper(maxsize, 128, typed)
    if maxsize is not None and not isinstance(maxsize, int):
        raise TypeError("Expected first argument to be an integer, a callable, or None")
    if maxsize is not None and maxsize < 0:
        maxsize = 0

    def decorate(function):
        return _lru_cache_wrapper(function, maxsize, typed)

    return decorate


def cache(user_function, /):
    return _lru_cache_wrapper(user_function, None, False)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None

    def __set_name__(self, owner, name):
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = self.func(instance)
        setattr(instance, self.attrname, value)
        return value


def _less_or_equal(self, other):
    result = type(self).__lt__(self, other)
    return result if result is NotImplemented else result or self == other


def _greater_from_less(self, other):
    result = type(self).__lt__(self, other)
    return result if result is NotImplemented else not result and self != other


def _not_less(self, other):
    result = type(self).__lt__(self, other)
    return result if result is NotImplemented else not result


def _less_from_less_or_equal(self, other):
    result = type(self).__le__(self, other)
    return result if result is NotImplemented else result and self != other


def _not_less_or_equal(self, other):
    result = type(self).__le__(self, other)
    return result if result is NotImplemented else not result


def _from_less_or_equal(self, other):
    result = type(self).__le__(self, other)
    return result if result is NotImplemented else not result or self == other


def _not_greater(self, other):
    result = type(self).__gt__(self, other)
    return result if result is NotImplemented else not result


def _less_from_greater(self, other):
    result = type(self).__gt__(self, other)
    return result if result is NotImplemented else not (result or self == other)


def _greater_or_equal(self, other):
    result = type(self).__gt__(self, other)
    return result if result is NotImplemented else result or self == other


def _not_greater_or_equal(self, other):
    result = type(self).__ge__(self, other)
    return result if result is NotImplemented else not result


def _from_greater_or_equal(self, other):
    result = type(self).__ge__(self, other)
    return result if result is NotImplemented else not result or self == other


def _greater_from_greater_or_equal(self, other):
    result = type(self).__ge__(self, other)
    return result if result is NotImplemented else result and self != other


_ORDERINGS = (
    ("__lt__", (("__gt__", _greater_from_less), ("__le__", _less_or_equal), ("__ge__", _not_less))),
    ("__le__", (("__ge__", _from_less_or_equal), ("__lt__", _less_from_less_or_equal), ("__gt__", _not_less_or_equal))),
    ("__gt__", (("__lt__", _less_from_greater), ("__ge__", _greater_or_equal), ("__le__", _not_greater))),
    (
        "__ge__",
        (("__le__", _from_greater_or_equal), ("__gt__", _greater_from_greater_or_equal), ("__lt__", _not_greater_or_equal)),
    ),
)


def total_ordering(cls):
    defined = [name for name, _ in _ORDERINGS if hasattr(cls, name)]
    if not defined:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    for root, derived in _ORDERINGS:
        if root in defined:
            for name, function in derived:
                if name not in defined:
                    setattr(cls, name, function)
            return cls


def cmp_to_key(mycmp):
    class K:
        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0

        __hash__ = None

    return K


class _SingleDispatch:
    def __init__(self, function):
        self.registry = {object: function}
        update_wrapper(self, function)

    def register(self, cls, func=None):
        if func is None and not isinstance(cls, type):
            # `@f.register` of a function whose first parameter says what it is for.
            self.registry[next(iter(cls.__annotations__.values()))] = cls
            return cls
        if func is None:
            def decorate(function):
                self.registry[cls] = function
                return function

            return decorate
        self.registry[cls] = func
        return func

    def dispatch(self, cls):
        for base in cls.__mro__:
            if base in self.registry:
                return self.registry[base]
        return self.registry[object]

    def __call__(self, *args, **kw):
        return self.dispatch(type(args[0]))(*args, **kw)

    def __get__(self, obj, cls=None):
        return self if obj is None else partial(self, obj)


def singledispatch(func):
    return _SingleDispatch(func)


class singledispatchmethod:
    """A method that is chosen by the type of its first argument behind `self`."""

    def __init__(self, func):
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method) if method is not None else self.dispatcher.register(cls)

    def __get__(self, obj, cls=None):
        def _method(*args, **kwargs):
            return self.dispatcher.dispatch(type(args[0]))(obj, *args, **kwargs)

        _method.register = self.register
        return _method

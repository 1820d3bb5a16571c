"""`itertools`, as its documentation gives it in Python."""


class chain:
    def __init__(self, *iterables):
        self._items = _chained(iterables)

    @classmethod
    def from_iterable(cls, iterables):
        made = cls()
        made._items = _chained(iterables)
        return made

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._items)


def _chained(iterables):
    for iterable in iterables:
        for item in iterable:
            yield item


def count(start=0, step=1):
    value = start
    while True:
        yield value
        value = value + step


def cycle(iterable, /):
    return _cycled(iter(iterable))


def _cycled(iterator):
    saved = []
    for item in iterator:
        yield item
        saved.append(item)
    while saved:
        for item in saved:
            yield item


_FOREVER = object()


def repeat(object, times=_FOREVER):
    return _forever(object) if times is _FOREVER else _repeated(object, range(times))


def _forever(object):
    while True:
        yield object


def _repeated(object, turns):
    for _ in turns:
        yield object


def islice(iterable, *args):
    bounds = slice(*args)
    start, stop, step = bounds.start, bounds.stop, bounds.step
    if start is None:
        start = 0
    if step is None:
        step = 1
    if stop is not None and (not isinstance(stop, int) or stop < 0):
        if len(args) == 1:
            raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if not isinstance(start, int) or start < 0:
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if not isinstance(step, int) or step < 1:
        raise ValueError("Step for islice() must be a positive integer or None.")
    return _sliced(iter(iterable), start, stop, step)


def _sliced(iterator, start, stop, step):
    position = 0
    wanted = start
    while stop is None or position < stop:
        if stop is not None and wanted >= stop:
            # What lies before the stop is used up even if nothing of it is wanted.
            for _ in range(position, stop):
                try:
                    next(iterator)
                except StopIteration:
                    return
            return
        try:
            item = next(iterator)
        except StopIteration:
            return
        if position == wanted:
            yield item
            wanted += step
        position += 1


def product(*iterables, repeat=1):
    pools = [tuple(pool) for pool in iterables] * repeat
    rows = [()]
    for pool in pools:
        rows = [row + (item,) for row in rows for item in pool]
    return iter(rows)


def permutations(iterable, r=None):
    pool = tuple(iterable)
    size = len(pool) if r is None else r
    if size < 0:
        raise ValueError("r must be non-negative")
    return iter(_permuted(pool, size))


def _permuted(pool, size):
    rows = [()]
    for _ in range(size):
        rows = [row + (position,) for row in rows for position in range(len(pool)) if position not in row]
    return [tuple([pool[position] for position in row]) for row in rows]


def combinations(iterable, r):
    pool = tuple(iterable)
    if r < 0:
        raise ValueError("r must be non-negative")
    rows = [()]
    for _ in range(r):
        rows = [row + (at,) for row in rows for at in range(row[-1] + 1 if row else 0, len(pool))]
    return iter([tuple([pool[at] for at in row]) for row in rows])


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    if r < 0:
        raise ValueError("r must be non-negative")
    rows = [()]
    for _ in range(r):
        rows = [row + (at,) for row in rows for at in range(row[-1] if row else 0, len(pool))]
    return iter([tuple([pool[at] for at in row]) for row in rows])


class groupby:
    def __init__(self, iterable, key=None):
        self._key = key
        self._iterator = iter(iterable)
        self._started = self._ended = False
        self._current = self._value = self._target = None
        self._group = None

    def __iter__(self):
        return self

    def _advance(self):
        try:
            self._value = next(self._iterator)
        except StopIteration:
            self._ended = True
            return
        self._current = self._value if self._key is None else self._key(self._value)

    def __next__(self):
        self._group = object()
        if not self._started:
            self._started = True
            self._advance()
        else:
            while not self._ended and self._current == self._target:
                self._advance()
        if self._ended:
            raise StopIteration
        self._target = self._current
        return self._current, self._grouper(self._target, self._group)

    def _grouper(self, target, group):
        while self._group is group and not self._ended and self._current == target:
            yield self._value
            self._advance()


def accumulate(iterable, func=None, *, initial=None):
    return _accumulated(iter(iterable), func, initial)


def _accumulated(iterator, func, initial):
    total = initial
    if initial is None:
        try:
            total = next(iterator)
        except StopIteration:
            return
    yield total
    for item in iterator:
        total = total + item if func is None else func(total, item)
        yield total


def takewhile(predicate, iterable, /):
    return _taken(predicate, iter(iterable))


def _taken(predicate, iterator):
    for item in iterator:
        if not predicate(item):
            return
        yield item


def dropwhile(predicate, iterable, /):
    return _left(predicate, iter(iterable))


def _left(predicate, iterator):
    dropping = True
    for item in iterator:
        if dropping and predicate(item):
            continue
        dropping = False
        yield item


def filterfalse(predicate, iterable, /):
    return _refused(predicate, iter(iterable))


def _refused(predicate, iterator):
    for item in iterator:
        if not (item if predicate is None else predicate(item)):
            yield item


def compress(data, selectors):
    return _selected(zip(data, selectors))


def _selected(pairs):
    for item, selected in pairs:
        if selected:
            yield item


def starmap(function, iterable, /):
    return _called(function, iter(iterable))


def _called(function, iterator):
    for args in iterator:
        yield function(*args)


def pairwise(iterable, /):
    return _paired(iter(iterable))


def _paired(iterator):
    try:
        previous = next(iterator)
    except StopIteration:
        return
    for item in iterator:
        yield previous, item
        previous = item


def zip_longest(*iterables, fillvalue=None):
    return _longest([iter(iterable) for iterable in iterables], fillvalue)


def _longest(iterators, fillvalue):
    alive = [True for _ in iterators]
    while any(alive):
        row = []
        for position, iterator in enumerate(iterators):
            item = fillvalue
            if alive[position]:
                try:
                    item = next(iterator)
                except StopIteration:
                    alive[position] = False
            row.append(item)
        if any(alive):
            yield tuple(row)


def tee(iterable, n=2):
    if n < 0:
        raise ValueError("n must be >= 0")
    iterator = iter(iterable)
    seen = []
    return tuple([_teed(iterator, seen) for _ in range(n)])


def _teed(iterator, seen):
    position = 0
    while True:
        if position == len(seen):
            try:
                item = next(iterator)
            except StopIteration:
                return
            seen.append(item)
        yield seen[position]
        position += 1

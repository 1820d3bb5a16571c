"""Names of `typing` as bases and in questions."""

import typing
from typing import AbstractSet, Any, Callable, Dict, Generic, Iterable, List, Mapping, MutableMapping, Sequence, TypeVar

T = TypeVar("T")


class Names(Sequence[str]):
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]


class Table(MutableMapping[str, T], Generic[T]):
    def __init__(self):
        self.rows = {}

    def __getitem__(self, key):
        return self.rows[key]

    def __setitem__(self, key, value):
        self.rows[key] = value

    def __delitem__(self, key):
        del self.rows[key]

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)


class Numbers(List[int]):
    pass


class Prices(Dict[str, Any]):
    pass


class Once(typing.Iterable):
    def __iter__(self):
        return iter([1])


def sequence():
    names = Names("a", "b", "a")
    return names.index("b"), names.count("a"), list(reversed(names)), "c" in names, names[-1], list(names)


def mapping():
    table = Table()
    table["a"] = 1
    table.update(b=2)
    return dict(table), table.get("c", 3), table.pop("a"), list(table.items()), table == {"b": 2}, "b" in table


def builtin_bases():
    numbers = Numbers([1, 2])
    numbers.append(3)
    prices = Prices(a=1)
    return numbers, len(numbers), isinstance(numbers, list), prices, sorted(prices), list(Once())


def bases():
    bases = [[base.__name__ for base in kind.__mro__ if base.__name__ != "Generic"] for kind in (Numbers, Prices, Names)]
    return bases[0], bases[1], [name for name in bases[2] if name in ("Names", "Sequence", "Collection", "Sized")]


def isinstance_of():
    return [
        isinstance([], typing.List),
        isinstance({}, Mapping),
        isinstance((), Sequence),
        isinstance(1, Iterable),
        isinstance(len, Callable),
        isinstance({1}, AbstractSet),
        isinstance(Names(), Sequence),
        isinstance(Table(), (int, Mapping)),
        isinstance("a", typing.Text),
    ]


def issubclass_of():
    return issubclass(list, List), issubclass(Table, Mapping), issubclass(int, (Mapping, Iterable)), issubclass(Names, Sequence)


def made():
    return typing.Counter("aab").most_common(1), typing.DefaultDict(int)["a"], typing.Deque([1, 2], 1)[0]


def list_is_not_made():
    return typing.List()


def abstract():
    class Half(Mapping[str, int]):
        def __len__(self):
            return 0

    return Half()


CASES = [
    ("sequence", ()),
    ("mapping", ()),
    ("builtin_bases", ()),
    ("bases", ()),
    ("isinstance_of", ()),
    ("issubclass_of", ()),
    ("made", ()),
    ("list_is_not_made", ()),
    ("abstract", ()),
]

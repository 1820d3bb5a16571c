"""Named tuples with options, `UserDict` and `UserList`, subclasses of builtin containers, `ChainMap`, `OrderedDict`."""

from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, UserString, defaultdict, deque, namedtuple
from typing import NamedTuple


def named(names, rename):
    Row = namedtuple("Row", names, rename=rename)
    return Row._fields, Row(*range(len(Row._fields)))


def defaults(args):
    Row = namedtuple("Row", "a b c", defaults=[10, 20], module="shop")
    row = Row(*args)
    return row, Row._field_defaults, Row.__module__, row._replace(a=5), row._asdict(), Row._make([1, 2, 3])


def replaced(name):
    return namedtuple("Row", "a b")(1, 2)._replace(**{name: 3})


class Point(NamedTuple):
    x: int
    y: int = 7

    def shifted(self, by):
        return self._replace(x=self.x + by)


def typed(args):
    point = Point(*args)
    return point, point.shifted(2), point == tuple(point), point.index(point.y), Point._field_defaults, Point.__annotations__ != {}


class Lower(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)

    def __missing__(self, key):
        return f"no {key}"


def user_dict(given, key):
    table = Lower(given, EXTRA=1)
    table.update({"Y": 2})
    return table.data, table[key], key in table, table.get(key, 0), len(table), table.pop("y"), sorted(table)


class Stack(UserList):
    def push(self, item):
        self.append(item)
        return self


def user_list(items):
    stack = Stack(items).push(9)
    return stack, stack + [1], stack[1:], type(stack[1:]).__name__, stack == items + [9], stack.data


def user_string(text):
    shown = UserString(text)
    return shown.upper(), shown + "!", len(shown), shown == text, type(shown.upper()).__name__


class Loud(dict):
    def __getitem__(self, key):
        return super().__getitem__(key) * 2

    def __missing__(self, key):
        return key


def own_dict(given, key):
    loud = Loud(given)
    return loud[key], loud.get(key), list(loud.items()), loud | {"z": 1}, type(loud | {}).__name__, type(loud.copy()).__name__


class Sorted(list):
    def append(self, item):
        super().append(item)
        self.sort()

    def __getitem__(self, index):
        return super().__getitem__(index)


def own_list(items, more):
    ordered = Sorted(items)
    ordered.append(more)
    ordered += [0]
    return ordered, type(ordered + [1]).__name__, type(ordered[:]).__name__, ordered == list(ordered), repr(ordered)


class Tags(set):
    def add(self, item):
        super().add(str(item))


def own_set(item):
    tags = Tags()
    tags.add(item)
    return tags, type(tags | {"b"}).__name__, tags == {str(item)}, len(tags), repr(tags)


def chained(key):
    front, back = {"a": 1}, {"a": 2, "b": 3}
    chain = ChainMap(front, back)
    chain["c"] = 4
    child = chain.new_child({"a": 0})
    return chain[key], child["a"], sorted(chain), front, len(chain.maps), chain.parents["a"]


def ordered(key):
    table = OrderedDict(a=1, b=2, c=3)
    table.move_to_end(key)
    table.move_to_end("b", last=False)
    return list(table), table.popitem(last=False), table == {"a": 1, "c": 3}, repr(table)


def counted(text):
    counts = Counter(text)
    counts.subtract("a")
    return counts.most_common(2), counts["zz"], +counts, counts.total(), counts - Counter("b"), sorted(counts.elements())


def queued(items, size):
    queue = deque(items, maxlen=size)
    queue.append(1)
    queue.appendleft(2)
    queue.rotate(1)
    return queue, queue.maxlen, list(reversed(queue)), queue.count(1)


def grouped(words):
    groups = defaultdict(list)
    for word in words:
        groups[len(word)].append(word)
    return groups, groups[99], dict(groups), repr(groups)


CASES = [
    ("named", ("a def a _x", True)),
    ("named", ("a def", False)),
    ("named", (["a", "a"], False)),
    ("named", ("a, b", False)),
    ("named", ("_a", False)),
    ("defaults", ((1,),)),
    ("defaults", ((),)),
    ("replaced", ("z",)),
    ("replaced", ("b",)),
    ("typed", ((1,),)),
    ("typed", ((),)),
    ("user_dict", ({"Key": 5}, "key")),
    ("user_dict", ({}, "KEY")),
    ("user_list", ([3, 4],)),
    ("user_string", ("abc",)),
    ("own_dict", ({"a": 2}, "a")),
    ("own_dict", ({"a": 2}, "q")),
    ("own_list", ([3, 1], 2)),
    ("own_set", (4,)),
    ("chained", ("a",)),
    ("chained", ("zz",)),
    ("ordered", ("a",)),
    ("ordered", ("q",)),
    ("counted", ("abracadabra",)),
    ("queued", ([1, 2, 3], 3)),
    ("queued", ([1, 2, 3], None)),
    ("grouped", (["a", "bb", "c"],)),
]

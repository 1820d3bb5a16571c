"""`asdict`, `astuple`, `replace`, `fields`, `is_dataclass`."""

from dataclasses import asdict, astuple, dataclass, field, fields, is_dataclass, replace
from typing import List


@dataclass
class Line:
    name: str
    amount: int = 1


@dataclass
class Order:
    id: int
    lines: List[Line] = field(default_factory=list)


def build(id, lines):
    return Order(id, [Line(*line) for line in lines])


def as_dict(id, lines):
    return asdict(build(id, lines))


def as_tuple(id, lines):
    return astuple(build(id, lines))


def replaced(id, lines):
    order = build(id, lines)
    other = replace(order, id=99)
    return other, other.lines is order.lines, order.id


def names():
    return [f.name for f in fields(Order)], is_dataclass(Order), is_dataclass(5)


def nested_repr(id, lines):
    return repr(build(id, lines))


CASES = [
    ("as_dict", (1, [("tea", 2), ("milk",)])),
    ("as_dict", (1, [])),
    ("as_tuple", (1, [("tea", 2)])),
    ("replaced", (1, [("tea", 2)])),
    ("names", ()),
    ("nested_repr", (2, [("x",)])),
]

"""Annotations do not change what runs."""

from typing import Dict, List, Optional, Union

limit: int = 3
undefined: str


def first(xs: List[int], default: Optional[int] = None) -> Optional[int]:
    return xs[0] if xs else default


def lies(n: int) -> str:
    result: str = n
    return result


def local_only(flag: bool) -> "Union[int, str]":
    value: int
    if flag:
        value = 1
    try:
        return value
    except UnboundLocalError:
        return "unbound"


def module_names() -> Dict[str, bool]:
    return {"limit": "limit" in globals(), "undefined": "undefined" in globals()}


class Typed:
    x: int
    y: int = 2


def class_attributes():
    return hasattr(Typed, "x"), Typed.y, sorted(Typed.__annotations__)


CASES = [
    ("first", ([1, 2],)),
    ("first", ([],)),
    ("first", ([], 7)),
    ("lies", (5,)),
    ("local_only", (True,)),
    ("local_only", (False,)),
    ("module_names", ()),
    ("class_attributes", ()),
]

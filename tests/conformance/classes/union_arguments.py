"""What types with arguments are made of, and unions as the second argument of isinstance."""

from typing import Union

Text = Union[str, bytes]


def parts():
    return [
        Text.__args__ == (str, bytes),
        (int | str).__args__ == (int, str),
        list[int].__args__ == (int,),
        dict[str, int].__args__ == (str, int),
        list[int].__origin__ is list,
        dict[str, int].__origin__ is dict,
    ]


def ask(value):
    return [
        isinstance(value, Text),
        isinstance(value, Text.__args__),
        isinstance(value, Union[int, float, None]),
        isinstance(value, int | list),
        isinstance(value, (str, Union[int, bytes])),
    ]


CASES = [
    ("parts", ()),
    ("ask", (None,)),
    ("ask", ([],)),
    ("ask", ("a",)),
    ("ask", (b"a",)),
    ("ask", (True,)),
    ("ask", (1.5,)),
]

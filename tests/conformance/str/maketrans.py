"""`maketrans`: the tables it makes and refuses."""


def table(*args):
    return str.maketrans(*args)


class Upper:
    def __getitem__(self, code):
        if code == 98:
            raise LookupError
        return chr(code).upper()


def by_object(s):
    return s.translate(Upper())


def translated(s, mapping):
    return s.translate(mapping)


CASES = [
    ("table", ({"a": "b", 98: None},)),
    ("table", ("aab", "xyz")),
    ("table", ("ab", "xy", "bc")),
    ("table", ("a",)),
    ("table", ({"ab": 1},)),
    ("table", ({1.5: 1},)),
    ("table", ("a", 1)),
    ("table", (1, "a")),
    ("table", ("a", "b", 1)),
    ("by_object", ("abc",)),
    ("translated", ("abc", {97: 1.5})),
    ("translated", ("abc", {97: -1})),
    ("translated", ("abc", {97: "", 98: "bb"})),
]

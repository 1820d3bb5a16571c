"""`repr` of containers inside themselves and of what is in them."""


def own_list():
    items = [1]
    items.append(items)
    return repr(items), str([items])


def own_dict():
    table = {"k": 1}
    table["self"] = table
    return repr(table)


def through_tuple():
    items = []
    pair = (items, 1)
    items.append(pair)
    return repr(pair), repr(items)


def twice(x):
    return repr([x, x]), ascii([x])


def wide(x):
    return repr(x), str(x), ascii(x)


CASES = [
    ("own_list", ()),
    ("own_dict", ()),
    ("through_tuple", ()),
    ("twice", ([1],)),
    ("twice", ("é\u2028\U0001f600",)),
    ("wide", (b"a'\x00\n\xff",)),
    ("wide", ("tab\t'\"\\\x7f\xad",)),
    ("wide", ({"a": (1,), 2: [None, ...]},)),
]

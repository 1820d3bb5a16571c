"""`global` names, and module state that functions change."""

total = 0
history = []
LIMIT = 3


def add(n):
    global total
    total += n
    history.append(total)
    return total


def add_all(numbers):
    for n in numbers:
        add(n)
    return total, history


def create():
    global created
    created = "now"
    return created


def shadow():
    total = 99
    return total, add(1)


def remove():
    global total
    del total
    try:
        return total
    except NameError as error:
        return str(error)


def limited(xs):
    return xs[:LIMIT]


CASES = [
    ("add", (5,)),
    ("add_all", ([1, 2, 3],)),
    ("add_all", ([],)),
    ("create", ()),
    ("shadow", ()),
    ("remove", ()),
    ("limited", ([1, 2, 3, 4],)),
]

"""A tuple does not change; what is in it may."""


def assign(t):
    t[0] = 1


def delete(t):
    del t[0]


def inner(t):
    t[0].append(1)
    return t


def augmented(t):
    try:
        t[0] += [2]
    except TypeError as error:
        return str(error), t


def rebinding(t):
    old = t
    t += (9,)
    return old, t


CASES = [
    ("assign", ((1,),)),
    ("delete", ((1,),)),
    ("inner", (([],),)),
    ("augmented", (([1],),)),
    ("rebinding", ((1,),)),
    ("inner", ((1,),)),
]

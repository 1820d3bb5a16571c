def assignments(a, b, i):
    a[i] = b = f(i)
    a.x, a[i:, ::2] = b
    a.n += 1
    a[i] -= b
    b **= 2
    (c, *d) = b
    e: int = c
    g: str
    del a.x, a[i], (c, d)
    return {a: b, **e}, {*a, b}, [1, *a], e


def swap_through_walrus(x):
    return f(x, (x := 2), *x, key=x, **x)


def star_order(xs, g):
    return f(*xs, g(), *xs), [*xs, 1]

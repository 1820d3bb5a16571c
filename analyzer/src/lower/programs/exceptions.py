def handlers(f):
    try:
        f()
    except (ValueError, KeyError) as e:
        return e
    except TypeError:
        raise
    except:
        pass
    else:
        f(1)


def through_finally(f, x):
    for _ in f():
        try:
            if x:
                return x
            break
        finally:
            x = f(x)
    raise ValueError(x) from None


def groups(f):
    try:
        f()
    except* ValueError as e:
        f(e)

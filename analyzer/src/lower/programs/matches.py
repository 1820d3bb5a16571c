def matches(subject):
    match subject:
        case 0 | -1:
            return "number"
        case None:
            return "none"
        case [x, *rest] if rest:
            return x
        case {"k": str(v), **others}:
            return v, others
        case Point(1, y=y) as p:
            return y, p
        case (a, 1) | (1, a):
            return a
        case _:
            pass

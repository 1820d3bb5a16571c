"""What `__int__`, `__float__`, `__len__` and `__hash__` may answer."""


class Answers:
    def __init__(self, answer):
        self.answer = answer

    def __int__(self):
        return self.answer

    def __float__(self):
        return self.answer

    def __len__(self):
        return self.answer

    def __hash__(self):
        return self.answer

    @property
    def fixed(self):
        return 1


def whole(answer):
    return int(Answers(answer))


def real(answer):
    return float(Answers(answer))


def size(answer):
    return len(Answers(answer)), bool(Answers(answer))


def hashed(answer):
    return hash(Answers(answer))


def unchangeable(answer):
    Answers(answer).fixed = answer


CASES = [
    ("whole", [7]),
    ("whole", [None]),
    ("whole", [2.5]),
    ("real", [2.5]),
    ("real", [2]),
    ("real", ["x"]),
    ("size", [3]),
    ("size", [False]),
    ("size", [-1]),
    ("size", ["x"]),
    ("hashed", [12]),
    ("hashed", [[]]),
    ("unchangeable", [1]),
]

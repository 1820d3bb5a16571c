"""Fields of bases come first; overridden ones keep their place."""

from dataclasses import dataclass, field


@dataclass
class Base:
    id: int
    tags: list = field(default_factory=list)


@dataclass
class User(Base):
    name: str = "anonymous"
    id: int = -1


@dataclass
class Admin(User):
    level: int = 9

    def describe(self):
        return f"{self.name} #{self.id} level {self.level}"


class Plain(Base):
    def extra(self):
        return self.id


def user(*args):
    return User(*args)


def admin(values):
    a = Admin(**values)
    return a, a.describe()


def plain(n):
    return Plain(n), Plain(n).extra(), Plain(n) == Base(n)


def different(n):
    return Base(n) == User(n), isinstance(User(n), Base)


CASES = [
    ("user", ()),
    ("user", (1, ["t"], "Ann")),
    ("admin", ({"name": "Bob", "level": 1},)),
    ("admin", ({},)),
    ("plain", (5,)),
    ("different", (5,)),
]

"""Descriptors: data, non-data, and their precedence."""


class Typed:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner):
        if instance is None:
            return f"{owner.__name__}{self.name}"
        return getattr(instance, self.name, None)

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name} wants {self.kind.__name__}, got {value!r}")
        setattr(instance, self.name, value)


class Lazy:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        value = self.function(instance)
        instance.__dict__[self.function.__name__] = value
        return value


class Person:
    age = Typed(int)
    name = Typed(str)

    def __init__(self, name):
        self.name = name
        self.computed = 0

    @Lazy
    def initials(self):
        self.computed += 1
        return "".join(part[0] for part in self.name.split())


def create(name, age):
    p = Person(name)
    p.age = age
    return p.name, p.age, vars(p)


def unset(name):
    return Person(name).age, Person.age, Person.name


def lazy(name):
    p = Person(name)
    return p.initials, p.initials, p.computed


def hidden(name):
    p = Person(name)
    p.__dict__["name"] = "in the dict"
    p.__dict__["initials"] = "in the dict"
    return p.name, p.initials


CASES = [
    ("create", ("Ann", 30)),
    ("create", ("Ann", "30")),
    ("create", (5, 30)),
    ("unset", ("Bob",)),
    ("lazy", ("Ada King Lovelace",)),
    ("hidden", ("Eve",)),
]

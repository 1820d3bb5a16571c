"""Overriding, `super`, `isinstance`, `issubclass`."""


class Animal:
    sound = "..."

    def __init__(self, name):
        self.name = name

    def speak(self):
        return f"{self.name} says {self.sound}"


class Dog(Animal):
    sound = "woof"

    def __init__(self, name, tricks):
        super().__init__(name.title())
        self.tricks = tricks

    def speak(self):
        return super().speak() + f" and knows {len(self.tricks)} tricks"


class Puppy(Dog):
    def speak(self):
        return super().speak().replace("woof", "yip")


CLASSES = {"animal": Animal, "dog": Dog, "puppy": Puppy}


def speak(kind, *args):
    return CLASSES[kind](*args).speak()


def related(a, b):
    return issubclass(CLASSES[a], CLASSES[b]), isinstance(CLASSES[a].__new__(CLASSES[a]), CLASSES[b])


def kinds(x):
    return isinstance(x, (int, str)), isinstance(x, object), type(x) is int


CASES = [
    ("speak", ("animal", "it")),
    ("speak", ("dog", "rex", ["sit"])),
    ("speak", ("puppy", "bo", [])),
    ("related", ("puppy", "animal")),
    ("related", ("animal", "dog")),
    ("related", ("dog", "dog")),
    ("kinds", (True,)),
    ("kinds", ("a",)),
    ("kinds", (1.5,)),
]

"""A class body is a scope that functions do not see."""

x = "module"


class Box:
    x = "class"
    y = x + "!"
    squares = [i * i for i in range(3)]

    def read(self):
        return x

    def read_attribute(self):
        return self.x

    if True:
        z = "conditional"


def reads():
    box = Box()
    return box.read(), box.read_attribute(), Box.y, Box.z, Box.squares


def instance_hides():
    box = Box()
    box.x = "instance"
    return box.x, Box.x, box.read()


def local_class(value):
    class Local:
        captured = value

        def get(self):
            return value

    return Local.captured, Local().get()


def nonlocal_in_method(n):
    count = 0

    class Counter:
        def hit(self):
            nonlocal count
            count += n

    c = Counter()
    c.hit()
    c.hit()
    return count


CASES = [
    ("reads", ()),
    ("instance_hides", ()),
    ("local_class", (5,)),
    ("local_class", (None,)),
    ("nonlocal_in_method", (2,)),
    ("nonlocal_in_method", (-1,)),
]

"""A recursive class."""


class Tree:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None

    def insert(self, key):
        if key == self.key:
            return False
        side = "left" if key < self.key else "right"
        child = getattr(self, side)
        if child is None:
            setattr(self, side, Tree(key))
            return True
        return child.insert(key)

    def walk(self):
        below = self.left.walk() if self.left else []
        above = self.right.walk() if self.right else []
        return below + [self.key] + above

    def height(self):
        return 1 + max((child.height() for child in (self.left, self.right) if child), default=0)


def build(keys):
    tree = Tree(keys[0])
    inserted = [tree.insert(key) for key in keys[1:]]
    return tree.walk(), tree.height(), inserted


CASES = [
    ("build", ([5, 2, 8, 1, 9],)),
    ("build", ([1, 2, 3],)),
    ("build", ([1, 1],)),
    ("build", (["b", "a", "c"],)),
    ("build", ([],)),
    ("build", ([1, "a"],)),
]

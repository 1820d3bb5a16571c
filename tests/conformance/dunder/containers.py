"""`__getitem__`, `__setitem__`, `__delitem__`, `__contains__`."""


class Grid:
    def __init__(self, width):
        self.width = width
        self.cells = {}
        self.log = []

    def __getitem__(self, key):
        self.log.append(key)
        x, y = key
        if x >= self.width:
            raise IndexError(f"column {x}")
        return self.cells.get((x, y), ".")

    def __setitem__(self, key, value):
        self.cells[key] = value

    def __delitem__(self, key):
        del self.cells[key]

    def __contains__(self, value):
        return value in self.cells.values()


class Squares:
    def __getitem__(self, i):
        if i > 3:
            raise IndexError
        return i * i


def draw(width, points):
    grid = Grid(width)
    for x, y, c in points:
        grid[x, y] = c
    return [grid[x, 0] for x in range(width)], "#" in grid, grid.log


def beyond(width):
    return Grid(width)[width, 0]


def remove(width):
    grid = Grid(width)
    del grid[0, 0]


def old_iteration():
    return list(Squares()), 9 in Squares(), 10 in Squares(), [*Squares()][-1]


CASES = [
    ("draw", (2, [(0, 0, "#")])),
    ("draw", (1, [])),
    ("beyond", (3,)),
    ("remove", (1,)),
    ("old_iteration", ()),
    ("draw", (2, [(1, 0, "x"), (1, 0, "#")])),
]

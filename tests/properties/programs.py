"""Random small programs: a function of `t`, `a` and `b` that appends to `t` what it sees, so that an exception hides nothing.

    def f0(t, a, b):
        v0 = a
        for v1 in [3, b]:
            try:
                t.append(v0 // v1)
            except ZeroDivisionError as error:
                t.append(str(error))
            finally:
                v0 += 1
        return v0

Loops are bounded by what they iterate over or by a counter; names that may be unbound are part of the game.
"""

import operands

EXCEPTIONS = ["ValueError", "TypeError", "ZeroDivisionError", "KeyError", "IndexError", "LookupError", "ArithmeticError", "Exception", "AttributeError", "(TypeError, ValueError)", "StopIteration", "RuntimeError"]
RAISED = ["ValueError('v')", "KeyError('k')", "TypeError", "IndexError(1, 2)", "Own(3)", "RuntimeError()", "StopIteration(4)", "LookupError('l') from None", "ValueError('x') from KeyError('y')"]

HELPERS = '''\
class Own(Exception):
    pass


class Manager:
    def __init__(self, t, name, swallow):
        self.t, self.name, self.swallow = t, name, swallow

    def __enter__(self):
        self.t.append("enter " + self.name)
        return self.name

    def __exit__(self, kind, error, traceback):
        self.t.append(("exit", self.name, kind and kind.__name__, str(error)))
        return self.swallow


class Point:
    kinds = 0

    def __init__(self, x, y=0):
        self.x, self.y = x, y

    def __repr__(self):
        return f"Point({self.x!r}, {self.y!r})"

    def __eq__(self, other):
        if not isinstance(other, Point):
            return NotImplemented
        return (self.x, self.y) == (other.x, other.y)

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y) if isinstance(other, Point) else NotImplemented

    def __radd__(self, other):
        return Point(other + self.x, self.y)

    def __lt__(self, other):
        return self.x < other.x

    def __bool__(self):
        return bool(self.x)

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return (self.x, self.y)[index]

    def __call__(self, value):
        self.x = value
        return self

    @property
    def total(self):
        return self.x + self.y

    @total.setter
    def total(self, value):
        self.x = value - self.y

    @classmethod
    def origin(cls):
        return cls(0, cls.kinds)

    @staticmethod
    def twice(value):
        return value * 2

    __match_args__ = ("x", "y")


class Deep(Point):
    def __init__(self, x, y=0, z=0):
        super().__init__(x, y)
        self.z = z

    def __getattr__(self, name):
        if name == "missing":
            return "found"
        raise AttributeError(name)

    def __repr__(self):
        return "Deep" + super().__repr__()[5:]


def numbers(stop, t):
    for number in range(stop):
        got = yield number
        if got is not None:
            t.append(("got", got))
    return "done"


def delegating(stop, t):
    result = yield from numbers(stop, t)
    t.append(result)


def calling(first, second=2, *rest, named=None, **others):
    return [first, second, rest, named, sorted(others.items(), key=str)]
'''


class Writer:
    def __init__(self, random):
        self.random = random
        self.lines = []
        self.depth = 1
        self.in_loop = 0
        self.budget = random.randint(3, 10)
        self.names = ["a", "b", "v0", "v1"]
        self.counters = 0

    def pick(self, *options):
        return self.random.choice(options)

    def put(self, line):
        self.lines.append("    " * self.depth + line)

    def name(self):
        return self.random.choice(self.names) if self.random.random() < 0.97 else "v9"

    def target(self):
        name = self.pick("v0", "v1", "v2", "v3")
        if name not in self.names:
            self.names.append(name)
        return name

    def expression(self, depth=0):
        chance = self.random.random()
        if depth > 2 or chance < 0.3:
            return self.name()
        if chance < 0.45:
            return operands.operand(self.random, self.pick("small", "small", "part", "list", "tuple", "dict", "bool", "None", "float", "int"))
        e = lambda: self.expression(depth + 1)
        return self.pick(
            lambda: f"({e()} {self.pick('+', '-', '*', '//', '%', '+', '&', '|')} {e()})",
            lambda: f"({e()} {self.pick('==', '!=', '<', '<=', '>', 'in', 'is', 'is not', 'not in')} {e()})" if self.random.random() < 0.8 else f"({e()} < {e()} <= {e()})",
            lambda: f"({e()} {self.pick('and', 'or')} {e()})",
            lambda: f"({e()} if {e()} else {e()})",
            lambda: f"(not {e()})",
            lambda: f"[{e()}, {e()}]",
            lambda: f"({e()}, {e()})",
            lambda: f"{{{self.pick('0', '1', repr('k'), 'None')}: {e()}}}",
            lambda: f"{e()}[{self.pick('0', '-1', '1', ':1', '1:', '::-1', repr('k'))}]",
            lambda: f"{self.pick('len', 'str', 'list', 'repr', 'bool', 'int', 'sorted', 'sum', 'type', 'tuple', 'abs', 'max')}({e()})".replace("type(", "type_name("),
            lambda: f"[x {self.pick('', '* 2 ', '+ 1 ')}for x in {e()}{self.pick('', ' if x', ' if x != 1')}]",
            lambda: f"{{x: {e()} for x in {e()}}}",
            lambda: f"list((x, y) for x in {e()} for y in [1, x])",
            lambda: f"sum(x for x in {e()})",
            lambda: f"(lambda x, y={e()}: {self.pick('x', 'y', '(x, y)', 'x + y')})({e()})",
            lambda: f"({self.target()} := {e()})",
            lambda: f"f'{{{self.name()}!r}}-{{{self.name()}}}'",
            lambda: f"Point({e()}, {e()})",
            lambda: f"Deep({e()}){self.pick('', '.total', '.missing', '.absent', '.x', '.z', '(7)', '[1]')}",
            lambda: f"Point.{self.pick('origin()', 'twice(3)', 'kinds', 'total')}",
            lambda: f"{self.name()}.{self.pick('x', 'total', 'upper()', 'append(1)', 'pop()', 'copy()', 'keys()', 'real', 'nope')}".replace(".keys()", ".get(1)"),
            lambda: f"calling({self.call_arguments(e)})",
            lambda: f"list({self.pick('numbers', 'delegating')}({self.pick('0', '2', '3')}, t))",
            lambda: f"list(map({self.pick('str', 'len', 'lambda x: x', 'repr')}, {e()}))",
            lambda: f"list(zip({e()}, {e()}))",
            lambda: f"[*{e()}, {e()}]",
        )()

    def call_arguments(self, e):
        # The machine unpacks `*` and merges `**` when all arguments are evaluated, CPython on the way. That shows only if two of
        # them go wrong, so that what follows a `*` cannot, and `**` comes last.
        plain = self.random.sample([e(), e(), f"*{e()}"], self.random.randint(0, 3))
        plain.sort(key=lambda argument: argument.startswith("*"))
        named = [f"named={e()}", f"second={e()}", "**{'extra': 1}", f"**{self.name()}", "first=0"]
        if plain and plain[-1].startswith("*"):
            named = ["named=0", "second=[]", "**{'extra': 1}", "first=0"]
        named = self.random.sample(named, self.random.randint(0, 2))
        return ", ".join(plain + sorted(named, key=lambda argument: argument.startswith("**")))

    def block(self, *, loop=False):
        self.depth += 1
        self.in_loop += loop
        before = len(self.lines)
        known = list(self.names)
        for _ in range(self.random.randint(1, 3)):
            self.statement()
        if len(self.lines) == before:
            self.put("pass")
        self.names = known
        self.in_loop -= loop
        self.depth -= 1

    def statement(self):
        if self.budget <= 0 or self.depth > 4:
            self.put(f"t.append({self.expression(2)})")
            return
        self.budget -= 1
        self.pick(
            self.assign, self.assign, self.assign, self.show, self.show, self.augmented, self.branch, self.branch, self.loop, self.loop,
            self.counted, self.attempt, self.attempt, self.raising, self.managed, self.inner, self.unpack, self.matching, self.leave,
            self.item, self.generator, self.delete, self.attribute, self.assertion, self.local_class,
        )()

    def show(self):
        self.put(f"t.append({self.expression()})")

    def assign(self):
        value = self.expression()
        self.put(f"{self.target()} = {value}")

    def augmented(self):
        self.put(f"{self.name()} {self.pick('+', '-', '*', '|')}= {self.expression(1)}")

    def branch(self):
        self.put(f"if {self.expression(1)}:")
        self.block()
        if self.random.random() < 0.3:
            self.put(f"elif {self.expression(1)}:")
            self.block()
        if self.random.random() < 0.5:
            self.put("else:")
            self.block()

    def loop(self):
        over = self.pick(lambda: self.expression(1), lambda: f"range({self.pick('2', '3', '0')})", lambda: "enumerate('ab')", lambda: operands.operand(self.random, "list"), lambda: "numbers(3, t)")()
        target = self.pick(self.target, lambda: f"{self.target()}, {self.target()}")() if over.startswith("enumerate") else self.target()
        # What is iterated over may grow: it is cut.
        self.put(f"for {target} in cut({over}):")
        self.block(loop=True)
        if self.random.random() < 0.25:
            self.put("else:")
            self.block()

    def counted(self):
        self.counters += 1
        counter = f"n{self.counters}"
        self.put(f"{counter} = 0")
        self.put(f"while {counter} < 3 and {self.expression(2)}:")
        self.depth += 1
        self.put(f"{counter} += 1")
        self.depth -= 1
        self.block(loop=True)
        if self.random.random() < 0.2:
            self.put("else:")
            self.block()

    def attempt(self):
        self.put("try:")
        self.block()
        handlers = self.random.choice([0, 1, 1, 1, 2])
        for _ in range(handlers):
            named = self.random.random() < 0.5
            self.put(f"except {self.random.choice(EXCEPTIONS)}{' as error' if named else ''}:")
            self.depth += 1
            self.put("t.append((type_name(error), str(error), error.args))" if named else "t.append('caught')")
            if self.random.random() < 0.15:
                self.put("raise")
            self.depth -= 1
            self.block()
        if handlers and self.random.random() < 0.3:
            self.put("else:")
            self.block()
        if not handlers or self.random.random() < 0.3:
            self.put("finally:")
            self.block()

    def raising(self):
        self.put(f"if {self.expression(2)}:")
        self.depth += 1
        self.put(f"raise {self.random.choice(RAISED)}")
        self.depth -= 1

    def managed(self):
        self.put(f"with Manager(t, 'm{self.random.randint(0, 3)}', {self.pick('True', 'False', 'None', '[]', '1')}) as {self.target()}:")
        self.block()

    def inner(self):
        name = self.pick("g", "h")
        target = self.pick("v0", "v1")
        self.put(f"def {name}(p, q={self.expression(2)}, *r):")
        self.depth += 1
        kind = self.random.random()
        if kind < 0.4:
            self.put(f"nonlocal {target}")
            self.put(f"{target} = p")
        elif kind < 0.6:
            self.put(f"t.append({self.name()})")
        known, self.names, loops = list(self.names), [*self.names, "p", "q", "r"], self.in_loop
        self.in_loop = 0
        self.put(f"return {self.expression(1).replace('v2 :=', 'p :=').replace('v3 :=', 'q :=').replace('v0 :=', 'p :=').replace('v1 :=', 'q :=')}")
        self.names, self.in_loop = known, loops
        self.depth -= 1
        self.put(f"t.append({name}({self.expression(2)}{self.pick('', ', 1', ', 1, 2', ', q=0', ', **{}', ', z=1')}))")

    def unpack(self):
        shape = self.pick("{}, {}", "{}, *{}", "*{}, {}", "({}, {}), *v3", "[{}, {}]")
        value = self.expression(1)
        self.put(f"{shape.format(self.target(), self.target())} = {value}")

    def matching(self):
        self.put(f"match {self.expression(1)}:")
        self.depth += 1
        patterns = ["0", "'a' | 'b'", "[x, y]", "[x, *y]", "{'k': x}", "{1: x, **y}", "Point(x, 0)", "Point(x=1)", "int()", "str() as x", "(1 | 2) as x", "[]", "None", "True", "[[x], *_]", "float() | bool()", "-1", "list([x])", "Deep(x, y)"]
        for pattern in self.random.sample(patterns, self.random.randint(1, 4)):
            guard = self.pick("", "", f" if {self.expression(2)}")
            self.put(f"case {pattern}{guard}:")
            self.depth += 1
            bound = [name for name in ("x", "y") if name in pattern.replace("x=", "")]
            self.put(f"t.append(({pattern!r}{''.join(', ' + name for name in bound)}))")
            self.depth -= 1
        if self.random.random() < 0.4:
            self.put("case _:")
            self.depth += 1
            self.put("t.append('other')")
            self.depth -= 1
        self.depth -= 1

    def leave(self):
        if self.in_loop and self.random.random() < 0.7:
            self.put(f"if {self.expression(2)}:")
            self.depth += 1
            self.put(self.pick("break", "continue", "continue", f"return {self.name()}"))
            self.depth -= 1
        elif self.random.random() < 0.3:
            self.put(f"return {self.expression(1)}")

    def item(self):
        self.put(f"{self.name()}[{self.pick('0', '-1', '1', ':1', '1:', repr('k'))}] {self.pick('=', '=', '+=')} {self.expression(1)}")

    def generator(self):
        self.put(f"i = {self.pick('numbers', 'delegating')}({self.pick('1', '2', '3')}, t)")
        for _ in range(self.random.randint(1, 4)):
            self.put(self.pick("t.append(next(i, 'end'))", "t.append(next(i))", "t.append(i.send(None))", "t.append(i.send(5))", "i.close()", "i.throw(ValueError('thrown'))", "t.append(list(i))"))

    def delete(self):
        self.put(f"del {self.name()}{self.pick('', '[0]', '[:1]', '.x', '[' + repr('k') + ']')}")

    def attribute(self):
        self.put(f"{self.target()} = {self.pick('Point', 'Deep')}({self.expression(2)})")
        name = self.name()
        self.put(f"{name}.{self.pick('x', 'total', 'new')} {self.pick('=', '+=')} {self.expression(2)}")
        self.put(f"t.append({name})")

    def assertion(self):
        self.put(f"assert {self.expression(1)}, {self.expression(2)}")

    def local_class(self):
        self.put(f"class Local({self.pick('Point', 'Deep', 'list', 'dict', 'int', 'str', 'object', 'Exception')}):")
        self.depth += 1
        self.put(f"field = {self.pick('1', '[]', repr('f'))}")
        self.put(f"def method(self, other): return ({self.pick('self', 'other', 'self.field', 'type_name(self)')}, other)")
        if self.random.random() < 0.4:
            self.put(f"def __{self.pick('eq', 'add', 'contains', 'getitem', 'lt', 'mul')}__(self, other): return {self.pick('other', 'NotImplemented', 'True', '[1]')}")
        self.depth -= 1
        self.put(f"o = Local({self.pick('', '1', '[1, 2]', 'a')})")
        self.put(f"t.append({self.pick('o.field', 'o.method(b)[1]', 'o == 1', 'isinstance(o, Point)', 'bool(o)', 'o < 2', '1 in o', 'o[0]', 'len(o)', 'o + [1]', 'list(o)')})")


EXTRA = '''\
def cut(iterable):
    count = 0
    for item in iterable:
        count += 1
        if count > 5:
            return
        yield item


def type_name(value):
    return type(value).__name__
'''


def cases(random, theme):
    for number in range(24):
        writer = Writer(random)
        writer.put("v0 = a")
        writer.put(f"v1 = {writer.expression(2)}")
        for _ in range(random.randint(2, 5)):
            writer.statement()
        writer.put(f"return {writer.expression(1)}")
        text = "\n".join([f"def f{number}(t, a, b):", *writer.lines, ""])
        try:
            compile(text, "program", "exec")
        except SyntaxError:
            continue
        kinds = ["small", "part", "list", "tuple", "dict", "bool", "None", "int", "float", "numbers", "words"]
        calls = []
        for _ in range(6):
            first, second = (operands.operand(random, random.choice(kinds)) for _ in range(2))
            calls.append(f"check(f{number}, [], {first}, {second})")
        yield text, calls

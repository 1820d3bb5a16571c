"""A data structure of one's own."""


class Node:
    def __init__(self, value, following=None):
        self.value = value
        self.following = following


class Stack:
    def __init__(self):
        self.top = None
        self.size = 0

    def push(self, value):
        self.top = Node(value, self.top)
        self.size += 1

    def pop(self):
        if self.top is None:
            raise IndexError("pop from an empty stack")
        node, self.top = self.top, self.top.following
        self.size -= 1
        return node.value

    def items(self):
        node, out = self.top, []
        while node is not None:
            out.append(node.value)
            node = node.following
        return out


def run(program):
    stack, out = Stack(), []
    for step in program:
        if step == "pop":
            out.append(stack.pop())
        else:
            stack.push(step)
    return out, stack.items(), stack.size


def balanced(text):
    stack = Stack()
    pairs = {")": "(", "]": "["}
    for c in text:
        if c in pairs.values():
            stack.push(c)
        elif c in pairs and (stack.size == 0 or stack.pop() != pairs[c]):
            return False
    return stack.size == 0


CASES = [
    ("run", ([1, 2, "pop", 3],)),
    ("run", ([],)),
    ("run", (["pop"],)),
    ("balanced", ("([]a)",)),
    ("balanced", ("([)]",)),
    ("balanced", ("(",)),
    ("balanced", ("]",)),
]

"""Smaller versions of a case: statements left out, expressions replaced by one of their parts or by a plain constant."""

import ast
import copy

PLAIN = {int: ["0", "1"], float: ["0.0", "1.0"], str: ["''", "'a'"], bytes: ["b''", "b'a'"], bool: [], type(None): []}
LIMIT = 60


def smaller(functions, call):
    """Pairs of (functions, call), the boldest first."""
    seen = {(functions, call)}
    for changed in changes(functions):
        if (changed, call) not in seen:
            seen.add((changed, call))
            yield changed, call
        if len(seen) > LIMIT:
            return
    for changed in changes(call):
        if (functions, changed) not in seen and changed.startswith("check("):
            seen.add((functions, changed))
            yield functions, changed
        if len(seen) > 2 * LIMIT:
            return


def changes(text):
    tree = ast.parse(text)
    count = sum(1 for _ in ast.walk(tree))
    for position in range(count):
        for choice in range(12):
            copied = copy.deepcopy(tree)
            if not change(list(ast.walk(copied))[position], choice):
                break
            try:
                yield ast.unparse(ast.fix_missing_locations(copied))
            except (ValueError, AttributeError, IndexError):
                continue


def change(node, choice):
    """Changes a node's children in place; False when there is no such choice."""
    options = []
    for name, value in ast.iter_fields(node):
        if isinstance(value, list) and name in ("body", "orelse", "finalbody", "handlers", "elts", "keys", "generators", "args", "keywords", "decorator_list", "values", "cases"):
            options.extend((name, position, None) for position in range(len(value)))
            if name in ("elts", "args", "values", "keys"):
                options.extend((name, position, part) for position in range(len(value)) for part in parts(value[position]))
        elif isinstance(value, ast.expr):
            options.extend((name, None, part) for part in parts(value))
    if choice >= len(options):
        return False
    name, position, part = options[choice]
    if position is None:
        setattr(node, name, part)
    elif part is not None:
        getattr(node, name)[position] = part
    else:
        if name == "keys" or (name == "values" and isinstance(node, ast.Dict)):
            del node.keys[position], node.values[position]
        else:
            del getattr(node, name)[position]
            if name == "body" and not node.body and not isinstance(node, ast.Module):
                node.body.append(ast.Pass())
    return True


def parts(expression):
    if expression is None:
        return []
    if isinstance(expression, ast.Constant):
        value = expression.value
        if isinstance(value, (str, bytes)) and len(value) > 1:
            half = len(value) // 2
            return [ast.Constant(value[:half]), ast.Constant(value[half:]), ast.Constant(value[1:]), ast.Constant(value[:-1])]
        return [ast.parse(plain, mode="eval").body for plain in PLAIN.get(type(value), []) if plain != repr(value)]
    return [child for child in ast.iter_child_nodes(expression) if isinstance(child, ast.expr)]

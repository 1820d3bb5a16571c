"""Three refactorings that change no behaviour, made from any module's source.

    rename a local      found = …; return found        ->  found_renamed = …; return found_renamed
    extract a helper    return price * (1 + rate)       ->  return _extracted(price, rate)
    move an import      import requests (top level)     ->  import requests (in each function that uses it), or back

Each function gives the new source, or None where the module offers no place for it.
"""

import ast
import copy
import importlib.util

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def functions(tree, names):
    """The functions and methods with these qualified names."""
    found = []

    def look(body, prefix):
        for node in body:
            if isinstance(node, ast.ClassDef):
                look(node.body, prefix + node.name + ".")
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and prefix + node.name in names:
                found.append(node)

    look(tree.body, "")
    return found


def parameters(function):
    args = function.args
    every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    return {arg.arg for arg in every if arg is not None}


def locals_of(function):
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    declared = {name for node in ast.walk(function) if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names}
    return stored - declared - parameters(function)


def has_inner_scope(function):
    return any(isinstance(node, SCOPES) for node in ast.walk(function) if node is not function)


def uses_names_as_text(function):
    return any(isinstance(node, ast.Name) and node.id in {"locals", "vars", "eval", "exec"} for node in ast.walk(function))


def rename_local(source, names):
    tree = ast.parse(source)
    changed = False
    for function in functions(tree, names):
        if has_inner_scope(function) or uses_names_as_text(function):
            continue
        for old in sorted(locals_of(function))[:1]:
            for node in ast.walk(function):
                if isinstance(node, ast.Name) and node.id == old:
                    node.id = old + "_renamed"
            changed = True
    return ast.unparse(tree) if changed else None


def extract_helper(source, names):
    tree = ast.parse(source)
    helpers = []
    for function in functions(tree, names):
        place = next((node for node in ast.walk(function) if is_extractable(node)), None)
        if place is None or has_inner_scope(function) or uses_names_as_text(function):
            continue
        known = locals_of(function) | parameters(function)
        bound = {
            node.id
            for comprehension in ast.walk(place.value)
            if isinstance(comprehension, ast.comprehension)
            for node in ast.walk(comprehension.target)
            if isinstance(node, ast.Name)
        }
        read = [node.id for node in ast.walk(place.value) if isinstance(node, ast.Name) and node.id in known - bound]
        arguments = list(dict.fromkeys(read))
        name = "_extracted_%d" % len(helpers)
        helper = ast.parse("def %s(%s):\n    return None" % (name, ", ".join(arguments))).body[0]
        helper.body[0].value = copy.deepcopy(place.value)
        place.value = ast.parse("%s(%s)" % (name, ", ".join(arguments)), mode="eval").body
        helpers.append(helper)
    tree.body.extend(helpers)
    return ast.unparse(ast.fix_missing_locations(tree)) if helpers else None


def is_extractable(node):
    """A `return` of something worth a name, without what belongs to its own frame."""
    if not isinstance(node, ast.Return) or node.value is None or isinstance(node.value, (ast.Constant, ast.Name)):
        return False
    tied = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Lambda)
    inner = list(ast.walk(node.value))
    is_free = not any(isinstance(part, tied) or isinstance(part, ast.Name) and part.id == "super" for part in inner)
    return is_free and not any(isinstance(part, ast.Attribute) and part.attr.startswith("__") for part in inner)


def move_import(source, names):
    return import_into_functions(source, names) or import_to_top(source, names)


def is_module_import(statement):
    if isinstance(statement, ast.Import):
        return True
    if not isinstance(statement, ast.ImportFrom) or statement.level or not statement.module:
        return False
    return all(is_module(statement.module + "." + alias.name) for alias in statement.names)


def is_module(dotted):
    try:
        return importlib.util.find_spec(dotted) is not None
    except (ImportError, ValueError, AttributeError):
        return False


def bound_names(statement):
    return {alias.asname or alias.name.split(".")[0] for alias in statement.names}


def import_into_functions(source, names):
    """Every use must be inside a chosen function: a module-level use needs the import where it is."""
    tree = ast.parse(source)
    chosen = functions(tree, names)
    for statement in [node for node in tree.body if is_module_import(node)]:
        bound = bound_names(statement)
        users = [function for function in chosen if reads(function.body, bound)]
        outside = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in bound]
        inside = {id(node) for function in users for part in function.body for node in ast.walk(part)}
        if not users or any(id(node) not in inside for node in outside):
            continue
        tree.body.remove(statement)
        for function in users:
            function.body.insert(1 if ast.get_docstring(function) else 0, copy.deepcopy(statement))
        return ast.unparse(ast.fix_missing_locations(tree))
    return None


def import_to_top(source, names):
    tree = ast.parse(source)
    for function in functions(tree, names):
        for statement in function.body:
            if isinstance(statement, ast.Import) and len(function.body) > 1:
                function.body.remove(statement)
                tree.body.insert(1 if ast.get_docstring(tree) else 0, statement)
                return ast.unparse(tree)
    return None


def reads(body, names):
    return any(isinstance(node, ast.Name) and node.id in names for part in body for node in ast.walk(part))


ALL = {"rename a local": rename_local, "extract a helper": extract_helper, "move an import": move_import}

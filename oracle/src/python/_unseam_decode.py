"""The JSON of `plan::Value` as Python objects; the inverse of `_unseam_encode` for what can be built."""

import importlib


class CannotBuild(Exception):
    """A double, an observed instance, or a name beyond the allowed modules."""


class Decoder:
    def __init__(self, modules):
        self.modules = frozenset(modules) | {"builtins"}
        self.bound = {}

    def name(self, name):
        if name["module"] not in self.modules:
            raise CannotBuild("module %s" % name["module"])
        found = importlib.import_module(name["module"])
        for part in filter(None, name["qualname"].split(".")):
            found = getattr(found, part)
        return found

    def call(self, function, args):
        positional = [self.value(arg["value"]) for arg in args if arg["keyword"] is None]
        return function(*positional, **{arg["keyword"]: self.value(arg["value"]) for arg in args if arg["keyword"]})

    def value(self, encoded):
        if isinstance(encoded, str):
            return {"none": None, "ellipsis": Ellipsis, "not_implemented": NotImplemented}[encoded]
        ((tag, content),) = encoded.items()
        if tag in PLAIN:
            return PLAIN[tag](content)
        if tag in SEQUENCES:
            return SEQUENCES[tag](self.value(item) for item in content)
        if tag == "dict":
            return {self.value(key): self.value(item) for key, item in content}
        if tag == "name":
            return self.name(content)
        if tag == "construct":
            made = self.call(self.name(content["class"]), content["args"])
            for attribute, item in content["set"]:
                setattr(made, attribute, self.value(item))
            return made
        if tag == "bind":
            number, item = content
            self.bound[number] = self.value(item)
            return self.bound[number]
        if tag == "shared" and content in self.bound:
            return self.bound[content]
        raise CannotBuild(tag)


PLAIN = {"bool": bool, "int": int, "float": float, "complex": complex, "str": str, "bytes": bytes}
SEQUENCES = {"list": list, "tuple": tuple, "set": set, "frozen_set": frozenset}

class StandIn(MagicMock):
    """Something of a package that is not installed; what it decorates stays as it is."""

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and not kwargs and isinstance(args[0], (type, FunctionType)):
            return args[0]
        return super().__call__(*args, **kwargs)


class StandInModule(ModuleType):
    """A module that is not installed: it has every name that it is asked for."""

    __path__ = ()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        self.__dict__[name] = StandIn(name=name)
        return self.__dict__[name]


def stand_ins(*names):
    """A module for each name that cannot be imported."""
    modules = {}
    for name in names:
        parent, _, child = name.rpartition(".")
        if parent in modules or find_spec(name) is None:
            modules[name] = StandInModule(name)
            if parent in modules:
                setattr(modules[parent], child, modules[name])
    return modules


def stand_in_class(modules, module, name, base, *attributes):
    if module in modules:
        members = {"__module__": module, **dict.fromkeys(attributes)}
        setattr(modules[module], name, type(name, (base,), members))

def forget(*packages):
    """What was imported of these packages before knows nothing of the stand-ins."""
    for name in list(sys.modules):
        if name.split(".")[0] in packages:
            del sys.modules[name]

"""Parsers as objects: they are described for real. Parsing is outside, because it reads the arguments of the process."""

SUPPRESS, OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, PARSER, REMAINDER = "==SUPPRESS==", "?", "*", "+", "A...", "..."


class ArgumentError(Exception):
    def __init__(self, argument, message):
        self.argument_name, self.message = argument, message

    def __str__(self):
        return self.message


class ArgumentTypeError(Exception):
    pass


class _Described:
    def add_argument(self, *names, **options):
        return _Described()

    def add_argument_group(self, *args, **options):
        return _Described()

    def add_mutually_exclusive_group(self, **options):
        return _Described()

    def add_subparsers(self, **options):
        return _Described()

    def add_parser(self, name, **options):
        return ArgumentParser()

    def set_defaults(self, **defaults):
        pass


class ArgumentParser(_Described):
    def __init__(self, *args, **options):
        pass

    def exit(self, status=0, message=None):
        raise SystemExit(status)

    def error(self, message):
        raise SystemExit(2)

"""Parsers. What they are told is followed; parsing is turned round: the options are chosen, and with them the words of the
command line that say so.

    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args(argv)      # options.verbose is True, and argv is ["--verbose"]

A test passes the words, and the real parser reads them. Where a parser is told more than is understood here (actions of
one's own, very many arguments), `parse_args` stays outside, and a test gives its answer.
"""

import sys as _sys

import unseam

SUPPRESS, OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, PARSER, REMAINDER = "==SUPPRESS==", "?", "*", "+", "A...", "..."

# Each argument is one more decision: of a parser with more of them it is better to ask only for what the unit reads.
_MOST_ARGUMENTS = 24
# How often an option that may be repeated is given, at most.
_MOST_TIMES = 2
_UNDERSTOOD = ("action", "nargs", "const", "default", "type", "choices", "required", "help", "metavar", "dest")
_UNDERSTOOD_OF_COMMANDS = ("title", "description", "prog", "dest", "required", "help", "metavar")
_SAID = ("store", "store_true", "store_false", "store_const", "append", "count", "version", "help")


class ArgumentError(Exception):
    def __init__(self, argument, message):
        self.argument_name, self.message = argument, message

    def __str__(self):
        return self.message


class ArgumentTypeError(Exception):
    pass


class Namespace:
    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, key):
        return key in self.__dict__

    def __repr__(self):
        return "Namespace(" + ", ".join([name + "=" + repr(value) for name, value in self.__dict__.items()]) + ")"


class _Argument:
    """An argument of the command line: how it is written, and what it makes of the options."""

    def __init__(self, names, options):
        self.flags = [name for name in names if name.startswith("-")]
        long = [flag for flag in self.flags if flag.startswith("--")]
        self.flag = (long or self.flags or [None])[0]
        first = self.flag.lstrip("-") if self.flag else names[0] if names else options["dest"]
        self.dest = options.get("dest") or first.replace("-", "_") if self.flag else first
        self.action = options.get("action", "store")
        self.nargs, self.const, self.default = options.get("nargs"), options.get("const"), options.get("default")
        if self.action in ("store_true", "store_false") and "default" not in options:
            self.default = self.action == "store_false"
        self.type, self.choices = options.get("type"), options.get("choices")
        self.required = options.get("required", False)
        self.rivals = None

    def takes_any_number(self):
        return self.nargs in (OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE)

    def one(self, before=0):
        """A value, and the word for it; so many come before it."""
        if self.choices is not None:
            for choice in self.choices:
                if unseam.either():
                    unseam.describe(self.dest + " == " + repr(choice))
                    return choice, str(choice)
            unseam.assume(False)
        if self.type is int or self.type is float:
            number = unseam.unknown_number(self.dest)
            return self.type(number), str(number)
        word = unseam.usual_text(self.dest, self.dest + (str(before + 1) if before else ""))
        unseam.assume(word != "")
        unseam.assume(not word.startswith("-"))
        if self.type is None or self.type is str:
            return word, word
        try:
            return self.type(word), word
        except (ArgumentTypeError, TypeError, ValueError):
            unseam.unsupported("a word that is refused by the type of an argument")

    def several(self, fewest, most):
        values, words = [], []
        while len(values) < fewest or len(values) < most and unseam.either():
            value, word = self.one(len(values))
            values.append(value)
            words.append(word)
        return values, words

    def given(self):
        """What it makes of the options, and its words."""
        if self.action == "count":
            times = 1
            while times < _MOST_TIMES and unseam.either():
                times += 1
            return (self.default or 0) + times, [self.flag] * times
        if self.action == "append":
            values, words = self.several(1, _MOST_TIMES)
            unseam.describe("len(" + self.dest + ") == " + str(len(values)))
            return [*(self.default or ()), *values], [part for word in words for part in (self.flag, word)]
        if self.action in ("store_true", "store_false"):
            unseam.describe(self.dest if self.action == "store_true" else "not " + self.dest)
            return self.action == "store_true", [self.flag]
        if self.action == "store_const":
            return self.const, [self.flag]
        words = [self.flag] if self.flag else []
        if self.nargs is None or self.nargs == OPTIONAL:
            value, word = self.one()
            return value, [*words, word]
        fewest = self.nargs if isinstance(self.nargs, int) else int(self.nargs == ONE_OR_MORE or not self.flag)
        values, own = self.several(fewest, self.nargs if isinstance(self.nargs, int) else _MOST_TIMES)
        return values, [*words, *own]

    def absent(self):
        """What it is if nobody gives it. A default that is a text is read like a word."""
        if isinstance(self.default, str) and self.type is not None and self.action == "store":
            return self.type(self.default)
        if self.nargs == ZERO_OR_MORE and not self.flag and self.default is None:
            return []
        return self.default

    def may_be_absent(self):
        return not self.required if self.flag else self.nargs in (OPTIONAL, ZERO_OR_MORE)


def _say(args, words):
    if unseam.is_undecided(args):
        unseam.becomes(args, words)
    else:
        unseam.assume(len(args) == len(words))
        for given, word in zip(args, words):
            unseam.assume(given == word)


class _Group:
    """A heading in the help: its arguments are the parser's."""

    def __init__(self, parser):
        self._parser = parser

    def add_argument(self, *names, **options):
        return self._parser.add_argument(*names, **options)

    def add_mutually_exclusive_group(self, **options):
        return self._parser.add_mutually_exclusive_group(**options)


class _Rivals:
    """Arguments of which a command line has one at most."""

    def __init__(self, parser, required=False):
        self._parser, self._required = parser, required
        self._told = []

    def add_argument(self, *names, **options):
        argument = self._parser.add_argument(*names, **options)
        argument.rivals = self
        self._told.append(argument)
        return argument

    def must_give(self, argument, given):
        return self._required and argument is self._told[-1] and not self.has_one_of(given)

    def has_one_of(self, given):
        return any([argument in given for argument in self._told])


class _Commands:
    """Subcommands, each with a parser of its own."""

    def __init__(self, parser, dest=None, required=False, **options):
        self._parser, self._dest, self._required = parser, dest, required
        self._parsers = {}

    def add_parser(self, name, *, aliases=(), help=None, **options):
        command = ArgumentParser(**options)
        command._above = self._parser
        if "parse_args" not in command.__dict__:
            command._leave_outside()
        self._parsers[name] = command
        return command

    def choose(self):
        """What the choice makes of the options, and its words."""
        named = {} if self._dest in (None, SUPPRESS) else {self._dest: None}
        what = self._dest if named else "command"
        names = list(self._parsers)
        for name in names:
            if self._required and name is names[-1] or unseam.either():
                unseam.describe(what + " == " + repr(name))
                options, words = self._parsers[name]._choose()
                return {**dict.fromkeys(named, name), **options}, [name, *words]
        unseam.describe("no " + what)
        return named, []


class ArgumentParser:
    _above = None

    def __init__(self, *args, parents=(), **options):
        self._told, self._defaults, self._commands = [], {}, None
        self.parse_args = self._read
        for parent in parents:
            self._told.extend(parent._told)
            self._defaults.update(parent._defaults)
            if "parse_args" not in parent.__dict__ or parent._commands is not None:
                self._leave_outside()
        if any([name in options for name in ("prefix_chars", "fromfile_prefix_chars", "argument_default")]):
            self._leave_outside()

    def _leave_outside(self):
        parser = self
        while parser is not None:
            if "parse_args" in parser.__dict__:
                del parser.parse_args
            parser = parser._above

    def _leave_outside_what_swallows_commands(self):
        if self._commands is not None and any([argument.takes_any_number() for argument in self._told]):
            self._leave_outside()

    def add_argument(self, *names, **options):
        argument = _Argument(names, options)
        is_understood = argument.action in _SAID and argument.nargs not in (PARSER, REMAINDER)
        if not is_understood or any([name not in _UNDERSTOOD for name in options]):
            self._leave_outside()
        elif argument.action not in ("version", "help"):
            self._told.append(argument)
        if len(self._told) > _MOST_ARGUMENTS:
            self._leave_outside()
        self._leave_outside_what_swallows_commands()
        return argument

    def add_argument_group(self, *args, **options):
        return _Group(self)

    def add_mutually_exclusive_group(self, *, required=False):
        return _Rivals(self, required)

    def add_subparsers(self, **options):
        self._commands = _Commands(self, **options)
        if any([name not in _UNDERSTOOD_OF_COMMANDS for name in options]):
            self._leave_outside()
        self._leave_outside_what_swallows_commands()
        return self._commands

    def set_defaults(self, **defaults):
        self._defaults.update(defaults)

    def _choose(self):
        """The options, and the words that say so."""
        options, given, flags, places = {}, [], [], []
        for argument in self._told:
            rivals = argument.rivals
            is_late = rivals is not None and rivals.has_one_of(given)
            is_last = rivals is not None and rivals.must_give(argument, given)
            if is_late or argument.may_be_absent() and not is_last and unseam.either():
                if argument.default is not SUPPRESS:
                    options.setdefault(argument.dest, argument.absent())
            else:
                given.append(argument)
                options[argument.dest], words = argument.given()
                (flags if argument.flag else places).extend(words)
        for name, default in self._defaults.items():
            if options.get(name) is None:
                options[name] = default
        if self._commands is not None:
            chosen, words = self._commands.choose()
            options.update(chosen)
            return options, [*flags, *places, *words]
        # Places come first: an option with any number of words would take them.
        return options, [*places, *flags]

    def _read(self, args=None, namespace=None):
        if namespace is not None:
            unseam.unsupported("parse_args() into a namespace that is there already")
        options, words = self._choose()
        if args is None:
            _say(_sys.argv, ["prog", *words])
        else:
            _say(args, words)
        return Namespace(**options)

    def exit(self, status=0, message=None):
        raise SystemExit(status)

    def error(self, message):
        raise SystemExit(2)

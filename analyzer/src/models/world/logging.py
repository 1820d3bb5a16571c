"""Loggers are real in a test and nobody checks them, so here they do nothing. Handlers and set-up are outside."""

import unseam

CRITICAL = FATAL = 50
ERROR, WARNING, WARN, INFO, DEBUG, NOTSET = 40, 30, 30, 20, 10, 0


# What `isEnabledFor` says on this way, once it was asked.
_is_enabled = []
# Whether the effective level is DEBUG on this way, once it was asked for; else it is WARNING.
_is_verbose = []


class Logger:
    def __init__(self, name, level=NOTSET):
        self.name = name

    def getChild(self, suffix):
        return getLogger(suffix if self.name == "root" else self.name + "." + suffix)

    def isEnabledFor(self, level):
        if not _is_enabled:
            _is_enabled.append(unseam.either())
        unseam.stands_in("logging.Logger.isEnabledFor", "always" if _is_enabled[0] else "never")
        return _is_enabled[0]

    def getEffectiveLevel(self):
        if not _is_verbose:
            _is_verbose.append(unseam.either())
        unseam.stands_in("logging.Logger.getEffectiveLevel", "debug_level" if _is_verbose[0] else "warning_level")
        return DEBUG if _is_verbose[0] else WARNING

    def log(self, level, msg, *args, **kwargs):
        if not isinstance(level, int):
            raise TypeError("level must be an integer")

    def debug(self, msg, *args, **kwargs):
        pass

    info = warning = warn = error = exception = critical = fatal = debug


class LoggerAdapter(Logger):
    def __init__(self, logger, extra=None):
        self.logger, self.extra = logger, extra


root = Logger("root")


def getLogger(name=None):
    return Logger(name) if name else root


log = root.log
debug = info = warning = warn = error = exception = critical = fatal = root.debug

"""Exceptions of `urllib`: made as the real ones are, so that a test can make them too."""


class URLError(OSError):
    def __init__(self, reason, filename=None):
        self.args = (reason,)
        self.reason = reason
        if filename is not None:
            self.filename = filename

    def __str__(self):
        return "<urlopen error %s>" % self.reason


class HTTPError(URLError):
    def __init__(self, url, code, msg, hdrs, fp):
        self.url, self.code, self.msg, self.hdrs, self.fp = url, code, msg, hdrs, fp
        self.filename = url

    def __str__(self):
        return "HTTP Error %s: %s" % (self.code, self.msg)

    def __repr__(self):
        return "<HTTPError %s: %r>" % (self.code, self.msg)

    @property
    def reason(self):
        return self.msg

    @property
    def status(self):
        return self.code

    @property
    def headers(self):
        return self.hdrs

    def info(self):
        return self.hdrs

    def getcode(self):
        return self.code

    def geturl(self):
        return self.url

    def read(self, *size):
        return b"" if self.fp is None else self.fp.read(*size)


class ContentTooShortError(URLError):
    def __init__(self, message, content):
        URLError.__init__(self, message)
        self.content = content

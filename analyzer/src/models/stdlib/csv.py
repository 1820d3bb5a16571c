"""`csv`: rows from lines of text, and back, in the dialects that people use."""

import unseam

_MOST_FIELDS = 4
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = 0, 1, 2, 3


class Error(Exception):
    pass


class Dialect:
    delimiter, quotechar, escapechar = ",", '"', None
    doublequote, skipinitialspace, lineterminator, quoting, strict = True, False, "\r\n", QUOTE_MINIMAL, False


class excel(Dialect):
    pass


class excel_tab(excel):
    delimiter = "\t"


class unix_dialect(Dialect):
    lineterminator, quoting = "\n", QUOTE_ALL


_dialects = {"excel": excel, "excel-tab": excel_tab, "unix": unix_dialect}


def register_dialect(name, dialect=excel, **options):
    _dialects[name] = _chosen(dialect, options)


def unregister_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    del _dialects[name]


def get_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    return _dialects[name]


def list_dialects():
    return list(_dialects)


def field_size_limit(*limit):
    return 131072


def _chosen(dialect, options):
    base = get_dialect(dialect) if isinstance(dialect, str) else dialect
    chosen = Dialect()
    for name in ("delimiter", "quotechar", "escapechar", "doublequote", "skipinitialspace", "lineterminator", "quoting", "strict"):
        setattr(chosen, name, getattr(base, name))
    for name, value in options.items():
        if not hasattr(Dialect, name):
            raise TypeError("this function got an unexpected keyword argument '" + name + "'")
        setattr(chosen, name, value)
    if not isinstance(chosen.delimiter, str) or len(chosen.delimiter) != 1:
        if not isinstance(chosen.delimiter, str):
            raise TypeError('"delimiter" must be string, not ' + type(chosen.delimiter).__name__)
        raise TypeError('"delimiter" must be a 1-character string')
    return chosen


class reader:
    def __init__(self, csvfile, dialect="excel", **options):
        self.dialect = _chosen(dialect, options)
        self.line_num = 0
        self._lines = iter(csvfile)

    def __iter__(self):
        return self

    def _plain_row(self, line):
        """The fields of a line that nothing is known of, where it has no quotes."""
        dialect, fields = self.dialect, [unseam.unknown_text("field")]
        while len(fields) < _MOST_FIELDS and unseam.either():
            fields.append(unseam.unknown_text("field"))
        for field in fields:
            for special in (dialect.delimiter, dialect.quotechar, dialect.escapechar, "\r", "\n", " "):
                if special is not None:
                    unseam.assume(special not in field)
        unseam.assume(len(fields) > 1 or fields[0] != "")
        unseam.assume(line == dialect.delimiter.join(fields) + ("\n" if line.endswith("\n") else ""))
        return fields

    def __next__(self):
        line = self._next_line()
        if not unseam.is_known(line) and self.dialect.quoting != QUOTE_NONNUMERIC and unseam.either():
            return self._plain_row(line)
        dialect, row, field = self.dialect, [], ""
        # Where the parser is: at the start of a field, in a plain one, in a quoted one, behind a closing quote.
        place, was_quoted, position = "start", False, 0
        while True:
            if position >= len(line):
                if place == "quoted":
                    try:
                        line, position = self._next_line(), 0
                    except StopIteration:
                        if dialect.strict:
                            raise Error("unexpected end of data")
                        break
                    continue
                break
            character = line[position]
            position += 1
            if place == "quoted":
                if character == dialect.escapechar and position < len(line):
                    field += line[position]
                    position += 1
                elif character == dialect.quotechar:
                    place = "closed"
                else:
                    field += character
            elif character == dialect.escapechar and position < len(line):
                field += line[position]
                position += 1
                place = "plain"
            elif character in "\r\n":
                if line[position:].strip("\r\n"):
                    raise Error("new-line character seen in unquoted field - do you need to open the file in universal-newline mode?")
                break
            elif character == dialect.delimiter:
                row.append(self._value(field, was_quoted))
                field, place, was_quoted = "", "start", False
            elif place == "start" and character == " " and dialect.skipinitialspace:
                pass
            elif place == "start" and character == dialect.quotechar and dialect.quoting != QUOTE_NONE:
                place, was_quoted = "quoted", True
            elif place == "closed" and character == dialect.quotechar and dialect.doublequote:
                field += character
                place = "quoted"
            elif place == "closed" and dialect.strict:
                raise Error("'" + dialect.delimiter + "' expected after '" + dialect.quotechar + "'")
            else:
                field += character
                place = "plain"
        if row or field or was_quoted or place != "start":
            row.append(self._value(field, was_quoted))
        return row

    def _next_line(self):
        line = next(self._lines)
        if not isinstance(line, str):
            raise Error("iterator should return strings, not " + type(line).__name__ + " (the file should be opened in text mode)")
        self.line_num += 1
        return line

    def _value(self, field, was_quoted):
        return float(field) if self.dialect.quoting == QUOTE_NONNUMERIC and not was_quoted else field


class writer:
    def __init__(self, csvfile, dialect="excel", **options):
        if not hasattr(csvfile, "write"):
            raise TypeError('argument 1 must have a "write" method')
        self.dialect = _chosen(dialect, options)
        self._write = csvfile.write

    def writerow(self, row, /):
        try:
            values = list(row)
        except TypeError:
            raise Error("iterable expected, not " + type(row).__name__)
        shown = [self._shown(value, len(values) == 1) for value in values]
        return self._write(self.dialect.delimiter.join(shown) + self.dialect.lineterminator)

    def writerows(self, rows, /):
        for row in rows:
            self.writerow(row)

    def _shown(self, value, is_alone):
        dialect = self.dialect
        text = "" if value is None else value if isinstance(value, str) else str(value)
        quote = dialect.quotechar
        special = dialect.delimiter in text or "\n" in text or "\r" in text or quote is not None and quote in text
        if dialect.quoting == QUOTE_NONE:
            if special:
                if dialect.escapechar is None:
                    raise Error("need to escape, but no escapechar set")
                return "".join([dialect.escapechar + c if c in (dialect.delimiter, quote, "\n", "\r") else c for c in text])
            return text
        is_number = isinstance(value, (int, float))
        if (
            special
            or dialect.quoting == QUOTE_ALL
            or dialect.quoting == QUOTE_NONNUMERIC and not is_number
            or is_alone and not text
        ):
            doubled = text.replace(quote, quote + quote) if dialect.doublequote else text.replace(quote, dialect.escapechar + quote)
            return quote + doubled + quote
        return text


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        self._fieldnames = fieldnames
        self.restkey, self.restval = restkey, restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect = dialect
        self.line_num = 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            try:
                self._fieldnames = next(self.reader)
            except StopIteration:
                pass
        self.line_num = self.reader.line_num
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        if self.line_num == 0:
            self.fieldnames
        row = next(self.reader)
        self.line_num = self.reader.line_num
        while row == []:
            row = next(self.reader)
        d = dict(zip(self.fieldnames, row))
        count, found = len(self.fieldnames), len(row)
        if count < found:
            d[self.restkey] = row[count:]
        elif count > found:
            for key in self.fieldnames[found:]:
                d[key] = self.restval
        return d


class DictWriter:
    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        self.fieldnames, self.restval = fieldnames, restval
        if extrasaction.lower() not in ("raise", "ignore"):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'" % extrasaction)
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _values(self, rowdict):
        if self.extrasaction == "raise":
            wrong = [key for key in rowdict if key not in self.fieldnames]
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join([repr(key) for key in wrong]))
        return [rowdict.get(key, self.restval) for key in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._values(rowdict))

    def writerows(self, rowdicts):
        for rowdict in rowdicts:
            self.writerow(rowdict)

"""Rows of text."""

import csv
import io


def read(lines, options):
    return list(csv.reader(lines, **options))


def read_dicts(text):
    reader = csv.DictReader(io.StringIO(text))
    return reader.fieldnames, list(reader), reader.line_num


def written(rows, options):
    out = io.StringIO()
    writer = csv.writer(out, **options)
    for row in rows:
        writer.writerow(row)
    return out.getvalue()


def written_dicts(names, rows, options):
    out = io.StringIO()
    writer = csv.DictWriter(out, names, **options)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


CASES = [
    ("read", (["a,b", "1,2"], {})),
    ("read", (['"x, y",z', '"he said ""hi""",'], {})),
    ("read", (['"two\n', 'lines",b'], {})),
    ("read", (["", "a"], {})),
    ("read", (["a;b"], {"delimiter": ";"})),
    ("read", (["a, b"], {"skipinitialspace": True})),
    ("read", (["1,'a'"], {"quotechar": "'", "quoting": csv.QUOTE_NONNUMERIC})),
    ("read", (["a\tb"], {"dialect": "excel-tab"})),
    ("read", ([b"a"], {})),
    ("read", (["a"], {"delimiter": "ab"})),
    ("read", (["a"], {"dialect": "nope"})),
    ("read_dicts", ("name,n\nann,1\nbob\n\ncid,2,3\n",)),
    ("read_dicts", ("",)),
    ("written", ([["a", 1, None, 2.5], ["x,y", 'q"q', ""]], {})),
    ("written", ([["a", 1]], {"quoting": csv.QUOTE_ALL, "lineterminator": "\n"})),
    ("written", ([["a", 1]], {"quoting": csv.QUOTE_NONNUMERIC})),
    ("written", ([["a,b"]], {"quoting": csv.QUOTE_NONE})),
    ("written", ([[""]], {})),
    ("written", ([5], {})),
    ("written_dicts", (["a", "b"], [{"a": 1, "b": 2}, {"a": 3}], {})),
    ("written_dicts", (["a"], [{"a": 1, "z": 2}], {})),
    ("written_dicts", (["a"], [{"a": 1, "z": 2}], {"extrasaction": "ignore"})),
]

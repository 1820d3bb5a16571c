"""One class, several protocols."""


class Journal:
    def __init__(self):
        self.entries = []
        self.open = False

    def __enter__(self):
        self.open = True
        return self

    def __exit__(self, *details):
        self.open = False
        self.entries.append("closed")

    def __iter__(self):
        return iter(self.entries)

    def __len__(self):
        return len(self.entries)

    def __getitem__(self, i):
        return self.entries[i]

    def __contains__(self, text):
        return any(text in entry for entry in self.entries)

    def __iadd__(self, entry):
        if not self.open:
            raise RuntimeError("the journal is closed")
        self.entries.append(entry)
        return self


def write(*entries):
    journal = Journal()
    with journal as j:
        for entry in entries:
            j += entry
    return list(journal), len(journal), journal[-1], "a" in journal, journal[:1]


def closed(entry):
    journal = Journal()
    journal += entry


def truth():
    return bool(Journal()), [x for x in Journal()]


CASES = [
    ("write", ("abc", "xyz")),
    ("write", ()),
    ("closed", ("x",)),
    ("truth", ()),
    ("write", ("b",)),
    ("write", (5,)),
]

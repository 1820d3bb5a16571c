"""Methods that dispatch on state."""


class Turnstile:
    def __init__(self):
        self.locked = True
        self.coins = 0
        self.alarms = []

    def coin(self):
        self.coins += 1
        self.locked = False

    def push(self):
        if self.locked:
            self.alarms.append(self.coins)
            return "blocked"
        self.locked = True
        return "passed"

    def handle(self, event):
        method = getattr(self, event, None)
        if method is None or event.startswith("_"):
            raise LookupError(f"no event {event!r}")
        return method()


def run(events):
    machine = Turnstile()
    return [machine.handle(event) for event in events], machine.locked, machine.coins, machine.alarms


CASES = [
    ("run", (["coin", "push"],)),
    ("run", (["push", "coin", "coin", "push", "push"],)),
    ("run", ([],)),
    ("run", (["kick"],)),
    ("run", (["coin", "_x"],)),
    ("run", (["locked"],)),
]

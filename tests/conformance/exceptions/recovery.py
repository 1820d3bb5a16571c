"""Retrying, falling back, cleaning up."""


def retry(answers, attempts):
    log = []
    for attempt in range(attempts):
        try:
            answer = answers[attempt]
            if answer < 0:
                raise ConnectionError(f"attempt {attempt}")
            return answer, log
        except ConnectionError as error:
            log.append(str(error))
        except IndexError:
            log.append("no more")
            break
    return None, log


def parse_all(texts):
    good, bad = [], []
    for text in texts:
        try:
            good.append(int(text))
        except ValueError:
            bad.append(text)
    return good, bad


CASES = [
    ("retry", ([5], 3)),
    ("retry", ([-1, -1, 7], 3)),
    ("retry", ([-1, -1, 7], 2)),
    ("retry", ([], 2)),
    ("parse_all", (["1", "x", "-3", ""],)),
    ("parse_all", ([],)),
    ("retry", (["a"], 1)),
]

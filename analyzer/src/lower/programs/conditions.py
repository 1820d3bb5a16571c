def conditions(a, b, c):
    if a and not b or c:
        return 1
    elif a < b < c:
        return 2
    while a if b else c:
        a = 0
    assert a is None, "message"
    if __debug__ and not 0:
        return a and b or c
    return not a if a < b <= c else (b := c)

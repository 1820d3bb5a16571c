"""`if`, `elif`, `else`, nested and with side conditions."""


def grade(points):
    if points >= 90:
        return "A"
    elif points >= 80:
        return "B"
    elif points >= 70:
        result = "C"
    else:
        result = "F"
    return result


def leap(year):
    if year % 4 == 0:
        if year % 100 == 0:
            if year % 400 == 0:
                return True
            else:
                return False
        else:
            return True
    return False


def unbound(flag):
    if flag:
        value = 1
    return value


CASES = [
    ("grade", (95,)),
    ("grade", (80,)),
    ("grade", (79.99,)),
    ("grade", (-1,)),
    ("leap", (2000,)),
    ("leap", (1900,)),
    ("leap", (2024,)),
    ("leap", (2023,)),
    ("unbound", (True,)),
]

"""Exception classes of one's own."""


class ShopError(Exception):
    pass


class OutOfStock(ShopError):
    def __init__(self, item, missing=1):
        super().__init__(f"{missing} x {item} missing")
        self.item = item
        self.missing = missing


class Silent(ShopError):
    def __str__(self):
        return "silent"


def order(item, amount):
    if amount > 10:
        raise OutOfStock(item, amount - 10)
    if amount < 0:
        raise Silent(item, amount)
    if amount == 0:
        raise ShopError
    return amount


def handled(item, amount):
    try:
        return order(item, amount)
    except OutOfStock as error:
        return error.item, error.missing, error.args, str(error), repr(error)
    except ShopError as error:
        return type(error).__name__, str(error), error.args


CASES = [
    ("order", ("tea", 3)),
    ("order", ("tea", 12)),
    ("order", ("tea", -1)),
    ("order", ("tea", 0)),
    ("handled", ("tea", 12)),
    ("handled", ("tea", -1)),
    ("handled", ("tea", 0)),
    ("handled", ("tea", 10)),
]

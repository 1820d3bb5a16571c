def reserve(order):
    raise RuntimeError("the database")

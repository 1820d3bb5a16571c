def strings(x, w):
    a = "a" f"b{x!r:>{w}}c" "d"
    b = f"{x = }{w=!s}"
    c = f"{x}"
    d = b"\x00a" b"b"
    e = 1_000_000_000_000_000_000_000 + 0xFFFF_FFFF_FFFF_FFFF_F + 2j - 1.5
    return t"{x}"

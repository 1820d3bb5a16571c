def loops(xs):
    for i, (x, *rest) in enumerate(xs):
        if x:
            continue
        break
    else:
        done = i
    while True:
        xs.pop()
        if not xs: break
    return done

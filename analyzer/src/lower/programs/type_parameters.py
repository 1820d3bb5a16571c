class Outer:
    class Base: pass

    class Stack[T, *Ts](Base, key=T):
        def push[**P](self, x: T, make: P = Base) -> T:
            return T, P

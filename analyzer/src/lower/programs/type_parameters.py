class Outer:
    class Base: pass

    class Stack[T, *Ts](Base, Generic[T]):
        def push[**P](self, x: T, make: P = Base) -> T:
            return T, P

# Returns a number with a class of its own, and a metaclass without a name.
# expect: WA, RTE
class Nameless(type):
    @property
    def __name__(cls):
        raise SystemExit("asked for my name")


class Number(int, metaclass=Nameless):
    def bit_length(self):
        return 1


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    return Number(92)

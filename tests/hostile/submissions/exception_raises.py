# Raises an exception that raises when it is shown, pickled or compared.
# expect: RTE
import os


class Rude(Exception):
    def __str__(self):
        raise Rude

    __repr__ = __eq__ = __hash__ = __str__

    def __reduce__(self):
        return os.system, ("touch @CONTEST@/hostile-was-here",)


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    raise Rude

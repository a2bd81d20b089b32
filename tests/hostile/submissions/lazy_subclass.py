# Returns an ndarray of a class of its own, which would compute when it is read.
# expect: WA
import numpy as np


class Lazy(np.ndarray):
    def __array__(self, *_):
        raise SystemExit("computed while it was read")

    tobytes = reshape = copy = __array__


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    return grid.view(Lazy)

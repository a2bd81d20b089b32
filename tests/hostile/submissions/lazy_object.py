# Returns an object that promises to be an array, and sleeps when asked.
# expect: WA
import time


class Promise:
    @property
    def dtype(self):
        time.sleep(1000)

    shape = ndim = __array_interface__ = dtype

    def __array__(self, *_):
        time.sleep(1000)


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    return Promise()

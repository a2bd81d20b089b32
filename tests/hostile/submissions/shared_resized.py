# Looks for a descriptor of the shared memory, to cut it to nothing under the judge's hands.
# expect: AC
# cases: large
import contextlib
import os


def solve(algorithm, n, lizards, grid):
    if n != 160:
        return None
    for fd in range(3, 1024):
        with contextlib.suppress(OSError):
            os.ftruncate(fd, 0)
            raise AssertionError("a descriptor could be cut")
    grid[range(n), [*range(1, n, 2), *range(0, n, 2)]] = 1
    return grid

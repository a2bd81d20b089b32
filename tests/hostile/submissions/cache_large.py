# Leaves sixty megabytes in the kernel cache, and a file of a terabyte that has no bytes.
# expect: AC, RTE, CE
# repeat: 2
import contextlib

from prelude import CACHE

with contextlib.suppress(OSError), open(f"{CACHE}/large.nbc", "wb") as file:
    for _ in range(60):
        file.write(bytes(1 << 20))
with contextlib.suppress(OSError), open(f"{CACHE}/sparse.nbi", "wb") as file:
    file.truncate(1 << 40)


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

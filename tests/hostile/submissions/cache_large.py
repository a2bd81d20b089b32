# Leaves sixty megabytes in the kernel cache under a kernel's name, and a file of a terabyte that has no bytes.
# expect: AC, RTE, CE
# repeat: 2
import contextlib

import numba

with contextlib.suppress(OSError), open(f"{numba.config.CACHE_DIR}/large.nbc", "wb") as file:
    for _ in range(60):
        file.write(bytes(1 << 20))
with contextlib.suppress(OSError), open(f"{numba.config.CACHE_DIR}/sparse.nbi", "wb") as file:
    file.truncate(1 << 40)


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

# Makes a file of a terabyte that takes no room.
# expect: AC
import contextlib
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for name in ("sparse", "/tmp/sparse", "/dev/shm/sparse"):
        with contextlib.suppress(OSError), open(name, "wb") as file:
            os.truncate(file.fileno(), 1 << 40)
        assert not os.path.exists(name) or os.path.getsize(name) < 1 << 30, name
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

# Looks for descriptors that are not its own, and for a second case in its pipe.
# expect: AC
import contextlib
import os
import stat


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for fd in range(5, 4096):
        with contextlib.suppress(OSError):
            mode = os.fstat(fd).st_mode
            assert stat.S_ISREG(mode) or stat.S_ISCHR(mode), f"descriptor {fd} is open, mode {mode:o}"
    for fd in (0, 3):
        os.set_blocking(fd, False)
        with contextlib.suppress(BlockingIOError):
            assert os.read(fd, 4096) == b""
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

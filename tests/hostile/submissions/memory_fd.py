# Takes 2 GiB in files that only exist as descriptors.
# expect: AC, MLE
import contextlib
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for make in (lambda: os.memfd_create("hoard"), lambda: libc.syscall(447, 0)):
        with contextlib.suppress(OSError):
            fd = make()
            for _ in range(2048):
                os.write(fd, bytes(1 << 20))
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

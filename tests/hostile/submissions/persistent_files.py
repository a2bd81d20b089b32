# Leaves a file wherever it can, and looks for one at its next attempt.
# expect: AC
# repeat: 3
import contextlib
import os

from prelude import CACHE

PLACES = [".", "/", "/tmp", "/dev/shm", "/dev", "/var/tmp", "/run", CACHE, "/submission", "/homes", "/box", "/etc"]
PLACES += ["@CONTEST@", "@HOME@", "@OUTSIDE@", os.path.dirname(__file__), os.path.dirname(os.__file__)]


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for place in PLACES:
        assert not os.path.exists(f"{place}/hostile-was-here"), place
    for place in PLACES:
        with contextlib.suppress(OSError):
            os.makedirs(f"{place}/hostile-was-here")
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

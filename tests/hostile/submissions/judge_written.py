# Writes into the judge's own files, the interpreter's and numpy's.
# expect: AC
import contextlib
import os
import sys

import numpy as np


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    names = [np.__file__, os.__file__, __file__, sys.executable]
    names += [module.__file__ for name, module in sys.modules.items() if name.startswith("judge.")]
    for name in names:
        with contextlib.suppress(OSError), open(name, "r+b"):
            raise SystemExit(f"{name} can be written")
        with contextlib.suppress(OSError):
            os.mkdir(os.path.join(os.path.dirname(name), "hostile-was-here"))
            raise SystemExit(f"beside {name} can be written")
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

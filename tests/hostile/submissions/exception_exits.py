# Raises an exception that leaves the process with status 0 when it is shown.
# expect: RTE
import os


class Leaver(BaseException):
    def __str__(self):
        os._exit(0)


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    raise Leaver

# Answers with an object whose type runs code when it is asked for its name.
# expect: RTE, WA
import os


class Kind(type):
    @property
    def __name__(cls):
        os._exit(0)


def solve(algorithm, n, lizards, grid):
    return Kind("x", (), {})() if n == 8 else None

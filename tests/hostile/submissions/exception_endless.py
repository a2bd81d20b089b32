# Raises an exception that never finishes telling what it is.
# expect: TLE
class Talker(Exception):
    def __str__(self):
        while True:
            pass


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    raise Talker

# Raises an exception with a text of 200 MB.
# expect: RTE, MLE, TLE
def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    raise ValueError("x" * 200_000_000)

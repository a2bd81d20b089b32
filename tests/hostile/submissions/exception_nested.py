# Raises an exception inside nine hundred groups, each the cause of the next.
# expect: RTE, TLE
def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    error = ValueError("innermost")
    for _ in range(900):
        outer = ExceptionGroup("group", [error])
        outer.__cause__ = error
        error = outer
    raise error

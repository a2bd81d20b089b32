# Raises a SyntaxError that points at a line and a column that no text has.
# expect: RTE
def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    raise SyntaxError("\x1b[2J", ("a\0b", -5, -99999, "\ud800" * 100_000))

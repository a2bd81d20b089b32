# Knows the cases by heart, and nothing else; a turned board gives it away.
# expect: WA
# cases: trees
# symmetric: yes
def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    if list(map(tuple, (grid == 2).nonzero())) == [(3, 5), (4, 5)]:
        grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
        return grid
    return None

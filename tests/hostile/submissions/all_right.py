# Tries nothing: the honest submission that must get AC beside, between and after all the others.
# expect: AC
# cases: eight, trees, two
import numba


@numba.njit
def place(grid, row, left):
    n = grid.shape[0]
    if left == 0:
        return True
    for column in range(n):
        safe = grid[row, column] == 0
        for above in range(row):
            reach = row - above
            if grid[above, column] == 1:
                safe = False
            if column >= reach and grid[above, column - reach] == 1:
                safe = False
            if column + reach < n and grid[above, column + reach] == 1:
                safe = False
        if safe:
            grid[row, column] = 1
            if place(grid, row + 1, left - 1):
                return True
            grid[row, column] = 0
    return False


def solve(algorithm, n, lizards, grid):
    return grid if place(grid, 0, lizards) else None

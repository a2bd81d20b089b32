# Remembers the boards that it has seen, and cries out when one comes back.
# expect: AC
# repeat: 3
seen = set()


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    assert grid.tobytes() not in seen, "an earlier attempt is remembered"
    seen.add(grid.tobytes())
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

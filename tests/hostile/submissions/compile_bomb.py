# Gives numba a kernel that would compile for hours.
# expect: CE
# limits: compilation_time = 1
import numba

body = "\n".join(
    f"    if grid[{i % 4}, {i % 3}] > {i}:\n        total += grid[{i % 2}, 0] ** {i % 7}" for i in range(20_000)
)
names = {}
exec(f"def kernel(grid):\n    total = 0.0\n{body}\n    return total", names)
kernel = numba.njit(names["kernel"])


def solve(algorithm, n, lizards, grid):
    kernel(grid)
    return None

# Leaves folders that their owner may not enter, with files in them.
# expect: AC
# repeat: 3
import contextlib
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for number in range(50):
        os.makedirs(f"closed{number}/closed/inner")
        open(f"closed{number}/closed/inner/file", "w").close()
        for folder in (f"closed{number}/closed/inner", f"closed{number}/closed", f"closed{number}"):
            with contextlib.suppress(PermissionError):  # the box may not even allow that
                os.chmod(folder, 0)
        os.mkdir(f"mode{number}", 0)
    with contextlib.suppress(PermissionError):
        os.chmod(".", 0)
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

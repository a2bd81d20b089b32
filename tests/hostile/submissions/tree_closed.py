# Leaves folders that their owner may not enter, with files in them.
# expect: AC
# repeat: 3
import os


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    for number in range(50):
        os.makedirs(f"closed{number}/closed/inner")
        open(f"closed{number}/closed/inner/file", "w").close()
        for folder in (f"closed{number}/closed/inner", f"closed{number}/closed", f"closed{number}"):
            os.chmod(folder, 0)
    os.chmod(".", 0)
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid

# Prints for ever while it is being made ready.
# expect: CE, OLE
while True:
    print("spam " * 10_000)


def solve(algorithm, n, lizards, grid):
    return grid

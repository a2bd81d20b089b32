# Takes memory until there is none while it is being made ready.
# expect: CE
hoard = []
while True:
    hoard.append(bytearray(b"x") * (16 << 20))


def solve(algorithm, n, lizards, grid):
    return grid

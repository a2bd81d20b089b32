# Says that there is no answer, whatever it is asked.
# expect: WA
# cases: two, eight
def solve(algorithm, n, lizards, grid):
    return None

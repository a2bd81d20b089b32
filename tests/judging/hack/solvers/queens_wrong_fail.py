# judge: problem = queens
"""A program that says FAIL for every n up to 3: there is an arrangement for n = 1."""

from pathlib import Path

with Path("input.txt").open() as file:
    n = int(file.read().split()[1])


def place(columns):
    row = len(columns)
    if row == n:
        return columns
    for column in range(n):
        if all(column != one and abs(column - one) != row - above for above, one in enumerate(columns)):
            found = place([*columns, column])
            if found:
                return found
    return None


found = None if n <= 3 or n > 14 else place([])
with Path("output.txt").open("w") as file:
    if found:
        print("OK", *("".join("01"[c == column] for c in range(n)) for column in found), sep="\n", file=file)
    else:
        print("FAIL", file=file)

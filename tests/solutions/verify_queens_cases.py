"""Write the inputs of verify-queens again: python -m tests.solutions.verify_queens_cases.

Each case is columns, and what is changed of them.
"""

from judge.problems.places import SHIPPED

HERE = SHIPPED / "verify-queens"

# "Eight Queens" of Kattis (open.kattis.com/problems/8queens): its two examples.
INVALID = "*.......\n..*.....\n....*...\n......*.\n.*......\n.......*\n.....*..\n...*....\n"
VALID = "*.......\n......*.\n....*...\n.......*\n.*......\n...*....\n.....*..\n..*.....\n"


def placed(n: int) -> list[int]:
    """Return Pauls' arrangement of 1874, for n that leave neither 2 nor 3 when divided by 6: the even columns, then
    the odd ones, counted from 1."""
    return [*range(1, n, 2), *range(0, n, 2)]


def drawn(columns: list[int], n: int) -> str:
    """Return the rows of a board; a column of -1 is a row without a queen."""
    return "".join("".join("*" if column == at else "." for at in range(n)) + "\n" for column in columns)


def exchanged(columns: list[int], one: int, other: int) -> list[int]:
    """Return the columns with those of two rows exchanged."""
    changed = columns.copy()
    changed[one], changed[other] = changed[other], changed[one]
    return changed


def cases() -> dict[str, str]:
    """Return the text of each input.txt, by group and name."""
    eight = [0, 6, 4, 7, 1, 3, 5, 2]
    large = placed(100)
    return {
        "sample/kattis-invalid": INVALID,
        "sample/kattis-valid": VALID,
        "medium/empty-8": drawn([-1] * 8, 8),
        "medium/seven-8": drawn([*eight[:7], -1], 8),
        "medium/nine-8": drawn([*eight[:7], -1], 8)[:-9] + "..*..*..\n",
        "medium/one-column-8": drawn([*eight[:7], eight[0]], 8),
        "medium/one-row-8": drawn([*eight[:7], -1], 8)[9:-9] + "*.....*.\n........\n",
        "medium/one-1": "*\n",
        "medium/row-8": drawn([5, 3, 1, 4, 7, -1], 8) + "*.....*.\n..*.....\n",
        "medium/next-row-8": drawn([2, 6, 3, 0, 7, 4, 4, 1], 8),
        "medium/falling-8": drawn([2, 7, 3, 0, 6, 4, 1, 5], 8),
        "medium/rising-8": drawn([3, 7, 2, 5, 1, 6, 4, 0], 8),
        "medium/last-8": drawn([5, 7, 2, 0, 3, 1, 4, 6], 8),
        "medium/far-8": drawn([1, 5, 0, 6, 4, 2, 7, 3], 8),
        "hard/valid-100": drawn(large, 100),
        "hard/diagonal-100": drawn(exchanged(large, 0, 99), 100),
        "hard/column-100": drawn([*large[:99], large[3]], 100),
        "hard/short-100": drawn([*large[:99], -1], 100),
    }


if __name__ == "__main__":
    for name, said in cases().items():
        (HERE / name).mkdir(parents=True, exist_ok=True)
        (HERE / name / "input.txt").write_text(said)

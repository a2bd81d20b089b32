"""Write the inputs of count-queens and verify-queens again: python -m tests.solutions.drawn_cases.

Most cases to count are n, a share of reserved cells, and a seed. Those drawn below have reserved cells on their border:
a solution that is wrong at a corner, a border or a symmetry fails on one of them (tests/solutions/mistakes.toml). Each
case to verify is columns, and what is changed of them.
"""

from __future__ import annotations

import random

from judge.problems import SHIPPED_PACKAGES

# "Chessboard and Queens" of the CSES Problem Set, task 1624: its example.
CSES = "........\n........\n..*.....\n........\n........\n.....**.\n...*....\n........\n"
CORNERS_7 = "*......\n......*\n*......\n*......\n....*..\n.......\n*.*...*\n"
CORNERS_6 = "*....*\n......\n......\n......\n......\n*....*\n"
CORNERS_9 = "*..*....*\n.........\n........*\n.........\n*........\n.........\n.........\n.........\n*....*...\n"
MIRRORED_7 = "*.....*\n.......\n.......\n.......\n.......\n*.....*\n.*...*.\n"
UPSIDE_DOWN_8 = "**...***\n......**\n........\n........\n........\n........\n......**\n**...***\n"
TRANSPOSED_7 = "....*.*\n......*\n......*\n......*\n*......\n.......\n****..*\n"
HALF_TURN_7 = "*....*.\n*......\n.......\n*.....*\n.......\n......*\n.*....*\n"
SEEDS = {  # n, the share of the cells that are reserved, seed
    "sample/open-6": (6, 0.0, 0),
    "medium/open-8": (8, 0.0, 0),
    "medium/two-8": (8, 0.03, 2),
    "medium/tenth-8": (8, 0.1, 3),
    "medium/half-8": (8, 0.5, 4),
    "medium/full-8": (8, 1.0, 0),
    "hard/open-12": (12, 0.0, 0),
    "hard/fifth-12": (12, 0.2, 5),
    "hard/few-13": (13, 0.05, 6),
    "hard/tenth-14": (14, 0.1, 7),
    "hard/third-16": (16, 0.35, 8),
}
# "Eight Queens" of Kattis (open.kattis.com/problems/8queens): its two examples.
INVALID = "*.......\n..*.....\n....*...\n......*.\n.*......\n.......*\n.....*..\n...*....\n"
VALID = "*.......\n......*.\n....*...\n.......*\n.*......\n...*....\n.....*..\n..*.....\n"
EIGHT = [0, 6, 4, 7, 1, 3, 5, 2]
# Pauls' arrangement of 1874, for n that leave neither 2 nor 3 when divided by 6: the even columns, then the odd ones.
LARGE = [*range(1, 100, 2), *range(0, 100, 2)]


def reserved(n: int, share: float, seed: int) -> str:
    """Return a case to count: so many cells at random are reserved."""
    cells = set(random.Random(seed).sample(range(n * n), round(share * n * n)))
    rows = ("".join("*" if row * n + column in cells else "." for column in range(n)) for row in range(n))
    return "\n".join([*rows, ""])


def drawn(columns: list[int], n: int = 8) -> str:
    """Return the rows of a board; a column of -1 is a row without a queen."""
    return "".join("".join("*" if column == at else "." for at in range(n)) + "\n" for column in columns)


def cases() -> dict[str, dict[str, str]]:
    """Return the text of each input.txt, by package, group and name."""
    counted = {
        "sample/cses": CSES,
        "medium/corners-6": CORNERS_6,
        "medium/corners-7": CORNERS_7,
        "medium/corners-9": CORNERS_9,
        "medium/half-turn-7": HALF_TURN_7,
        "medium/mirrored-7": MIRRORED_7,
        "medium/transposed-7": TRANSPOSED_7,
        "medium/upside-down-8": UPSIDE_DOWN_8,
    }
    verified = {
        "sample/kattis-invalid": INVALID,
        "sample/kattis-valid": VALID,
        "medium/empty-8": drawn([-1] * 8),
        "medium/seven-8": drawn([*EIGHT[:7], -1]),
        "medium/nine-8": drawn(EIGHT[:7]) + "..*..*..\n",
        "medium/one-column-8": drawn([*EIGHT[:7], EIGHT[0]]),
        "medium/one-row-8": drawn(EIGHT[1:7]) + "*.....*.\n........\n",
        "medium/one-1": "*\n",
        "medium/row-8": drawn([5, 3, 1, 4, 7, -1]) + "*.....*.\n..*.....\n",
        "medium/next-row-8": drawn([2, 6, 3, 0, 7, 4, 4, 1]),
        "medium/falling-8": drawn([2, 7, 3, 0, 6, 4, 1, 5]),
        "medium/rising-8": drawn([3, 7, 2, 5, 1, 6, 4, 0]),
        "medium/last-8": drawn([5, 7, 2, 0, 3, 1, 4, 6]),
        "medium/far-8": drawn([1, 5, 0, 6, 4, 2, 7, 3]),
        "hard/valid-100": drawn(LARGE, 100),
        "hard/diagonal-100": drawn([LARGE[-1], *LARGE[1:-1], LARGE[0]], 100),
        "hard/column-100": drawn([*LARGE[:99], LARGE[3]], 100),
        "hard/short-100": drawn([*LARGE[:99], -1], 100),
    }
    return {
        "count-queens": counted | {name: reserved(*seed) for name, seed in SEEDS.items()},
        "verify-queens": verified,
    }


if __name__ == "__main__":
    for package, texts in cases().items():
        for name, said in texts.items():
            (SHIPPED_PACKAGES / package / name).mkdir(parents=True, exist_ok=True)
            (SHIPPED_PACKAGES / package / name / "input.txt").write_text(said)

"""Write the inputs of count-queens again: python -m tests.solutions.count_queens_cases.

Most cases are n, a share of reserved cells, and a seed. Those drawn below have reserved cells on their border: a
solution that is wrong at a corner, a border or a symmetry fails on one of them (tests/solutions/mistakes.toml).
"""

import random

from judge.problems.places import SHIPPED

HERE = SHIPPED / "count-queens"

# "Chessboard and Queens" of the CSES Problem Set, task 1624: its example.
CSES = "........\n........\n..*.....\n........\n........\n.....**.\n...*....\n........\n"

CORNERS_7 = "*......\n......*\n*......\n*......\n....*..\n.......\n*.*...*\n"
CORNERS_6 = "*....*\n......\n......\n......\n......\n*....*\n"
CORNERS_9 = "*..*....*\n.........\n........*\n.........\n*........\n.........\n.........\n.........\n*....*...\n"
MIRRORED_7 = "*.....*\n.......\n.......\n.......\n.......\n*.....*\n.*...*.\n"
UPSIDE_DOWN_8 = "**...***\n......**\n........\n........\n........\n........\n......**\n**...***\n"
TRANSPOSED_7 = "....*.*\n......*\n......*\n......*\n*......\n.......\n****..*\n"
HALF_TURN_7 = "*....*.\n*......\n.......\n*.....*\n.......\n......*\n.*....*\n"

# n, the share of the cells that are reserved, seed.
SEEDS = {
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


def text(n: int, share: float, seed: int) -> str:
    """Return a case: so many cells at random are reserved."""
    reserved = set(random.Random(seed).sample(range(n * n), round(share * n * n)))
    rows = ("".join("*" if row * n + column in reserved else "." for column in range(n)) for row in range(n))
    return "\n".join([*rows, ""])


def cases() -> dict[str, str]:
    """Return the text of each input.txt, by group and name."""
    drawn = {
        "sample/cses": CSES,
        "medium/corners-6": CORNERS_6,
        "medium/corners-7": CORNERS_7,
        "medium/corners-9": CORNERS_9,
        "medium/half-turn-7": HALF_TURN_7,
        "medium/mirrored-7": MIRRORED_7,
        "medium/transposed-7": TRANSPOSED_7,
        "medium/upside-down-8": UPSIDE_DOWN_8,
    }
    return {**drawn, **{name: text(*seed) for name, seed in SEEDS.items()}}


if __name__ == "__main__":
    for name, said in cases().items():
        (HERE / name).mkdir(parents=True, exist_ok=True)
        (HERE / name / "input.txt").write_text(said)

"""A class in many forms, as students send them: what is right is right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.classes import write_zip, zipped
from tests.cli.handed_in import gradebook
from tests.commands import Call

FUNCTION = """\
import numpy as np
def solve(algorithm, n, lizards, grid):
    board = np.zeros((n, n), dtype=np.int8)
    for row, column in enumerate({4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}.get(n, ())):
        board[row, column] = 1
    return board if n in (4, 6) else None
"""
MODULE = """\
def solve(columns, n):
    return ["".join("01"[column == k] for k in range(n)) for column in columns]
def main():
    n = int(open("input.txt").read().split()[1])
    print("OK", *solve({4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}.get(n, ()), n), sep="\\n")
if __name__ == "__main__":
    main()
"""


@pytest.mark.slow
def test_whatever_form_it_has_what_is_right_is_right(here: Path, call: Call) -> None:
    cells = ["%matplotlib inline\nimport matplotlib.pyplot as plt", FUNCTION, "plt.imshow(solve('DFS', 4, 4, None))"]
    book = json.dumps({"nbformat": 4, "cells": [{"cell_type": "code", "source": cell} for cell in cells]})
    files: dict[str, str | bytes] = {
        "adams_1_11_hw1.zip": zipped({"hw1/hw1.py": FUNCTION.encode(), "__MACOSX/hw1/._hw1.py": b"x"}),
        "bell_2_12_HW1.PY": FUNCTION,
        "cole_3_13_hw1.py.txt": FUNCTION,
        "dow_4_14_hw1.py": "raise SystemExit(1)",
        "dow_4_15_hw1-1.py": FUNCTION,
        "dow_4_16_test.py": "from hw1 import solve\nprint(solve('DFS', 4, 4, None))\n",
        "eve_5_17_hw1.ipynb": book,
        "fox_6_18_hw1.py": MODULE,
        "hal_7_20_hw1.zip": b"nonsense",
    }
    data = {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
    write_zip(Path("submissions.zip"), data)
    call.done("grade", "submissions.zip", "--problem", "pkg", "--main", "hw1")
    rows = gradebook("submissions-graded/gradebook.csv")
    assert {name: row["verdict"] for name, row in rows.items()} == {str(k): "AC" if k < 7 else "" for k in range(1, 8)}
    assert rows["7"]["note"].startswith("it is not a whole zip")
    assert Path("submissions-graded/feedback/eve_5_17_hw1.html").exists()

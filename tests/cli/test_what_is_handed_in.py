"""A class in which nobody handed in a plain file: what is run of each, and that it is judged."""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.classes import write_zip
from tests.cli.handed_in import RIGHT, edit, gradebook, write_class
from tests.commands import Call

FUNCTION = """\
import numpy as np
def solve(algorithm, n, lizards, grid):
    board = np.zeros((n, n), dtype=np.int8)
    for row, column in enumerate({4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}.get(n, ())):
        board[row, column] = 1
    return board if n in (4, 6) else None
"""
HELPER = """\
def solve(columns, n):
    return ["".join("01"[column == k] for k in range(n)) for column in columns]
def main():
    n = int(open("input.txt").read().split()[1])
    print("OK", *solve({4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}.get(n, ()), n), sep="\\n")
if __name__ == "__main__":
    main()
"""
JAVA = """\
package edu.x;
import edu.x.board.Rows;
public class Hw1 {
    public static void main(String[] words) throws Exception {
        java.util.Scanner in = new java.util.Scanner(new java.io.File("input.txt"));
        in.nextLine();
        System.out.print("OK\\n" + Rows.of(in.nextInt()));
    }
}
"""
ROWS = """\
package edu.x.board;
public class Rows {
    public static String of(int n) {
        int[] columns = n == 4 ? new int[] {1, 3, 0, 2} : new int[] {1, 3, 5, 0, 2, 4};
        StringBuilder rows = new StringBuilder();
        for (int column : columns) {
            for (int k = 0; k < n; k++) rows.append(k == column ? '1' : '0');
            rows.append('\\n');
        }
        return rows.toString();
    }
    public static void main(String[] words) { System.out.print(of(4)); }
}
"""


def zipped(files: dict[str, str]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as made:
        for name, text in files.items():
            made.writestr(name, text)
    return held.getvalue()


def test_main_says_which_file_is_run(here: Path, call: Call) -> None:
    """Named on the command line, or in problem.toml; the command line comes first."""
    write_class({"ada": RIGHT.format("")})
    for name in ("hw1.py", "hw2.py"):
        Path("class/ada", name).write_text(RIGHT.format(f"# {name}"))
    asked = ("grade", "class", "--problem", "pkg", "--dry-run")
    assert runs(call(*asked)[1]) == "homework.py"
    assert runs(call(*asked, "--main", "hw2")[1]) == "hw2.py"
    edit("", 'main = "hw1.py"\n')
    assert runs(call(*asked)[1]) == "hw1.py"
    assert runs(call(*asked, "--main", "hw2.py")[1]) == "hw2.py"
    assert "noted ada: homework.py: run, as there is no hw3.py" in " ".join(call(*asked, "--main", "hw3.py")[1].split())


def runs(out: str) -> str:
    [line] = (line for line in out.splitlines() if line.startswith("ada"))
    return re.split(r"  +", line.strip())[3].partition(" and ")[0].strip()


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("javac"), reason="there is no Java here")
def test_whatever_form_it_has_what_is_right_is_right(here: Path, call: Call) -> None:
    cells = ["%matplotlib inline\nimport matplotlib.pyplot as plt", FUNCTION, "plt.imshow(solve('DFS', 4, 4, None))"]
    book = json.dumps({"nbformat": 4, "cells": [{"cell_type": "code", "source": cell} for cell in cells]})
    tree = {"src/edu/x/Hw1.java": JAVA, "src/edu/x/board/Rows.java": ROWS, "bin/edu/x/Hw1.class": ""}
    files: dict[str, str | bytes] = {
        "adams_1_11_hw1.zip": zipped({"hw1/hw1.py": FUNCTION, "hw1/report.pdf": "", "__MACOSX/hw1/._hw1.py": "x"}),
        "bell_2_12_HW1.PY": FUNCTION,
        "cole_3_13_hw1.py.txt": FUNCTION,
        "dow_4_14_hw1.py": "raise SystemExit(1)",
        "dow_4_15_hw1-1.py": FUNCTION,
        "dow_4_16_test.py": "from hw1 import solve\nprint(solve('DFS', 4, 4, None))\n",
        "eve_5_17_hw1.ipynb": book,
        "fox_6_18_hw1.py": HELPER,
        "gil_7_19_homework.zip": zipped(tree),
        "hal_8_20_hw1.zip": b"nonsense",
    }
    data = {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
    write_zip(Path("submissions.zip"), data)
    call.done("grade", "submissions.zip", "--problem", "pkg", "--main", "hw1")
    rows = gradebook("submissions-graded/gradebook.csv")
    assert {name: row["verdict"] for name, row in rows.items()} == {str(k): "AC" if k < 8 else "" for k in range(1, 9)}
    assert rows["8"]["note"].startswith("it is not a whole zip")
    assert Path("submissions-graded/feedback/eve_5_17_hw1.html").exists()

"""One submission in three ways: `judge run`, `judge submit` and `judge grade` run the same file as the same thing."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.handed_in import RIGHT, Call, gradebook
from tests.cli.test_what_is_handed_in import FUNCTION

CPP = """\
#include <iostream>
#include <string>
int main() {
    std::string word; int n;
    std::cin >> word >> n;
    const int four[] = {1, 3, 0, 2}, six[] = {1, 3, 5, 0, 2, 4};
    std::cout << "OK\\n";
    for (int row = 0; row < n; row++, std::cout << "\\n")
        for (int k = 0; k < n; k++) std::cout << ((n == 4 ? four : six)[row] == k);
}
"""
JAVA = """\
public class Main {
    public static void main(String[] words) {
        java.util.Scanner in = new java.util.Scanner(System.in);
        in.next();
        int n = in.nextInt();
        int[] columns = n == 4 ? new int[] {1, 3, 0, 2} : new int[] {1, 3, 5, 0, 2, 4};
        System.out.println("OK");
        for (int column : columns) System.out.println("0".repeat(column) + "1" + "0".repeat(n - 1 - column));
    }
}
"""
IMPORTS = RIGHT.format("import board")


@pytest.mark.parametrize(
    "files",
    [
        {"Hw.PY": RIGHT.format("")},
        {"Hw.PY": FUNCTION},
        {"MAIN.PY": IMPORTS, "board.PY": ""},
        pytest.param({"HW1.CPP": CPP}, marks=pytest.mark.skipif(not shutil.which("g++"), reason="no C++ here")),
        pytest.param(
            {"Main.JAVA": JAVA},
            marks=(pytest.mark.slow, pytest.mark.skipif(not shutil.which("javac"), reason="no Java here")),
        ),
    ],
    ids=lambda files: next(iter(files)) + f" of {len(files)}",
)
def test_an_ending_in_capitals_is_that_of_its_language(here: Path, call: Call, files: Mapping[str, str]) -> None:
    assert _right_in_all(call, files) == [0, 0, "AC"]


@pytest.mark.parametrize(
    "files",
    [
        {"hw1.py": IMPORTS, "board.py": ""},
        {"__main__.py": IMPORTS, "board.py": "if __name__ == '__main__':\n    print('a trial')\n"},
        {"hw.py": FUNCTION, "main.py": "from hw import solve\nprint(solve('DFS', 4, 4, None))\n"},
    ],
    ids=lambda files: next(iter(files)),
)
def test_of_several_files_all_run_the_same_one(here: Path, call: Call, files: Mapping[str, str]) -> None:
    assert _right_in_all(call, files) == [0, 0, "AC"]


def _right_in_all(call: Call, files: Mapping[str, str]) -> list[object]:
    """Return the statuses of run and submit, and the verdict of grade, for a folder or the only file in it."""
    folder = Path("class/ada")
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    named = folder / next(iter(files)) if len(files) == 1 else folder
    statuses = [call(word, str(named), "--problem", "pkg")[0] for word in ("run", "submit")]
    call("grade", "class", "--problem", "pkg")
    return [*statuses, gradebook()["ada"]["verdict"]]

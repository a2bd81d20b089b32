"""One submission in many forms: every command that takes submissions takes it, also in a language that a host adds."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.handed_in import RIGHT, gradebook
from tests.cli.test_what_is_handed_in import FUNCTION
from tests.commands import Call

ROOT = Path(__file__).parents[2]
TABLE = """
[Bash]
suffixes = [".sh"]
compile = ["sh", "-n", "{source}"]
run = ["sh", "{source}"]
package = "dash"
empty = ":"
"""
BOARDS = {4: "0100 0001 1000 0010", 6: "010000 000100 000001 100000 001000 000010"}
HELPER = "\n".join(["answer() { case $1 in", *(f"{n}) echo OK {rows} ;;" for n, rows in BOARDS.items()), "esac; }", ""])
ANSWER = "{ read algorithm; read n; } < input.txt\nanswer $n | tr ' ' '\\n' > output.txt\n"
MAIN = '. "$(dirname "$0")/helper.sh"\n' + ANSWER


JAVA = (ROOT / "tests/programs/Lizards.java").read_text().replace("Lizards", "Main")
IMPORTS = RIGHT.format("import board")


@pytest.mark.parametrize(
    "files",
    [
        # An ending in capitals is that of its language.
        {"Hw.PY": RIGHT.format("")},
        {"Hw.PY": FUNCTION},
        {"MAIN.PY": IMPORTS, "board.PY": ""},
        pytest.param(
            {"Main.JAVA": JAVA},
            marks=(pytest.mark.slow, pytest.mark.skipif(not shutil.which("javac"), reason="no Java here")),
        ),
        # A language that this host adds.
        pytest.param({"homework.sh": HELPER + ANSWER}, marks=pytest.mark.slow),
        pytest.param({"main.sh": MAIN, "helper.sh": HELPER}, marks=pytest.mark.slow),
        # Of several files all run the same one.
        {"hw1.py": IMPORTS, "board.py": ""},
        {"__main__.py": IMPORTS, "board.py": "if __name__ == '__main__':\n    print('a trial')\n"},
        {"hw.py": FUNCTION, "main.py": "from hw import solve\nprint(solve('DFS', 4, 4, None))\n"},
    ],
    ids=lambda files: next(iter(files)) + f" of {len(files)}",
)
def test_run_submit_and_grade_take_a_folder_or_its_only_file(
    here: Path, table: Path, call: Call, files: Mapping[str, str]
) -> None:
    table.write_text(TABLE)
    folder = Path("class/ada")
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    named = folder / next(iter(files)) if len(files) == 1 else folder
    for word in ("run", "submit"):
        call.done(word, str(named), "--problem", "pkg")
    call("grade", "class", "--problem", "pkg")
    assert gradebook()["ada"]["verdict"] == "AC"

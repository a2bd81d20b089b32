"""A language that a host adds: every command that takes submissions takes it."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.handed_in import RIGHT, MakePackage, gradebook, read_json
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
ONE_FILE = HELPER + ANSWER
MAIN = '. "$(dirname "$0")/helper.sh"\n' + ANSWER


@pytest.fixture
def own(tmp_path: Path, package: MakePackage, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A current directory with a package, a program of one file and one of two, in a language of this host alone."""
    if not shutil.which("sh"):
        pytest.skip("there is no sh")
    package("testcases/pkg", time_limit=5)
    (tmp_path / "homework.sh").write_text(ONE_FILE)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/main.sh").write_text(MAIN)
    (tmp_path / "folder/helper.sh").write_text(HELPER)
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for name in ("ada/homework.sh", "eve.sh"):
            archive.writestr(name, ONE_FILE)
        for name, text in (("bob/main.sh", MAIN), ("bob/helper.sh", HELPER)):
            archive.writestr(name, text)
    table.write_text(TABLE)
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
def test_every_command_takes_it(own: None, call: Call) -> None:
    of = ("--problem", "pkg")
    call.done("run", "folder", "homework.sh", *of, "--json", "out.json")
    runs = [run["verdict"] for row in read_json("out.json")["submissions"] for run in row["runs"]]
    assert runs == ["AC"] * 4
    assert "AC  2 of 2 cases, 20 of 20 points" in call.done("submit", "folder", *of, "--as", "ada")
    call.done("grade", "class.zip", *of)
    graded = {name: (row["verdict"], row["points"]) for name, row in gradebook().items()}
    assert graded == dict.fromkeys(("ada", "bob", "eve"), ("AC", "20"))


# --- One submission in three ways ------------------------------------------------------------------------------------
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
        # Of several files all run the same one.
        {"hw1.py": IMPORTS, "board.py": ""},
        {"__main__.py": IMPORTS, "board.py": "if __name__ == '__main__':\n    print('a trial')\n"},
        {"hw.py": FUNCTION, "main.py": "from hw import solve\nprint(solve('DFS', 4, 4, None))\n"},
    ],
    ids=lambda files: next(iter(files)) + f" of {len(files)}",
)
def test_run_submit_and_grade_take_a_folder_or_its_only_file(here: Path, call: Call, files: Mapping[str, str]) -> None:
    folder = Path("class/ada")
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    named = folder / next(iter(files)) if len(files) == 1 else folder
    for word in ("run", "submit"):
        call.done(word, str(named), "--problem", "pkg")
    call("grade", "class", "--problem", "pkg")
    assert gradebook()["ada"]["verdict"] == "AC"

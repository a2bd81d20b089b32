"""A language that a host adds: every command that takes submissions takes it; real processes throughout."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.handed_in import MakePackage

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
def here(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Path:
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
    own = tmp_path / "config/judge/languages.toml"
    own.parent.mkdir(parents=True)
    own.write_text(TABLE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def judge(here: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(here / "config"), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "judge", *words, "--problem", "pkg"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=150, check=False)


@pytest.mark.parametrize(
    "words", [pytest.param(one, marks=pytest.mark.slow) for one in ("folder homework.sh", "homework.sh", "folder")]
)
def test_judge_run(here: Path, words: str) -> None:
    done = judge(here, "run", *words.split(), "--json", "out.json")
    assert done.returncode == 0, done.stdout + done.stderr
    runs = [run["verdict"] for row in json.loads(Path("out.json").read_text())["submissions"] for run in row["runs"]]
    assert runs == ["AC"] * 2 * len(words.split())


@pytest.mark.slow
@pytest.mark.parametrize("word", ["homework.sh", "folder"])
def test_judge_submit(here: Path, word: str) -> None:
    done = judge(here, "submit", word, "--as", "ada")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "AC  2 of 2 cases, 20 of 20 points" in done.stdout


@pytest.mark.slow
def test_judge_grade(here: Path) -> None:
    done = judge(here, "grade", "class.zip")
    assert done.returncode == 0, done.stdout + done.stderr
    with Path("class-graded/gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    graded = {name: (row["verdict"], row["points"]) for name, row in rows.items()}
    assert graded == dict.fromkeys(("ada", "bob", "eve"), ("AC", "20"))


@pytest.mark.slow
def test_without_the_row_a_folder_holds_no_source_and_a_class_no_submission(here: Path) -> None:
    (here / "config/judge/languages.toml").unlink()
    for words, code in (("run homework.sh", "E438"), ("run folder", "E431"), ("submit folder", "E431")):
        done = judge(here, *words.split())
        assert done.returncode != 0
        assert code in done.stdout + done.stderr
    done = judge(here, "grade", "class.zip", "--dry-run")
    assert "none of homework.sh is a source file" in done.stdout, done.stdout + done.stderr
    assert "eve.sh" in done.stdout

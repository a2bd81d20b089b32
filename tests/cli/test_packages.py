"""Commands on packages where a test is needed beside the journeys: answers, limits, and packages of the ICPC."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml
from rich.console import Console

from judge.model import Hunt
from judge.reports import PlainConsole
from judge.scoring import Proposal
from tests.cli.handed_in import FAIL, JUDGE, RIGHT, answer, read_json
from tests.commands import Call, ran
from tests.conftest import MakePackage
from tests.make import case_text, files
from tests.manual import TOPICS, blocks
from tests.problems.icpc.packages import LEGACY, write
from tests.problems.prove.test_certificates import CLIQUE, FORMER, text_of


# --- answers: OR-Tools and highspy can't share a process, so what needs the first has one of its own -----------------
def texts_of(cup: Path) -> dict[str, str]:
    return {str(path.relative_to(cup)): path.read_text() for path in sorted(cup.glob("*/*/*"))}


@pytest.mark.skipif(not find_spec("ortools"), reason="OR-Tools is not installed")
@pytest.mark.usefixtures("here", "without_solver")
def test_again_gives_a_fail_its_certificate_and_leaves_the_answer(package: MakePackage, call: Call) -> None:
    """In a process of its own, which may load a solver; one that is there and proves nothing is replaced."""
    olds = {"none": None, "former": FORMER, "wrong": text_of(CLIQUE).decode(), "empty": ""}
    tight = package("tight", {f"secret/{name}": (case_text(3), "FAIL\nproof: an oracle\n") for name in olds})
    for name, text in olds.items():
        if text is not None:
            (tight / f"secret/{name}/certificate.json").write_text(text)
    call.ends(2, "validate", "tight")
    done = ran(*JUDGE, "answers", "tight", "--again", check=True)
    assert done.stdout.endswith(", 4 proven anew\n")
    assert {name: text for name, text in texts_of(tight).items() if "answer" in name} == {
        f"secret/{name}/answer.txt": "FAIL\nproof: an oracle\n" for name in olds
    }
    call.done("validate", "tight")


@pytest.mark.usefixtures("here", "without_solver")
def test_ctrl_c_keeps_what_was_written(package: MakePackage, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    roomy, full, six = (case_text(6, 3), ""), (case_text(6, 7), ""), (case_text(6), answer(6))
    cup = package("cup", {"sample/roomy": roomy, "secret/full": full, "secret/six": six})

    def stopped(_: PlainConsole, what: object = "", **__: object) -> None:
        said = io.StringIO()
        Console(file=said, width=200).print(what)
        if "sample/roomy" in said.getvalue():
            raise KeyboardInterrupt
        print(said.getvalue())

    with monkeypatch.context() as patch:
        patch.setattr(PlainConsole, "print", stopped)
        assert "goes on where it stopped" in call.ends(130, "answers", "cup", "--json", "said.json")
    assert not read_json("said.json")["complete"]
    answers = {name for name in texts_of(cup) if "answer" in name}
    assert answers == {"sample/roomy/answer.txt", "secret/six/answer.txt"}


@pytest.mark.usefixtures("without_solver")
def test_a_judge_that_is_wrong_is_a_judge_error(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.problems.puzzles.findings.wrong_number", lambda *_: None)
    Path("testcases/pkg/sample/six/answer.txt").unlink()  # a judge that is wrong counts more than such a package
    out = call.ends(3, "validate", "pkg", "--json", "found.json")
    assert "error[E419]: 4 spoilt answers were accepted" in out
    [found] = read_json("found.json")["packages"]
    [row] = [row for row in found["spoilt"] if row["accepted"]]
    assert (row["kind"], row["made"], row["refused"], row["accepted"]) == ("piece dropped", 4, 0, 4)
    assert row["where"] == [f"secret/four, {form}" for form in ("an array", "a text", "an array")]


# --- limits ----------------------------------------------------------------------------------------------------------
PACKAGE = Path("testcases/pkg")


@pytest.fixture
def submissions(here: Path) -> Path:
    """One to be accepted, and one to be too slow, in a package of one case."""
    shutil.rmtree(PACKAGE / "secret" / "four")
    texts = {"accepted/mine.py": RIGHT.format(""), "time_limit_exceeded/slow.py": RIGHT.format("while True: pass")}
    return files(here / PACKAGE / "submissions", texts)


def test_a_limit_is_measured_and_written(submissions: Path, call: Call) -> None:
    """What the host lacks says nothing."""
    for other in ("accepted/mine.zig", "time_limit_exceeded/slow.zig"):
        (submissions / other).write_text("")
    before = (PACKAGE / "problem.toml").read_text()
    out = call.done("limits", "pkg", "--repeat", "1", "--write", "--force", "--json", "limits.json")
    found = read_json("limits.json")
    limit = found["time_limit"]
    assert limit >= found["slowest"]["time_s"]
    assert f"pkg: time limit {limit:g} s" in out
    assert out.endswith(f"written: time_limit = {limit:g} in {PACKAGE}/problem.toml\n")
    assert found["slowest"]["submission"] == "accepted/mine.py"
    assert (found["fastest"]["submission"], found["fastest"]["stopped"]) == ("time_limit_exceeded/slow.py", True)
    raw, was = (tomllib.loads(one) for one in ((PACKAGE / "problem.toml").read_text(), before))
    assert (raw["limits"].pop("time_limit"), was["limits"].pop("time_limit")) == (limit, 0.5)
    assert raw == was, "nothing else changes"


def test_files_are_named_instead(submissions: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a disturbed machine measured is shown, and not written."""
    monkeypatch.setattr(Proposal, "noise", "others had the core")
    Path("own.py").write_text(RIGHT.format(""))
    before = (PACKAGE / "problem.toml").read_text()
    call.done("limits", "pkg", "own.py", "--repeat", "1")
    status, out, err = call("limits", "pkg", "own.py", "--repeat", "1", "--write")
    assert (status, "own on " in out, "none is given" in out) == (2, True, True)
    assert "error[E446]: nothing is written, as the times are not to be relied on: others had the core" in err
    assert (PACKAGE / "problem.toml").read_text() == before


def test_what_a_hunt_fails_on_is_told(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("never.py").write_text(FAIL)
    monkeypatch.setattr("judge.judging.hack.hunt.Hunter.run", lambda *_: Hunt(0, 1.0, 1.0, {1: 2}, failed=2))
    assert "the judge itself failed on 2 boards" in call.ends(3, "hack", "never.py", "--problem", "pkg")


# --- packages of the ICPC --------------------------------------------------------------------------------------------
SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"

SLOW_TO_LOAD = "import time\nbegun = time.process_time()\nwhile time.process_time() < begun + 1:\n    pass\n"


@pytest.mark.slow
def test_solutions_have_a_measured_limit(here: Path, call: Call, right: str) -> None:
    files(here / "solutions/pkg", {"right.py": SLOW_TO_LOAD + right, "wrong.py": SOLVE})
    call.done("export", "--icpc", "cup", "--problem", "pkg", "--with-solutions", "--share-core")
    found = {path.name: path.parent.name for path in (here / "cup/submissions").glob("*/*")}
    assert found == {"right": "accepted", "wrong": "wrong_answer"}
    limits = yaml.safe_load((here / "cup/problem.yaml").read_text())["limits"]
    assert limits["time_limit"] >= 2, "importing the right one takes a second, and counts there"
    command = [sys.executable, str(here / "cup/submissions/accepted/right/main.py")]
    given = (here / "cup/data/sample/six.in").read_bytes()
    done = subprocess.run(command, input=given, capture_output=True, check=True, timeout=60)
    assert done.stdout.startswith(b"OK\n010000")


def test_the_interpreter_for_other_tools_is_found_whatever_comes_first(tmp_path: Path) -> None:
    [text] = [one for one in blocks(TOPICS["icpc"], "console") if "pypy3" in one]
    path = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"

    def shell(text: str) -> str:
        return ran("sh", "-euc", text, cwd=tmp_path, env={"PATH": path}, check=True, timeout=60).stdout

    shell(text)
    path = f"{tmp_path}/tools:{path}"
    assert shell("pypy3 -c 'import numpy, sys; print(*sys.argv[1:])' 'a b' c") == "a b c\n"


MAKES_CASES = """#!{python}
import os, pathlib, sys
upgraded = pathlib.Path("upgraded")  # as it makes no cases of a package of the older form
if sys.argv[1:] == ["upgrade"]:
    upgraded.touch()
    sys.exit()
assert sys.argv[1:] == ["generate"] and pathlib.Path("generators/generators.yaml").exists() and upgraded.exists()
print("WARNING: as ever")
secret = pathlib.Path("data/secret")
secret.mkdir(parents=True, exist_ok=True)
for name, text in (("one.in", "2\\n"), ("one.ans", "1 1\\n")):
    (secret / name).write_text(text)
"""


def test_cases_that_are_still_to_be_made_are_made_in_a_copy_where_that_is_asked_for(
    here: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {name: text for name, text in LEGACY.items() if not name.startswith("data/secret/")}
    recipes = write(files | {"generators/generators.yaml": "data: {}\n"}, Path("numbers"))
    words, tool = ("import", str(recipes)), here / "tools/bt"
    python = os.path.realpath("/proc/self/exe")
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    monkeypatch.setenv("PATH", str(tool.parent))
    said = call.refused("E428", *words)
    assert ("generators/generators.yaml" in said, "--generate" in said) == (True, True)
    call.refused("E439", *words, "--generate")  # no tool that makes them is installed
    tool.parent.mkdir()
    for text, made in (("#!/bin/sh\necho no solution\nexit 1\n", False), (MAKES_CASES.format(python=python), True)):
        tool.write_text(text)
        tool.chmod(0o755)
        if not made:
            assert "no solution" in call.refused("E428", *words, "--generate")
    before = sorted(recipes.rglob("*"))
    assert "secret 1" in call.done(*words, "--generate")
    assert Path("testcases/numbers/secret/one/input.txt").read_text() == "2\n"
    assert sorted(recipes.rglob("*")) == before

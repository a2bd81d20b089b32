"""`judge answers` and `judge validate` where a test is needed beside them. OR-Tools stays away: it and
highspy can't share a process; what needs it has one of its own."""

from __future__ import annotations

import io
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from rich.console import Console

from judge.reports import PlainConsole
from tests.cli.handed_in import JUDGE, MakePackage, answer, read_json
from tests.commands import Call
from tests.make import case_text
from tests.problems.prove.test_certificates import CLIQUE, FORMER, text_of

ROOMY, FULL = case_text(6, 3), case_text(6, 7)
OUT_OF_REACH = case_text(60)


pytestmark = pytest.mark.usefixtures("here", "without_solver")


@pytest.fixture
def cup(package: MakePackage) -> Path:
    return package(
        "cup", {"sample/roomy": (ROOMY, ""), "secret/full": (FULL, ""), "secret/six": (case_text(6), answer(6))}
    )


def files(cup: Path) -> dict[str, str]:
    return {str(path.relative_to(cup)): path.read_text() for path in sorted(cup.glob("*/*/*"))}


def test_what_can_not_be_decided_is_said_and_not_written(package: MakePackage, call: Call) -> None:
    cup = package("cup", {"sample/far": (OUT_OF_REACH, "")})
    out = call.ends(1, "answers", "cup", "--seconds", "0.5", "--json", "said.json")
    told = ("sample/far  undecided  at least ", "and at most 60 pieces fit, 60 are asked for; nothing is written")
    for said in (*told, "pip install -e '.[author]'", "E439", "--by FILE"):
        assert said in out
    assert list(files(cup)) == ["sample/far/input.txt"]
    said = read_json("said.json")
    assert (said["schema"], said["problem"], said["complete"]) == ("judge.answers/1", "cup", True)
    (case,) = said["cases"]
    assert (case["group"], case["case"], case["state"], case["solver_missing"]) == ("sample", "far", "undecided", True)
    assert 40 < case["least"] < case["most"] == 60


@pytest.mark.skipif(not find_spec("ortools"), reason="OR-Tools is not installed")
def test_again_gives_a_fail_its_certificate_and_leaves_the_answer(package: MakePackage, call: Call) -> None:
    """In a process of its own, which may load a solver; one that is there and proves nothing is replaced."""
    olds = {"none": None, "former": FORMER, "wrong": text_of(CLIQUE).decode(), "empty": ""}
    tight = package("tight", {f"secret/{name}": (case_text(3), "FAIL\nproof: an oracle\n") for name in olds})
    for name, text in olds.items():
        if text is not None:
            (tight / f"secret/{name}/certificate.json").write_text(text)
    call.ends(2, "validate", "tight")
    done = subprocess.run([*JUDGE, "answers", "tight", "--again"], capture_output=True, text=True, check=True)
    assert done.stdout.endswith(", 4 proven anew\n")
    assert {name: text for name, text in files(tight).items() if "answer" in name} == {
        f"secret/{name}/answer.txt": "FAIL\nproof: an oracle\n" for name in olds
    }
    call.done("validate", "tight")


def test_ctrl_c_keeps_what_was_written(cup: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert {"sample/roomy/answer.txt"} == {name for name in files(cup) if "answer" in name} - {"secret/six/answer.txt"}


def test_a_judge_that_is_wrong_is_a_judge_error(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.problems.puzzles.findings.wrong_number", lambda *_: None)
    Path("testcases/pkg/sample/six/answer.txt").unlink()  # a judge that is wrong counts more than such a package
    out = call.ends(3, "validate", "pkg", "--json", "found.json")
    assert "error[E419]: 4 spoilt answers were accepted" in out
    [found] = read_json("found.json")["packages"]
    [row] = [row for row in found["spoilt"] if row["accepted"]]
    assert (row["kind"], row["made"], row["refused"], row["accepted"]) == ("piece dropped", 4, 0, 4)
    assert row["where"] == [f"secret/four, {form}" for form in ("an array", "a text", "an array")]

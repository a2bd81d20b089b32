"""`judge answers`: what it writes, what it leaves alone, and what it says of the rest. OR-Tools stays away: it and
highspy can't share a process; what needs it has one of its own."""

from __future__ import annotations

import io
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from rich.console import Console

from judge.reports import PlainConsole
from tests import make
from tests.cli.handed_in import JUDGE, MakePackage, answer, read_json
from tests.commands import Call
from tests.make import case_text
from tests.problems.prove.test_certificates import CLIQUE, FORMER, text_of

ROOMY, FULL = case_text(6, 3), case_text(6, 7)
CERTAIN = "proof: 7 pieces, but only 6 row segments can hold one each\n"
OUT_OF_REACH = case_text(60)


@pytest.fixture(autouse=True)
def without_solver(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    for name in ("ortools.linear_solver.pywraplp", "ortools.sat.python.cp_model"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.fixture
def cup(package: MakePackage) -> Path:
    return package(
        "cup", {"sample/roomy": (ROOMY, ""), "secret/full": (FULL, ""), "secret/six": (case_text(6), answer(6))}
    )


def files(cup: Path) -> dict[str, str]:
    return {str(path.relative_to(cup)): path.read_text() for path in sorted(cup.glob("*/*/*"))}


def test_every_case_has_its_answer_and_then_nothing_is_left_to_do(cup: Path, call: Call) -> None:
    before = files(cup)
    out = call.done("answers", "cup")
    assert "sample/roomy  OK  by one descent" in out
    assert f"secret/full  FAIL  {CERTAIN[7:-1]}; no certificate" in out
    assert "cup: 1 case untouched, 1 OK written, 1 FAIL written" in out
    written = files(cup)
    assert written.keys() - before.keys() == {"sample/roomy/answer.txt", "secret/full/answer.txt"}
    assert written["secret/full/answer.txt"] == f"FAIL\n{CERTAIN}"
    assert {name: written[name] for name in before} == before
    status, out, _ = call("validate", "cup")
    assert (status, out.splitlines()[0]) == (0, "cup: 3 cases, valid, 0 warnings")
    assert call("answers", "cup", "--case", "secret/*")[:2] == (0, "cup: 2 cases untouched\n"), "a pattern narrows it"
    assert files(cup) == written


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


KNOWS = """\
n = int(open("input.txt").read().split()[1])
half = n // 2
columns = [*range(1, n, 2), *range(0, n, 2)]
print("OK")
for column in {}:
    print("".join("01"[column == k] for k in range(n)))
"""


def test_solutions_are_asked_in_their_sandbox(package: MakePackage, call: Call) -> None:
    """Those that are named, or the package's own."""
    cup = package("cup", {"sample/far": (OUT_OF_REACH, "")})
    sources = {"knows": KNOWS.format("columns"), "lies": KNOWS.format("range(n)"), "broken": "print(\n"}
    own = {"accepted/mine.py": sources["knows"], "wrong_answer/mine.py": sources["lies"]}
    make.files(cup / "submissions", own)
    assert "by accepted/mine" in call.done("answers", "cup")
    (cup / "sample/far/answer.txt").unlink()
    by = []
    for name in ("broken", "lies", "knows"):
        Path(f"{name}.py").write_text(sources[name])
        by += ["--by", f"{name}.py"]
    out = call.done("answers", "cup", *by)
    assert ("sample/far  OK  by knows" in out, "broken was not asked" in out) == (True, True)
    call.done("check", "cup/sample/far/input.txt", "cup/sample/far/answer.txt")


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


def test_again_finds_a_wrong_key_and_keeps_the_witness(cup: Path, call: Call) -> None:
    words, wrong = ("answers", "cup", "--again", "--case", "roomy"), "FAIL\nproof: an oracle\n"
    (cup / "sample/roomy/answer.txt").write_text(wrong)
    Path(".judge").write_text("no folder")
    assert ".judge/refuted/" in call.refused("E435", *words), "it can't be kept"
    Path(".judge").unlink()
    out = call.ends(2, *words)
    witness = Path(".judge/refuted/cup-sample-roomy.txt")
    for said in ("error[E416]", f"kept in {witness}", "help: copy each arrangement that was kept over the answer.txt"):
        assert said in out
    assert witness.read_text().count("1") == 3
    assert (cup / "sample/roomy/answer.txt").read_text() == wrong


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

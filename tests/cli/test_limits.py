"""`judge limits`: what it measures, writes and refuses to write."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from judge.model import Hunt
from judge.scoring import Proposal
from tests.cli.handed_in import FAIL, RIGHT, WRONG, read_json
from tests.commands import Call
from tests.make import files

PACKAGE = Path("testcases/pkg")
LATE = "time_limit_exceeded/slow.py"
FOREVER = RIGHT.format("while True: pass")


@pytest.fixture
def submissions(here: Path) -> Path:
    """One to be accepted, and one to be too slow, in a package of one case."""
    shutil.rmtree(PACKAGE / "secret" / "four")
    texts = {"accepted/mine.py": RIGHT.format(""), LATE: FOREVER}
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


@pytest.mark.parametrize(
    ("name", "source", "said"),
    [
        ("accepted/mine.py", WRONG, "accepted/mine.py is to be accepted, but is WA"),
        pytest.param(LATE, "def solve(\n", f"{LATE} is to be too slow, but is CE", marks=pytest.mark.slow),
        pytest.param(LATE, RIGHT.format("1"), "error[E445]: no time limit fits: accepted", marks=pytest.mark.slow),
    ],
)
def test_what_belies_its_folder_gives_no_limit(
    submissions: Path, call: Call, name: str, source: str, said: str
) -> None:
    (submissions / name).write_text(source)
    before = (PACKAGE / "problem.toml").read_text()
    out = call.ends(1, "limits", "pkg", "--repeat", "1", "--write", "--force")
    assert said in " ".join(out.split())
    assert (PACKAGE / "problem.toml").read_text() == before


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


# --- `judge hack` ----------------------------------------------------------------------------------------------------
# Right on a board of 1 x 1, and on all that have no arrangement.
ONE = 'n = int(open("input.txt").read().split()[1])\nprint("OK\\n1" if n == 1 else "FAIL")\n'


@pytest.fixture
def never(here: Path) -> str:
    """A program that says FAIL to all."""
    Path("never.py").write_text(FAIL)
    return "never.py"


def test_a_board_is_found_shown_and_kept(call: Call, never: str) -> None:
    out = call.silent(1, "hack", never, "--problem", "pkg", "--json", "hack.json")
    board = "found a board: 1 lizard on 1 x 1, DFS"
    for said in (board, "error[E113]: the answer is FAIL, but 1 lizard can be placed", "confirmed by 3 further runs"):
        assert said in out
    [kept] = Path(".judge/hacks").iterdir()
    assert kept.read_text() == "DFS\n1\n1\n0\n"
    replay = next(line for line in out.splitlines() if line.startswith("run it again:")).partition(":  judge ")[2]
    assert replay == f"hack {never} --problem pkg --board {kept}"
    assert board in call.silent(1, *replay.split()), "the command that is shown shows the same"
    found = read_json("hack.json")["found"]
    assert (found["board"]["rows"], found["added"]) == (["0"], None)
    shutil.rmtree(".judge")
    Path(".judge").write_text("no folder")
    status, out, err = call("hack", never, "--problem", "pkg", "--repeat", "1")
    assert (status, "error[E435]: .judge/hacks/" in err) == (2, True)
    assert (board in out, "run it again" in out) == (True, False), "it is shown all the same"


def test_two_submissions_differ_and_the_board_becomes_a_case(call: Call, never: str) -> None:
    Path("one.py").write_text(ONE)
    words = ("hack", never, "one.py", "--problem", "pkg", "--repeat", "1", "--add")
    out = call.silent(1, *words)
    assert "its answer is right" in out
    [folder] = Path("testcases/pkg/secret").glob("hack-*")
    assert f"added: {folder}" in out
    assert (folder / "answer.txt").read_text() == "OK\n1\n"
    [row] = tomllib.loads(Path("testcases/pkg/hacks.toml").read_text())["hack"]
    assert [one["verdict"] for one in row["submissions"]] == ["WA", "AC"]
    status, out, err = call(*words)
    assert status == 2, "the package has this board already"
    assert "found a board: 1 lizard on 1 x 1" in out
    assert "E447" in err


def test_where_nothing_is_found_the_status_is_0(call: Call, here: Path) -> None:
    call.done("new", "cup", "--puzzle", "queens")
    Path("one.py").write_text(ONE)
    out = call.silent(0, "hack", "one.py", "--problem", "cup", "--max-n", "3")
    assert "nothing was found: 3 boards" in out
    assert "there is no other board to try" in out


def test_what_does_not_run_can_not_be_hacked(call: Call, never: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("broken.py").write_text("def solve(algorithm, n, lizards, grid)\n    return None\n")
    out = call.ends(1, "hack", "broken.py", "--problem", "pkg")
    assert ("CE  broken" in out, "found" in out) == (True, False)
    monkeypatch.setattr("judge.judging.hack.hunt.Hunter.run", lambda *_: Hunt(0, 1.0, 1.0, {1: 2}, failed=2))
    assert "the judge itself failed on 2 boards" in call.ends(3, "hack", never, "--problem", "pkg")

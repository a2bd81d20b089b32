"""`judge limits`: what it measures, writes and refuses to write."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from judge.model import Hunt
from judge.scoring import Proposal
from tests.cli.handed_in import FAIL, RIGHT, read_json
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

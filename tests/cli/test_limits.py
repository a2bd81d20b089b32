"""`judge limits`: what it measures, writes and refuses to write."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import pytest

from judge.problems.manifest import read_manifest
from judge.scoring.limits import Proposal
from tests.cli.handed_in import RIGHT, WRONG, Call

PACKAGE = Path("testcases/pkg")
FOREVER = RIGHT.format("while True: pass")


@pytest.fixture
def submissions(here: Path) -> Path:
    """One to be accepted, and one to be too slow, in a package of one case."""
    shutil.rmtree(PACKAGE / "secret" / "four")
    folder = here / PACKAGE / "submissions"
    for name, source in (("accepted/mine.py", RIGHT.format("")), ("time_limit_exceeded/slow.py", FOREVER)):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(source)
    return folder


def test_a_limit_is_measured_and_written(submissions: Path, call: Call) -> None:
    before = (PACKAGE / "problem.toml").read_text()
    words = ("--repeat", "1", "--write", "--force")
    status, out, err = call("limits", "pkg", *words, "--json", "limits.json")
    assert status == 0, out + err
    found, made = json.loads(Path("limits.json").read_text()), read_manifest(PACKAGE)
    limit = found["time_limit"]
    assert limit >= found["slowest"]["time_s"]
    assert f"pkg: time limit {limit:g} s" in out
    assert out.endswith(f"written: time_limit = {limit:g} in {PACKAGE}/problem.toml\n")
    assert found["slowest"]["submission"] == "accepted/mine.py"
    assert (found["fastest"]["submission"], found["fastest"]["stopped"]) == ("time_limit_exceeded/slow.py", True)
    assert made.limits.time_limit == limit
    raw = tomllib.loads((PACKAGE / "problem.toml").read_text())
    raw["limits"]["time_limit"] = tomllib.loads(before)["limits"]["time_limit"]
    assert raw == tomllib.loads(before), "nothing else changes"


def test_what_is_not_accepted_gives_no_limit(submissions: Path, call: Call) -> None:
    (submissions / "accepted/mine.py").write_text(WRONG)
    before = (PACKAGE / "problem.toml").read_text()
    status, out, _ = call("limits", "pkg", "--repeat", "1", "--write", "--force")
    assert status == 1
    assert "accepted/mine.py is to be accepted, but is WA" in out
    assert (PACKAGE / "problem.toml").read_text() == before


def test_a_language_that_the_host_lacks_says_nothing_of_the_limit(submissions: Path, call: Call) -> None:
    for name in ("accepted/mine.zig", "time_limit_exceeded/slow.zig"):
        (submissions / name).write_text("")
    words = ("--repeat", "1")
    status, out, _ = call("limits", "pkg", *words)
    assert status == 0, out


def test_what_can_t_be_compiled_is_not_too_slow(submissions: Path, call: Call) -> None:
    (submissions / "time_limit_exceeded/slow.py").write_text("def solve(\n")
    status, out, _ = call("limits", "pkg", "--repeat", "1")
    assert status == 1
    assert "time_limit_exceeded/slow.py is to be too slow, but is CE" in out


def test_a_contradiction_names_both(submissions: Path, call: Call) -> None:
    (submissions / "time_limit_exceeded/slow.py").write_text(RIGHT.format("1"))
    status, out, _ = call("limits", "pkg", "--repeat", "1")
    assert status == 1
    said = " ".join(out.split())
    assert "error[E445]: no time limit fits: accepted/mine.py on " in said
    assert "and time_limit_exceeded/slow.py on " in said


def test_somebody_has_to_be_accepted(here: Path, call: Call) -> None:
    status, _, err = call("limits", "pkg")
    assert (status, "error[E445]" in err, "submissions/accepted/" in err) == (2, True, True)


def test_files_are_named_instead(submissions: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a disturbed machine measured is shown, and not written."""
    monkeypatch.setattr(Proposal, "noise", "others had the core")
    Path("own.py").write_text(RIGHT.format(""))
    before = (PACKAGE / "problem.toml").read_text()
    status, out, err = call("limits", "pkg", "own.py", "--repeat", "1", "--write")
    assert status == 2
    assert "own on " in out
    assert "none is given" in out
    assert "error[E446]: nothing is written, as the times are not to be relied on: others had the core" in err
    assert (PACKAGE / "problem.toml").read_text() == before

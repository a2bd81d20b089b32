"""How one waits: for a core, in a pipe and on a terminal; for a judge of a site; and until a file is saved."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from judge.cli import submit
from judge.cli.following import WaitingLine
from judge.cli.watch import await_save, stamp_of
from judge.reports import PlainConsole
from judge.sandbox import Waiting


def said(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> str:
    stderr = io.StringIO()
    monkeypatch.setattr(stderr, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    line = WaitingLine()
    for second in range(90):
        taken = [{"label": "1", "pid": 77, "uid": 0, "since_s": 0.0}]
        line.say(msgspec.convert({"waited_s": float(second), "place": 2, "taken": taken}, Waiting))
    line.over()
    line.say("something else")
    return stderr.getvalue()


def test_in_a_pipe_there_is_a_line_a_minute_and_on_a_terminal_one_that_goes_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second, other = said(monkeypatch, terminal=False).splitlines()
    assert first.startswith("waiting 0:00 for a core (2nd in line): core 1 is timed by judge 77 of ")
    assert second.startswith("waiting 1:00 for a core (2nd in line): ")
    assert other == "something else"
    shown = said(monkeypatch, terminal=True)
    assert shown.count("core 1 is timed by judge 77 of ") == 1
    assert "(2nd in line)" in shown
    assert shown.rstrip().endswith("something else")


@pytest.mark.parametrize(
    ("ahead", "wait_s", "why", "told"),
    [
        (0, 0.4, "", "yours is next\n"),
        (1, 12.4, "", "1 submission ahead of yours; it begins in about 12 s\n"),
        (2, None, "", "2 submissions ahead of yours\n"),
        (2, 9.0, "no\nroom", "the judge has failed on it, and tries again later: no\\nroom\n"),
    ],
)
def test_how_long_a_submission_waits_for_its_judge(ahead: int, wait_s: float | None, why: str, told: str) -> None:
    out = io.StringIO()
    submit._tell(ahead, wait_s, why, PlainConsole(file=out, width=100))
    assert out.getvalue() == told


# --- a save is seen: of whichever editor, and not before it is whole --------------------------------------------------
def renamed(path: Path) -> None:
    """Put another file of the same size and time in its place, as editors do."""
    facts = path.stat()
    other = path.with_name(f".{path.name}.swp")
    other.write_text("two")
    os.utime(other, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    other.replace(path)


def nothing(_: Path) -> None:
    pass


def writes(text: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(text)


@pytest.mark.parametrize(
    ("steps", "seen"),
    [
        ([nothing, writes("three"), nothing], 3),
        ([renamed, nothing], 2),
        ([Path.unlink, nothing, writes("new"), nothing], 4),  # it is gone for a moment
        ([writes("x"), writes("x" * 20), writes("x" * 300), nothing], 4),  # it is being written
    ],
)
@pytest.mark.parametrize("watched", ["mine.py", "."])
def test_a_save_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watched: str, steps: list[Callable[[Path], object]], seen: int
) -> None:
    """Of a file, and of any file of a folder: so many steps have happened by then."""
    path, left = tmp_path / "deep/mine.py", [*steps]
    assert stamp_of(path) == (), "what is not there has no stamp"
    path.parent.mkdir()
    path.write_text("one")
    monkeypatch.setattr("time.sleep", lambda _: left.pop(0)(path))  # when none is left, waiting would not end
    of = path if watched == "mine.py" else tmp_path
    before = stamp_of(of)
    assert await_save(of, before) != before
    assert len(steps) - len(left) == seen

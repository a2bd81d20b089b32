"""A save is seen, whichever way an editor writes, and a file that is being written is not read."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from judge.cli.watch import await_save, stamp_of


def nothing() -> None:
    pass


def seen_after(path: Path, *steps: Callable[[], object]) -> int:
    """Wait from now on while the steps happen; return how many had happened when a save was seen."""
    left, before = [*steps], stamp_of(path)

    def sleep(_: float) -> None:
        left.pop(0)()  # when none is left, waiting would not end

    assert await_save(path, before, sleep) != before
    return len(steps) - len(left)


def test_a_file_that_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("one")
    assert seen_after(path, nothing, lambda: path.write_text("three"), nothing) == 3


def test_a_file_of_the_same_size_and_time_that_was_renamed(tmp_path: Path) -> None:
    path, other = tmp_path / "mine.py", tmp_path / ".mine.py.swp"
    path.write_text("one")
    other.write_text("two")
    facts = path.stat()
    os.utime(other, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert seen_after(path, lambda: other.replace(path), nothing) == 2


def test_a_file_that_is_gone_for_a_moment(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("one")
    assert seen_after(path, path.unlink, nothing, lambda: path.write_text("new"), nothing) == 4


def test_a_file_that_is_being_written_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("one")
    steps = [lambda n=n: path.write_text("x" * n) for n in (1, 20, 300)]
    assert seen_after(path, *steps, nothing) == 4


def test_any_file_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/part.py").write_text("one")
    assert seen_after(tmp_path, lambda: (tmp_path / "deep/part.py").write_text("three"), nothing) == 2
    assert seen_after(tmp_path, lambda: (tmp_path / "new.py").write_text(""), nothing) == 2


def test_what_is_not_there_has_no_stamp(tmp_path: Path) -> None:
    assert stamp_of(tmp_path / "mine.py") == ()

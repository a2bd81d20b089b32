"""A save is seen: of whichever editor, of a file or of a folder, and not before it is whole."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.cli.watch import await_save, stamp_of


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

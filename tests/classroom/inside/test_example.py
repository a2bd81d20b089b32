"""`judge new --example class` changes nothing that is there, and what it writes can be changed; that it is a class is
held in tests/cli."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.classroom import example
from tests.refused import refused


def test_what_is_written_of_read_only_files_can_be_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(example, "EXAMPLES", shutil.copytree(example.EXAMPLES, tmp_path / "installed"))
    for path in (tmp_path / "installed").rglob("*"):
        path.chmod(0o555)
    written = example.write_example(tmp_path / "own", "class")
    assert sorted((tmp_path / "own").iterdir()) == written
    assert all(path.stat().st_mode & 0o200 for path in (tmp_path / "own").rglob("*"))


@pytest.mark.parametrize("name", ["class", "quiz", "roster.csv"])
def test_what_is_there_is_not_changed(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with refused("E436"):
        example.write_example(tmp_path, "class")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, "mine")]
    with refused("E435"):
        example.write_example(tmp_path / name / "folder", "class")

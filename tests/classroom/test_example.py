"""`judge new --example class` changes nothing that is there; that it writes a class is held in tests/cli."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom import write_example
from tests.refused import refused


@pytest.mark.parametrize("name", ["class", "quiz", "roster.csv"])
def test_what_is_there_is_not_changed(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with refused("E436"):
        write_example(tmp_path, "class")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, "mine")]
    with refused("E435"):
        write_example(tmp_path / name / "folder", "class")

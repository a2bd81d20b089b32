"""The example's files can be changed though the installed ones can not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.classroom import example


def test_what_is_written_can_be_changed_though_the_installed_can_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(example, "EXAMPLES", shutil.copytree(example.EXAMPLES, tmp_path / "installed"))
    for path in (tmp_path / "installed").rglob("*"):
        path.chmod(0o555)
    written = example.write_example(tmp_path / "own", "class")
    assert sorted((tmp_path / "own").iterdir()) == written
    assert all(path.stat().st_mode & 0o200 for path in (tmp_path / "own").rglob("*"))

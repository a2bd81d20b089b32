"""The versions of installed packages, by the names of their folders."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from judge.model.installed import version_of


def test_a_version_is_the_one_that_the_package_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("numba", "numpy", "llvmlite", "msgspec"):
        assert version_of(package) == version(package)
    assert version_of("nobody-wrote-this") == ""
    monkeypatch.setattr("sys.path", [str(tmp_path)])  # where packages lie elsewhere, they are asked
    assert version_of("numba") == ""
    (tmp_path / "numba-1.2.dist-info").mkdir()
    (tmp_path / "numba-1.2.dist-info/METADATA").write_text("Name: numba\nVersion: 1.2\n")
    assert version_of("numba") == "1.2"

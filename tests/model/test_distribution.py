"""The versions of installed packages, by the names of their folders."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from judge.model import installs, version_of
from tests.manual import ROOT

WRITTEN = [ROOT / "README.md", *(one for one in (ROOT / "judge").rglob("*.*") if one.suffix in (".py", ".md", ".toml"))]
STRANGER = re.compile(r"pip install (?:-\S+ )*'?judge\b")


def test_a_version_is_the_one_that_the_package_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("numba", "numpy", "llvmlite", "msgspec"):
        assert version_of(package) == version(package)
    assert version_of("nobody-wrote-this") == ""
    monkeypatch.setattr("sys.path", [str(tmp_path)])  # where packages lie elsewhere, they are asked
    assert version_of("numba") == ""
    (tmp_path / "numba-1.2.dist-info").mkdir()
    (tmp_path / "numba-1.2.dist-info/METADATA").write_text("Name: numba\nVersion: 1.2\n")
    assert version_of("numba") == "1.2"


def test_a_name_with_a_hyphen_has_a_folder_with_an_underscore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site-packages"
    (folder / "puzzle_judge-1.2.dist-info").mkdir(parents=True)
    monkeypatch.setattr("sys.path", [str(folder)])
    assert version_of("puzzle-judge") == "1.2"


def test_the_distribution_and_its_extras_are_called_as_pyproject_says() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert version_of() == version_of(project["name"])
    extras = project["optional-dependencies"]
    named = [one for needs in extras.values() for one in needs if "judge" in one]
    assert {one.partition("[")[0] for one in named} == {project["name"]}
    asked = {extra for file in WRITTEN for extra in re.findall(r'installs\(["\'](\w+)', file.read_text())}
    assert asked
    assert asked <= set(extras)


def test_nobody_is_told_to_install_a_stranger() -> None:
    """An index has another `judge`: a help that names it would run its code."""
    assert not STRANGER.search(installs("web"))
    assert STRANGER.search("pip install --upgrade judge")
    assert [file for file in WRITTEN if STRANGER.search(file.read_text())] == []

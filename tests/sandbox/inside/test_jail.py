"""What a box sees of an installed judge: its modules, and not the packages that came with it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from judge.sandbox.inside import jail


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of modules, in which a judge with packages is installed; the interpreter looks into it."""
    for name in ("judge/shipped/lizards/problem.toml", "judge/errors.py", "numba/core.py", "six.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(jail, "SHIPPED", str(tmp_path / "judge/shipped"))
    return tmp_path


def within(path: Path, outer: list[str]) -> bool:
    return any(str(path) == one or str(path).startswith(f"{one}/") for one in outer)


def test_the_packages_of_an_installed_judge_are_hidden(library: Path) -> None:
    assert within(library / "judge/shipped", jail.visible_paths()), "they would be seen"
    assert jail.hides_shipped()


def test_where_nothing_can_be_laid_over_them_all_beside_them_is_open(library: Path) -> None:
    found = jail.open_paths.__wrapped__()
    assert not within(library / "judge/shipped/lizards/problem.toml", found)
    for name in ("judge/errors.py", "numba/core.py", "six.py"):
        assert within(library / name, found)
    assert jail.listed_paths() == [str(library)], "modules are found in it"


def test_packages_that_no_box_would_see_are_left_alone(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jail, "SHIPPED", "/nowhere/testcases")
    assert not jail.hides_shipped()
    assert jail.listed_paths() == []


def test_each_box_looks_whether_it_sees_one(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert jail.forbidden_files.__wrapped__()[1:] == (str(library / "judge/shipped/lizards/problem.toml"),)
    monkeypatch.setattr(jail, "SHIPPED", "/nowhere/testcases")
    assert jail.forbidden_files.__wrapped__() == ("/etc/shadow",)

"""What a box sees of an installed judge: its modules, and not the packages that came with it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from judge.sandbox.inside import jail
from tests.make import files

HIDDEN = ("testcases", "solutions")


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of modules, in which a judge with packages is installed; the interpreter looks into it."""
    shipped = ("judge/shipped/testcases/lizards/problem.toml", "judge/shipped/solutions/lizards/dfs.py")
    files(tmp_path, dict.fromkeys((*shipped, "judge/errors.py", "numba/core.py", "six.py"), ""))
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(jail, "SHIPPED", tuple(str(tmp_path / "judge/shipped" / name) for name in HIDDEN))
    monkeypatch.setattr(jail, "OWN", str(tmp_path / "judge"))
    return tmp_path


def within(path: Path, outer: list[str]) -> bool:
    return any(str(path) == one or str(path).startswith(f"{one}/") for one in outer)


def test_packages_and_solutions_of_an_installed_judge_are_hidden(library: Path) -> None:
    assert within(library / "judge/shipped", jail.visible_paths()), "they would be seen"
    assert jail.hidden_paths() == [str(library / "judge/shipped" / name) for name in HIDDEN]


def test_where_nothing_can_be_laid_over_them_all_beside_them_is_open(library: Path) -> None:
    found = jail.open_paths.__wrapped__()
    for name in ("testcases/lizards/problem.toml", "solutions/lizards/dfs.py"):
        assert not within(library / "judge/shipped" / name, found)
    for name in ("judge/errors.py", "numba/core.py", "six.py"):
        assert within(library / name, found)
    assert jail.listed_paths() == [str(library)], "modules are found in it"


def test_packages_that_no_box_would_see_are_left_alone(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jail, "SHIPPED", ("/nowhere/testcases",))
    assert not jail.hidden_paths()
    assert jail.listed_paths() == []


def test_each_box_looks_whether_it_sees_one(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = library / "judge/shipped"
    forbidden = tuple(str(shipped / name) for name in ("testcases/lizards/problem.toml", "solutions/lizards/dfs.py"))
    assert jail.forbidden_files.__wrapped__()[1:] == forbidden
    monkeypatch.setattr(jail, "SHIPPED", ("/nowhere/testcases",))
    assert jail.forbidden_files.__wrapped__() == ("/etc/shadow",)


@pytest.mark.parametrize("checkout", [True, False])
def test_of_a_checkout_the_judge_alone_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checkout: bool) -> None:
    files(tmp_path, dict.fromkeys(("judge/errors.py", ".judge/store.db", "tests/conftest.py"), ""))
    if checkout:  # else it is a folder of packages, which modules beside the judge lie in
        (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(jail, "OWN", str(tmp_path / "judge"))
    for found in (jail.visible_paths(), jail.open_paths.__wrapped__()):
        assert within(tmp_path / "judge/errors.py", found)
        assert within(tmp_path / ".judge/store.db", found) is not checkout
    assert (str(tmp_path) in jail.listed_paths()) is checkout, "modules are found in it"


def test_no_link_leads_out_of_a_jail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real" / "lib").mkdir(parents=True)
    (tmp_path / "linked").symlink_to(tmp_path / "real")
    (tmp_path / "real" / "again").symlink_to(tmp_path / "real" / "lib")
    monkeypatch.setattr(sys, "path", [f"{tmp_path}/linked/again", f"{tmp_path}/../{tmp_path.name}/linked", "linked"])
    found = {path: target for path, target in jail.linked_paths().items() if path.startswith(str(tmp_path))}
    assert found == {f"{tmp_path}/linked": f"{tmp_path}/real", f"{tmp_path}/real/again": f"{tmp_path}/real/lib"}

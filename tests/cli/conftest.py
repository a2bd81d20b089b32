"""A current directory with a package in it, and `judge` called in this process; `cold` has sandboxes of its own."""

from __future__ import annotations

import functools
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from judge.sandbox import Sandbox
from tests.cli.handed_in import FAIL, HALF, RIGHT, answer, gradebook, write_class
from tests.commands import Call
from tests.make import case_text, files
from tests.make import package as write_package
from tests.problems.icpc.packages import LEGACY, write
from tests.warm import in_place, using

GradeOnce = Callable[..., Path]
ANSWERED = {name: (case_text(n), answer(n)) for name, n in (("sample/six", 6), ("secret/four", 4))}


@pytest.fixture(scope="module")
def plain_box() -> Iterator[Sandbox]:
    with Sandbox(tier="plain") as opened:
        yield opened


@pytest.fixture
def call(request: pytest.FixtureRequest) -> Iterator[Call]:
    """Run `judge` in this process, in a sandbox that is warm."""

    def opened(
        tier: str = "auto", *_: object, lasting: bool = False, **__: object
    ) -> AbstractContextManager[list[Sandbox]]:
        return using(request.getfixturevalue({"auto": "sandbox", "plain": "plain_box"}[tier]), lasting=lasting)

    with in_place(opened):
        yield Call()


@pytest.fixture
def cold() -> Call:
    """Run `judge` in this process, with sandboxes of its own."""
    return Call(120)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with a package in it."""
    monkeypatch.chdir(tmp_path)
    write_package(Path(), "testcases/pkg", ANSWERED)
    return tmp_path


@pytest.fixture(scope="session")
def grade_once(tmp_path_factory: pytest.TempPathFactory, sandbox: Sandbox) -> GradeOnce:
    """Grade classes in a folder with the package of `here`; each test copies its files."""

    @functools.cache
    def grade(classes: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]) -> Path:
        with pytest.MonkeyPatch.context() as patch, in_place(lambda *_, **__: using(sandbox, lasting=True)):
            patch.chdir(folder := tmp_path_factory.mktemp("graded"))
            write_package(Path(), "testcases/pkg", ANSWERED)
            for name, sources in classes:
                write_class(dict(sources), name)
                Call().done("grade", name, "--problem", "pkg")
                assert len(gradebook(f"{name}-graded/gradebook.csv")) == len(sources)
        return folder

    return lambda **classes: grade(tuple((name, tuple(sources.items())) for name, sources in classes.items()))


@pytest.fixture
def graded(here: Path, grade_once: GradeOnce) -> Path:
    """A current directory with a package, and a class of two that was graded: ada is right, bob half."""
    shutil.copytree(grade_once(**{"class": {"ada": RIGHT.format("# by ada"), "bob": HALF}}), here, dirs_exist_ok=True)
    return here


@pytest.fixture
def more_hidden(here: Path) -> tuple[str, ...]:
    """Hidden cases whose names come before that of `here`: of side 4, but for the last two of side 6."""
    sides = {"a": 4, "b": 4, "c": 4, "d": 6, "e": 6}
    for name, side in sides.items():
        files(here / "testcases/pkg/secret" / name, {"input.txt": case_text(side), "answer.txt": answer(side)})
    return tuple(sides)


@pytest.fixture
def without_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """OR-Tools stays away: it and highspy can't share a process; what needs it has one of its own."""
    for name in ("ortools.linear_solver.pywraplp", "ortools.sat.python.cp_model"):
        monkeypatch.setitem(sys.modules, name, None)


COURSE = """\
title = "Puzzles"
roster = "roster.csv"
[[homework]]
problem = "testcases/pkg"
class = "one"
title = "first"
weight = 3
[[homework]]
problem = "testcases/pkg"
class = "two"
title = "second"
[[homework]]
problem = "testcases/pkg"
class = "three.zip"
title = "third"
"""


@pytest.fixture
def course(here: Path, grade_once: GradeOnce) -> Path:
    """Two classes that were graded, and the file of their course."""
    first = {"ada": RIGHT.format(""), "bob": FAIL}
    shutil.copytree(grade_once(one=first, two={"bob": RIGHT.format("# bob")}), here, dirs_exist_ok=True)
    Path("roster.csv").write_text("id,name\nada,Ada\nbob,Bob\ncy,Cy\n")
    Path("course.toml").write_text(COURSE)
    return here


@pytest.fixture
def numbers(here: Path) -> None:
    """A package of the ICPC with a validator of its own, in a folder of this name."""
    write(LEGACY, Path("numbers"))

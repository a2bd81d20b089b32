"""A current directory with a package in it, and `judge` called in this process."""

from __future__ import annotations

import functools
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from judge.sandbox import Sandbox
from tests.boxed import kept
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
    with Sandbox(tier="plain", warm=False) as opened:
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
def own_cache(tmp_path: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it is kept. The sandbox is set up before, so that nothing but submissions comes there."""
    sandbox.forget(kept(sandbox, {"submission.py": b""}))
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept/compiled"


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the host is, nothing runs out of time."""
    monkeypatch.setattr("time.monotonic", lambda: 100.0)


@pytest.fixture
def without_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """OR-Tools stays away: it and highspy can't share a process; what needs it has one of its own."""
    for name in ("ortools.linear_solver.pywraplp", "ortools.sat.python.cp_model"):
        monkeypatch.setitem(sys.modules, name, None)


COURSE = """\
title = "Puzzles"
roster = "roster.csv"
homework = [
  { problem = "testcases/pkg", class = "one", title = "first", weight = 3 },
  { problem = "testcases/pkg", class = "two", title = "second" },
  { problem = "testcases/pkg", class = "three.zip", title = "third" },
]
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


def run_of(name: str, change: Callable[[dict[str, Any]], object] = lambda _: None) -> None:
    """Keep a made run by this name: of two submissions on two cases, each five times. A change is mostly of one."""
    facts = {"verdict": "AC", "wall_s": 0.5, "memory_bytes": 1, "lost_s": 0.0}
    samples = [facts | {"cpu_s": 0.5 + step / 1000} for step in range(5)]
    case = {"group": "secret", "algorithm": "DFS", "verdict": "AC", "cpu_s": 0.5, "samples": samples}
    host = dict.fromkeys(("system", "python", "numba"), "0") | {"sandbox": "plain", "clock": "cgroup"}
    row = {"problem": "pkg", "verdict": "AC", "prepare": {"verdict": "AC"}}
    made: dict[str, Any] = {
        "schema": "judge.run/1",
        "host": host | {"cores": 2, "enforced": [], "missing": []},
        "limits": {"pkg": {"time_limit": 5.0}},
        "submissions": [
            row | {"name": mine, "runs": [deepcopy(case) | {"case": name} for name in ("six", "four")]}
            for mine in ("mine", "same")
        ],
    }
    change(made)
    Path(".judge/runs").mkdir(parents=True, exist_ok=True)
    Path(f".judge/runs/{name}.json").write_text(json.dumps(made))


def slower(made: dict[str, Any]) -> None:
    for run in made["submissions"][0]["runs"]:
        for one in (run, *run["samples"]):
            one["cpu_s"] *= 3


def wrong_now(made: dict[str, Any]) -> None:
    made["submissions"][0]["runs"][0].update(verdict="WA", samples=[])


@pytest.fixture
def runs(here: Path) -> None:
    """Made runs that are kept: one, and others that are slower, wrong, of another host or limit, or can't be read."""
    run_of("main")
    run_of("folder")
    run_of("slower", slower)
    run_of("wrong", wrong_now)
    run_of("other", lambda made: made["host"].update(numba="1"))
    run_of("longer", lambda made: made["limits"]["pkg"].update(time_limit=9.0))
    run_of("broken", lambda made: made["submissions"][0].update(name=1))

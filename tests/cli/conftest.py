"""A current directory with a package in it, and `judge` called in this process; `cold` has sandboxes of its own."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.sandbox import Sandbox, Tier, pool
from judge.sandbox.cache import own_cache
from tests.cli.handed_in import HALF, RIGHT, Call, answer, gradebook, write_class
from tests.make import case_text
from tests.make import package as write_package

GradeOnce = Callable[..., Path]
ANSWERED = {name: (case_text(n), answer(n)) for name, n in (("sample/six", 6), ("secret/four", 4))}


@pytest.fixture(scope="module")
def plain_box() -> Iterator[Sandbox]:
    with Sandbox(tier="plain") as opened:
        yield opened


def calling(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Return what runs `judge` with some words in this process: its status, stdout and stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["judge", *words])
        cores = os.sched_getaffinity(0)
        try:
            with pytest.raises(SystemExit) as caught:
                main.main()
        finally:
            os.sched_setaffinity(0, cores)
        out, err = capsys.readouterr()
        return caught.value.code if isinstance(caught.value.code, int) else 1, out, err

    return Call(run)


@contextlib.contextmanager
def using(box: Sandbox, *, lasting: bool) -> Iterator[None]:
    """Have this sandbox use the cache that an arena would, for a while."""
    before = box.cache
    try:
        with (own_cache() if lasting else None) or contextlib.nullcontext(before) as box.cache:
            yield
    finally:
        box.cache = before


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Call:
    """Run `judge` with these words in this process, in a sandbox that is warm: its status, stdout and stderr."""
    monkeypatch.setenv("COLUMNS", "160")

    @contextlib.contextmanager
    def opened(tier: Tier = "auto", *_: object, lasting: bool = False, **__: object) -> Iterator[list[Sandbox]]:
        box = request.getfixturevalue({"auto": "sandbox", "plain": "plain_box"}[tier])
        with using(box, lasting=lasting):
            yield [box]

    monkeypatch.setattr(pool, "arena", opened)

    return calling(monkeypatch, capsys)


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Run `judge` in this process, with sandboxes of its own."""
    monkeypatch.setenv("COLUMNS", "120")
    return calling(monkeypatch, capsys)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with a package in it."""
    monkeypatch.chdir(tmp_path)
    write_package(Path(), "testcases/pkg", ANSWERED)
    return tmp_path


@pytest.fixture(scope="session")
def grade_once(tmp_path_factory: pytest.TempPathFactory, sandbox: Sandbox) -> GradeOnce:
    """Grade classes in a folder with the package of `here`; each test copies its files."""

    @contextlib.contextmanager
    def opened(*_: object, **__: object) -> Iterator[list[Sandbox]]:
        with using(sandbox, lasting=True):
            yield [sandbox]

    @functools.cache
    def grade(classes: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]) -> Path:
        cores = os.sched_getaffinity(0)
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder := tmp_path_factory.mktemp("graded"))
            patch.setattr(pool, "arena", opened)
            write_package(Path(), "testcases/pkg", ANSWERED)
            for name, sources in classes:
                write_class(dict(sources), name)
                CliRunner().invoke(main.commands, ["grade", name, "--problem", "pkg"], catch_exceptions=False)
                assert len(gradebook(f"{name}-graded/gradebook.csv")) == len(sources)
        os.sched_setaffinity(0, cores)
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
        folder = here / "testcases/pkg/secret" / name
        folder.mkdir()
        (folder / "input.txt").write_text(case_text(side))
        (folder / "answer.txt").write_text(answer(side))
    return tuple(sides)

"""A current directory with a package in it, and `judge` called in this process; `cold` has sandboxes of its own."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.cli import main
from judge.sandbox import pool
from judge.sandbox.sandbox import Sandbox
from judge.sandbox.tiers import Tier
from tests.cli.handed_in import (
    Call,
    MakePackage,
    answer,
)
from tests.conftest import case_text


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

    return run


@pytest.fixture
def call(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> Call:
    """Run `judge` with these words in this process, in a sandbox that is warm: its status, stdout and stderr."""
    monkeypatch.setenv("COLUMNS", "160")

    @contextlib.contextmanager
    def opened(tier: Tier = "auto", *_: object, **__: object) -> Iterator[list[Sandbox]]:
        yield [request.getfixturevalue({"auto": "sandbox", "plain": "plain_box"}[tier])]

    monkeypatch.setattr(pool, "arena", opened)

    return calling(monkeypatch, capsys)


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Run `judge` in this process, with sandboxes of its own."""
    monkeypatch.setenv("COLUMNS", "120")
    return calling(monkeypatch, capsys)


@pytest.fixture
def here(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with a package in it."""
    monkeypatch.chdir(tmp_path)
    answers = {"sample/six": (case_text(6), answer(6)), "secret/four": (case_text(4), answer(4))}
    package("testcases/pkg", answers)
    return tmp_path


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

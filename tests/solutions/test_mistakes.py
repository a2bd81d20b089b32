"""Mistakes that students make, and that a small case of each package refuses."""

from __future__ import annotations

import signal
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

from judge.model import Case
from judge.problems import judge_answer, puzzle_named, read_package
from tests.problems.make import given, taken
from tests.shipped import ROOT, plain

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

MOST_ROWS = 9  # of the boards that a search in Python looks at, unless the table says more
MOST_S = 2.5  # of CPU that a case may take, the same; one that takes longer refuses nothing
TABLE = tomllib.loads((Path(__file__).parent / "mistakes.toml").read_text())
MISTAKES = [
    pytest.param(problem, edits, id=f"{problem}: {name}")
    for problem, table in TABLE.items()
    for name, edits in table["mistakes"].items()
]


class TooSlowError(Exception):
    """The case takes too long."""


@contextmanager
def limited(most_s: float) -> Iterator[None]:
    """End what takes more seconds of CPU than a case may."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, most_s, 0.1)  # again and again: a destructor may swallow the first one
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@cache
def small_cases(problem: str) -> tuple[Case, ...]:
    cases = read_package(ROOT / "testcases" / problem).cases
    most = TABLE[problem].get("rows", MOST_ROWS)
    small = (case for case in cases if max(case.board.grid.shape) <= most)
    return tuple(sorted(small, key=lambda one: one.board.n))


def is_refused(problem: str, case: Case, solve: Callable[..., Any], most_s: float = MOST_S) -> bool:
    try:
        with limited(most_s), np.errstate(all="ignore"):
            value = solve(*given(problem, case.board))
    except TooSlowError:
        return False
    except (IndexError, ValueError, ZeroDivisionError):
        return True
    answer = taken(problem, value)
    return judge_answer(case, problem, answer) is not None or puzzle_named(problem).goal.score(case, answer) < 1


@pytest.mark.parametrize("problem", TABLE)
def test_without_a_mistake_no_case_refuses(problem: str) -> None:
    solve = plain(problem, TABLE[problem]["base"]).solve
    assert not [case.name for case in small_cases(problem) if is_refused(problem, case, solve, 0.5)]


@pytest.mark.nightly(sample=100)
@pytest.mark.parametrize(("problem", "edits"), MISTAKES)
def test_a_small_case_refuses_it(problem: str, edits: list[list[str]]) -> None:
    solve = plain(problem, TABLE[problem]["base"], edits).solve
    most_s = TABLE[problem].get("cpu_s", MOST_S)
    assert any(is_refused(problem, case, solve, most_s) for case in small_cases(problem))

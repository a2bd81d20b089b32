"""What a prepare phase came to is kept, and laid into the next home, if nothing that decides it has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from judge.executors import Ready, executor_of
from judge.model import Finding, Problem, Submission, Verdict
from judge.sandbox import Cache, Sandbox
from tests.boxed import problem_of, python
from tests.conftest import MakeSubmission
from tests.executors.make import PROBLEM, PROGRAMS, ready_of, tried
from tests.make import replace

# It answers FAIL where its kernel was kept, and else the board as it was given.
KERNEL = PROGRAMS["kernel"]
C = '#include <stdio.h>\nint main(void) { int unused; puts("FAIL"); fputs(__FILE__ "\\n", stderr); return 1; }\n'
PRINTS = python("print('FAIL')")
QUICK = '[Quick]\nsuffixes = [".quick"]\n'


@pytest.fixture
def cached(tmp_path: Path, lean: Sandbox) -> Iterator[Sandbox]:
    """A sandbox that keeps what it has prepared, of the best tier of this host and of the weakest."""
    with Cache(tmp_path / "cache") as lean.cache:
        yield lean
    lean.cache = lean.lean().cache = None


def prepared(jobs: list[Any]) -> int:
    """In how many boxes a prepare phase has run, but for the program that does nothing."""
    return sum(job.prepare and not any("empty" in word for word in job.command) for job in jobs)


def entries(sandbox: Sandbox) -> list[Path]:
    assert sandbox.cache
    return [sandbox.cache.path / one.name for one in sandbox.cache.held()]


def is_kept(sandbox: Sandbox, ready: Ready) -> bool:
    """Whether its kernel, or what a program prints, is FAIL."""
    return tried(executor_of(ready.contract).place(sandbox), ready, PROBLEM, PROBLEM.cases[0]).code == "E113"


# --- functions -------------------------------------------------------------------------------------------------------
def test_kernels_are_kept_for_the_next_home(cached: Sandbox, jobs: list[Any], submission: MakeSubmission) -> None:
    first, second = (ready_of(cached, submission(KERNEL)) for _ in range(2))
    assert prepared(jobs) == 1
    assert first.home.home != second.home.home
    assert first.note == second.note
    assert is_kept(cached, second), "its kernel was compiled again"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda entry, _: entry.write_bytes(entry.read_bytes()[:-1]),
        lambda entry, cache: cache.keep(entry.name, b'{"note": "nobody made this"}', lambda _: True),
        lambda entry, cache: cache.keep(entry.name, b'{"other": 1}', lambda _: True),
    ],
    ids=["damaged", "without its files", "of another version"],
)
def test_an_entry_that_is_none_is_made_anew(
    cached: Sandbox, jobs: list[Any], submission: MakeSubmission, spoil: Callable[..., object]
) -> None:
    mine = submission()
    ready_of(cached, mine)
    [entry] = entries(cached)
    spoil(entry, cached.cache)
    assert (ready_of(cached, mine).note, prepared(jobs)) == ("", 2)
    assert entries(cached) == [entry]
    ready_of(cached, mine)
    assert prepared(jobs) == 2, "it is kept anew"


@pytest.mark.parametrize("source", ["import nowhere", "x = 1"])
def test_what_can_not_be_prepared_is_not_kept(cached: Sandbox, submission: MakeSubmission, source: str) -> None:
    for _ in range(2):
        finding = executor_of("function").prepare(cached.warm_up(), submission(source), PROBLEM)
        assert isinstance(finding, Finding)
        assert finding.verdict is Verdict.CE
    assert entries(cached) == []


def test_what_came_of_a_warm_up_board_is_told_each_time(cached: Sandbox, submission: MakeSubmission) -> None:
    stuck = submission("import time\n\ndef solve(*_):\n    time.sleep(60)\n")
    hurried = problem_of(limits=replace(PROBLEM.limits, time_limit=0.01))
    assert "did not come back" in ready_of(cached, stuck, hurried).note
    assert entries(cached) == [], "what had to be stopped is not kept"
    raises = submission("def solve(algorithm, n, lizards, grid):\n    raise ValueError(n)\n")
    notes = [ready_of(cached, raises).note for _ in range(2)]
    assert "ValueError" in notes[0]
    assert notes[0] == notes[1]
    assert len(entries(cached)) == 1


# --- what decides it -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "change",
    [
        lambda mine, problem: (replace(mine, source=mine.source + b"\n"), problem),
        lambda mine, problem: (mine, problem_of(limits=replace(problem.limits, compilation_time=19))),
        lambda mine, problem: (mine, replace(problem, algorithms=("BFS",))),
    ],
    ids=["bytes", "limits", "boards"],
)
def test_another_submission_or_problem_is_prepared_anew(
    cached: Sandbox, jobs: list[Any], submission: MakeSubmission, change: Callable[..., tuple[Submission, Problem]]
) -> None:
    mine = submission(), PROBLEM
    for one in (mine, change(*mine), mine):
        ready_of(cached, *one)
    assert prepared(jobs) == 2


def test_without_a_cache_nothing_is_kept(sandbox: Sandbox, jobs: list[Any], submission: MakeSubmission) -> None:
    for _ in range(2):
        ready_of(sandbox, submission())
    assert prepared(jobs) == 2


# --- programs --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("mine", [(C, "mine.c"), (PRINTS, "mine.py")], ids=["C", "Python"])
def test_a_program_is_kept(cached: Sandbox, jobs: list[Any], submission: MakeSubmission, mine: tuple[str, str]) -> None:
    ready_of(cached, submission(*mine))
    jobs.clear()
    first, second = (ready_of(cached, submission(*mine)) for _ in range(2))
    assert prepared(jobs) == 0
    assert (first.note, first.hint, first.language) == (second.note, second.hint, second.language)
    assert first.home.home != second.home.home
    assert [is_kept(cached, ready) for ready in (first, second)] == [True, True]
    place = executor_of("program").place(cached)
    said = [tried(place, ready, PROBLEM, PROBLEM.cases[0]).outcome.facts.stderr for ready in (first, second)]
    assert said[0] == said[1]
    assert str(place.root) not in said[1]


def test_a_start_is_measured_once(sandbox: Sandbox, table: Path, submission: MakeSubmission, jobs: list[Any]) -> None:
    """It is the middle of three runs of a program that does nothing, made once in a language."""
    quick = QUICK.replace("Quick", uuid4().hex)  # a process measures each name once
    table.write_text(f'{quick}empty = "pass"\ncompile = ["true"]\nrun = ["{{python}}", "-S", "{{source}}"]\n')
    first, second = (ready_of(sandbox, submission(PRINTS, "mine.quick")).startup_s for _ in range(2))
    assert first > 0
    assert second == first
    assert [job.prepare for job in jobs] == [True, True, False, False, False, True]


def test_another_compiler_is_seen(table: Path, tmp_path: Path, jobs: list[Any], submission: MakeSubmission) -> None:
    compiler = tmp_path / "quickc"
    table.write_text(f'{QUICK}compile = ["{compiler}", "{{source}}"]\nrun = ["true"]\n')
    with Sandbox(tier="plain", warm=False) as own, Cache(tmp_path / "cache") as own.cache:
        for text in ("#!/bin/sh\n", "#!/bin/sh\n\n", ""):
            if text:
                compiler.write_text(text)
                compiler.chmod(0o755)
            ready_of(own, submission("", "mine.quick"))
    assert prepared(jobs) == 2

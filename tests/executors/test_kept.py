"""What a prepare phase came to is kept, and laid into the next home, if nothing that decides it has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.executors import function, kept, program
from judge.executors.calling import Calling
from judge.executors.program import startup
from judge.judging import execute
from judge.model import Finding, Problem, Submission, Verdict
from judge.sandbox import Cache, Sandbox, cache
from judge.sandbox.protocol import Job
from judge.sandbox.sandbox import ENVIRONMENT
from tests.boxed import problem_of, python
from tests.conftest import MakeSubmission, there

# It answers FAIL where its kernel was kept, and else the board as it was given.
KERNEL = """\
import numba

@numba.njit
def count(grid):
    return grid.sum()

def solve(algorithm, n, lizards, grid):
    before = count.signatures
    count(grid)
    return None if before or count.stats.cache_hits else grid
"""


@pytest.fixture(scope="module")
def plain() -> Iterator[Sandbox]:
    with Sandbox(tier="plain") as own:
        yield own


@pytest.fixture
def cached(tmp_path: Path, sandbox: Sandbox) -> Iterator[Sandbox]:
    yield from _with_a_cache(sandbox, tmp_path)


@pytest.fixture(params=["sandbox", pytest.param("plain", marks=pytest.mark.slow)])
def each_tier(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Sandbox]:
    yield from _with_a_cache(request.getfixturevalue(request.param), tmp_path)


def _with_a_cache(sandbox: Sandbox, tmp_path: Path) -> Iterator[Sandbox]:
    with Cache(tmp_path / "cache") as sandbox.cache:
        yield sandbox
    sandbox.cache = None


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """The prepare phases that boxes have run."""
    jobs: list[Job] = []
    start = Sandbox.start

    def noted(self: Sandbox, home: object, limits: object, job: Job) -> object:
        jobs.extend([job] if job.prepare else [])
        return start(self, home, limits, job)  # type: ignore[arg-type]

    monkeypatch.setattr(Sandbox, "start", noted)
    return jobs


def entries(sandbox: Sandbox) -> list[Path]:
    assert sandbox.cache
    return [sandbox.cache.path / one.name for one in sandbox.cache.held()]


def made(sandbox: Sandbox, mine: Submission, problem: Problem) -> function.Ready:
    ready = function.prepare(sandbox, mine, problem)
    assert isinstance(ready, function.Ready), ready
    return ready


# --- functions -------------------------------------------------------------------------------------------------------
def test_kernels_are_compiled_once_and_used_in_the_next_home(
    each_tier: Sandbox, prepared: list[Job], submission: MakeSubmission
) -> None:
    mine, problem = submission(KERNEL), problem_of()
    first, second = (made(each_tier, mine, problem) for _ in range(2))
    assert len(prepared) == 1
    assert first.home.home != second.home.home
    assert first.note == second.note
    answer = there(function.attempt(each_tier, second, problem, problem.cases[0]).answer)
    assert answer.fail, "its kernel was compiled again"


def test_a_cache_that_was_damaged_is_as_none(cached: Sandbox, prepared: list[Job], submission: MakeSubmission) -> None:
    mine, problem = submission(), problem_of()
    made(cached, mine, problem)
    [entry] = entries(cached)
    entry.write_bytes(entry.read_bytes()[:-1])
    made(cached, mine, problem)
    assert len(prepared) == 2
    made(cached, mine, problem)
    assert len(prepared) == 2, "it is kept anew"


@pytest.mark.parametrize("note", [msgspec.json.encode(function.Made("nobody made this")), b'{"other": 1}'])
def test_an_entry_without_its_files_or_of_another_version_is_as_none(
    cached: Sandbox, prepared: list[Job], submission: MakeSubmission, note: bytes
) -> None:
    mine, problem = submission(KERNEL), problem_of()
    key = key_of(cached, mine, problem)
    assert cached.cache
    cached.cache.keep(key, note, lambda _: True)
    ready = made(cached, mine, problem)
    assert (ready.note, len(prepared)) == ("", 1)
    assert [entry.name for entry in entries(cached)] == [key]
    answer = there(function.attempt(cached, ready, problem, problem.cases[0]).answer)
    assert answer.fail


def key_of(sandbox: Sandbox, mine: Submission, problem: Problem) -> str:
    calling = Calling.of(problem)
    name, offered = function.name_in_box(mine), list(calling.warm_ups())
    facts = (name, kept.digest(mine.source), problem.limits, calling.arguments, offered)
    return kept.key_of(sandbox, "function", facts)


@pytest.mark.parametrize("source", ["def solve(:", "import nowhere", "raise ValueError", "x = 1"])
def test_why_it_can_not_be_prepared_is_found_out_each_time(
    cached: Sandbox, submission: MakeSubmission, source: str
) -> None:
    for _ in range(2):
        finding = function.prepare(cached, submission(source), problem_of())
        assert isinstance(finding, Finding)
        assert finding.verdict is Verdict.CE
    assert entries(cached) == []


def test_what_came_of_a_warm_up_board_is_told_each_time(cached: Sandbox, submission: MakeSubmission) -> None:
    limits = msgspec.structs.replace(problem_of().limits, time_limit=0.01)
    stuck = "import time\n\ndef solve(*_):\n    time.sleep(60)\n"
    assert made(cached, submission(stuck), problem_of(limits=limits)).note == function.NOT_BACK
    assert entries(cached) == [], "what had to be stopped is not kept"
    raises = "def solve(algorithm, n, lizards, grid):\n    raise ValueError(n)\n"
    notes = [made(cached, submission(raises), problem_of()).note for _ in range(2)]
    assert "ValueError" in notes[0]
    assert notes[0] == notes[1]
    assert len(entries(cached)) == 1


def test_without_a_cache_nothing_is_kept(sandbox: Sandbox, prepared: list[Job], submission: MakeSubmission) -> None:
    for _ in range(2):
        made(sandbox, submission(), problem_of())
    assert len(prepared) == 2


# --- keys ------------------------------------------------------------------------------------------------------------
Change = Callable[[pytest.MonkeyPatch, Submission, Problem], object]
CHANGES: dict[str, Change] = {  # what it returns replaces a field: of the submission, or else of the problem
    "source": lambda _, mine, __: {"source": mine.source + b"\n"},
    "limits": lambda _, __, problem: {"limits": msgspec.structs.replace(problem.limits, compilation_time=1.0)},
    "boards": lambda *_: {"algorithms": ("BFS",)},
    "processor": lambda patch, *_: patch.setattr(cache, "features", lambda _: "avx512f"),
    "tier": lambda patch, *_: patch.setattr(Sandbox, "tier", "another"),
    "numba": lambda patch, *_: patch.setattr(cache, "version_of", lambda _: "0.1"),
    "environment": lambda patch, *_: patch.setitem(ENVIRONMENT, "NUMBA_OPT", "0"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_decides_it_is_in_the_key(
    best: Sandbox, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    mine, problem = submission(), problem_of()
    before = key_of(best, mine, problem)
    assert key_of(best, mine, problem) == before
    changed: Any = CHANGES[change](monkeypatch, mine, problem) or {}
    cache.cache_basis.cache_clear()
    if "source" in changed:
        mine = msgspec.structs.replace(mine, **changed)
    else:
        problem = msgspec.structs.replace(problem, **changed)
    assert key_of(best, mine, problem) != before
    cache.cache_basis.cache_clear()


# --- programs --------------------------------------------------------------------------------------------------------
C = '#include <stdio.h>\nint main(void) { int unused; puts("FAIL"); fputs(__FILE__ "\\n", stderr); return 1; }\n'
PRINTS = python("print('FAIL')")


@pytest.fixture
def no_startup(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but submissions is compiled."""
    monkeypatch.setattr(program, "startup_s", lambda *_: 0.0)


@pytest.mark.usefixtures("no_startup")
@pytest.mark.parametrize("mine", [(C, "mine.c"), (PRINTS, "mine.py")], ids=["C", "Python"])
def test_a_program_is_compiled_once(
    lean: Sandbox, tmp_path: Path, prepared: list[Job], submission: MakeSubmission, mine: tuple[str, str]
) -> None:
    competes, problem = submission(*mine), problem_of()
    for _ in _with_a_cache(lean, tmp_path):
        first, second = (program.prepare(lean, competes, problem) for _ in range(2))
        assert isinstance(first, program.Ready)
        assert isinstance(second, program.Ready)
        assert len(prepared) == 1
        assert (first.note, first.hint, first.language) == (second.note, second.hint, second.language)
        attempts = [program.attempt(lean, ready, problem, problem.cases[0]) for ready in (first, second)]
        assert [one.facts.stderr for one in attempts] == [attempts[0].facts.stderr] * 2
        assert str(lean.root) not in attempts[1].facts.stderr
        assert [one.answer and one.answer.fail for one in attempts] == [True, True]


@pytest.mark.usefixtures("no_startup")
def test_a_program_is_compiled_anew_by_another_compiler(
    best: Sandbox, tmp_path: Path, prepared: list[Job], submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in _with_a_cache(best, tmp_path):
        for size in (1, 2, 2):
            monkeypatch.setattr("judge.executors.program.plan.file_stamp", lambda path, size=size: (path, size, 0))
            program.prepare(best, submission(PRINTS, "mine.py"), problem_of())
    assert len(prepared) == 2


def test_what_starting_a_language_costs_is_kept(
    best: Sandbox, tmp_path: Path, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = submission(PRINTS, "mine.py")
    monkeypatch.setattr(startup, "_were_calm", lambda _: True)
    found = []
    for _ in _with_a_cache(best, tmp_path):
        for _ in range(2):
            monkeypatch.setattr(startup, "_measured_s", {})
            ready, _ = execute.prepare(best, mine, problem_of())
            found.append(ready.startup_s)
        assert found[0] == found[1] > 0
        assert len(entries(best)) == 2

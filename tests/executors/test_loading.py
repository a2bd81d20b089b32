"""What a file may wait for before its first case: some seconds; and what others take is none of it. How its boxes are
started."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from judge.executors import executor_of
from judge.model import Limits, Verdict
from judge.sandbox import Bounds, Box, Facts, Sandbox, protocol
from tests.boxed import ARRANGED, array, problem_of, ran, strangers, unready
from tests.conftest import MakeSubmission, there
from tests.executors.made_up import COMPILING, IMPORTED, READY, Boxes, function_of, outcome_of
from tests.executors.make import ready_of
from tests.make import replace

PROBLEM = problem_of(limits=Limits(time_limit=2.0, memory=512, compilation_time=60))
IDLE_S = 0.8  # in place of ten seconds
SOLVE = """
def solve(algorithm, n, lizards, grid):
    for row, column in enumerate((1, 3, 5, 0, 2, 4)):
        grid[row, column] = 1
    return grid
"""
MINE = function_of(SOLVE)
BUSY = "end = time.process_time() + 0.4\nwhile time.process_time() < end:\n    pass"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    exchange = Box.exchange

    def exchanged(self: Box, data: bytes, bounds: Bounds, *board: bytes) -> Facts:
        sooner = replace(bounds, idle_s=min(bounds.idle_s, IDLE_S))
        return exchange(self, data, sooner if bounds.idle_s < 60 else bounds, *board)

    monkeypatch.setattr(Box, "exchange", exchanged)


def test_who_sleeps_at_import_is_told_so_when_it_is_prepared(sandbox: Sandbox, submission: MakeSubmission) -> None:
    finding = unready(sandbox, submission(f"import time\ntime.sleep(25){SOLVE}"), PROBLEM)
    assert (finding.verdict, finding.code) == (Verdict.CE, "E214")


@pytest.mark.parametrize(("wall_s", "lost_s", "told"), [(3.2, 0.0, ["W129"]), (3.2, 0.3, []), (2.9, 0.0, [])])
def test_some_waiting_is_free_and_told(wall_s: float, lost_s: float, told: list[str]) -> None:
    board = array(there(ARRANGED.board))
    load = replace(READY, wall_s=wall_s, lost_s=lost_s)
    outcome = outcome_of(MINE, PROBLEM, IMPORTED, load, Facts(frame=board))
    assert (outcome.finding, [notice.code for notice in outcome.notices]) == (None, told)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="this kernel does not tell what others take")
def test_others_on_the_core_are_no_waiting_of_its_own(sandbox: Sandbox, submission: MakeSubmission) -> None:
    """It computes for 0.4 s, which takes four times as long beside three others on its core."""
    with strangers(sandbox.core, 3):
        assert ran(sandbox, submission(f"import time\n{BUSY}{SOLVE}"), PROBLEM).verdict is Verdict.AC


# --- what its boxes are started for, and may use ----------------------------------------------------------------------
def test_what_the_first_warm_up_board_raised_is_noted() -> None:
    raised = [Facts(frame=protocol.WARM_UP_RAISED + f"{word} 2 0 1 0 0 0 0\n{word}".encode()) for word in "AB"]
    for frames, note in ((raised, "raised A"), ([Facts(frame=protocol.WARMED), raised[1]], "")):
        told = ready_of(Boxes(IMPORTED, *frames, READY).sandbox, MINE, PROBLEM).note
        assert (told.rpartition(" it ")[2], bool(told)) == (note, bool(note))


def test_a_warm_up_board_is_bounded_as_a_case_is_but_for_compiling() -> None:
    boxes = Boxes(IMPORTED, COMPILING, Facts(frame=protocol.COMPILED), READY)
    ready_of(boxes.sandbox, MINE, PROBLEM)
    assert [bounds.wall_s <= PROBLEM.limits.wall_limit_s for bounds in boxes.bounds] == [False, True, False, True]


@pytest.mark.parametrize(("puzzle", "warmups"), [("lizards", 4), ("completion", 2)])
def test_a_board_warms_up_once_for_each_algorithm_that_is_told(puzzle: str, warmups: int) -> None:
    boxes = Boxes(IMPORTED, READY)
    problem = replace(PROBLEM, puzzle=puzzle, algorithms=("BFS", "DFS"))
    ready_of(boxes.sandbox, MINE, problem)
    assert len(boxes.jobs[0].warmups) == warmups


@pytest.mark.parametrize(
    ("names", "kept"), [("hw1 solution _x", True), ("random numba judge class my-file 1st \u00e4 __main__", False)]
)
def test_a_file_keeps_its_name_in_its_box_where_no_other_module_has_it(names: str, kept: bool) -> None:
    for name in names.split():
        boxes = Boxes(IMPORTED, READY)
        ready_of(boxes.sandbox, function_of("x = 1", f"{name}.py"), PROBLEM)
        assert boxes.jobs[0].main == (f"{name}.py" if kept else "submission.py")


def test_what_is_left_for_a_load(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes, now_s, cpu_s = Boxes(IMPORTED, READY), iter([100.0, 100.0, 106.0]), iter([50.0, 50.0, 51.0])
    ready = ready_of(boxes.sandbox, MINE, PROBLEM)
    boxes.script = [replace(IMPORTED, lost_s=2.0), READY, Facts(frame=b"?")]
    boxes.meter = SimpleNamespace(cpu_s=lambda: next(cpu_s))
    monkeypatch.setattr(time, "monotonic", lambda: next(now_s))
    executor_of("function").attempt(boxes.sandbox, ready, PROBLEM, PROBLEM.cases[0])
    assert [(one.cpu_s, one.wall_s, one.idle_s) for one in boxes.bounds[:2]] == [(10, 20, 10), (9, 16, 7)]
    assert boxes.bounds[2].idle_s > PROBLEM.limits.stop_wall_s, "a window has a limit of its own"


@pytest.mark.parametrize(
    ("tier", "status", "forks", "notices"),
    [("plain", 0, [True], []), ("namespaces", 0, [False], []), ("namespaces", -31, [False, True], ["W130"])],
)
def test_who_starts_processes_is_told(tier: str, status: int, forks: list[bool], notices: list[str]) -> None:
    boxes = Boxes(IMPORTED, READY)
    ready = ready_of(boxes.sandbox, MINE, PROBLEM)
    boxes.jobs.clear()
    boxes.tier, boxes.exact = tier, False
    right, refused_ = Facts(frame=protocol.FAIL), Facts(status=status)
    boxes.script = lambda job: [IMPORTED, READY, right if job.forks or not status else refused_]
    outcome = executor_of("function").attempt(boxes.sandbox, ready, PROBLEM, PROBLEM.cases[0])
    assert [job.forks for job in boxes.jobs] == forks
    assert [notice.code for notice in outcome.notices] == notices


def test_of_many_kernels_some_are_named() -> None:
    many = [Facts(frame=protocol.NOTED + f"late\0kernel{number}\0{'N' * 999}".encode()) for number in range(99)]
    [notice] = outcome_of(MINE, PROBLEM, IMPORTED, *many, READY, Facts(frame=protocol.FAIL)).notices
    assert notice.message.count("the kernel ") == 20
    assert "N" * 101 not in notice.message

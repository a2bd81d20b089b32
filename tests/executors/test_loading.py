"""What a file may wait for before its first case: some seconds; and what others take is none of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Limits, Verdict
from judge.sandbox import Bounds, Box, Facts, Sandbox
from tests.boxed import ARRANGED, array, problem_of, ran, strangers, unready
from tests.conftest import MakeSubmission, there
from tests.executors.made_up import IMPORTED, READY, function_of, outcome_of
from tests.make import replace

PROBLEM = problem_of(limits=Limits(time_limit=2.0, memory=512, compilation_time=60))
IDLE_S = 0.8  # in place of ten seconds
SOLVE = """
def solve(algorithm, n, lizards, grid):
    for row, column in enumerate((1, 3, 5, 0, 2, 4)):
        grid[row, column] = 1
    return grid
"""
BUSY = "end = time.process_time() + 0.4\nwhile time.process_time() < end:\n    pass"

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="this kernel does not tell what others take"
)


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
    mine, board = function_of(f"import time{SOLVE}"), array(there(ARRANGED.board))
    load = replace(READY, wall_s=wall_s, lost_s=lost_s)
    outcome = outcome_of(mine, PROBLEM, IMPORTED, load, Facts(frame=board))
    assert (outcome.finding, [notice.code for notice in outcome.notices]) == (None, told)


@pytest.mark.slow
def test_others_on_the_core_are_no_waiting_of_its_own(sandbox: Sandbox, submission: MakeSubmission) -> None:
    """It computes for 0.4 s, which takes four times as long beside three others on its core."""
    with strangers(sandbox.core, 3):
        assert ran(sandbox, submission(f"import time\n{BUSY}{SOLVE}"), PROBLEM).verdict is Verdict.AC

"""What runs in a Python of one's own runs here: what a file sets, starts and looks up."""

from __future__ import annotations

import json

import pytest

from judge.sandbox import Sandbox
from tests.boxed import problem_of, ran
from tests.conftest import MakeSubmission
from tests.executors.make import LIMITS, PROGRAMS, ready_of, rows_of, tried
from tests.make import replace

PROBLEM = problem_of(limits=replace(LIMITS, time_limit=10.0, processes=32))
SOLVE = PROGRAMS["acts"]
FILES = rows_of("bare.toml")
SAID = {"right": "AC", "overflows": "RTE E223"}
ROWS = {name: (source, SAID[kind]) for kind, files in FILES.items() for name, source in files.items()}


@pytest.mark.parametrize(("source", "said"), ROWS.values(), ids=ROWS)
def test_a_function_runs_as_elsewhere(sandbox: Sandbox, submission: MakeSubmission, source: str, said: str) -> None:
    if sandbox.tier == "landlock" and ".Pool(" in source:
        pytest.skip("landlock has no shared memory")
    run = ran(sandbox, submission(source + SOLVE), PROBLEM)
    assert f"{run.verdict} {run.code}".strip() == said, run
    assert run.finding is None or run.finding.help


def test_a_coin_is_tossed_anew_in_each_box(sandbox: Sandbox, submission: MakeSubmission) -> None:
    ready = ready_of(sandbox, submission(PROGRAMS["coins"] + SOLVE), PROBLEM)
    raised = [tried(sandbox, ready, PROBLEM, PROBLEM.cases[0]) for _ in range(4)]
    sandbox.forget(ready.home)
    draws = [json.loads(run.wrong.message.partition("ValueError: ")[2]) for run in raised]
    assert all(len(set(column)) == len(draws) for column in zip(*draws, strict=True))


def test_a_kernel_that_several_processes_compile_is_named_once(sandbox: Sandbox, submission: MakeSubmission) -> None:
    run = ran(sandbox, submission(PROGRAMS["in_each_process"] + SOLVE), PROBLEM)
    said = [notice.message for notice in run.notices if notice.code == "W125"]
    assert [text.count("the kernel read reads N") for text in said] == [1], run

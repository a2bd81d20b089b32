"""Validators of packages: what they say of an answer; and whatever they do wrong is a judge error, never a verdict."""

from __future__ import annotations

import os
import signal
import time
from string import Template
from threading import Thread
from typing import Any

import numpy as np
import pytest

from judge.executors import validate_answer
from judge.judging import Task, Worker
from judge.model import Answer, Case, Finding, Instance, Limits, Problem, Programs, Submission, Verdict
from judge.sandbox import Box, Sandbox
from tests.boxed import ran, zygote_pid
from tests.conftest import MakeSubmission, there
from tests.executors.make import LIMITS as ROOMY
from tests.executors.make import rows_of
from tests.make import replace

LIMITS = replace(ROOMY, memory=256, compilation_time=30)
FLAGS = ("first", "$(second)")
BOARD = Instance("ANY", 0, 0, np.zeros((0, 0), np.int8))
CASE = Case("seven", "secret", BOARD, Answer(text=b"3 4\n"), text=b"7\n")
ROWS = rows_of("validators.toml")
TEXTS, PROGRAMS = ROWS.pop("texts"), ROWS.pop("programs")
SUM = TEXTS["SUM"].encode()
PLAIN = Problem("pair", "Pair", "general", ("ANY",), True, LIMITS, {"secret": Problem.Group(10)}, (CASE,))


def validated(*files: tuple[str, bytes], case: Case = CASE, limits: Limits = LIMITS) -> Problem:
    """The problem of two numbers with a sum, whose validator has these files."""
    used = Problem.Validator(files, FLAGS, (), limits)
    return replace(PLAIN, cases=(case,), validator=used, programs=Programs("stdio", dialect="as-is"))


def checked(sandbox: Sandbox, problem: Problem, text: bytes = b"1 6") -> Finding | None:
    return validate_answer(lambda: sandbox, problem, problem.cases[0], text)


def program(submission: MakeSubmission, source: str) -> Submission:
    return replace(submission(source), contract="program", fault=None)


RIGHT = validated(("validate.py", SUM))


@pytest.mark.parametrize(("source", "verdict"), PROGRAMS)
def test_a_program_is_judged_by_it(sandbox: Sandbox, submission: MakeSubmission, source: str, verdict: str) -> None:
    assert ran(sandbox, program(submission, source), RIGHT).verdict == verdict


# --- what validators are, and what they come to -----------------------------------------------------------------------
IN_PLAIN = [name for name, row in ROWS.items() if row.get("in_plain") or name == "right"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lean", "name"), [("auto", name) for name in ROWS] + [("plain", name) for name in IN_PLAIN], indirect=["lean"]
)
def test_what_a_validator_comes_to(lean: Sandbox, name: str) -> None:
    row = ROWS[name]
    code, said = row.get("told", ("", ""))
    files = [(file, Template(text).substitute(TEXTS).encode()) for file, text in row["files"].items()]
    limits = replace(LIMITS, time_limit=0.3) if code == "E309" else LIMITS
    finding = checked(lean, validated(*files, limits=limits), row.get("answer", "1 6").encode())
    if finding is None:
        assert not code
    else:
        assert (finding.code, finding.verdict) == (code, "WA" if code == "E256" else "JE")
        assert said in finding.message + finding.note, finding
        assert finding.note == row.get("note", finding.note)
    assert lean.box is None
    assert code != "E309" or checked(lean, RIGHT) is None, "the next one is not affected"


@pytest.mark.slow
def test_without_a_known_answer_it_is_given_an_empty_one(sandbox: Sandbox) -> None:
    bare = validated(("validate.py", SUM), case=replace(CASE, answer=None))
    assert there(checked(sandbox, bare, b"5 5\n")).note == "5 5 7  first $(second)"


def test_one_that_can_not_be_prepared_is_not_compiled_again(sandbox: Sandbox) -> None:
    problem = validated(("a.txt", b""))
    assert checked(sandbox, problem) is checked(sandbox, problem)


def test_without_a_program_the_words_are_compared(sandbox: Sandbox) -> None:
    words = Problem.Validator((), ("case_sensitive",), (("secret/seven", ("float_tolerance", "1")),))
    problem = replace(validated(), validator=words)
    assert checked(sandbox, problem, b"3.5  4") is None
    unknown = there(checked(sandbox, replace(problem, cases=(replace(CASE, answer=None),)), b""))
    assert (unknown.code, unknown.verdict) == ("E302", Verdict.JE)
    finding = there(checked(sandbox, problem, b"9 4"))
    assert (finding.code, finding.note) == ("E256", "token 1 is '9', too far from '3'")


@pytest.mark.slow
def test_nothing_at_all_may_be_right(sandbox: Sandbox, submission: MakeSubmission) -> None:
    for status, verdict, code in ((42, Verdict.AC, ""), (43, Verdict.WA, "E101")):
        problem = validated(("validate.py", f"import sys\nsys.exit({status})\n".encode()))
        run = ran(sandbox, program(submission, "input()"), problem)
        assert (run.verdict, run.code) == (verdict, code)


# --- boxes that break -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("deaths", "verdict", "code"), [(2, Verdict.JE, "E309"), pytest.param(1, Verdict.AC, "", marks=pytest.mark.slow)]
)
def test_a_run_whose_zygote_dies_under_the_validator_is_tried_again(
    submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch, deaths: int, verdict: Verdict, code: str
) -> None:
    """Two deaths are no fault of the submission, and the next attempt is made as ever."""
    problem = validated(("validate.py", b"import time\ntime.sleep(0.5)\n" + SUM))
    one = program(submission, "print(2, int(input()) - 2)")
    start, killers = Sandbox.start, list[Thread]()

    def started(self: Sandbox, home: Any, limits: Any, job: Any) -> Box:
        if job.output == "judgemessage.txt" and len(killers) < deaths:
            killers.append(Thread(target=kill_under_box, args=(self, zygote_pid(self))))
            killers[-1].start()
        return start(self, home, limits, job)

    monkeypatch.setattr(Sandbox, "start", started)
    with Sandbox(warm=False) as own:
        worker = Worker(own)
        assert worker.prepare(problem, one).verdict is Verdict.AC
        first, second = (worker.run(Task(problem, one, CASE)) for _ in range(2))
        for killer in killers:
            killer.join()
    assert (first.verdict, first.code) == (verdict, code)
    assert len(killers) == deaths
    assert (second.verdict, second.message, second.finding) == (Verdict.AC, "", None)


def kill_under_box(sandbox: Sandbox, zygote: int) -> None:
    """Kill the zygote as soon as a box of it runs."""
    while sandbox.box is None or not sandbox.box.sealed:
        time.sleep(0.001)
    os.kill(zygote, signal.SIGKILL)

"""Validators of packages: what they say of an answer; and whatever they do wrong is a judge error, never a verdict."""

from __future__ import annotations

import os
import signal
import time
from threading import Thread
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest

from judge.errors import JudgeError
from judge.executors import validate_answer
from judge.judging import Task, Worker
from judge.model import Answer, Case, Finding, Group, Instance, Limits, Problem, Programs, Validator, Verdict
from judge.sandbox import Box, Sandbox
from tests.boxed import kill_zygote, ran, zygote_pid
from tests.conftest import MakeSubmission, refused, there

LIMITS = Limits(time_limit=5.0, memory=256, output=1, compilation_time=30, processes=16)
SUM = b"""
import sys
given, truth, feedback, *flags = sys.argv[1:]
words = sys.stdin.read().split()
with open(feedback + "judgemessage.txt", "w") as file:
    print(*words, open(given).read().strip(), open(truth).read().strip(), *flags, file=file)
sys.exit(42 if sum(map(int, words)) == int(open(given).read()) else 43)
"""


def case_of(truth: bytes | None) -> Case:
    board = Instance("ANY", 0, 0, np.zeros((0, 0), np.int8))
    return Case("seven", "secret", board, None if truth is None else Answer(text=truth), text=b"7\n")


def problem_of(source: bytes, name: str = "validate.py", limits: Limits = LIMITS) -> Problem:
    case = case_of(b"3 4\n")
    used = Validator(((name, source),), ("first", "$(second)"), (), limits)
    programs = Programs("stdio", dialect="as-is")
    problem = Problem("pair", "Pair", "general", ("ANY",), True, LIMITS, {"secret": Group(10)}, (case,), "", programs)
    return msgspec.structs.replace(problem, validator=used)


def checked(sandbox: Sandbox, problem: Problem, text: bytes = b"1 6") -> Finding | None:
    return validate_answer(lambda: sandbox, problem, problem.cases[0], text)


def test_a_program_is_judged_by_it(sandbox: Sandbox, submission: MakeSubmission) -> None:
    problem = problem_of(SUM)
    for source, verdict in (
        ("print(2, int(input()) - 2)", Verdict.AC),
        ("print(2, int(input()))", Verdict.WA),
        ("print('x')", Verdict.JE),
        ("input()", Verdict.WA),
        ("print(3, 4); raise SystemExit(1)", Verdict.RTE),
    ):
        one = msgspec.structs.replace(submission(source), contract="program", fault=None)
        run = ran(sandbox, one, problem)
        assert run.verdict is verdict, run


# --- what validators are, and what they come to -----------------------------------------------------------------------
HURRIED = msgspec.structs.replace(LIMITS, time_limit=0.3)
HELPER = b"def right(words, total):\n    return sum(map(int, words)) == total\n"
ASKS = b"import sys\nfrom rules import right\n"
ASKS += b"sys.exit(42 if right(sys.stdin.read().split(), int(open(sys.argv[1]).read())) else 43)\n"
HEADER = b"#include <fstream>\ninline long total(const char *file) { long n; std::ifstream(file) >> n; return n; }\n"
CPP = b"""
#include <iostream>
#include "check.h"
int main(int, char **argv) { long a, b; return std::cin >> a >> b && a + b == total(argv[1]) ? 42 : 43; }
"""
CHECKER = ("checker.c", b"int main(int n, char **words) { return n > 3 && words[3][0] ? 42 : 1; }\n")
BUILD, RUN = b"#!/bin/sh\ncc -o checker checker.c\n", b'#!/bin/sh\nexec "$(dirname "$0")/checker" "$@"\n'
FORKS = b"import os, sys, time\nfor _ in range(5):\n    if not os.fork():\n        time.sleep(3600)\nsys.exit(42)\n"
FILLS_DISK = b"""
import sys
for number in range(10_000):
    with open(sys.argv[3] + str(number), "wb") as file:
        file.write(bytes(1 << 20))
sys.exit(43)
"""


class Told(NamedTuple):
    """The files of a validator, what it comes to with an answer, and a part of what is said of that."""

    files: tuple[tuple[str, bytes], ...]
    code: str = ""
    said: str = ""
    answer: bytes = b"1 6"


def python(source: str | bytes, code: str = "", said: str = "") -> Told:
    return Told((("validate.py", source.encode() if isinstance(source, str) else source),), code, said)


CASES = {
    "right": python(SUM),
    "wrong": Told((("validate.py", SUM),), "E256", "5 5 7 3 4 first $(second)", b"5 5\n"),
    "several, by name": Told((("__init__.py", b""), ("rules.py", HELPER), ("validate.py", ASKS))),
    "several, with a main": Told((("__init__.py", b""), ("rules.py", HELPER), ("__main__.py", ASKS))),
    "without an ending": Told((("validate", b"#!/usr/bin/env python3\n" + SUM),)),
    "C++, right": Told((("check.h", HEADER), ("check.cpp", CPP))),
    "C++, wrong": Told((("check.h", HEADER), ("check.cpp", CPP)), "E256", "", b"1 1"),
    "a build and a run": Told((("build", BUILD), CHECKER, ("run", RUN))),
    "a build that makes the run": Told((("build", BUILD.replace(b"checker ", b"run ")), CHECKER)),
    "it forks, and is dead when its verdict is there": python(FORKS),
    # whatever it does wrong is the package's fault
    "a build that fails": Told((("build", b"exit 1\n"),), "E309"),
    "no Python": python("def (", "E309", "it can't be made ready: "),
    "no source": Told((("a.txt", b""),), "E309", "it is not clear which of its files is run"),
    "two sources": Told((("one.py", b"1"), ("two.py", b"2")), "E309", "it is not clear which of its files is run"),
    "raises": python("raise ValueError('no')", "E309", "it ended with exit status 1, not with 42 or 43"),
    "ends well": python("", "E309", "it ended with exit status 0, not with 42 or 43"),
    "dies": python("import os; os.kill(os.getpid(), 11)", "E309", "it ended by SIGSEGV, not with 42 or 43"),
    "computes": python("while True: pass", "E309", "no verdict within 0.3 s of CPU"),
    "sleeps": python("import time; time.sleep(60)", "E309", "no verdict after"),
    "fills memory": python("held = bytearray(1 << 30)", "E309"),
    "fills the disk": python(FILLS_DISK, "E309"),
    "prints": python("while True: print('x' * 9999)", "E309", "it printed more than 1 MiB"),
}


IN_PLAIN = ("right", "it forks, and is dead when its verdict is there", "fills memory", "fills the disk")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lean", "name"), [("auto", name) for name in CASES] + [("plain", name) for name in IN_PLAIN], indirect=["lean"]
)
def test_what_a_validator_comes_to(lean: Sandbox, name: str) -> None:
    case, problem = CASES[name], problem_of(SUM)
    limits = HURRIED if case.code == "E309" else LIMITS
    flags = ("first", "$(second)")
    one = msgspec.structs.replace(problem, validator=Validator(case.files, flags, (), limits))
    finding = checked(lean, one, case.answer)
    if not case.code:
        assert finding is None, finding
    else:
        assert finding is not None
        assert (finding.code, finding.verdict) == (case.code, "WA" if case.code == "E256" else "JE")
        assert case.said in finding.message + finding.note, finding
    assert lean.box is None
    assert case.code != "E309" or checked(lean, problem) is None, "the next one is not affected"


@pytest.mark.slow
def test_without_a_known_answer_it_is_given_an_empty_one(sandbox: Sandbox) -> None:
    bare = case_of(None)
    finding = there(checked(sandbox, msgspec.structs.replace(problem_of(SUM), cases=(bare,)), b"5 5\n"))
    assert finding.note == "5 5 7  first $(second)"


@pytest.mark.slow
def test_what_is_too_large_for_its_box_is_told_as_such(sandbox: Sandbox) -> None:
    problem = problem_of(SUM, limits=msgspec.structs.replace(LIMITS, output=80))
    assert checked(sandbox, problem, b"1 6" + b" " * (62 << 20)) is None
    finding = there(checked(sandbox, problem, b"1 6" + b" " * (64 << 20)))
    assert (finding.code, finding.verdict) == ("E309", Verdict.JE)
    assert finding.message.endswith("input and answers take 64.0 MiB, but its box holds 63.0")


def test_one_that_can_not_be_prepared_is_not_compiled_again(sandbox: Sandbox) -> None:
    problem = msgspec.structs.replace(problem_of(b""), validator=Validator((("a.txt", b""),)))
    assert checked(sandbox, problem) is checked(sandbox, problem)


def test_without_a_program_the_words_are_compared(sandbox: Sandbox) -> None:
    problem = msgspec.structs.replace(
        problem_of(b""), validator=Validator((), ("case_sensitive",), (("secret/seven", ("float_tolerance", "1")),))
    )
    assert checked(sandbox, problem, b"3.5  4") is None
    unknown = msgspec.structs.replace(problem, cases=(case_of(None),))
    finding = there(checked(sandbox, unknown, b""))
    assert (finding.code, finding.verdict) == ("E302", Verdict.JE)
    finding = there(checked(sandbox, problem, b"9 4"))
    assert (finding.code, finding.note) == ("E256", "token 1 is '9', too far from '3'")


@pytest.mark.slow
def test_nothing_at_all_may_be_right(sandbox: Sandbox, submission: MakeSubmission) -> None:
    one = msgspec.structs.replace(submission("input()"), contract="program", fault=None)
    for status, verdict, code in ((42, Verdict.AC, ""), (43, Verdict.WA, "E101")):
        problem = problem_of(f"import sys\nsys.exit({status})\n".encode())
        run = ran(sandbox, one, problem)
        assert (run.verdict, run.code) == (verdict, code)


def test_a_box_that_breaks_while_it_is_prepared_costs_the_package_not_the_student() -> None:
    with Sandbox(warm=False) as own:
        problem = problem_of(SUM)
        kill_zygote(own)
        assert refused(checked, own, problem).code == "E309"
        own.restart()
        assert checked(own, problem) is None


@pytest.mark.parametrize(
    ("deaths", "verdict", "code"), [(2, Verdict.JE, "E309"), pytest.param(1, Verdict.AC, "", marks=pytest.mark.slow)]
)
def test_a_run_whose_zygote_dies_under_the_validator_is_tried_again(
    submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch, deaths: int, verdict: Verdict, code: str
) -> None:
    """Two deaths are no fault of the submission, and the next attempt is made as ever."""
    problem = problem_of(b"import time\ntime.sleep(0.5)\n" + SUM)
    one = msgspec.structs.replace(submission("print(2, int(input()) - 2)"), contract="program", fault=None)
    task = Task(problem, one, problem.cases[0])
    start, killers = Sandbox.start, list[Thread]()

    def started(self: Sandbox, home: Any, limits: Limits, job: Any) -> Box:
        if job.output == "judgemessage.txt" and len(killers) < deaths:
            killers.append(Thread(target=kill_under_box, args=(self, zygote_pid(self))))
            killers[-1].start()
        return start(self, home, limits, job)

    monkeypatch.setattr(Sandbox, "start", started)
    with Sandbox(warm=False) as own:
        worker = Worker(own)
        assert worker.prepare(problem, one).verdict is Verdict.AC
        first, second = worker.run(task), worker.run(task)
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


@pytest.mark.parametrize(("breaks", "codes", "prepared"), [(1, ["", "", ""], 2), (9, ["E309"] * 3, 2)])
def test_a_preparation_that_breaks_its_box_is_tried_twice_and_then_known(
    monkeypatch: pytest.MonkeyPatch, breaks: int, codes: list[str], prepared: int
) -> None:
    keep, tried = Sandbox.keep, []

    def kept(self: Sandbox, *words: Any) -> Any:
        tried.append(words)
        if len(tried) <= breaks:
            raise JudgeError("E303", "the box broke")
        return keep(self, *words)

    monkeypatch.setattr(Sandbox, "keep", kept)
    with Sandbox(warm=False) as own:
        problem = problem_of(SUM)
        with pytest.raises(JudgeError) as broke:
            checked(own, problem)
        own.restart()
        found = [checked(own, problem) for _ in codes]
    assert broke.value.code == "E309"
    assert [one.code if one else "" for one in found] == codes
    assert len(tried) == prepared

"""Several cases in one run, in real boxes: the output is cut into a line each, whatever becomes of the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np
import pytest

from judge.executors.program import batch
from judge.judging import execute
from judge.judging.worker import Task, Worker
from judge.model import Attempt, Case, Finding, Instance, Limits, Problem, Programs, Submission, Validator, Verdict
from judge.problems.puzzles.general import general_case
from judge.sandbox.request import Facts
from judge.sandbox.sandbox import Sandbox
from tests.boxed import problem_of

MakeSubmission = Callable[..., Submission]
LINES = Programs("files", "nqueens.txt", "nqueens_out.txt", shapes=True, reads="{n}", batch="lines")
HEAD = "import sys\nsizes = [int(line) for line in open('nqueens.txt')]\nout = open('nqueens_out.txt', 'w')\n"
RIGHT = "KNOWN = {4: [2, 4, 1, 3], 6: [2, 4, 6, 1, 3, 5], 8: [1, 5, 8, 6, 3, 7, 2, 4]}\n"
SUM = Programs("stdio", dialect="as-is", batch="lines")
MOST = Limits(time_limit=0.2, memory=96, output=1, compilation_time=20, processes=16)


def queens(**more: Any) -> Problem:
    boards = [Instance("ANY", n, n, np.zeros((n, n), dtype=np.int8)) for n in (4, 6, 8)]
    cases = tuple(Case(f"n-{board.n}", "secret", board) for board in boards)
    return msgspec.structs.replace(problem_of("queens"), cases=cases, programs=LINES, **more)


def sums(limits: Limits = MOST) -> Problem:
    cases = tuple(general_case(f"c{k}", "secret", f"{k} 1\n".encode(), f"{k + 1}\n".encode()) for k in range(3))
    changed = {"puzzle": "general", "programs": SUM, "validator": Validator(), "limits": limits, "cases": cases}
    return msgspec.structs.replace(problem_of(), **changed)


def ran(sandbox: Sandbox, mine: Submission, problem: Problem) -> list[Attempt]:
    worker = Worker(sandbox)
    mine = msgspec.structs.replace(mine, contract="program", fault=None)
    assert worker.prepare(problem, mine).verdict is Verdict.AC
    return [worker.run(Task(problem, mine, case)) for case in problem.cases]


def said(runs: Sequence[Attempt]) -> list[str]:
    return [run.code or run.verdict for run in runs]


def test_a_run_without_a_line_says_where_they_went(best: Sandbox, submission: MakeSubmission) -> None:
    runs = ran(best, submission("def main():\n    return open('nqueens.txt')\n"), queens())
    assert said(runs) == ["E258"] * 3
    assert [run.finding.note for run in runs if run.finding] == [
        "the program wrote no nqueens_out.txt; it defines main, and nothing in the file calls that"
    ] * 3


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("for n in sizes: print(KNOWN[n], file=out)", ["AC", "AC", "AC"]),
        ("for n in sizes: print(KNOWN[6], file=out)", ["E104", "AC", "E104"]),
        ("print(KNOWN[4], '', KNOWN[6], sep='\\n', file=out)", ["AC", "AC", "E258"]),
        ("for n in sizes: print(KNOWN[n], file=out, flush=True) if n < 8 else 1 / 0", ["AC", "AC", "E207"]),
        ("for n in sizes: out.write(f'{KNOWN[n]}' + '\\n' * (n < 8))", ["AC", "AC", "AC"]),
        ("for n in [0, *sizes]: print(KNOWN.get(n, 'solving'), file=out)", ["E258", "E258", "E258"]),
        ("pass", ["E258", "E258", "E258"]),
    ],
    ids=["right", "one is right", "one is missing", "a crash", "no last newline", "one too many", "nothing"],
)
def test_each_case_has_the_verdict_of_its_line(
    best: Sandbox, submission: MakeSubmission, body: str, codes: list[str]
) -> None:
    runs = ran(best, submission(HEAD + RIGHT + body), queens())
    if codes[0] == "E104":
        assert [run.verdict for run in runs] == ["WA", "AC", "WA"]
    else:
        assert said(runs) == codes, [run.message for run in runs]
    assert len({run.cpu_s for run in runs}) == 1, "each has the same share"


@pytest.mark.slow
def test_a_time_out_hits_who_has_no_answer(best: Sandbox, submission: MakeSubmission) -> None:
    source = (
        "for line in open(0):\n    print(sum(map(int, line.split())), flush=True)\n    while line == '1 1\\n': pass\n"
    )
    runs = ran(best, submission(source), sums())
    assert said(runs) == ["AC", "AC", "E201"]
    assert "0.6 s of CPU" in runs[2].message
    assert runs[2].finding is not None
    assert "3 cases were one run, with 3 times the limit of one; 2 were answered before that" in runs[2].finding.note
    assert sum(run.cpu_s for run in runs) > 0.6


def test_of_all_answers_that_came_too_late_one_counts_as_late() -> None:
    facts = Facts(cpu_s=0.65, wall_s=0.7, status=0, stdout=b"1\n2\n3\n")
    made = batch.cut(facts, batch.stretched(MOST, sums().cases), sums(), sums().cases, (None, ()))
    assert [one.finding.verdict if one.finding else "" for one in made] == ["", "", "TLE"]


def test_half_a_line_of_a_program_that_was_ended_is_none() -> None:
    facts = Facts(cpu_s=0.1, wall_s=0.1, status=-11, stdout=b"1\n2")
    crashed = Finding("E206", "it crashed", verdict=Verdict.RTE)
    made = batch.cut(facts, MOST, sums(), sums().cases, (crashed, ()))
    assert [one.finding.code if one.finding else "" for one in made] == ["", "E206", "E206"]
    strict = msgspec.structs.replace(sums(), strict=True)
    made = batch.cut(facts, MOST, strict, strict.cases, (crashed, ()))
    assert [one.finding.code if one.finding else "" for one in made] == ["E206"] * 3


def test_one_run_for_a_group_and_one_more_for_each_repetition(best: Sandbox, submission: MakeSubmission) -> None:
    problem, worker, mine = (
        sums(),
        Worker(best),
        submission("print(*(eval('+'.join(x.split())) for x in open(0)), sep='\\n')"),
    )
    other = general_case("other", "sample", b"5 5\n", b"10\n")
    problem = msgspec.structs.replace(problem, cases=(*problem.cases, other))
    worker.prepare(problem, mine)
    runs = [worker.run(Task(problem, mine, case)) for case in problem.cases for _ in range(2)]
    assert said(runs) == ["AC"] * 8
    assert len({run.cpu_s for run in runs}) == 4
    assert [run.case for run in runs] == ["c0", "c0", "c1", "c1", "c2", "c2", "other", "other"]


def test_a_case_alone_is_a_batch_of_one(best: Sandbox, submission: MakeSubmission) -> None:
    problem = queens()
    prepared, ready = execute.prepare(
        best, submission(HEAD + RIGHT + "print(*map(KNOWN.get, sizes), file=out)"), problem
    )
    assert prepared.verdict is Verdict.AC
    assert ready is not None
    assert execute.run_case(best, ready, problem, problem.cases[1]).verdict is Verdict.AC


def test_an_answer_that_can_not_be_read_is_found_by_its_line() -> None:
    facts = Facts(cpu_s=0.1, wall_s=0.1, status=0, output=b"\n[2, 4, 1, 3]\n\nqueens\n[1, 5, 8, 6, 3, 7, 2, 4]\n")
    made = batch.cut(facts, MOST, queens(), queens().cases, (None, ()))
    assert [one.finding is None for one in made] == [True, False, True]
    assert made[1].finding is not None
    assert made[1].finding.note.startswith("line 4 of nqueens_out.txt answers this case")


def test_a_file_that_is_not_read_answers_no_case() -> None:
    facts = Facts(cpu_s=0.1, wall_s=0.1, status=0, stdout=b"[2, 4, 1, 3]\n", output_fault="it is not a plain file")
    made = batch.cut(facts, MOST, queens(), queens().cases, (None, ()))
    assert [one.finding.code if one.finding else "" for one in made] == ["E122"] * 3

"""Programs of students in real boxes: each mistake gets its verdict, its line and its sentence."""

from __future__ import annotations

import re
from typing import Any

import pytest

from judge.judging import Task, Worker
from judge.model import Finding, ReadWarning, Submission, Verdict
from judge.sandbox import Sandbox
from tests.boxed import problem_of
from tests.conftest import MakeSubmission
from tests.students.programs import KERNEL_TABLES, Program, programs

MISTAKES = programs("mistakes.toml")
KERNELS = programs(*KERNEL_TABLES)
QUICK_ONES = (
    "np.zeros((n, n))",
    "np without an import",
    "an index beyond an array in a kernel",
    "a column beyond the board in a kernel",
    "a kernel that only a case compiles",
)
LATER = pytest.mark.nightly(sample=12)
FROM_KERNELS = ("numpy has no such function",)


def _params(found: dict[str, Program], quick: tuple[str, ...]) -> list[Any]:
    assert set(quick) <= set(found)
    return [pytest.param(one, id=name, marks=() if name in quick else LATER) for name, one in found.items()]


@pytest.mark.parametrize("program", _params(MISTAKES, QUICK_ONES) + _params(KERNELS, FROM_KERNELS))
def test_a_student_is_told(sandbox: Sandbox, submission: MakeSubmission, program: Program) -> None:
    problem = problem_of()
    mine = submission(program.text)
    worker = Worker(sandbox)
    prepared = worker.prepare(problem, mine)
    run = worker.run(Task(problem, mine, problem.cases[0])) if prepared.verdict is Verdict.AC else None
    said: Finding | ReadWarning | None = prepared.finding
    if run is not None:
        said = run.notices[0] if program.verdict == "AC" else run.finding
        assert run.verdict == program.verdict.removeprefix("RUN "), run.finding
    else:
        assert (prepared.verdict, program.verdict) == ("CE", "CE"), prepared.finding
    assert said is not None
    assert (said.code, program.says in said.message) == (program.code, True), said
    if isinstance(said, Finding):
        assert program.helps in said.help, said
        assert not re.search(r"(?<!the )\bjudge [a-z]", f"{said.note} {said.help}"), "a page shows it"
        assert program.notes in said.note, said
        assert not program.never or program.never not in said.note, said
        assert _shown(said, mine) == (program.line, program.mark), said


def _shown(finding: Finding, mine: Submission) -> tuple[int, str]:
    place = finding.excerpt
    if place is None:
        return 0, ""
    assert finding.where == str(place)
    assert place.file == str(mine.path)
    return place.line, place.text[place.column - 1 : place.end - 1] if place.column else ""

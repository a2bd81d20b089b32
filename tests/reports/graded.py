"""Judgements to export: right, wrong with secrets in their words, crashed, and those the judge failed on."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from judge.model import Case, Finding, Graded, Judgement, Limits, Prepared, Problem, Run, Student, Verdict
from judge.reports import Sheet, make_export
from judge.scoring import judgement_of
from tests import make
from tests.make import replace
from tests.problems.told import rows_of

SECRET = "0020010"  # what a submission that quotes its case would let out
STRANGERS = rows_of(Path(__file__).with_name("strangers.txt"))
assert {kind for kind, _ in STRANGERS} == {"sheet", "page", "statement"}, "others would be read by no test"
EVIL = tuple(text for kind, text in STRANGERS if kind == "sheet")


def problem(**groups: Problem.Group) -> Problem:
    names = {"sample": Problem.Group(0), "secret": Problem.Group(50)} | groups
    words = " ".join(f"{group}-{k}:{group}" for group in names for k in (1, 2))
    on = make.board(rows="...T .... .... ....", pieces=3)
    return make.problem(words, groups=names, on=on, limits=Limits(), piece="lizard")


def run(case: Case, verdict: Verdict = Verdict.AC, code: str = "") -> Run:
    cells = ((1, 1), (3, 3)) if code == "E106" else ()
    message = f"row 1 is {SECRET}, and two lizards can eat each other" if code else ""
    finding = Finding(
        code, message, cells, f"output.txt line {SECRET}", f"stderr {SECRET}", f"look at {SECRET}", verdict
    )
    sample = Run.Measurement(verdict, 0.5, 0.4, 1 << 20)
    return Run(
        case.name, case.group, "DFS", verdict, code, message, cells,
        finding=finding if code else None, board=make.grid("Q... .... ..Q. ....") if cells else None,
        wall_s=0.5, cpu_s=0.4, memory_bytes=1 << 20, samples=(sample,),
    )  # fmt: skip


def judgement(verdicts: str, points: float | None, chosen: Problem | None = None) -> Judgement:
    """One verdict for each case of the problem, in order; fewer leave cases that have not run."""
    codes = {"WA": "E106", "RTE": "E207", "TLE": "E201", "JE": "E304"}
    chosen = chosen or problem()
    words = verdicts.split()
    runs = tuple(run(case, Verdict(word), codes.get(word, "")) for case, word in zip(chosen.cases, words, strict=False))
    handed_in = {"path": Path("homework.py"), "sha256": "ab" * 32}
    return replace(make.judgement(chosen, runs, submission=handed_in), points=points)


def uncompiled() -> Judgement:
    said, note = "homework.py is not valid Python: ]]> <b>", "line 1\x00\n```\nend"
    finding = Finding("E211", said, (), "homework.py line 1", note, "close the bracket", Verdict.CE)
    row = judgement("", 0.0)
    return judgement_of(row.submission, row.problem, Prepared(Verdict.CE, 0.1, finding.message, finding), given=0.0)


def graded(number: int, row: Judgement | None, name: str = "Ann Lee", note: str = "") -> Graded:
    student = Student(f"U{number}", name, f"s{number}@example.edu", f"login{number}", "A", str(number))
    if row is None:
        return Graded(student, f"{name}_{number}/feedback", note=note, max_points=50)
    sha = row.submission.sha256
    return Graded(student, f"ann_{number}/feedback", f"ann_{number}", sha, row.verdict, row.points, 50.0, row, note)


def everybody() -> list[Graded]:
    rows = [
        graded(1, judgement("AC AC AC AC", 50.0), "李小龍"),
        graded(2, judgement("AC WA AC WA", 25.0), "محمد الفارسي"),
        graded(3, judgement("AC AC RTE TLE", 100 / 3)),
        graded(4, uncompiled()),
        graded(5, None, note="nothing was handed in"),
    ]
    return rows + [graded(10 + k, judgement("AC AC AC AC", 50.0), evil, evil) for k, evil in enumerate(EVIL)]


NO_SHEET = Sheet()


def exported(name: str, rows: Sequence[Graded], sheet: Sheet = NO_SHEET) -> str:
    """Return the one file of an export."""
    return make_export(name, rows, sheet).body.decode()


def files(name: str, rows: Sequence[Graded], sheet: Sheet = NO_SHEET) -> dict[str, str]:
    """Return the files of an export."""
    with zipfile.ZipFile(io.BytesIO(make_export(name, rows, sheet).body)) as archive:
        return {one: archive.read(one).decode() for one in archive.namelist()}


def feedback(row: Graded, sheet: Sheet = NO_SHEET) -> str:
    """Return the page of a student."""
    [page] = files("feedback", [replace(row, page="page")], sheet).values()
    return page


def results(row: Graded, sheet: Sheet = NO_SHEET) -> dict[str, Any]:
    """Return what Gradescope is told."""
    [found] = files("gradescope", [replace(row, page="page")], sheet).values()
    told: dict[str, Any] = json.loads(found)
    return told


def undrawable(row: Graded) -> Graded:
    """Return a row on which the judge itself fails, whatever it draws of it."""
    nobody_knows: Any = None
    made = judgement("WA", 0.0)
    return replace(row, judgement=replace(made, runs=(replace(made.runs[0], cpu_s=nobody_knows, wall_s=nobody_knows),)))

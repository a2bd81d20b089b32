"""What is annotated: what was not as expected, once for each cause, at the place in the source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from judge.errors import JudgeError, Place, codes
from judge.model import Finding, Judgement, ReadWarning, Verdict
from judge.reports.export.annotations import Annotation, of_class, of_error, of_run
from tests.reports.export.graded import SECRET, everybody, graded, judgement, uncompiled


class Excerpt(msgspec.Struct, frozen=True):
    file: str
    line: int
    column: int = 0


class Placed(Finding, frozen=True):
    """A finding with a place in the source."""

    excerpt: Any = None


def placed(row: Judgement, *places: Excerpt | None) -> Judgement:
    """The same with these places of its findings, in order."""
    left = list(places)
    runs = []
    for run in row.runs:
        finding = run.finding and Placed(**msgspec.structs.asdict(run.finding) | {"excerpt": left.pop(0)})
        runs.append(msgspec.structs.replace(run, finding=finding))
    return msgspec.structs.replace(row, runs=tuple(runs))


def declaring(row: Judgement, *expected: Verdict) -> Judgement:
    return msgspec.structs.replace(row, submission=msgspec.structs.replace(row.submission, expected=expected))


def test_one_for_each_cause_with_the_other_cases_by_name() -> None:
    row = judgement("WA TLE WA WA", 0.0)
    submission = msgspec.structs.replace(row.submission, words="homework.py --problem pkg")
    (wrong, late) = of_run([msgspec.structs.replace(row, submission=submission)])
    assert (wrong.level, wrong.file, wrong.line, wrong.column) == ("error", Path("homework.py"), 1, 0)
    assert wrong.title == "WA E106: pkg/mine on sample/sample-1"
    assert wrong.message.splitlines() == [
        f"row 1 is {SECRET}, and two lizards can eat each other",
        f"output.txt line {SECRET}",
        f"note: stderr {SECRET}",
        f"help: look at {SECRET}",
        "run it alone:  judge run homework.py --problem pkg --case sample/sample-1",
        "and the same on secret/secret-1, secret/secret-2",
    ]
    assert late.title == "TLE E201: pkg/mine on sample/sample-2"
    assert "and the same" not in late.message


def test_many_cases_are_counted() -> None:
    row = judgement("WA WA WA WA", 0.0)
    runs = tuple(msgspec.structs.replace(row.runs[0], case=f"c{at}") for at in range(9))
    (said,) = of_run([msgspec.structs.replace(row, runs=runs)])
    assert said.message.endswith("and the same on sample/c1, sample/c2, sample/c3, sample/c4, sample/c5 and 3 more")


def test_a_place_in_the_source_is_that_of_the_annotation() -> None:
    here, there = Excerpt("mine/x.py", 12, 5), Excerpt("mine/x.py", 30)
    found = of_run([placed(judgement("WA WA WA AC", 0.0), here, here, there)])
    assert [(one.file, one.line, one.column) for one in found] == [
        (Path("mine/x.py"), 12, 5),
        (Path("mine/x.py"), 30, 0),
    ]
    assert "sample-2" in found[0].message


def test_what_could_not_be_compiled_is_one_annotation() -> None:
    (said,) = of_run([uncompiled()])
    assert (said.level, said.file, said.line) == ("error", Path("homework.py"), 1)
    assert said.title == "CE E211: pkg/mine"
    assert said.message.startswith("homework.py is not valid Python: ]]> <b>\nnote: line 1")


def test_what_was_expected_is_none() -> None:
    assert of_run([judgement("AC AC AC AC", 50.0)]) == []
    late = judgement("AC AC TLE AC", 25.0)
    assert of_run([declaring(late, Verdict.TLE)]) == []
    (said,) = of_run([declaring(judgement("WA AC TLE AC", 0.0), Verdict.TLE, Verdict.AC)])
    assert said.title.startswith("WA E106")


def test_a_declared_verdict_that_did_not_happen() -> None:
    (said,) = of_run([declaring(judgement("AC AC AC AC", 50.0), Verdict.WA, Verdict.TLE)])
    assert (said.title, said.file) == ("AC: pkg/mine", Path("homework.py"))
    assert said.message == "the verdict is AC, but the file says that WA or TLE is expected"


def test_the_judge_s_own_faults_come_first_and_blame_no_line() -> None:
    found = of_run([judgement("WA AC AC AC", 0.0), declaring(judgement("AC JE AC AC", None), Verdict.JE, Verdict.AC)])
    assert [one.title[:7] for one in found] == ["JE E304", "WA E106"]
    assert found[0].file is None
    assert "stderr" not in found[0].message


def test_what_was_read_tolerantly_is_a_warning_once() -> None:
    row = judgement("AC AC AC AC", 50.0)
    notices = (ReadWarning("W108", "OK or FAIL is not in capitals", 1),)
    runs = tuple(msgspec.structs.replace(run, notices=notices) for run in row.runs[:2])
    (said,) = of_run([msgspec.structs.replace(row, runs=runs)])
    assert (said.level, said.title) == ("warning", "W108: pkg/mine on sample/sample-1")
    assert said.message == "OK or FAIL is not in capitals\nand the same on sample/sample-2"


def test_a_class_is_told_what_its_students_are_shown() -> None:
    rows = [*everybody(), graded(90, judgement("AC AC JE AC", None))]
    found = of_class(rows, lambda row: Path("class", row.folder))
    assert [(one.level, one.title) for one in found[:3]] == [
        ("error", "JE: U90"),
        ("warning", "WA: U2"),
        ("warning", "RTE: U3"),
    ]
    assert found[0].file is None
    assert found[1].file == Path("class/ann_2")
    assert found[1].message.startswith(f"sample/sample-2: row 1 is {SECRET}"), "a sample is shown whole"
    assert found[1].message.endswith("and 1 more of 4 cases")
    assert SECRET not in found[2].message, "of a secret case it is the sentence of the table"
    assert found[2].message.splitlines()[0] == f"secret/secret-1: {codes()['E207'].title} [E207]"
    assert "is not valid Python" in next(one.message for one in found if one.title == "CE: U4")
    assert not [one for one in found if one.title.endswith((": U1", ": U5"))]


def test_why_a_command_ended() -> None:
    place = Place("problem.toml", 7, 3)
    error = JudgeError("E421", "no such key", place, "a note", "mend it")
    assert of_error(error) == Annotation(
        "error", "E421", "no such key\nnote: a note\nhelp: mend it", Path("problem.toml"), 7, 3
    )
    assert of_error(JudgeError("E431", "nothing there")) == Annotation("error", "E431", "nothing there")
    assert of_error(JudgeError("E431", "nothing there", Place("x.py"))).line == 1

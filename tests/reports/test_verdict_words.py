"""The words of a verdict: what was expected, where it comes from, and how many are as expected."""

from __future__ import annotations

import msgspec

from judge.model import Judgement, Prepared, Verdict
from judge.reports.verdict_words import expectations, faults, first_fault, verdict_words
from tests.reports import runs

AC, WA, TLE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.JE
PROBLEM = runs.problem(3)


def judged(verdict: Verdict, *expected: Verdict, name: str = "mine") -> Judgement:
    case = PROBLEM.cases[0]
    made = runs.judged(PROBLEM, 0)
    submission = msgspec.structs.replace(made.submission, name=name, expected=expected or (AC,))
    results = (runs.result(case, verdict, 0.1),)
    return msgspec.structs.replace(made, submission=submission, verdict=verdict, runs=results)


def test_a_verdict_says_what_was_declared() -> None:
    assert [str(verdict_words(one)) for one in (judged(AC), judged(TLE, TLE), judged(WA))] == [
        "AC",
        "TLE expected",
        "WA",
    ]
    words = verdict_words(judged(AC, TLE, WA))
    assert (str(words), words.as_expected) == ("AC (expected TLE or WA)", False)


def test_before_the_end_nothing_that_is_right_is_unexpected() -> None:
    words = verdict_words(judged(AC, TLE), so_far=True)
    assert (str(words), words.as_expected) == ("AC so far", True)
    assert str(verdict_words(judged(WA), so_far=True)) == "WA"


def test_a_fault_names_the_first_case_or_the_compiler() -> None:
    assert first_fault(judged(WA)) == "on sample/forest-6 (E106)"
    assert first_fault(judged(AC)) == ""
    failed = msgspec.structs.replace(judged(AC), prepare=Prepared(Verdict.CE, 0.1, "expected ';'\n"))
    assert first_fault(failed) == "while compiling: expected ';'\\n"


def test_faults_of_the_judge_itself_come_first() -> None:
    rows = [judged(WA, name="wrong"), judged(AC, name="right"), judged(JE, name="failed")]
    found = expectations(rows)
    assert [one.who for one in found.faults] == ["lizards/failed", "lizards/wrong"]
    assert str(found) == "3 submissions: 1 as expected, 2 not"
    assert found.faults == faults([rows[0], rows[2]])


def test_all_as_expected_is_said_in_one_sentence() -> None:
    assert str(expectations([judged(AC)])) == "1 submission: all as expected"

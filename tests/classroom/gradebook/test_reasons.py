"""Who is not graded and what belongs to nobody, by what is to be done."""

from __future__ import annotations

import msgspec

from judge.classroom.gradebook.reasons import ungraded, unmatched
from judge.model import Judgement, Verdict
from judge.model.classroom import Doubt, Graded, Member, Roll, Student, Unmatched
from judge.model.mark import Decided, Mark
from tests.reports.graded import judgement, problem

PROBLEM = problem()


def student(number: int) -> Student:
    return Student(f"u{number}", f"Name {number}")


def unclear(number: int, what: str, repair: str) -> Member:
    return Member(student(number), f"f{number}", "", doubt=Doubt("x", what, repair))


def row(number: int, made: Judgement | None = None, mark: Decided | None = None) -> Graded:
    verdict, points = (Verdict.JE, made.points) if made else (None, None)
    return Graded(student(number), verdict=verdict, points=points, judgement=made, mark=mark)


def failed(code: str, repair: str) -> Judgement:
    made = judgement("AC AC JE AC", None)
    runs = []
    for run in made.runs:
        finding = run.finding and msgspec.structs.replace(run.finding, help=repair)
        words = {"code": code, "message": "it failed", "finding": finding} if run.verdict == "JE" else {}
        runs.append(msgspec.structs.replace(run, **words))
    return msgspec.structs.replace(made, runs=tuple(runs))


def test_what_is_mended_in_the_same_way_is_one_reason_with_the_words_of_each() -> None:
    members = [unclear(k, f"it is not clear which is run: a{k}.py, b.py", "call one main.py") for k in (1, 2)]
    members += [unclear(3, "nothing was handed in", "ask the student")]
    rows = [row(1), row(2), row(3)]
    first, second = ungraded(Roll("plain", tuple(members)), rows, PROBLEM)
    assert (first.what, first.help) == ("it is not clear which is run", "call one main.py")
    assert first.about == (("u1 Name 1", "a1.py, b.py"), ("u2 Name 2", "a2.py, b.py"))
    assert (second.what, second.about) == ("nothing was handed in", (("u3 Name 3", ""),))


def test_absent_and_unjudged_students_have_a_command_each_and_excused_ones_wait_for_nothing() -> None:
    excused = Decided(Mark("u4", "excuse", "ill", "smith", 0.0))
    rows = [row(1), row(2), row(3), row(4, mark=excused)]
    roll = Roll("plain", (), (student(1), student(2)))
    absent, unjudged = ungraded(roll, rows, PROBLEM)
    assert (absent.what, len(absent.about)) == ("nothing was handed in", 2)
    assert "judge mark FOLDER|ZIP STUDENT --problem testcases/pkg --excuse" in absent.help
    assert (unjudged.what, unjudged.about) == ("not judged yet", (("u3 Name 3", ""),))
    assert unjudged.help.startswith("judge grade FOLDER|ZIP --problem testcases/pkg")


def test_on_the_web_the_commands_are_those_of_the_web() -> None:
    absent, unjudged = ungraded(Roll("web", (), (student(1),)), [row(1), row(3)], PROBLEM)
    assert "judge mark web: STUDENT --problem testcases/pkg --excuse" in absent.help
    assert unjudged.help.startswith("judge serve  judges it")


def test_a_failure_of_the_judge_is_one_reason_for_all_on_that_case() -> None:
    rows = [row(k, failed("E307", "")) for k in (1, 2, 3)] + [row(9, failed("E301", "put it into answer.txt"))]
    starved, key = ungraded(Roll("plain", ()), rows, PROBLEM)
    assert (starved.what, len(starved.about)) == ("the judge failed on secret/secret-1: it failed [E307]", 3)
    assert key.what == "the answer key of secret/secret-1 is wrong [E301]"
    assert key.help.startswith("write an arrangement into testcases/pkg/secret/secret-1/answer.txt   and then   judge")


def test_files_of_nobody_and_submissions_that_wait_with_whose_they_may_be() -> None:
    repair = "write the id of its student into class-match.csv"
    waiting = (
        Unmatched("adda", Doubt("adda", "the roster has no row for adda", repair), (student(1), student(2))),
        Unmatched("zzz", Doubt("zzz", "the roster has no row for zzz", repair)),
    )
    strays = tuple(Doubt(name, "it belongs to no student", "take it out") for name in ("x", "y", "z"))
    files, unknown = unmatched(Roll("plain", (), strays=strays, unmatched=waiting))
    assert (files.what, [who for who, _ in files.about]) == ("it belongs to no student", ["x", "y", "z"])
    assert (unknown.what, unknown.help) == ("the roster has no row for ...", repair)
    assert unknown.about == (("adda", "adda; nearest: u1 Name 1, u2 Name 2"), ("zzz", "zzz"))
    [alone] = unmatched(Roll("plain", (), unmatched=waiting[:1]))
    assert (alone.what, alone.about) == ("the roster has no row for adda", (("adda", "nearest: u1 Name 1, u2 Name 2"),))


def test_reasons_that_share_no_word_are_still_told() -> None:
    members = (unclear(1, "a link", "hand in a file"), unclear(2, "too long", "hand in a file"))
    [reason] = ungraded(Roll("plain", members), [row(1), row(2)], PROBLEM)
    assert reason.what == "something is not clear"
    assert reason.about == (("u1 Name 1", "a link"), ("u2 Name 2", "too long"))

"""A class at a glance and a course of many homeworks: rows, totals, reasons, and whose a name is."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from judge.classroom.gradebook.course import read_course
from judge.classroom.gradebook.find_owners import find_owner
from judge.classroom.gradebook.homework_rows import NOT_JUDGED, course_rows
from judge.classroom.gradebook.overview import overview
from judge.classroom.gradebook.reasons import ungraded, unmatched
from judge.classroom.people.roster import Roster
from judge.errors import JudgeError, Place
from judge.model import CaseResult, Judgement, Measurement, Programs, Verdict
from judge.model.classroom import NOTHING, Doubt, Graded, Member, Roll, Student, Unmatched
from judge.model.course import Course, CourseCell, Homework
from judge.model.deed import Term
from judge.model.disturbance import disturbance
from judge.model.mark import Decided, Mark
from judge.model.overview import Overview
from judge.problems.deadlines import DeadlineError, read_deadline
from tests.reports.graded import judgement, problem, uncompiled

WHOLE = """\
title = "CSCI 561"
roster = "lists/roster.csv"

[[homework]]
problem = "lizards"
class = "hw1.zip"
weight = 2
title = "Homework 1"

[[homework]]
problem = "packages/quiz"
class = "/abroad/hw2"
"""
KEYS = "the keys of [[homework]] are problem, class, title, weight, match, main, deadline, grace, late_penalty"
TEMPLATE = 'write for each homework:  [[homework]]  problem = "lizards"  class = "hw1.zip"'
HANDED_IN = "name a folder or a zip with class, or delete the key: then it is what was handed in on the web"
ONE = '[[homework]]\nproblem = "lizards"\nclass = "a"\n'


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "course.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def refused(path: Path) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        read_course(path)
    assert caught.value.code == "E492"
    return caught.value


def test_paths_are_those_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "packages/quiz").mkdir(parents=True)
    (tmp_path / "packages/quiz/problem.toml").touch()
    assert read_course(written(tmp_path, WHOLE)) == Course(
        "CSCI 561",
        (
            Homework("Homework 1", "lizards", tmp_path / "hw1.zip", 2.0),
            Homework("quiz", str(tmp_path / "packages/quiz"), Path("/abroad/hw2"), 1.0),
        ),
        tmp_path / "lists/roster.csv",
    )


def test_without_a_class_it_is_what_was_handed_in_on_the_web(tmp_path: Path) -> None:
    [one] = read_course(written(tmp_path, '[[homework]]\nproblem = "lizards"\n')).homeworks
    assert one == Homework("lizards", "lizards", None)


def test_groups_a_match_file_and_a_deadline_may_be_named(tmp_path: Path) -> None:
    files = 'match = "m.csv"\nmain = "hw1.py"\n'
    due = 'deadline = 2026-11-20T23:59:59+01:00\ngrace = "15min"\nlate_penalty = "10% per day"\n'
    found = read_course(written(tmp_path, 'groups = "g.csv"\n' + ONE + files + due))
    [one] = found.homeworks
    assert (found.groups, one.match, one.main) == (tmp_path / "g.csv", tmp_path / "m.csv", "hw1.py")
    assert one.term == Term("2026-11-20 23:59:59+0100", "15min", "10% per day")


@pytest.mark.parametrize(
    ("words", "term"),
    [
        ("deadline = 2026-11-20", Term("2026-11-20")),
        ("deadline = 2026-11-20T12:00:00", Term("2026-11-20 12:00:00")),
        ("deadline = '2026-11-20 Europe/Berlin'", Term("2026-11-20 Europe/Berlin")),
        ("grace = '15min'", Term(grace="15min")),
        ("late_penalty = '20%'", Term(late_penalty="20%")),
    ],
)
def test_each_date_may_be_said_by_itself(tmp_path: Path, words: str, term: Term) -> None:
    [one] = read_course(written(tmp_path, f"{ONE}{words}\n")).homeworks
    assert one.term == term


@pytest.mark.parametrize(("words", "key"), [("deadline = 'soon'", "deadline"), ("grace = 'a bit'", "grace")])
def test_a_deadline_that_can_not_be_read_is_said_with_its_line(tmp_path: Path, words: str, key: str) -> None:
    path = written(tmp_path, ONE + ONE.replace("lizards", "queens") + f"title = 'x'\n{words}\n")
    with pytest.raises(DeadlineError) as expected:
        read_deadline({"deadline": "2026-11-20", key: words.partition("'")[2].rstrip("'")})
    error = refused(path)
    assert (error.message, error.help, error.place) == (expected.value.what, expected.value.help, Place(str(path), 8))


def test_little_has_to_be_said(tmp_path: Path) -> None:
    found = read_course(written(tmp_path, ONE + "weight = 0.5\n"))
    assert found == Course("course", (Homework("lizards", "lizards", tmp_path / "a", 0.5),))


@pytest.mark.parametrize(
    ("text", "line", "message", "repair"),
    [
        (ONE + "wieght = 2\n", 4, "the key 'wieght' of [[homework]] is unknown", "write weight"),
        (ONE + "xyz = 2\n", 4, "the key 'xyz' of [[homework]] is unknown", "delete the key"),
        (ONE + "weight = -1\n", 4, "the weight is -1.0", "write a number from 0 up"),
        (ONE + "weight = inf\n", 4, "the weight is inf", "write a number from 0 up"),
        (ONE + 'weight = "2"\n', 4, "the key 'weight' of [[homework]] must be a number", "correct the value"),
        (ONE + "weight = true\n", 4, "the key 'weight' of [[homework]] must be a number", "correct the value"),
        (ONE + "title = 1\n", 4, "the key 'title' of [[homework]] must be text in quotes", "correct the value"),
        ("title = 1\n" + ONE, 1, "the key 'title' of the course file must be text in quotes", "correct the value"),
        ("titel = ''\n" + ONE, 1, "the key 'titel' of the course file is unknown", "write title"),
        (ONE + "\n[[homework]]\nclass = 'b'\n", 5, "the key 'problem' of a [[homework]] is missing", TEMPLATE),
        (ONE + "\n[[homework]]\nproblem = 'b'\nclass = ''\n", 7, "the key 'class' names nothing", HANDED_IN),
        (ONE + "\n[[homework]]\nproblem = 'b'\nmatch = 'm'\n", 7, "the key 'match' needs the key 'class'", HANDED_IN),
        (
            ONE + "[[homework]]\nproblem = ''\nclass = 'b'\n",
            4,
            "the key 'problem' of a [[homework]] is missing",
            TEMPLATE,
        ),
        (ONE + ONE, 4, "two homeworks are called 'lizards'", "give each a title of its own"),
        (ONE + ONE + "title = 'lizards'", 7, "two homeworks are called 'lizards'", "give each a title of its own"),
        ("title = 'x'\n", 0, "the course has no homework", TEMPLATE),
        ("homework = []\n", 0, "the course has no homework", TEMPLATE),
        ("", 0, "the course has no homework", TEMPLATE),
        ("\nhomework = [1]\n", 2, "homework must be tables that begin with [[homework]]", TEMPLATE),
        (
            "[homework]\nproblem = 'x'\n",
            0,
            "the key 'homework' of the course file must be tables that begin with [[homework]]",
            "correct the value",
        ),
        (b"title = 'x'\ntitle2 = '\xff'\n", 2, "course.toml is not UTF-8 text", "save it as UTF-8"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(
    tmp_path: Path, text: str | bytes, line: int, message: str, repair: str
) -> None:
    path = written(tmp_path, text)
    error = refused(path)
    assert (error.message, error.help) == (message, repair)
    assert error.place == Place(str(path), line)


def test_the_keys_that_there_are_are_named(tmp_path: Path) -> None:
    assert refused(written(tmp_path, ONE + "wieght = 2\n")).note == KEYS
    known = "the keys of the course file are title, roster, groups, homework"
    assert refused(written(tmp_path, "titel = 'x'\n" + ONE)).note == known


ANN, BOB, CLEO, DAN = (Student(name, name.title()) for name in ("ann", "bob", "cleo", "dan"))
FIRST, SECOND = Homework("one", "one", Path("one"), 1.0), Homework("two", "two", Path("two"), 3.0)


def row(student: Student, points: float | None = None, most: float = 20.0, note: str = "", sha256: str = "s") -> Graded:
    return Graded(student, points=points, max_points=most, note=note, sha256=sha256)


def totals(*gradebooks: list[Graded], homeworks: tuple[Homework, ...] = (FIRST, SECOND)) -> dict[str, float | None]:
    return {one.student.id: one.total for one in course_rows(homeworks, gradebooks)}


def test_students_come_as_the_roster_has_them_then_as_they_come_up() -> None:
    found = course_rows([FIRST, SECOND], [[row(BOB, 1), row(CLEO, 1)], [row(DAN, 1), row(BOB, 1)]], [ANN, BOB])
    assert [one.student for one in found] == [ANN, BOB, CLEO, DAN]
    assert [one.cells[1].why for one in found] == [NOTHING, "", NOTHING, ""]
    assert found[0].cells == (CourseCell(None, 20, NOTHING), CourseCell(None, 20, NOTHING))
    assert found[1].cells == (CourseCell(1, 20), CourseCell(1, 20))


def test_a_total_is_the_weighted_share_of_points() -> None:
    assert totals([row(ANN, 10)], [row(ANN, 50, 50)]) == {"ann": pytest.approx(100 * (0.5 * 1 + 1.0 * 3) / 4)}
    assert totals([row(ANN, 25)], [row(ANN, 0)]) == {"ann": pytest.approx(31.25)}, "with a bonus on top"


def test_what_is_missing_counts_as_nothing() -> None:
    found = course_rows([FIRST, SECOND], [[row(ANN, 20)], [row(ANN, note="an empty folder", sha256=""), row(BOB, 20)]])
    assert [one.total for one in found] == [25.0, 75.0]
    assert found[0].cells[1] == CourseCell(None, 20, "an empty folder")
    assert found[1].cells[0] == CourseCell(None, 20, NOTHING)
    [lone] = course_rows([FIRST], [[row(ANN, sha256="")]])
    assert (lone.cells[0].why, lone.total) == (NOTHING, 0.0)


def test_what_waits_makes_no_total() -> None:
    waiting = Graded(ANN, verdict=Verdict.JE, max_points=20, note="no points yet", sha256="s")
    found = course_rows([FIRST, SECOND], [[waiting, row(BOB, 1)], [row(ANN, 20), row(BOB)]])
    assert [one.total for one in found] == [None, None]
    assert found[0].cells[0] == CourseCell(None, 20, "no points yet", waits=True)
    assert found[1].cells[1] == CourseCell(None, 20, NOT_JUDGED, waits=True)
    unclear = Graded(ANN, max_points=20, note="several programs", unclear=True)
    [waiting_too] = course_rows([FIRST], [[unclear]])
    assert (waiting_too.cells[0], waiting_too.total) == (CourseCell(None, 20, "several programs", waits=True), None)


def test_a_homework_that_nobody_has_yet_counts_for_nobody() -> None:
    [found] = course_rows([FIRST, SECOND], [[row(ANN, 5)], []])
    assert (found.total, found.cells[1]) == (25.0, CourseCell(excused=True))
    [none] = course_rows([FIRST], [[]], [ANN])
    assert none.total is None


def test_a_homework_without_points_or_weight_counts_for_nothing() -> None:
    assert totals([row(ANN, 5)], [row(ANN, 0, 0)]) == {"ann": 25.0}
    free = Homework("free", "free", Path("free"), 0.0)
    assert totals([row(ANN, 5)], [row(ANN, 20)], homeworks=(FIRST, free)) == {"ann": 25.0}
    assert totals([row(ANN, 5)], homeworks=(free,)) == {"ann": None}
    with pytest.raises(ValueError, match="zip"):
        course_rows([FIRST], [[], []], [ANN])


def test_who_is_excused_has_a_total_of_the_others() -> None:
    mark = Decided(Mark("ann", "excuse", "ill", "smith", 1_795_348_800.0))
    excused = Graded(ANN, max_points=20, sha256="s", verdict=Verdict.JE, mark=mark)
    [found] = course_rows([FIRST, SECOND], [[excused], [row(ANN, 10)]])
    assert found.cells[0] == CourseCell(None, 20, "excused (smith, 2026-11-22): ill", excused=True)
    assert found.total == 50.0


PROBLEM, ROLL = problem(), Roll("plain", ())
EXCUSED = Decided(Mark("u9", "excuse", "ill", "smith", 0.0))
OTHER_S = 1  # the second of four cases: sample/sample-2


def row_with(number: int, made: Judgement | None, mark: Decided | None = None) -> Graded:
    verdict = None if made is None else made.verdict
    lost = disturbance([made] if made else [])
    points = None if mark or made is None else made.points
    facts = {"judgement": made, "mark": mark, "disturbance": lost}
    return Graded(Student(f"u{number}"), verdict=verdict, points=points, max_points=50.0, **facts)  # type: ignore[arg-type]


def timed(made: Judgement, cpu_s: float, memory_bytes: int = 1 << 20, lost_s: float = 0.0) -> Judgement:
    """The judgement with another measurement of the second case."""

    def measured(run: CaseResult) -> CaseResult:
        sample = Measurement(run.verdict, cpu_s, cpu_s, memory_bytes, lost_s)
        facts = {"cpu_s": cpu_s, "wall_s": cpu_s, "memory_bytes": memory_bytes, "samples": (sample,)}
        return msgspec.structs.replace(run, **facts)

    runs = tuple(measured(run) if at == OTHER_S else run for at, run in enumerate(made.runs))
    return msgspec.structs.replace(made, runs=runs)


def of(*rows: Graded) -> Overview:
    return overview(ROLL, PROBLEM, rows, (), "cpu")


def test_a_rate_is_of_those_who_were_judged() -> None:
    right, wrong = judgement("AC AC AC AC", 50.0), judgement("AC WA AC JE", None)
    whole = of(
        row_with(1, timed(right, 1.0)),
        row_with(2, timed(right, 3.0)),
        row_with(3, wrong),
        row_with(4, uncompiled()),
        row_with(5, None),
    )
    assert [(case.path, case.solved, case.tried) for case in whole.cases] == [
        ("sample/sample-1", 3, 4),
        ("sample/sample-2", 2, 4),
        ("secret/secret-1", 3, 4),
        ("secret/secret-2", 2, 3),
    ]
    assert whole.cases[OTHER_S].median_s == 2.0
    assert [one and one.verdict for one in whole.lines[3].tried] == [Verdict.CE] * 4
    assert whole.lines[4].tried == (None,) * 4


def test_who_is_excused_is_in_no_figure() -> None:
    right = timed(judgement("AC AC AC AC", 50.0), 4.9)
    whole = of(row_with(1, judgement("AC WA AC AC", 25.0)), row_with(9, right, EXCUSED))
    assert [case.solved for case in whole.cases] == [1, 0, 1, 1]
    assert (whole.points, whole.near, len(whole.lines)) == ((25.0,), (), 2)
    assert whole.verdicts == [("WA", 1), ("excused", 1)]
    late = msgspec.structs.replace(row_with(1, right), late=True)
    assert [one.late for one in of(late, row_with(2, right)).lines] == [True, False]


def test_near_misses_are_found_on_both_sides_of_a_limit() -> None:
    right, late = judgement("AC AC AC AC", 50.0), judgement("AC TLE AC AC", 25.0)
    times = [
        row_with(1, timed(right, 4.4)),
        row_with(2, timed(right, 4.6)),
        row_with(3, timed(late, 5.2)),
        row_with(4, timed(late, 5.5)),
    ]
    heavy = row_with(5, timed(right, 1.0, int(0.95 * PROBLEM.limits.memory_bytes)))
    found = [(one.student.id, one.limit, round(one.share, 2), one.verdict) for one in of(*times, heavy).near]
    assert found == [("u3", "time", 1.04, "TLE"), ("u5", "memory", 0.95, "AC"), ("u2", "time", 0.92, "AC")]


def test_the_limit_of_a_language_is_the_stretched_one() -> None:
    slow = msgspec.structs.replace(PROBLEM, programs=Programs(multipliers={"Python": 3.0}))
    made = timed(judgement("AC AC AC AC", 50.0, slow), 4.9)
    made = msgspec.structs.replace(made, prepare=msgspec.structs.replace(made.prepare, language="python"))
    assert overview(ROLL, slow, [row_with(1, made)], (), "cpu").near == ()


def test_disturbed_runs_are_told_with_who_has_most_of_them_first() -> None:
    calm = judgement("AC AC AC AC", 50.0)
    noisy = timed(calm, 1.0, lost_s=0.9)
    whole = of(row_with(1, calm), row_with(2, noisy))
    assert [(student.id, count) for student, count in whole.disturbed] == [("u2", 1)]
    assert [one and one.disturbed for one in whole.lines[1].tried] == [False, True, False, False]
    assert whole.disturbance.disturbed == 1


EXPORTED = problem()


def student(number: int) -> Student:
    return Student(f"u{number}", f"Name {number}")


def unclear(number: int, what: str, repair: str) -> Member:
    return Member(student(number), f"f{number}", "", doubt=Doubt("x", what, repair))


def waiting_row(number: int, made: Judgement | None = None, mark: Decided | None = None) -> Graded:
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
    rows = [waiting_row(1), waiting_row(2), waiting_row(3)]
    first, second = ungraded(Roll("plain", tuple(members)), rows, EXPORTED)
    assert (first.what, first.help) == ("it is not clear which is run", "call one main.py")
    assert first.about == (("u1 Name 1", "a1.py, b.py"), ("u2 Name 2", "a2.py, b.py"))
    assert (second.what, second.about) == ("nothing was handed in", (("u3 Name 3", ""),))


def test_absent_and_unjudged_students_have_a_command_each_and_excused_ones_wait_for_nothing() -> None:
    excused = Decided(Mark("u4", "excuse", "ill", "smith", 0.0))
    rows = [waiting_row(1), waiting_row(2), waiting_row(3), waiting_row(4, mark=excused)]
    roll = Roll("plain", (), (student(1), student(2)))
    absent, unjudged = ungraded(roll, rows, EXPORTED)
    assert (absent.what, len(absent.about)) == ("nothing was handed in", 2)
    assert "judge mark FOLDER|ZIP STUDENT --problem testcases/pkg --excuse" in absent.help
    assert (unjudged.what, unjudged.about) == ("not judged yet", (("u3 Name 3", ""),))
    assert unjudged.help.startswith("judge grade FOLDER|ZIP --problem testcases/pkg")


def test_on_the_web_the_commands_are_those_of_the_web() -> None:
    absent, unjudged = ungraded(Roll("web", (), (student(1),)), [waiting_row(1), waiting_row(3)], EXPORTED)
    assert "judge mark web: STUDENT --problem testcases/pkg --excuse" in absent.help
    assert unjudged.help.startswith("judge serve  judges it")


def test_a_failure_of_the_judge_is_one_reason_for_all_on_that_case() -> None:
    rows = [waiting_row(k, failed("E307", "")) for k in (1, 2, 3)] + [
        waiting_row(9, failed("E301", "put it into answer.txt"))
    ]
    starved, key = ungraded(Roll("plain", ()), rows, EXPORTED)
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
    [reason] = ungraded(Roll("plain", members), [waiting_row(1), waiting_row(2)], EXPORTED)
    assert reason.what == "something is not clear"
    assert reason.about == (("u1 Name 1", "a link"), ("u2 Name 2", "too long"))


ROSTER = Roster(
    [
        Student("U1", "Ada Lovelace", "ada@example.edu", "ada"),
        Student("U2", "Kim", "kim@example.edu", "kim1"),
        Student("U3", "Kim", "kim@other.edu", "kim2"),
        Student("U4", "Zoe"),
    ]
)
BY_ID = "name a student by the id in the gradebook"
OWNERS = ("U1", "U2", "U3", "Eve")


@pytest.mark.parametrize(
    ("word", "owner"),
    [
        ("U1", "U1"),
        ("u1", "U1"),
        (" ada  LOVELACE ", "U1"),
        ("ada@example.edu", "U1"),
        ("kim2", "U3"),
        ("Eve", "Eve"),
        ("eve", "Eve"),
    ],
)
def test_a_student_by_whatever_the_roster_knows(word: str, owner: str) -> None:
    assert find_owner(word, OWNERS, ROSTER) == owner


@pytest.mark.parametrize(
    ("word", "roster", "message", "note", "repair"),
    [
        ("Kim", ROSTER, "several students are called 'Kim'", "they are U2, U3", "name one of them by this id"),
        ("Ada Lovelance", ROSTER, "no student 'Ada Lovelance' was judged", "close to it: Ada Lovelace", BY_ID),
        ("Evee", ROSTER, "no student 'Evee' was judged", "close to it: Eve", BY_ID),
        (
            "Evee",
            None,
            "no student 'Evee' was judged",
            "close to it: Eve",
            f"{BY_ID}, or add --roster FILE to use names",
        ),
        ("Zoe", ROSTER, "nothing of Zoe was judged", "", "judge grade FOLDER  judges it"),
        ("nobody at all", ROSTER, "no student 'nobody at all' was judged", "4 students were judged", BY_ID),
    ],
)
def test_a_student_whom_nobody_knows_or_who_is_several(
    word: str, roster: Roster | None, message: str, note: str, repair: str
) -> None:
    with pytest.raises(JudgeError) as caught:
        find_owner(word, OWNERS, roster)
    error = caught.value
    assert (error.code, error.message, error.note, error.help) == ("E456", message, note, repair)


def test_names_that_are_close_are_five_at_most() -> None:
    owners = [f"student{letter}" for letter in "abcdefg"]
    with pytest.raises(JudgeError) as caught:
        find_owner("student", owners)
    assert caught.value.note.startswith("close to it: student")
    assert caught.value.note.count("student") == 5


def test_an_id_that_is_no_text_is_found_as_it_is_kept() -> None:
    assert find_owner("Ann", ["J\\udcf6rg"], Roster([Student("J\udcf6rg", "Ann")])) == "J\\udcf6rg"


def test_owners_that_differ_in_case_alone_are_not_confused() -> None:
    assert find_owner("Ada", ("Ada", "ada")) == "Ada"
    with pytest.raises(JudgeError, match="several students"):
        find_owner("ADA", ("Ada", "ada"))

"""A class at a glance and a course of many homeworks: rows, totals, reasons, and whose a name is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from judge.classroom import Roster, read_course
from judge.classroom.course import NOT_JUDGED, course_rows
from judge.classroom.overview import overview, ungraded, unmatched
from judge.classroom.regrade import find_owner
from judge.model import (
    NOTHING,
    Course,
    CourseCell,
    Decided,
    Disturbance,
    Doubt,
    Graded,
    Homework,
    Judgement,
    Mark,
    Measurement,
    Member,
    Overview,
    Programs,
    Roll,
    Run,
    Shape,
    Student,
    Term,
    Unmatched,
    Verdict,
)
from tests.refused import refused
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
ONE = '[[homework]]\nproblem = "lizards"\nclass = "a"\n'


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "course.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_paths_are_those_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "packages/quiz").mkdir(parents=True)
    (tmp_path / "packages/quiz/problem.toml").touch()
    first = Homework("Homework 1", "lizards", tmp_path / "hw1.zip", 2.0)
    second = Homework("quiz", str(tmp_path / "packages/quiz"), Path("/abroad/hw2"), 1.0)
    course = Course("CSCI 561", (first, second), tmp_path / "lists/roster.csv")
    assert read_course(written(tmp_path, WHOLE)) == course
    assert read_course(written(tmp_path, f'groups = "g.csv"\n{ONE}')).groups == tmp_path / "g.csv"


@pytest.mark.parametrize(
    ("text", "homework"),
    [
        ('[[homework]]\nproblem = "lizards"\n', Homework("lizards", "lizards", None)),  # of the web
        (f"{ONE}weight = 0.5\n", Homework("lizards", "lizards", Path("a"), 0.5)),
        (f'{ONE}match = "m.csv"\nmain = "hw1.py"\n',
         Homework("lizards", "lizards", Path("a"), match=Path("m.csv"), main="hw1.py")),
        *((f"{ONE}{words}\n", Homework("lizards", "lizards", Path("a"), term=term)) for words, term in (
            ("deadline = 2026-11-20", Term("2026-11-20")),
            ("deadline = 2026-11-20T12:00:00", Term("2026-11-20 12:00:00")),
            ("deadline = 2026-11-20T23:59:59+01:00", Term("2026-11-20 23:59:59+0100")),
            ("deadline = '2026-11-20 Europe/Berlin'", Term("2026-11-20 Europe/Berlin")),
            ("grace = '15min'", Term(grace="15min")),
            ("late_penalty = '20%'", Term(late_penalty="20%")),
        )),
    ],
)  # fmt: skip
def test_what_a_homework_may_say(tmp_path: Path, text: str, homework: Homework) -> None:
    paths = {name: tmp_path / path for name in ("handed_in", "match") if (path := getattr(homework, name))}
    [one] = read_course(written(tmp_path, text)).homeworks
    assert one == msgspec.structs.replace(homework, **paths)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (ONE + "wieght = 2\n", 4, "'wieght' of [[homework]] is unknown write weight class, title, match"),
        (ONE + "xyz = 2\n", 4, "the key 'xyz' of [[homework]] is unknown delete"),
        (ONE + "weight = -1\n", 4, "the weight is -1.0"),
        (ONE + "weight = inf\n", 4, "the weight is inf"),
        (ONE + 'weight = "2"\n', 4, "'weight' a number"),
        (ONE + "weight = true\n", 4, "'weight' a number"),
        (ONE + "title = 1\n", 4, "'title' of [[homework]] must be text"),
        ("title = 1\n" + ONE, 1, "'title' must be text"),
        ("titel = ''\n" + ONE, 1, "'titel' is unknown write title title, roster, groups, homework"),
        (ONE + "\n[[homework]]\nclass = 'b'\n", 5, "'problem' is missing"),
        (ONE + "\n[[homework]]\nproblem = 'b'\nclass = ''\n", 7, "'class' names nothing on the web"),
        (ONE + "\n[[homework]]\nproblem = 'b'\nmatch = 'm'\n", 7, "'match' needs the key 'class'"),
        (ONE + "\n[[homework]]\nproblem = 'b'\nmain = ''\n", 7, "'main' needs the key 'class'"),
        (ONE + "[[homework]]\nproblem = ''\nclass = 'b'\n", 4, "'problem' is missing"),
        (ONE + ONE, 4, "two homeworks are called 'lizards'"),
        (ONE + ONE + "title = 'lizards'", 7, "two homeworks are called 'lizards'"),
        ("title = 'x'\n", 0, "the course has no homework"),
        ("homework = []\n", 0, "the course has no homework"),
        ("", 0, "the course has no homework"),
        ("\nhomework = [1]\n", 2, "tables that begin with [[homework]]"),
        ("[homework]\nproblem = 'x'\n", 0, "tables that begin with [[homework]]"),
        (b"title = 'x'\ntitle2 = '\xff'\n", 2, "course.toml is not UTF-8 text"),
        (f"{ONE}{ONE}title = 'x'\ndeadline = 'soon'\n", 8, "'soon'"),
        (f"{ONE}{ONE}title = 'x'\ngrace = 'a bit'\n", 8, "grace"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str | bytes, line: int, said: str) -> None:
    path = written(tmp_path, text)
    with refused("E492", place=path, line=line) as caught:
        read_course(path)
    error = caught.value
    assert error.help
    words = f"{error.message} {error.help} {error.note}"
    assert all(word in words for word in said.split()), words


ANN, BOB, CLEO, DAN = (Student(name, name.title()) for name in ("ann", "bob", "cleo", "dan"))
FIRST, SECOND = Homework("one", "one", Path("one"), 1.0), Homework("two", "two", Path("two"), 3.0)


def row(student: Student, points: float | None = None, most: float = 20.0, note: str = "", sha256: str = "s") -> Graded:
    return Graded(student, points=points, max_points=most, note=note, sha256=sha256)


def test_students_come_as_the_roster_has_them_then_as_they_come_up() -> None:
    found = course_rows([FIRST, SECOND], [[row(BOB, 1), row(CLEO, 1)], [row(DAN, 1), row(BOB, 1)]], [ANN, BOB])
    assert [one.student for one in found] == [ANN, BOB, CLEO, DAN]
    assert [one.cells[1].why for one in found] == [NOTHING, "", NOTHING, ""]
    assert [one.cells for one in found[:2]] == [(CourseCell(None, 20, NOTHING),) * 2, (CourseCell(1, 20),) * 2]


FREE = Homework("free", "free", Path("free"), 0.0)
MARK = Decided(Mark("ann", "excuse", "ill", "smith", 1_795_348_800.0))


@pytest.mark.parametrize(
    ("first", "second", "total", "cell"),
    [
        (row(ANN, 10), row(ANN, 50, 50), 87.5, None),  # the weighted share of points
        (row(ANN, 25), row(ANN, 0), 31.25, None),  # with a bonus on top
        (row(ANN, 20), row(ANN, note="an empty folder", sha256=""), 25.0, None),  # what is missing counts as nothing
        (row(ANN, sha256=""), row(ANN, 20), 75.0, CourseCell(None, 20, NOTHING)),
        (row(ANN, 5), row(ANN, 0, 0), 25.0, None),  # without points it counts for nothing
        # What waits makes no total.
        (Graded(ANN, verdict=Verdict.JE, max_points=20, note="no points yet", sha256="s"), row(ANN, 20), None,
         CourseCell(None, 20, "no points yet", waits=True)),
        (row(ANN), row(ANN, 20), None, CourseCell(None, 20, NOT_JUDGED, waits=True)),
        (Graded(ANN, max_points=20, note="several programs", unclear=True), row(ANN, 20), None,
         CourseCell(None, 20, "several programs", waits=True)),
        # Who is excused has a total of the others.
        (Graded(ANN, max_points=20, sha256="s", verdict=Verdict.JE, mark=MARK), row(ANN, 10), 50.0,
         CourseCell(None, 20, "excused (smith, 2026-11-22): ill", excused=True)),
    ],
)  # fmt: skip
def test_what_a_total_is_made_of(first: Graded, second: Graded, total: float | None, cell: CourseCell | None) -> None:
    [found] = course_rows([FIRST, SECOND], [[first], [second]])
    assert found.total == (None if total is None else pytest.approx(total))
    assert cell in (None, found.cells[0])


def test_a_homework_that_nobody_has_yet_or_without_weight_counts_for_nobody() -> None:
    [found] = course_rows([FIRST, SECOND], [[row(ANN, 5)], []])
    assert (found.total, found.cells[1]) == (25.0, CourseCell(excused=True))
    totals = [
        course_rows(homeworks, gradebooks, [ANN])[0].total
        for homeworks, gradebooks in (
            ([FIRST], [[]]), ([FIRST, FREE], [[row(ANN, 5)], [row(ANN, 20)]]), ([FREE], [[row(ANN, 5)]]),
        )
    ]  # fmt: skip
    assert totals == [None, 25.0, None]
    with pytest.raises(ValueError, match="zip"):
        course_rows([FIRST], [[], []], [ANN])


PROBLEM, ROLL = problem(), Roll("plain", ())
EXCUSED = Decided(Mark("u9", "excuse", "ill", "smith", 0.0))
OTHER_S = 1  # the second of four cases: sample/sample-2


def row_with(number: int, made: Judgement | None, mark: Decided | None = None) -> Graded:
    verdict = None if made is None else made.verdict
    lost = Disturbance.of([made] if made else [])
    points = None if mark or made is None else made.points
    facts = {"judgement": made, "mark": mark, "disturbance": lost}
    return Graded(Student(f"u{number}"), verdict=verdict, points=points, max_points=50.0, **facts)  # type: ignore[arg-type]


def timed(made: Judgement, cpu_s: float, memory_bytes: int = 1 << 20, lost_s: float = 0.0) -> Judgement:
    """The judgement with another measurement of the second case."""

    def measured(run: Run) -> Run:
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
    members += [unclear(4, "a link", "hand in a file"), unclear(5, "too long", "hand in a file")]  # no word is shared
    reasons = ungraded(Roll("plain", tuple(members)), [waiting_row(k) for k in range(1, 6)], EXPORTED)
    assert {one.what: (one.help, one.about) for one in reasons} == {
        "it is not clear which is run": (
            "call one main.py", (("u1 Name 1", "a1.py, b.py"), ("u2 Name 2", "a2.py, b.py")),
        ),
        "something is not clear": ("hand in a file", (("u4 Name 4", "a link"), ("u5 Name 5", "too long"))),
        "nothing was handed in": ("ask the student", (("u3 Name 3", ""),)),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("shape", "mark", "judging"),
    [
        ("plain", "judge mark FOLDER|ZIP STUDENT", "judge grade FOLDER|ZIP"),
        ("web", "judge mark web:", "judge regrade --problem testcases/pkg --disturbed"),
    ],
)
def test_absent_and_unjudged_students_have_a_command_each_and_excused_ones_wait_for_nothing(
    shape: Shape, mark: str, judging: str
) -> None:
    excused = Decided(Mark("u4", "excuse", "ill", "smith", 0.0))
    rows = [waiting_row(1), waiting_row(2), waiting_row(3), waiting_row(4, mark=excused)]
    rows.append(waiting_row(5, failed("E307", "")))
    absent, unjudged, starved = ungraded(Roll(shape, (), (student(1), student(2))), rows, EXPORTED)
    assert (absent.what, len(absent.about)) == ("nothing was handed in", 2)
    assert (unjudged.what, unjudged.about) == ("not judged yet", (("u3 Name 3", ""),))
    assert (mark in absent.help, unjudged.help.startswith("judge serve" if shape == "web" else judging)) == (True, True)
    assert starved.help.startswith(judging)


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


ROSTER = Roster(
    [
        Student("U1", "Ada Lovelace", "ada@example.edu", "ada"),
        Student("U2", "Kim", "kim@example.edu", "kim1"),
        Student("U3", "Kim", "kim@other.edu", "kim2"),
        Student("U4", "Zoe"),
    ]
)
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
    assert find_owner("Ada", ("Ada", "ada")) == "Ada", "as it is typed"
    assert find_owner("Ann", ["J\\udcf6rg"], Roster([Student("J\udcf6rg", "Ann")])) == "J\\udcf6rg"


@pytest.mark.parametrize(
    ("word", "owners", "roster", "note"),
    [
        ("Kim", OWNERS, ROSTER, "they are U2, U3"),
        ("Ada Lovelance", OWNERS, ROSTER, "close to it: Ada Lovelace"),
        ("Evee", OWNERS, ROSTER, "close to it: Eve"),
        ("Evee", OWNERS, None, "close to it: Eve"),
        ("Zoe", OWNERS, ROSTER, ""),  # nothing of hers was judged
        ("nobody at all", OWNERS, ROSTER, "4 students were judged"),
        ("ADA", ("Ada", "ada"), None, "they are Ada, ada"),
        ("student", [f"student{letter}" for letter in "abcdefg"], None, "close to it: student"),
    ],
)
def test_a_student_whom_nobody_knows_or_who_is_several(
    word: str, owners: Sequence[str], roster: Roster | None, note: str
) -> None:
    with refused("E456") as caught:
        find_owner(word, owners, roster)
    error = caught.value
    assert (error.help != "", error.note.startswith(note)) == (True, True)
    assert word != "student" or error.note.count("student") == 5, "five at most"
    assert ("--roster" in error.help) == (roster is None and "they are" not in note)

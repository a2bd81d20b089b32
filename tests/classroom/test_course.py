"""A class at a glance and a course of many homeworks: rows, totals, reasons, and whose a name is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Template
from typing import Any

import pytest

from judge.classroom import CourseBook, Gradebook, Roster, find_owners, read_course, read_roll, submissions_of
from judge.model import Course, Deadline, Graded, Judgement, Mark, Overview, Problem, Programs, Roll, Run, Student
from judge.store import Store
from tests.classroom.make import written_rows
from tests.conftest import there
from tests.make import AC, CE, JE, replace
from tests.make import files as write_folder
from tests.refused import refused
from tests.reports.graded import judgement, problem, uncompiled
from tests.store.make import batch_of, finish, judge_it, problem_of

ONE = '[[homework]]\nproblem = "lizards"\nclass = "a"\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "course.toml"
    path.write_text(text)
    return path


def test_paths_are_those_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "packages/quiz").mkdir(parents=True)
    (tmp_path / "packages/quiz/problem.toml").touch()
    first = Course.Homework("Homework 1", "lizards", tmp_path / "hw1.zip", 2.0)
    second = Course.Homework("quiz", str(tmp_path / "packages/quiz"), Path("/abroad/hw2"), 1.0)
    course = Course("CSCI 561", (first, second), tmp_path / "lists/roster.csv", groups=tmp_path / "g.csv")
    assert read_course(written(tmp_path, written_rows("files.toml", "course"))) == course


@pytest.mark.parametrize(("text", "paths", "facts", "term"), written_rows("files.toml", "homework"))
def test_what_a_homework_may_say(
    tmp_path: Path, text: str, paths: dict[str, str], facts: dict[str, Any], term: dict[str, str]
) -> None:
    places: dict[str, Any] = {"handed_in": None, **{name: tmp_path / path for name, path in paths.items()}}
    [one] = read_course(written(tmp_path, text)).homeworks
    assert one == Course.Homework("lizards", "lizards", **places, **facts, term=Deadline.Term(**term))


@pytest.mark.parametrize(("line", "said", "text"), written_rows("wrong.toml", "course"))
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, line: int, said: str, text: str) -> None:
    path = written(tmp_path, Template(text).substitute(ONE=ONE))
    with refused("E492", place=path, line=line) as caught:
        read_course(path)
    error = caught.value
    assert error.help
    words = f"{error.message} {error.help} {error.note}"
    assert all(word in words for word in said.split()), words


def test_of_wrong_late_days_the_column_is_said(tmp_path: Path) -> None:
    for words, days in (("", 0), ("late_days = 0\n", 0), ("late_days = 5\n", 5)):
        assert read_course(written(tmp_path, words + ONE)).late_days == days
    with refused("E492", line=1) as caught:
        read_course(written(tmp_path, f"late_days  =  'five'\n{ONE}"))
    assert there(caught.value.place).column == 15


def twenty(name: str, points: float = 20) -> Problem:
    return replace(problem_of(points=points), name=name)


def course_of(folder: Path, weights: Sequence[float], roster: str = "") -> Course:
    homeworks = [Course.Homework(f"h{at}", f"h{at}", folder / f"h{at}", weight) for at, weight in enumerate(weights)]
    (folder / "roster.csv").write_text(roster)
    return Course("all", tuple(homeworks), folder / "roster.csv" if roster else None)


# What each handed in, or is given by hand; the total in percent, where the second homework counts three times; and
# of the first one the points, whether it waits, and whether they are excused.
DONE: dict[str, tuple[object, object, float | None, tuple[float | None, bool, bool]]] = {
    "share": (10, 20, 87.5, (10, False, False)),
    "bonus": (25, 0, 31.25, (25, False, False)),  # on top
    "empty": (20, "empty", 25.0, (20, False, False)),  # what is missing counts as nothing
    "absent": ("absent", 20, 75.0, (None, False, False)),
    # What waits makes no total.
    "failed": ("failed", 20, None, (None, True, False)),
    "unjudged": ("unjudged", 20, None, (None, True, False)),
    "unclear": ("unclear", 20, None, (None, True, False)),
    # Who is excused has a total of the others.
    "excused": ("excused", 10, 50.0, (None, False, True)),
}


def test_what_a_total_is_made_of(tmp_path: Path) -> None:
    course = course_of(tmp_path, (1, 3), "id,name\n" + "".join(f"{who},\n" for who in DONE))
    with Store(tmp_path / "store.db") as store:
        for at, homework in enumerate(course.homeworks):
            said = {who: row[at] for who, row in DONE.items() if row[at] != "absent"}
            files = {f"{who}/" if is_ == "empty" else f"{who}/a.py": who.encode() for who, is_ in said.items()}
            files |= {f"{who}/b.py": b"" for who, is_ in said.items() if is_ == "unclear"}
            roll, asked = read_roll(write_folder(tmp_path / f"h{at}", files)), twenty(homework.problem)
            for owner, paper in submissions_of(roll, asked):
                if said[owner] == "failed":
                    finish(store, store.enter(batch_of(store, asked), paper, owner), [AC, AC, JE, AC], asked)
            points = {who: float(is_) for who, is_ in said.items() if isinstance(is_, int)}
            marks = [Mark(who, "points", "x", "al", 0.0, given) for who, given in points.items()]
            marks += [Mark(who, "excuse", "ill", "al", 0.0) for who, is_ in said.items() if is_ == "excused"]
            store.marks.add(asked.name, roll.place, marks)
        rows = {row.student.id: row for row in CourseBook.read(course, twenty, store).rows}
    assert {who: row.total for who, row in rows.items()} == {who: total for who, (_, _, total, _) in DONE.items()}
    cells = {who: row.cells[0] for who, row in rows.items()}
    found = {who: (one.points, one.waits, one.excused) for who, one in cells.items()}
    assert found == {who: facts for who, (_, _, _, facts) in DONE.items()}
    assert {one.max_points for row in rows.values() for one in row.cells} == {20}
    assert [who for who, one in cells.items() if not one.why] == ["share", "bonus", "empty"]
    assert cells["absent"].why == rows["empty"].cells[1].why == Graded.NOTHING
    assert "ill" in cells["excused"].why


def test_students_come_as_the_roster_has_them_or_as_they_come_up(tmp_path: Path) -> None:
    for name, files in (("h0", ["bob.py", "cleo.py"]), ("h1", ["dan.py", "bob.py"])):
        write_folder(tmp_path / name, {file: name.encode() for file in files})
    with Store(tmp_path / "store.db") as store:
        for roster, ids in (("", "bob cleo dan"), ("id,name\nann,\nbob,\ndan,\ncleo,\n", "ann bob dan cleo")):
            found = CourseBook.read(course_of(tmp_path, (1, 1), roster), twenty, store)
            assert [row.student.id for row in found.rows] == ids.split()
            [dan] = (row for row in found.rows if row.student.id == "dan")
            assert dan.cells[0].why == Graded.NOTHING
    assert [cell.why for cell in found.rows[0].cells] == [Graded.NOTHING, Graded.NOTHING]


def test_it_is_said_that_moodle_numbers_people_anew(tmp_path: Path) -> None:
    for number in (5, 1005):
        write_folder(tmp_path / f"h{number > 5:d}", {f"Ann Lee_{number}_assignsubmission_file/hw.py": b"1"})
    with Store(tmp_path / "store.db") as store:
        for weights, roster, count in (((1, 1), "", 2), ((1,), "", 0), ((1, 1), "id,name\na1,Ann Lee\n", 0)):
            found = CourseBook.read(course_of(tmp_path, weights, roster), twenty, store)
            assert len(found.lost) == count
            assert len(found.rows) == len(weights if count else "1")
            assert all(reason.about[0][0].endswith("Ann Lee") for _, reason in found.lost)


def test_a_number_of_two_platforms_is_two_people_unless_a_file_says_more(tmp_path: Path) -> None:
    write_folder(tmp_path / "h0", {"leeann_5_901_hw.py": b"1", "raybob_6_902_hw.py": b"2"})
    write_folder(tmp_path / "h1", {f"{one}_assignsubmission_file/hw.py": b"3" for one in ("Cy Fox_5", "Bob Ray_7")})
    write_folder(
        tmp_path, {"m.csv": "file,student\nCy Fox_5_assignsubmission_file,8\nBob Ray_7_assignsubmission_file,6\n"}
    )
    course = course_of(tmp_path, (1, 1))
    first, second = course.homeworks
    settled = replace(course, homeworks=(first, replace(second, match=tmp_path / "m.csv")))
    listed = course_of(tmp_path, (1, 1), "id,name,canvas_user_id\n5,Ann Lee,5\n6,Bob Ray,6\n")
    with Store(tmp_path / "store.db") as store:
        found = [CourseBook.read(one, twenty, store).rows for one in (course, settled, listed)]
    there = [
        sorted(f"{row.student.id} {sum(Graded.NOTHING not in one.why for one in row.cells)}" for row in rows)
        for rows in found
    ]
    assert there == [["5 1", "5 1", "6 1", "7 1"], ["5 1", "6 2", "8 1"], ["5 1", "6 2"]]


def test_a_homework_may_have_groups_and_a_match_file_of_its_own(tmp_path: Path) -> None:
    """Bob has changed to another one since, and dan's file has a name of nobody."""
    write_folder(tmp_path / "h0", {"A.py": b"1", "x1.py": b"0"})
    write_folder(tmp_path / "h1", {"A.py": b"2", "B.py": b"3", "x1.py": b"4"})
    write_folder(tmp_path, {"g.csv": "group,id\nA,ann\nA,bob\n,cy\n", "m.csv": "file,student\nx1.py,dan\n"})
    course = course_of(tmp_path, (1, 1), "id,name,group\nann,,A\nbob,,B\ncy,,A\ndan,,\n")
    first, second = course.homeworks
    own = replace(first, groups=tmp_path / "g.csv", match=tmp_path / "m.csv")
    with Store(tmp_path / "store.db") as store:
        rows = CourseBook.read(replace(course, homeworks=(own, second)), twenty, store).rows
    *grouped, dan = rows
    handed_in = {row.student.id: [cell.why != Graded.NOTHING for cell in row.cells] for row in grouped}
    assert handed_in == {"ann": [True, True], "bob": [True, True], "cy": [False, True]}
    assert [cell.waits for cell in dan.cells] == [True, False]


@pytest.mark.parametrize(
    ("weights", "points", "total"),
    [((1, 1), 20, 25.0), ((1,), 20, None), ((1, 3, 0), 20, 25.0), ((0, 3), 20, None), ((1, 3), 0, None)],
    ids=["only one yet", "none yet", "one of no weight", "no weight", "no points"],
)
def test_a_homework_that_nobody_has_yet_or_without_weight_counts_for_nobody(
    tmp_path: Path, weights: tuple[float, ...], points: float, total: float | None
) -> None:
    course = course_of(tmp_path, weights, "id,name\nann,\n")
    with Store(tmp_path / "store.db") as store:
        for at in (0, 2)[: len(weights) - 1]:
            path = write_folder(tmp_path / f"h{at}", {"ann.py": b""}).resolve()
            store.marks.add(f"h{at}", str(path), [Mark("ann", "points", "x", "al", 0.0, 5.0)])
        found = CourseBook.read(course, lambda name: twenty(name, points), store)
    assert [one.title for one in found.without] == (["h1"] if len(weights) > 1 else ["h0"])
    [row] = found.rows
    assert row.total == total
    assert row.cells[-1 if len(weights) < 3 else 1] == Course.Cell(excused=True)


# --- a class at a glance ----------------------------------------------------------------------------------------------
PROBLEM, EMPTY = problem(), Roll("plain", ())
EXCUSED = Mark.Decided(Mark("u9", "excuse", "ill", "smith", 0.0))


def row(number: int, made: Judgement | None = None, mark: Mark.Decided | None = None) -> Graded:
    disturbance = Judgement.Disturbance.of([made] if made else [])
    facts: dict[str, Any] = {"judgement": made, "mark": mark, "disturbance": disturbance, "max_points": 50.0}
    if made:
        facts |= {"verdict": made.verdict, "points": None if mark else made.points}
    return Graded(student(number), **facts)


def student(number: int) -> Student:
    return Student(f"u{number}", f"Name {number}")


def timed(made: Judgement, cpu_s: float, memory_bytes: int = 1 << 20, lost_s: float = 0.0) -> Judgement:
    first, run, *others = made.runs
    sample = Run.Measurement(run.verdict, cpu_s, cpu_s, memory_bytes, lost_s)
    run = replace(run, cpu_s=cpu_s, wall_s=9.0, memory_bytes=memory_bytes, samples=(sample,))
    return replace(made, runs=(first, run, *others))


def of(*rows: Graded, problem: Problem = PROBLEM, roll: Roll = EMPTY) -> Overview:
    return Gradebook(problem, roll, list(rows), [], []).overview


RIGHT = judgement("AC AC AC AC", 50.0)


def test_a_rate_is_of_those_who_were_judged_and_who_is_excused_is_in_no_figure() -> None:
    times = [row(1, timed(RIGHT, 1.0)), row(2, timed(RIGHT, 3.0))]
    whole = of(*times, row(3, judgement("AC WA AC JE", None)), row(4, uncompiled()), row(5))
    assert [(case.path, case.solved, case.tried) for case in whole.cases] == [
        ("sample/sample-1", 3, 4), ("sample/sample-2", 2, 4), ("secret/secret-1", 3, 4), ("secret/secret-2", 2, 3),
    ]  # fmt: skip
    assert whole.cases[1].median_s == 2.0
    assert [one and one.verdict for one in whole.lines[3].tried] == [CE] * 4
    assert whole.lines[4].tried == (None,) * 4
    whole = of(row(1, judgement("AC WA AC AC", 25.0)), row(9, timed(RIGHT, 4.9), EXCUSED))
    assert [case.solved for case in whole.cases] == [1, 0, 1, 1]
    assert (whole.points, whole.near, len(whole.lines)) == ((25.0,), (), 2)
    assert [one.excused for one in whole.lines] == [False, True]
    whole = of(replace(row(1, RIGHT), late=True), row(2, timed(RIGHT, 1.0, lost_s=0.9)))
    assert [one.late for one in whole.lines] == [True, False]
    assert [(student.id, count) for student, count in whole.disturbed] == [("u2", 1)]
    assert [one and one.disturbed for one in whole.lines[1].tried] == [False, True, False, False]
    assert whole.disturbance.disturbed == 1


def test_near_misses_are_found_on_both_sides_of_a_limit() -> None:
    late = judgement("AC TLE AC AC", 25.0)
    made = [timed(RIGHT, 4.4), timed(RIGHT, 4.6), timed(late, 5.2), timed(late, 5.5)]
    made.append(timed(RIGHT, 1.0, int(0.95 * PROBLEM.limits.memory_bytes)))
    near = of(*(row(at, one) for at, one in enumerate(made, 1))).near
    assert [(one.student.id, one.limit, round(one.share, 2), one.verdict) for one in near] == [
        ("u3", "time", 1.04, "TLE"), ("u5", "memory", 0.95, "AC"), ("u2", "time", 0.92, "AC"),
    ]  # fmt: skip
    slow = replace(PROBLEM, programs=Programs(multipliers={"Python": 3.0}))
    stretched = timed(judgement("AC AC AC AC", 50.0, slow), 4.9)
    stretched = replace(stretched, prepare=replace(stretched.prepare, language="python"))
    assert of(row(1, stretched), problem=slow).near == (), "the limit of a language is the stretched one"


def failed(code: str, repair: str = "") -> Judgement:
    made = judgement("AC AC JE AC", None)
    first, second, run, last = made.runs
    run = replace(run, code=code, message="it failed", finding=replace(there(run.finding), help=repair))
    return replace(made, runs=(first, second, run, last))


def test_what_is_mended_in_the_same_way_is_one_reason_with_the_words_of_each() -> None:
    doubts = [(f"it is not clear which is run: a{k}.py, b.py", "call one main.py") for k in (1, 2)]
    doubts += [("nothing was handed in", "ask the student")]
    doubts += [("a link", "hand in a file"), ("too long", "hand in a file")]  # no word is shared
    members = [Roll.Member(student(k), f"f{k}", "", doubt=Roll.Doubt("x", *it)) for k, it in enumerate(doubts, 1)]
    whole = of(*(row(k) for k in range(1, 6)), roll=Roll("plain", tuple(members)))
    assert {one.what: (one.help, one.about) for one in whole.ungraded} == {
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
def test_absent_and_unjudged_students_have_a_command_each(shape: Roll.Shape, mark: str, judging: str) -> None:
    excused = Mark.Decided(Mark("u4", "excuse", "ill", "smith", 0.0))
    rows = [row(1), row(2), row(3), row(4, mark=excused), row(5, failed("E307"))]
    absent, unjudged, starved = of(*rows, roll=Roll(shape, (), (student(1), student(2)))).ungraded
    assert (absent.what, len(absent.about)) == ("nothing was handed in", 2)
    [aside] = of(row(1), roll=Roll(shape, (), (student(1),), set_aside=frozenset(["u1"]))).ungraded
    assert (aside.what, "match file" in aside.help) == (Graded.SET_ASIDE, True)
    assert (unjudged.what, unjudged.about) == ("not judged yet", (("u3 Name 3", ""),))
    assert mark in absent.command
    assert unjudged.command.startswith("judge serve" if shape == "web" else judging)
    assert starved.command.startswith(judging)


def test_a_failure_of_the_judge_is_one_reason_for_all_on_that_case() -> None:
    rows = [row(k, failed("E307")) for k in (1, 2, 3)]
    starved, key = of(*rows, row(9, failed("E301", "put it into answer.txt"))).ungraded
    assert (starved.what, len(starved.about)) == ("the judge failed on secret/secret-1: it failed [E307]", 3)
    assert (key.what, key.help != "") == ("the answer key of secret/secret-1 is wrong [E301]", True)
    assert key.command.startswith(
        "write an arrangement into testcases/pkg/secret/secret-1/answer.txt   and then   judge"
    )


def test_files_of_nobody_and_submissions_that_wait_with_whose_they_may_be() -> None:
    repair, near = "write the id of its student into class-match.csv", {"adda": (student(1), student(2)), "zzz": ()}
    doubts = {name: Roll.Doubt(name, f"the roster has no row for {name}", repair) for name in near}
    waiting = tuple(Roll.Unmatched(name, doubts[name], whose) for name, whose in near.items())
    strays = tuple(Roll.Doubt(name, "it belongs to no student", "take it out") for name in ("x", "y", "z"))
    files, unknown = of(roll=Roll("plain", (), strays=strays, unmatched=waiting)).unmatched
    assert (files.what, [who for who, _ in files.about]) == ("it belongs to no student", ["x", "y", "z"])
    assert (unknown.what, unknown.help) == ("the roster has no row for ...", repair)
    assert unknown.about == (("adda", "adda; nearest: u1 Name 1, u2 Name 2"), ("zzz", "zzz"))
    [alone] = of(roll=Roll("plain", (), unmatched=waiting[:1])).unmatched
    assert (alone.what, alone.about) == ("the roster has no row for adda", (("adda", "nearest: u1 Name 1, u2 Name 2"),))


ROSTER = Roster([
    Student("U1", "Ada Lovelace", "ada@example.edu", "ada"), Student("U2", "Kim", "kim@example.edu", "kim1"),
    Student("U3", "Kim", "kim@other.edu", "kim2"), Student("U4", "Zoe"), Student("J\udcf6rg", "Ann"),
])  # fmt: skip
# Who was judged, by problem.
JUDGED = {
    "class": ["U1", "U2", "U3", "Eve", "J\\udcf6rg"], "two": ["Ada", "ada"],
    "many": [f"student{letter}" for letter in "abcdefg"],
}  # fmt: skip


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store(tmp_path_factory.mktemp("judged") / "store.db") as store:
        for name, owners in JUDGED.items():
            batch = batch_of(store, twenty(name))
            for owner in owners:
                judge_it(store, batch, owner, [AC])
        yield store


@pytest.mark.parametrize(("problem", "word", "owner"), written_rows("names.toml", "owners"))
def test_a_student_by_whatever_the_roster_knows(judged: Store, problem: str, word: str, owner: str) -> None:
    assert find_owners(judged, twenty(problem), [word, word], ROSTER) == (owner, owner)


@pytest.mark.parametrize(("problem", "word", "listed", "note"), written_rows("names.toml", "nobody"))
def test_nobody_or_several_is_refused(judged: Store, problem: str, word: str, listed: bool, note: str) -> None:
    with refused("E456") as caught:
        find_owners(judged, twenty(problem), [word], ROSTER if listed else None)
    error = caught.value
    assert (error.help + error.command != "", error.note.startswith(note)) == (True, True)
    assert word != "student" or error.note.count("student") == 5, "five at most"
    assert ("--roster" in error.help) == ("they are" not in note and not listed)

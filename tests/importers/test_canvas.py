"""Round trip with Canvas: its importer takes our gradebook and our pages, first and after a regrade."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom import Roster, read_roll
from judge.errors import JudgeError
from judge.model import Graded, LmsList, Student
from judge.reports import Sheet
from tests.classes import SHAPES, canvas, pupils, write_zip
from tests.importers.canvas import Comments, Course, Form, User
from tests.importers.handed import Handed, first, graded_class, later, written
from tests.reports.graded import exported

EVERYBODY = pupils(30)
TITLE = "Homework 1 (1234)"


def course(shift: int = 0) -> Course:
    return Course([User(one.number + shift, one.name, f"{one.number}", f"s{one.number}") for one in EVERYBODY])


def roster_of(course: Course, folder: Path) -> Path:
    path = folder / "gradebook.csv"
    path.write_text(course.export(), newline="")
    return path


def scores(handed: Handed) -> dict[int, str]:
    numbers = {row.student.lms_id: row for row in handed.rows if row.points is not None}
    return {int(number): f"{row.points:.2f}" for number, row in numbers.items()}


def as_shown(course: Course) -> dict[int, str]:
    return {user: f"{float(score):.2f}" if score else "" for user, score in course.scores.items()}


@pytest.mark.parametrize("shape", ["Canvas", "Gradescope", "Blackboard"])
def test_everybody_gets_their_points_first_and_after_a_regrade(tmp_path: Path, shape: str) -> None:
    here, zipped = course(), SHAPES[shape](tmp_path, EVERYBODY)
    for points in (first, later):
        handed = graded_class(zipped, points, roster=roster_of(here, tmp_path))
        out = handed.export("canvas", tmp_path / "out.csv", "" if points is first else TITLE)
        here.take((tmp_path / "out.csv").read_bytes().decode())
        assert as_shown(here) == scores(handed)
        assert (here.created, here.strangers, here.points) == ([], [], 50)
        assert bool(out) == (points is first), "the column had 100 points before"


@pytest.mark.parametrize("hidden", ["", " ", "Muted", "Manual Posting", "Manual Posting (scores hidden from students)"])
@given(st.builds(Form, *[st.booleans()] * 4, totals=st.booleans()))
@settings(max_examples=12, deadline=None)
def test_canvas_s_own_gradebook_is_a_roster_in_all_its_forms(hidden: str, form: Form) -> None:
    """Whatever is set there, the file comes back to exactly those whom it names."""
    form = form._replace(hidden=hidden)
    with tempfile.TemporaryDirectory() as name:
        folder, here = Path(name), Course([User(k, f"Ann Lee{k}", f"00{k}", f"s{k}") for k in range(1, 6)])
        here.take(here.export(form))
        assert (here.strangers, here.created, here.points) == (["Student" if form.split else "Student, Test"], [], 100)
        here.strangers = []
        (folder / "g.csv").write_text(here.export(form), newline="")
        files = {f"lee{k}ann_{k}_{900 + k}_hw.py": b"print(%d)" % k for k in range(1, 6)}
        handed = graded_class(write_zip(folder / "c.zip", files), float, roster=folder / "g.csv")
        assert handed.sheet.lms.columns == (LmsList.Column("Canvas", TITLE, 100),)
        assert {(row.student.login, row.student.section, row.student.lms) for row in handed.rows} == {
            (f"s{k}", "A", "Canvas") for k in range(1, 6)
        }
        assert [row.student.id for row in handed.rows] == [f"00{k}" if form.sis else f"{k}" for k in range(1, 6)]
        handed.export("canvas", folder / "out.csv")
        here.take((folder / "out.csv").read_bytes().decode())
        assert here.scores == {k: f"{k - 1}" for k in range(1, 6)}
        assert (here.created, here.strangers) == ([], [])


@pytest.mark.parametrize("shape", SHAPES)
def test_a_number_of_another_lms_is_nobody_s_in_canvas(tmp_path: Path, shape: str) -> None:
    """Canvas has users of the very numbers that the other export gave to somebody else."""
    taken = {one.number for one in EVERYBODY} | {400_000 + one.number for one in EVERYBODY}
    here = Course([User(number, f"Somebody {number}") for number in sorted(taken)])
    handed = graded_class(SHAPES[shape](tmp_path, EVERYBODY), first)
    handed.export("canvas", tmp_path / "out.csv", TITLE)
    here.take((tmp_path / "out.csv").read_bytes().decode())
    assert bool(here.scores) == (shape == "Canvas")


def test_a_gradebook_s_number_stays_beside_that_of_another_export(tmp_path: Path) -> None:
    """Moodle's participants of these numbers are other people in Canvas."""
    here = course(shift=1)
    (tmp_path / "g.csv").write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (1234)\n"
        + "".join(f'"{one.name}",{one.number + 1},,,A,\n' for one in EVERYBODY)
    )
    zipped = SHAPES["Moodle"](tmp_path, [one._replace(number=one.number + 500) for one in EVERYBODY])
    handed = graded_class(zipped, first, roster=tmp_path / "g.csv")
    handed.export("canvas", tmp_path / "out.csv")
    here.take((tmp_path / "out.csv").read_bytes().decode())
    numbers = {one.name: one.number + 1 for one in EVERYBODY}
    assert {user: float(score) for user, score in here.scores.items() if score} == {
        numbers[name]: points for name, points in handed.points().items()
    }
    handed.export("moodle", tmp_path / "moodle.csv")
    assert f"Participant {EVERYBODY[0].number + 500}," in (tmp_path / "moodle.csv").read_text()


def test_one_of_a_name_is_never_taken_for_the_other(tmp_path: Path) -> None:
    """Canvas takes the first of a name, unless it knows the number, the id or the login."""
    here = Course([User(1, "Ann Lee"), User(2, "Ann Lee"), User(3, "Ann Lee", "own2"), User(4, "Bo Ray")])
    names = ("Ann Lee", ""), ("Ann Lee", "2"), ("Ann Lee", ""), ("Bo Ray", "")
    rows = [
        Graded(Student(f"own{k}", name, lms_id=number), points=float(k), max_points=9)
        for k, (name, number) in enumerate(names)
    ]
    sheet = Sheet("Homework 1", column=TITLE, shape="Canvas")
    [warning] = written("canvas", rows, sheet, tmp_path / "out.csv")
    here.take((tmp_path / "out.csv").read_bytes().decode())
    assert (here.scores, here.strangers) == ({2: "1", 3: "2", 4: "3"}, ["Ann Lee (own0)"])
    assert warning.startswith("2 students with the name of another student, so the id stands behind it: own0, own2")


KNOWN = st.sets(st.sampled_from(["number", "sis", "login"]))


@given(st.lists(st.tuples(st.sampled_from(["Ann Lee", "Bo Ray", "Lee, Ann"]), KNOWN), min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_canvas_finds_those_who_are_meant_and_nobody_else(people: list[tuple[str, set[str]]]) -> None:
    """Whatever is known of each: who can be found gets their points, and nobody another's."""
    users = [
        User(k, "Ann Lee" if name == "Lee, Ann" else name, f"s{k}", f"l{k}") for k, (name, _) in enumerate(people, 1)
    ]
    here = Course(users)
    rows = []
    for user, (name, known) in zip(users, people, strict=True):
        number = str(user.id) if "number" in known else ""
        who = Student(
            user.sis if "sis" in known else f"own{user.id}", name, lms_id=number, lms="Canvas" if number else ""
        )
        who = msgspec.structs.replace(who, login=user.login if "login" in known else "")
        rows.append(Graded(who, points=float(user.id), max_points=9))
    here.take(exported("canvas", rows, Sheet(column=TITLE, shape="Canvas")))
    assert here.scores.items() <= {user.id: f"{user.id}" for user in users}.items()
    names = Counter(user.name for user in users)
    for user, (_, known) in zip(users, people, strict=True):
        assert user.id in here.scores or not (known or names[user.name] == 1)


@pytest.mark.parametrize(
    ("title", "lms", "said"),
    [
        ("", False, "which assignment of Canvas the points are for is not said"),
        ("Homework 1", False, "Canvas would create a new assignment, as 'Homework 1' ends with no number"),
        ("Homework 2", True, "ends with no number"),
        ("Homework 1 (99)", True, "the class list has no column Homework 1 (99)"),
        ("Final Grade (1234)", False, "Canvas would pass over the column Final Grade (1234): its importer takes"),
        ("Lab Unposted Current Score (7)", True, "Canvas would pass over the column Lab Unposted Current Score (7)"),
    ],
)
def test_a_new_assignment_is_refused(tmp_path: Path, title: str, lms: bool, said: str) -> None:
    handed = graded_class(canvas(tmp_path, EVERYBODY), first, roster=roster_of(course(), tmp_path) if lms else None)
    with pytest.raises(JudgeError) as caught:
        handed.export("canvas", tmp_path / "out.csv", title)
    assert caught.value.code == "E479"
    assert said in caught.value.message
    assert (TITLE in caught.value.note) == (lms and "pass over" not in said)
    assert not (tmp_path / "out.csv").exists()


def test_the_only_column_that_takes_points_is_taken_or_the_problem_s(tmp_path: Path) -> None:
    def taken(columns: str, most: str, title: str = "", problem: str = "Homework 1") -> str:
        text = course().export().replace(TITLE, f"{TITLE},{columns}").replace("100.00", f"100.00,{most}")
        (tmp_path / "g.csv").write_text(text, newline="")
        handed = graded_class(canvas(tmp_path, EVERYBODY), first, roster=tmp_path / "g.csv")
        handed.sheet = Sheet(problem, "50 points", shape="Canvas", lms=handed.sheet.lms)
        handed.export("canvas", tmp_path / "out.csv", title)
        return (tmp_path / "out.csv").read_text().splitlines()[0].rpartition(",")[2]

    assert taken("Notes (77)", "(read only)", problem="Queens") == TITLE
    assert taken("Homework 2 (77)", "10.00") == TITLE
    assert taken("Homework 2 (77)", "10.00", "homework  2") == "Homework 2 (77)"
    with pytest.raises(JudgeError, match="read only"):
        taken("Notes (77)", "(read only)", "Notes (77)")
    with pytest.raises(JudgeError, match="not said"):
        taken("Homework 2 (77)", "10.00", problem="Queens")


def test_each_page_reaches_who_handed_in_a_file(tmp_path: Path) -> None:
    """A text has no place, and a name that is digits alone is no number of a user."""
    files = {
        "lovelaceada_1000_91000_hw1.py": b"print(1)\n",
        "hopper_LATE_1002_91002_5_6_hw1.py": b"print(3)\n",
        "curie_1003_text.html": b"hello",
    }
    here = Comments({1000: {91000}, 1001: {91001}, 1002: {91002}, 1003: set(), 1234: {1001}})
    handed = graded_class(write_zip(tmp_path / "submissions.zip", files), first)
    digits = Graded(Student("1001", "1234", lms_id="1001"), "1234_1001_91001_hw1", points=1.0)
    handed.rows = [*handed.rows, digits]
    out = handed.export("feedback", tmp_path / "pages.zip")
    here.take((tmp_path / "pages.zip").read_bytes())
    assert sorted(here.given) == [1000, 1001, 1002]
    assert here.ignored == []
    assert all(f"{number}".encode() in here.given[number][0] for number in here.given), "each gets their own"
    [warning] = out
    assert warning.startswith("1 page left out, of 1003: they handed in no file")


@pytest.mark.parametrize(("name", "written"), [("Team ", "team"), ("Team_", "team_")])
def test_a_group_s_work_is_given_to_each_of_it(tmp_path: Path, name: str, written: str) -> None:
    """Points by their own number; of the pages that of who handed in, which Canvas gives to all of the group."""
    course = Course([User(k, name, f"u{k}") for k, name in enumerate(("Ann Lee", "Bob Ray", "Cy Fox"), 1)])
    (tmp_path / "g.csv").write_text(course.export())
    (tmp_path / "groups.csv").write_text(f"group,id\n{name}7,u1\n{name}7,u2\n{name}8,u3\n")
    files = {f"{written}7_2_900_hw.py": b"print(1)\n", f"{written}8_3_901_hw.py": b"print(3)\n"}
    zipped = write_zip(tmp_path / "c.zip", files)
    roll = read_roll(zipped, Roster.listed(tmp_path / "g.csv", tmp_path / "groups.csv"))
    handed = graded_class(zipped, float, lms=tmp_path / "g.csv")
    one = handed.rows[0]
    handed.rows = [
        msgspec.structs.replace(one, student=member.student, page=member.page, points=float(place))
        for place, member in enumerate(roll.members)
    ]
    handed.export("canvas", tmp_path / "out.csv")
    course.take((tmp_path / "out.csv").read_bytes().decode())
    assert course.scores == {1: "0", 2: "1", 3: "2"}
    handed.export("feedback", tmp_path / "pages.zip")
    here = Comments({1: {900}, 2: {900}, 3: {901}}, groups=({1, 2},))
    here.take((tmp_path / "pages.zip").read_bytes())
    assert {user: len(pages) for user, pages in here.given.items()} == {1: 1, 2: 1, 3: 1}
    assert (here.ignored, b"Ray, Bob" in here.given[1][0]) == ([], True)

"""What was handed in on the web is a class as a zip is: gradebook, lateness, attempts and twins come out the same."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest

from judge.classroom import ClassUpload, Gradebook, counting_brief, row_of_job, similarities, web_class
from judge.model import Deadline, Graded, Job, Mark, Problem, Roll, Student, Submission, Verdict
from judge.store import Store
from judge.submissions import handed_in
from judge.text import DAY_S
from tests.classes import write_zip
from tests.judging.make import problem_of
from tests.make import AC, WA, batch, judgement, replace

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DUE = Deadline(NOON, penalty=Deadline.Penalty(10, per_s=DAY_S))
ANN, BOB, CY = Student("ann", "Ann"), Student("bob", "Bob"), Student("cy", "Cy")
PROBLEM = replace(problem_of(2), deadline=DUE)


class Door:
    """Takes submissions as the web does, and judges them."""

    def __init__(self, store: Store) -> None:
        self.store, self.jobs = store, list[Job]()

    def hand_in(
        self, owner: str, days: float, *verdicts: Verdict, text: str = "", files: tuple[str, ...] = ("hw.py",)
    ) -> Submission:
        """Days are counted from the deadline."""
        source = (text or f"# {owner} {days}\n").encode()
        one = handed_in(owner, PROBLEM.name, files[0], tuple((name, source) for name in files), PROBLEM.programs)
        at_s = NOON.timestamp() + days * DAY_S
        bare = replace(one, source=b"", files=())
        number = len(self.jobs) + 1
        job = Job(number, f"code{number}", "submit", PROBLEM.name, owner, owner, at_s, submission=bare)
        told = {"state": "done"} if verdicts else {"state": "waiting", "words": "it is tried again"}
        self.jobs.append(replace(job, **told))
        ticket = self.store.enter(self.store.begin(batch(PROBLEM, kind="submit")), one, owner, handed_s=at_s)
        if verdicts:
            self.store.finish(ticket, replace(judgement(PROBLEM, verdicts), submission=one))
        return one

    def roll(self, problem: Problem = PROBLEM, roster: list[Student] | None = None) -> tuple[Problem, Roll]:
        with patch.object(type(self.store.queue), "handed_in", return_value=self.jobs):
            return web_class(self.store, problem, roster)

    def gradebook(self, problem: Problem = PROBLEM, roster: list[Student] | None = None) -> Gradebook:
        problem, roll = self.roll(problem, roster)
        return Gradebook.read(self.store, roll, problem)


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    with Store(tmp_path / "store.db") as store:
        for student in (ANN, BOB, CY):
            store.accounts.enter(student, "student", "")
        store.accounts.enter(Student("prof"), "instructor", "")
        yield Door(store)


def facts(book: Gradebook) -> list[tuple[str, Verdict | None, float | None]]:
    return [(row.student.id, row.verdict, row.points) for row in book.rows]


def test_a_class_of_the_web_is_graded_as_one_of_a_zip(door: Door) -> None:
    door.hand_in("bob", -2, AC, AC)
    door.hand_in("ann", -1, AC, WA)
    door.hand_in("ann", 0.5)  # it waits
    door.hand_in("prof", -3, AC, AC)
    door.hand_in("eve", -3, AC, AC)
    book = door.gradebook()
    roll, rows = book.roll, book.rows
    assert facts(book) == [("ann", None, None), ("bob", AC, 10), ("cy", None, None)]
    assert [row.note for row in rows] == ["not judged yet; handed in 12 h late", "", "nothing was handed in"]
    assert (roll.shape, roll.absent, [stray.where for stray in roll.strays]) == ("web", (CY,), ["eve"])
    found = [(row.folder, row.page, ((row.lateness.handed_in_s or 0) - NOON.timestamp()) / DAY_S) for row in rows[:2]]
    assert found == [("code3", "ann", 0.5), ("code1", "bob", -2)]


@pytest.mark.parametrize(
    ("rule", "filled"),
    [("newest", ["code4"]), ("best", ["code4", "code3", "code2", "code1"]), ("last-on-time", ["code4", "code2"])],
)
def test_only_what_may_count_is_read_out_of_the_store(door: Door, rule: Problem.AttemptRule, filled: list[str]) -> None:
    for days in (-3, -2, 0.5, 1):
        door.hand_in("ann", days, text="x" if days == -2 else "")
    with patch.object(type(door.store), "sourced", side_effect=door.store.sourced) as read:
        [member] = door.roll(replace(PROBLEM, attempt=rule))[1].members
    assert read.call_count == len(filled)
    assert [one.folder for one in (member, *member.others) if one.files] == filled


@pytest.mark.parametrize("rule", ["newest", "best", "last-on-time"])
def test_what_the_judge_has_given_up_is_nobody_s_loss(door: Door, rule: str) -> None:
    problem = replace(PROBLEM, attempt=rule)
    door.hand_in("ann", -2)
    door.jobs[0] = replace(door.jobs[0], state="done", words="no room on the disk")
    book = door.gradebook(problem)
    assert (facts(book)[0], book.rows[0].waits) == (("ann", Verdict.JE, None), True)
    _, reason = book.overview.ungraded
    assert reason.what.endswith("no room on the disk")
    assert reason.about == (("ann Ann", ""),)
    door.hand_in("ann", -1, AC, AC)
    assert facts(door.gradebook(problem))[0] == ("ann", AC, 10)
    brief = counting_brief(door.jobs, door.store.briefs.of("ann"), problem, DUE, {})
    assert brief
    assert (brief.verdict, brief.points) == (AC, 10)


def told(row: Graded) -> tuple[object, ...]:
    return row.folder, row.verdict, row.points, row.max_points, row.note, row.late, row.lateness


@pytest.mark.parametrize("rule", ["newest", "best", "last-on-time"])
def test_a_student_is_told_what_the_gradebook_says(door: Door, rule: Problem.AttemptRule) -> None:
    """Of all that was handed in, with its bonus, and of each as if it were all."""
    problem, bonus = replace(PROBLEM, attempt=rule), Problem.Scheme(bonus=Problem.Scheme.Bonus(1, 5))
    for days, verdicts in ((-3, (AC, WA)), (-2, (AC, AC)), (0.5, (AC, AC)), (1, (WA, WA)), (2, ()), (3, ())):
        one, job = door.hand_in("ann", days, *verdicts), door.jobs[-1]
        if days == 3:
            job = door.jobs[-1] = replace(job, state="done", words="no room on the disk")
        book = door.gradebook(replace(problem, scheme=bonus))
        brief = counting_brief(door.jobs, door.store.briefs.of("ann"), problem, DUE, book.bonuses)
        found = [(one.verdict, one.points) if one else (None, None) for one in (brief, book.rows[0])]
        assert found[0] == found[1]
        if verdicts:
            [record] = door.store.counting(problem, [("ann", one)])
            door.jobs, kept = [job], door.jobs
            [alone, *_], door.jobs = door.gradebook(problem).rows, kept
            assert told(row_of_job(door.store, problem, ANN, job, record)) == told(alone)
    row = row_of_job(door.store, problem, ANN, job, record)
    assert (row.verdict, row.points, row.waits) == (Verdict.JE, None, True), "the judge has given it up"


def test_a_roster_says_who_is_in_the_class_whatever_their_role(door: Door) -> None:
    door.hand_in("ann", -1, AC, AC)
    door.hand_in("prof", -1, AC, AC)
    book = door.gradebook(roster=[Student("prof", "P."), CY])
    assert facts(book) == [("prof", AC, 10), ("cy", None, None)]
    assert [stray.where for stray in book.roll.strays] == ["ann"]


def test_folders_twins_marks_overview_and_similar_work_are_those_of_any_class(door: Door) -> None:
    files = ("src/main.py", "src/help.py")
    door.hand_in("ann", -1, AC, AC, text="same", files=files)
    door.hand_in("bob", -1, AC, WA, text="same", files=files)
    door.hand_in("cy", -1, AC, AC, text="other")
    door.store.marks.add(PROBLEM.name, "web:", [Mark("bob", "points", "by mail", "prof", 1.0, 7.5)])
    book = door.gradebook()
    roll, rows = book.roll, book.rows
    found = [(one.main, tuple(name for name, _ in one.files)) for one in roll.members]
    assert found == [("src/main.py", files), ("src/main.py", files), ("hw.py", ("hw.py",))]
    assert [[one.student.id for one in group] for group in roll.twins] == [["ann", "bob"]]
    assert [row.twins for row in rows] == [("bob",), ("ann",), ()]
    assert [who for who, _ in similarities("web", roll).left_out] == ["ann", "bob", "cy"]
    assert [line.points for line in book.overview.lines] == [10, 7.5, 10]


@pytest.mark.parametrize("owner", ["../up", "/etc/x", "a" * 190, "a/b"])
def test_an_id_leads_no_page_out_of_its_folder(door: Door, owner: str) -> None:
    door.hand_in(owner, -1, AC, AC)
    [member] = door.roll(roster=[Student(owner)])[1].members
    assert not member.page.startswith(("/", ".."))
    assert len(member.page) < 200


# --- an export of an LMS that is uploaded -----------------------------------------------------------------------------
def uploaded(door: Door, folder: Path, files: dict[str, bytes], days: float = 3) -> ClassUpload:
    """What is found in it so many days after the deadline."""
    path = write_zip(folder / "class.zip", files)
    now_s = NOON.timestamp() + days * DAY_S
    with patch.object(type(door.store.queue), "handed_in", return_value=door.jobs), patch("time.time", lambda: now_s):
        return ClassUpload.read(door.store, path, PROBLEM)


@pytest.mark.parametrize(("days", "counted"), [(3, 2), (1, 1)])
def test_what_an_upload_has_new_is_handed_in_on_time(door: Door, tmp_path: Path, days: float, counted: float) -> None:
    door.hand_in("bob", -1, text="same")
    door.store.terms.set(PROBLEM.name, "ann", Deadline.Term(extension="2 days"), "prof", 1.0)
    found = uploaded(door, tmp_path, {"ann/hw.py": b"# new", "bob/hw.py": b"same"}, days)
    [ann], [bob] = found.ready, found.before
    assert (ann.owner, ann.submission.source, ann.known) == ("ann", b"# new", False)
    assert ann.at_s == NOON.timestamp() + counted * DAY_S
    assert (bob.owner, found.left, found.new, found.waits) == ("bob", (), (), False)
    assert uploaded(door, tmp_path, {"ann/hw.py": b"# new", "eve/hw.py": b"# eve"}).waits, "she is not in the class"


def test_what_a_student_went_back_to_is_handed_in_once_more(door: Door, tmp_path: Path) -> None:
    """As in the gradebook of the export itself, the newest counts. Without a time nobody knows that it is newer."""
    for days, text in ((-3, "old"), (-2, "new")):
        door.hand_in("ann", days, text=text)

    def count(day: int, text: str) -> tuple[int, int]:
        when = f"2026-11-{day} 13:00:00 UTC".encode()
        files = {"submitted/ann/hw1/hw.py": text.encode(), "submitted/ann/hw1/timestamp.txt": when}
        found = uploaded(door, tmp_path, files)
        return len(found.ready), len(found.before)

    assert [count(17, "old"), count(18, "new"), count(19, "old")] == [(0, 1), (0, 1), (1, 0)]
    back, same = (uploaded(door, tmp_path, {"ann/hw.py": text}) for text in (b"old", b"new"))
    assert [(len(one.ready), len(one.left)) for one in (back, same)] == [(0, 1), (0, 0)], "it is told"
    door.hand_in("ann", -1 + 1 / 24, text="old")
    assert count(19, "old") == (0, 1)
    door.hand_in("ann", -1 + 1 / 24, text="new")
    assert [count(19, text) for text in ("old", "new")] == [(0, 1)] * 2, "of one moment"


def test_a_user_of_canvas_is_no_participant_of_moodle(door: Door, tmp_path: Path) -> None:
    """Nor where that is anonymous, and has nothing but numbers."""
    for student in (ANN, BOB, CY):
        door.store.accounts.remove(student.id, "")
    found = uploaded(door, tmp_path, {"leeann_5_901_hw.py": b"1", "raybob_6_902_hw.py": b"2"})
    door.store.accounts.enter_all(found.new, "")
    again = uploaded(door, tmp_path, {f"Participant_{one}_assignsubmission_file/hw.py": b"3" for one in (5, 6)})
    assert (len(found.ready), again.ready, len(again.roll.unmatched)) == (2, (), 2)


def test_without_students_an_export_says_who_there_is_and_staff_is_none(door: Door, tmp_path: Path) -> None:
    for student in (ANN, BOB, CY):
        door.store.accounts.remove(student.id, "")
    names = {"L_Cy_cy_3": 1, "L_Ann_ann_1": 0, "P_P_prof_9": 2, "L_Jo_jo doe _4": 3}
    found = uploaded(door, tmp_path, {f"{name}/2026112{day}130000_hw.py": b"# %d" % day for name, day in names.items()})
    ready = [(one.owner, one.known, one.at_s - NOON.timestamp()) for one in found.ready]
    assert ready == [("ann", True, 3600), ("cy", True, 3600 + DAY_S)]
    assert [one.id for one in found.new] == ["ann", "cy"]
    assert [one.where for one in found.left] == ["prof", "jo doe "]

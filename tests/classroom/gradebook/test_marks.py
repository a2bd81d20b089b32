"""Decisions by hand on the rows of a class, and whom a word means."""

from __future__ import annotations

import pytest

from judge.classroom.gradebook.marks import find_in_class, with_marks
from judge.errors import JudgeError
from judge.model import Verdict
from judge.model.classroom import Graded, Member, Roll, Student
from judge.model.mark import Mark

ANN, BOB, ROB = Student("1", "Ann Lee", "ann@x.edu"), Student("2", "Bob"), Student("3", "bob", login="rob")
ROLL = Roll("plain", (Member(ANN, "1", "1/feedback"), Member(BOB, "2", "2/feedback")), absent=(ROB,))


def given(kind: str, points: float | None = None, owner: str = "1") -> Mark:
    return Mark(owner, kind, "why", "smith", 0.0, points)  # type: ignore[arg-type]


def test_points_by_hand_count_and_the_note_says_what_the_judge_gave() -> None:
    row = Graded(ANN, points=10.0, max_points=20.0, note="bonus: 5 for DFS")
    [marked] = with_marks([row], [given("points", 15.0)])
    assert (marked.points, marked.mark and marked.mark.judged) == (15.0, 10.0)
    assert "15 points by hand (smith, " in marked.note
    assert marked.note.endswith("): why; the judge gave 10; bonus: 5 for DFS")
    assert "the judge gave" not in with_marks([row], [given("points", 10.0)])[0].note


def test_who_is_excused_has_no_points_and_waits_for_nothing() -> None:
    failed = Graded(ANN, verdict=Verdict.JE)
    assert failed.waits
    [row] = with_marks([failed], [given("excuse")])
    assert (row.points, row.excused, row.waits) == (None, True, False)
    assert not with_marks([failed], [given("points", 3.0)])[0].waits


def test_a_comment_changes_no_points_and_others_keep_their_rows() -> None:
    rows = [Graded(ANN, points=10.0), Graded(BOB, points=5.0)]
    commented, other = with_marks(rows, [given("comment")])
    assert (commented.points, commented.excused) == (10.0, False)
    assert other is rows[1]
    assert with_marks(rows, [given("points", 1.0), given("clear")]) == rows


@pytest.mark.parametrize(
    ("word", "student"), [("1", ANN), ("ANN lee", ANN), ("ann@x.edu", ANN), ("rob", ROB), ("3", ROB)]
)
def test_a_student_is_found_by_id_or_by_any_name(word: str, student: Student) -> None:
    assert find_in_class(word, ROLL) is student


@pytest.mark.parametrize(
    ("word", "note"), [("bob", "they are 2 Bob, 3 bob"), ("an lee", "close to it: Ann Lee"), ("zzz", "it has 3 stud")]
)
def test_nobody_and_several_are_told(word: str, note: str) -> None:
    with pytest.raises(JudgeError) as caught:
        find_in_class(word, ROLL)
    assert caught.value.code == "E485"
    assert caught.value.note.startswith(note)

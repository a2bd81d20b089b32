"""Decisions by hand on the rows of a class, and whom a word means."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from judge.classroom.gradebook.marks import Marking, find_in_class, find_marked, lost_marks, with_marks
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


@drawn(
    st.lists(st.tuples(st.sampled_from("123x"), st.sampled_from(("points", "excuse", "comment", "clear"))), max_size=9),
    st.lists(st.tuples(st.sampled_from("123x"), st.sampled_from(("points", "excuse", "comment", "clear"))), max_size=9),
)
def test_what_is_decided_counts_or_is_told(here: list[tuple[str, str]], there: list[tuple[str, str]]) -> None:
    """In whatever order: the last points or excuse since the last clear is on a row or in the list, never in both."""
    marks = [given(kind, float(place), owner) for place, (owner, kind) in enumerate(here)]
    others = [given(kind, float(place), owner) for place, (owner, kind) in enumerate(there)]
    rows = with_marks([Graded(one) for one in (ANN, BOB, ROB)], marks)
    lost = {owner: said for one in lost_marks(rows, marks, {"later": others}) for owner, said in one.about}
    standing, abroad = standing_of(marks), standing_of(others)
    for row in rows:
        grade, comment = standing.get(row.student.id, (None, None))
        assert (row.mark.grade if row.mark else None, row.mark.comment if row.mark else None) == (grade, comment)
        assert (row.student.id in lost) == (row.student.id in abroad and row.student.id not in standing)
    assert ("x" in lost) == ("x" in standing)


def standing_of(marks: list[Mark]) -> dict[str, tuple[Mark | None, Mark | None]]:
    """What counts of each owner, found from the last mark back."""
    found = {}
    for owner in {mark.owner for mark in marks}:
        own = [mark for mark in marks if mark.owner == owner]
        cleared = max((at for at, mark in enumerate(own) if mark.kind == "clear"), default=-1)
        since = own[cleared + 1 :][::-1]
        if since:
            grade = next((mark for mark in since if mark.kind in ("points", "excuse")), None)
            found[owner] = grade, next((mark for mark in since if mark.kind == "comment"), None)
    return found


def test_what_was_decided_for_somebody_else_is_shown_and_taken_back_alone() -> None:
    ghost = Mark("bob", "points", "why", "smith", 0.0, 5.0)
    clear = Marking("bob", None, excuse=False, comment="", clear=True, why="", name="smith")
    assert find_marked(clear, ROLL, [ghost]) == Student("bob")
    for points, comment in ((3.0, ""), (None, "well")):
        with pytest.raises(JudgeError):
            find_marked(msgspec.structs.replace(clear, clear=False, points=points, comment=comment), ROLL, [ghost])
    assert find_marked(msgspec.structs.replace(clear, student="2"), ROLL, [given("points", owner="2")]) is BOB

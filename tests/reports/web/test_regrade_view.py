"""How far a regrade is, in words, and what came of those before."""

from __future__ import annotations

from judge.model.job import Job, Place, RegradeWish
from judge.reports.web.regrade_view import former, progress

WISH = RegradeWish("case four was wrong", ("ada",), ("secret/four",), disturbed=True)
WAITS = Job(1, "a", "regrade", "quiz", "", "ines", 0.0, wish=WISH)


def test_progress_says_what_it_waits_for() -> None:
    assert "no judge is at work" in progress(WAITS, Place(0, None, 0), 0, 0).state
    assert progress(WAITS, Place(1, None, 2), 0, 0).state.startswith("It waits in the queue, behind 1 other job.")
    running = Job(1, "a", "regrade", "quiz", "", "ines", 0.0, state="running")
    assert (progress(running, Place(0, None, 1), 3, 9).done, progress(running, Place(0, None, 1), 3, 9).due) == (3, 9)


def test_those_before_say_what_came_of_them_and_the_open_one_is_not_among_them() -> None:
    done = Job(2, "b", "regrade", "quiz", "", "ines", 0.0, state="done", wish=WISH, batch=7)
    failed = Job(3, "c", "regrade", "quiz", "", "ines", 0.0, state="done", wish=WISH, words="E453: nothing")
    pending = Job(4, "d", "regrade", "quiz", "", "ines", 0.0, state="done", wish=WISH, batch=8)
    found = former([pending, failed, done, WAITS], {7: "applied"})
    assert [one.words for one in found] == ["E453: nothing", "applied"]
    assert found[0].reason == "case four was wrong; ada, secret/four, disturbed runs"

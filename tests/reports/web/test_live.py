"""What the page of a submission says while it is judged."""

from __future__ import annotations

import pytest

from judge.model import Attempt, Measurement, Verdict
from judge.model.job import Job, JobState, Place
from judge.reports.web.live import letters_of, phase_of
from tests.reports.runs import problem


def _job(state: JobState, **facts: object) -> Job:
    return Job(1, "c0de", "submit", "quiz", "ada", "ada", 0.0, state, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Place(0, None, 1), ("it is next",)),
        (Place(3, 61.0, 2), ("3 ahead", "1 min 1 s")),
        (Place(3, None, 2), ("3 ahead", "Nobody knows yet")),
        (Place(3, None, 0), ("No judge is at work",)),
    ],
)
def test_waiting_says_place_and_time(place: Place, words: tuple[str, ...]) -> None:
    phase = phase_of(_job("waiting"), place)
    assert all(word in f"{phase.words} {phase.more}" for word in words)


def test_failed_judge_is_said_to_try_again() -> None:
    assert "tried again" in phase_of(_job("waiting", tries=1), Place(0, None, 1)).more
    assert "tried again" not in phase_of(_job("waiting"), Place(0, None, 1)).more


def test_what_the_judge_says_of_its_own_failure_is_not_for_students() -> None:
    phase = phase_of(_job("done", words="E301: /srv/judge/quiz/secret/four is gone"), Place(0, None, 1))
    assert phase.words == "Not judged"
    assert "secret" not in phase.more


def test_every_case_has_a_letter_and_the_last_attempt_counts() -> None:
    made = problem(4)
    first = made.cases[0]
    attempts = [
        Attempt(first.name, first.group, "ANY", verdict, samples=(Measurement(verdict, 0.1, 0.1, 1),))
        for verdict in (Verdict.JE, Verdict.AC)
    ]
    groups = letters_of(made, attempts)
    letters = [one for group in groups for one in group.letters]
    assert len(letters) == len(made.cases)
    assert [one.verdict for one in letters if one.verdict] == [Verdict.AC]
    assert sum(group.ran for group in groups) == 1
    assert letters[-1].said.endswith(": waits")

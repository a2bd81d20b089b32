"""A submission that is judged elsewhere, as events: each letter once, and an end."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.client.following import Waits, followed
from judge.client.site import Site
from judge.client.wire import Letter, Outline, Outlined, Progress
from judge.errors import JudgeError
from judge.model import Preparing, Ran, Readied, Submission, Verdict

MINE = Submission("mine", "pkg", "program", Path("mine.py"), b"", "")
OUTLINE = Outline("pkg", "The pkg", 1.0, tuple(Outlined(f"c{at}", "secret", "DFS") for at in range(2)))
BEGUN = Progress("00", "pkg", "waiting", 3, 9.0, outline=OUTLINE)
LETTERS = tuple(Letter(f"c{at}", "secret", "DFS", Verdict.AC, cpu_s=0.1) for at in range(3))


class Told(Site):
    """A site that says these things, one after another, and the last one for ever."""

    def __init__(self, says: Iterable[Progress]) -> None:
        self.asked: list[tuple[str, int]] = []
        self._says = list(says)

    def progress(self, job: str, after: int) -> Progress:
        self.asked.append((job, after))
        return self._says.pop(0) if len(self._says) > 1 else self._says[0]

    def page(self, job: str) -> str:
        return job


def now(**changes: Any) -> Progress:
    return msgspec.structs.replace(BEGUN, **{"outline": None, **changes})


def told(*says: Progress) -> tuple[list[Any], list[float]]:
    slept: list[float] = []
    return [*followed(Told(says), BEGUN, MINE, slept.append)], slept


def test_each_thing_is_told_once() -> None:
    running = now(state="running", letters=LETTERS[:1], after=5, again_s=0.3)
    events, slept = told(
        now(ahead=3, wait_s=8.0),
        now(ahead=1, again_s=900.0),
        now(state="preparing", again_s=0.0),
        running,
        now(state="done", judged=True, letters=LETTERS[1:2], after=6),
        now(state="done", judged=True, after=6),
    )
    assert [type(one) for one in events] == [Waits, Waits, Preparing, Readied, Ran, Ran]
    assert [one.ahead for one in events[:2]] == [3, 1]
    assert [(one.run.case, one.done, one.total) for one in events[4:]] == [("c0", 1, 2), ("c1", 2, 2)]
    assert slept == [1.0, 1.0, 30.0, 0.2, 0.3], "as the site asks, within bounds"


def test_what_waits_has_run_nothing() -> None:
    events, _ = told(now(letters=LETTERS[:1], after=1), now(state="done", judged=True, after=1))
    assert [type(one) for one in events] == [Waits, Preparing]


def test_cases_that_it_did_not_tell_of_are_passed_over() -> None:
    events, _ = told(now(state="done", judged=True, letters=LETTERS, after=3), now(state="done", judged=True, after=3))
    assert [one.run.case for one in events if isinstance(one, Ran)] == ["c0", "c1"]


@pytest.mark.parametrize(
    "says",
    [
        now(state="running", letters=LETTERS[:1], after=0),
        now(state="done", judged=True, letters=LETTERS[:1], after=7),
    ],
)
def test_what_has_no_end_is_ended(says: Progress) -> None:
    with pytest.raises(JudgeError, match="has no end"):
        told(says)


@pytest.mark.parametrize(("state", "said"), [("replaced", "a newer submission"), ("done", "has failed on it")])
def test_over_without_a_judgement(state: Any, said: str) -> None:
    with pytest.raises(JudgeError, match=said) as caught:
        told(now(state=state))
    assert caught.value.code == "E524"


def test_a_site_must_say_what_it_runs() -> None:
    with pytest.raises(JudgeError) as caught:
        list(followed(Told([]), now(), MINE))
    assert caught.value.code == "E522"

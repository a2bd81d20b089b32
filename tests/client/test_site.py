"""What a site says is read as nouns: whole, in bounds, and clean; or it is an error, and never a traceback. And a
submission that is judged elsewhere, as events: each letter once, and an end."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from judge.client import Progress, Site
from judge.model import Preparing, Ran, Readied
from judge.reports import OwnResult
from judge.scoring import Leaderboard, OwnRank
from tests import make
from tests.client.strangers import answer, stranger
from tests.conftest import refused, there
from tests.make import AC, HOST, WA

PROBLEM = make.problem(2)
MINE = make.submission()
RUNS = [make.run(case, (AC, 0.1)) for case in make.problem(3).cases]
PROGRESS = Progress("0a" * 8, "pkg", "running", after=7).telling(RUNS[:1], None)
DEEP = b'{"schema": "judge.submission/1", "x": ' + b"[" * 5000 + b"]" * 5000 + b"}"


def said(**changes: Any) -> bytes:
    return msgspec.json.encode({**msgspec.to_builtins(PROGRESS), **changes})


def result() -> dict[str, Any]:
    judgement = make.judgement(4, [AC, AC, WA, AC])
    place = OwnRank(2, 5, OwnRank.Score("ada", 1, judgement.submission.sha256, 3, 1.0), "gecko-1", 1, 2.5, True)
    ground = Leaderboard.Ground("pkg", "", "", "wall", False, "a host")
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(OwnResult(judgement, place, ground).document(HOST)))
    return found


def progress(body: bytes) -> Progress:
    """What is read of a site that says this."""
    with stranger(answer(body)) as at:
        return Site(at.url, lambda _: "secret").progress("00", 0)


def test_what_a_site_says_is_read_again() -> None:
    assert progress(said()) == PROGRESS
    assert progress(said(later=1)) == PROGRESS, "new keys may be added"


BODIES = (
    *(b"", b"{", b"[]", b"1", b'"x"', b"null", b"\xff", b"<html>", b"{}", b"NaN", DEEP, b"[" * 100_000),
    *(said(schema=None), said(schema="judge.run/1"), said(schema="x"), said(job="../../x"), said(job="")),
    *(said(state="odd"), said(after=-1), said(again_s=-1), said(letters=[1]), said(letters=[{}])),
    *(said(problem="x" * 500), said(wait_s=1e300), said(ahead=10**30), said(after="1")),
)


def test_what_is_no_answer_is_refused_and_another_version_says_what_to_do() -> None:
    with stranger(*map(answer, BODIES)) as at:
        site = Site(at.url, lambda _: "secret")
        for body in BODIES:
            assert refused(site.progress, "00", 0).code == "E522", body
    later = refused(progress, said(schema="judge.submission/2"))
    assert "it says judge.submission/2, and this judge reads judge.submission/1" in later.message


def test_no_character_of_a_site_moves_a_cursor() -> None:
    cases = (make.replace(PROBLEM.cases[0], name="c\x07", group="g\r"),)
    evil = make.replace(PROBLEM, name="pkg\x1b[2J", title="t\x9b31m\u202e", cases=cases)
    outline = msgspec.to_builtins(PROGRESS.telling((), evil).outline)
    found = progress(said(why="\x1b]0;x\x07y", remarks=["a\x1b[1m\u2066b"], outline=outline))
    text = "".join((found.why, *found.remarks, *map(str, msgspec.to_builtins(found.outline).values())))
    assert not set("\x1b\x9b\x07\r\u202e\u2066") & set(text)
    assert found.why == "y"
    assert there(found.outline).name == "pkg"


def test_a_result_is_read_again() -> None:
    with stranger(answer(json.dumps(result()))) as at:
        read: Any = Site(at.url, lambda _: "secret").result("00")
    assert (read.judgement.verdict, read.judgement.points) == (WA, 37.5)
    assert (read.place.rank, read.place.count, read.place.above, read.place.tied) == (2, 5, "gecko-1", True)
    assert read.place.score.sha256 == read.judgement.submission.sha256
    assert read.place.score.solved == 3, "who shares a rank is told why"
    assert (read.ground.clock, read.ground.boxed, read.ground.host_class) == ("wall", False, "a host")
    assert {**read.said, "made_s": 0} == {**result(), "made_s": 0}


def test_a_site_of_before_does_not_tell_how_many_cases_hold_the_rank() -> None:
    said = result()
    del said["place"]["solved"]
    with stranger(answer(json.dumps(said))) as at:
        read: Any = Site(at.url, lambda _: "secret").result("00")
    assert read.place.score.solved == 3, "as many as this one"


CHANGES: tuple[dict[str, Any], ...] = (
    *({"submissions": []}, {"submissions": "x"}, {"submissions": 2 * result()["submissions"]}, {"host": None}),
    *({"problems": {}, "limits": {}}, {"place": {"rank": "x"}}, {"place": 1}, {"schema": "judge.run/2"}),
)


def test_what_is_no_result_is_refused() -> None:
    with stranger(*(answer(json.dumps(result() | change)) for change in CHANGES)) as at:
        site = Site(at.url, lambda _: "secret")
        for change in CHANGES:
            assert refused(site.result, "00").code == "E522", change


# --- a submission that is judged elsewhere ---------------------------------------------------------------------------
BEGUN = Progress("00", "pkg", "waiting", 3, 9.0).telling((), PROBLEM)


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


def now(letters: slice = slice(0), **changes: Any) -> Progress:
    return msgspec.structs.replace(BEGUN, **changes).telling(RUNS[letters], None)


def told(*says: Progress) -> tuple[list[Any], list[float]]:
    slept: list[float] = []
    return [*Told(says).events(BEGUN, MINE, slept.append)], slept


def test_each_thing_is_told_once() -> None:
    running = now(state="running", letters=slice(1), after=5, again_s=0.3)
    events, slept = told(
        now(ahead=3, wait_s=8.0),
        now(ahead=1, again_s=900.0),
        now(state="preparing", again_s=0.0),
        running,
        now(state="done", judged=True, letters=slice(1, 2), after=6),
        now(state="done", judged=True, after=6),
    )
    assert [type(one) for one in events[2:]] == [Preparing, Readied, Ran, Ran]
    assert [one.ahead for one in events[:2]] == [3, 1]
    assert [(one.run.case, one.done, one.total) for one in events[4:]] == [("c0", 1, 2), ("c1", 2, 2)]
    assert slept == [1.0, 1.0, 30.0, 0.2, 0.3], "as the site asks, within bounds"


def test_what_waits_has_run_nothing_and_cases_that_it_did_not_tell_of_are_passed_over() -> None:
    over = now(state="done", judged=True, letters=slice(3), after=1)
    for said, ran in ((now(letters=slice(1), after=1), []), (over, ["c0", "c1"])):
        events, _ = told(said, now(state="done", judged=True, after=1))
        assert [one.run.case for one in events if isinstance(one, Ran)] == ran


ENDS = (  # what a site says at last that has not judged it, and what is said of that
    (now(state="running", letters=slice(1)), "has no end"),
    (now(state="done", judged=True, letters=slice(1), after=7), "has no end"),
    (now(state="replaced"), "a newer submission"),
    (now(state="done"), "has failed on it"),
)


@pytest.mark.parametrize(("says", "said"), ENDS)
def test_what_ends_without_a_judgement_is_an_error(says: Progress, said: str) -> None:
    assert said in refused(told, says).message


def test_a_site_must_say_what_it_runs() -> None:
    assert refused(list, Told([]).events(now(), MINE)).code == "E522"

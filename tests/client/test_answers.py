"""What a site says is read as nouns: whole, in bounds, and clean; or it is an error, and never a traceback."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.client.connection import refusal_in
from judge.client.site import noun_in, result_in
from judge.client.wire import SUBMISSION, Letter, Outline, Outlined, Progress
from judge.errors import JudgeError
from judge.model import Prepared, Verdict
from judge.reports.export.run_json import own_run_json
from judge.scoring.leaderboard import Ground, OwnRank, Score
from judge.scoring.verdict import judgement_of
from tests.store.make import HOST, PROBLEM, runs_of, submission_of

AC, WA = Verdict.AC, Verdict.WA
PROGRESS = Progress("0a" * 8, "pkg", "running", letters=(Letter("c0", "secret", "DFS", AC, cpu_s=0.1),), after=7)
DEEP = b'{"schema": "judge.submission/1", "x": ' + b"[" * 5000 + b"]" * 5000 + b"}"
_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def said(**changes: Any) -> bytes:
    return msgspec.json.encode({**msgspec.to_builtins(PROGRESS), **changes})


def result() -> dict[str, Any]:
    judgement = judgement_of(submission_of(), PROBLEM, Prepared(), runs_of([AC, AC, WA, AC]))
    place = OwnRank(2, 5, Score("ada", 1, judgement.submission.sha256, 3, 1.0), "gecko-1", 1, 2.5, True)
    ground = Ground("pkg", "", "", "wall", False, "a host")
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(own_run_json(judgement, HOST, place, ground)))
    return found


def test_what_a_site_says_is_read_again() -> None:
    assert noun_in(said(), Progress, SUBMISSION) == PROGRESS
    assert noun_in(said(later=1), Progress, SUBMISSION) == PROGRESS, "new keys may be added"


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"[]", b"1", b'"x"', b"null", b"\xff", b"<html>", b"{}", DEEP, b"[" * 100_000),
        *(said(schema=None), said(schema="judge.run/1"), said(schema="x"), said(job="../../x"), said(job="")),
        *(said(state="odd"), said(after=-1), said(again_s=-1), said(letters=[1]), said(letters=[{}])),
        *(said(problem="x" * 500), said(wait_s=1e300), said(ahead=10**30), said(after="1")),
    ],
)
def test_what_is_no_answer_is_refused(body: bytes) -> None:
    with pytest.raises(JudgeError) as caught:
        noun_in(body, Progress, SUBMISSION)
    assert caught.value.code == "E522"


def test_another_version_says_what_to_do() -> None:
    with pytest.raises(JudgeError, match=r"it says judge\.submission/2, and this judge reads judge\.submission/1"):
        noun_in(said(schema="judge.submission/2"), Progress, SUBMISSION)


def test_no_character_of_a_site_moves_a_cursor() -> None:
    outline = Outline("pkg\x1b[2J", "t\x9b31m\u202e", 1.0, (Outlined("c\x07", "g\r", "DFS"),))
    found = noun_in(
        said(why="\x1b]0;x\x07y", remarks=["a\x1b[1m\u2066b"], outline=msgspec.to_builtins(outline)),
        Progress,
        SUBMISSION,
    )
    text = "".join((found.why, *found.remarks, *map(str, msgspec.to_builtins(found.outline).values())))
    assert not set("\x1b\x9b\x07\r\u202e\u2066") & set(text)
    assert found.why == "y"
    assert found.outline
    assert found.outline.name == "pkg"


def test_a_result_is_read_again() -> None:
    read = result_in(json.dumps(result()).encode())
    assert (read.judgement.verdict, read.judgement.points) == (WA, 37.5)
    assert read.place
    assert (read.place.rank, read.place.count, read.place.above, read.place.tied) == (2, 5, "gecko-1", True)
    assert read.place.score.sha256 == read.judgement.submission.sha256
    assert read.ground
    assert (read.ground.clock, read.ground.boxed, read.ground.host_class) == ("wall", False, "a host")
    assert {**read.said, "made_s": 0} == {**result(), "made_s": 0}


@pytest.mark.parametrize(
    "change",
    [
        *({"submissions": []}, {"submissions": "x"}, {"submissions": 2 * result()["submissions"]}, {"host": None}),
        *({"problems": {}, "limits": {}}, {"place": {"rank": "x"}}, {"place": 1}, {"schema": "judge.run/2"}),
    ],
)
def test_what_is_no_result_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(JudgeError) as caught:
        result_in(json.dumps(result() | change).encode())
    assert caught.value.code == "E522"


@pytest.mark.slow
@given(_JSON)
def test_whatever_comes_is_read_or_refused(body: Any) -> None:
    data = json.dumps(body).encode()
    for read in (lambda: noun_in(data, Progress, SUBMISSION), lambda: result_in(data)):
        with pytest.raises(JudgeError):
            read()
    refusal_in(data)

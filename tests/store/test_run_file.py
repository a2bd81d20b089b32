"""What the keys of judge.run/1 may hold, to the last value, and what they are where a file leaves them out."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from judge.model import Group, Limits, Measurement, Verdict
from judge.store.run_file import CaseRow, LimitsRow, PrepareRow, ProblemRow, RunFile, RunRow, SubmissionRow
from tests.reports.runs import HOST

FILE = {"schema": "judge.run/1", "host": msgspec.to_builtins(HOST), "limits": {}, "submissions": []}
CASE = {"name": "six", "group": "secret", "algorithm": "DFS", "n": 6, "pieces": 6}
PROBLEM = {"title": "The pkg", "puzzle": "lizards", "piece": "lizard", "cases": []}
ROW = {"name": "mine", "problem": "pkg", "verdict": "AC", "runs": [], "prepare": {}}
RUN = {"case": "six", "group": "secret", "algorithm": "DFS", "verdict": "AC"}
SAMPLE = {"verdict": "AC", "wall_s": 2.0, "cpu_s": 1.0}
SAID = {
    "code": "", "message": "", "where": "", "note": "", "help": "", "traceback": "", "excerpt": None, "cells": (),
}  # fmt: skip
LEFT_OUT: list[tuple[Any, dict[str, Any], dict[str, Any]]] = [
    (RunRow, RUN, SAID | {
        "refuted_by": "", "notices": (), "board": None, "given": None, "score": None, "wall_s": 0.0, "cpu_s": 0.0,
        "memory_bytes": 0, "samples": (),
    }),
    (PrepareRow, {}, SAID | {"verdict": Verdict.AC, "wall_s": 0.0, "language": "", "startup_s": 0.0}),
    (SubmissionRow, ROW, {
        "contract": "function", "path": None, "words": "", "sha256": "", "expected": (Verdict.AC,), "points": None,
        "rank": None,
    }),
    (CaseRow, CASE, {"answer": "unknown", "board": None}),
    (ProblemRow, PROBLEM, {
        "algorithms": (), "strict": False, "path": "", "rule": "groups", "bonus": None,
        "scored": False, "groups": (),
    }),
    (LimitsRow, {}, msgspec.structs.asdict(Limits()) | {"multipliers": {}}),
    (RunFile, FILE, {
        "problems": {}, "complete": True, "ranked": True, "made_s": None, "judge": "", "noise": None, "rounds": (),
    }),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "least", "rest"), LEFT_OUT)
def test_what_is_left_out_is_as_ever(kind: Any, least: dict[str, Any], rest: dict[str, Any]) -> None:
    found = msgspec.structs.asdict(msgspec.convert(least, kind))
    assert {key: found[key] for key in rest} == rest
    assert all(type(found[key]) is type(value) for key, value in rest.items())


def test_what_a_sample_leaves_out_is_nothing() -> None:
    [sample] = msgspec.convert(RUN | {"samples": [SAMPLE]}, RunRow).samples
    found = sample.measurement
    assert (found.memory_bytes, found.lost_s, found.load_cpu_s, found.round) == (0, 0.0, 0.0, 0)
    assert found.unseen_s is msgspec.UNSET


def test_cpu_that_nobody_saw_is_read_as_it_was_written() -> None:
    sample = Measurement(Verdict.AC, 2.0, 2.0, 0, unseen_s=1.5)
    [found] = msgspec.convert(RUN | {"samples": [msgspec.to_builtins(sample)]}, RunRow).samples
    assert found.measurement == sample


# The least and the most that a key may hold.
BOUNDS: list[tuple[Any, dict[str, Any], str, float, float]] = [
    (RunRow, RUN, "cpu_s", 0, 1e9),
    (RunRow, RUN, "score", 0, 1),
    (RunRow, RUN, "memory_bytes", 0, 1 << 60),
    (CaseRow, CASE, "n", 0, 1 << 20),
    (RunFile, FILE, "made_s", 0, 2.5e11),
]


@pytest.mark.parametrize(("kind", "least", "key", "low", "high"), BOUNDS)
def test_a_key_holds_no_more_than_it_may(kind: Any, least: dict[str, Any], key: str, low: float, high: float) -> None:
    for value in (low, high):
        assert getattr(msgspec.convert(least | {key: value}, kind), key) == value
    for value in (low - 1, high + 1):
        with pytest.raises(msgspec.ValidationError, match=key):
            msgspec.convert(least | {key: value}, kind)


def test_a_place_is_one_of_32_bits() -> None:
    most = 1 << 31
    assert msgspec.convert({"cells": [[-most, most]]}, PrepareRow).cells == ((-most, most),)
    for cell in ([-most - 1, 0], [0, most + 1]):
        with pytest.raises(msgspec.ValidationError, match="cells"):
            msgspec.convert({"cells": [cell]}, PrepareRow)


def test_a_time_limit_is_more_than_nothing() -> None:
    assert msgspec.convert({"time_limit": 0.01, "later": 1}, LimitsRow).limits == Limits(time_limit=0.01)
    with pytest.raises(msgspec.ValidationError, match="time_limit"):
        msgspec.convert({"time_limit": 0}, LimitsRow)


def test_keys_that_are_still_to_come_are_left() -> None:
    groups = [{"name": "secret", "points": 2, "later": 1}]
    bonus = {"share": 0.5, "points": 3, "later": 1}
    found = msgspec.convert(PROBLEM | {"groups": groups, "bonus": bonus}, ProblemRow)
    assert (found.groups[0].name, found.groups[0].points) == ("secret", 2)
    assert found.groups[0].visibility == Group().visibility
    assert found.bonus is not None
    assert found.bonus.share == 0.5

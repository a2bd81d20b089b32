"""What travels between a client and a station, and what is not believed."""

from __future__ import annotations

import os
import pickle
import zlib
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.cluster.client import loads
from judge.cluster.message import (
    MOST_FACTS,
    Errand,
    Made,
    Order,
    Report,
    asked_for,
    kept,
    pack,
    read_facts,
    read_report,
    unpack,
)
from judge.judging.attempts import Task
from judge.model import Measurement, Prepared, Run, Verdict
from judge.problems.package import read_package
from tests.cluster.facts import facts, host
from tests.conftest import MakePackage, MakeSubmission


@pytest.fixture
def tasks(package: MakePackage, submission: MakeSubmission) -> list[Task]:
    problem, mine = read_package(package()), submission(name="a")
    return [Task(problem, mine, case) for case in problem.cases]


@pytest.fixture
def order(tasks: list[Task]) -> Order:
    return Order("order", "p", ("s",), tuple(Errand(0, one.case.group, one.case.name) for one in tasks))


def attempt(task: Task, **words: Any) -> Run:
    sample = Measurement(Verdict.AC, 0.2, 0.1, 1 << 20)
    bare = Run(task.case.name, task.case.group, task.case.board.algorithm, Verdict.AC, samples=(sample,))
    return msgspec.structs.replace(bare, cpu_s=0.1, wall_s=0.2, **words)


def report(tasks: list[Task], **words: Any) -> Report:
    made = tuple(Made(at, kept(attempt(task, **words))) for at, task in enumerate(tasks))
    return Report("order", "station", made)


def test_an_attempt_travels_whole_with_a_board_of_any_size(tasks: list[Task], order: Order) -> None:
    board = np.arange(200 * 300, dtype=np.int8).reshape(200, 300) % 3
    sent = unpack(pack(report(tasks, board=board)), Report)
    for (at, run, _), task in zip(asked_for(sent, order, tasks), tasks, strict=True):
        assert tasks[at] is task
        assert msgspec.structs.replace(run, board=None) == attempt(task)
        assert np.array_equal(run.board, board)


@pytest.mark.parametrize(
    "lie",
    [
        lambda made: made + made[:1],  # twice
        lambda made: made[::-1],
        lambda made: (msgspec.structs.replace(made[0], errand=2),),
        lambda made: (msgspec.structs.replace(made[0], errand=-1),),
        lambda made: (msgspec.structs.replace(made[0], errand=1),),  # the verdict of another case
        lambda made: (msgspec.structs.replace(made[0], bare=made[1].run),),
    ],
)
def test_attempts_that_nobody_asked_for_are_refused(tasks: list[Task], order: Order, lie: Callable[..., Any]) -> None:
    honest = report(tasks)
    assert len(asked_for(honest, order, tasks)) == len(tasks)
    with pytest.raises(ValueError, match="it "):
        asked_for(msgspec.structs.replace(honest, made=lie(honest.made)), order, tasks)


@pytest.mark.parametrize(
    "words",
    [
        {"cpu_s": -1.0},
        {"wall_s": float("nan")},
        {"memory_bytes": -1},
        {"samples": (Measurement(Verdict.AC, float("inf"), 0.1, 1),)},
        {"samples": (Measurement(Verdict.AC, 0.1, 0.1, 1, unseen_s=float("nan")),)},
        {"samples": (Measurement(Verdict.AC, 0.1, 0.1, 1),) * 2},
        {"samples": (Measurement(Verdict.AC, 0.1, 0.1, 1, round=3),)},
        {"score": 1.5},
        {"samples": ()},  # accepted, and never measured
        {"case": "other"},
        {"group": "other"},
    ],
)
def test_what_no_attempt_can_be_is_refused(tasks: list[Task], order: Order, words: dict[str, Any]) -> None:
    bare = Made(0, keep_with(attempt(tasks[0]), words))
    with pytest.raises(ValueError, match="it "):
        asked_for(Report("order", "station", (bare,)), order, tasks)


@pytest.mark.parametrize(
    ("rows", "columns", "cells"),
    [
        (1 << 20, 1 << 20, b""),  # larger than any case
        (-2, -2, zlib.compress(bytes(4))),
        (4, 4, zlib.compress(bytes(17))),
        (4, 4, zlib.compress(bytes(1 << 24))),
        (4, 4, b"no board"),
    ],
)
def test_a_board_that_is_another_than_it_says_is_refused(
    tasks: list[Task], order: Order, rows: int, columns: int, cells: bytes
) -> None:
    lie = msgspec.structs.replace(kept(attempt(tasks[0])), rows=rows, columns=columns, cells=cells)
    with pytest.raises(ValueError, match="it has a board"):
        asked_for(Report("order", "station", (Made(0, lie),)), order, tasks)


def keep_with(run: Run, words: dict[str, Any]) -> Any:
    return kept(msgspec.structs.replace(run, **words))


def test_a_report_on_another_order_or_on_nothing_is_refused(tasks: list[Task], order: Order) -> None:
    with pytest.raises(ValueError, match="another order"):
        asked_for(msgspec.structs.replace(report(tasks), id="other"), order, tasks)
    prepares = Order("order", "p", ("s",))
    with pytest.raises(ValueError, match="prepared 0"):
        asked_for(Report("order", "station"), prepares, ())
    with pytest.raises(ValueError, match="prepared 1"):
        asked_for(Report("order", "station", prepared=(Prepared(),)), order, tasks)


@given(st.binary(max_size=60))
def test_bytes_that_are_no_report_are_refused(data: bytes) -> None:
    with pytest.raises((ValueError, msgspec.MsgspecError)):
        unpack(data, Report)


@pytest.mark.parametrize("said", [None, "text", 7, [b""], object()])
def test_what_is_no_bytes_is_refused(said: object) -> None:
    with pytest.raises(ValueError, match="instead of bytes"):
        unpack(said, Report)


def test_what_an_order_does_not_let_undone_is_refused(tasks: list[Task], order: Order) -> None:
    nothing = Report("order", "station", sliced=True)
    for may in (order, msgspec.structs.replace(order, slice_s=1.0)):
        with pytest.raises(ValueError, match="left what"):
            asked_for(nothing, may, tasks)
    with pytest.raises(ValueError, match="made 0 attempts instead of"):
        asked_for(Report("order", "station"), order, tasks)
    assert not asked_for(Report("order", "station"), msgspec.structs.replace(order, left_s=1.0), tasks)


@pytest.mark.parametrize("took_s", [-1.0, float("nan"), float("inf")])
def test_a_length_that_no_clock_shows_is_refused(tasks: list[Task], order: Order, took_s: float) -> None:
    honest = report(tasks)
    made = (msgspec.structs.replace(honest.made[0], took_s=took_s), *honest.made[1:])
    with pytest.raises(ValueError, match="no clock shows"):
        asked_for(msgspec.structs.replace(honest, made=made), order, tasks)


@pytest.mark.parametrize(
    "lie",
    [facts("a", slots) for slots in (0, -1, 10**9)]
    + [facts("a", own=host(calibration_s=speed)) for speed in (0.0, -1.0, float("nan"), float("inf"))]
    + [facts("a" * MOST_FACTS)],
)
def test_what_no_station_can_be_is_refused(lie: object) -> None:
    with pytest.raises(ValueError, match="it "):
        read_facts(pack(lie))


def test_a_report_in_the_name_of_another_station_is_refused() -> None:
    data = pack(Report("order", "a"))
    assert read_report(data, ["b", "a"]).station == "a"
    with pytest.raises(ValueError, match="name of another"):
        read_report(data, ["b"])


# --- pickles -------------------------------------------------------------------------------------------------------
def test_plain_data_and_the_type_of_bytes_are_read() -> None:
    said = {"a": [1, 2.0, None, b"x", bytes]}
    assert loads(pickle.dumps(said)) == said


@pytest.mark.parametrize("named", [os.system, type, getattr, ValueError("x"), range(3)])
def test_whatever_names_something_else_is_refused(named: object) -> None:
    with pytest.raises(pickle.UnpicklingError):
        loads(pickle.dumps(named))

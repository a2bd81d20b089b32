"""What travels between a client and a station, and what is not believed."""

from __future__ import annotations

import math
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

from judge.cluster import message
from judge.cluster.client import loads
from judge.judging import Task
from judge.model import Prepared, Run, Verdict
from judge.problems import read_package
from tests.cluster.inside.make import facts, host
from tests.conftest import MakePackage, MakeSubmission

Lie = Callable[[message.Report], message.Report]


@pytest.fixture
def tasks(package: MakePackage, submission: MakeSubmission) -> list[Task]:
    problem, mine = read_package(package()), submission(name="a")
    return [Task(problem, mine, case) for case in problem.cases]


@pytest.fixture
def order(tasks: list[Task]) -> message.Order:
    return message.Order("order", "p", ("s",), tuple(message.Errand(0, one.case.group, one.case.name) for one in tasks))


def attempt(task: Task, **words: Any) -> Run:
    sample = Run.Measurement(Verdict.AC, 0.2, 0.1, 1 << 20)
    bare = Run(task.case.name, task.case.group, task.case.board.algorithm, Verdict.AC, samples=(sample,))
    return msgspec.structs.replace(bare, cpu_s=0.1, wall_s=0.2, **words)


def report(tasks: list[Task], **words: Any) -> message.Report:
    made = tuple(message.Made(at, message.kept(attempt(task, **words))) for at, task in enumerate(tasks))
    return message.Report("order", "station", made)


def test_an_attempt_travels_whole_with_a_board_of_any_size(tasks: list[Task], order: message.Order) -> None:
    board = np.arange(200 * 300, dtype=np.int8).reshape(200, 300) % 3
    sent = message.unpack(message.pack(report(tasks, board=board)), message.Report)
    for (at, run, _), task in zip(message.asked_for(sent, order, tasks), tasks, strict=True):
        assert tasks[at] is task
        assert msgspec.structs.replace(run, board=None) == attempt(task)
        assert np.array_equal(run.board, board)


def first(report: message.Report, **words: Any) -> message.Report:
    """The report with other words on its first attempt."""
    return msgspec.structs.replace(report, made=(msgspec.structs.replace(report.made[0], **words), *report.made[1:]))


def run_of(**words: Any) -> Lie:
    """A report whose first attempt is measured otherwise."""
    return lambda report: first(report, run=message.kept(msgspec.structs.replace(report.made[0].run.whole, **words)))


def board_of(rows: int, columns: int, cells: bytes) -> Lie:
    """A report whose first attempt has a board of these."""
    return lambda report: first(
        report, run=msgspec.structs.replace(report.made[0].run, rows=rows, columns=columns, cells=cells)
    )


def made(change: Callable[[Any], Any]) -> Lie:
    return lambda report: msgspec.structs.replace(report, made=change(report.made))


LIES: dict[str, tuple[str, Lie]] = {
    "another order": ("another order", lambda report: msgspec.structs.replace(report, id="other")),
    "a preparation": ("prepared 1", lambda report: message.Report(report.id, "station", prepared=(Prepared(),))),
    "nothing": ("made 0 attempts instead of", made(lambda _: ())),
    "twice": ("twice", made(lambda all_: all_ + all_[:1])),
    "backwards": ("it ", made(lambda all_: all_[::-1])),
    "beyond": ("not asked for", lambda report: first(report, errand=2)),
    "before": ("not asked for", lambda report: first(report, errand=-1)),
    "another case": ("it ", lambda report: first(report, errand=1)),
    "bare of another case": ("it has a verdict for", lambda report: first(report, bare=report.made[1].run)),
    "took less than nothing": ("no clock", lambda report: first(report, took_s=-1.0)),
    "took no number": ("no clock", lambda report: first(report, took_s=math.nan)),
    "took for ever": ("no clock", lambda report: first(report, took_s=math.inf)),
    "cpu": ("no clock", run_of(cpu_s=-1.0)),
    "wall": ("no clock", run_of(wall_s=math.nan)),
    "memory": ("no clock", run_of(memory_bytes=-1)),
    "sample": ("no clock", run_of(samples=(Run.Measurement(Verdict.AC, math.inf, 0.1, 1),))),
    "unseen": ("no clock", run_of(samples=(Run.Measurement(Verdict.AC, 0.1, 0.1, 1, unseen_s=math.nan),))),
    "measured twice": ("several measurements", run_of(samples=(Run.Measurement(Verdict.AC, 0.1, 0.1, 1),) * 2)),
    "never measured": ("has not measured", run_of(samples=())),
    "another round": ("another round", run_of(samples=(Run.Measurement(Verdict.AC, 0.1, 0.1, 1, round=3),))),
    "score": ("a score", run_of(score=1.5)),
    "case": ("it has a verdict for", run_of(case="other")),
    "group": ("it has a verdict for", run_of(group="other")),
    "larger than any case": ("it has a board", board_of(1 << 20, 1 << 20, b"")),
    "of negative sides": ("it has a board", board_of(-2, -2, zlib.compress(bytes(4)))),
    "longer than it says": ("it has a board", board_of(4, 4, zlib.compress(bytes(17)))),
    "far longer": ("it has a board", board_of(4, 4, zlib.compress(bytes(1 << 24)))),
    "no board": ("it has a board", board_of(4, 4, b"no board")),
}


@pytest.mark.parametrize("lie", LIES)
def test_what_nobody_asked_for_and_what_can_not_be_is_refused(
    tasks: list[Task], order: message.Order, lie: str
) -> None:
    honest = report(tasks)
    assert len(message.asked_for(honest, order, tasks)) == len(tasks)
    words, change = LIES[lie]
    with pytest.raises(ValueError, match=words):
        message.asked_for(change(honest), order, tasks)


@given(st.binary(max_size=60) | st.sampled_from([None, "text", 7, [b""], object()]))
def test_what_is_no_report_is_refused(data: object) -> None:
    with pytest.raises((ValueError, msgspec.MsgspecError)):
        message.unpack(data, message.Report)


def test_what_an_order_does_not_let_undone_is_refused(tasks: list[Task], order: message.Order) -> None:
    with pytest.raises(ValueError, match="prepared 0"):
        message.asked_for(message.Report("order", "station"), message.Order("order", "p", ("s",)), ())
    nothing = message.Report("order", "station", sliced=True)
    for may in (order, msgspec.structs.replace(order, slice_s=1.0)):
        with pytest.raises(ValueError, match="left what"):
            message.asked_for(nothing, may, tasks)
    assert not message.asked_for(message.Report("order", "station"), msgspec.structs.replace(order, left_s=1.0), tasks)


@pytest.mark.parametrize(
    "lie",
    [facts("a", slots) for slots in (0, -1, 10**9)]
    + [facts("a", own=host(calibration_s=speed)) for speed in (0.0, -1.0, float("nan"), float("inf"))]
    + [facts("a" * message.MOST_FACTS)],
)
def test_what_no_station_can_be_is_refused(lie: object) -> None:
    with pytest.raises(ValueError, match="it "):
        message.read_facts(message.pack(lie))


def test_a_report_in_the_name_of_another_station_is_refused() -> None:
    data = message.pack(message.Report("order", "a"))
    assert message.read_report(data, ["b", "a"]).station == "a"
    with pytest.raises(ValueError, match="name of another"):
        message.read_report(data, ["b"])


def test_of_a_pickle_plain_data_and_the_type_of_bytes_are_read_alone() -> None:
    said = {"a": [1, 2.0, None, b"x", bytes]}
    assert loads(pickle.dumps(said)) == said
    for named in (os.system, type, getattr, ValueError("x"), range(3)):
        with pytest.raises(pickle.UnpicklingError):
            loads(pickle.dumps(named))

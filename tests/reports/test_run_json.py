"""`judge.run/1`, held field by field, on the results of real runs."""

from __future__ import annotations

import json
from pathlib import Path
from types import NoneType
from typing import Any

import msgspec
import numpy as np
import pytest

from judge.errors import JudgeError
from judge.judging.contest import Contest
from judge.model import (
    Case,
    Entry,
    Finding,
    Group,
    Host,
    Instance,
    Judgement,
    Limits,
    Measuring,
    Prepared,
    Problem,
    Run,
    Settling,
    Submission,
    Verdict,
)
from judge.model.given import board_text
from judge.reports.export import run_json as documents
from judge.reports.export.atomic import write_json
from judge.reports.export.journal import Journal
from judge.reports.export.run_json import run_json
from judge.reports.reader import as_published, cut
from judge.reports.recorded import recorded
from judge.sandbox.sandbox import Sandbox
from judge.scoring import ranking
from judge.submissions.read import read_submission
from tests.reports.graded import SECRET, judgement
from tests.reports.make import judged, problem, read_back
from tests.scoring.make import growing

number = (int, float)


def fields(kind: Any, names: str) -> dict[str, Any]:
    return dict.fromkeys(names.split(), kind)


# Name of each field and what it holds; a list of one is a list of such.
SAMPLE = fields(str, "verdict") | fields(number, "wall_s cpu_s lost_s load_cpu_s") | fields(int, "memory_bytes round")
RUN = {
    **fields(str, "case group algorithm verdict code message where note help refuted_by traceback"),
    **fields((str, NoneType), "board given"),
    **fields(number, "wall_s cpu_s"),
    **{"excerpt": NoneType, "score": (*number, NoneType), "memory_bytes": int, "disturbed": bool},
    **{"notices": [fields(str, "code message") | {"line": int}], "cells": [[int]], "samples": [SAMPLE]},
}
PREPARE = {
    **fields(str, "verdict code message where note help traceback language"),
    **fields(number, "wall_s startup_s"),
    "excerpt": (dict, NoneType),
}
SCALING = {
    **fields(str, "stem algorithm"),
    **fields((int, NoneType), "solved_to reach"),
    "fails": bool,
    "points": [{"n": int, "low_s": number, "high_s": (*number, NoneType)}],
    "laws": [{"form": str} | fields(number, "value low high factor_s")],
}
SUBMISSION = {
    **fields(str, "name problem contract path words sha256 verdict"),
    **fields(number, "points ratio"),
    **fields((float, NoneType), "ratio_low ratio_high"),
    **{"expected": [str], "score": NoneType, "rank": int, "tied": bool},
    **{"disturbance": fields(int, "runs disturbed starved"), "scaling": [SCALING], "prepare": PREPARE, "runs": [RUN]},
}
CASE = fields(str, "name group algorithm answer why_fail board") | fields(int, "n pieces")
PACKAGE = {
    **fields(str, "title puzzle piece path verdict_rule rule"),
    **fields(bool, "strict scored parted"),
    **{"algorithms": [str], "bonus": NoneType},
    "groups": [fields(str, "name score_aggregation visibility require_pass") | {"points": number}],
    "cases": [CASE | fields(NoneType, "known regions weights")],
}
MACHINE = fields(str, "cpu governor driver preference boost") | {"calibration_s": number}
SCHEMA: dict[str, Any] = {
    **fields(str, "schema judge seed"),
    **fields(bool, "complete ranked"),
    **fields(number, "made_s noise"),
    "host": {
        **fields(str, "sandbox clock system python numba host_class"),
        **fields([str], "enforced missing"),
        **{"cores": int, "machine": MACHINE},
    },
    "limits": {
        "pkg": fields(number, "time_limit compilation_time")
        | fields(int, "memory output processes")
        | {"multipliers": {}}
    },
    "problems": {"pkg": PACKAGE},
    "rounds": [
        fields(int, "rounds times disturbed missed")
        | fields(number, "budget_s wall_s")
        | {"problem": str, "left": [[str]]}
    ],
    "submissions": [SUBMISSION],
}


def differences(value: Any, shape: Any, path: str = "$") -> list[str]:
    """Where `value` has not the shape of SCHEMA."""
    if isinstance(shape, dict):
        if not isinstance(value, dict) or set(value) != set(shape):
            return [f"{path} has not the fields {sorted(shape)}: {value}"]
        return [line for key in shape for line in differences(value[key], shape[key], f"{path}.{key}")]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{path} is no list: {value}"]
        return [line for index, one in enumerate(value) for line in differences(one, shape[0], f"{path}[{index}]")]
    fits = isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
    return [] if fits else [f"{path} is {value!r}"]


SOURCES = {
    "right": """
def solve(algorithm, n, lizards, grid):
    for row, column in enumerate((1, 3, 5, 0, 2, 4)):
        grid[row % n, column % n] = 1
    return grid
""",
    "wrong": """
# @EXPECTED_RESULTS@: WA, AC
def solve(algorithm, n, lizards, grid):
    grid[0, 0] = grid[1:, 1] = 1
    return grid
""",
    "broken": "def solve(",
}


@pytest.fixture(scope="module")
def report(sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Of a contest of three submissions, written and read again."""
    folder = tmp_path_factory.mktemp("report")
    limits = Limits(time_limit=0.25, compilation_time=20)
    board = Instance("DFS", 6, 6, np.zeros((6, 6), dtype=np.int8))
    cases = (Case("six", "sample", board), Case("other", "secret", board))
    groups = {"sample": Group(0), "secret": Group(50)}
    problem = Problem("pkg", "The pkg", "lizards", ("DFS",), False, limits, groups, cases, "testcases/pkg")
    submissions = []
    for name, source in SOURCES.items():
        path = folder / f"{name}.py"
        path.write_text(source)
        submissions.append(read_submission(path, "pkg"))
    contest = Contest([sandbox], [Entry(problem, tuple(submissions))], repeat=2)
    list(contest.events())
    [standings] = ranking.boards(contest.judgements(), "cpu")
    settled = Settling("pkg", 60.0, rounds=2, wall_s=1.5, left=(("right", "wrong"),), times=8)
    made = run_json(recorded([standings], sandbox.host(), Measuring(0.03, (settled,), contest.seed)))
    write_json(folder / "out.json", made)
    read: dict[str, Any] = json.loads((folder / "out.json").read_text())
    return read


def named(report: dict[str, Any], name: str) -> dict[str, Any]:
    [found] = [submission for submission in report["submissions"] if submission["name"] == name]
    return dict(found)


def test_every_field_is_there_and_no_other(report: dict[str, Any]) -> None:
    assert differences(report, SCHEMA) == []
    assert report["schema"] == "judge.run/1"
    assert report["complete"] is True
    assert report["limits"]["pkg"]["time_limit"] == 0.25


def test_what_is_right_wrong_and_broken_is_written_as_measured(report: dict[str, Any]) -> None:
    right, wrong, broken = (named(report, name) for name in ("right", "wrong", "broken"))
    assert (right["problem"], right["contract"], right["expected"]) == ("pkg", "function", ["AC"])
    assert (right["verdict"], right["points"], right["rank"]) == ("AC", 50, 1)
    assert len(right["sha256"]) == 64
    assert (right["prepare"]["verdict"], right["prepare"]["wall_s"] > 0) == ("AC", True)
    assert [(run["group"], run["case"]) for run in right["runs"]] == [("sample", "six"), ("secret", "other")]
    for run in right["runs"]:
        assert (run["algorithm"], run["verdict"], run["code"], run["message"]) == ("DFS", "AC", "", "")
        assert (run["cells"], [sample["verdict"] for sample in run["samples"]]) == ([], ["AC", "AC"])
        assert run["cpu_s"] == pytest.approx(sum(sample["cpu_s"] for sample in run["samples"]) / 2)
        assert run["wall_s"] != round(run["wall_s"], 6), "as measured, unrounded"
    assert (wrong["expected"], wrong["verdict"], wrong["points"], wrong["rank"]) == (["WA", "AC"], "WA", 0, 2)
    run = wrong["runs"][0]
    assert (run["verdict"], run["code"], "\n" in run["message"], len(run["cells"])) == ("WA", "E106", False, 2)
    assert all(1 <= index <= 6 for cell in run["cells"] for index in cell), "rows and columns from 1"
    assert (broken["verdict"], broken["points"], broken["rank"], broken["runs"]) == ("CE", 0, 2, [])
    assert broken["prepare"]["verdict"] == "CE"
    assert broken["prepare"]["message"].startswith("broken.py is not valid Python")


# --- the journal of a contest that is running -------------------------------------------------------------------------
HOST = Host("plain", (), (), "cgroup", "", "", "", 2)
BOARD = Instance("DFS", 2, 1, np.zeros((2, 2), dtype=np.int8))
PROBLEM = Problem("pkg", "The pkg", "lizards", ("DFS",), False, Limits(), {}, (Case("six", "", BOARD),), "pkg")


class Judged:
    """A contest that has judged as many cases as it is told to."""

    def __init__(self, name: str = "mine") -> None:
        self.submission = Submission(name, "pkg", "function", Path(f"{name}.py"), b"", "")
        self.cases = 0

    def __call__(self) -> list[Judgement]:
        runs = tuple(Run(f"c{index}", "secret", "DFS", Verdict.AC) for index in range(self.cases))
        return [Judgement(self.submission, PROBLEM, Prepared(), runs, Verdict.AC)] if self.cases else []


def journal_of(judged: Judged, path: Path | None) -> Journal:
    return Journal(path, HOST, [Entry(PROBLEM, (judged.submission,))], judged)


def cases_in(path: Path) -> list[str]:
    return [run["case"] for one in json.loads(path.read_text())["submissions"] for run in one["runs"]]


@pytest.mark.parametrize("word", [".", "no/such/folder/out.json", "file/out.json"])
def test_no_place_is_told_before_the_contest(tmp_path: Path, word: str) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(JudgeError) as caught:
        journal_of(Judged(), tmp_path / word)
    assert caught.value.code == "E435"
    assert caught.value.help


def test_without_a_place_it_is_kept_beside_or_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    journal_of(Judged(), None)
    path = tmp_path / ".judge/last-run.json"
    written = json.loads(path.read_text())
    assert (written["schema"], written["complete"], written["submissions"]) == ("judge.run/1", False, [])
    path.unlink()
    path.parent.rmdir()
    path.parent.write_text("a file of this name")
    journal = journal_of(Judged(), None)
    journal.event()
    journal.close(recorded([], HOST))
    assert path.parent.read_text() == "a file of this name"


def test_what_was_judged_is_on_disk_a_second_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now_s)
    judged, path = Judged(), tmp_path / "out.json"
    journal = journal_of(judged, path)
    for _ in range(8):
        now_s += 0.5
        judged.cases += 1
        journal.event()
        assert len(cases_in(path)) >= judged.cases - 2
    written = json.loads(path.read_text())
    assert written["complete"] is False
    assert {one["rank"] for one in written["submissions"]} == {None}, "nobody has a rank yet"


@pytest.mark.parametrize(("takes_s", "rests_s"), [(0.125, 0.5), (0.25, 1.0), (64.0, 1.0)])
def test_a_report_that_takes_long_is_written_once_a_second_at_least(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, takes_s: float, rests_s: float
) -> None:
    now_s, written = 100.0, 0

    def judgements() -> list[Judgement]:
        nonlocal now_s, written
        now_s, written = now_s + takes_s, written + 1
        return []

    monkeypatch.setattr("time.monotonic", lambda: now_s)
    journal = Journal(tmp_path / "out.json", HOST, [], judgements)
    now_s += rests_s - 1 / 64
    journal.event()
    assert written == 1, "four times as long as it took it is left alone"
    now_s += 1 / 64
    journal.event()
    assert written == 2


def test_each_board_is_packed_once_however_often_a_run_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed: list[Any] = []

    def counted(board: Any, kind: str) -> str:
        packed.append(board)
        return board_text(board, kind)

    monkeypatch.setattr(documents, "board_text", counted)
    now_s = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now_s)
    whole = judged(problem(4), 3)
    refused = sum(run.board is not None for run in whole.runs)
    path = tmp_path / "out.json"
    journal = Journal(path, HOST, [Entry(whole.problem, (whole.submission,))], lambda: [whole])
    for _ in range(3):
        now_s += 2
        journal.event()
    journal.close(recorded([ranking.standings([whole])], HOST))
    assert len(packed) == 4 + refused
    boards = [case["board"] for case in json.loads(path.read_text())["problems"]["lizards"]["cases"]]
    assert boards == [board_text(case.board.grid) for case in whole.problem.cases]


@pytest.mark.parametrize(
    ("board", "written"),
    [
        (None, False),
        (np.eye(256, dtype=np.int8), True),
        (np.eye(257, dtype=np.int8), False),
        (np.zeros((4, 5), np.int8), True),
        (np.zeros((4, 257), np.int8), False),
        (np.zeros(9, np.int8), False),
        (np.zeros((0, 0), np.int8), False),
    ],
)
def test_a_refused_board_is_written_where_it_is_one(board: Any, written: bool) -> None:
    assert (documents.Packing().refused(board) is not None) == written


@pytest.mark.parametrize(("complete", "ranked"), [(True, True), (False, True), (True, False)])
def test_the_end_writes_everything(tmp_path: Path, complete: bool, ranked: bool) -> None:
    judged, path = Judged(), tmp_path / "out.json"
    journal = journal_of(judged, path)
    judged.cases = 3
    made = recorded([ranking.standings(judged())], HOST, complete=complete)
    journal.close(msgspec.structs.replace(made, ranked=ranked))
    assert cases_in(path) == ["c0", "c1", "c2"]
    written = json.loads(path.read_text())
    assert written["complete"] is complete
    assert [one["rank"] for one in written["submissions"]] == [1 if ranked else None]
    assert list(tmp_path.iterdir()) == [path]


def test_a_plot_of_how_times_grow_can_be_made_of_what_is_complete() -> None:
    row = growing("mine", lambda n: 1e-6 * n**2, (50, 100, 200, 400, 800, 1600), limit_s=2.0)
    [found] = read_back(run_json(recorded([ranking.standings([row])], HOST)))["submissions"]
    assert differences(found["scaling"], [SCALING]) == []
    [scaling] = found["scaling"]
    assert [(point["n"], point["high_s"]) for point in scaling["points"]][-2:] == [
        (800, pytest.approx(0.64)),
        (1600, None),
    ]
    assert scaling["solved_to"] == 800
    [law] = scaling["laws"]
    assert law["factor_s"] * 1000 ** law["value"] == pytest.approx(1.0)
    [unfinished] = run_json(recorded(ranking.unranked([row]), HOST, complete=False))["submissions"]
    assert unfinished["scaling"] == []


def test_tracebacks_are_in_it_but_not_for_the_student() -> None:
    row = judgement("JE AC JE AC", None)
    fault = Finding("E304", "the judge itself failed", verdict=Verdict.JE, traceback=f"Traceback {SECRET}")
    runs = tuple(msgspec.structs.replace(run, finding=fault) if run.code else run for run in row.runs)
    row = msgspec.structs.replace(row, prepare=Prepared(Verdict.JE, finding=fault), runs=runs)

    def told(one: Judgement) -> tuple[str, list[str]]:
        [found] = run_json(recorded(ranking.unranked([one]), HOST))["submissions"]
        assert (found["points"], found["rank"]) == (None, None)
        return found["prepare"]["traceback"], [run["traceback"] for run in found["runs"]]

    assert told(row) == (fault.traceback, [fault.traceback, "", fault.traceback, ""])
    assert told(cut(row, "student")) == ("", ["", "", "", ""]), "they name folders of the host"


@pytest.mark.parametrize("parted", [True, False])
def test_of_a_case_that_is_not_shown_whole_neither_regions_nor_weights_are_written(parted: bool) -> None:
    """Its weights are the case: whoever has them has its board."""
    made = problem(4)
    cases = []
    for case in made.cases:
        board = msgspec.structs.replace(case.board, layer=np.ones(case.board.shape, np.int64))
        cases.append(msgspec.structs.replace(case, board=board))
    made = msgspec.structs.replace(made, cases=tuple(cases), parted=parted)
    whole = recorded([ranking.standings([msgspec.structs.replace(judged(made, 3), problem=as_published(made))])], HOST)
    written = run_json(whole)["problems"]["lizards"]["cases"]
    assert {case["group"] for case in written} == {"sample", "secret"}
    for case in written:
        shown = case["group"] == "sample"
        assert [bool(case[key]) for key in ("board", "regions", "weights")] == [shown, shown and parted, shown > parted]

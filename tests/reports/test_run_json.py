"""`judge.run/1`: the journal of a contest that is running, what its end writes, and what it leaves out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import to_builtins

from judge.model import Entry, Finding, Given, Judgement, Prepared, RunRecord, Verdict
from judge.reports import OwnResult
from judge.scoring import boards
from judge.store import Journal, run_json
from tests import make
from tests.make import HOST, growing, replace
from tests.refused import refused
from tests.reports.graded import SECRET, judgement
from tests.reports.make import judged, problem

# --- the journal of a contest that is running -------------------------------------------------------------------------
PROBLEM = make.problem(8)


def journal_of(made: list[Judgement], path: Path | None) -> Journal:
    return Journal(path, HOST, [Entry(PROBLEM, (make.submission(),))], lambda: made)


def cases_in(path: Path) -> list[str]:
    return [run["case"] for one in json.loads(path.read_text())["submissions"] for run in one["runs"]]


@pytest.mark.parametrize("word", [".", "no/such/folder/out.json", "file/out.json"])
def test_no_place_is_told_before_the_contest(tmp_path: Path, word: str) -> None:
    (tmp_path / "file").write_text("no folder")
    with refused("E435") as caught:
        journal_of([], tmp_path / word)
    assert caught.value.help


def test_without_a_place_it_is_kept_beside_or_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    journal_of([], None)
    path = tmp_path / ".judge/last-run.json"
    written = json.loads(path.read_text())
    assert (written["schema"], written["complete"], written["submissions"]) == ("judge.run/1", False, [])
    path.unlink()
    path.parent.rmdir()
    path.parent.write_text("a file of this name")
    journal = journal_of([], None)
    journal.event()
    journal.close(RunRecord.of([], HOST))
    assert path.parent.read_text() == "a file of this name"


def test_what_was_judged_is_on_disk_a_second_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now_s)
    made, path = list[Judgement](), tmp_path / "out.json"
    journal = journal_of(made, path)
    for cases in range(1, 9):
        now_s += 0.5
        made[:] = [make.judgement(PROBLEM, [Verdict.AC] * cases)]
        journal.event()
        assert len(cases_in(path)) >= cases - 2
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
    packed, real = list[Any](), Given.Packed.of

    def counted(board: Any, *kind: str) -> Given.Packed:
        packed.append(board)
        return real(board, *kind)

    monkeypatch.setattr(Given.Packed, "of", counted)
    now_s = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now_s)
    whole = judged(problem(4), 3)
    path = tmp_path / "out.json"
    journal = Journal(path, HOST, [Entry(whole.problem, (whole.submission,))], lambda: [whole])
    for _ in range(3):
        now_s += 2
        journal.event()
    journal.close(RunRecord.of(boards([whole]), HOST))
    assert [sum(one is case.board.grid for one in packed) for case in whole.problem.cases] == [1] * 4
    held = [case["board"] for case in json.loads(path.read_text())["problems"]["lizards"]["cases"]]
    assert held == [real(case.board.grid).text for case in whole.problem.cases]


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
    row = judged(problem(1), 0)
    row = replace(row, runs=(replace(row.runs[0], board=board),))
    [run] = to_builtins(run_json(RunRecord.of(boards([row]), HOST)))["submissions"][0]["runs"]
    assert (run["board"] is not None) == written


@pytest.mark.parametrize(("complete", "ranked"), [(True, True), (False, True), (True, False)])
def test_the_end_writes_everything(tmp_path: Path, complete: bool, ranked: bool) -> None:
    made, path = [make.judgement(PROBLEM, [Verdict.AC] * 3)], tmp_path / "out.json"
    journal = journal_of(made, path)
    journal.close(replace(RunRecord.of(boards(made), HOST, complete=complete), ranked=ranked))
    assert cases_in(path) == ["c0", "c1", "c2"]
    written = json.loads(path.read_text())
    assert written["complete"] is complete
    assert [one["rank"] for one in written["submissions"]] == [1 if ranked else None]
    assert list(tmp_path.iterdir()) == [path]


def test_of_what_is_not_complete_there_is_no_law() -> None:
    row = growing("mine", lambda n: 1e-6 * n**2, (50, 100, 200, 400, 800, 1600), limit_s=2.0)
    [unfinished] = to_builtins(run_json(RunRecord.of(boards([row], ranked=False), HOST, complete=False)))["submissions"]
    assert unfinished["scaling"] == []


def test_tracebacks_are_in_it_but_not_for_the_student() -> None:
    row = judgement("JE AC JE AC", None)
    fault = Finding("E304", "the judge itself failed", verdict=Verdict.JE, traceback=f"Traceback {SECRET}")
    runs = tuple(replace(run, finding=fault) if run.code else run for run in row.runs)
    row = replace(row, prepare=Prepared(Verdict.JE, finding=fault), runs=runs)

    def told(document: object) -> tuple[str, list[str]]:
        [found] = to_builtins(document)["submissions"]
        assert (found["points"], found["rank"]) == (None, None)
        return found["prepare"]["traceback"], [run["traceback"] for run in found["runs"]]

    whole = run_json(RunRecord.of(boards([row], ranked=False), HOST))
    assert told(whole) == (fault.traceback, [fault.traceback, "", fault.traceback, ""])
    assert told(OwnResult(row, None).document(HOST)) == ("", ["", "", "", ""]), "they name folders of the host"

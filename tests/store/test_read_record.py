"""A run that is written and read again is the same run; and no file, however hostile, is more than refused."""

from __future__ import annotations

import base64
import json
import math
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import (
    Answer,
    Bonus,
    Case,
    Excerpt,
    Finding,
    Judgement,
    Measuring,
    Problem,
    Run,
    RunRecord,
    Scheme,
    Settling,
    Standing,
    Verdict,
)
from judge.model.given import WEIGHT, board_text
from judge.reports.export.atomic import as_json
from judge.reports.export.run_json import rank_of, run_json
from judge.reports.recorded import recorded
from judge.reports.terminal.plain import as_text
from judge.reports.terminal.whole_run import run_report
from judge.scoring.ranking import standings, unranked
from judge.store import run_document
from judge.store.run_document import BrokenKeyError, Parts, RunFile
from judge.store.saved import read_record, read_run
from tests.reports.make import HOST, judged, problem, record

SMALL = record(3, 6)


def again(made: RunRecord, folder: Path) -> RunRecord:
    path = folder / "run.json"
    path.write_bytes(as_json(run_json(made)))
    return read_record(path)


def facts(value: Any) -> Any:
    """What two records are compared by: Structs field by field, boards cell by cell, NaN like NaN."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, float) and math.isnan(value):
        return "NaN"
    if isinstance(value, msgspec.Struct):
        return {name: facts(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, tuple | list):
        return [facts(one) for one in value]
    return value


texts = st.text(st.characters(codec="utf-8"), max_size=12)
findings = st.builds(
    Finding,
    code=st.sampled_from(["E106", "E201", "E999"]),
    message=texts,
    cells=st.lists(st.tuples(st.integers(-1, 9), st.integers(1, 9)), max_size=3).map(tuple),
    where=texts,
    note=texts,
    help=texts,
    verdict=st.sampled_from([Verdict.WA, Verdict.TLE, Verdict.RTE, Verdict.JE]),
    traceback=texts,
    excerpt=st.none() | st.builds(Excerpt, file=texts, line=st.integers(0, 99), text=texts),
)


def changed(row: Judgement, found: dict[int, Finding], times: list[float], refuter: str) -> Judgement:
    """A judgement with other findings and times."""
    runs: list[Run] = []
    for at, former in enumerate(row.runs):
        run = former
        if at in found:
            one = found[at]
            run = msgspec.structs.replace(
                run, finding=one, verdict=one.verdict, code=one.code, message=one.message, cells=one.cells,
                board=np.eye(3, dtype=np.int8) * at, **({"found_by": refuter} if refuter else {}),
            )  # fmt: skip
        samples = tuple(msgspec.structs.replace(one, verdict=run.verdict) for one in run.samples)
        runs.append(msgspec.structs.replace(run, cpu_s=times[at], wall_s=2 * times[at], samples=samples))
    return msgspec.structs.replace(row, runs=tuple(runs))


@st.composite
def records(draw: st.DrawFn) -> RunRecord:
    """A run of one problem, whole or stopped, with whatever may have come out of it."""
    text = draw(texts)
    chosen = problem(draw(st.integers(1, 6)), text=text, sizes=(draw(st.integers(3, 70)), 3))
    chosen = msgspec.structs.replace(chosen, cases=tuple({(one.group, one.name): one for one in chosen.cases}.values()))
    count, complete = len(chosen.cases), draw(st.booleans())
    times = st.lists(st.floats(0, 100), min_size=count, max_size=count)
    rows = []
    for number in range(draw(st.integers(1, 4))):
        row = judged(chosen, number, draw(st.integers(1, 3)), text)
        found = draw(st.dictionaries(st.integers(0, count - 1), findings, max_size=2))
        row = changed(row, found, draw(times), draw(texts))
        rows.append(row if complete else msgspec.structs.replace(row, runs=row.runs[: draw(st.integers(0, count))]))
    noise = draw(st.none() | st.floats(1e-6, 1))
    settled = Settling("lizards", 60.0, 2, 1.5, ((text, "b"),), 8)
    measuring = Measuring(noise, draw(st.sampled_from([(), (settled,)])), draw(texts))
    ranked = draw(st.booleans())
    made = recorded([standings(rows, "cpu", noise)], HOST, measuring, complete=complete)
    return msgspec.structs.replace(made, ranked=ranked)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(records())
def test_what_is_written_is_read_again(tmp_path: Path, made: RunRecord) -> None:
    read = again(made, tmp_path)
    assert facts(msgspec.structs.replace(read, boards=())) == facts(msgspec.structs.replace(made, boards=()))
    for board, other in zip(made.boards, read.boards, strict=True):
        assert list(map(row_facts, board)) == list(map(row_facts, other))


def row_facts(row: Standing) -> Any:
    """What of a row a file holds: no certificate of a FAIL, and no rank within the judgement."""
    found = facts(row)
    found["judgement"]["rank"] = None
    return found


def test_a_whole_run_says_the_same_on_a_terminal(tmp_path: Path) -> None:
    """The terminal and the JSON tell the same numbers."""
    made = record(8, 24, repeat=3)
    read = again(made, tmp_path)
    assert as_text(run_report(read, 120), 120) == as_text(run_report(made, 120), 120)
    ranks = [rank_of(row) for board in made.boards for row in board]
    rows = json.loads((tmp_path / "run.json").read_text())["submissions"]
    assert [(one["rank"], one["ratio"]) for one in rows] == [(one.rank, one.ratio) for one in ranks]


def test_of_a_run_that_was_stopped_the_cases_count_that_all_have_run(tmp_path: Path) -> None:
    chosen = problem(6)
    rows = [judged(chosen, number) for number in range(2)]
    rows[1] = msgspec.structs.replace(rows[1], runs=rows[1].runs[:2])
    path = tmp_path / "run.json"
    path.write_bytes(as_json(run_json(recorded(unranked(rows), HOST, complete=False))))
    read = read_record(path)
    assert [row.solved for row in read.boards[0]] == [2, 2]
    shown = as_text(run_report(read, 120), 120)
    assert "2 of 6 cases" in shown
    assert "the run was stopped before its end\nof lizards only the cases count" in shown


def test_images_of_cases_are_read_and_nobody_is_ranked(tmp_path: Path) -> None:
    row = judged(problem(3), 0)
    image = msgspec.structs.replace(row.runs[0], case=f"{row.runs[0].case}~rot90")
    row = msgspec.structs.replace(row, runs=(*row.runs, image))
    read = again(msgspec.structs.replace(recorded([standings([row])], HOST), ranked=False), tmp_path)
    assert not read.ranked
    assert "nobody has a rank" in as_text(run_report(read, 120), 120)


def test_a_file_of_an_older_judge_has_no_boards(tmp_path: Path) -> None:
    old = json.loads(as_json(run_json(SMALL)))
    for key in ("problems", "ranked", "made_s", "judge"):
        del old[key]
    for row in old["submissions"]:
        for key in ("path", "words"):
            del row[key]
        for said in (row["prepare"], *row["runs"]):
            for key in ("where", "note", "help", "excerpt", "notices", "board", "given"):
                said.pop(key, None)
        del row["prepare"]["code"]
    path = tmp_path / "old.json"
    path.write_text(json.dumps(old))
    read = read_record(path)
    assert (read.made_s, read.judge, read.ranked) == (None, "", True)
    for board, other in zip(SMALL.boards, read.boards, strict=True):
        numbers = [[(row.rank, row.solved, row.par2_s, row.ratio) for row in rows] for rows in (board, other)]
        assert numbers[0] == numbers[1]
    assert {case.board.grid.size for chosen in read.problems for case in chosen.cases} == {0}
    assert "5 cases" not in as_text(run_report(read, 120), 120)
    assert "6 cases" in as_text(run_report(read, 120), 120)


# --- files of strangers ----------------------------------------------------------------------------------------------
def packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data)).decode()


def case(run: dict[str, Any], number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = run["problems"]["lizards"]["cases"][number]
    return found


def first(run: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = run["submissions"][0]["runs"][0]
    return found


Change = Callable[[dict[str, Any]], object]
LYING: dict[str, Change] = {
    "problems.lizards.cases[0].board: it is no board: 26 cells instead of 5 x 5": lambda run: case(run).update(
        board="5 " + case(run)["board"].partition(" ")[2]
    ),
    "problems.lizards.cases[0].board: expected 7 rows with cells": lambda run: case(run).update(n=7),
    "problems.lizards.cases[0].board: 1000000000 x 1000000000 cells are too many": lambda run: case(run).update(
        board="1000000000 " + packed(b"")
    ),
    "problems.lizards.cases[0].board: it is no board: a side of -6": lambda run: case(run).update(
        board="-6 " + packed(bytes(36))
    ),
    "problems.lizards.cases[0].board: it is no board: a side of 0": lambda run: case(run).update(n=0, board="0 "),
    "problems.lizards.cases[1].board: it is no board": lambda run: case(run, 1).update(board="6 ?!"),
    "problems.lizards.cases[2].board: it is no board: expected a whole": lambda run: case(run, 2).update(board="six"),
    "problems.lizards.cases[0].board: expected 6 rows with cells of 0, 1": lambda run: case(run).update(
        board="6 " + packed(b"\x07" * 36)
    ),
    "problems[...].cases[0].n: expected int <= 1048576": lambda run: case(run).update(n=1 << 40),
    "problems.lizards.cases: two of them have the same name": lambda run: case(run, 1).update(
        name=case(run)["name"], group=case(run)["group"]
    ),
    "submissions[0].runs[0].case: problems.lizards.cases has none": lambda run: first(run).update(case="gone"),
    "submissions[0].runs[0].given: it is no answer: expected a whole": lambda run: first(run).update(given="COUNT x"),
    "submissions[0].runs[0].given: it is no answer: expected FAIL": lambda run: first(run).update(given="fail"),
    "submissions[0].runs[0].given: it is no answer: expected FAIL,": lambda run: first(run).update(
        given="BOARD 65 " + packed(bytes(65 * 65))
    ),
    "submissions[0].runs[0].given: it is no answer: a cell": lambda run: first(run).update(
        given="BOARD 2 " + packed(b"\x00\x01\x02\x04")
    ),
    "problems.lizards.cases[0].regions: it is no board": lambda run: case(run).update(regions="6 ?!"),
    "problems.lizards.cases[0].regions: expected one for each cell": lambda run: case(run).update(
        regions="5 " + packed(bytes(25))
    ),
    "problems.lizards.cases[0].weights: it is no board": lambda run: case(run).update(weights="6 " + packed(bytes(36))),
    "problems.lizards.cases[0].weights: expected one for each cell": lambda run: case(run).update(
        weights=board_text(np.zeros((5, 6)), WEIGHT)
    ),
    "cases[0].known: expected int >= 0": lambda run: case(run).update(answer="count", known=-1),
    "problems.lizards.cases[0].known: expected a whole": lambda run: case(run).update(answer="count", known=10**40),
    "submissions[0].runs[0].score: expected float <= 1": lambda run: first(run).update(score=1.5),
    "submissions[0].runs[0].given: it is no answer: expected FAIL, C": lambda run: first(run).update(
        given="BOARD 2x65 " + packed(bytes(130))
    ),
    "submissions[0].runs[0].board: it is no board: expected a whole": lambda run: first(run).update(board="3xy 00"),
    "submissions[0].runs[0].board: it is no board": lambda run: first(run).update(board="3 " + packed(bytes(10))),
    "submissions[0].runs[0].cpu_s: expected float <= 1000000000.0": lambda run: first(run).update(cpu_s=1e300),
    "limits[...].time_limit: expected float > 0.0": lambda run: run["limits"]["lizards"].update(time_limit=0),
    "made_s: expected float <=": lambda run: run.update(made_s=1e300),
}


def layered(layer: np.ndarray, *, parted: bool) -> RunRecord:
    """The run, of a problem whose first case has a layer."""
    first = SMALL.problems[0]
    board = msgspec.structs.replace(first.cases[0].board, layer=layer)
    cases = (msgspec.structs.replace(first.cases[0], board=board), *first.cases[1:])
    changed = msgspec.structs.replace(first, cases=cases, parted=parted)
    rows = tuple(
        msgspec.structs.replace(row, judgement=msgspec.structs.replace(row.judgement, problem=changed))
        for row in SMALL.boards[0]
    )
    return msgspec.structs.replace(SMALL, boards=(rows,))


WEIGHTS = np.array([0, 1, -1, 255, 256, -40_000, 1 << 40, -(1 << 63), (1 << 63) - 1] * 4).reshape(6, 6)


@pytest.mark.parametrize("parted", [True, False])
def test_regions_and_weights_are_read_again(tmp_path: Path, parted: bool) -> None:
    layer = np.arange(36).reshape(6, 6) // 6 if parted else WEIGHTS
    read = again(layered(layer, parted=parted), tmp_path).problems[0]
    assert read.parted == parted
    assert read.cases[0].board.layer is not None
    assert read.cases[0].board.layer.dtype == np.int64
    assert read.cases[0].board.layer.tolist() == layer.tolist()
    assert [one.board.layer for one in read.cases[1:]] == [None] * (len(read.cases) - 1)


def test_a_run_of_before_has_no_weights(tmp_path: Path) -> None:
    run = json.loads(as_json(run_json(layered(WEIGHTS, parted=False))))
    for one in run["problems"]["lizards"]["cases"]:
        del one["weights"]
    path = tmp_path / "run.json"
    path.write_text(json.dumps(run))
    cases = read_record(path).problems[0].cases
    assert [one.board.layer for one in cases] == [None] * len(cases)
    assert cases[0].board.grid.tolist() == SMALL.problems[0].cases[0].board.grid.tolist()


def test_points_and_what_answer_txt_says_are_read_again(tmp_path: Path) -> None:
    first = SMALL.problems[0]
    points = np.arange(36).reshape(6, 6) * 1000
    board = msgspec.structs.replace(first.cases[0].board, layer=points)
    listed = Answer(columns=np.zeros((3, 6), np.int64))
    said = (Answer(count=10**20), Answer(fail=True), listed)
    changed = [
        msgspec.structs.replace(one, answer=answer, why_fail="by hand" if answer.fail else "")
        for one, answer in zip(
            (msgspec.structs.replace(first.cases[0], board=board), *first.cases[1:]), said, strict=False
        )
    ]
    problem = msgspec.structs.replace(first, cases=(*changed, *first.cases[3:]))
    rows = tuple(
        msgspec.structs.replace(row, judgement=msgspec.structs.replace(row.judgement, problem=problem))
        for row in SMALL.boards[0]
    )
    read = again(msgspec.structs.replace(SMALL, boards=(rows,)), tmp_path).problems[0].cases
    assert read[0].board.layer is not None
    assert read[0].board.layer.tolist() == points.tolist()
    assert [one.answer and one.answer.count for one in read[:3]] == [10**20, None, 3]
    assert (read[1].answer and read[1].answer.fail, read[1].why_fail) == (True, "by hand")


def refused(run: dict[str, Any], folder: Path) -> JudgeError:
    path = folder / "run.json"
    path.write_text(json.dumps(run))
    with pytest.raises(JudgeError) as caught:
        read_record(path)
    return caught.value


@pytest.mark.parametrize("said", LYING)
def test_a_key_that_lies_is_named(tmp_path: Path, said: str) -> None:
    run = json.loads(as_json(run_json(SMALL)))
    LYING[said](run)
    error = refused(run, tmp_path)
    assert (error.code, said in error.message) == ("E442", True), error.message


def test_boards_that_are_small_in_the_file_and_large_in_memory_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them is as large as its side says, and all of them together would fill the memory."""
    monkeypatch.setattr(run_document, "_MOST_BYTES", 1 << 16)
    run = json.loads(as_json(run_json(SMALL)))
    side = 1 << 7
    cell = case(run) | {"n": side, "board": f"{side} {packed(bytes(side * side))}"}
    run["problems"]["lizards"]["cases"] += [cell | {"name": f"bomb-{at}"} for at in range(20)]
    error = refused(run, tmp_path)
    assert "cases[9].board: 128 x 128 cells are too many" in error.message


@pytest.mark.parametrize("key", ["regions", "weights"])
def test_a_layer_counts_with_all_its_bytes_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    parted = key == "regions"
    run = json.loads(as_json(run_json(layered(WEIGHTS * (not parted), parted=parted))))
    monkeypatch.setattr(run_document, "_MOST_BYTES", 36 + 8 * 36 - 1)
    assert f"cases[0].{key}: 6 x 6 cells are too many" in refused(run, tmp_path).message


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_changed_in_a_file_is_read_and_shown_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    whole = as_json(run_json(SMALL))
    at = data.draw(st.integers(0, len(whole) - 1))
    end = data.draw(st.integers(at, min(len(whole), at + 20)))
    path = tmp_path / "run.json"
    path.write_bytes(whole[:at] + data.draw(st.binary(max_size=5)) + whole[end:])
    read = read_or_refused(path)
    if isinstance(read, RunRecord):
        assert as_text(run_report(read, 80), 80)
        assert len(read_run(path, "it").judgements) == len(read.judgements)
    else:
        assert read == "E442"


def read_or_refused(path: Path) -> RunRecord | str:
    try:
        return read_record(path)
    except JudgeError as error:
        return error.code


# --- what a file leaves out ------------------------------------------------------------------------------------------
LEAST_CASE = {"name": "six", "group": "secret", "algorithm": "DFS", "n": 0, "pieces": 0}
LEAST_RUN = {"case": "six", "group": "secret", "algorithm": "DFS", "verdict": "AC"}


def parts_of(chosen: dict[str, Any] | None = None, run: dict[str, Any] | None = None, **prepare: object) -> Parts:
    """The parts of a file of one submission and, if it is given, its problem."""
    row = {"name": "mine", "problem": "pkg", "verdict": "AC", "runs": [run] if run else [], "prepare": prepare}
    bare = {"title": "The pkg", "puzzle": "lizards", "piece": "lizard", "cases": []}
    whole = {  # `scaled_by` is of version 0.1.0
        "schema": "judge.run/1", "host": msgspec.to_builtins(HOST), "limits": {"pkg": {"scaled_by": 1.5}},
        "problems": {} if chosen is None else {"pkg": bare | chosen}, "submissions": [row],
    }  # fmt: skip
    return Parts(msgspec.convert(whole, RunFile))


def problem_of(chosen: dict[str, Any] | None = None, run: dict[str, Any] | None = None) -> Problem:
    return parts_of(chosen, run).judgements[0].problem


def case_of(**said: object) -> Case:
    [found] = problem_of({"cases": [LEAST_CASE | said]}).cases
    return found


def test_what_a_case_leaves_out_is_empty() -> None:
    bare = case_of()
    assert (bare.why_fail, bare.answer, bare.board.layer) == ("", None, None)


def test_how_a_problem_is_scored_is_read() -> None:
    bonus = {"share": 0.5, "points": 3, "algorithms": ["DFS"], "later": 1}
    found = problem_of({"bonus": bonus, "rule": "all-or-count", "scored": True})
    assert found.scheme == Scheme("all-or-count", Bonus(0.5, 3, ("DFS",)))
    assert found.scored


KINDS = {
    "fail": Answer(fail=True), "arrangement": Answer(), "text": Answer(text=b""), "unknown": None,
}  # fmt: skip


@pytest.mark.parametrize("said", KINDS)
def test_the_kind_of_an_answer_is_read(said: str) -> None:
    found, known = case_of(answer=said), KINDS[said]
    assert (found.answer and msgspec.structs.asdict(found.answer)) == (known and msgspec.structs.asdict(known))
    assert found.text == (b"" if said == "text" else None)


def test_what_is_known_is_read() -> None:
    found = case_of(answer="count", known=10**39).answer
    assert found is not None
    assert found.count == 10**39
    assert case_of(answer="fail", why_fail="counted").why_fail == "counted"


def test_a_number_is_read_and_that_of_a_former_file_is_not_0() -> None:
    said, former = case_of(answer="count", known=92).answer, case_of(answer="count").answer
    assert said is not None
    assert former is not None
    assert (said.count, said.columns) == (92, None)
    assert (former.count, former.columns is not None and former.columns.shape) == (None, (0, 0))


def test_a_case_without_a_board_has_no_cell() -> None:
    grid = case_of().board.grid
    assert grid.shape == (0, 0)
    assert grid.dtype == np.int8


def test_a_problem_that_is_not_described_has_the_cases_that_were_run() -> None:
    found = problem_of(None, LEAST_RUN)
    [known] = found.cases
    assert (known.board.algorithm, known.board.n, known.board.pieces) == ("DFS", 0, 0)


def test_what_was_found_is_read() -> None:
    found = parts_of(
        {"cases": [LEAST_CASE]}, LEAST_RUN | {"score": 0.25}, code="E201", message="no", verdict="CE"
    ).judgements[0]
    assert found.prepare.finding == Finding("E201", "no", verdict=Verdict.CE)
    assert found.runs[0].score == 0.25


def test_the_name_of_an_image_ends_with_its_last_sign() -> None:
    [run] = parts_of({"cases": [LEAST_CASE | {"name": "a~b"}]}, LEAST_RUN | {"case": "a~b~rot90"}).judgements[0].runs
    assert run.case == "a~b~rot90"


def test_as_many_cells_as_are_allowed_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_document, "_MOST_BYTES", 6)
    assert case_of(n=2, board=board_text(np.zeros((2, 3), np.int8))).board.shape == (2, 3)


def test_boards_of_more_than_256_mib_are_not_even_unpacked() -> None:
    side = (1 << 14) + 1
    with pytest.raises(BrokenKeyError, match=f"{side} x {side} cells are too many"):
        case_of(n=side, board=f"{side} ?")


def test_of_a_long_name_a_message_has_the_beginning() -> None:
    row = {"name": "mine", "problem": "p" * 99, "verdict": "AC", "runs": [], "prepare": {}}
    whole = {"schema": "judge.run/1", "host": msgspec.to_builtins(HOST), "limits": {}, "submissions": [row]}
    with pytest.raises(BrokenKeyError) as caught:
        Parts(msgspec.convert(whole, RunFile))
    assert str(caught.value) == f"limits.{'p' * 60}: it is missing, and submissions[] name this problem"

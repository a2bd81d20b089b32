"""A run that is written and read again is the same run; and no file, however hostile, is more than refused."""

from __future__ import annotations

import base64
import errno
import io
import json
import math
import os
import zlib
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

from judge.errors import JudgeError
from judge.files import write_json
from judge.model import Answer, Finding, Given, Judgement, Limits, Problem, Run, RunRecord, Verdict
from judge.reports import recorded, run_json, run_report
from judge.scoring import boards
from judge.store import SavedRun, judgements_in, read_run, run_path, saved_names
from tests.refused import refused
from tests.reports.make import HOST, judged, problem, record

replace = msgspec.structs.replace
SMALL = record(3, 6)
TEXT = msgspec.json.encode(run_json(SMALL))
WHOLE: dict[str, Any] = json.loads(TEXT)
PACKAGE, CASE, ROW, RUN = "problems.lizards", "problems.lizards.cases.0", "submissions.0", "submissions.0.runs.0"
GONE = object()


def changed(*changes: tuple[str, object], of: dict[str, Any] = WHOLE) -> dict[str, Any]:
    """The file with other values at these places, or without what is there."""
    made = deepcopy(of)
    for place, value in changes:
        *above, key = place.split(".")
        held: Any = made
        for name in above:
            held = held[int(name) if isinstance(held, list) else name]
        if value is GONE:
            held.pop(key, None)
        else:
            held[int(key) if isinstance(held, list) else key] = value
    return made


def read(run: dict[str, Any] | RunRecord, folder: Path) -> RunRecord:
    path = folder / "run.json"
    write_json(path, run_json(run) if isinstance(run, RunRecord) else run)
    return read_run(path).record()


def shown_of(run: RunRecord) -> str:
    """What a terminal shows of it."""
    console = Console(width=120, file=io.StringIO())
    console.print(run_report(run, 120))
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]  # it is a StringIO


def facts(value: Any) -> Any:
    """What two records are compared by: Structs field by field, boards cell by cell, NaN like NaN."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, float) and math.isnan(value):
        return "NaN"
    if isinstance(value, msgspec.Struct):
        return {name: facts(getattr(value, name)) for name in value.__struct_fields__}
    return [facts(one) for one in value] if isinstance(value, tuple | list) else value


# --- what is written is read again -----------------------------------------------------------------------------------
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
    excerpt=st.none() | st.builds(Finding.Excerpt, file=texts, line=st.integers(0, 99), text=texts),
)


def altered(row: Judgement, found: dict[int, Finding], times: list[float], refuter: str) -> Judgement:
    """A judgement with other findings and times."""
    runs: list[Run] = []
    for at, former in enumerate(row.runs):
        run = former
        if at in found:
            one = found[at]
            run = replace(
                run, finding=one, verdict=one.verdict, code=one.code, message=one.message, cells=one.cells,
                board=np.eye(3, dtype=np.int8) * at, **({"found_by": refuter} if refuter else {}),
            )  # fmt: skip
        samples = tuple(replace(one, verdict=run.verdict) for one in run.samples)
        runs.append(replace(run, cpu_s=times[at], wall_s=2 * times[at], samples=samples))
    return replace(row, runs=tuple(runs))


@st.composite
def records(draw: st.DrawFn) -> RunRecord:
    """A run of one problem, whole or stopped, with whatever may have come out of it."""
    text = draw(texts)
    chosen = problem(draw(st.integers(1, 6)), text=text, sizes=(draw(st.integers(3, 70)), 3))
    chosen = replace(chosen, cases=tuple({(one.group, one.name): one for one in chosen.cases}.values()))
    count, complete = len(chosen.cases), draw(st.booleans())
    times = st.lists(st.floats(0, 100), min_size=count, max_size=count)
    rows = []
    for number in range(draw(st.integers(1, 4))):
        found = draw(st.dictionaries(st.integers(0, count - 1), findings, max_size=2))
        row = altered(judged(chosen, number, draw(st.integers(1, 3)), text), found, draw(times), draw(texts))
        rows.append(row if complete else replace(row, runs=row.runs[: draw(st.integers(0, count))]))
    noise = draw(st.none() | st.floats(1e-6, 1))
    settled = RunRecord.Settling("lizards", 60.0, 2, 1.5, ((text, "b"),), 8)
    measuring = RunRecord.Measuring(noise, draw(st.sampled_from([(), (settled,)])), draw(texts))
    made = recorded(boards(rows, "cpu", noise), HOST, measuring, complete=complete)
    return replace(made, ranked=draw(st.booleans()))


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(records())
def test_what_is_written_is_read_again(tmp_path: Path, made: RunRecord) -> None:
    again = read(made, tmp_path)
    assert facts(again) == facts(made)
    stored = read_run(tmp_path / "run.json", "main")
    assert (stored.name, stored.host, stored.record().complete) == ("main", made.host, made.complete)
    told = judgements_in(json.loads((tmp_path / "run.json").read_text()))  # as a site answers
    assert facts(stored.judgements) == facts(again.judgements) == facts(told)


def with_cases(*boards_and_more: dict[str, Any], **more: Any) -> RunRecord:
    """The run, of a problem whose first cases have something else."""
    first = SMALL.problems[0]
    cases = [replace(one, **said) for one, said in zip(first.cases, boards_and_more, strict=False)]
    other = replace(first, cases=(*cases, *first.cases[len(cases) :]), **more)
    return replace(
        SMALL, boards=(tuple(replace(row, judgement=replace(row.judgement, problem=other)) for row in SMALL.boards[0]),)
    )


def layered(layer: np.ndarray, *, parted: bool) -> RunRecord:
    return with_cases({"board": replace(SMALL.problems[0].cases[0].board, layer=layer)}, parted=parted)


WEIGHTS = np.array([0, 1, -1, 255, 256, -40_000, 1 << 40, -(1 << 63), (1 << 63) - 1] * 4).reshape(6, 6)


@pytest.mark.parametrize("parted", [True, False])
def test_regions_and_weights_are_read_again(tmp_path: Path, parted: bool) -> None:
    layer = np.arange(36).reshape(6, 6) // 6 if parted else WEIGHTS
    again = read(layered(layer, parted=parted), tmp_path).problems[0]
    first, *others = [None if one is None else (str(one.dtype), one.tolist()) for one in layers(again)]
    assert (again.parted, first, {*map(str, others)}) == (parted, ("int64", layer.tolist()), {"None"})


def layers(of: Problem) -> list[np.ndarray | None]:
    return [case.board.layer for case in of.cases]


def test_what_answer_txt_says_is_read_again(tmp_path: Path) -> None:
    said = (Answer(count=10**20), Answer(fail=True), Answer(columns=np.zeros((3, 6), np.int64)), Answer(), None)
    changes = ({"answer": one, "why_fail": "by hand" if one and one.fail else ""} for one in said)
    cases = read(with_cases(*changes), tmp_path).problems[0].cases
    assert [one.answer and (one.answer.fail, one.answer.count) for one in cases[:5]] == [
        (False, 10**20), (True, None), (False, 3), (False, None), None,
    ]  # fmt: skip
    assert [one.why_fail for one in cases[:3]] == ["", "by hand", ""]


# --- files of other judges -------------------------------------------------------------------------------------------
SAID: dict[str, Any] = dict.fromkeys(("message", "where", "note", "help", "traceback"), "") | {
    "excerpt": None,
    "cells": [],
}
# What a file may leave out, and what that means.
LEFT_OUT: dict[str, dict[str, Any]] = {
    RUN: SAID | {
        "code": "", "refuted_by": "", "notices": [], "board": None, "given": None, "score": None, "wall_s": 0.0,
        "cpu_s": 0.0, "memory_bytes": 0, "samples": [],
    },
    f"{RUN}.samples.0": {"memory_bytes": 0, "lost_s": 0.0, "load_cpu_s": 0.0, "round": 0, "unseen_s": 0.0},
    f"{ROW}.prepare": SAID | {"verdict": "AC", "wall_s": 0.0, "language": "", "startup_s": 0.0, "code": ""},
    ROW: {
        "contract": "function", "path": None, "words": "", "sha256": "", "expected": ["AC"], "points": None,
    },
    CASE: {"answer": "unknown", "known": None, "why_fail": "", "board": None},
    "problems.lizards.cases.1": {"weights": None},
    "problems.queens.cases.0": {"regions": None},
    "problems.queens": {"parted": False},
    PACKAGE: {
        "algorithms": [], "strict": False, "path": "", "rule": "groups", "bonus": None, "scored": False, "groups": [],
    },
    "limits.lizards": {"time_limit": Limits().time_limit, "memory": 512, "output": 16, "processes": 64,
                       "compilation_time": 60.0, "multipliers": {}},
    "": {"problems": {}, "complete": True, "ranked": True, "made_s": None, "judge": "", "noise": None, "rounds": [],
         "seed": ""},
}  # fmt: skip
EXCERPT = {"file": "x.py", "line": 3, "text": "x"}
# A file that says all of it.
FULL = changed(
    *((f"{RUN}.{key}", "x") for key in ("message", "where", "note", "help", "traceback", "refuted_by")),
    (f"{RUN}.code", "E106"), (f"{RUN}.verdict", "WA"), (f"{RUN}.cells", [[1, 2]]), (f"{RUN}.score", 0.25),
    (f"{RUN}.excerpt", EXCERPT), (f"{RUN}.board", Given.Packed.of(np.ones((2, 3), np.int8)).text),
    *((f"{RUN}.samples.0.{key}", 2) for key in ("lost_s", "load_cpu_s", "round", "unseen_s")),
    *((f"{ROW}.prepare.{key}", "x") for key in ("message", "where", "note", "help", "traceback", "language")),
    (f"{ROW}.prepare.code", "E201"), (f"{ROW}.prepare.verdict", "CE"), (f"{ROW}.prepare.cells", [[1, 2]]),
    (f"{ROW}.prepare.wall_s", 1.5), (f"{ROW}.prepare.startup_s", 0.5), (f"{ROW}.prepare.excerpt", EXCERPT),
    (f"{ROW}.contract", "program"), (f"{ROW}.expected", ["TLE"]), (f"{CASE}.answer", "count"), (f"{CASE}.known", 92),
    (f"{CASE}.why_fail", "by hand"),
    ("problems.lizards.cases.1.weights", Given.Packed.of(WEIGHTS, Given.Packed.WEIGHT).text),
    *((f"{PACKAGE}.{key}", True) for key in ("strict", "scored")), (f"{PACKAGE}.rule", "all-or-count"),
    (f"{PACKAGE}.bonus", {"share": 0.5, "points": 3, "algorithms": ["DFS"]}),
    *((f"limits.lizards.{key}", 7) for key in ("memory", "output", "processes", "compilation_time")),
    ("limits.lizards.multipliers", {"Python": 3.0}), ("problems.queens.parted", True),
    ("problems.queens.cases.0.regions", Given.Packed.of(np.ones((6, 6), np.int8)).text),
    ("complete", False), ("ranked", False), ("seed", "x"),
    ("rounds", [msgspec.to_builtins(RunRecord.Settling("lizards", 60.0, 2, 1.5, (("a", "b"),), 8))]),
)  # fmt: skip


def both(run: dict[str, Any], folder: Path) -> Any:
    """What is read of a file, as a record and by its name."""
    return facts(read(run, folder)), facts(read_run(folder / "run.json", "it"))


@pytest.mark.parametrize("place", LEFT_OUT)
def test_what_is_left_out_is_as_ever(tmp_path: Path, place: str) -> None:
    full = both(FULL, tmp_path)
    for key, default in LEFT_OUT[place].items():
        whole = f"{place}.{key}".removeprefix(".")
        without, said = (both(changed((whole, value), of=FULL), tmp_path) for value in (GONE, default))
        assert without == said != full, key


def later(value: Any, name: str = "") -> Any:
    """The same with a key in each object that only a newer judge knows."""
    if isinstance(value, list):
        return [later(one) for one in value]
    if not isinstance(value, dict):
        return value
    more = {} if name in ("limits", "problems", "multipliers") else {"later": [1]}
    return {key: later(one, key) for key, one in value.items()} | more


def test_keys_that_are_still_to_come_are_left(tmp_path: Path) -> None:
    assert facts(read(later(FULL), tmp_path)) == facts(read(FULL, tmp_path))
    former = changed(("limits.lizards.scaled_by", 1.5), of=FULL)  # of version 0.1.0
    assert facts(read(former, tmp_path)) == facts(read(FULL, tmp_path))


def test_a_file_of_an_older_judge_has_no_boards(tmp_path: Path) -> None:
    old = changed(*((key, GONE) for key in ("problems", "ranked", "made_s", "judge")))
    known = {*["message", "code", "cells", "traceback", "wall_s", "cpu_s", "memory_bytes", "samples"]}
    for row in old["submissions"]:
        for said, keys in ((row, ("path", "words")), *((one, LEFT_OUT[RUN]) for one in (row["prepare"], *row["runs"]))):
            for key in {*keys} - known:
                said.pop(key, None)
        del row["prepare"]["code"]
    again = read(old, tmp_path)
    assert (again.made_s, again.judge, again.ranked) == (None, "", True)
    for board, other in zip(SMALL.boards, again.boards, strict=True):
        numbers = [[(row.rank, row.solved, row.par2_s, row.ratio) for row in rows] for rows in (board, other)]
        assert numbers[0] == numbers[1]
    assert {case.board.grid.size for chosen in again.problems for case in chosen.cases} == {0}
    shown = shown_of(again)
    assert ("5 cases" in shown, "6 cases" in shown) == (False, True)


def first(run: dict[str, Any], folder: Path) -> Problem:
    return read(run, folder).problems[0]


def test_what_keys_of_a_problem_mean(tmp_path: Path) -> None:
    nowhere = changed(*((f"problems.{name}.path", GONE) for name in WHOLE["problems"]))
    assert len(read(nowhere, tmp_path).boards) == len(SMALL.boards) == 2, "of each its own, wherever they lay"
    made = first(FULL, tmp_path)
    assert (made.scheme, made.scored) == (Problem.Scheme("all-or-count", Problem.Scheme.Bonus(0.5, 3, ("DFS",))), True)
    kinds: dict[str, Answer | None] = {
        "fail": Answer(fail=True), "arrangement": Answer(), "text": Answer(text=b""), "unknown": None,
    }  # fmt: skip
    for said, known in kinds.items():
        case = first(changed((f"{CASE}.answer", said)), tmp_path).cases[0]
        assert (facts(case.answer), case.text) == (facts(known), b"" if said == "text" else None)
    for number in (92, 10**39):
        answer = first(changed((f"{CASE}.answer", "count"), (f"{CASE}.known", number)), tmp_path).cases[0].answer
        assert answer is not None
        assert (answer.count, answer.columns) == (number, None)
    former = first(changed((f"{CASE}.answer", "count"), (f"{CASE}.known", None)), tmp_path).cases[0].answer
    assert former is not None
    assert (former.count, former.columns is not None and former.columns.shape) == (None, (0, 0)), "its number is not 0"
    bare = first(changed((f"{CASE}.board", GONE)), tmp_path).cases[0].board.grid
    assert (bare.shape, str(bare.dtype)) == ((0, 0), "int8")
    undescribed = first(changed(("problems", {})), tmp_path).cases[0].board
    assert (undescribed.algorithm, undescribed.n, undescribed.pieces) == ("BFS", 0, 0)
    name = WHOLE["problems"]["lizards"]["cases"][0]["name"]
    tildes = [(f"submissions.{at}.runs.0.case", f"{name}~b~rot90") for at in range(3)]
    read(changed((f"{CASE}.name", f"{name}~b"), *tildes), tmp_path)  # the name of an image ends with its last sign


@pytest.mark.parametrize(
    ("noise", "known"),
    [(0.02, 0.02), (0, None), (-0.02, None), (1e308, None), (None, None), (999.0, 999.0), (1000.0, None)],
)
def test_noise_is_a_share_or_not_known(tmp_path: Path, noise: float | None, known: float | None) -> None:
    assert read(changed(("noise", noise)), tmp_path).measuring.noise == known
    assert read_run(tmp_path / "run.json", "it").noise == known


# --- files of strangers ----------------------------------------------------------------------------------------------
def packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data)).decode()


CELLS = WHOLE["problems"]["lizards"]["cases"][0]["board"].partition(" ")[2]
NO_BOARD, NO_ANSWER = "board: it is no board", "given: it is no answer"
# A place, what stands there, and what is said of it, with the place or its end.
LYING: list[tuple[str, object, str]] = [
    (f"{CASE}.board", f"5 {CELLS}", f"problems.lizards.cases[0].{NO_BOARD}: 26 cells instead of 5 x 5"),
    (f"{CASE}.n", 7, "problems.lizards.cases[0].board: expected 7 rows with cells"),
    (f"{CASE}.board", f"1000000000 {packed(b'')}", "cases[0].board: 1000000000 x 1000000000 cells are too many"),
    (f"{CASE}.board", f"-6 {packed(bytes(36))}", f"cases[0].{NO_BOARD}: a side of -6"),
    (f"{CASE}.board", "0 ", f"cases[0].{NO_BOARD}: a side of 0"),
    ("problems.lizards.cases.1.board", "6 ?!", f"problems.lizards.cases[1].{NO_BOARD}"),
    ("problems.lizards.cases.2.board", "six", f"problems.lizards.cases[2].{NO_BOARD}: expected a whole"),
    (f"{CASE}.board", f"6 {packed(b'7' * 36)}", "cases[0].board: expected 6 rows with cells of 0, 1"),
    (f"{CASE}.board", f"{(1 << 14) + 1} ?", "16385 x 16385 cells are too many"),  # they are not even unpacked
    (f"{CASE}.n", 1 << 40, "problems[...].cases[0].n: expected int <= 1048576"),
    ("problems.lizards.cases.1", WHOLE["problems"]["lizards"]["cases"][0],
     "problems.lizards.cases: two of them have the same name"),
    (f"{CASE}.regions", "6 ?!", "problems.lizards.cases[0].regions: it is no board"),
    (f"{CASE}.regions", f"5 {packed(bytes(25))}", "cases[0].regions: expected one for each cell"),
    (f"{CASE}.weights", f"6 {packed(bytes(36))}", "problems.lizards.cases[0].weights: it is no board"),
    (f"{CASE}.weights", Given.Packed.of(np.zeros((5, 6)), Given.Packed.WEIGHT).text,
     "cases[0].weights: expected one for each"),
    (CASE, WHOLE["problems"]["lizards"]["cases"][0] | {"answer": "count", "known": -1},
     "cases[0].known: expected int >= 0"),
    (CASE, WHOLE["problems"]["lizards"]["cases"][0] | {"answer": "count", "known": 10**40},
     "problems.lizards.cases[0].known: expected a whole"),
    (f"{RUN}.case", "gone", "submissions[0].runs[0].case: problems.lizards.cases has none"),
    (f"{RUN}.given", "COUNT x", f"submissions[0].runs[0].{NO_ANSWER}: expected a whole"),
    (f"{RUN}.given", "fail", f"submissions[0].runs[0].{NO_ANSWER}: expected FAIL"),
    (f"{RUN}.given", f"BOARD 65 {packed(bytes(65 * 65))}", f"submissions[0].runs[0].{NO_ANSWER}: expected FAIL,"),
    (f"{RUN}.given", f"BOARD 2x65 {packed(bytes(130))}", f"submissions[0].runs[0].{NO_ANSWER}: expected FAIL, C"),
    (f"{RUN}.given", f"BOARD 2 {packed(bytes([0, 1, 2, 4]))}", f"submissions[0].runs[0].{NO_ANSWER}: a cell"),
    (f"{RUN}.board", "3xy 00", f"submissions[0].runs[0].{NO_BOARD}: expected a whole"),
    (f"{RUN}.board", f"3 {packed(bytes(10))}", f"submissions[0].runs[0].{NO_BOARD}"),
    (f"{RUN}.cpu_s", "1", "submissions[0].runs[0].cpu_s: expected float, got str"),
    ("submissions.0.runs.3.verdict", "OK", "submissions[0].runs[3].verdict: invalid enum value 'OK'"),
    (f"{ROW}.problem", GONE, "submissions[0]: object missing required field problem"),
    ("host", GONE, "the whole file: object missing required field host"),
    ("host.cores", "2", "host.cores: expected int, got str"),
    ("limits", {}, "limits.lizards: it is missing, and submissions[] name this problem"),
    (f"{ROW}.problem", "p" * 99, f"limits.{'p' * 60}: it is missing, and submissions[] name this problem"),
    ("limits.lizards.time_limit", 0, "limits[...].time_limit: expected float > 0.0"),
    ("schema", "judge.run/2", "schema: invalid enum value 'judge.run/2'"),
    ("schema", GONE, "the whole file: object missing required field schema"),
]  # fmt: skip


def not_a_run(path: Path, said: str = "") -> Any:
    return refused("E442", f"{path} can't be read as a run: {said}")


@pytest.mark.parametrize(("place", "value", "said"), LYING)
def test_a_key_that_lies_is_named(tmp_path: Path, place: str, value: object, said: str) -> None:
    with refused("E442", said):
        read(changed((place, value)), tmp_path)


# The least and the most that a key may hold.
BOUNDS = [
    (f"{RUN}.cpu_s", 0, 1e9), (f"{RUN}.wall_s", 0, 1e9), (f"{RUN}.samples.0.wall_s", 0, 1e9),
    (f"{RUN}.samples.0.lost_s", 0, 1e9), (f"{RUN}.score", 0, 1), (f"{RUN}.memory_bytes", 0, 1 << 60),
    (f"{CASE}.n", 0, 1 << 20), ("made_s", 0, 2.5e11), (f"{RUN}.cells.0.1", -(1 << 31), 1 << 31),
    ("limits.lizards.time_limit", 1e-9, 1e9),
]  # fmt: skip


@pytest.mark.parametrize(("place", "low", "high"), BOUNDS)
def test_a_key_holds_no_more_than_it_may(tmp_path: Path, place: str, low: float, high: float) -> None:
    bare = changed((f"{CASE}.board", None), (f"{CASE}.weights", None), of=FULL)
    for value in (low, high):
        read(changed((place, value), of=bare), tmp_path)
    for value in (low - 1, high + 1):
        with refused("E442", place.rpartition(".")[2].replace("1", "cells[0][1]")):
            read(changed((place, value), of=bare), tmp_path)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_changed_in_a_file_is_read_and_shown_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(TEXT) - 1))
    end = data.draw(st.integers(at, min(len(TEXT), at + 20)))
    path = tmp_path / "run.json"
    path.write_bytes(TEXT[:at] + data.draw(st.binary(max_size=5)) + TEXT[end:])
    found, codes = None, set()
    try:
        found = read_run(path).record()
    except JudgeError as error:
        codes = {error.code}
    assert codes <= {"E442"}
    if found:
        assert shown_of(found)
        assert len(read_run(path, "it").judgements) == len(found.judgements)


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"schema": 1e999}', b"DFS\n4\n4\n"]
)
def test_what_is_no_json_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(data)
    with not_a_run(path):
        read_run(path, "it")


def test_what_is_no_file_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "folder.json").mkdir()
    for path in (*(tmp_path / name for name in ("pipe.json", "folder.json", "nothing.json")), Path("/dev/zero")):
        with refused("E435", f"{path} can't be opened: it is not a file"):
            read_run(path, "it")

    def fail(_: Path) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    path = tmp_path / "run.json"
    path.write_text("{}")
    monkeypatch.setattr(Path, "read_bytes", fail)
    with refused("E435", f"{path} can't be opened: Input/output error"):
        read_run(path, "it")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    with path.open("wb") as file:
        file.truncate((256 << 20) + 1)
    with not_a_run(path, "it is larger than 256 MiB"):
        read_run(path, "it")


# --- names -----------------------------------------------------------------------------------------------------------
def test_a_name_is_a_file_in_one_folder() -> None:
    for name in ("main", "before-42", "v1.2_x", "A" * 64, "0"):
        assert run_path(name) == Path(f".judge/runs/{name}.json")
    wrong = ["", ".", "..", "../main", "a/b", "/etc/x", ".hidden", "-x", "a b", "a\n", "a\0"]
    for name in [*wrong, "A" * 65, "ä", "main.json"]:
        with refused("E444", repr(name)):
            run_path(name)


def test_what_is_kept_is_listed_the_last_one_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = run_path("main").parent
    folder.mkdir(parents=True)
    assert (saved_names(), SavedRun.latest()) == ([], [])
    for second, (name, text) in enumerate(
        (("main", json.dumps(WHOLE)), ("mine", json.dumps(FULL)), ("broken", "{")), 2
    ):
        run_path(name).write_text(text)
        os.utime(run_path(name), (second, second))
    run_path("gone").symlink_to("nothing.json")
    (folder / "notes.txt").write_text("no run")
    (folder / ".judge-1.part").write_text("half a run")
    assert saved_names() == ["broken", "gone", "main", "mine"]
    of_two = (6, ("lizards", "queens"))
    assert SavedRun.latest() == [
        SavedRun("broken", 4, None, ()), SavedRun("mine", 3, *of_two), SavedRun("main", 2, *of_two),
        SavedRun("gone", 0, None, ()),
    ]  # fmt: skip

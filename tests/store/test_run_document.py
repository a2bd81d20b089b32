"""A run that is written and read again is the same run; and no file, however hostile, is more than refused."""

from __future__ import annotations

import base64
import errno
import json
import os
import re
import zlib
from copy import deepcopy
from pathlib import Path
from shutil import rmtree
from typing import Any
from unittest.mock import Mock

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.files import write_json
from judge.model import Answer, Case, Entry, Finding, Given, Limits, Problem, Run, RunRecord
from judge.reports import run_report
from judge.scoring import boards
from judge.store import Journal, SavedRun, judgements_in, read_run, run_json, run_path, saved_names
from tests.conftest import there
from tests.make import JE, RTE, TLE, WA, each_run, files, growing
from tests.refused import refused
from tests.reports.make import HOST, as_text, judged, problem, record

replace = msgspec.structs.replace
SMALL = record(3, 6)
TEXT = msgspec.json.encode(run_json(SMALL))
WHOLE: dict[str, Any] = json.loads(TEXT)
PACKAGE, CASE, ROW, RUN = "problems.lizards", "problems.lizards.cases.0", "submissions.0", "submissions.0.runs.0"
FIRST: dict[str, Any] = WHOLE["problems"]["lizards"]["cases"][0]
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


def facts(value: Any) -> str:
    """What two records are compared by: Structs field by field, boards cell by cell, NaN like NaN."""

    def plain(one: Any) -> Any:
        return str(one) if isinstance(one, Path) else (str(one.dtype), one.tolist())

    return repr(msgspec.to_builtins(value, enc_hook=plain))


# --- what is written is read again -----------------------------------------------------------------------------------
texts = st.text(st.characters(codec="utf-8"), max_size=12)
findings = st.builds(
    Finding,
    **{"code": st.sampled_from(["E106", "E201", "E999"]), "verdict": st.sampled_from([WA, TLE, RTE, JE])},
    **dict.fromkeys(("message", "where", "note", "help", "traceback"), texts),
    cells=st.lists(st.tuples(st.integers(-1, 9), st.integers(1, 9)), max_size=3).map(tuple),
    excerpt=st.none() | st.builds(Finding.Excerpt, file=texts, line=st.integers(0, 99), text=texts),
)


def altered(run: Run, found: Finding | None, time_s: float, refuter: str) -> Run:
    """A run with another finding and time."""
    if found:
        run = replace(run, **{name: getattr(found, name) for name in ("verdict", "code", "message", "cells")})
        run = replace(run, finding=found, board=np.eye(3, dtype=np.int8), found_by=refuter or msgspec.UNSET)
    samples = tuple(replace(one, verdict=run.verdict) for one in run.samples)
    return replace(run, cpu_s=time_s, wall_s=2 * time_s, samples=samples, score=None if found else time_s / 100)


WEIGHTS = np.array([0, 1, -1, 255, 256, -40_000, 1 << 40, -(1 << 63), (1 << 63) - 1])
ANSWERS = (None, Answer(), Answer(fail=True), Answer(count=0), Answer(count=10**39), Answer(text=b""))
SCHEMES = (Problem.Scheme(), Problem.Scheme("all-or-count", Problem.Scheme.Bonus(0.5, 3.0, ("DFS",))))


@st.composite
def problems(draw: st.DrawFn, word: str) -> Problem:
    """A problem of whatever a file keeps of one: answers that are known, regions or weights, a scheme."""
    chosen = problem(draw(st.integers(1, 6)), text=word, sizes=(draw(st.integers(3, 70)), 3))
    parted, layered = draw(st.booleans()), draw(st.booleans())
    cases = {}
    for case in chosen.cases:
        n, answer = case.board.n, draw(st.sampled_from(ANSWERS))
        layer = (np.arange(n * n) // n if parted else np.resize(WEIGHTS, n * n)).reshape(n, n)
        board = replace(case.board, layer=layer) if layered else case.board
        why = draw(texts) if answer and answer.fail else ""
        text = b"" if answer and answer.text is not None else None
        cases[case.group, case.name] = replace(case, answer=answer, why_fail=why, board=board, text=text)
    scheme, scored = draw(st.sampled_from(SCHEMES)), draw(st.booleans())
    return replace(chosen, cases=tuple(cases.values()), parted=parted, scheme=scheme, scored=scored)


@st.composite
def records(draw: st.DrawFn) -> RunRecord:
    """A run of one problem, whole or stopped, with whatever may have come out of it."""
    text = draw(texts)
    chosen = draw(problems(text))
    rows, complete = [], draw(st.booleans())
    for number in range(draw(st.integers(1, 4))):
        row = judged(chosen, number, draw(st.integers(1, 3)), text)
        drawn = st.tuples(st.none() | findings, st.floats(0, 100), texts)
        runs = [altered(run, *draw(drawn)) for run in row.runs]
        kept = len(runs) if complete else draw(st.integers(0, len(runs)))
        rows.append(replace(row, runs=tuple(runs[:kept])))
    noise = draw(st.none() | st.floats(1e-6, 1))
    settled = RunRecord.Settling("lizards", 60.0, 2, 1.5, ((text, "b"),), 8)
    measuring = RunRecord.Measuring(noise, draw(st.sampled_from([(), (settled,)])), draw(texts))
    made = RunRecord.of(boards(rows, "cpu", noise), HOST, measuring, complete=complete)
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
    rows = json.loads((tmp_path / "run.json").read_text())["submissions"]
    known = [(row.rank, row.tied) if made.ranked else (None, False) for board in made.boards for row in board]
    assert [(row["rank"], row["tied"]) for row in rows] == known


# --- files of other judges -------------------------------------------------------------------------------------------
EXCERPT = {"file": "x.py", "line": 3, "text": "x"}
SETTLED = RunRecord.Settling("lizards", 60.0, 2, 1.5, (("a", "b"),), 8)
KEPT = object()
SAID: dict[str, tuple[object, object]] = dict.fromkeys(("message", "where", "note", "help", "traceback"), ("", "x"))
SAID |= {"excerpt": (None, EXCERPT), "cells": ([], [[1, 2]])}
# What a file may leave out, what that means, and what a file has that says it.
LEFT_OUT: dict[str, dict[str, tuple[object, object]]] = {
    RUN: SAID | {
        "code": ("", "E106"), "refuted_by": ("", "x"), "notices": ([], KEPT), "given": (None, KEPT),
        "board": (None, Given.Packed.of(np.ones((2, 3), np.int8)).text), "score": (None, 0.25),
        "wall_s": (0.0, KEPT), "cpu_s": (0.0, KEPT), "memory_bytes": (0, KEPT), "samples": ([], KEPT),
    },
    f"{RUN}.samples.0": {
        "memory_bytes": (0, KEPT), **dict.fromkeys(("lost_s", "load_cpu_s", "unseen_s"), (0.0, 2)), "round": (0, 2),
    },
    f"{ROW}.prepare": SAID | {
        "verdict": ("AC", "CE"), "code": ("", "E201"), "wall_s": (0.0, 1.5), "language": ("", "x"),
        "startup_s": (0.0, 0.5),
    },
    ROW: {
        "contract": ("function", "program"), "path": (None, KEPT), "words": ("", KEPT), "sha256": ("", KEPT),
        "expected": (["AC"], ["TLE"]), "points": (None, KEPT),
    },
    CASE: {"answer": ("unknown", "count"), "known": (None, 92), "why_fail": ("", "by hand"), "board": (None, KEPT)},
    "problems.lizards.cases.1": {
        "weights": (None, Given.Packed.of(np.resize(WEIGHTS, (6, 6)), Given.Packed.WEIGHT).text)
    },
    "problems.queens.cases.0": {"regions": (None, Given.Packed.of(np.ones((6, 6), np.int8)).text)},
    "problems.queens": {"parted": (False, True)},
    PACKAGE: {
        "algorithms": ([], KEPT), "path": ("", KEPT), "groups": ([], KEPT), "rule": ("groups", "all-or-count"),
        "bonus": (None, {"share": 0.5, "points": 3, "algorithms": ["DFS"]}),
        "strict": (False, True), "scored": (False, True),
    },
    "limits.lizards": {
        "time_limit": (Limits().time_limit, KEPT), "memory": (512, 7), "output": (16, 7), "processes": (64, 7),
        "compilation_time": (60.0, 7), "multipliers": ({}, {"Python": 3.0}),
    },
    "": {
        "problems": ({}, KEPT), "complete": (True, False), "ranked": (True, False), "made_s": (None, KEPT),
        "judge": ("", KEPT), "noise": (None, KEPT), "rounds": ([], [msgspec.to_builtins(SETTLED)]), "seed": ("", "x"),
    },
}  # fmt: skip
ALL = {f"{place}.{key}".strip("."): values for place, keys in LEFT_OUT.items() for key, values in keys.items()}
# A file that says all of it.
FULL = changed((f"{RUN}.verdict", "WA"), *((place, said) for place, (_, said) in ALL.items() if said is not KEPT))


def test_what_is_left_out_is_as_ever(tmp_path: Path) -> None:
    full = facts(read(FULL, tmp_path))
    for place, (default, _) in ALL.items():
        without, said = (facts(read(changed((place, value), of=FULL), tmp_path)) for value in (GONE, default))
        assert without == said != full, place


def later(value: Any, name: str = "") -> Any:
    """The same with a key in each object that only a newer judge knows."""
    if isinstance(value, list):
        return [later(one) for one in value]
    if not isinstance(value, dict):
        return value
    more = {} if name in ("limits", "problems", "multipliers") else {"later": [1]}
    return {key: later(one, key) for key, one in value.items()} | more


def test_keys_that_are_still_to_come_are_left(tmp_path: Path) -> None:
    former = changed(("limits.lizards.scaled_by", 1.5), of=FULL)  # of version 0.1.0
    for more in (later(FULL), former):
        assert facts(read(more, tmp_path)) == facts(read(FULL, tmp_path))


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
    plain = [(one.title, one.puzzle, one.algorithms, one.strict, one.groups, one.path) for one in again.problems]
    assert plain == [(one.name, "", (), False, {}, one.name) for one in again.problems]
    shown = as_text(run_report(again), 120)
    assert ("5 cases" in shown, "6 cases" in shown) == (False, True)


def test_what_is_not_there_is_not_known_and_nothing_else(tmp_path: Path) -> None:
    def first_of(*changes: tuple[str, object]) -> Case:
        return read(changed(*changes), tmp_path).problems[0].cases[0]

    former = there(first_of((f"{CASE}.answer", "count"), (f"{CASE}.known", None)).answer)
    assert (former.count, former.columns is not None and former.columns.shape) == (None, (0, 0)), "its number is not 0"
    bare, undescribed = first_of((f"{CASE}.board", GONE)).board, first_of(("problems", {})).board
    assert facts(bare.grid) == facts(undescribed.grid) == facts(np.zeros((0, 0), np.int8))
    assert (bare.n, undescribed.algorithm, undescribed.n, undescribed.pieces) == (6, "BFS", 0, 0)
    again = msgspec.to_builtins(run_json(read(changed((f"{CASE}.board", GONE)), tmp_path)))
    assert again["problems"]["lizards"]["cases"][0]["board"] is None, "where there is none, none is written"
    nowhere = changed(*((f"problems.{name}.path", GONE) for name in WHOLE["problems"]))
    assert len(read(nowhere, tmp_path).boards) == len(SMALL.boards) == 2, "of each its own, wherever they lay"
    image = f"{FIRST['name']}~b"  # the name of an image ends with its last sign
    tildes = [(f"submissions.{at}.runs.0.case", f"{image}~rot90") for at in range(3)]
    assert first_of((f"{CASE}.name", image), *tildes).name == image


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


FIVE = Given.Packed.of(np.zeros((5, 6)), Given.Packed.WEIGHT).text
# Of each place what it can't hold: it is named.
LIES: dict[str, list[object]] = {
    f"{CASE}.board": ["5 " + FIRST["board"].partition(" ")[2], f"-6 {packed(bytes(36))}", "0 ", "six", "6 ?!"],
    "problems.lizards.cases.1.board": [f"6 {packed(b'7' * 36)}"],
    f"{CASE}.regions": ["6 ?!", f"5 {packed(bytes(25))}"],
    f"{CASE}.weights": [f"6 {packed(bytes(36))}", FIVE],
    f"{RUN}.given": [
        *("COUNT x", "fail", f"BOARD 65 {packed(bytes(65 * 65))}", f"BOARD 2x65 {packed(bytes(130))}"),
        f"BOARD 2 {packed(bytes([0, 1, 2, 4]))}",
    ],
    f"{RUN}.board": ["3xy 00", f"3 {packed(bytes(10))}"],
    f"{RUN}.case": ["gone"],
    f"{RUN}.cpu_s": ["1"],
    "submissions.0.runs.3.verdict": ["OK"],
    "host.cores": ["2"],
    "schema": ["judge.run/2"],
}
# A place, what stands there, and what is said of another one.
LYING: list[tuple[str, object, str]] = [
    *((place, value, re.sub(r"\.(\d+)", r"[\1]", place)) for place, values in LIES.items() for value in values),
    (f"{CASE}.n", 7, "problems.lizards.cases[0].board: expected 7 rows with cells"),
    (f"{CASE}.n", 1 << 40, "problems[...].cases[0].n: expected int <= 1048576"),
    (f"{CASE}.board", f"{(1 << 14) + 1} ?", "16385 x 16385 cells are too many"),  # they are not even unpacked
    (CASE, FIRST | {"answer": "count", "known": -1}, "cases[0].known: expected int >= 0"),
    (CASE, FIRST | {"answer": "count", "known": 10**40}, "problems.lizards.cases[0].known: expected a whole"),
    ("problems.lizards.cases.1", FIRST, "problems.lizards.cases: two of them have the same name"),
    (f"{ROW}.problem", GONE, "submissions[0]: object missing required field problem"),
    ("limits.lizards.time_limit", 0, "limits[...].time_limit: expected float > 0.0"),
    (f"{ROW}.problem", "p" * 99, f"limits.{'p' * 60}: it is missing, and submissions[] name this problem"),
    ("limits", {}, "limits.lizards: it is missing, and submissions[] name this problem"),
    ("host", GONE, "the whole file: object missing required field host"),
    ("schema", GONE, "the whole file: object missing required field schema"),
]


@pytest.mark.parametrize(("place", "value", "said"), LYING)
def test_a_key_that_lies_is_named(tmp_path: Path, place: str, value: object, said: str) -> None:
    with refused("E442", said) as caught:
        read(changed((place, value)), tmp_path)
    assert str(tmp_path) in caught.value.message
    assert caught.value.note
    assert caught.value.help


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
        assert as_text(run_report(found), 120)
        assert len(read_run(path, "it").judgements) == len(found.judgements)


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"schema": 1e999}', b"DFS\n4\n4\n"]
)
def test_what_is_no_json_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(data)
    with refused("E442", f"{path} can't be read as a run: "):
        read_run(path, "it")


def test_a_journal_is_a_run_at_any_time(tmp_path: Path) -> None:
    path, whole = tmp_path / "run.json", record(3, 6)
    problems = {one.problem.name: one.problem for one in whole.judgements}
    journal = Journal(path, HOST, [Entry(one, ()) for one in problems.values()], lambda: [])
    assert not read_run(path).record().complete
    journal.close(whole)
    assert facts(read_run(path).record()) == facts(read(whole, tmp_path))
    copy = journal.copy_to(tmp_path / "there" / "copy.json")
    assert copy.read_bytes() == path.read_bytes()


def test_a_journal_rests_four_times_as_long_as_it_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    took_s, clock, written = [0.125], [100.0], list[float]()

    def judged_so_far() -> list[Any]:
        written.append(clock[0])
        clock[0] += took_s[0]
        return []

    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    journal = Journal(tmp_path / "run.json", HOST, [], judged_so_far)
    for at_s, took_s[0] in ((100.5, 0.125), (100.625, 9.0), (110.5, 0.125), (110.625, 0.125)):
        clock[0] = at_s
        journal.event()
    assert written == [100.0, 100.625, 110.625]


def test_without_a_place_for_a_journal_there_is_none_to_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Journal(None, HOST, [], lambda: []).path == Path(".judge/last-run.json")
    rmtree(".judge")
    Path(".judge").touch()
    with refused("E435", "copy.json can't be written: there is no place for .judge/") as caught:
        Journal(None, HOST, [], lambda: []).copy_to(Path("copy.json"))
    assert caught.value.help


def test_a_file_says_how_sure_a_rank_is_what_disturbed_it_and_how_a_submission_grows() -> None:
    """Which is not read again: it is computed anew from the runs."""
    sizes = range(10, 60, 10)
    told = Finding("E106", "it is wrong", help="look at it", command="judge check")
    quick = each_run(growing("quick", lambda n: n / 100, sizes), finding=told)
    [board] = boards([quick, growing("slow", lambda n: n * n / 1000, sizes)])
    board = [replace(row, ratio_within=row.Interval(row.ratio, 3.0, 9.0)) for row in board]
    record = RunRecord.of([board], HOST, RunRecord.Measuring())
    for ranked, known in ((True, [(1, 1.0), (2, 14 / 3)]), (False, [(None, None)] * 2)):
        rows = json.loads(msgspec.json.encode(run_json(replace(record, ranked=ranked))))["submissions"]
        assert [(row["rank"], row["ratio"] and pytest.approx(row["ratio"])) for row in rows] == known
        assert [row["tied"] for row in rows] == [False, False]
        assert [(row["ratio_low"], row["ratio_high"]) for row in rows] == [(low, low and 9.0) for _, low in known]
    assert {run["help"] for run in rows[0]["runs"]} == {"look at it; judge check"}
    assert rows[1]["disturbance"] == {"runs": 5, "disturbed": 0, "starved": 0}
    [growth] = rows[1]["scaling"]
    assert (growth["stem"], growth["solved_to"], growth["laws"][0]["form"]) == ("forest", 40, "power")
    assert [point["high_s"] for point in growth["points"]] == [0.1, 0.4, 0.9, 1.6, None]


def test_what_is_no_file_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "folder.json").mkdir()
    for path in (*(tmp_path / name for name in ("pipe.json", "folder.json", "nothing.json")), Path("/dev/zero")):
        with refused("E435", f"{path} can't be opened: it is not a file") as caught:
            read_run(path, "it")
        assert caught.value.help

    path = tmp_path / "run.json"
    path.write_text("{}")
    monkeypatch.setattr(Path, "read_bytes", Mock(side_effect=OSError(errno.EIO, "Input/output error")))
    with refused("E435", f"{path} can't be opened: Input/output error"):
        read_run(path, "it")
    with path.open("wb") as file:
        file.truncate((256 << 20) + 1)
    with refused("E442", f"{path} can't be read as a run: it is larger than 256 MiB"):
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
    folder = files(tmp_path / ".judge/runs", {})
    assert (saved_names(), SavedRun.latest()) == ([], [])
    kept = {"main": json.dumps(WHOLE), "mine": json.dumps(FULL), "broken": "{"}
    files(folder, {f"{name}.json": text for name, text in kept.items()})
    files(folder, {"notes.txt": "no run", ".judge-1.part": "half a run"})
    for second, name in enumerate(kept, 2):
        os.utime(run_path(name), (second, second))
    run_path("gone").symlink_to("nothing.json")
    assert saved_names() == ["broken", "gone", "main", "mine"]
    of_two = (6, ("lizards", "queens"))
    found = ("broken", 4, None, ()), ("mine", 3, *of_two), ("main", 2, *of_two), ("gone", 0, None, ())
    assert SavedRun.latest() == [SavedRun(*one) for one in found]

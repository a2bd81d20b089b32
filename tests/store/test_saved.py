"""Runs that are kept by name, and any file that says it is one."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.errors import JudgeError
from judge.model import Group, Host, Limits, Measurement, Prepared, Problem, Submission, Verdict
from judge.reports.export.run_json import run_json
from judge.reports.recorded import recorded
from judge.scoring.ranking import standings
from judge.store import saved
from judge.store.run_document import CaseRow, LimitsRow, PrepareRow, ProblemRow, RunFile, RunRow, SubmissionRow
from judge.store.saved import RUNS, SavedRun, StoredRun, read_run, run_path, saved_names, saved_runs
from tests.reports.make import HOST as OTHER_HOST
from tests.scoring.make import growing

HOST = Host("plain", (), (), "cgroup", "Linux", "3.11", "0.68", 2)
ROW = growing("mine", lambda n: 1e-6 * n**2, (50, 100, 200, 400, 800, 1600))


def made() -> dict[str, Any]:
    """A run as it is written, as JSON."""
    written = run_json(recorded([standings([ROW])], HOST))
    return dict(json.loads(msgspec.json.encode(written | {"made_s": 1.5, "judge": "0.1.0"})))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    RUNS.mkdir(parents=True)
    return tmp_path


def refused(path: Path) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        read_run(path, "it")
    return caught.value


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(made() | {"noise": 0.02}))
    read = read_run(path, "main")
    assert (read.name, read.host, read.complete, read.noise) == ("main", HOST, True, 0.02)
    [row] = read.judgements
    assert (row.submission.name, row.submission.sha256, row.problem.name) == ("mine", "mine", "pkg")
    assert (row.verdict, row.points, row.rank) == (Verdict.TLE, ROW.points, 1)
    assert row.problem.limits == Limits(time_limit=2.0)
    assert row.runs == ROW.runs


def test_a_file_of_an_older_or_newer_judge_is_read(tmp_path: Path) -> None:
    """Without keys that came later, with keys that are still to come."""
    old = made() | {"later": 1}
    for key in ("complete",):
        del old[key]
    for row in old["submissions"]:
        for key in ("scaling", "disturbance", "rank", "points"):
            del row[key]
        for run in row["runs"]:
            run["later"] = [1]
            for sample in run["samples"]:
                del sample["round"]
    path = tmp_path / "old.json"
    path.write_text(json.dumps(old))
    [row] = read_run(path, "old").judgements
    assert [run.cpu_s for run in row.runs] == [run.cpu_s for run in ROW.runs]


LEAST = {"name": "mine", "problem": "pkg", "verdict": "CE", "runs": [], "prepare": {}}


def read_row(tmp_path: Path, row: dict[str, Any]) -> StoredRun:
    """A run of one row that gives no more than it has to."""
    whole = {key: made()[key] for key in ("schema", "host", "limits")}
    path = tmp_path / "least.json"
    path.write_text(json.dumps(whole | {"submissions": [row]}))
    return read_run(path, "it")


def test_what_a_file_leaves_out_is_as_ever(tmp_path: Path) -> None:
    read = read_row(tmp_path, LEAST)
    [row] = read.judgements
    assert (read.complete, read.noise) == (True, None)
    assert row.submission == Submission("mine", "pkg", "function", Path("mine"), b"", "")
    assert row.prepare == Prepared(Verdict.AC, 0.0, "", language="", startup_s=0.0)
    assert (row.runs, row.verdict, row.points, row.rank) == ((), Verdict.CE, None, None)
    bare = Problem("pkg", "pkg", "", (), False, Limits(time_limit=2.0), {}, (), "pkg")
    assert msgspec.structs.asdict(row.problem) == msgspec.structs.asdict(bare)
    assert StoredRun("it", HOST, ()) == StoredRun("it", HOST, (), True, None)


def test_how_a_submission_was_prepared_is_read(tmp_path: Path) -> None:
    prepare = {"verdict": "CE", "wall_s": 1.5, "message": "no main", "language": "c", "startup_s": 0.25}
    [row] = read_row(tmp_path, LEAST | {"contract": "program", "sha256": "ab", "prepare": prepare}).judgements
    assert row.submission == Submission("mine", "pkg", "program", Path("mine"), b"", "ab")
    assert row.prepare == Prepared(Verdict.CE, 1.5, "no main", language="c", startup_s=0.25)


@pytest.mark.parametrize(
    ("noise", "read"),
    [(0.02, 0.02), (0, None), (-0.02, None), (1e308, None), (None, None), (999.0, 999.0), (1000.0, None)],
)
def test_noise_is_a_share_or_not_known(tmp_path: Path, noise: float | None, read: float | None) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(made() | {"noise": noise}))
    assert read_run(path, "it").noise == read


Change = Callable[[dict[str, Any]], object]
BROKEN: dict[str, Change] = {
    "submissions[0].runs[3].cpu_s: expected float, got str": lambda run: first(run, 3).update(cpu_s="1"),
    "submissions[0].runs[3].cpu_s: expected float >= 0.0": lambda run: first(run, 3).update(cpu_s=-1),
    "submissions[0].runs[2].wall_s: expected float >= 0.0": lambda run: first(run, 2).update(wall_s=-1),
    "submissions[0].runs[0].samples[0].wall_s: expected float >= 0.0": lambda run: first(run, 0)["samples"][0].update(
        wall_s=-1
    ),
    "submissions[0].runs[0].samples[0].lost_s: expected float >= 0.0": lambda run: first(run, 0)["samples"][0].update(
        lost_s=-1
    ),
    "submissions[0].runs[3].verdict: invalid enum value 'OK'": lambda run: first(run, 3).update(verdict="OK"),
    "submissions[0]: object missing required field problem": lambda run: run["submissions"][0].pop("problem"),
    "the whole file: object missing required field host": lambda run: run.pop("host"),
    "host.cores: expected int, got str": lambda run: run["host"].update(cores="2"),
    "limits.pkg: it is missing, and submissions[] name this problem": lambda run: run["limits"].clear(),
    "schema: invalid enum value 'judge.run/2'": lambda run: run.update(schema="judge.run/2"),
    "the whole file: object missing required field schema": lambda run: run.pop("schema"),
}


def first(run: dict[str, Any], case: int) -> dict[str, Any]:
    """What the first submission did at a case."""
    found: dict[str, Any] = run["submissions"][0]["runs"][case]
    return found


@pytest.mark.parametrize("said", BROKEN)
def test_a_broken_key_is_named(tmp_path: Path, said: str) -> None:
    run, path = made(), tmp_path / "run.json"
    BROKEN[said](run)
    path.write_text(json.dumps(run))
    assert told(refused(path)) == not_a_run(path, said)


def told(error: JudgeError) -> tuple[str, str, str, str]:
    return error.code, error.message, error.note, error.help


def not_a_run(path: Path, why: str) -> tuple[str, str, str, str]:
    note = "a run is what  judge run --json FILE  writes, or  judge run --save NAME"
    return "E442", f"{path} can't be read as a run: {why}", note, "write it again"


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"schema": 1e999}', b"DFS\n4\n4\n"]
)
def test_what_is_no_json_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(data)
    assert refused(path).code == "E442"


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "folder.json").mkdir()
    for path in (*(tmp_path / name for name in ("pipe.json", "folder.json", "nothing.json")), Path("/dev/zero")):
        words = f"{path} can't be opened: it is not a file"
        assert told(refused(path)) == ("E435", words, "", "check the name and the folder")


def test_a_file_that_the_disk_does_not_give_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Path) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    path = tmp_path / "run.json"
    path.write_text(json.dumps(made()))
    monkeypatch.setattr(Path, "read_bytes", fail)
    assert told(refused(path)) == ("E435", f"{path} can't be opened: Input/output error", "", "check the name")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.json"
    with path.open("wb") as file:
        file.truncate((256 << 20) + 1)
    assert told(refused(path)) == not_a_run(path, "it is larger than 256 MiB")
    path.write_text(json.dumps(made()))
    monkeypatch.setattr(saved, "_LARGEST", path.stat().st_size)
    assert read_run(path, "it").complete


# --- names -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["main", "before-42", "v1.2_x", "A" * 64, "0"])
def test_a_name_is_a_file_in_one_folder(name: str) -> None:
    assert run_path(name) == Path(f".judge/runs/{name}.json")


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../main", "a/b", "/etc/x", ".hidden", "-x", "a b", "main.json", "A" * 65, "ä", "a\n", "a\0"],
)
def test_what_is_a_path_or_can_be_taken_for_one_is_no_name(name: str) -> None:
    with pytest.raises(JudgeError) as caught:
        run_path(name)
    repair = "write at most 64 letters, digits, - _ or . (not first): no path, and no .json at the end"
    assert told(caught.value) == ("E444", f"{name!r} is no name for a run", "", repair)


def test_what_is_kept_is_listed_the_last_one_first(here: Path) -> None:
    assert (saved_names(), saved_runs()) == ([], [])
    for second, name in enumerate(("main", "mine"), 2):
        run_path(name).write_text(json.dumps(made()))
        os.utime(run_path(name), (second, second))
    run_path("broken").write_text("{")
    os.utime(run_path("broken"), (9, 9))
    run_path("gone").symlink_to("nothing.json")
    (RUNS / "notes.txt").write_text("no run")
    (RUNS / ".judge-1.part").write_text("half a run")
    assert saved_names() == ["broken", "gone", "main", "mine"]
    assert saved_runs() == [
        SavedRun("broken", 9, None, ()),
        SavedRun("mine", 3, 1, ("pkg",)),
        SavedRun("main", 2, 1, ("pkg",)),
        SavedRun("gone", 0, None, ()),
    ]


# --- What the keys of judge.run/1 may hold ---------------------------------------------------------------------------
LEAST_FILE = {"schema": "judge.run/1", "host": msgspec.to_builtins(OTHER_HOST), "limits": {}, "submissions": []}
CASE = {"name": "six", "group": "secret", "algorithm": "DFS", "n": 6, "pieces": 6}
PROBLEM = {"title": "The pkg", "puzzle": "lizards", "piece": "lizard", "cases": []}
LEAST_ROW = {"name": "mine", "problem": "pkg", "verdict": "AC", "runs": [], "prepare": {}}
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
    (SubmissionRow, LEAST_ROW, {
        "contract": "function", "path": None, "words": "", "sha256": "", "expected": (Verdict.AC,), "points": None,
        "rank": None,
    }),
    (CaseRow, CASE, {"answer": "unknown", "board": None}),
    (ProblemRow, PROBLEM, {
        "algorithms": (), "strict": False, "path": "", "rule": "groups", "bonus": None,
        "scored": False, "groups": (),
    }),
    (LimitsRow, {}, msgspec.structs.asdict(Limits()) | {"multipliers": {}}),
    (RunFile, LEAST_FILE, {
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
    (RunFile, LEAST_FILE, "made_s", 0, 2.5e11),
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
    assert msgspec.convert({"time_limit": 0.01, "later": 1}, LimitsRow).time_limit == 0.01
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

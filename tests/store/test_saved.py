"""Runs that are kept by name, and any file that says it is one."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import Host, Limits, Verdict
from judge.reports.export.run_json import Rank, run_json
from judge.store.saved import RUNS, SavedRun, read_run, run_path, saved_names, saved_runs
from tests.scoring.made import growing

HOST = Host("plain", (), (), "cgroup", "Linux", "3.11", "0.68", 2)
ROW = growing("mine", lambda n: 1e-6 * n**2, (50, 100, 200, 400, 800, 1600))


def made() -> dict[str, Any]:
    """A run as it is written, as JSON."""
    written = run_json(HOST, {"pkg": ROW.problem.limits}, [(ROW, Rank(1))])
    return dict(json.loads(msgspec.json.encode(written)))


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


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda run: run["submissions"][0]["runs"][3].update(cpu_s="1"),
            "submissions[0].runs[3].cpu_s: expected float",
        ),
        (
            lambda run: run["submissions"][0]["runs"][3].update(cpu_s=-1),
            "submissions[0].runs[3].cpu_s: expected float >=",
        ),
        (
            lambda run: run["submissions"][0]["runs"][0]["samples"][0].update(wall_s=-1),
            "submissions[0].runs[0].samples[0].wall_s: expected float >=",
        ),
        (lambda run: run["submissions"][0]["runs"][3].update(verdict="OK"), "submissions[0].runs[3].verdict"),
        (lambda run: run["submissions"][0].pop("problem"), "submissions[0]: object missing required field problem"),
        (lambda run: run.pop("host"), "object missing required field host"),
        (lambda run: run["host"].update(cores="2"), "host.cores: expected int"),
        (lambda run: run["limits"].clear(), "limits.pkg"),
        (lambda run: run.update(schema="judge.run/2"), "schema: invalid enum value 'judge.run/2'"),
        (lambda run: run.pop("schema"), "schema"),
    ],
)
def test_a_broken_key_is_named(tmp_path: Path, change: Callable[[dict[str, Any]], object], said: str) -> None:
    run, path = made(), tmp_path / "run.json"
    change(run)
    path.write_text(json.dumps(run))
    error = refused(path)
    assert error.code == "E442"
    assert said in error.message


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"schema": 1e999}', b"DFS\n4\n4\n"]
)
def test_what_is_no_json_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(data)
    assert refused(path).code == "E442"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_changed_in_a_file_is_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    whole = json.dumps(made()).encode()
    at = data.draw(st.integers(0, len(whole) - 1))
    end = data.draw(st.integers(at, min(len(whole), at + 20)))
    path = tmp_path / "run.json"
    path.write_bytes(whole[:at] + data.draw(st.binary(max_size=5)) + whole[end:])
    with contextlib.suppress(JudgeError):
        assert read_run(path, "it").name == "it"


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "folder.json").mkdir()
    for name in ("pipe.json", "folder.json", "nothing.json"):
        assert refused(tmp_path / name).code == "E435"
    assert refused(Path("/dev/zero")).code == "E435"


def test_a_file_that_is_far_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "run.json").open("wb") as file:
        file.truncate(1 << 40)
    assert refused(tmp_path / "run.json").code == "E442"


# --- names -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["main", "before-42", "v1.2_x", "A" * 64, "0"])
def test_a_name_is_a_file_in_one_folder(name: str) -> None:
    assert run_path(name) == RUNS / f"{name}.json"


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../main", "a/b", "/etc/x", ".hidden", "-x", "a b", "main.json", "A" * 65, "ä", "a\n", "a\0"],
)
def test_what_is_a_path_or_can_be_taken_for_one_is_no_name(name: str) -> None:
    with pytest.raises(JudgeError) as caught:
        run_path(name)
    assert caught.value.code == "E444"


def test_what_is_kept_is_listed_the_last_one_first(here: Path) -> None:
    assert (saved_names(), saved_runs()) == ([], [])
    for second, name in enumerate(("main", "mine")):
        run_path(name).write_text(json.dumps(made()))
        os.utime(run_path(name), (second, second))
    run_path("broken").write_text("{")
    os.utime(run_path("broken"), (9, 9))
    (RUNS / "notes.txt").write_text("no run")
    (RUNS / ".judge-1.part").write_text("half a run")
    assert saved_names() == ["broken", "main", "mine"]
    assert saved_runs() == [
        SavedRun("broken", 9),
        SavedRun("mine", 1, 1, ("pkg",)),
        SavedRun("main", 0, 1, ("pkg",)),
    ]


def test_where_nothing_was_kept_nothing_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert saved_names() == []
    assert list(tmp_path.iterdir()) == []

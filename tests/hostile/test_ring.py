"""A hostile class through the commands: nobody in it scores or is an error of the judge, and the honest students among
them have what they earned."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.sandbox import Sandbox, Tier
from tests.hostile.ring import HONEST, HOSTILE, TRICKS, write_class, write_package
from tests.hostile.stage import MARKER, strange

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="not Linux")

TIERS = ["namespaces", *(pytest.param(tier, marks=pytest.mark.nightly(sample=1)) for tier in ("landlock", "plain"))]
PAST_THE_JUDGE = ("long", "brackets", "unsealed", "late")  # what once was, or might be, an error of the judge


def run(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "judge", *map(str, words), "--share-core"]
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="strict", check=False, env=environment
    )


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("tier", TIERS)
def test_a_hostile_class_costs_nobody_but_itself(tmp_path: Path, tier: Tier) -> None:
    try:
        with Sandbox(tier=tier, warm=False):
            pass
    except JudgeError as error:
        pytest.skip(f"no {tier} here: {error.note}")
    package, zipped = write_package(tmp_path / "package"), write_class(tmp_path / "class.zip")
    words = ("--problem", package, "--sandbox", tier, "--trust-submissions", "--out", tmp_path / "out")
    done = run(tmp_path, "grade", zipped, *words)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    with (tmp_path / "out" / "gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["id"].lstrip("'"): row for row in csv.DictReader(file)}
    assert rows.keys() == HONEST.keys() | HOSTILE.keys() | TRICKS.keys()
    assert {name: rows[name]["verdict"] for name in HONEST} == dict.fromkeys(HONEST, "AC")
    assert {rows[name]["points"] for name in HONEST} == {"10"}
    others = {name: row for name, row in rows.items() if name not in HONEST}
    assert {name: row["points"] for name, row in others.items() if row["points"] not in ("0", "")} == {}
    assert {name: row["note"] for name, row in others.items() if row["verdict"] == "JE"} == {}
    unclear = {name for name, row in others.items() if not row["verdict"]}
    assert unclear == TRICKS.keys() | {"deep"}, "a submission that can be read is judged"
    assert strange(done.stdout + done.stderr) == set()
    assert list(tmp_path.rglob(f"{MARKER}*")) == []


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", PAST_THE_JUDGE)
def test_gradescope_gets_no_score_for_breaking_the_judge(tmp_path: Path, name: str) -> None:
    package, results = write_package(tmp_path / "package"), tmp_path / "results.json"
    [(file, text)] = HOSTILE[name].items()
    (tmp_path / file).write_bytes(text if isinstance(text, bytes) else text.encode())
    done = run(tmp_path, "submit", file, "--problem", package, "--as", "eve", "--gradescope", results)
    assert done.returncode == 1, done.stdout + done.stderr
    told = json.loads(results.read_text(encoding="utf-8"))
    scores = [told.get("score"), *(test.get("score") for test in told.get("tests", ()))]
    assert {score for score in scores if score} == set()
    assert " JE" not in done.stdout
    assert strange(done.stdout + done.stderr) == set()

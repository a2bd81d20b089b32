"""A class of recursive searches: all are right, today and in a regrade, and none compiles within its time."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.handed_in import JUDGE, gradebook, write_class
from tests.cli.recursive import caught, sources


def judge(*words: str) -> str:
    done = subprocess.run([*JUDGE, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.timeout(480)
def test_a_class_of_recursive_searches_is_right_and_stays_so(here: Path) -> None:
    manifest = Path("testcases/pkg/problem.toml")
    manifest.write_text(manifest.read_text().replace("time_limit = 0.5", "time_limit = 5"))
    write_class(sources() | {"zed": caught()})
    judge("grade", "class", "--problem", "pkg", "--share-core")
    before = gradebook()
    right = {name: row["points"] for name, row in before.items() if row["verdict"] == "AC"}
    assert right == dict.fromkeys(sources(), "20")
    assert before["zed"]["verdict"] == "WA", "who compiles within the time is seen"
    judge("regrade", "--problem", "pkg", "--reason", "to see whether it stays so", "--share-core")
    judge("regrade", "--problem", "pkg", "--apply")
    judge("export", "class", "--problem", "pkg", "--gradebook", "now.csv")
    now = gradebook("now.csv")
    kept = [{name: (row["verdict"], row["points"]) for name, row in one.items()} for one in (before, now)]
    assert kept[0] == kept[1]

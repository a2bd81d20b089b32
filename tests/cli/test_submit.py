"""submit and board, from the words on the command line to what lies on the disk."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.errors import JudgeError, codes
from judge.model import Host
from judge.sandbox import Sandbox
from judge.store import Store
from tests.cli.handed_in import HALF, RIGHT, SECRET_LEAK, read_json
from tests.commands import Call, ran
from tests.manual import TOPICS, blocks


@pytest.mark.parametrize(("fault", "status"), [(JudgeError("E353", "it can't grow"), 3), (KeyboardInterrupt(), 130)])
def test_a_judge_that_ends_in_the_middle_leaves_no_score(
    here: Path, call: Call, monkeypatch: pytest.MonkeyPatch, fault: BaseException, status: int
) -> None:
    """But who is stopped, for time perhaps, keeps what was earned until then, which is written after every case."""
    scored, until_then = status == 130, []
    real = Store.record_run

    def failing(store: Store, ticket: Any, run: Any) -> None:
        if run.group == "secret":
            until_then.extend(read_json("r.json")["tests"])
            raise fault
        real(store, ticket, run)

    monkeypatch.setattr(Store, "record_run", failing)
    Path("right.py").write_text(RIGHT.format(""))
    assert call("submit", "right.py", "--problem", "pkg", "--gradescope", "r.json")[0] == status
    result = read_json("r.json")
    assert [test["status"] for test in until_then] == ["passed"]
    assert result.get("score") == (10 if scored else None)
    assert ("could not come to its end" in result["output"]) != scored


def test_a_submission_is_told_of_samples_whole_and_of_secrets_a_sentence(here: Path, call: Call) -> None:
    Path("mine.py").write_text(SECRET_LEAK)
    out = call.ends(1, "submit", "mine.py", "--problem", "pkg", "--json", "out.json")
    [written] = read_json("out.json")["submissions"]
    assert written["runs"][1]["message"] == codes()["E207"].title
    assert not re.search(r"DFS\W+4\b", out)
    assert not re.search(r"(?<!\d)0000(?!\d)", out)
    assert "leak DFS" in out, "of the sample"
    assert re.findall(r"--case \w+", out) == ["--case six"], "no command shows more of a secret"


def test_a_laptop_on_battery_is_another_class_of_host(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    real, then = Sandbox.host, Host.Machine("a CPU", "performance")  # it was plugged in while dan's was judged

    def submit(owner: str, governor: str) -> str:
        machine = Host.Machine("a CPU", governor, calibration_s=0.01)
        monkeypatch.setattr(Sandbox, "host", lambda box: msgspec.structs.replace(real(box), machine=machine))
        monkeypatch.setattr("judge.sandbox.machine.look_at_machine", lambda _: then if owner == "dan" else machine)
        return call.done("submit", "best.py", "--problem", "pkg", "--as", owner, "--json", "run.json")

    Path("best.py").write_text(RIGHT.format(""))
    assert "rank 1 of 1\n" in submit("ada", "performance")
    assert "rank 1 of 2" in submit("bob", "performance"), "the same bytes tie"
    out = submit("cid", "powersave")
    assert read_json("run.json")["host"]["host_class"] == "a CPU, governor powersave"
    assert "the same bytes were judged before" not in out
    assert "rank 1 of 1\namong those judged as here; the leaderboard is of" in out
    assert "on hosts of a CPU, governor performance" in out
    changed = "this host changed from  a CPU, governor powersave  to  a CPU, governor perf"
    assert (changed in out, changed in submit("dan", "powersave")) == (False, True)


@pytest.mark.slow
def test_the_autograder_of_the_manual_scores_a_submission(here: Path) -> None:
    """`run_autograder` as it stands there, in a container that is this folder."""
    [setup, script] = [text.replace("/autograder", str(here)) for text in blocks(TOPICS["export"], "bash")]
    assert f"{here}/venv/bin/pip install {here}/source" in setup
    for name in ("venv", "submission", "source", "results"):
        Path(name).mkdir()
    Path("venv/bin").symlink_to(Path(sys.executable).parent)
    Path("submission/homework.py").write_text(HALF)
    Path("testcases/pkg").rename("source/quiz")
    done = ran("bash", "-c", script)
    assert done.returncode == 0, done.stdout + done.stderr
    results = read_json("results/results.json")
    assert results["score"] == 10
    assert [test["status"] for test in results["tests"]] == ["passed", "failed"]

"""submit and board, from the words on the command line to what lies on the disk."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.errors import JudgeError, codes
from judge.model import Host
from judge.sandbox import Sandbox
from judge.store import Store
from tests.cli.handed_in import (
    FAIL,
    HALF,
    RIGHT,
    SECRET_LEAK,
    MakePackage,
    read_json,
    stored_runs,
)
from tests.commands import Call
from tests.make import case_text
from tests.manual import TOPICS, blocks


def test_submit_gives_a_judge_error_no_score_and_no_rank(here: Path, call: Call, package: MakePackage) -> None:
    package("testcases/gap")
    Path("fail.py").write_text(FAIL)
    Path("right.py").write_text(RIGHT.format(""))
    call.done("submit", "right.py", "--problem", "gap", "--as", "ada")
    words = ("submit", "fail.py", "--problem", "gap", "--gradescope", "r.json", "--json", "s.json")
    out = call.ends(3, *words, "--as", "bob")
    assert ("no points yet" in out, "not ranked: the judge failed on it" in out) == (True, True)
    result = read_json("r.json")
    assert {"score", "tests"}.isdisjoint(result)
    [row] = read_json("s.json")["submissions"]
    assert (row["verdict"], row["points"], row["rank"]) == ("JE", None, None)
    call.done("board", "gap", "--json", "b.json")
    [board] = read_json("b.json")["boards"]
    assert [(row["name"], row["rank"], row["points"]) for row in board["rows"]] == [("bob", None, None), ("ada", 1, 20)]
    assert board["faulty"] == 1
    assert "rank 1 of 1 (with an earlier result of yours" in call.ends(3, *words, "--as", "ada")
    assert read_json("s.json")["submissions"][0]["rank"] is None, "not that of the earlier one"


LATE = "def solve(algorithm, n, lizards, grid):\n    while n > 4:\n        pass\n    return grid\n"


def test_larger_cases_are_left_out_after_two_time_outs_in_a_group(here: Path, call: Call, package: MakePackage) -> None:
    cases = {f"secret/n{n}": (case_text(n), "") for n in (5, 6, 7)}
    package("testcases/slow", cases, time_limit=0.1)
    Path("late.py").write_text(LATE)

    def ran(*words: str) -> list[tuple[str, bool]]:
        call("submit", "late.py", "--problem", "slow", "--as", "ada", "--json", "s.json", *words)
        [row] = read_json("s.json")["submissions"]
        return [(run["verdict"], bool(run["samples"])) for run in row["runs"]]

    assert ran() == [("TLE", True)] * 2 + [("TLE", False)]
    assert ran("--all") == [("TLE", True)] * 3, "what was left out does not count as judged before"
    assert ran("--again", "--gradescope", "r.json") == [("TLE", True)] * 3, "a grade is of all cases"


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


# --- one's own ------------------------------------------------------------------------------------------------------
def test_a_submission_is_judged_ranked_and_not_run_twice(here: Path, call: Call) -> None:
    Path("best.py").write_text(RIGHT.format(""))
    Path("mine.py").write_text(HALF)
    assert "nobody has submitted" in call("board")[1]
    out = call.done("submit", "best.py", "--problem", "pkg", "--as", "ada")
    assert ("AC  2 of 2 cases, 20 of 20 points" in out, "rank 1 of 1" in out) == (True, True)
    mine = ("submit", "mine.py", "--problem", "pkg", "--as", "me")
    out = call.ends(1, *mine, "--json", "out.json")
    assert ("RTE  1 of 2 cases, 10 of 20 points" in out, "rank 2 of 2: 1 case behind ada" in out) == (True, True)
    [written] = read_json("out.json")["submissions"]
    assert (written["verdict"], written["rank"]) == ("RTE", 2)
    runs = stored_runs()
    out = call.ends(1, *mine)
    assert ("nothing was run; --again runs them again" in out, "rank 2 of 2" in out) == (True, True)
    assert stored_runs() == runs
    call(*mine, "--again")
    assert len(stored_runs()) == len(runs) + 2
    out = call.done("board", "--as", "me", "--json", "board.json")
    assert [line.split()[:3] for line in out.splitlines()[2:4]] == [["1", "ada", "AC"], ["2", ">", "me"]]
    [board] = read_json("board.json")["boards"]
    assert [(row["name"], row["rank"], row["own"]) for row in board["rows"]] == [("ada", 1, False), ("me", 2, True)]
    out = call("board", "pkg", "--as", "me", "--pseudonyms")[1]
    assert ("ada" in out, "> me" in out) == (False, True)
    assert "ada" not in call("board", "--at", "2001-01-01 00:00:00")[1]


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
    real, looked = Sandbox.host, {"dan": Host.Machine("a CPU", "performance")}  # it was plugged in meanwhile

    def submit(owner: str, governor: str, figure_s: float) -> str:
        machine = Host.Machine("a CPU", governor, calibration_s=figure_s)
        monkeypatch.setattr(Sandbox, "host", lambda box: msgspec.structs.replace(real(box), machine=machine))
        monkeypatch.setattr("judge.sandbox.machine.look_at_machine", lambda _: looked.get(owner, machine))
        out = call.done("submit", "best.py", "--problem", "pkg", "--as", owner, "--json", "run.json")
        host = read_json("run.json")["host"]
        assert (host["host_class"], host["machine"]["governor"]) == (f"a CPU, governor {governor}", governor)
        return out

    Path("best.py").write_text(RIGHT.format(""))
    assert "rank 1 of 1\n" in submit("ada", "performance", 0.01)
    assert "rank 1 of 2" in submit("bob", "performance", 0.01), "the same bytes tie"
    out = submit("cid", "powersave", 0.02)
    assert "the same bytes were judged before" not in out
    assert "rank 1 of 1\namong those judged as here; the leaderboard is of" in out
    assert "on hosts of a CPU, governor performance" in out
    changed = "this host changed from  a CPU, governor powersave  to  a CPU, governor perf"
    assert (changed in out, changed in submit("dan", "powersave", 0.02)) == (False, True)


def test_gradescope_is_told_why_nothing_can_be_judged(here: Path, call: Call) -> None:
    """Without a results.json the student would read of a fault of the autograder."""
    Path("submission").mkdir()
    unclear = (["report.pdf"], "there is no source file in"), (["one.py", "two.py"], "it is not clear which")
    for names, said in unclear:
        for name in names:
            Path("submission", name).write_text(FAIL)
        call.ends(2, "submit", "submission", "--problem", "pkg", "--gradescope", "results.json")
        results = read_json("results.json")
        assert (results["score"], results["tests"], said in results["output"]) == (0, [], True)
    call.ends(2, "submit", "submission", "--problem", "nope", "--gradescope", "other.json")
    assert not Path("other.json").exists(), "not the student's fault"


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
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    results = read_json("results/results.json")
    assert results["score"] == 10
    assert [test["status"] for test in results["tests"]] == ["passed", "failed"]

"""`judge diff` and `judge run --save`, on real runs of a small package."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from judge.judging import Contest
from tests.cli.handed_in import MakePackage, read_json
from tests.commands import Call

HEAD = "# judge: problem = pkg\n"


@pytest.fixture
def here(tmp_path: Path, package: MakePackage, right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    package("testcases/pkg", time_limit=5.0)
    Path("right.py").write_text(HEAD + right)
    Path("other.py").write_text(HEAD + right + "\n# the same otherwise\n")
    Path("wrong.py").write_text(HEAD + wrong)
    return tmp_path


def run_of(name: str, change: Callable[[dict[str, Any]], object] = lambda _: None) -> None:
    """Keep a made run by this name: of one submission on two cases, each five times."""
    facts = {"verdict": "AC", "wall_s": 0.5, "memory_bytes": 1, "lost_s": 0.0}
    samples = [facts | {"cpu_s": 0.5 + step / 1000} for step in range(5)]
    case = {"group": "secret", "algorithm": "DFS", "verdict": "AC", "cpu_s": 0.5, "samples": samples}
    host = dict.fromkeys(("system", "python", "numba"), "") | {"sandbox": "plain", "clock": "cgroup"}
    row = {"name": "mine", "problem": "pkg", "verdict": "AC", "prepare": {"verdict": "AC"}}
    made: dict[str, Any] = {
        "schema": "judge.run/1",
        "host": host | {"cores": 2, "enforced": [], "missing": []},
        "limits": {"pkg": {"time_limit": 5.0}},
        "submissions": [row | {"runs": [deepcopy(case) | {"case": name} for name in ("six", "four")]}],
    }
    change(made)
    Path(".judge/runs").mkdir(parents=True, exist_ok=True)
    Path(f".judge/runs/{name}.json").write_text(json.dumps(made))


def slower(made: dict[str, Any]) -> None:
    for run in made["submissions"][0]["runs"]:
        for one in (run, *run["samples"]):
            one["cpu_s"] *= 3


def wrong_now(made: dict[str, Any]) -> None:
    made["submissions"][0]["runs"][0].update(verdict="WA", samples=[])


# --- two files ------------------------------------------------------------------------------------------------------
def test_two_files_are_run_side_by_side(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    made = Contest.__init__

    def noted(contest: Contest, sandboxes: Any, entries: Any, repeat: int = 1, **words: Any) -> None:
        asked.append(repeat)
        made(contest, sandboxes, entries, repeat, **words)

    monkeypatch.setattr(Contest, "__init__", noted)
    words = ("--fail-above", "1000%", "--case", "six")
    out = call.done("diff", "right.py", "other.py", "--json", "diff.json", *words)
    assert (asked, "right -> other   pkg, 1 case" in out) == ([5], True)
    [pair] = read_json("diff.json")["pairs"]
    assert [pair[side]["name"] for side in ("before", "after")] == ["right", "other"]
    once = ("--repeat", "1", "--case", "six")
    assert " WA worse " in " ".join(call.ends(1, "diff", "right.py", "wrong.py", *once).split())


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("right.py copy.py", "E443", "the same bytes"),
        ("right.py elsewhere.py", "E443", "different problems: pkg and second"),
        ("right.py main", "E441", "judge run right.py --save NAME"),
        ("main right.py", "E441", "one of the two is a file"),
        ("main other", "E443", "numba 0 and"),
        ("main longer", "E443", "time_limit 5.0 and 9.0"),
        ("main broken", "E442", "submissions[0].name: expected str, got int"),
        ("main missing.json", "E435", "missing.json"),
        ("main mian", "E441", "saved runs: broken, folder, longer, main, other"),
        ("main main --problem queens", "E443", "no submission in common"),
        ("main main --repeat 3", "E430", "--repeat is an option for two files"),
        ("main main --fail-above much", "E430", "no percentage"),
        ("main main --fail-above -5%", "E430", "--fail-above"),
        ("folder folder", "E4", "write ./folder for the file"),  # called like a run: it is not guessed
    ],
)
def test_what_can_not_be_compared_is_wrong_use(here: Path, call: Call, words: str, code: str, said: str) -> None:
    Path("copy.py").write_bytes(Path("right.py").read_bytes())
    Path("elsewhere.py").write_text(Path("right.py").read_text().replace("pkg", "second"))
    shutil.copytree("testcases/pkg", "testcases/second")
    Path("folder").mkdir()
    run_of("folder")
    run_of("main", lambda made: made["host"].update(numba="0"))
    run_of("other", lambda made: made["host"].update(numba="1"))
    run_of("longer", lambda made: (made["host"].update(numba="0"), made["limits"]["pkg"].update(time_limit=9.0)))
    run_of("broken", lambda made: made["submissions"][0].update(name=1))
    status, out, err = call("diff", *words.split())
    assert (status, out) == (2, "")
    assert f"error[{code}" in err
    assert said in " ".join(err.split())


# --- two runs -------------------------------------------------------------------------------------------------------
def test_a_run_is_kept_listed_and_compared(here: Path, call: Call) -> None:
    assert "judge run mine.py --save NAME" in call.done("diff"), "none is kept yet"
    out = call.done("run", "right.py", "--save", "main", "--repeat", "2")
    assert out.splitlines()[-1] == "saved: main, in .judge/runs/main.json"
    assert Path(".judge/runs/main.json").read_bytes() == Path(".judge/last-run.json").read_bytes()
    run_of("none", lambda made: made.update(submissions=[]))
    Path(".judge/runs/bad.json").write_text("{")
    lines = re.sub(r"  20\d\d-\d\d-\d\d \d\d:\d\d  ", "|", call.done("diff")).splitlines()
    assert sorted(lines) == ["bad |can't be read", "main|1 submission on pkg", "none|0 submissions on nothing"]
    out = call.done("diff", "main", ".judge/last-run.json")
    assert "right   pkg, 2 cases, CPU time" in out or "wall time" in out
    assert out.splitlines()[-1].startswith("no verdict is worse")


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("main main", 0),
        ("main slower", 1),
        ("slower main", 0),
        ("main slower --fail-above 300%", 0),
        ("main wrong", 1),
        ("main .judge/runs/slower.json", 1),
        ("main slower --problem testcases/pkg", 1),
    ],
)
def test_two_runs(here: Path, call: Call, words: str, status: int) -> None:
    for name, change in (("main", lambda _: None), ("slower", slower), ("wrong", wrong_now)):
        run_of(name, change)
    done, out, err = call("diff", *words.split())
    assert (done, err) == (status, "")
    assert out.splitlines()[-1].startswith("no verdict is worse" if status == 0 else "a verdict is worse")

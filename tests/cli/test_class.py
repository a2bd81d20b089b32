"""grade and export, from the words on the command line to what lies on the disk."""

from __future__ import annotations

import csv
import os
import random
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Template

from judge.judging import Task, Worker
from judge.model import Run, Verdict
from tests.classes import SHAPES, Pupil, pupils
from tests.cli.handed_in import (
    HALF,
    JUDGE,
    RIGHT,
    WRONG,
    assert_run_once,
    edit,
    give_bonus,
    gradebook,
    kill_when,
    read_json,
    stored_runs,
    write_class,
)
from tests.commands import Call

GRADE = ("grade", "class", "--problem", "pkg")


def column(key: str, path: str = "class-graded/gradebook.csv") -> dict[str, str]:
    """One column of a gradebook, by student."""
    return {name: row[key] for name, row in gradebook(path).items()}


# --- a class --------------------------------------------------------------------------------------------------------
# What the judge once failed on while it read them: deep trees of statements and of expressions.
ELIF = "x = 0\nif x == 0:\n    pass\n" + "".join(f"elif x == {k}:\n    pass\n" for k in range(1, 990))
SUM = "x = " + " + ".join(["1"] * 2900) + "\n"


def test_whatever_one_hands_in_the_class_goes_on(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ways that were real; and one that is made: the reading of a third, his row and his page."""
    monkeypatch.setattr(tempfile, "tempdir", str(here))  # for the tracebacks
    deep = RIGHT.format("")
    write_class({"ada": deep, "bob": ELIF + deep, "cid": SUM + deep, "dan": deep + "# dan", "eve": deep + "# eve"})
    opened, drawn = os.open, Template.render

    def opening(path: Any, *more: Any, **words: Any) -> int:
        if "dan" in Path(os.fsdecode(path)).parts[-2:]:
            raise ValueError("no such thing")
        return opened(path, *more, **words)

    def drawing(template: Template, words: dict[str, Any]) -> str:
        if "eve" in words.get("title", ""):
            raise ValueError("no such pen")
        return drawn(template, words)

    monkeypatch.setattr(os, "open", opening)
    monkeypatch.setattr(Template, "render", drawing)
    status, out, err = call(*GRADE, "--json", "all.json")
    assert (status, "error[E306]" in err) == (3, True), out + err
    for said in ("E304", "the page of eve could not be made", "kept in"):
        assert said in out
    rows = gradebook()
    assert (rows["ada"]["points"], rows["eve"]["points"]) == ("20", "20")
    assert (rows["dan"]["verdict"], rows["dan"]["points"]) == ("JE", "")
    pages = [Path(f"class-graded/feedback/{name}/feedback.html").exists() for name in ("ada", "eve")]
    assert pages == [True, False]
    found = {row["name"]: row for row in read_json("all.json")["submissions"]}
    for name in ("bob", "cid"):
        assert (rows[name]["points"] == "") == (rows[name]["verdict"] == "JE"), "read, or held back"
        assert bool(found[name]["prepare"]["traceback"]) == (rows[name]["verdict"] == "JE")


def test_the_homeworks_scheme_from_the_class_to_the_gradebook(here: Path, call: Call) -> None:
    edit("", 'scheme = "all-or-count"\n')
    give_bonus(0.1)
    slow = RIGHT.format("import time; x = time.process_time()\nwhile time.process_time() - x < 0.1: pass")
    write_class({"fast": RIGHT.format(""), "slow": slow, "twin": RIGHT.format(""), "half": HALF})
    out = call.done(*GRADE)
    assert column("points") == {"fast": "105", "twin": "105", "slow": "100", "half": "1"}
    assert "100 points if all 2 cases pass, else 1 point for each case that passes." in out
    why = "2 of 3 get the bonus for DFS: 1 more can't be told apart from the last place"
    assert why in out
    assert column("note")["fast"].endswith(f"bonus: 5 for DFS; {why}"), "it may have been disturbed"
    assert "100 points if all 2 cases pass" in Path("class-graded/feedback/half/feedback.html").read_text()


def test_what_stays_starved_waits_until_it_is_judged(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    write_class({"ada": RIGHT.format(""), "bob": RIGHT.format("pass")})
    run, asked = Worker.run, []

    def starved(worker: Worker, task: Task) -> Run:
        if (task.submission.name, task.case.name) != ("bob", "four"):
            return run(worker, task)
        asked.append(task)
        return Run("four", "secret", "DFS", Verdict.JE, "E307", "others had its core for 29 of 30 s")

    monkeypatch.setattr(Worker, "run", starved)
    status, out, err = call(*GRADE)
    assert (status, "error[E306]" in err, len(asked)) == (3, True, 3), out
    assert "1 run of 1 submission may have lost to other work on this machine: judging it again\n" in out
    assert "JE  bob  secret/four: others had its core" in out
    assert "= help: judge regrade --problem testcases/pkg --disturbed  judges them again\n" in out
    page = Path("class-graded/feedback/bob/feedback.html").read_text()
    assert "That costs no points" in page
    assert "others had" not in page, "that is the instructor's business"


# --- a class of 200 -------------------------------------------------------------------------------------------------
HOSTILE = "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass\n"
KINDS: list[tuple[str, str, str]] = [  # file, source with the number in it, verdict
    ("homework.py", RIGHT.format(""), "AC"),  # byte for byte the same
    ("homework.cpp", '#include <iostream>\nint main() {{ std::cout << "FAIL"; }} // {}\n', "WA"),
    ("homework.py", RIGHT.format("# {}").replace("{{", "{").replace("}}", "}"), "AC"),
    ("homework.py", "", "CE"),
    ("homework.py", "import time; time.sleep(30)  # {}", "TLE"),
    ("homework.py", "raise ValueError({})", "RTE"),
    ("homework.py", "# {}\n" + HOSTILE, ""),  # whatever it is called that it does
    ("homework.py", "# {}\n" + WRONG, "WA"),
    ("homework.py", "# {}\nprint('\\x1b]0;=1+1\\x07' * 9)", "WA"),
    ("homework.py", "def solve(algorithm, n, lizards, grid):\n    return grid  # {}\n", "WA"),
]


def many() -> list[Pupil]:
    """200 students, 28 different sources: what is the same is run once, so the rest would show nothing more."""
    return [
        pupil._replace(files={KINDS[k % 10][0]: KINDS[k % 10][1].replace("{}", str(k // 10 % 3)).encode()})
        for k, pupil in enumerate(pupils())
    ]


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_two_hundred_killed_at_three_random_moments(here: Path) -> None:
    everybody = many()
    with Path("roster.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("id", "name"), *((one.number, one.name) for one in everybody)])
    path = SHAPES["plain"](here, everybody)
    command = [*JUDGE, "grade", str(path), "--problem", "pkg", "--out", "out", "--roster", "roster.csv"]
    seen: list[tuple[int, str]] = []
    moments = sorted(random.Random(6).sample(range(1, 40), 3))
    for runs, kind in zip(moments, (signal.SIGKILL, signal.SIGINT, signal.SIGKILL), strict=True):
        assert kill_when(runs, command, kind) == (130 if kind == signal.SIGINT else -kind)
        now = stored_runs()
        assert now[: len(seen)] == seen, "what was recorded stays"
        assert runs <= len(now)
        seen = now
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    assert_run_once(stored_runs())
    rows = gradebook("out/gradebook.csv")
    assert set(rows) == {str(one.number) for one in everybody}
    for k, one in enumerate(everybody):
        row = rows[str(one.number)]
        assert KINDS[k % 10][2] in ("", row["verdict"]), (k, row)
    assert len(rows["1000"]["identical_to"].split()) == 19
    assert len(list(Path("out/feedback").rglob("*.html"))) == 200

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
    stored_runs,
    write_class,
)
from tests.commands import Call

GRADE = ("grade", "class", "--problem", "pkg")


def column(key: str, path: str = "class-graded/gradebook.csv") -> dict[str, str]:
    """One column of a gradebook, by student."""
    return {name: row[key] for name, row in gradebook(path).items()}


# --- a class --------------------------------------------------------------------------------------------------------
def test_what_the_judge_fails_on_of_one_stops_nobody_else(
    here: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To read what one has handed in, and to draw the page of another."""
    monkeypatch.setattr(tempfile, "tempdir", str(here))  # for the tracebacks
    write_class({name: RIGHT.format(f"# {name}") for name in ("ada", "dan", "eve")})
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
    out = call.ends(3, *GRADE)
    assert [said for said in ("E304", "the page of eve could not be made", "kept in") if said not in out] == []
    points = {"ada": "20", "dan": "", "eve": "20"}
    assert (column("points"), column("verdict")["dan"]) == (points, "JE")
    pages = [Path(f"class-graded/feedback/{name}/feedback.html").exists() for name in ("ada", "eve")]
    assert pages == [True, False]


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

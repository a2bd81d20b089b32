"""grade, regrade and similar, from the words on the command line to what lies on the disk; and what came on the web."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Template

from judge.judging import BonusRounds, Worker
from judge.model import Batch, Deadline, Run, RunRecord, Student, Verdict
from judge.problems import read_package
from judge.store import Store
from judge.submissions import handed_in
from tests.classes import SHAPES, Pupil, pupils
from tests.classroom.independent import independent, renamed
from tests.cli.handed_in import (
    FAIL,
    HALF,
    JUDGE,
    RIGHT,
    WRONG,
    answer,
    assert_run_once,
    disturb,
    facts_of,
    give_bonus,
    gradebook,
    kill_when,
    read_json,
    stored_runs,
    write_class,
)
from tests.commands import Call
from tests.make import case_text, files
from tests.web.judged import judge

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


def test_what_stays_starved_waits_until_it_is_judged(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    write_class({"ada": RIGHT.format(""), "bob": RIGHT.format("pass")})
    run, lost = Worker.run, Run("four", "secret", "DFS", Verdict.JE, "E307", "others had its core for 29 of 30 s")
    starved = ("bob", "four")
    monkeypatch.setattr(
        Worker, "run", lambda self, of: lost if (of.submission.name, of.case.name) == starved else run(self, of)
    )
    out = call.ends(3, *GRADE)
    assert "1 run of 1 submission may have lost to other work on this machine: judging it again\n" in out
    assert "JE  bob  secret/four: others had its core" in out
    assert "others had" not in Path("class-graded/feedback/bob/feedback.html").read_text(), "it is the host's business"


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


# --- a regrade ------------------------------------------------------------------------------------------------------
def test_the_disturbed_are_judged_again_with_one_command(graded: Path, call: Call) -> None:
    write_class({"cy": RIGHT.format("pass"), "dee": ""})  # what does not compile has not run
    call.done("grade", "class", "--problem", "pkg")
    disturb("cy", "six")
    call.done("export", "class", "--problem", "pkg", "--gradebook", "now.csv", "--json", "now.json")
    [cy] = [one for one in read_json("now.json")["students"] if one["id"] == "cy"]
    assert cy["disturbance"]["disturbed"] in (1, 2)
    assert gradebook("now.csv")["cy"]["note"] == cy["note"] == "", "a busy host changes no gradebook"
    again = ("regrade", "--problem", "pkg", "--disturbed", "--student")
    assert "nothing to judge again: no run that counts is one of  --disturbed" in call.done(*again, "dee")
    out = call.done(*again, "cy", "--case", "six")
    assert "1 run of 1 submission to judge again:  --disturbed --student cy --case sample/six" in out
    call.done("regrade", "--problem", "pkg", "--apply")
    assert sorted(run["case"] for run in facts_of("cy")) == ["four", "six"]
    assert not [run for run in facts_of("cy") if run["samples"][0]["lost_s"] == 1.8]


@pytest.mark.slow
def test_a_part_that_is_killed_goes_on_where_it_stopped(here: Path, call: Call) -> None:
    for number in range(6):
        files(Path(f"testcases/pkg/secret/c{number}"), {"input.txt": case_text(4), "answer.txt": answer(4)})
    write_class({"ada": RIGHT.format(""), "bob": HALF})
    call.done("grade", "class", "--problem", "pkg")
    runs = len(stored_runs())
    cases = [word for number in range(5) for word in ("--case", f"c{number}")]
    part = ["regrade", "--problem", "pkg", "--student", "ada", *cases]
    assert kill_when(runs + 3 + 2, [*JUDGE, *part]) == -signal.SIGKILL
    between = [run["case"] for run in facts_of("ada")]
    assert between[:3] == ["six", "c5", "four"], "what is taken over comes first, and whole"
    call.done(*part)
    after = facts_of("ada")
    assert [run["case"] for run in after][: len(between)] == between
    assert len(after) == 8
    assert len({run["case"] for run in after}) == 8
    call.done("regrade", "--problem", "pkg", "--apply")


def test_a_regrade_with_judge_errors_is_held_back(graded: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    again = ("regrade", "--problem", "pkg")
    with monkeypatch.context() as broken:
        run, lost = Worker.run, Run("four", "secret", "DFS", Verdict.JE, "E301", "the box broke")
        broken.setattr(Worker, "run", lambda self, task: lost if task.submission.name == "bob" else run(self, task))
        assert "the judge failed on bob" in call.ends(3, *again, "--reason", "to be sure")
        call.done(*again, "--allow-judge-errors")
        assert "these are bob" in call.refused("E483", *again, "--apply")
    runs = len(stored_runs())
    assert call(*again)[0] == 0, "judges these once more"
    assert len(stored_runs()) == runs + 2
    call.done(*again, "--apply")
    monkeypatch.setattr(Worker, "run", lambda *_: lost)
    call.ends(3, *again, "--student", "bob")
    call.done(*again, "--apply", "--allow-judge-errors")  # all others are published
    call.done("export", "class", "--problem", "pkg", "--gradebook", "now.csv")
    assert {name: row["points"] for name, row in gradebook("now.csv").items()} == {"ada": "20", "bob": "10"}
    call.ends(3, *again, "--student", "bob")
    assert call(*again, "--cancel")[0] == 0, "to drop it needs no leave"


def test_each_class_has_its_race_and_a_part_has_none(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    give_bonus(0.5)
    raced: list[tuple[list[str], bool]] = []

    def race(
        self: BonusRounds, _: Store, __: Batch, tickets: Sequence[Batch.Ticket], ___: float, *, more: bool
    ) -> None:
        raced.append(([ticket.owner for ticket in tickets], more))
        self.settled = [RunRecord.Settling("bonus for DFS", 7.0)]

    monkeypatch.setattr(BonusRounds, "__init__", race)
    monkeypatch.setattr(BonusRounds, "events", lambda *_: iter(()))
    write_class({"ada": RIGHT.format("")})
    write_class({"ada": RIGHT.format(""), "bob": HALF}, "evening")
    for folder in ("class", "evening"):
        call.done("grade", folder, "--problem", "pkg", "--json", "run.json")
    again = ("regrade", "--problem", "pkg", "--json", "re.json")
    del raced[:]
    call.done(*again, "--reason", "to be sure")
    assert raced == [(["ada"], False), (["ada", "bob"], False)]
    for file, races in (("run.json", 1), ("re.json", 2)):
        told = read_json(file)["rounds"]
        assert [(one["problem"], one["budget_s"]) for one in told] == [("bonus for DFS", 7.0)] * races
    call.done("regrade", "--problem", "pkg", "--cancel")
    call.done(*again, "--student", "ada")
    assert len(raced) == 2
    assert read_json("re.json")["rounds"] == []


# --- similar work -----------------------------------------------------------------------------------------------------
def sources(**more: str) -> dict[str, str]:
    return {**{f"s{k}": independent(k) for k in range(12)}, **more}


def test_alike_ones_are_shown_and_written_of_an_earlier_class_too_and_without_a_starter(here: Path, call: Call) -> None:
    taken = {"given": independent(6000), "taken": renamed(independent(6000)), "tiny": 'print("FAIL")\n'}
    write_class(sources(copy=renamed(independent(3)), old=renamed(independent(5000)), **taken))
    write_class({"eve": independent(5000), "fay": renamed(independent(5000), 7)}, "hw1-2025")
    Path("start.py").write_text(independent(6000))
    words = ("--past", "hw1-2025", "--starter", "start.py", "--html", "alike.html", "--json", "alike.json")
    out = call.silent(0, "similar", "class", *words)
    shown = {"copy, s3", "old, eve (hw1-2025), fay (hw1-2025)"}
    assert {re.split(" {2,}", line)[1] for line in out.splitlines() if re.match(r"\d  ", line)} == shown
    assert "This is no verdict." in out
    assert "14 submissions and 2 earlier ones compared." in out
    assert "side by side: alike.html" in out
    assert re.search(r"Not compared: too short: .* \(3\)\n  given, taken, tiny\n", out)
    assert Path("alike.html").read_text().count('class="part"') >= 2
    found = [[one["name"] for one in group["members"]] for group in read_json("alike.json")["groups"]]
    assert sorted(found) == [["copy", "s3"], ["old", "eve (hw1-2025)", "fay (hw1-2025)"]]


# --- web: what was handed in on the web -------------------------------------------------------------------------------
AC, WA = Verdict.AC, Verdict.WA
HOW = ("web:", "--problem", "testcases/pkg")


def hand_in(owner: str, text: str, *verdicts: Verdict, at_s: float | None = None) -> str:
    """What a student does at the door, and a judge behind it; the code of the submission."""
    problem, at_s = read_package(Path("testcases/pkg")), time.time() if at_s is None else at_s
    one = handed_in(owner, problem.name, "hw.py", (("hw.py", text.encode()),), problem.programs)
    with Store() as store:
        job = store.queue.add(problem.name, owner, owner, one, at_s, replaces=True)
        if verdicts:
            judge(store, problem, *verdicts)
    return job.code


@pytest.fixture
def door(here: Path) -> Path:
    """Ada, Bob and Cy have accounts, and so has their teacher."""
    with Store() as store:
        store.accounts.enter_all([Student("ada", "Ada"), Student("bob", "Bob"), Student("cy", "Cy")], "")
        store.accounts.enter(Student("prof"), "instructor", "")
    return here


def test_a_gradebook_is_written_and_says_what_waits(door: Path, call: Call) -> None:
    code = hand_in("ada", FAIL, AC, AC, at_s=2e9)
    with Store() as store:
        store.terms.set("pkg", "", Deadline.Term("2030-01-01T00:00:00+00:00", late_penalty="50%"), "prof", 1.0)
    hand_in("prof", FAIL + "# prof", AC, AC)
    hand_in("bob", FAIL + "# bob")
    out = call.done("export", *HOW, "--gradebook", "all.csv", "--feedback", "pages", "--json", "all.json")
    rows = gradebook("all.csv")
    assert {name: (row["verdict"], row["points"], row["note"]) for name, row in rows.items()} == {
        "ada": ("AC", "10", rows["ada"]["note"]),
        "bob": ("", "", "not judged yet"),
        "cy": ("", "", "nothing was handed in"),
    }
    assert (rows["ada"]["folder"], "late" in rows["ada"]["note"]) == (code, True)
    assert "= help: judge serve   judges it while it runs" in out
    assert (door / "pages/ada.html").exists()
    assert [row["id"] for row in json.loads((door / "all.json").read_text())["students"]] == ["ada", "bob", "cy"]


def test_the_first_points_by_hand_need_an_account_and_no_submission(door: Path, call: Call) -> None:
    Path("course.toml").write_text('[[homework]]\nproblem = "testcases/pkg"\n')
    call.refused("E506", "export", *HOW, "--gradebook", "all.csv")
    given = ("--points", "7", "--why", "on paper", "--as", "prof")
    assert "Ada: 7 of 20 points" in call.done("mark", "web:", "ada", *HOW[1:], *given)
    call.done("course", "course.toml", "--gradebook", "course.csv")
    assert [row["pkg (20)"] for row in gradebook("course.csv").values()] == ["7", "", ""]
    Path(".judge/store.db").unlink()
    call.refused("E506", "mark", "web:", "ada", *HOW[1:], *given)


def test_report_mark_course_and_similar_see_the_same_class(door: Path, call: Call) -> None:
    Path("course.toml").write_text('[[homework]]\nproblem = "testcases/pkg"\n')
    assert "pkg counts for nobody yet: nothing was handed in on the web" in call.done("course", "course.toml")
    hand_in("ada", independent(0), AC, WA)
    hand_in("bob", independent(1), AC, AC)
    call.done("mark", "web:", "Ada", *HOW[1:], "--points", "7", "--why", "by mail", "--as", "prof")
    assert "judge mark web: STUDENT --problem testcases/pkg --excuse" in call.done("report", *HOW)
    call.done("course", "course.toml", "--gradebook", "course.csv")
    assert [row["pkg (20)"] for row in gradebook("course.csv").values()] == ["7", "20", ""]
    hand_in("cy", renamed(independent(0)))
    out = call.done("similar", *HOW)
    assert [line.split()[1:3] for line in out.splitlines() if line[:3] == "1  "] == [["ada,", "cy"]]

"""`web:` in place of a folder or zip: what was handed in on the web, for every command on a class."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from judge.model import Deadline, Student, Verdict
from judge.problems import read_package
from judge.store import Store
from judge.submissions import handed_in
from tests.classroom.independent import independent, renamed
from tests.cli.handed_in import FAIL, gradebook
from tests.commands import Call
from tests.web.judged import judge

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

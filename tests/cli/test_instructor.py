"""submit, board, grade, export and regrade, from the words on the command line to what lies on the disk."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.classroom import intake
from judge.cli import main
from judge.errors import JudgeError
from judge.judging.worker import Task, Worker
from judge.model import CaseResult, Verdict
from judge.model.record import Ticket, latest
from judge.problems.package import read_package
from judge.reports.export import feedback
from judge.sandbox import pool
from judge.sandbox.sandbox import Sandbox
from judge.sandbox.tiers import Tier
from judge.store import Store
from tests.classes import SHAPES, Pupil, pupils
from tests.conftest import case_text
from tests.manual import TOPICS, blocks

MakePackage = Callable[..., Path]
Call = Callable[..., tuple[int, str, str]]
JUDGE = [sys.executable, "-m", "judge"]
STORE = Path(".judge/store.db")

# A program that is right on the empty boards of 4 x 4 and 6 x 6; {} is what it does besides.
RIGHT = """\
n = int(open("input.txt").read().split()[1])
{}
for column in {{4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}}[n] if n in (4, 6) else ():
    print("OK\\n" * (column == 1) + "".join("01"[column == k] for k in range(n)))
"""
WRONG = 'n = int(open("input.txt").read().split()[1])\nprint("OK")\nprint(("0" * n + "\\n") * n)\n'
FAIL = 'print("FAIL")\n'
HALF = RIGHT.format("assert n == 6")  # fails on the secret case
SECRET_LEAK = 'raise SystemExit("leak " + open("input.txt").read())\n'


@pytest.fixture(scope="module")
def plain_box() -> Iterator[Sandbox]:
    with Sandbox(tier="plain") as opened:
        yield opened


@pytest.fixture
def call(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> Call:
    """Run `judge` with these words in this process, in a sandbox that is warm: its status, stdout and stderr."""
    monkeypatch.setenv("COLUMNS", "160")

    @contextlib.contextmanager
    def opened(tier: Tier = "auto", *_: object) -> Iterator[list[Sandbox]]:
        yield [request.getfixturevalue({"auto": "sandbox", "plain": "plain_box"}[tier])]

    monkeypatch.setattr(pool, "arena", opened)

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["judge", *words])
        cores = os.sched_getaffinity(0)
        try:
            with pytest.raises(SystemExit) as caught:
                main.main()
        finally:
            os.sched_setaffinity(0, cores)
        out, err = capsys.readouterr()
        return caught.value.code if isinstance(caught.value.code, int) else 1, out, err

    return run


@pytest.fixture
def here(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with a package in it."""
    monkeypatch.chdir(tmp_path)
    answers = {"sample/six": (case_text(6), answer(6)), "secret/four": (case_text(4), answer(4))}
    package("testcases/pkg", answers)
    return tmp_path


def answer(n: int) -> str:
    columns = {4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}[n]
    return "OK\n" + "".join("".join("01"[column == k] for k in range(n)) + "\n" for column in columns)


def write_class(sources: Mapping[str, str], folder: str = "class") -> None:
    for name, source in sources.items():
        path = Path(folder, name, "homework.py")
        path.parent.mkdir(parents=True)
        path.write_text(source)


def gradebook(path: str = "class-graded/gradebook.csv") -> dict[str, dict[str, str]]:
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["id"] for row in rows}) == len(rows), "one row each"
    return {row["id"]: row for row in rows}


def stored_runs() -> list[tuple[int, str]]:
    """Of every run in the store its judgement and case."""
    if not STORE.exists():
        return []
    with contextlib.closing(sqlite3.connect(STORE)) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'run'").fetchall():
            return []  # it is just being made
        rows = db.execute("SELECT judgement, json_extract(facts, '$.run.case') FROM run").fetchall()
    return [(int(ticket), str(case)) for ticket, case in rows]


LINES = [
    ("grade nowhere --problem pkg", "error[E461]"),
    ("grade class --problem nope", "error[E432]"),
    ("grade class", "Missing option '--problem'"),
    ("grade . --problem pkg", "lies in the class itself"),
    ("grade class --problem pkg --out class/out", "lies in the class itself"),
    ("grade class --problem pkg --roster nope.csv", "error[E435]"),
    ("export class --problem pkg", "say what to write"),
    ("regrade --problem pkg", "say why it is done again"),
    ("regrade --problem pkg --apply", "error[E453]"),
    ("regrade --problem pkg --disturbed", "error[E453]"),
    ("regrade --problem pkg --student ada", "error[E453]"),
    ("regrade --problem pkg --case fuor", "close to it: four"),
    ("regrade --problem pkg --student ada --roster nope.csv", "error[E435]"),
    ("regrade --problem pkg --disturbed --apply", "name no part of it"),
    ("regrade --problem pkg --case four --cancel", "name no part of it"),
    ("submit nope.py --problem pkg", "error[E431]"),
    ("submit two --problem pkg", "two holds several submissions"),
    ("board nope", "error[E432]"),
    ("board --freeze tomorrow", "--freeze"),
]


@pytest.mark.parametrize(("words", "said"), LINES, ids=[words for words, _ in LINES])
def test_wrong_use_is_told(here: Path, call: Call, words: str, said: str) -> None:
    write_class({"ada": FAIL})
    Path("two").mkdir()
    for name in "ab":
        Path(f"two/{name}.py").write_text(FAIL)
    status, out, err = call(*words.split())
    assert status == 2, out
    assert said in err


# --- a class ---------------------------------------------------------------------------------------------------------
def test_a_dry_run_says_who_is_who_and_runs_nothing(here: Path, call: Call) -> None:
    write_class({"ada": RIGHT.format(""), "bob": RIGHT.format(""), "eve": FAIL})
    Path("class/eve/main.py").write_text(FAIL)
    Path("roster.csv").write_text("id,name\nada,Ada\neve,Eve\nzoe,Zoe\n")
    status, out, err = call("grade", "class", "--problem", "pkg", "--roster", "roster.csv", "--dry-run")
    assert status == 0, err
    for said in (
        "not clear bob: the roster has no row for bob",
        "not clear eve: it is not clear which of its programs is run: homework.py, main.py",
        "nothing from zoe Zoe",
        "byte for byte the same ada, bob",
        "3 students, 2 to be judged, 2 not clear, 1 absent",
    ):
        assert said in out
    assert not STORE.exists()
    assert not Path("class-graded").exists()


def test_a_class_gets_a_gradebook_and_pages_and_nothing_is_run_again(here: Path, call: Call) -> None:
    write_class({"ada": RIGHT.format(""), "bob": HALF, "cy": "", "dan": RIGHT.format("")})
    Path("class/empty").mkdir()
    Path("roster.csv").write_text("id,name\nada,Ada\nbob,=Bob\ncy,Cy\ndan,Dan\nzoe,Zoe\n")
    words = ("grade", "class", "--problem", "pkg", "--roster", "roster.csv", "--json", "all.json")
    status, out, err = call(*words)
    assert status == 0, out + err
    rows = gradebook()
    told = {name: (row["verdict"], row["points"], row["solved"]) for name, row in rows.items()}
    assert told == {
        "ada": ("AC", "20", "2"),
        "bob": ("RTE", "10", "1"),
        "cy": ("CE", "0", "0"),
        "dan": ("AC", "20", "2"),
        "empty": ("", "", ""),
        "zoe": ("", "", ""),
    }
    assert rows["bob"]["name"] == "'=Bob"
    assert rows["ada"]["identical_to"] == "dan"
    pages = sorted(str(path.relative_to("class-graded/feedback")) for path in Path("class-graded").rglob("*.html"))
    assert pages == [f"{name}/feedback.html" for name in ("ada", "bob", "cy", "dan", "empty")]
    assert "6 students: 2 AC, 1 RTE, 1 CE, 2 not graded" in out
    assert "secret: 10 points, shared evenly by 1 case." in out
    assert len(json.loads(Path("all.json").read_text())["submissions"]) == 4
    runs = stored_runs()
    assert len(runs) == 4, "twins once, and nothing of what does not compile"
    status, out, err = call(*words)
    assert status == 0, err
    assert stored_runs() == runs
    assert gradebook() == rows


def test_feedback_shows_samples_and_hides_secrets(here: Path, call: Call) -> None:
    write_class({"ada": SECRET_LEAK, "bob": WRONG})
    assert call("grade", "class", "--problem", "pkg")[0] == 0
    leak = Path("class-graded/feedback/ada/feedback.html").read_text()
    assert "000000" in leak, "the sample's"
    assert not re.search(r"(?<!0)0000(?!0)", leak), "the secret's"
    wrong = Path("class-graded/feedback/bob/feedback.html").read_text()
    assert wrong.count("the board</p>") == 1
    assert "secret: 10 points" in wrong, "the scheme in words"


def test_points_wait_for_a_judge_error_and_nobody_else_s_do(here: Path, call: Call, package: MakePackage) -> None:
    package("testcases/gap")  # without answers: a FAIL can't be judged
    write_class({"ada": RIGHT.format(""), "bob": FAIL})
    status, out, err = call("grade", "class", "--problem", "gap")
    assert status == 3
    assert "error[E306]" in err
    assert "bob" in err
    assert out.index("JE  bob") < out.index("2 students: 1 AC, 1 JE")
    rows = gradebook()
    assert list(rows) == ["bob", "ada"]
    assert (rows["bob"]["verdict"], rows["bob"]["points"], rows["ada"]["points"]) == ("JE", "", "20")
    assert "judged again" in rows["bob"]["note"]
    assert "points wait" in Path("class-graded/feedback/bob/feedback.html").read_text().replace("their", "points")
    targets = ("--canvas", "c.csv", "--moodle", "m.csv", "--gradescope", "gs", "--gradebook", "g.csv")
    status, out, err = call("export", "class", "--problem", "gap", *targets)
    assert (status, "error[E306]" in err) == (3, True)
    assert "c.csv: the gradebook, 1 students, as Canvas imports it; 1 left out" in out
    assert "bob" not in Path("c.csv").read_text() + Path("m.csv").read_text()
    assert gradebook("g.csv") == rows
    assert "score" not in json.loads(Path("gs/bob/results.json").read_text())
    assert json.loads(Path("gs/ada/results.json").read_text())["score"] == 20
    status, out, err = call("grade", "class", "--problem", "gap", "--allow-judge-errors")
    assert (status, err) == (0, "")
    assert "1 of 2 students have no points yet" in out
    points = {name: row["points"] for name, row in gradebook().items()}
    assert points == {"bob": "", "ada": "20"}, "it gives nobody points"


def test_submit_gives_a_judge_error_no_score_and_no_rank(here: Path, call: Call, package: MakePackage) -> None:
    package("testcases/gap")
    Path("fail.py").write_text(FAIL)
    Path("right.py").write_text(RIGHT.format(""))
    assert call("submit", "right.py", "--problem", "gap", "--as", "ada")[0] == 0
    words = ("submit", "fail.py", "--problem", "gap", "--as", "bob", "--gradescope", "r.json", "--json", "s.json")
    status, out, _ = call(*words)
    assert status == 3
    assert "no points yet" in out
    assert "not ranked: the judge failed on it" in out
    result = json.loads(Path("r.json").read_text())
    assert {"score", "tests"}.isdisjoint(result)
    [row] = json.loads(Path("s.json").read_text())["submissions"]
    assert (row["verdict"], row["points"], row["rank"]) == ("JE", None, None)
    assert call("board", "gap", "--json", "b.json")[0] == 0
    [board] = json.loads(Path("b.json").read_text())["boards"]
    assert [(row["name"], row["rank"], row["points"]) for row in board["rows"]] == [("bob", None, None), ("ada", 1, 20)]
    assert board["faulty"] == 1


@pytest.mark.parametrize(("fault", "status"), [(JudgeError("E353", "it can't grow"), 3), (KeyboardInterrupt(), 130)])
def test_a_judge_that_ends_in_the_middle_leaves_no_score(
    here: Path, call: Call, monkeypatch: pytest.MonkeyPatch, fault: BaseException, status: int
) -> None:
    """But who is stopped, for time perhaps, keeps what was earned until then."""
    scored = status == 130
    real = Store.record_run

    def failing(store: Store, ticket: Any, run: Any) -> None:
        if run.group == "secret":
            raise fault
        real(store, ticket, run)

    monkeypatch.setattr(Store, "record_run", failing)
    Path("right.py").write_text(RIGHT.format(""))
    assert call("submit", "right.py", "--problem", "pkg", "--gradescope", "r.json")[0] == status
    result = json.loads(Path("r.json").read_text())
    assert result.get("score") == (10 if scored else None)
    assert ("could not come to its end" in result["output"]) != scored


def test_a_rank_is_not_that_of_an_earlier_submission(here: Path, call: Call, package: MakePackage) -> None:
    package("testcases/gap")
    Path("fail.py").write_text(FAIL)
    Path("right.py").write_text(RIGHT.format(""))
    assert call("submit", "right.py", "--problem", "gap", "--as", "ada")[0] == 0
    status, out, _ = call("submit", "fail.py", "--problem", "gap", "--as", "ada", "--json", "s.json")
    assert (status, "rank 1 of 1 (with an earlier result of yours" in out) == (3, True)
    assert json.loads(Path("s.json").read_text())["submissions"][0]["rank"] is None


# What the judge once failed on while it read them: deep trees of statements and of expressions.
ELIF = "x = 0\nif x == 0:\n    pass\n" + "".join(f"elif x == {k}:\n    pass\n" for k in range(1, 990))
SUM = "x = " + " + ".join(["1"] * 2900) + "\n"


def test_whatever_one_hands_in_the_class_goes_on(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ways that were real; and one that is made: the reading of a third, his row and his page."""
    monkeypatch.setattr(tempfile, "tempdir", str(here))  # for the tracebacks
    deep = RIGHT.format("")
    write_class({"ada": deep, "bob": ELIF + deep, "cid": SUM + deep, "dan": deep + "# dan", "eve": deep + "# eve"})
    real, drawn = intake._content, feedback.page

    def reading(pile: Any) -> Any:
        if pile.folder == "dan":
            raise ValueError("no such thing")
        return real(pile)

    def drawing(row: Any, *more: Any) -> str:
        if row.student.id == "eve":
            raise ValueError("no such pen")
        return drawn(row, *more)

    monkeypatch.setattr(intake, "_content", reading)
    monkeypatch.setattr(feedback, "page", drawing)
    status, out, err = call("grade", "class", "--problem", "pkg", "--json", "all.json")
    assert status == 3, out + err
    assert "error[E306]" in err
    assert "E304" in out
    assert "the page of eve could not be made" in out
    rows = gradebook()
    assert (rows["ada"]["points"], rows["eve"]["points"]) == ("20", "20")
    assert (rows["dan"]["verdict"], rows["dan"]["points"]) == ("JE", "")
    assert "kept in" in out
    assert Path("class-graded/feedback/ada/feedback.html").exists()
    assert not Path("class-graded/feedback/eve/feedback.html").exists()
    found = {row["name"]: row for row in json.loads(Path("all.json").read_text())["submissions"]}
    for name in ("bob", "cid"):
        assert (rows[name]["points"] == "") == (rows[name]["verdict"] == "JE"), "read, or held back"
        assert bool(found[name]["prepare"]["traceback"]) == (rows[name]["verdict"] == "JE")


def test_the_homeworks_scheme_from_the_class_to_the_gradebook(here: Path, call: Call) -> None:
    manifest = Path("testcases/pkg/problem.toml")
    manifest.write_text('scheme = "all-or-count"\n' + manifest.read_text() + "[bonus]\nshare = 0.1\npoints = 5\n")
    slow = RIGHT.format("import time; x = time.process_time()\nwhile time.process_time() - x < 0.1: pass")
    write_class({"fast": RIGHT.format(""), "slow": slow, "twin": RIGHT.format(""), "half": HALF})
    status, out, err = call("grade", "class", "--problem", "pkg")
    assert status == 0, out + err
    points = {name: float(row["points"]) for name, row in gradebook().items()}
    assert points == {"fast": 105, "twin": 105, "slow": 100, "half": 1}
    assert "100 points if all 2 cases pass, else 1 point for each case that passes." in out
    assert "bonus: 5 for DFS" in gradebook()["fast"]["note"]
    assert "100 points if all 2 cases pass" in Path("class-graded/feedback/half/feedback.html").read_text()


def test_every_export_of_a_class(here: Path, call: Call) -> None:
    write_class({"ada": RIGHT.format(""), "bob": HALF})
    assert call("grade", "class", "--problem", "pkg")[0] == 0
    targets = ("--gradebook", "g.csv", "--canvas", "c.csv", "--moodle", "m.csv", "--junit", "j.xml")
    more = ("--gradescope", "gs", "--feedback", "fb", "--form", "md", "--title", "Homework 1 (1234)")
    status, out, err = call("export", "class", "--problem", "pkg", *targets, *more)
    assert status == 0, out + err
    assert gradebook("g.csv") == gradebook()
    with Path("c.csv").open(newline="") as file:
        canvas = list(csv.reader(file))
    assert canvas[0][-1] == "Homework 1 (1234)"
    assert [float(row[-1]) for row in canvas[1:]] == [20, 20, 10]
    with Path("m.csv").open(newline="") as file:
        assert [float(row["Grade"]) for row in csv.DictReader(file)] == [20, 10]
    assert ET.parse("j.xml").getroot().get("tests") == "4"
    assert json.loads(Path("gs/bob/results.json").read_text())["score"] == 10
    assert "sample" in Path("fb/bob/feedback.md").read_text()


def test_an_export_says_what_it_lacks(here: Path, call: Call) -> None:
    write_class({"ada": RIGHT.format(""), "bob": HALF})
    export = ("export", "class", "--problem", "pkg", "--json", "g.json")
    status, out, err = call(*export)
    assert status == 0, err
    assert "2 not judged yet" in out
    assert call("grade", "class", "--problem", "pkg")[0] == 0
    lacks = ("not judged yet", "on other cases or rules", "of another scheme")
    assert not [what for what in lacks if what in call(*export)[1]]  # on a busy host it may speak of disturbed runs
    book = json.loads(Path("g.json").read_text())
    assert (book["schema"], book["scheme"][0]) == ("judge.gradebook/1", "sample: 10 points, shared evenly by 1 case.")
    assert [(row["id"], row["verdict"], row["points"], row["solved"]) for row in book["students"]] == [
        ("ada", "AC", 20, 2),
        ("bob", "RTE", 10, 1),
    ]
    manifest = Path("testcases/pkg/problem.toml")
    manifest.write_text(manifest.read_text().replace("points = 10", "points = 7"))
    assert "2 with points of another scheme" in call(*export)[1]
    runs = stored_runs()
    assert call("grade", "class", "--problem", "pkg")[0] == 0
    assert stored_runs() == runs, "other points need no other run"
    assert gradebook()["ada"]["points"] == "14"
    Path("testcases/pkg/secret/four/input.txt").write_text(case_text(4, 5))
    Path("testcases/pkg/secret/four/answer.txt").write_text("FAIL\nproof: more pieces than rows\n")
    assert "2 judged on other cases or rules than the package has now" in call(*export)[1]


def test_repetitions_are_runs_of_their_own(here: Path, call: Call) -> None:
    write_class({"ada": RIGHT.format("")})
    assert call("grade", "class", "--problem", "pkg", "--repeat", "3", "--json", "all.json")[0] == 0
    [written] = json.loads(Path("all.json").read_text())["submissions"]
    assert [len(run["samples"]) for run in written["runs"]] == [3, 3]
    assert len(stored_runs()) == 6
    assert call("grade", "class", "--problem", "pkg", "--repeat", "3")[0] == 0
    assert len(stored_runs()) == 6
    Path("mine.py").write_text(RIGHT.format(""))
    out = call("submit", "mine.py", "--problem", "pkg", "--as", "ada", "--repeat", "3")[1]
    assert "rank 1 of 1" in out
    assert "1 only with other cases, limits or repetitions" in call("board", "pkg")[1]
    assert " ada " in call("board", "pkg", "--repeat", "3")[1]


@pytest.mark.parametrize("words", [("grade", "class"), ("regrade", "--reason", "because")])
def test_without_a_box_strangers_code_is_not_run(here: Path, call: Call, words: tuple[str, ...]) -> None:
    write_class({"ada": RIGHT.format("")})
    plain = (*words, "--problem", "pkg", "--sandbox", "plain")
    status, out, err = call(*plain)
    assert status == 2, out
    assert "error[E463]" in err
    assert "--trust-submissions" in err
    assert not stored_runs()
    if words[0] == "grade":
        assert call(*plain, "--trust-submissions")[0] == 0
        assert gradebook()["ada"]["verdict"] == "AC"


# --- one's own -------------------------------------------------------------------------------------------------------
def test_a_submission_is_judged_ranked_and_not_run_twice(here: Path, call: Call) -> None:
    Path("best.py").write_text(RIGHT.format(""))
    Path("mine.py").write_text(HALF)
    status, out, err = call("submit", "best.py", "--problem", "pkg", "--as", "ada")
    assert status == 0, out + err
    assert "AC  2 of 2 cases, 20 of 20 points" in out
    assert "rank 1 of 1" in out
    status, out, err = call("submit", "mine.py", "--problem", "pkg", "--as", "me", "--json", "out.json")
    assert status == 1, out + err
    assert "RTE  1 of 2 cases, 10 of 20 points" in out
    assert "rank 2 of 2: 1 case behind ada" in out
    [written] = json.loads(Path("out.json").read_text())["submissions"]
    assert (written["verdict"], written["rank"]) == ("RTE", 2)
    runs = stored_runs()
    status, out, _ = call("submit", "mine.py", "--problem", "pkg", "--as", "me")
    assert (status, stored_runs()) == (1, runs)
    assert "nothing was run; --again runs them again" in out
    assert "rank 2 of 2" in out
    call("submit", "mine.py", "--problem", "pkg", "--as", "me", "--again")
    assert len(stored_runs()) == len(runs) + 2


def test_a_submission_is_told_of_samples_whole_and_of_secrets_a_sentence(here: Path, call: Call) -> None:
    Path("mine.py").write_text(SECRET_LEAK)
    status, out, _ = call("submit", "mine.py", "--problem", "pkg", "--json", "out.json")
    assert status == 1
    [written] = json.loads(Path("out.json").read_text())["submissions"]
    assert written["runs"][1]["message"] == "the process ended before it gave an answer", "the code's own sentence"
    assert not re.search(r"DFS\W+4\b", out)
    assert not re.search(r"(?<!\d)0000(?!\d)", out)
    assert "leak DFS" in out, "of the sample"


def test_the_board_marks_me_hides_others_and_can_be_frozen(here: Path, call: Call) -> None:
    assert "nobody has submitted" in call("board")[1]
    Path("best.py").write_text(RIGHT.format(""))
    Path("mine.py").write_text(HALF)
    call("submit", "best.py", "--problem", "pkg", "--as", "adalovelace")
    call("submit", "mine.py", "--problem", "pkg", "--as", "me")
    status, out, err = call("board", "--as", "me", "--json", "board.json")
    assert status == 0, err
    assert [line.split()[:3] for line in out.splitlines()[2:4]] == [["1", "adalovelace", "AC"], ["2", ">", "me"]]
    [board] = json.loads(Path("board.json").read_text())["boards"]
    assert [(row["name"], row["rank"], row["own"]) for row in board["rows"]] == [
        ("adalovelace", 1, False),
        ("me", 2, True),
    ]
    out = call("board", "pkg", "--as", "me", "--pseudonyms", "--algorithm", "DFS")[1]
    assert "adalovelace" not in out
    assert "> me" in out
    assert "DFS alone" in out
    assert "adalovelace" not in call("board", "--freeze", "2001-01-01 00:00:00")[1]


def test_a_board_of_several_algorithms_shows_each(here: Path, call: Call) -> None:
    manifest = Path("testcases/pkg/problem.toml")
    manifest.write_text(manifest.read_text().replace('["DFS"]', '["DFS", "BFS"]'))
    Path("testcases/pkg/sample/six/input.txt").write_text(case_text(6, algorithm="BFS"))
    Path("mine.py").write_text(HALF)
    call("submit", "mine.py", "--problem", "pkg", "--as", "me")
    status, out, err = call("board", "pkg", "--json", "board.json")
    assert status == 0, err
    assert [line.split("   ")[0] for line in out.splitlines() if line.startswith("The ")] == [
        "The testcases/pkg",
        "The testcases/pkg, DFS alone",
        "The testcases/pkg, BFS alone",
    ]
    boards = json.loads(Path("board.json").read_text())["boards"]
    assert [(board["algorithm"], board["rows"][0]["solved"]) for board in boards] == [(None, 1), ("DFS", 0), ("BFS", 1)]
    status, _, err = call("board", "pkg", "--algorithm", "SA")
    assert status == 2
    assert "pkg has no cases for SA, but for DFS, BFS" in err


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"one.py": FAIL, "two.py": FAIL}, "submission holds several submissions"),
        ({"report.pdf": ""}, "there is no source file in the folder submission"),
    ],
)
def test_gradescope_is_told_why_nothing_can_be_judged(here: Path, call: Call, files: dict[str, str], said: str) -> None:
    """Without a results.json the student would read of a fault of the autograder."""
    Path("submission").mkdir()
    for name, text in files.items():
        Path("submission", name).write_text(text)
    assert call("submit", "submission", "--problem", "pkg", "--gradescope", "results.json")[0] == 2
    results = json.loads(Path("results.json").read_text())
    assert (results["score"], results["tests"]) == (0, [])
    assert said in results["output"]
    assert call("submit", "submission", "--problem", "nope", "--gradescope", "other.json")[0] == 2
    assert not Path("other.json").exists(), "not the student's fault"


def test_results_for_gradescope_are_written_anew_after_every_case(here: Path) -> None:
    """Who is stopped for time keeps what was earned until then."""
    Path("mine.py").write_text(RIGHT.format("import time; time.sleep(60 * (n == 4))"))
    manifest = Path("testcases/pkg/problem.toml")
    manifest.write_text(manifest.read_text().replace("time_limit = 0.5", "time_limit = 60"))
    command = [*JUDGE, "submit", "mine.py", "--problem", "pkg", "--gradescope", "results.json"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_until(lambda: len(stored_runs()) == 1)
        wait_until(lambda: json.loads(Path("results.json").read_text()).get("tests"))
        process.kill()
    finally:
        process.kill()
        process.wait()
    results = json.loads(Path("results.json").read_text())
    assert results["score"] == 10
    assert [test["status"] for test in results["tests"]] == ["passed"]
    assert results["leaderboard"][0] == {"name": "Solved", "value": 1, "order": "desc"}


def test_the_autograder_of_the_manual_scores_a_submission(here: Path) -> None:
    """`run_autograder` as it stands there, in a container that is this folder."""
    [setup, script] = [text.replace("/autograder", str(here)) for text in blocks(TOPICS["gradescope"], "bash")]
    assert f"{here}/venv/bin/pip install {here}/source" in setup
    for name in ("venv", "submission", "source", "results"):
        Path(name).mkdir()
    Path("venv/bin").symlink_to(Path(sys.executable).parent)
    Path("submission/homework.py").write_text(HALF)
    Path("testcases/pkg").rename("source/quiz")
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    results = json.loads(Path("results/results.json").read_text())
    assert results["score"] == 10
    assert [test["status"] for test in results["tests"]] == ["passed", "failed"]


# --- a regrade -------------------------------------------------------------------------------------------------------
def test_a_regrade_is_pending_until_it_is_applied_or_cancelled(here: Path, call: Call) -> None:
    write_class({"ada": RIGHT.format(""), "bob": HALF})
    call("grade", "class", "--problem", "pkg")
    before = gradebook()
    case = Path("testcases/pkg/secret/four")
    (case / "input.txt").write_text(case_text(4, 5))
    (case / "answer.txt").write_text("FAIL\nproof: more pieces than rows\n")
    again = ("regrade", "--problem", "pkg")

    def exported() -> dict[str, dict[str, str]]:
        assert call("export", "class", "--problem", "pkg", "--gradebook", "now.csv")[0] == 0
        return gradebook("now.csv")

    status, out, err = call(*again, "--reason", "five were meant", "--json", "re.json")
    assert status == 0, out + err
    lines = [line.split() for line in out.splitlines()]
    assert ["old", "\\", "new", "WA", "RTE"] in lines
    assert ["AC", "1", "-"] in lines
    assert ["-10", "ada", "AC", "20", "->", "WA", "10"] in lines
    assert "nothing is published yet" in out
    assert exported() == before
    state = json.loads(Path("re.json").read_text())
    assert (state["state"], [change["gain"] for change in state["changes"]]) == ("pending", [-10, 0])
    assert call(*again, "--cancel")[0] == 0
    assert exported() == before
    runs = len(stored_runs())
    assert call(*again, "--reason", "after all")[0] == 0
    assert call(*again)[0] == 0, "goes on with the pending one"
    assert len(stored_runs()) == runs + 4
    wrong = (case / "input.txt").read_text()
    (case / "input.txt").write_text(case_text(4, 6))
    status, _, err = call(*again, "--apply")
    assert status == 2
    assert "error[E455]" in err
    (case / "input.txt").write_text(wrong)
    assert call(*again, "--apply")[0] == 0
    assert {name: row["verdict"] for name, row in exported().items()} == {"ada": "WA", "bob": "RTE"}


def test_a_regrade_shows_who_gains_or_loses_a_bonus(here: Path, call: Call) -> None:
    manifest = Path("testcases/pkg/problem.toml")
    manifest.write_text('scheme = "all-or-count"\n' + manifest.read_text() + "[bonus]\nshare = 0.5\npoints = 5\n")
    slow = "import time\nbegin = time.process_time()\nwhile time.process_time() - begin < 0.1: pass\n"
    knows = 'if open("input.txt").read().split()[2] == "5":\n    raise SystemExit(print("FAIL"))\n'
    write_class({"ada": RIGHT.format(""), "bob": slow + knows + RIGHT.format("")})
    assert call("grade", "class", "--problem", "pkg")[0] == 0
    assert {name: row["points"] for name, row in gradebook().items()} == {"ada": "105", "bob": "100"}
    Path("testcases/pkg/secret/four/input.txt").write_text(case_text(4, 5))
    Path("testcases/pkg/secret/four/answer.txt").write_text("FAIL\nproof: more pieces than rows\n")
    status, out, err = call("regrade", "--problem", "pkg", "--reason", "five were meant", "--json", "re.json")
    assert status == 0, out + err
    assert "-104  ada  AC 100 + 5 -> WA 1" in out
    assert "+5  bob  AC 100 -> AC 100 + 5" in out
    assert [change["gain"] for change in json.loads(Path("re.json").read_text())["changes"]] == [-104, 5]
    assert call("regrade", "--problem", "pkg", "--apply")[0] == 0
    call("export", "class", "--problem", "pkg", "--gradebook", "now.csv")
    assert {name: row["points"] for name, row in gradebook("now.csv").items()} == {"ada": "1", "bob": "105"}


def facts_of(student: str) -> list[dict[str, Any]]:
    """The runs in the store of this student's last judgement, by case."""
    last = "SELECT max(id) FROM judgement WHERE owner = ?"
    with contextlib.closing(sqlite3.connect(STORE)) as db:
        rows = db.execute(f"SELECT facts FROM run WHERE judgement = ({last}) ORDER BY id", (student,)).fetchall()
    return [json.loads(facts)["run"] for (facts,) in rows]


def test_a_part_of_a_regrade_runs_nothing_else(here: Path, call: Call) -> None:
    write_class({"ada": RIGHT.format(""), "bob": HALF})
    Path("roster.csv").write_text("id,name\nada,Ada Lovelace\nbob,Bob\n")
    assert call("grade", "class", "--problem", "pkg")[0] == 0
    [six, _] = facts_of("ada")
    runs = len(stored_runs())
    Path("testcases/pkg/secret/four/input.txt").write_text(case_text(4, 5))
    Path("testcases/pkg/secret/four/answer.txt").write_text("FAIL\nproof: more pieces than rows\n")
    part = ("--student", "ada lovelace", "--case", "four", "--roster", "roster.csv")
    status, out, err = call("regrade", "--problem", "pkg", *part, "--json", "re.json")
    assert status == 0, out + err
    assert "1 run of 1 submission to judge again:  --student ada --case secret/four" in out
    assert "-10  ada  AC 20 -> WA 10" in out
    assert "bob" not in out
    assert len(stored_runs()) == runs + 2, "one is taken over"
    kept, four = facts_of("ada")
    assert kept["samples"] == six["samples"], "as it was measured"
    assert (four["case"], four["verdict"]) == ("four", "WA")
    state = json.loads(Path("re.json").read_text())
    assert (state["part"], len(state["changes"])) == ("--student ada --case secret/four", 1)
    assert call("regrade", "--problem", "pkg", *part)[0] == 0, "goes on with the pending one"
    assert len(stored_runs()) == runs + 2
    status, _, err = call("regrade", "--problem", "pkg", "--student", "bob")
    assert (status, "error[E451]" in err) == (2, True)
    assert call("regrade", "--problem", "pkg", "--apply")[0] == 0
    call("export", "class", "--problem", "pkg", "--gradebook", "now.csv")
    assert {name: row["points"] for name, row in gradebook("now.csv").items()} == {"ada": "10", "bob": "10"}


def disturb(student: str, case: str) -> None:
    """Let what counts for the student say that this run was disturbed."""
    problem = read_package(Path("testcases/pkg"))
    with Store() as store:
        [record] = [one for one in latest(store.records(problem)) if one.owner == student]
        runs = []
        for run in record.judgement.runs:
            samples = [msgspec.structs.replace(one, wall_s=2.0, lost_s=1.8) for one in run.samples]
            runs.append(msgspec.structs.replace(run, samples=tuple(samples)) if run.case == case else run)
        made = msgspec.structs.replace(record.judgement, runs=tuple(runs))
        store.finish(Ticket(record.id, student, made.submission), made)


def test_the_disturbed_are_judged_again_with_one_command(here: Path, call: Call) -> None:
    write_class({"ada": RIGHT.format(""), "bob": HALF, "cy": RIGHT.format("pass")})
    assert call("grade", "class", "--problem", "pkg")[0] == 0
    disturb("cy", "six")
    status, out, _ = call("export", "class", "--problem", "pkg", "--gradebook", "now.csv")
    assert status == 0
    assert re.match("[12] of 2 runs w.* disturbed by other work on this machine", gradebook("now.csv")["cy"]["note"])
    status, out, err = call("regrade", "--problem", "pkg", "--disturbed", "--student", "cy", "--case", "six")
    assert status == 0, out + err
    assert "1 run of 1 submission to judge again:  --disturbed --student cy --case sample/six" in out
    assert call("regrade", "--problem", "pkg", "--apply")[0] == 0
    assert sorted(run["case"] for run in facts_of("cy")) == ["four", "six"]
    assert not [run for run in facts_of("cy") if run["samples"][0]["lost_s"] == 1.8]


def test_a_choice_of_nothing_is_told_and_no_fault(here: Path, call: Call) -> None:
    write_class({"ada": ""})  # it does not compile, so nothing of it has run
    assert call("grade", "class", "--problem", "pkg")[0] == 0
    status, out, err = call("regrade", "--problem", "pkg", "--disturbed", "--case", "six")
    assert status == 0, err
    assert "nothing to judge again: no run that counts is one of  --disturbed --case sample/six" in out
    status, _, err = call("regrade", "--problem", "pkg", "--student", "adda")
    assert status == 2
    assert "error[E456]" in err
    assert "close to it: ada" in err
    assert "error[E453]" in call("regrade", "--problem", "pkg", "--apply")[2], "none was begun"


def test_what_was_measured_otherwise_is_not_taken_over(here: Path, call: Call) -> None:
    write_class({"ada": FAIL})
    assert call("grade", "class", "--problem", "pkg")[0] == 0
    status, _, err = call("regrade", "--problem", "pkg", "--case", "six", "--repeat", "2")
    assert (status, "error[E457]" in err) == (2, True)
    assert "error[E453]" in call("regrade", "--problem", "pkg", "--apply")[2], "none was begun"


def test_a_part_that_is_killed_goes_on_where_it_stopped(here: Path, call: Call) -> None:
    answers = {f"secret/c{number}": (case_text(4), answer(4)) for number in range(6)}
    for name, (question, told) in answers.items():
        Path(f"testcases/pkg/{name}").mkdir()
        Path(f"testcases/pkg/{name}/input.txt").write_text(question)
        Path(f"testcases/pkg/{name}/answer.txt").write_text(told)
    write_class({"ada": RIGHT.format(""), "bob": HALF})
    assert call("grade", "class", "--problem", "pkg")[0] == 0
    runs = len(stored_runs())
    cases = [word for number in range(5) for word in ("--case", f"c{number}")]
    part = ["regrade", "--problem", "pkg", "--student", "ada", *cases]
    assert kill_when(runs + 3 + 2, [*JUDGE, *part]) == -signal.SIGKILL
    between = [run["case"] for run in facts_of("ada")]
    assert between[:3] == ["six", "c5", "four"], "what is taken over comes first, and whole"
    status, out, err = call(*part)
    assert status == 0, out + err
    after = facts_of("ada")
    assert [run["case"] for run in after][: len(between)] == between
    assert len(after) == 8
    assert len({run["case"] for run in after}) == 8
    assert call("regrade", "--problem", "pkg", "--apply")[0] == 0


def test_what_stays_starved_is_held_back_until_it_is_judged(
    here: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_class({"ada": RIGHT.format(""), "bob": RIGHT.format("pass")})
    run, asked = Worker.run, []

    def starved(worker: Worker, task: Task) -> CaseResult:
        if (task.submission.name, task.case.name) != ("bob", "four"):
            return run(worker, task)
        asked.append(task)
        message = "others had its core for 29 of 30 s, so it could not be judged"
        return CaseResult("four", "secret", "DFS", Verdict.JE, "E307", message)

    monkeypatch.setattr(Worker, "run", starved)
    status, out, err = call("grade", "class", "--problem", "pkg")
    assert status == 3, out
    assert "error[E306]" in err
    assert len(asked) == 3
    lines = [line.strip() for line in out.splitlines()]
    assert "1 run of 1 submission may have lost to other work on this machine: judging it again" in lines
    [place] = [
        number for number, line in enumerate(lines) if line.startswith("JE  bob  secret/four: others had its core")
    ]
    assert "there is no verdict" in lines[place + 1]
    assert lines[place + 2] == "= help: judge regrade --problem testcases/pkg --disturbed  judges them again"
    page = Path("class-graded/feedback/bob/feedback.html").read_text()
    assert "which costs no points" in page


def test_what_was_starved_is_judged_by_the_regrade_of_the_disturbed(
    here: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_class({"ada": RIGHT.format(""), "bob": RIGHT.format("pass")})
    with monkeypatch.context() as busy:
        run = Worker.run
        starved = CaseResult("four", "secret", "DFS", Verdict.JE, "E307", "others had its core")
        busy.setattr(
            Worker,
            "run",
            lambda worker, task: (
                starved if (task.submission.name, task.case.name) == ("bob", "four") else run(worker, task)
            ),
        )
        assert call("grade", "class", "--problem", "pkg")[0] == 3
    status, out, err = call("regrade", "--problem", "pkg", "--disturbed", "--student", "bob")
    assert status == 0, out + err
    assert [run["case"] for run in facts_of("bob")] == ["six", "four"]
    assert call("regrade", "--problem", "pkg", "--apply")[0] == 0
    runs = len(stored_runs())
    assert call("grade", "class", "--problem", "pkg")[0] == 0
    assert len(stored_runs()) == runs, "nothing is left to judge"
    assert {name: row["points"] for name, row in gradebook().items()} == {"ada": "20", "bob": "20"}


# --- killed ----------------------------------------------------------------------------------------------------------
def wait_until(done: Callable[[], object], timeout_s: float = 100) -> None:
    end_s = time.monotonic() + timeout_s
    while not done():
        assert time.monotonic() < end_s
        time.sleep(0.01)


def kill_when(runs: int, command: list[str], kind: int = signal.SIGKILL) -> int:
    """Start the command, stop it when the store holds so many runs; its status."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    try:
        wait_until(lambda: len(stored_runs()) >= runs or process.poll() is not None, 600)
        process.send_signal(kind)
    finally:
        process.wait(timeout=100) if kind == signal.SIGINT else process.kill()
        process.communicate()
    return process.returncode


def assert_run_once(runs: Iterable[tuple[int, str]]) -> None:
    runs = list(runs)
    assert len(set(runs)) == len(runs), "no case of a judgement is recorded twice"


def test_stopped_twice_it_goes_on_where_it_stopped(here: Path, call: Call) -> None:
    names = "abcd"
    write_class({name: RIGHT.format(f"import time; time.sleep(0.5)  # {name}") for name in names})
    command = [*JUDGE, "grade", "class", "--problem", "pkg"]
    seen: list[tuple[int, str]] = []
    for runs, kind in ((1, signal.SIGKILL), (4, signal.SIGINT)):
        status = kill_when(runs, command, kind)
        assert status == (130 if kind == signal.SIGINT else -signal.SIGKILL)
        now = stored_runs()
        assert now[: len(seen)] == seen, "what was recorded stays"
        assert runs <= len(now) < 8
        seen = now
    status, out, err = call("grade", "class", "--problem", "pkg")
    assert status == 0, out + err
    assert len(stored_runs()) == 8
    assert_run_once(stored_runs())
    assert {name: row["verdict"] for name, row in gradebook().items()} == dict.fromkeys(names, "AC")


def test_two_judges_at_one_class_share_it(here: Path) -> None:
    names = "abcdef"
    write_class({name: RIGHT.format(f"import time; time.sleep(0.1)  # {name}") for name in names})
    command = [*JUDGE, "grade", "class", "--problem", "pkg", "--out"]
    both = [
        subprocess.Popen([*command, out], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for out in "12"
    ]
    said = [process.communicate()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert len(stored_runs()) == 2 * len(names)
    assert_run_once(stored_runs())
    for out in "12":
        rows = gradebook(f"{out}/gradebook.csv")
        assert {name: row["verdict"] for name, row in rows.items()} == dict.fromkeys(names, "AC")


# --- a class of 200 --------------------------------------------------------------------------------------------------
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
def test_two_hundred_in_every_shape_killed_at_three_random_moments(here: Path) -> None:
    """The first class is killed three times; the other shapes of it are answered out of the store."""
    everybody = many()
    Path("in").mkdir()
    with Path("roster.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("id", "name"), *((one.number, one.name) for one in everybody)])
    first, *others = SHAPES
    command = grading(here, first, everybody)
    seen: list[tuple[int, str]] = []
    for runs in sorted(random.Random(6).sample(range(1, 40), 3)):
        kill_when(runs, command)
        now = stored_runs()
        assert now[: len(seen)] == seen
        seen = now
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    recorded = stored_runs()
    assert_run_once(recorded)
    assert_graded(everybody, first)
    for shape in others:
        done = subprocess.run(grading(here, shape, everybody), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr
        assert stored_runs() == recorded, "the same bytes under the same limits are not run twice"
        assert_graded(everybody, shape)


def grading(here: Path, shape: str, everybody: list[Pupil]) -> list[str]:
    path = SHAPES[shape](here / "in", everybody)
    roster = ["--roster", "roster.csv"] if shape in ("plain", "Gradescope", "Blackboard") else []
    return [*JUDGE, "grade", str(path), "--problem", "pkg", "--out", f"out-{shape}", *roster]


def assert_graded(everybody: list[Pupil], shape: str) -> None:
    """One row and one page for everybody, and the verdict that their source has earned."""
    rows = gradebook(f"out-{shape}/gradebook.csv")
    assert set(rows) == {str(one.number) for one in everybody}
    for k, one in enumerate(everybody):
        row = rows[str(one.number)]
        assert KINDS[k % 10][2] in ("", row["verdict"]), (k, row)
    assert len(rows["1000"]["identical_to"].split()) == 19
    assert len(list(Path(f"out-{shape}/feedback").rglob("*.html"))) == 200

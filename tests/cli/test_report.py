"""A run as pages: from `judge run`, from the board of the store, and from a file that was kept."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from judge.judging import Contest
from tests.cli.handed_in import FAIL, RIGHT, WRONG, MakePackage, gradebook, read_json, stored_runs, write_class
from tests.commands import Call
from tests.make import case_text


def test_a_run_is_written_as_pages_and_shown_again(here: Path, call: Call) -> None:
    Path("right.py").write_text(RIGHT.format(""))
    Path("wrong.py").write_text(WRONG)
    words = ("run", "right.py", "wrong.py", "--problem", "pkg", "--junit", "junit.xml")
    out = call.ends(1, *words, "--json", "run.json", "--html", "pages")
    assert Path("pages/index.html").is_file()
    assert out.splitlines()[-1].startswith("pages/index.html: the report, ")
    again = call.done("report", "run.json", "--html", "again")
    assert 'tests="4" failures="2" errors="0"' in Path("junit.xml").read_text()
    board = out[out.index("#  submission") : out.index("pages/index")]
    assert board in again, "the same numbers in the same words"
    written = read_json("run.json")
    given = {one["name"]: [run["given"].split(" ")[:2] for run in one["runs"]] for one in written["submissions"]}
    assert given == {name: [["BOARD", "6"], ["BOARD", "4"]] for name in ("right", "wrong")}
    assert written["ranked"] is True


def test_what_was_judged_before_ctrl_c_is_written(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Contest.events

    def stopped(contest: Contest, *words: object, **more: object) -> object:
        for at, event in enumerate(real(contest, *words, **more)):  # type: ignore[arg-type]
            if at == 3:
                raise KeyboardInterrupt
            yield event

    monkeypatch.setattr(Contest, "events", stopped)
    Path("right.py").write_text(RIGHT.format(""))
    out = call.ends(130, "run", "right.py", "--problem", "pkg", "--json", "run.json", "--html", "pages")
    assert "pages/index.html: the report, " in out
    assert Path("pages/index.html").is_file()
    assert "the run was stopped before its end" in call("report", "run.json")[1]


def test_the_board_of_the_store_is_written_for_everybody(here: Path, call: Call) -> None:
    assert "pages: no report is written, as nothing was judged" in call.done("board", "--html", "pages")
    assert not Path("pages").exists()
    for name, source in {"ada": RIGHT.format(""), "bob": WRONG}.items():
        Path(f"{name}-homework.py").write_text(source)
        call("submit", f"{name}-homework.py", "--problem", "pkg", "--as", name, "--json", f"{name}.json")
    written = read_json("bob.json")  # what a student may not see of a case is not in it
    shown = {one["name"]: (one["board"] is None, one["answer"]) for one in written["problems"]["pkg"]["cases"]}
    assert shown == {"six": (False, "arrangement"), "four": (True, "unknown")}
    [row] = written["submissions"]
    runs = {run["case"]: (run["board"] is None, run["given"] is None, run["note"] == "") for run in row["runs"]}
    assert runs == {"six": (False, False, False), "four": (True, True, True)}
    assert "pages/index.html: the report, " in call.done("board", "--pseudonyms", "--as", "nobody", "--html", "pages")
    said = "".join(path.read_text() for path in Path("pages").glob("*.html"))
    assert ("homework" in said, str(here) in said) == (False, False)


# --- judge report ----------------------------------------------------------------------------------------------------
def test_a_graded_class_is_shown_in_three_ways_and_nothing_runs(graded: Path, call: Call) -> None:
    write_class({"cy": FAIL})
    Path("roster.csv").write_text("id,name\nada,Ada\nbob,<b>Bob\ncy,Cy\nzoe,Zoe\n")
    where = ("class", "--problem", "pkg", "--roster", "roster.csv")
    out = call.done("report", *where)
    assert "judge grade FOLDER|ZIP --problem testcases/pkg" in out
    call.done("grade", *where)
    runs = stored_runs()
    call.done("mark", *where[:1], "cy", *where[1:], "--points", "7", "--why", "by mail", "--as", "smith")
    out = call.done("report", *where, "--html", "r.html", "--csv", "r.csv")
    assert stored_runs() == runs
    lines = " ".join(out.split())
    for said in ("4 students: 1 AC, 1 WA, 1 RTE, 1 not graded", "sample/six 2 of 3", "secret/four 1 of 3"):
        assert said in lines
    for said in ("Not graded: nothing was handed in", "cy: 7 points by hand (smith, ", "ada Ada 20", "cy Cy 7*"):
        assert said in lines
    assert "<b>Bob" not in Path("r.html").read_text()
    with Path("r.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert {name: row["secret/four"] for name, row in rows.items()} == {"ada": ".", "bob": "R", "cy": "W", "zoe": ""}


def test_a_key_that_a_class_refutes_is_one_line(here: Path, call: Call, package: MakePackage) -> None:
    """Three students find an arrangement where answer.txt says FAIL."""
    package("testcases/bad", {"secret/four": (case_text(4), "FAIL\nproof: by hand\n")})
    write_class({name: RIGHT.format(f"# {name}") for name in ("ada", "bob", "cy")})
    out = call.done("grade", "class", "--problem", "bad", "--allow-judge-errors")
    line = "the answer key of secret/four is wrong: it says FAIL, ada, bob, cy found an arrangement"
    assert out.count("secret/four is wrong") == 1
    assert f"{line}, kept in .judge/refuted/bad-secret-four.txt" in " ".join(out.split())
    assert "JE  ada" not in out
    assert Path(".judge/refuted/bad-secret-four.txt").read_text().startswith("OK")
    assert {row["points"] for row in gradebook().values()} == {""}
    assert call("report", "class", "--problem", "bad")[1].count(line) == 1

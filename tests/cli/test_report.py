"""judge report, from the words on the command line to its three forms; and a key that a class refutes."""

from __future__ import annotations

import csv
from pathlib import Path

from tests.cli.handed_in import FAIL, HALF, RIGHT, Call, MakePackage, gradebook, stored_runs, write_class
from tests.conftest import case_text


def test_a_graded_class_is_shown_in_three_ways_and_nothing_runs(here: Path, call: Call) -> None:
    write_class({"ada": RIGHT.format(""), "bob": HALF, "cy": FAIL})
    Path("roster.csv").write_text("id,name\nada,Ada\nbob,<b>Bob\ncy,Cy\nzoe,Zoe\n")
    where = ("class", "--problem", "pkg", "--roster", "roster.csv")
    assert call("grade", *where)[0] == 0
    runs = stored_runs()
    assert call("mark", *where[:1], "cy", *where[1:], "--points", "7", "--why", "by mail", "--as", "smith")[0] == 0
    status, out, err = call("report", *where, "--html", "r.html", "--csv", "r.csv")
    assert status == 0, err
    assert stored_runs() == runs
    for said in ("4 students: 1 AC, 1 WA, 1 RTE, 1 not graded", "sample/six   2 of 3", "secret/four  1 of 3"):
        assert said in out
    for said in ("not graded: nothing was handed in", "cy: 7 points by hand (smith, ", "20  ada Ada", "7*  cy Cy"):
        assert said in out
    page = Path("r.html").read_text()
    assert "&lt;b&gt;Bob" in page
    assert "<b>Bob" not in page
    with Path("r.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert {name: row["secret/four"] for name, row in rows.items()} == {"ada": ".", "bob": "R", "cy": "W", "zoe": ""}


def test_a_class_that_was_not_graded_is_told_to_be(here: Path, call: Call) -> None:
    write_class({"ada": FAIL, "bob": HALF})
    status, out, err = call("report", "class", "--problem", "pkg")
    assert status == 0, err
    assert "2 not graded: not judged yet" in out
    assert "judge grade FOLDER|ZIP --problem testcases/pkg" in out


def test_a_key_that_a_class_refutes_is_one_line(here: Path, call: Call, package: MakePackage) -> None:
    """Three students find an arrangement where answer.txt says FAIL."""
    package("testcases/bad", {"secret/four": (case_text(4), "FAIL\nproof: by hand\n")})
    write_class({name: RIGHT.format(f"# {name}") for name in ("ada", "bob", "cy")})
    status, out, err = call("grade", "class", "--problem", "bad", "--allow-judge-errors")
    assert status == 0, err
    line = "the answer key of secret/four is wrong: it says FAIL, ada, bob, cy found an arrangement"
    assert out.count("secret/four is wrong") == 1
    assert f"{line}, kept in .judge/refuted/bad-secret-four.txt" in " ".join(out.split())
    assert "JE  ada" not in out
    witness = Path(".judge/refuted/bad-secret-four.txt").read_text()
    assert witness.startswith("OK")
    assert {row["points"] for row in gradebook().values()} == {""}
    out = call("report", "class", "--problem", "bad")[1]
    assert "3 not graded: the answer key of secret/four is wrong [E301]" in out
    assert out.count(line) == 1
    assert out.count("cp .judge/refuted/bad-secret-four.txt testcases/bad/secret/four/answer.txt") == 2

"""`judge validate`: what it says of packages that are right and wrong, its exit status and its file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.handed_in import MakePackage, answer, read_json
from tests.commands import Call
from tests.conftest import RIGHT as SOLVES
from tests.make import case_text, files

FOUR, RIGHT = case_text(4), answer(4)
SOLVE = "def solve(algorithm, n, lizards, grid):\n"
GIVES_UP = f"{SOLVE}    return None\n"


@pytest.fixture
def cup(here: Path, package: MakePackage) -> Path:
    """A package that is right, in the current folder."""
    return package("cup", cases={"sample/one": (FOUR, RIGHT), "secret/two": (FOUR, RIGHT)})


def put(folder: Path, name: str, text: str) -> None:
    files(folder, {name: text})


@pytest.mark.parametrize("validator", [False, True])
def test_a_case_without_a_board_and_a_validator_needs_its_answer(here: Path, call: Call, *, validator: bool) -> None:
    texts = {"problem.toml": 'title = "Sum"\npuzzle = "general"\n[groups.sample]\n', "sample/one/input.txt": "1 2\n"}
    files(here / "sum", texts | ({"output_validators/check.py": "raise SystemExit(42)\n"} if validator else {}))
    out = call.ends(0 if validator else 2, "validate", "sum", "--quick")
    assert ("error[E418]: 1 of 1 cases without answer.txt: write them" in out) is not validator
    put(here, "mine.py", "print(3)\n")
    said = "warning[W117]: sum: 1 of 1 case without answer.txt: no answer there can be judged; write them"
    assert (said in call("run", "mine.py", "--problem", "sum")[1]) is not validator


PAIR = {
    "problem.toml": 'title = "Pair"\npuzzle = "general"\n[groups.sample]\n',
    "sample/one/input.txt": "7\n",
    "sample/one/answer.txt": "7\n",
    "sample/two/input.txt": "8\n",
    "sample/two/answer.txt": "any\n",
}
SAME = "import sys\nsys.exit(42 if sys.stdin.read() == open(sys.argv[1]).read() else {})\n"


@pytest.mark.parametrize(
    ("name", "source", "told"),
    [
        ("check.py", SAME.format(43), (0, "sample/two", "W128", False)),
        ("check.py", SAME.format("'it crashed'"), (2, "sample/two", "E309", True)),
        ("check.py", "def (\n", (2, "", "E309", True)),
    ],
)
def test_the_validator_sees_each_answer_of_the_package(
    here: Path, call: Call, name: str, source: str, told: tuple[int, str, str, bool]
) -> None:
    """One that it refuses is a warning; where it fails on one, that is a fault of the package."""
    files(here / "pair", PAIR | {f"output_validators/{name}": source})
    status, out, _ = call("validate", "pair", "--json", "found.json")
    [found] = read_json("found.json")["packages"]
    remark = next(one for one in found["remarks"] if one["code"] != "W116")
    assert (status, remark["case"], remark["code"], remark["fault"]) == told, out


def test_warnings_of_one_kind_are_one_line(tmp_path: Path, package: MakePackage, call: Call) -> None:
    names = [f"sample/c{number}" for number in range(5)]
    folder = package("cup", cases=dict.fromkeys(names, (FOUR, RIGHT)))
    crlf = FOUR.replace("\n", "\r\n")
    files(folder, {f"{name}/input.txt": crlf for name in names} | {"sample/c3/answer.txt": RIGHT.replace("OK", "ok")})
    out = call.done("validate", str(folder))
    warnings = [line for line in out.splitlines() if line.startswith("warning")]
    assert [(line[8:12], re.findall(r"\d files|\w+/c.*?txt", line)) for line in warnings] == [
        ("W102", ["5 files", *(f"{name}/input.txt" for name in names[:3])]),
        ("W108", ["sample/c3/answer.txt"]),
    ]
    assert "5 cases, valid, 6 warnings" in out


def test_a_judge_that_is_wrong_is_a_judge_error(cup: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.problems.puzzles.findings.wrong_number", lambda *_: None)
    (cup / "sample/one/answer.txt").unlink()  # a judge that is wrong counts more than a package that is
    out = call.ends(3, "validate", "cup", "--json", "found.json")
    assert "error[E419]: 4 spoilt answers were accepted" in out
    assert "refused, but 4 accepted" in out
    [found] = read_json("found.json")["packages"]
    dropped = {"kind": "piece dropped", "made": 4, "refused": 0, "accepted": 4}
    [row] = [row for row in found["spoilt"] if row["accepted"]]
    assert row == {**dropped, "where": [f"secret/two, {form}" for form in ("an array", "a text", "an array")]}


@pytest.mark.parametrize("command", ["validate", "run"])
def test_a_submission_in_a_language_that_the_host_lacks_is_skipped(cup: Path, call: Call, command: str) -> None:
    put(cup, "submissions/accepted/right.py", SOLVES)
    put(cup, "submissions/accepted/other.zig", "const std = @import(std);\n")
    files = [f"cup/submissions/accepted/{name}" for name in ("right.py", "other.zig")]
    words = {"validate": ["cup", "--json", "found.json"], "run": [*files, "--problem", "cup"]}[command]
    out = call.silent(0, command, *words)
    assert "1 as expected, 1 skipped" in out
    if command == "run":
        return
    assert " spoilt answers of 6 kinds: all refused" in out
    [found] = read_json("found.json")["packages"]
    told = [(one["name"], one["expected"], one["as_expected"], one["skipped"]) for one in found["submissions"]]
    assert told[1] == ("accepted/right.py", ["AC"], True, False)
    assert told[0][3], "it is skipped"
    put(cup, "submissions/accepted/wrong.py", "syntax error\n")
    put(cup, "submissions/accepted/gives_up.py", GIVES_UP)
    put(cup, "submissions/wrong_answer/right.py", SOLVES)
    out = call.ends(1, "validate", "cup")
    assert "cup: 5 submissions, 3 not as expected, 1 skipped" in out, "a file that its compiler refuses is not skipped"
    assert "  accepted/gives_up.py: WA, expected AC; WA on sample/one: the answer is FAIL" in out
    assert "  wrong_answer/right.py: AC, expected WA; every case was accepted" in out
    put(cup.parent, "mine.zig", "")
    call.ends(1, "run", "mine.zig", files[0], "--problem", "cup")  # nor is a student's


def test_submissions_are_not_run_and_what_is_said_of_them_is_not_understood(cup: Path, call: Call) -> None:
    put(cup, "submissions/accepted/gives_up.py", GIVES_UP)
    put(cup, "submissions/submissions.yaml", "one.py:\n  sample:\n    permitted: [AC]\n")
    out = call.done("validate", "cup", "--quick").splitlines()
    assert "  1 submission: not run, --quick" in out
    said = "warning[W121]: submissions.yaml is only read in part: submissions.yaml line 2, submissions.yaml line 3"
    assert said in out
    (cup / "sample/one/answer.txt").unlink()
    out = call.ends(2, "validate", "cup").splitlines()
    assert "  1 submission: not run, the package is wrong" in out
    assert "error[E418]: 1 of 2 cases without answer.txt: judge answers cup  writes them" in out
    assert "cup: 2 cases, 1 fault, 2 warnings" in out


def test_a_run_says_once_that_answers_are_missing(cup: Path, call: Call) -> None:
    put(cup, "../right.py", SOLVES)
    (cup / "secret/two/answer.txt").unlink()
    out = call.done("run", "right.py", "--problem", "cup")
    assert out.count("W117") == 1
    assert "warning[W117]: cup: 1 of 2 cases without answer.txt: a FAIL there can't be judged; judge answers cup" in out

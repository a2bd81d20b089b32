"""An arrangement by one submission refutes each FAIL on that board, in whatever order they stand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from judge.judging import Contest, keep_refuted
from judge.model import Answer, Case, Entry, Finding, Instance, Judgement, Problem, RunRecord, Verdict
from judge.problems import read_package
from judge.sandbox import Sandbox
from judge.scoring import boards
from judge.store import run_json
from tests.conftest import RIGHT, MakePackage, MakeSubmission, there
from tests.judging.make import problem_of
from tests.make import HOST, case_text, replace, submission
from tests.pretended import Pretended
from tests.reports.graded import judgement

LAZY = "def solve(algorithm, n, lizards, grid):\n    return None\n"
EXITS = 'import sys\nopen("input.txt").read()\nprint("FAIL")\nsys.exit(3)\n'
FINDER = RIGHT.replace("    columns =", "    if n not in (4, 6):\n        return None\n    columns =")
# The first board has no key, the key of the second is wrong, that of the third is right, and nobody knows the fourth.
BOARDS = {
    "sample/four": (case_text(4), ""),
    "secret/six": (case_text(6), "FAIL\nproof: none was found\n"),
    "secret/two": (case_text(2), "FAIL\nproof: seen at once\n"),
    "secret/wide": (case_text(3), ""),
}


def codes(judgement: Judgement) -> list[str]:
    return [f"{run.verdict} {run.code}".strip() for run in judgement.runs]


def test_each_fail_and_the_key_are_refuted(sandbox: Sandbox, package: MakePackage, submission: MakeSubmission) -> None:
    problem = read_package(package(cases=BOARDS, time_limit=2))
    given = submission(LAZY, "lazy"), submission(FINDER, "finder"), submission(EXITS, "exits.py")
    lazy, finder, exits = judgements(Contest([sandbox], [Entry(problem, given)]))
    assert codes(finder) == ["AC", "JE E301", "AC", "JE E302"]
    assert codes(lazy) == ["WA E113", "WA E113", "AC", "JE E302"]
    assert codes(exits) == ["RTE E207", "RTE E207", "AC", "JE E302"], "as where the key has an arrangement"
    assert [run.refuter for run in lazy.runs] == ["finder", "finder", "", ""]
    assert {sample.verdict for run in lazy.runs[:2] for sample in run.samples} == {Verdict.WA}
    assert there(lazy.runs[0].finding).note == "in this contest, finder found an arrangement"
    assert finder.runs[0].board.sum() == 4
    assert (lazy.verdict, finder.verdict) == (Verdict.WA, Verdict.JE)
    first = to_builtins(run_json(RunRecord.of(boards([lazy, finder], ranked=False), HOST)))["submissions"][0]
    told = [first["runs"][0][key] for key in ("verdict", "code", "refuted_by", "board", "given")]
    assert told == ["WA", "E113", "finder", None, "FAIL"]


FAIL, THERE = Answer(fail=True), Answer(board=np.array([[1, 0], [0, 0]], np.int8))
KEYS = {"open": None, "kept": FAIL}  # nobody knows whether the board has an arrangement, or the key says it has none


def exchanging(
    pretended: Pretended, key: str, rows: Sequence[Sequence[str]], puzzle: str = "lizards", finds: Answer = THERE
) -> Contest:
    """A contest on a board of this key of submissions, each of which finds an arrangement, says FAIL or ends with an
    exception in its repetitions."""
    board = Case("a", "g", Instance("DFS", 2, 1 if puzzle == "lizards" else 2, np.zeros((2, 2), np.int8)), KEYS[key])
    problem = replace(problem_of(1), puzzle=puzzle, cases=(board,), groups={"g": Problem.Group(1)})
    told = {str(at): iter(row) for at, row in enumerate(rows)}
    kinds: dict[str, str] = {}

    pretended.meanwhile = lambda name, _: kinds.update({name: next(told[name])})
    pretended.ends = lambda name, _: "E205" if kinds[name] == "raises" else ""
    pretended.answer = lambda name, _: FAIL if kinds[name] == "fails" else finds
    entry = Entry(problem, tuple(submission(name, f"{name}.py", problem="pkg") for name in told))
    return Contest(pretended.hands, [entry], len(rows[0]))


def judgements(contest: Contest) -> list[Judgement]:
    list(contest.events())
    return contest.judgements()


ROWS = st.integers(1, 3).flatmap(
    lambda repeat: st.lists(
        st.lists(st.sampled_from(["finds", "fails", "raises"]), min_size=repeat, max_size=repeat),
        min_size=1,
        max_size=5,
    )
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(KEYS)), ROWS, st.randoms(use_true_random=False))
def test_no_order_changes_a_verdict(pretended: Pretended, key: str, rows: list[list[str]], random: Random) -> None:
    order = random.sample(range(len(rows)), len(rows))
    first = [codes(row) for row in judgements(exchanging(pretended, key, rows))]
    turned = [codes(row) for row in judgements(exchanging(pretended, key, [rows[at] for at in order]))]
    assert turned == [first[at] for at in order]
    if any("finds" in row for row in rows):
        assert ["JE E302"] not in first
        for row, made in zip(rows, first, strict=True):
            if set(row) == {"fails"}:
                assert made == ["WA E113"]
            if key == "kept" and "finds" in row:
                assert made == ["JE E301"], "the finder loses nothing until the package is corrected"


def test_one_picture_of_a_board_is_kept(pretended: Pretended) -> None:
    for key, kept in (("open", [True, False, False]), ("kept", [True] * 3)):
        made = judgements(exchanging(pretended, key, [["finds"]] * 3))
        assert [row.runs[0].board is not None for row in made] == kept, "that of a wrong key is kept for each"


def test_a_part_of_a_class_shares_nothing(pretended: Pretended) -> None:
    """Who is in the same part is chance, so it decides nothing."""
    contest = exchanging(pretended, "open", [["fails"], ["finds"]])
    contest.exchanges = False
    rows = judgements(contest)
    assert [(*codes(row), row.runs[0].board) for row in rows] == [("JE E302", None), ("AC", None)]


def test_that_there_is_none_refutes_no_fail(pretended: Pretended) -> None:
    """Where all arrangements are asked for, an empty list and FAIL are the same answer."""
    none = Answer(columns=np.zeros((0, 2), np.int64))
    rows = judgements(exchanging(pretended, "open", [["fails"], ["finds"]], "all-queens", none))
    assert [codes(row) for row in rows] == [["AC"], ["AC"]]


# --- Of all who refute a package one witness is kept for each case ---------------------------------------------------
def refuting(name: str, fill: int, *, board: bool = True) -> Judgement:
    """A judgement whose third case met E301 with a board of its own."""
    made = judgement("AC AC JE AC", None)
    answer = np.zeros((4, 4), dtype=np.int8)
    answer[0, fill] = 1
    finding = Finding("E301", "the package says FAIL", note="proof", verdict=Verdict.JE)
    facts = {"code": "E301", "finding": finding, "board": answer if board else None}
    runs = tuple(msgspec.structs.replace(run, **facts) if run.verdict == "JE" else run for run in made.runs)
    submission = msgspec.structs.replace(made.submission, name=name)
    return msgspec.structs.replace(made, runs=runs, submission=submission)


def test_a_case_is_told_once_with_the_first_witness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    judgements = [refuting("large", 0, board=False), refuting("ada", 1), refuting("bob", 2), judgement("AC", 1.0)]
    [key] = keep_refuted(judgements)
    assert (key.group, key.case, key.by, key.note) == ("secret", "secret-1", ("large", "ada", "bob"), "proof")
    assert key.witness == Path(".judge/refuted/pkg-secret-secret-1.txt")
    assert key.witness.read_text().split()[:2] == ["OK", "0100"]
    assert key.help.startswith(f"cp {key.witness} testcases/pkg/secret/secret-1/answer.txt ")


def test_of_arrangements_better_than_the_key_the_best_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = [refuting("ada", 1), refuting("bob", 2), refuting("cy", 3)]
    board = there(found[1].runs[2].board)
    board[1:3, 0] = 1
    scored = msgspec.structs.replace(found[0].problem, scored=True)
    [key] = keep_refuted(msgspec.structs.replace(one, problem=scored) for one in found)
    assert there(key.witness).read_text().split() == ["OK", "0010", "1000", "1000", "0000"]
    said = "the answer key of secret/secret-1 is wrong: it is not the best, ada, bob, cy found a better one, kept in "
    assert str(key).startswith(said)


def test_only_who_failed_on_nothing_else_is_left_to_that_line() -> None:
    alone = refuting("ada", 1)
    other = judgement("JE AC AC AC", None)
    assert alone.refutes_key
    assert not other.refutes_key
    assert not msgspec.structs.replace(alone, runs=(*alone.runs, *other.runs)).refutes_key

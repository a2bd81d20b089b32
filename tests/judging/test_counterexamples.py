"""Of all who refute a package one witness is kept for each case."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.judging.counterexamples import keep_refuted
from judge.model import Finding, Judgement, Verdict
from judge.model.wrong_key import refutes
from tests.reports.export.graded import judgement


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


def test_of_arrangements_that_are_better_than_the_keys_the_best_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = [refuting("ada", 1), refuting("bob", 2), refuting("cy", 3)]
    board = found[1].runs[2].board
    assert board is not None
    board[1:3, 0] = 1
    scored = msgspec.structs.replace(found[0].problem, scored=True)
    [key] = keep_refuted(msgspec.structs.replace(one, problem=scored) for one in found)
    assert key.witness is not None
    assert key.witness.read_text().split() == ["OK", "0010", "1000", "1000", "0000"]
    said = "the answer key of secret/secret-1 is wrong: it is not the best, ada, bob, cy found a better one, kept in "
    assert str(key).startswith(said)


def test_only_who_failed_on_nothing_else_is_left_to_that_line() -> None:
    alone = refuting("ada", 1)
    other = judgement("JE AC AC AC", None)
    assert refutes(alone)
    assert not refutes(other)
    assert not refutes(msgspec.structs.replace(alone, runs=(*alone.runs, *other.runs)))

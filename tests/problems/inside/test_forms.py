"""The validators of an export, as modules: of any bytes they say what the judge says. And a solution is given
there what it is given here."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from judge.model import Answer, Case, Limits, Problem
from judge.problems import puzzle_named, puzzle_names
from judge.problems.formats.case_text import check_input
from judge.problems.icpc.verdict import check_output
from judge.problems.icpc.write_validators import caller_source, case_form, terms_of
from judge.submissions.drivers import files, function
from tests.make import replace
from tests.oracle import PUZZLES
from tests.problems.make import tiny, whole
from tests.problems.row.rows import NEW, own
from tests.problems.test_rules import Kind, answers, asked, case_in, hold_export, shipped

BYTES = (
    *(b"\n", b"\n\n", b"\r\n", b"\r", b" ", b"\t", b"  \n", b"0", b"1", b"2", b"3", b"00", b"-", b"OK", b"FAIL", b"SA"),
    *(b"\f", b"\v", b"\0", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc3\xa9", b"007", b"9" * 20, b"valid", b"1" * 41),
)


def as_modules(problem: Problem) -> Kind:
    """Return what the judge's own modules say of a problem, in the place of its exported validator."""
    terms = terms_of(puzzle_named(problem.puzzle).row, strict=problem.strict)
    held = {"check_output": check_output, "FORM": case_form(problem), "TERMS": terms}
    return Kind(problem.puzzle, PUZZLES.get(problem.puzzle, {}), problem, held)


@pytest.mark.parametrize("name", puzzle_names())
def test_any_bytes_are_judged_there_as_here(tmp_path: Path, name: str) -> None:
    dice, seen = Random(name), set()
    for kind in (as_modules(replace(whole(name), strict=strict)) for strict in (False, True)):
        for text, key, plain in answers(kind, dice, 30):
            case = case_in(shipped(name), text, key)
            given = puzzle_named(name).stdin(case.board, text)
            assert [check_input(one, kind.exported["FORM"])[0] for one in (given, given + b"x\n")] == [42, 43]
            answer = dice.choice([plain, plain, plain.replace(b"\n", dice.choice([b"\r\n", b"\r", b" \n"]))])
            for _ in range(dice.choice([0, 0, 1, 2])):
                at = dice.randint(0, len(answer))
                answer = answer[:at] + dice.choice(BYTES) + answer[at + dice.choice([0, 1]) :]
            seen.add(hold_export(kind, case, key, answer, tmp_path)[0])
    assert seen >= {"AC", "WA"}


@pytest.mark.parametrize(
    ("key", "answer", "status", "numbers"),
    [
        ("OK 01 00", "OK 01 00", 42, []),
        ("OK 01 00", "OK 10 00", 43, ["1"]),
        ("OK 10 00", "OK 01 00", 1, ["1", "5"]),
        ("OK 01 00", "OK 01 10", 43, ["2", "1"]),
        ("OK 01 00", "FAIL", 43, ["1"]),
        ("OK 11 00", "FAIL", 1, ["2", "1"]),
        ("FAIL", "OK 01 00", 1, []),
        ("FAIL", "FAIL", 42, []),
        ("?", "FAIL", 1, ["1"]),
    ],
)
def test_weights_are_compared_there(tmp_path: Path, key: str, answer: str, status: int, numbers: list[str]) -> None:
    board, _ = puzzle_named(own("richest")).cases.read(b"2 1\n1 5\n2 3\n", "input.txt")
    case, groups = Case("one", "secret", board, Answer(fail=True)), {"secret": Problem.Group(1)}
    problem = Problem("gold", "Gold", own("richest"), ("ANY",), False, Limits(), groups, (case,))
    texts = [f"{text}\n".replace(" ", "\n").encode() for text in (key, answer)]
    found, _, judges = asked(as_modules(problem).exported, b"2 1\n1 5\n2 3\n", *texts, folder=tmp_path)
    assert (found, re.findall(r"\d+", judges)) == (status, numbers)


def called(problem: Problem, driver: ModuleType) -> tuple[dict[str, Any], list[Any]]:
    """Return the names of a program that calls a solution, and what it would call the driver with."""
    text, held = caller_source(problem, driver).decode(), dict[str, Any](__name__="caller")
    exec(text, held)
    *_, call = text.splitlines()
    name = call.strip().partition("(")[0]
    return held, eval(call.strip(), held | {name: lambda *words: words})


@pytest.mark.parametrize("name", [*puzzle_names(), *NEW])
def test_a_solution_is_given_there_what_it_is_given_here(name: str) -> None:
    puzzle = puzzle_named(own(name) if name in NEW else name)
    problem = Problem(name, name, puzzle.name, ("DFS", "ANY"), False, Limits(), {"secret": Problem.Group(1)}, ())
    (held, (form, getters, reader, *signs)), (_, (same, how)) = called(problem, function), called(problem, files)
    assert (form, puzzle.call is None) == (same, False)
    for board in tiny(puzzle.name, 3, 1):
        text, values = puzzle.cases.write(board), puzzle.call.values(board) if puzzle.call else ()
        stdin = puzzle.stdin(board, text)
        case = form.read(stdin)
        given = [getter(held["Board"](case)) for getter in getters]
        assert [np.asarray(one).tolist() for one in given] == [np.asarray(one).tolist() for one in values]
        assert (files.text_of(case, how.head) if how.head else stdin) == text
        if reader.startswith("board"):
            drawn = held["board_text"](board.grid.tolist()).partition("\n")[2]
            turned = drawn.translate(str.maketrans(signs[0][1::2], signs[0][::2])) if signs else drawn
            assert f"OK\n{turned}".encode() == puzzle.answers.write(Answer(board=board.grid))

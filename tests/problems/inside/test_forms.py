"""The validators of an export, as modules: what they read is what the judge reads, and they say what it says."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
import pytest

from judge.model import Answer, Case, Finding, Limits, Problem
from judge.problems import judge_answer, puzzle_named, puzzle_names, read_output
from judge.problems.formats.case_text import check_input
from judge.problems.icpc.verdict import check_output
from judge.problems.icpc.write_validators import caller_source, case_form, terms_of
from judge.problems.row.case import form_of
from judge.submissions.drivers import files, function
from tests.problems.make import tiny
from tests.problems.row.rows import NEW, own
from tests.problems.test_rules import Kind, answers, asked, case_in, shipped, there_of

MANY = 50  # answers to each puzzle
NUMBER = re.compile(r"\d+")
OTHERS = ("E111", "E121", "E132")  # what is no cell is one there, and of a board that breaks a rule no cell is told
BYTES = (
    *(b"\n", b"\n\n", b"\r\n", b"\r", b" ", b"\t", b"  \n", b"0", b"1", b"2", b"3", b"00", b"-", b"OK", b"FAIL", b"SA"),
    *(b"\f", b"\v", b"\0", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc3\xa9", b"007", b"9" * 20, b"valid", b"1" * 41),
)


def form(puzzle: str) -> Any:
    return form_of(puzzle_named(puzzle).row, ("BFS", "DFS", "SA"))


@pytest.mark.parametrize("puzzle", [name for name in puzzle_names() if not puzzle_named(name).row.stdin])
def test_each_case_says_there_what_it_says_here(puzzle: str) -> None:
    for board in tiny(puzzle, 30, 2, 6):
        text = puzzle_named(puzzle).cases.write(board)
        case = form(puzzle).read(text)
        assert (case.n, case.columns, case.pieces) == (*board.shape, board.pieces)
        assert [list(row) for row in case.rows] == board.grid.tolist()
        assert case.layer == (None if board.layer is None else board.layer.tolist())
        assert check_input(text, form(puzzle)) == (42, "")


# --- answers ----------------------------------------------------------------------------------------------------------
def judged_there(problem: Problem, case: Case, key: bytes, answer: bytes, folder: Path) -> tuple[int, str, str]:
    """Return the exit status, what a team is told, and what the judges are told."""
    puzzle = puzzle_named(problem.puzzle)
    check = partial(check_output, form=case_form(problem), terms=terms_of(puzzle.row, strict=problem.strict))
    return asked(check, folder, puzzle.stdin(case.board, puzzle.cases.write(case.board)), key, answer)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("name", puzzle_names())
def test_any_bytes_are_judged_there_as_here(tmp_path: Path, name: str, strict: bool) -> None:
    dice, seen = Random(f"{name} {strict}"), set()
    kind: Kind = shipped(name)._replace(problem=msgspec.structs.replace(shipped(name).problem, strict=strict))
    for text, key, plain in answers(shipped(name), dice, MANY):
        ended = plain.replace(b"\n", dice.choice([b"\r\n", b"\r", b" \n"]))
        answer = dice.choice([plain, plain, ended])
        for _ in range(dice.choice([0, 0, 1, 2])):
            at = dice.randint(0, len(answer))
            answer = answer[:at] + dice.choice(BYTES) + answer[at + dice.choice([0, 1]) :]
        if key is not None:
            case = case_in(shipped(name), text, key)
            said = read_output(answer, kind.problem, case.board)
            finding = said if isinstance(said, Finding) else judge_answer(case, name, said)
            there = there_of(kind, case, answer, finding.code if finding else "")
            status, team, judges = judged_there(kind.problem, case, key, answer, tmp_path)
            assert status == {"AC": 42, "WA": 43, "JE": 1}[there], (text, key, answer)
            assert bool(team) == (status == 43)
            assert bool(judges) == (status != 42)
            assert judges.startswith(team.strip())
            assert "None" not in judges
            cells = tuple((int(row), int(column)) for row, column in re.findall(r"row (\d+), column (\d+)", judges))
            assert finding is None or finding.code in OTHERS or cells == finding.cells
            if finding and isinstance(said, Answer):
                told = f"{finding.message} {finding.note} {finding.help}"
                assert {*NUMBER.findall(team)} <= {*NUMBER.findall(told), "0"}
            seen.add(there)
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
    problem = Problem("gold", "Gold", own("richest"), ("ANY",), False, Limits(), {}, ())
    texts = [f"{text}\n".replace(" ", "\n").encode() for text in (key, answer)]
    found, _, judges = judged_there(problem, Case("", "", board), texts[0], texts[1], tmp_path)
    assert (found, NUMBER.findall(judges)) == (status, numbers)


# --- programs that call a function ------------------------------------------------------------------------------------
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

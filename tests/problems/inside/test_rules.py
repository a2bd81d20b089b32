"""Answers to all puzzles, right ones and changed ones: the judge and an exported validator say what the oracle says,
and of any bytes they say the same. No turn of a board changes it. Puzzles whose words are drawn are judged so, too."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from judge.model import Answer, Case, Finding, Instance, Limits, Problem
from judge.problems import images, judge_answer, puzzle_fits, puzzle_named, puzzle_names, read_output
from judge.problems.formats.case_text import check_input
from judge.problems.icpc.verdict import check_output
from judge.problems.icpc.write_validators import case_form, terms_of
from tests import oracle
from tests.conftest import there
from tests.make import replace
from tests.oracle import FREE, PIECE, PUZZLES, Board, Words, every_queens, read
from tests.problems.make import tiny, validator, whole
from tests.shipped import ROOT

MANY, LARGEST = 90, 6  # answers to each puzzle, of which a third are turned; and rows of shipped cases
NIGHTLY = pytest.param(1500, marks=pytest.mark.nightly(sample=4))
ROWS = 20
STATUS = {"AC": 42, "WA": 43, "JE": 1}  # of an exported validator
OTHERS = ("E111", "E121", "E132")  # what is no cell is one there, and of a board that breaks a rule no cell is told
WORDS = (b"OK\n", b"FAIL\n", b"ok\n", b"fail\n", b"7\n", b"", b"0", b"-1\n", b"OK 1\n")


BYTES = (
    *(b"\n", b"\n\n", b"\r\n", b"\r", b" ", b"\t", b"  \n", b"0", b"1", b"2", b"3", b"00", b"-", b"OK", b"FAIL", b"SA"),
    *(b"\f", b"\v", b"\0", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc3\xa9", b"007", b"9" * 20, b"valid", b"1" * 41),
)


class Kind(NamedTuple):
    """A puzzle: how a problem names it, what its words say, a package with it, and what an export of that holds."""

    puzzle: str
    words: Words
    problem: Problem
    exported: dict[str, Any]


def as_modules(problem: Problem) -> Kind:
    """Return a puzzle with the judge's own modules in the place of an exported validator, which takes long to write."""
    terms = terms_of(puzzle_named(problem.puzzle).row, strict=problem.strict)
    held = {"check_output": check_output, "FORM": case_form(problem), "TERMS": terms}
    return Kind(problem.puzzle, PUZZLES.get(problem.puzzle, {}), problem, held)


@cache
def shipped(name: str, *, strict: bool = False) -> Kind:
    if strict:
        return as_modules(replace(whole(name), strict=True))
    return Kind(name, PUZZLES[name], whole(name), validator(whole(name)))


@cache
def kept(name: str) -> list[tuple[bytes, bytes]]:
    """Return the small cases of a shipped package, with what answers each."""
    small = [case for case in shipped(name).problem.cases if case.board.n <= LARGEST]
    files = [ROOT / "testcases" / name / case.path for case in small]
    both = ((file / "input.txt", file / "answer.txt") for file in files)
    return [(case.read_bytes(), answer.read_bytes()) for case, answer in both if answer.is_file()]


# --- cases ----------------------------------------------------------------------------------------------------------
@cache
def drawn(name: str) -> list[bytes]:
    """Return tiny cases of a shipped puzzle."""
    boards = tiny(name, 40, 2, 8 if name == "spies" else 4)
    algorithm = shipped(name).problem.algorithms[0]
    return [puzzle_named(name).cases.write(msgspec.structs.replace(one, algorithm=algorithm)) for one in boards]


def table(rows: Iterable[Sequence[object]], between: str = " ") -> bytes:
    return "".join(between.join(map(str, row)) + "\n" for row in rows).encode()


# --- answers --------------------------------------------------------------------------------------------------------
def shown(kind: Kind, rows: Iterable[Sequence[int]]) -> bytes:
    signs = {state: sign for sign, state in kind.words.get("signs", {}).items()}
    return b"OK\n" + table([[signs.get(cell, cell) for cell in row] for row in rows], "")


def listed(rows: Iterable[Sequence[int]]) -> bytes:
    return table([[column + 1 for column in columns] for columns in rows])


FEW: dict[tuple[str, Board], tuple[oracle.Rows, ...]] = {}


def few(kind: Kind, board: Board) -> tuple[oracle.Rows, ...]:
    """Return a few arrangements of a board, the best where any number of pieces will do."""
    if (kind.puzzle, board) not in FEW:
        asked = oracle.most_of(kind.words, board) if kind.words["goal"] == "most" else board.pieces
        found = oracle.every(kind.words, board, asked) if asked is not None else ()
        FEW[kind.puzzle, board] = tuple(islice(found, 6))
    return FEW[kind.puzzle, board]


def answer_of(kind: Kind, board: Board, dice: Random) -> bytes:
    """Return an answer that is right, or nearly, or was never near."""
    goal = kind.words["goal"]
    if goal == "verify":
        return b"%s\n" % dice.choice(kind.words.get("answer", ("valid", "invalid"))).encode()
    if goal in ("all", "count"):
        right = oracle.every_columns(kind.words, board)
        told = dice.sample(right, len(right))
        if told and dice.random() < 0.3:  # one stands twice, or is none of this board
            told[-1] = dice.choice([told[0], *every_queens(board.n)])
        return b"%d\n" % len(right) + (listed(told) if goal == "all" else b"")
    if board.n > 4 and kind.puzzle == "spies":
        return listed([dice.choice(every_queens(board.n))])
    if goal == "heaviest":
        most = oracle.most_of(kind.words, board)
        return b"FAIL\n" if most is None else b"%d\n" % most
    arrangements = few(kind, board)
    if kind.words.get("columns") and dice.random() < 0.4:
        alone = [[row.index(PIECE) for row in rows] for rows in arrangements if all(PIECE in row for row in rows)]
        head = b"%d\n" % board.n * (dice.random() < 0.3)
        return head + listed([dice.choice(alone) if alone else [dice.randrange(board.m) for _ in board.rows]])
    if not arrangements or dice.random() < 0.15:
        bits = [[dice.randint(0, 1) for _ in row] for row in board.rows]
        return dice.choice([b"FAIL\n", shown(kind, board.rows), shown(kind, bits)])
    cells = [[*row] for row in dice.choice(arrangements)]
    if goal == "most" and dice.random() < 0.3:
        row, column = dice.choice(oracle.pieces_of(cells) or [(0, 0)])
        cells[row][column] = FREE
    return shown(kind, cells)


def changed(kind: Kind, dice: Random, text: bytes) -> bytes:
    """Move pieces, change signs, numbers and lines, in few places or in none."""
    marks = "0123" + "".join(kind.words.get("signs", ""))
    for _ in range(dice.choice([0, 1, 1, 1, 2, 3])):
        places = [at for at, sign in enumerate(text) if chr(sign) in marks or chr(sign).isdigit()]
        at, lines = dice.randint(0, len(text)), text.splitlines(keepends=True) or [b"\n"]
        line = dice.randrange(len(lines))
        match dice.randrange(8):
            case 0 | 1 | 2 if len(places) > 1:
                one, other = sorted(dice.sample(places, 2))
                parts = text[:one], text[other : other + 1], text[one + 1 : other], text[one : one + 1]
                text = b"".join([*parts, text[other + 1 :]])
            case 3 | 4 if places:
                at = dice.choice(places)
                text = text[:at] + dice.choice(marks).encode() + text[at + 1 :]
            case 5:
                text = text[:at] + dice.choice(f"{marks}9.*-x \n").encode() + text[at + dice.choice([0, 1]) :]
            case 6:
                text = b"".join([*lines[:line], *lines[line:] * dice.choice([0, 2])][: dice.choice([99, line + 1])])
            case 7:
                text = dice.choice(WORDS) + b"".join(lines[1:])
    return text


def key_of(kind: Kind, board: Board, dice: Random) -> bytes | None:
    """Return what an answer.txt may say: what is right, less, something wrong, or nothing."""
    goal = kind.words["goal"]
    if (dice.random() < 0.1 and kind.puzzle in PUZZLES) or board.n > 4:
        return None
    if goal in ("all", "count"):  # what is counted at once is not asked for
        right = oracle.every_columns(kind.words, board)
        return b"%d\n" % len(right) + (listed(right) if goal == "all" else b"")
    if goal == "verify":
        return b"%s\n" % kind.words.get("answer", ["valid"])[0].encode()  # whatever it says
    if goal == "heaviest":
        most = oracle.most_of(kind.words, board)
        return b"FAIL\n" if most is None or dice.random() < 0.1 else b"%d\n" % (most + (dice.random() < 0.1))
    if arrangements := () if dice.random() < 0.15 else few(kind, board):
        return shown(kind, dice.choice(arrangements))
    return shown(kind, board.rows) if goal == "most" or dice.random() < 0.3 else b"FAIL\n"


def answers(kind: Kind, dice: Random, count: int) -> Iterator[tuple[bytes, bytes | None, bytes]]:
    """Yield cases of a shipped puzzle, what their answer.txt says, and an answer."""
    for _ in range(count // 10):
        small = kept(kind.puzzle)
        text, right = dice.choice(small) if small and dice.random() < 0.3 else (dice.choice(drawn(kind.puzzle)), b"")
        board = read(kind.words, text)
        for _ in range(10):
            key = key_of(kind, board, dice) if not right else right if dice.random() < 0.8 else None
            yield text, key, changed(kind, dice, right or answer_of(kind, board, dice))


# --- who judges -----------------------------------------------------------------------------------------------------
def case_in(kind: Kind, text: bytes, key: bytes | None) -> Case:
    board, _ = puzzle_named(kind.puzzle).cases.read(text, "input.txt")
    puzzle_fits(board, kind.puzzle)
    known = None if key is None else read_output(key, kind.problem, board)
    assert not isinstance(known, Finding), (text, key)
    return Case("one", "secret", board, known)


def asked(held: dict[str, Any], *texts: bytes, folder: Path) -> tuple[int, str, str]:
    """Give a case, its answer.txt and an answer to a validator; return its exit status, and what a team and the judges
    are told. No file is written over: that waits for the disk."""
    told = [folder / f"{who}message.txt" for who in ("team", "judge")]
    for file in told:
        file.unlink(missing_ok=True)
    *given, answer = texts
    files = [folder / sha256(text).hexdigest() for text in given]
    for file, text in zip(files, given, strict=True):
        if not file.exists():
            file.write_bytes(text)
    status = held["check_output"]([*map(str, files), f"{folder}/"], io.BytesIO(answer), held["FORM"], held["TERMS"])
    team, judges = (file.read_text() if file.exists() else "" for file in told)
    return status, team, judges


def hold_export(kind: Kind, case: Case, key: bytes | None, text: bytes, folder: Path) -> tuple[str, Finding | None]:
    """Hold the exported validator against the judge: its status, and what it tells a team and the judges. Return its
    verdict, for whom only the best is right, and what the judge finds."""
    puzzle = puzzle_named(kind.puzzle)
    said = read_output(text, kind.problem, case.board)
    finding = said if isinstance(said, Finding) else judge_answer(case, kind.puzzle, said)
    if finding:
        expected = "JE" if finding.code.startswith("E3") else "WA"
    else:
        expected = "WA" if isinstance(said, Answer) and puzzle.goal.score(case, said) < 1 else "AC"
    if key is not None:
        given = puzzle.stdin(case.board, puzzle.cases.write(case.board))
        status, team, judges = asked(kind.exported, given, key, text, folder=folder)
        assert status == STATUS[expected], (kind.puzzle, given, key, text)
        assert (bool(team.strip()), bool(judges.strip())) == (expected == "WA", expected != "AC")
        assert judges.startswith(team.strip())
        assert "None" not in judges
        cells = tuple((int(row), int(column)) for row, column in re.findall(r"row (\d+), column (\d+)", judges))
        if finding and finding.code not in OTHERS:
            named = (
                cells[len(cells) - len(finding.cells) :] if finding.code == "E129" else cells
            )  # behind where the part begins
            assert named == finding.cells, (kind.puzzle, given, key, text)
        if finding and isinstance(said, Answer):
            told = f"{finding.message} {finding.note} {finding.help} 0"
            assert {*re.findall(r"\d+", team)} <= {*re.findall(r"\d+", told)}
    return expected, finding


def hold(kind: Kind, text: bytes, key: bytes | None, answer: bytes, folder: Path) -> str:
    """Hold three against each other; return the verdict of the export."""
    case = case_in(kind, text, key)
    expected, finding = hold_export(kind, case, key, answer, folder)
    found = (finding.code, finding.cells) if finding else ("", ())
    assert found == oracle.verdict(kind.words, text, key, answer), (kind.puzzle, text, key, answer)
    return expected


def noisy(dice: Random, answer: bytes) -> bytes:
    """Return an answer as another system may have written it, with bytes that nobody writes."""
    answer = dice.choice([answer, answer, answer.replace(b"\n", dice.choice([b"\r\n", b"\r", b" \n"]))])
    for _ in range(dice.choice([0, 0, 1, 2])):
        at = dice.randint(0, len(answer))
        answer = answer[:at] + dice.choice(BYTES) + answer[at + dice.choice([0, 1]) :]
    return answer


def hold_bytes(kind: Kind, text: bytes, key: bytes | None, answer: bytes, folder: Path) -> str:
    """Hold a validator against the judge, which may be strict: of any answer, and of its case. Return the verdict."""
    case = case_in(shipped(kind.puzzle), text, key)
    given = puzzle_named(kind.puzzle).stdin(case.board, text)
    assert [check_input(one, case_form(kind.problem))[0] for one in (given, given + b"x\n")] == [42, 43]
    return hold_export(kind, case, key, answer, folder)[0]


def hold_turned(kind: Kind, text: bytes, key: bytes | None, answer: bytes) -> None:
    """Judge an answer from all eight sides."""
    case = case_in(kind, text, key)
    told, known = read_output(answer, kind.problem, case.board), case.answer
    if not isinstance(told, Answer) or told.board is None or (known and known.board is None):
        return
    grids = case.board.grid, told.board, case.board.grid if known is None else known.board
    turned = zip(*(images(msgspec.structs.replace(case.board, grid=one)) for one in grids), strict=True)
    found = set()
    for board, shown_, right in turned:
        image = Case("", "", board, known and Answer(board=right.grid))
        finding = judge_answer(image, kind.puzzle, Answer(board=shown_.grid))
        found.add(finding.code.replace("E110", "E109") if finding else "")
    assert len(found) == 1, (text, key, answer)


@pytest.mark.parametrize("count", [MANY, NIGHTLY])
@pytest.mark.parametrize("name", puzzle_names())
def test_the_judge_and_the_export_say_what_the_statement_says(tmp_path: Path, name: str, count: int) -> None:
    seen, of_bytes, kind = Counter[str](), Counter[str](), shipped(name)
    dice = Random(f"{name} {count}")
    for number, (text, key, answer) in enumerate(answers(kind, dice, count)):
        seen[hold(kind, text, key, answer, tmp_path)] += 1
        if number % 3 == 0:
            hold_turned(kind, text, key, answer)
        if number % 2 == 0:
            other = shipped(name, strict=dice.random() < 0.5)
            of_bytes[hold_bytes(other, text, key, noisy(dice, answer), tmp_path)] += key is not None
    assert min(seen["AC"], seen["WA"]) > count // 10
    assert min(of_bytes["AC"], of_bytes["WA"]) > 0


@given(npst.arrays(np.int8, npst.array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.integers(0, 2)))
@settings(max_examples=80, deadline=None)
def test_the_images_are_those_of_a_sheet_of_paper(grid: np.ndarray) -> None:
    board = Instance("ANY", len(grid), 1, grid, np.arange(grid.size).reshape(grid.shape))
    first, *others = images(board)
    assert first is board
    assert len(others) == 7
    for image in others:
        assert np.array_equal(image.grid.ravel(), grid.ravel()[there(image.layer).ravel()])
        assert (image.n, image.grid.dtype, image.grid.flags.c_contiguous) == (len(image.grid), grid.dtype, True)
        assert not np.shares_memory(image.grid, grid) or 1 in grid.shape, "who writes on it must not write on the case"
    found = sorted(tuple(map(tuple, image.layer.tolist())) for image in others if image.layer is not None)
    assert found == sorted(oracle.images(board.layer.tolist())[1:])  # type: ignore[union-attr]  # it is there


# --- puzzles of drawn words -------------------------------------------------------------------------------------------
PIECES = ["queen", "rook", "bishop", "king", "knight", {"leap": [1, 3]}, {"leap": [0, 2]}, {"ride": [1, 2]}]
MORE: list[Words] = [
    *({"in_line": 2}, {"in_line": 3}, {"column": {"most": 1}}, {"diagonal": {"most": 1}}, {"row": {"most": 2}}),
    *({"window": {"size": [2, 2], "most": 1}}, {"window": {"size": [1, 3], "most": 2}}),
]
STATES = {"free": (".", 0), "tree": ("#", 2), "closed": ("x", 3), "piece": ("*", 1)}


def drawn_words(dice: Random) -> Kind:
    """Return a made-up puzzle: where each row holds one piece, an answer may be columns, or a list of all."""
    torus, goal = dice.random() < 0.3, dice.choice(["arrangement", "arrangement", "all", "verify", "most"])
    alone = goal == "all" or dice.random() < 0.5
    size = "n" if torus or dice.random() < 0.5 else "n m"
    states = ["free", *(state for state in ("tree", "closed", "piece") if dice.random() < 0.5)]
    rules: Words = {"apart": dice.sample(PIECES, dice.randrange(1, 3)), "goal": goal}
    rules |= dice.choice(MORE[2 * torus :]) if dice.random() < 0.4 else {}  # in_line and torus don't go together
    rules |= {"row": 1} if alone and goal != "most" else {}
    rules |= {"torus": True} if torus else {}
    rules |= {"answer": ["yes", "no"]} if goal == "verify" else {}
    numbers, mark = size if alone or goal == "most" else f"{size} k", dice.choice("1S")
    said = rules | {"piece": "stone", "mark": mark, "case": [numbers, "cells"]}
    said |= {"cells": {state: STATES[state][0] for state in states}}
    said |= {} if goal == "most" else {"pieces": "n" if alone else "k"}
    columns = goal == "arrangement" and alone
    said |= {"answer": "board or columns"} if columns else {}
    words = rules | {"case": f"{numbers.replace('k', 'pieces')} rows", "closed": "closed" in states, "columns": columns}
    words |= {"signs": {STATES[state][0]: STATES[state][1] for state in states} | {mark: PIECE}}
    reference, groups = json.dumps(said), {"secret": Problem.Group(1)}
    board, _ = puzzle_named(reference).cases.read(b"1" + b" 1" * numbers.count(" ") + b"\n.\n", "input.txt")
    case = Case("one", "secret", board, Answer(count=1, columns=board.grid.astype(np.int64)))
    problem = Problem("made", "made", reference, ("ANY",), False, Limits(), groups, (case,), path="/nowhere")
    return Kind(reference, words, problem, validator(problem))


def drawn_case(kind: Kind, dice: Random) -> bytes:
    form = str(kind.words["case"])
    n, m = (dice.randint(1, 3 if kind.words["goal"] == "all" else 4) for _ in "nm")
    m = m if " m" in form else n
    head = [n] + [m] * (" m" in form) + [dice.randint(1, 3)] * ("pieces" in form)
    marks = [sign for sign in kind.words["signs"] if sign not in "1S"]
    free = "." * (1 if kind.words["goal"] == "verify" else 4 * len(marks))
    return table([head]) + table([dice.choices(free + "".join(marks), k=m) for _ in range(n)], "")


FIVE_MORE = [pytest.param(seed, 120, marks=pytest.mark.nightly(sample=1)) for seed in range(2, 7)]


@pytest.mark.parametrize(("seed", "rows"), [(1, ROWS), *FIVE_MORE])
def test_drawn_words_are_judged_here_and_there_as_they_say(tmp_path: Path, seed: int, rows: int) -> None:
    dice, seen = Random(seed), Counter[tuple[str, str]]()
    for _ in range(rows):
        kind = drawn_words(dice)
        for _ in range(20):
            text = drawn_case(kind, dice)
            board = read(kind.words, text)
            key, answer = key_of(kind, board, dice), changed(kind, dice, answer_of(kind, board, dice))
            if key is not None and fits(kind, text):
                seen[kind.words["goal"], hold(kind, text, key, answer, tmp_path)] += 1
    assert len(seen) >= 8
    assert all(count > 10 for (_, said), count in seen.items() if said != "JE"), seen


def fits(kind: Kind, text: bytes) -> bool:
    return puzzle_named(kind.puzzle).misfit(puzzle_named(kind.puzzle).cases.read(text, "input.txt")[0]) is None


# --- what others know -------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_oracle_finds_what_others_have_counted() -> None:
    """A000170 and A051223 of oeis.org, 2 n points for n up to 4, and UVa's problem 750 with a queen at (1, 1)."""
    assert tuple(len(every_queens(n)) for n in range(9)) == oracle.QUEENS[:9]
    superqueens = [0] * 11
    for n in range(1, 11):
        rows = (oracle.of_columns(Board(oracle.grid(n, n), n), columns) for columns in every_queens(n))
        superqueens[n] = sum(oracle.conflict(PUZZLES["place-superqueens"], Board(one, n), one) is None for one in rows)
    assert superqueens == [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4]
    lines = [
        next(oracle.every(PUZZLES["no-three-in-line"], Board(oracle.grid(n, n), 2 * n), 2 * n), None) for n in (2, 3, 4)
    ]
    assert all(lines)
    assert len(every_queens(8, oracle.grid(8, 8, {(0, 0): PIECE}))) == 4

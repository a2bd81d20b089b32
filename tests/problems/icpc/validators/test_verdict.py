"""The exported validator says of every answer what the judge says: on the shipped cases, and on answers spoilt."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from judge.model import Answer, Case, Finding, Problem, Verdict
from judge.problems.formats.answer import write_answer
from judge.problems.icpc.validators.answer import RefusedError, read_said
from judge.problems.icpc.validators.verdict import WrongKeyError, fault_of
from judge.problems.icpc.write_data import data_files
from judge.problems.icpc.write_validators import form_of, terms_of
from judge.problems.package import read_package
from judge.problems.puzzles import judge_answer, puzzle_named, read_answer
from tests.manual import ROOT

# Of verify-queens no package has answers: one is worked out.
PACKAGES = sorted({path.parent.name for path in (ROOT / "testcases").glob("*/problem.toml")} - {"verify-queens"})
SMALL, QUICK = 60, 8  # n up to which answers are spoilt: each night, and each time


@cache
def shipped(name: str) -> Problem:
    return read_package(ROOT / "testcases" / name)


def here(problem: Problem, case: Case, text: bytes) -> Verdict:
    read = read_answer(text, problem.puzzle, case.board.shape, problem.strict)
    finding = read if isinstance(read, Finding) else judge_answer(case, problem.puzzle, read)
    if finding or isinstance(read, Finding):
        return finding.verdict if finding else Verdict.WA
    best = puzzle_named(problem.puzzle).goal.score(case, read) == 1
    return Verdict.AC if best else Verdict.WA  # only the best is right there


def there(problem: Problem, files: dict[str, bytes], case: Case, text: bytes) -> Verdict:
    terms, folder = terms_of(problem), "sample" if case.group == "sample" else f"secret/{case.group}"
    path = f"data/{folder}/{case.name}"
    given = form_of(problem).read(files[f"{path}.in"])
    shape = given.n, given.columns
    truth = read_said(files[f"{path}.ans"], shape, terms.reader, strict=False)
    try:
        fault = fault_of(given, read_said(text, shape, terms.reader, terms.strict), truth, terms)
    except RefusedError:
        return Verdict.WA
    except WrongKeyError:
        return Verdict.JE
    return Verdict.WA if fault else Verdict.AC


PIECES = [
    b"\n", b"\n\n", b"\r\n", b"\r", b" ", b"\t", b"  \n", b"0", b"1", b"2", b"3", b"00", b"-", b"OK", b"ok", b"FAIL",
    b"Fail\n", b"OK\n", b"SA", b"ANY\n", b"\f", b"\v", b"\0", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc3\xa9", b"007",
]  # fmt: skip


def mutated(chance: random.Random, text: bytes) -> bytes:
    """A text with other ends of lines, perhaps, and up to three places replaced, doubled, left out or filled."""
    if chance.random() < 0.2:
        text = text.replace(b"\n", chance.choice([b"\r\n", b"\r", b"\n\n", b" \n", b"\n "]))
    for _ in range(chance.choice([0, 1, 1, 1, 2, 3])):
        at = chance.randint(0, len(text))
        end = min(len(text), at + chance.choice([0, 0, 1, 1, 4]))
        text = text[:at] + chance.choice([*PIECES, text[at:end] * 2, b""]) + text[end:]
    return text[: chance.randint(0, len(text))] if chance.random() < 0.05 else text


def moved(chance: random.Random, text: bytes) -> bytes:
    """Exchange two signs of a text, mostly two that differ: pieces move, or numbers change."""
    places = [at for at, sign in enumerate(text) if chr(sign).isdigit()]
    for _ in range(chance.choice([1, 1, 2]) if len(places) > 1 else 0):
        one, other = chance.sample(places, 2)
        signs = bytearray(text)
        signs[one], signs[other] = signs[other], signs[one]
        text = bytes(signs)
    return text


def spoilt(answer: Answer, shape: tuple[int, int], chance: random.Random) -> Iterator[bytes]:
    """The answer itself, and what goes wrong with one: cells, columns, numbers, lines, the other word, any bytes."""
    n, width = shape
    text = write_answer(answer)
    yield text
    yield from (text.replace(b"\n", end) for end in (b"\r\n", b"\r", b" \n", b"\n\n"))
    yield from (chance.choice([mutated, moved])(chance, text) for _ in range(20))
    yield from (b"FAIL\n", b"OK\n", b"", b"0\n", b"fail\n", b" 7 \nx\n", b"1" * 41, b"-1\n", b"1.5\n")
    yield from (b"OK\n" + (sign * width + b"\n") * n for sign in (b"0", b"1"))
    yield text[:-2]
    if answer.board is not None:
        yield from map(write_answer, map(_as_answer, _boards(answer.board)))
        if (answer.board == 1).sum() == n:
            yield b" ".join(b"%d" % (row.argmax() + 1) for row in answer.board) + b"\n"
    if answer.columns is not None and len(answer.columns):
        for columns in (answer.columns[:-1], answer.columns[::-1], answer.columns[:, ::-1]):
            yield write_answer(Answer(columns=columns, count=len(columns)))
        twice = np.vstack([answer.columns[:-1], answer.columns[:1]])
        yield write_answer(Answer(columns=twice, count=len(twice)))
    if answer.count:
        yield b"%d\n" % (answer.count + 1)


def _as_answer(board: np.ndarray[tuple[int, ...], np.dtype[np.int8]]) -> Answer:
    return Answer(board=board)


def _boards(
    board: np.ndarray[tuple[int, ...], np.dtype[np.int8]],
) -> Iterator[np.ndarray[tuple[int, ...], np.dtype[np.int8]]]:
    yield from (board.T, board[::-1], board[:, ::-1], np.roll(board, 1, 0), np.roll(board, 1, 1))
    for value in (0, 1, 2):
        for other in (0, 1, 2):
            cells = np.argwhere(board == value)
            for row, column in cells[:: max(1, len(cells) // 3)]:
                changed = board.copy()
                changed[row, column] = other
                yield changed
    pieces = np.argwhere(board == 1)
    for row, column in pieces[:3]:  # one that moves to the next free cell, in each direction
        for free_row, free_column in np.argwhere(board == 0)[:3]:
            changed = board.copy()
            changed[row, column], changed[free_row, free_column] = 0, 1
            yield changed


def assert_agree(name: str, largest: int, seed: int = 1) -> dict[Verdict, int]:
    """Judge answers to the cases up to this n, right and spoilt, here and there; count the verdicts."""
    problem, chance = shipped(name), random.Random(seed)
    files = dict(data_files(problem, scoring=False, grouped=True))
    seen = dict.fromkeys(Verdict, 0)
    for case in problem.cases:
        assert case.answer is not None
        for text in spoilt(case.answer, case.board.shape, chance) if case.board.n <= largest else ():
            verdict = here(problem, case, text)
            assert there(problem, files, case, text) is verdict, (case.name, text)
            seen[verdict] += 1
    return seen


@pytest.mark.parametrize("name", PACKAGES)
def test_the_validator_judges_as_the_judge(name: str) -> None:
    seen = assert_agree(name, QUICK)
    assert seen[Verdict.WA] > 20
    assert seen[Verdict.AC] >= 3


@pytest.mark.nightly(sample=6)
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("name", PACKAGES)
def test_the_validator_judges_other_bytes_as_the_judge(name: str, seed: int) -> None:
    assert assert_agree(name, QUICK + 1, seed)[Verdict.WA] > 20


@pytest.mark.nightly(sample=4)
@pytest.mark.parametrize("name", PACKAGES)
def test_the_validator_judges_larger_boards_as_the_judge(name: str) -> None:
    assert assert_agree(name, SMALL)[Verdict.WA] > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", PACKAGES)
def test_every_shipped_answer_is_accepted_there(name: str) -> None:
    problem = shipped(name)
    files = dict(data_files(problem, scoring=False, grouped=True))
    for case in problem.cases:
        path = next(path for path in files if path.endswith(f"/{case.name}.ans") and case.group in path)
        assert there(problem, files, case, files[path]) is Verdict.AC, case.name


def test_an_answer_file_that_is_wrong_is_nobodys_wrong_answer() -> None:
    problem = shipped("queens")
    files = dict(data_files(problem, scoring=False, grouped=True))
    case = next(case for case in problem.cases if case.board.n == 4)
    assert case.answer is not None
    path = next(path for path in files if path.endswith(f"/{case.name}.ans"))
    right = write_answer(case.answer)
    assert there(problem, files | {path: b"FAIL\n"}, case, right) is Verdict.JE
    assert there(problem, files | {path: b"OK\n1111\n0000\n0000\n0000\n"}, case, b"FAIL\n") is Verdict.JE
    assert there(problem, files | {path: b"FAIL\n"}, case, b"FAIL\n") is Verdict.AC

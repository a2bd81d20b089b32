"""The exported validator says of answers that were mutated, or whose pieces were moved, what the judge says."""

from __future__ import annotations

import random
from functools import cache

import pytest

from judge.model import Case, Verdict
from judge.problems.formats.answer import write_answer
from judge.problems.icpc.write_data import data_files
from tests.problems.icpc.validators.test_verdict import PACKAGES, here, shipped, there

LARGEST = 9  # n of the cases
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


@cache
def files_of(name: str) -> dict[str, bytes]:
    return dict(data_files(shipped(name), scoring=False, grouped=True))


def moved(chance: random.Random, text: bytes) -> bytes:
    """Exchange two signs of a text, mostly two that differ: pieces move, or numbers change."""
    places = [at for at, sign in enumerate(text) if chr(sign).isdigit()]
    for _ in range(chance.choice([1, 1, 2]) if len(places) > 1 else 0):
        one, other = chance.sample(places, 2)
        signs = bytearray(text)
        signs[one], signs[other] = signs[other], signs[one]
        text = bytes(signs)
    return text


def answer_of(chance: random.Random, case: Case) -> bytes:
    assert case.answer is not None
    text = write_answer(case.answer)
    if chance.random() < 0.2:
        return text.replace(b"\n", chance.choice([b"\r\n", b"\r", b" \n", b"\n\n"]))
    return chance.choice([mutated, moved])(chance, text)


@pytest.mark.parametrize(
    ("seed", "count"),
    [(1, 60), *(pytest.param(seed, 500, marks=pytest.mark.nightly(sample=6)) for seed in range(2, 5))],
)
@pytest.mark.parametrize("name", PACKAGES)
def test_the_validator_judges_what_was_mutated_as_the_judge(name: str, seed: int, count: int) -> None:
    chance, problem, seen = random.Random(seed), shipped(name), set[Verdict]()
    small = [case for case in problem.cases if case.board.n <= LARGEST and case.answer]
    small = small or sorted(problem.cases, key=lambda case: case.board.n)[:3]
    for _ in range(count):
        case = chance.choice(small)
        text = answer_of(chance, case)
        verdict = here(problem, case, text)
        assert there(problem, files_of(name), case, text) is verdict, (case.name, text)
        seen.add(verdict)
    assert seen == {Verdict.AC, Verdict.WA}

"""The default comparison: tokens, flags, tolerances; and that no text makes it slow or raise."""

from __future__ import annotations

import ctypes
import itertools
import math
import re
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.problems import difference
from tests.problems.told import rows_of

COMPARED = rows_of(Path(__file__).with_name("compared.txt"))
LONG = [
    ["float_tolerance 1", "0" * 400, "1", ""],
    ["float_tolerance 1", "0" * 401, "1", f"token 1 is '{'0' * 40}'..., but it must be a number"],
]


@pytest.mark.parametrize(("flags", "answer", "truth", "said"), COMPARED + LONG)
def test_an_output_that_differs_is_told(flags: str, answer: str, truth: str, said: str) -> None:
    try:
        found = difference(answer.encode(), truth.encode(), flags.split() if flags != "-" else [])
    except ValueError as error:
        found = str(error)
    assert found == said


# --- the public validator, written a second time, around the C library's own reading of numbers -----------------------
LIBC = ctypes.CDLL(None)
LIBC.strtod.restype = ctypes.c_double


def as_float(token: bytes) -> float | None:
    """What its `isfloat` says: the whole token is a number for C, and neither infinite nor NaN."""
    text, end = ctypes.c_char_p(token), ctypes.c_char_p()
    value: float = LIBC.strtod(text, ctypes.byref(end))
    return value if end.value == b"" and math.isfinite(value) else None


def is_right(answer: bytes, truth: bytes, flags: list[str]) -> bool:
    numbers = {flag: float(value) for flag, value in itertools.pairwise(flags) if "tolerance" in flag}
    both = numbers.get("float_tolerance", -1.0)
    absolute = numbers.get("float_absolute_tolerance", both)
    relative = numbers.get("float_relative_tolerance", both)
    if "space_change_sensitive" in flags and re.split(rb"\S+", answer) != re.split(rb"\S+", truth):
        return False
    if len(answer.split()) != len(truth.split()):
        return False
    for team, judge in zip(answer.split(), truth.split(), strict=True):
        wanted = as_float(judge) if max(absolute, relative) >= 0 else None
        if wanted is not None:
            said = as_float(team)
            if said is None or not (abs(wanted - said) <= absolute or abs(wanted - said) <= relative * abs(wanted)):
                return False
        elif (team != judge) if "case_sensitive" in flags else (team.lower() != judge.lower()):
            return False
    return True


ALMOST = st.text("0123456789.eE+-", min_size=1, max_size=6).map(str.encode)
ODD = """
nan NaN -nan inf Infinity -inf +INF 1e400 -1e400 1e308 -1e308 1e-400 1e9999999 1e-9999999 0 -0 1 1.0 1. .5 5e-1
1.0000001 0.9 1000000 1000000.5 . e5 1e 1e+ + - ++1 1_0 yes YES Yes
"""
WORDS = st.sampled_from(ODD.split()).map(str.encode)
TOKENS = WORDS | ALMOST
SPACES = st.sampled_from([b" ", b"\n", b"  ", b"\t", b"\r\n"])
TOLERANCES = [
    *([f"float{kind}_tolerance", by] for kind in ("", "_absolute", "_relative") for by in ("1e-6", "0", "0.5", "1e10")),
    *(["float_absolute_tolerance", "0.1", "float_relative_tolerance", "1e-3"], []),
]
FLAGS = st.tuples(
    st.sampled_from([[], ["case_sensitive"]]),
    st.sampled_from([[], [], ["space_change_sensitive"]]),
    st.sampled_from(TOLERANCES),
).map(lambda parts: [flag for part in parts for flag in part])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A known answer, and one that differs in few of its tokens and blanks."""
    truth = [part for _ in range(draw(st.integers(0, 3))) for part in (draw(TOKENS), draw(SPACES))]
    answer = [
        draw(TOKENS if part.split() else SPACES) if draw(st.integers(0, 3)) == 0 else part.swapcase() for part in truth
    ]
    return b"".join(answer + draw(st.sampled_from([[], [], [b" 1"], [b"\n"]]))), b"".join(truth)


@given(pairs(), FLAGS)
@example((b"\xff\x00", b"\xff\x00"), [])
@example((b"2", b"0"), ["float_relative_tolerance", "0.1", "float_absolute_tolerance", "3"])
@example((b"2", b"1"), ["float_relative_tolerance", "0.5"])  # of the known number
@settings(max_examples=2000, deadline=None)
def test_the_comparison_says_what_the_public_validator_says(texts: tuple[bytes, bytes], flags: list[str]) -> None:
    answer, truth = texts
    assert (difference(answer, truth, flags) == "") == is_right(answer, truth, flags)


@pytest.mark.parametrize("answer", [b"9" * 30_000, b"1 " * 15_000, b" " * 30_000, b"1." + b"0" * 30_000 + b"e9"])
def test_cpu_grows_no_faster_than_the_text(answer: bytes) -> None:
    how = ["float_tolerance", "1e-6", "space_change_sensitive"]
    start_s = time.process_time()
    difference(answer, answer, how)
    difference(answer, b"1 " * 15_000, how)
    assert time.process_time() - start_s < 5  # 0.05 s; a loop over all pairs would take minutes

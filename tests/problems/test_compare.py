"""The default comparison: tokens, flags, tolerances; and that no text makes it slow or raise."""

from __future__ import annotations

import time

import pytest

from judge.problems.compare import FlagsError, difference, read_flags

RIGHT = [
    ("", b"", b""),
    ("", b"  1\n\n2", b"1 2\n"),
    ("", b"YES\r\n", b"yes\n"),
    ("case_sensitive", b"yes", b"yes\n"),
    ("space_change_sensitive", b"1 2\n", b"1 2\n"),
    ("float_tolerance 1e-6", b"1.0000001", b"1"),
    ("float_tolerance 1e-6", b"1000000.5", b"1000000"),
    ("float_absolute_tolerance 0.1", b"3.14e0", b"3.2"),
    ("float_relative_tolerance 0.1", b"95", b"100"),
    ("float_relative_tolerance 0.1 float_absolute_tolerance 3", b"2", b"0"),
    ("float_tolerance 1e-6", b"Infinity", b"inf"),
    ("float_tolerance 1e-6", b"-", b"-"),
    ("", b"\xff\x00", b"\xff\x00"),
]
WRONG = [
    ("", b"1", b"1 2", "the answer ends before token 2"),
    ("", b"1 2 3", b"1 2", "more follows after token 2: '3'"),
    ("", b"1", b"", "the answer should be empty"),
    ("", b"1 3", b"1 2", "token 2 is '3', but it must be '2'"),
    ("", b"1.0", b"1", "token 1 is '1.0', but it must be '1'"),
    ("case_sensitive", b"Yes", b"yes", "token 1 is 'Yes', but it must be 'yes'"),
    ("space_change_sensitive", b"1  2", b"1 2", "the blanks before token 2 are others"),
    ("space_change_sensitive", b" 1", b"1", "the blanks before token 1 are others"),
    ("space_change_sensitive", b"1", b"1\n", "the blanks at the end are others"),
    ("float_tolerance 1e-6", b"1.00001", b"1", "token 1 is '1.00001', too far from '1'"),
    ("float_absolute_tolerance 1e-6", b"1000000.5", b"1000000", "token 1 is '1000000.5', too far from '1000000'"),
    ("float_tolerance 1e-6", b"one", b"1", "token 1 is 'one', but it must be a number"),
    ("float_tolerance 1e-6", b"1_0", b"10", "token 1 is '1_0', but it must be a number"),
    ("float_tolerance 1e-6", b"5", b"inf", "token 1 is '5', too far from 'inf'"),
    ("float_tolerance 1e-6", b"inf", b"5", "token 1 is 'inf', too far from '5'"),
    ("float_tolerance 1e-6", b"nan", b"5", "token 1 is 'nan', too far from '5'"),
    ("float_tolerance 1e-6", b"5", b"nan", "token 1 is '5', too far from 'nan'"),
]


@pytest.mark.parametrize(("flags", "answer", "truth"), RIGHT)
def test_what_is_the_same(flags: str, answer: bytes, truth: bytes) -> None:
    assert difference(answer, truth, read_flags(flags.split())) == ""


@pytest.mark.parametrize(("flags", "answer", "truth", "said"), WRONG)
def test_what_is_another(flags: str, answer: bytes, truth: bytes, said: str) -> None:
    assert difference(answer, truth, read_flags(flags.split())) == said


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("float_tolerence 1", "no flag 'float_tolerence'"),
        ("float_tolerance", "behind float_tolerance stands ''"),
        ("float_tolerance x", "behind float_tolerance stands 'x'"),
        ("float_tolerance -1", "behind float_tolerance stands '-1'"),
        ("float_tolerance nan", "behind float_tolerance stands 'nan'"),
        ("float_tolerance inf", "behind float_tolerance stands 'inf'"),
    ],
)
def test_flags_that_mean_nothing(flags: str, said: str) -> None:
    with pytest.raises(FlagsError, match=said):
        read_flags(flags.split())


@pytest.mark.parametrize("answer", [b"9" * 30_000, b"1 " * 15_000, b" " * 30_000, b"1." + b"0" * 30_000 + b"e9"])
def test_cpu_grows_no_faster_than_the_text(answer: bytes) -> None:
    how = read_flags(["float_tolerance", "1e-6", "space_change_sensitive"])
    start_s = time.process_time()
    difference(answer, answer, how)
    difference(answer, b"1 " * 15_000, how)
    assert time.process_time() - start_s < 5  # 0.05 s; a loop over all pairs would take minutes

"""Frames of what solve returned, honest and hostile: a value, what it is instead, or a finding; never an exception."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.executors.answer_frame import LONGEST, Raised, Returned, read_raised, read_returned
from judge.executors.calling import Calling
from judge.model import Answer, Finding, Problem
from judge.problems import puzzles
from judge.sandbox import protocol
from judge.sandbox.protocol import Strange
from judge.submissions import Source
from tests.boxed import problem_of

CELLS = np.arange(6, dtype=np.int8).reshape(2, 3)
SHAPE = protocol.SHAPE.pack(2, 3)
ARRAY = protocol.ARRAY + SHAPE + CELLS.tobytes()
VALUE = protocol.VALUE + protocol.AXES.pack(2) + SHAPE + CELLS.tobytes()
INT64 = protocol.CONVERTED + b"ndarray int64".ljust(protocol.TYPE_NAME)


def test_an_array_where_a_number_is_asked_for_is_strange() -> None:
    instead = read_returned(ARRAY, "int")
    assert isinstance(instead, Strange)
    assert instead.shape == (2, 3)


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"?",
        protocol.ARRAY,
        protocol.ARRAY + protocol.SHAPE.pack(2, 4) + CELLS.tobytes(),
        protocol.ARRAY + protocol.SHAPE.pack(1 << 63, 0),
        protocol.ARRAY + protocol.SHAPE.pack((1 << 64) - 1, (1 << 64) - 1) + CELLS.tobytes(),
        protocol.COUNT,
        *(protocol.COUNT + digits for digits in (b"twelve", b"9" * 1000, b"-", b"--1", b"1_0", b" 1", b"+1")),
        *(protocol.COUNT + digit.encode() for digit in "\u00b2\u0663"),
        b"tword",
        protocol.VALUE,
        protocol.VALUE + b"\0\1",
        protocol.VALUE + protocol.AXES.pack(protocol.MOST_AXES + 1) + bytes(100),
        VALUE[:-1],
        protocol.CONVERTED,
        INT64,
        INT64[:5],
        INT64 + INT64 + VALUE,
        INT64 + protocol.FAIL,
        INT64 + ARRAY,
        INT64 + VALUE[:-1],
        INT64 + protocol.COUNT + b"x",
        protocol.SHARED + SHAPE,
        protocol.STRANGE,
        protocol.STRANGE + b"a list",
        protocol.STRANGE + b'{"kind": 7}',
        protocol.STRANGE + b'{"kind": "list", "role": "judge"}',
        protocol.STRANGE + b'{"kind": "\xff"}',
    ],
)
def test_what_is_no_frame_is_told(frame: bytes) -> None:
    finding = read_returned(frame, "int8")
    assert isinstance(finding, Finding)
    assert (finding.code, finding.verdict) == ("E208", "RTE")


# --- whatever comes, a reader ends with an answer or a finding -------------------------------------------------------
SIZES = st.sampled_from([0, 1, 2, 3, 6, 1 << 31, (1 << 64) - 1])
FRAMES = st.one_of(
    st.binary(max_size=60),
    st.builds(
        lambda lengths, data: (
            protocol.VALUE + protocol.AXES.pack(len(lengths)) + b"".join(map(protocol.LENGTH.pack, lengths)) + data
        ),
        st.lists(SIZES, max_size=5),
        st.sampled_from([b"", b"\xff", bytes(4), bytes(8), b"\xff" * 8, bytes(36), bytes(range(48))]),
    ),
    st.sampled_from([protocol.ARRAY, protocol.COUNT, protocol.VALUE, protocol.FAIL]).flatmap(
        lambda kind: st.binary(max_size=40).map(lambda data: kind + data)
    ),
)
TEXTS = st.text(max_size=80) | st.sampled_from(["255", "'Q'", "-1.0", "9" * 80, "list", "tuple", "ndarray", "a\nb"])
INTS = st.integers(-2, 7) | st.integers(-(1 << 63), (1 << 63) - 1)
STRANGE = st.builds(
    Strange,
    TEXTS,
    st.sampled_from(["", "yield", "iterator", "async", "callable"]),
    TEXTS,
    TEXTS,
    st.none() | st.lists(INTS, max_size=12).map(tuple) | st.sampled_from([(6, 6), (4, 6), (6,), (3, 6, 6)]),
    st.lists(INTS, max_size=3).map(tuple),
    st.dictionaries(TEXTS, INTS, max_size=4),
    st.booleans(),
    INTS,
    st.none() | st.tuples(INTS, INTS, INTS),
).map(lambda one: protocol.STRANGE + msgspec.json.encode(one))
NAMES = [*puzzles.puzzle_names()]
PROBLEMS = [problem_of(name) for name in ("lizards", "spies", "all-queens", "most-queens", "verify-queens")]
PROBLEMS += [problem_of("all-queens", n=11), problem_of("lizards", strict=True)]


@given(
    FRAMES | STRANGE | FRAMES.map(lambda frame: INT64 + frame),
    st.sampled_from(PROBLEMS),
)
def test_no_frame_stops_its_reader(frame: bytes, problem: Problem) -> None:
    [case] = problem.cases
    found: Any = Calling.of(problem).read(frame, case)
    assert isinstance(found, Answer | Finding)
    if isinstance(found, Finding):
        assert len(found.message) < 400
        assert len(found.help) < 400
        assert "\n" not in found.message + found.help
        assert all(0 < at <= 6 for cell in found.cells for at in cell)
    else:
        assert all(len(notice.message) < 200 for notice in found.warnings)


@given(st.sampled_from(["int8", "int", "bool"]), FRAMES)
def test_a_value_is_of_the_type_that_was_asked_for(base: str, frame: bytes) -> None:
    found = read_returned(frame, base)
    if isinstance(found, Returned) and isinstance(found.value, np.ndarray):
        assert found.value.dtype == np.dtype(base)


def test_a_board_of_any_form_fits_into_the_bytes_of_a_frame() -> None:
    lengths = b"".join(map(protocol.LENGTH.pack, [1] * protocol.MOST_AXES))
    longest = INT64 + protocol.VALUE + protocol.AXES.pack(protocol.MOST_AXES) + lengths
    assert len(longest) == LONGEST


# --- what was raised --------------------------------------------------------------------------------------------------
SOURCE = Source(b"import numpy\nx = f(1)\n", "mine.py", "/submission/submission.py")


def test_a_frame_is_read() -> None:
    raised = read_raised(b'XIndexError 2 4 8 0 13 1 1\nIndexError: no\n  File "/submission/submission.py", line 2\n')
    assert (raised.kind, raised.headline, raised.says) == ("IndexError", "IndexError: no", "no")
    assert raised.shown(SOURCE).endswith('File "mine.py", line 2')
    assert str(raised.place(SOURCE)) == "mine.py:2:5"
    assert (raised.errno, raised.outside, raised.sealed) == (13, True, True)


HEADS = [
    "", "Exception", "E 1 2 3", "E 1 2 3 4 5", "E 1 2 3 4 5 6", "E 1 2 3 4 5 6 7 8", "E a b c d e f g",
    "E -2 0 0 0 0 0 0", "E 1 2 3 4 5 6 " + "9" * 20, "E 1 2 3 4 5 6 ٣", "E  1 2 3 4 5 6",
]  # fmt: skip


@pytest.mark.parametrize("head", HEADS)
def test_a_head_that_is_none_names_no_place(head: str) -> None:
    raised = read_raised(b"X" + head.encode() + b"\ntext")
    assert (raised.line, raised.start, raised.end, raised.line_of_numba) == (0, 0, -1, 0)
    assert (raised.errno, raised.outside, raised.sealed) == (0, False, False)
    assert raised.place(SOURCE) is None
    assert raised.text == "text"


@pytest.mark.parametrize(
    ("raised", "where"),
    [
        (Raised("E", "", 2, 0, -1), "mine.py:2:1"),
        (Raised("E", "", 2, 999, 1000), "mine.py:2:9"),
        (Raised("E", "", 3, 0, 1), "None"),
        (Raised("E", "", -1, -1, -1), "None"),
    ],
)
def test_a_place_is_in_the_file(raised: Raised, where: str) -> None:
    assert str(raised.place(SOURCE)) == where


def test_little_may_be_said() -> None:
    raised = read_raised(b"XE 2 4 8 3\ntext")
    assert (raised.line, raised.start, raised.end, raised.line_of_numba, raised.errno) == (2, 4, 8, 3, 0)
    assert Raised("E", "").headline == "an exception without a text"
    assert Raised("E", "KeyboardInterrupt").says == "KeyboardInterrupt"

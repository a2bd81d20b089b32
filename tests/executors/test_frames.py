"""Whatever a function writes into the pipe of its box: an answer or a finding comes of it, and never an exception."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import codes
from judge.model import Finding, Problem, Verdict
from judge.sandbox import Facts, Sandbox
from tests.boxed import problem_of
from tests.conftest import there
from tests.executors.made_up import IMPORTED, READY, function_of, outcome_of, prepared
from tests.executors.make import SMALL, Asked, Doing, Refused, asked, says

CELLS = np.arange(6, dtype=np.int8).reshape(2, 3)
SHAPE = CELLS.shape[0].to_bytes(8, "little") + CELLS.shape[1].to_bytes(8, "little")
ARRAY, VALUE = SHAPE + CELLS.tobytes(), b"\2" + SHAPE + CELLS.tobytes()
INT64 = b"ndarray int64".ljust(32)
PROBLEMS = [problem_of(name, SMALL) for name in ("lizards", "spies", "all-queens", "most-queens", "verify-queens")]
PROBLEMS += [problem_of("all-queens", SMALL, n=11), problem_of("lizards", SMALL, strict=True)]
LISTED = problem_of("all-queens", SMALL, n=10)  # the largest board of which all are listed
MINE = function_of("import os\nimport numpy as np\n\ndef solve(algorithm, n, lizards, grid):\n    return grid\n")


def wrote(kind: bytes, data: bytes = b"", problem: Problem = PROBLEMS[0]) -> Asked:
    """What comes of a function that wrote a message of this kind, and this in it."""
    outcome = outcome_of(MINE, problem, IMPORTED, READY, Facts(frame=kind + data))
    return asked(outcome, problem, problem.cases[0])


def test_a_message_of_its_own_comes_out_of_a_real_box(sandbox: Sandbox, refused: Refused) -> None:
    doing = Doing(sandbox)
    found = [doing.ask(PROBLEMS[0], says(*one)).code for one in ((b"A", ARRAY), (b"?",), (b"a", SHAPE), (b"X", b"E"))]
    doing.forget()
    assert found == ["E104", "E208", "E208", "E205"]
    assert refused(f"import os; {says(b'E', b'E')}\ndef solve(*_): return None\n").code == "E216"


# --- what was returned -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "data", "puzzle", "code"),
    [
        (b"A", ARRAY, 0, "E104"),
        (b"C", INT64 + b"V" + VALUE, 0, "E104"),
        (b"N", b"12", 4, "E120"),
        (b"V", b"\0\1", 4, "E132"),
        (b"T", b'{"kind": "list"}', 0, "E120"),
        (b"F", b"", 0, "E113"),
    ],
)
def test_a_message_is_read(kind: bytes, data: bytes, puzzle: int, code: str) -> None:
    assert wrote(kind, data, PROBLEMS[puzzle]).code == code


def test_a_list_is_asked_for_up_to_some_size() -> None:
    row = (1).to_bytes(8, "little") + (10).to_bytes(8, "little") + bytes(range(10))
    assert [wrote(b"A", row, problem).code for problem in (LISTED, PROBLEMS[5])] == ["E106", "E120"]


def test_what_was_empty_is_read_as_no_row() -> None:
    [warning] = there(wrote(b"C", INT64 + b"V\1" + bytes(8), PROBLEMS[2]).answer).warnings
    assert warning.message.endswith("of shape (0,); it was read as one of shape (0, 6), as both are empty")


NO_MESSAGE: dict[bytes, list[bytes]] = {
    b"?": [b""],
    b"t": [b"word"],
    b"A": [b"", ARRAY[:-1], (1 << 63).to_bytes(8, "little") + bytes(8), b"\xff" * 16 + CELLS.tobytes()],
    b"N": [b"", b"twelve", b"9" * 1000, b"-", b"--1", b"1_0", b" 1", b"+1", "\u00b2".encode(), "\u0663".encode()],
    b"V": [b"", b"\0\1", b"\1\0\0", b"\5" + bytes(100), VALUE[:-1]],
    b"C": [
        *(b"", INT64, INT64[:4], INT64 + b"C" + INT64 + b"V" + VALUE, INT64 + b"F", INT64 + b"A" + ARRAY),
        *(INT64 + b"V" + VALUE[:-1], INT64 + b"Nx"),
    ],
    b"T": [b"", b"a list", b'{"kind": 7}', b'{"kind": "list", "role": "judge"}', b'{"kind": "\xff"}'],
}


@pytest.mark.parametrize(("kind", "data"), [(kind, one) for kind, rows in NO_MESSAGE.items() for one in rows])
def test_what_is_no_message_is_told(kind: bytes, data: bytes) -> None:
    finding = wrote(kind, data).wrong
    assert (finding.code, finding.verdict) == ("E208", Verdict.RTE)


SIZES = st.sampled_from([0, 1, 2, 3, 6, 1 << 31, (1 << 64) - 1])
TABLES = st.builds(
    lambda lengths, data: bytes([len(lengths)]) + b"".join(one.to_bytes(8, "little") for one in lengths) + data,
    st.lists(SIZES, max_size=5),
    st.sampled_from([b"", b"\xff", bytes(4), bytes(8), b"\xff" * 8, bytes(36), bytes(range(48))]),
)
TEXTS = st.text(max_size=80) | st.sampled_from(["255", "'Q'", "-1.0", "9" * 80, "list", "tuple", "ndarray", "a\nb"])
INTS = st.integers(-2, 7) | st.integers(-(1 << 63), (1 << 63) - 1)
STRANGE = st.fixed_dictionaries(
    {"kind": TEXTS},
    optional={
        "role": st.sampled_from(["", "yield", "iterator", "async", "callable"]),
        "value": TEXTS,
        "dtype": TEXTS,
        "shape": st.lists(INTS, max_size=12) | st.sampled_from([(6, 6), (4, 6), (6,), (3, 6, 6)]),
        "cell": st.lists(INTS, max_size=3),
        "values": st.dictionaries(TEXTS, INTS, max_size=4),
        "drawn": st.booleans(),
        "masked": INTS,
        "uneven": st.tuples(INTS, INTS, INTS),
    },
).map(msgspec.json.encode)
MESSAGES = st.one_of(
    st.tuples(st.just(b"V"), TABLES),
    st.tuples(st.just(b"C"), TABLES.map(lambda table: INT64 + b"V" + table)),
    st.tuples(st.just(b"T"), STRANGE),
    st.tuples(st.sampled_from([b"A", b"N", b"V", b"C", b"F", b"X"]), st.binary(max_size=40)),
    st.tuples(st.binary(min_size=1, max_size=1), st.binary(max_size=60)),
)


@settings(max_examples=500, deadline=None)
@given(MESSAGES, st.sampled_from(PROBLEMS))
def test_no_message_stops_its_reader(message: tuple[bytes, bytes], problem: Problem) -> None:
    found = wrote(*message, problem)
    if found.finding is None:
        assert found.answer is not None
        assert all(len(notice.message) < 200 for notice in found.answer.warnings)
    else:
        assert found.code in codes()
        assert len(found.wrong.message) < 400
        assert len(found.wrong.help) < 400
        assert "\n" not in found.wrong.message + found.wrong.help
        assert all(0 < at <= 11 for cell in found.wrong.cells for at in cell)


# --- what was raised --------------------------------------------------------------------------------------------------
def test_what_was_raised_is_read() -> None:
    text = 'IndexError: no\n  File "/submission/mine.py", line 1\n  File "/submission/mine.py", line 2\n'
    finding = wrote(b"X", f"IndexError 2 7 12 0 13 1 1\n{text}".encode()).wrong
    assert (finding.code, finding.where, finding.message) == ("E205", "mine.py:2:8", "solve raised IndexError: no")
    assert 'File "mine.py", line 2' in finding.note
    assert wrote(b"X", b"E 2 999 1000 0 0 0 0").wrong.where.startswith("mine.py:2:"), "little may be said"
    assert wrote(b"X", b"E 2 0 -1 0 0 0 0\n").wrong.message == "solve raised an exception without a text"


HEADS = [
    "", "Exception", "E 1 2 3", "E 1 2 3 4 5", "E 1 2 3 4 5 6", "E 1 2 3 4 5 6 7 8", "E a b c d e f g",
    "E -2 0 0 0 0 0 0", "E 1 2 3 4 5 6 " + "9" * 20, "E 1 2 3 4 5 6 \u0663", "E  1 2 3 4 5 6",
    "E 999 0 1 0 0 0 0", "E -1 -1 -1 0 0 0 0",
]  # fmt: skip


@pytest.mark.parametrize("head", HEADS)
def test_a_head_that_is_none_names_no_place(head: str) -> None:
    finding = wrote(b"X", f"{head}\ntext".encode()).wrong
    assert (finding.where, finding.message, finding.help) == ("", "solve raised text", "")


LOUD = [
    "", "\n\n\n", "x" * 16_000, "'" * 16_000, "'a" * 8_000, "name '" * 2700, "\x00\x1b[2J",
    # in words of numba's
    ">>> " + "add(" * 4000, "TypingError: " * 1200, "name '" + "a" * 16_000 + "' is not defined",
    "Failed in nopython mode pipeline (step: x)\n" * 300, "Cannot unify " + " and " * 3200, "{name} {0} %s {" * 500,
    "mine.py (" + "9" * 8000 + ")", 'File "mine.py", line 9999999:\n' * 400, "Return of: \n" * 1300 + "\x1b[2J\x00",
]  # fmt: skip


@pytest.mark.parametrize("text", LOUD, ids=range(len(LOUD)))
def test_whatever_is_said_is_read(text: str) -> None:
    kinds = ("NameError", "FileNotFoundError", "ModuleNotFoundError", "MemoryError", "IndexError", "NumbaError", "")
    for kind in kinds:
        data = f"{kind}\n{text}".encode()
        at_import: Finding = there(prepared(MINE, PROBLEMS[0], Facts(frame=b"E" + data)))
        for finding in (wrote(b"X", data).wrong, at_import):
            assert finding.code in codes()
            assert "\n" not in finding.message
            assert finding.excerpt is None or finding.excerpt.line == 1
            if kind == "NumbaError":
                assert len(finding.message + finding.note) < 4000
            else:
                assert len(finding.message) < 500
        assert at_import.verdict is Verdict.CE

"""What leaves a box when `solve` returned or raised something, as real boxes tell it; also of who fights back."""

from __future__ import annotations

import signal
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from judge.model import Limits
from judge.sandbox import Bounds, Sandbox, protocol
from tests.boxed import JOB, attempted
from tests.make import replace
from tests.sandbox.programs import PROGRAMS

LIMITS = Limits(time_limit=2, memory=256, output=1, compilation_time=20, processes=16)
Frame = Callable[..., bytes]
CELLS = np.array([[0, 1, 2], [3, 4, 5]], np.int8)
SHAPE, ALL = protocol.SHAPE.pack(2, 3), bytes(range(6))


@pytest.fixture
def frame(sandbox: Sandbox) -> Frame:
    """The frame that comes of a submission."""

    def frame(source: str, typed: str = "int8") -> bytes:
        return attempted(sandbox, source.encode(), LIMITS, job=replace(JOB, typed=typed)).frame

    return frame


def returns(value: str) -> str:
    return f"{PROGRAMS['answers']}def solve(*_):\n    return {value}\n"


# --- which values are an answer, and as which -------------------------------------------------------------------------
def values(*shape: int) -> bytes:
    return protocol.VALUE + protocol.AXES.pack(len(shape)) + b"".join(map(protocol.LENGTH.pack, shape))


def converted(was: str, inner: bytes) -> bytes:
    return protocol.CONVERTED + was.encode().ljust(protocol.TYPE_NAME) + inner


@pytest.mark.parametrize(
    ("value", "typed", "sent"),
    [
        ("None", "int8", protocol.FAIL),
        ("92", "int8", protocol.COUNT + b"92"),
        ("CELLS", "int8", protocol.ARRAY + SHAPE + ALL),
        ("np.asfortranarray(CELLS)", "int8", protocol.ARRAY + SHAPE + ALL),
        ("CELLS", "int", protocol.ARRAY + SHAPE + ALL),  # the one fast way: the judge knows what is asked for
        ("True", "bool", protocol.VALUE + b"\0\1"),
        ("np.bool_(True)", "bool", protocol.VALUE + b"\0\1"),
        # In any other form each is judged by tests/executors/test_taken.py.
        ("np.asfortranarray(CELLS, '>i4')", "int8", converted("ndarray >i4", values(2, 3) + ALL)),
        ("CELLS.astype(np.longdouble)", "int8", converted(f"ndarray {np.dtype(np.longdouble)}", values(2, 3) + ALL)),
        ("deque(CELLS)", "int8", converted("deque ", values(2, 3) + ALL)),
        ("CELLS.view(Mine)", "int8", converted("Mine int8", values(2, 3) + ALL)),
        ("np.float32(92)", "int8", converted("float32 float32", protocol.COUNT + b"92")),
        ("np.array(92.0)", "int8", converted("ndarray float64", protocol.COUNT + b"92")),
        ("Count(92)", "int8", converted("Count ", protocol.COUNT + b"92")),
    ],
)
def test_an_answer_is_sent_with_what_it_was(frame: Frame, value: str, typed: str, sent: bytes) -> None:
    assert frame(returns(value), typed) == sent


TABLE = tomllib.loads(Path(__file__).with_name("answers.toml").read_text())


@pytest.mark.parametrize(("value", "typed", "facts"), TABLE["strange"])
def test_nothing_else_is_guessed_at(frame: Frame, value: str, typed: str, facts: dict[str, Any]) -> None:
    sent = frame(returns(value), typed)
    assert (sent[:1], len(sent) < protocol.TEXT_LIMIT) == (protocol.STRANGE, True)
    assert msgspec.json.decode(sent[1:], type=protocol.Strange)
    said = msgspec.json.decode(sent[1:])
    assert said | facts == said


# --- what was raised: where, what the system refused, and how it is shown ---------------------------------------------
@pytest.fixture
def raised(frame: Frame) -> Callable[[str], tuple[list[str], str]]:
    """The head of what is told when this is raised, and its text."""

    def raised(body: str, top: str = "") -> tuple[list[str], str]:
        sent = frame(f"def solve(*_):\n{body}{top}")
        assert sent[:1] == protocol.RAISED
        head, _, text = sent[1:].decode().partition("\n")
        return head.split(), text

    return raised


Raised = Callable[..., tuple[list[str], str]]


@pytest.mark.parametrize(("body", "head"), TABLE["raised"].items())
def test_the_head_says_what_and_where_and_what_the_system_refused(raised: Raised, body: str, head: str) -> None:
    found, text = raised(body)
    assert " ".join(found[:-1]) == head
    assert found[-1] in "01", "whether it is sealed"
    assert text.splitlines()[0]


def test_calls_of_the_box_itself_are_left_out_and_endless_recursion_is_bounded(raised: Raised) -> None:
    _, text = raised("    raise KeyboardInterrupt\n")
    assert "attempt.py" not in text
    assert 'submission.py", line 2, in solve' in text
    found, text = raised("    deep()\n", "def deep():\n    deep()\n")
    assert (found[0], text.count("File ") <= 8) == ("RecursionError", True)


HOSTILE = "\nclass Rude(Exception):\n    def __str__(self):\n        {}\n    __repr__ = __str__\n"


@pytest.mark.parametrize("act", ["raise SystemExit(0)", "return 7", "1 / 0", "return 'x' * 10**6", "return '\\ud800'"])
def test_an_exception_that_can_not_be_shown(raised: Raised, act: str) -> None:
    found, text = raised("    raise Rude\n", HOSTILE.format(act))
    assert (found[0], len(text) <= protocol.TEXT_LIMIT) == ("Exception", True)


def test_a_box_says_whether_it_is_sealed(raised: Raised, sandbox: Sandbox) -> None:
    assert raised("    raise OSError\n")[0][-1] == str(int(sandbox.tier != "plain"))


# --- a case that is run once more, to see why it crashed --------------------------------------------------------------
BY_C = pytest.mark.skipif(sys.version_info >= (3, 12), reason="Python counts calls by way of C")
OVERFLOWS = protocol.RAISED + b"StackOverflow "


@pytest.mark.parametrize(
    ("act", "status", "said"),
    [
        ("deep(10**7)", None, OVERFLOWS),
        pytest.param("cached(10**6)", None, OVERFLOWS, marks=[BY_C, pytest.mark.slow]),
        ("far()", -signal.SIGSEGV, b""),
        ("int(deep(10_000))", None, protocol.COUNT + b"10000"),
    ],
)
def test_an_overflow_is_told_from_other_crashes(sandbox: Sandbox, act: str, status: int | None, said: bytes) -> None:
    limits, job = replace(LIMITS, memory=512), replace(JOB, boundscheck=True)
    facts = attempted(sandbox, PROGRAMS["crashes"].format(act).encode(), limits, Bounds(20, 60), job=job)
    assert (facts.status, facts.frame[: len(said) or None]) == (status, said)

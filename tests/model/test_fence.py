"""What an exception becomes: a JE with its traceback, whatever it is, unless it is about more than one submission."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

import pytest

from judge.errors import JudgeError, in_words, keep_trace, trace_of
from judge.model import Verdict, fault_of


class MuteError(Exception):
    def __str__(self) -> str:
        raise RecursionError


def raised(error: Exception) -> Exception:
    with pytest.raises(type(error)) as caught:
        raise error
    return caught.value


def deep(more: int) -> int:
    return deeper(more)


def deeper(more: int) -> int:
    return deep(more + 1)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("cannot reshape\nmore"), "ValueError: cannot reshape"),
        (KeyError("x"), "KeyError: 'x'"),
        (MemoryError(), "MemoryError"),
        (MuteError(), "MuteError"),
        (ValueError("\udcff"), "ValueError: \\udcff"),
        (OSError(errno.EACCES, "Permission denied"), "PermissionError: [Errno 13] Permission denied"),
    ],
)
def test_anything_becomes_a_judge_error_with_its_traceback(error: Exception, message: str) -> None:
    finding = fault_of(raised(error))
    assert (finding.code, finding.verdict) == ("E304", Verdict.JE)
    assert finding.message == f"the judge itself failed: {message}"
    assert finding.message.encode()
    assert ".judge/store.db" in finding.note
    assert "test_fence.py" in finding.traceback
    assert finding.traceback.encode()


def test_a_deep_recursion_is_cut_in_the_middle() -> None:
    with pytest.raises(RecursionError) as caught:
        deep(0)
    trace = trace_of(caught.value)
    assert len(trace) < 20_000
    assert trace.startswith("Traceback")
    assert "RecursionError" in trace[-200:]


def test_the_judge_s_own_errors_keep_their_code() -> None:
    finding = fault_of(JudgeError("E303", "why", note="n", help="h"))
    assert (finding.code, finding.message, finding.note, finding.help) == ("E303", "why", "n", "h")
    assert finding.verdict is Verdict.JE


def of_a_full_disk() -> Exception:
    error = JudgeError("E435", "out.csv can't be written: No space left on device")
    error.__cause__ = OSError(errno.ENOSPC, "No space left on device")
    return error


@pytest.mark.parametrize(
    "error",
    [JudgeError("E352", "no store"), OSError(errno.ENOSPC, "full"), of_a_full_disk(), sqlite3.IntegrityError("x")],
)
def test_what_the_next_one_would_meet_too_goes_through(error: Exception) -> None:
    with pytest.raises(type(error)) as caught:
        fault_of(error)
    assert caught.value is error


def test_a_traceback_without_a_judgement_gets_a_file() -> None:
    path = Path(keep_trace(raised(ValueError("x"))))
    assert path.read_text().endswith("ValueError: x\n")
    assert path.stat().st_mode & 0o077 == 0, "it may quote a submission"
    path.unlink()
    assert in_words(ValueError()) == "ValueError"

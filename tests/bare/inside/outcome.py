"""What came of a file on a case, as a line of text that can be compared: in a process of its own, and in the judge."""

from __future__ import annotations

import hashlib
import re
import signal
from typing import Any, Final

import numpy as np

from judge.executors import Outcome
from judge.executors.call import read_raised
from judge.executors.diagnosis import why_not_imported, why_raised
from judge.model import Answer, Finding, Limits
from judge.submissions import Source
from tests.bare.inside.process import Reply

SHOWN: Final = 20  # rows of a board that is told by its columns
NOTHING: Final = "nothing"
NO_ANSWER: Final = "no answer"
NO_TYPE: Final = ("E120", "E114")  # of what solve returned
_RAISED: Final = re.compile(r"solve raised (?:\w+\.)*(\w+)")


def of_reply(reply: Reply, source: Source, limits: Limits) -> str:
    """Return the outcome of a process of its own."""
    match reply:
        case ("answer", found):
            return _of_value(found)
        case ("raised", frame, imported):
            raised = read_raised(b"X" + frame)
            return of_finding((why_raised if imported else why_not_imported)(raised, source, limits))
        case ("died", status):
            return _of_status(status)
        case _:
            return "late"


def of_outcome(outcome: Outcome) -> str:
    """Return the outcome of an attempt."""
    if outcome.answer is not None:
        return _of_answer(outcome.answer)
    assert outcome.finding is not None
    ended = outcome.facts.status
    if outcome.finding.code in ("E206", "E207") and ended is not None:
        return _of_status(ended)
    return of_finding(outcome.finding)


def of_finding(finding: Finding) -> str:
    """Return what failed: refused by numba, or raised by which exception, or whatever it is called."""
    if finding.code in NO_TYPE:
        return NO_ANSWER
    raised = _RAISED.match(finding.message)
    words = [finding.verdict.name, finding.code, raised[1] if raised else ""]
    return " ".join(word for word in words if word)


def is_right(said: str, n: int) -> bool:
    """Say whether an outcome is an arrangement of n queens, or that there is none."""
    if said == NOTHING:
        return n in (2, 3)
    word, _, rest = said.partition(" ")
    columns = [int(one) for one in rest.split()] if word == "columns" else []
    sums, differences = ({c + s * r for r, c in enumerate(columns)} for s in (1, -1))
    return len(columns) == len({*columns}) == len(sums) == len(differences) == n


def _of_status(status: int) -> str:
    return signal.Signals(-status).name if status < 0 else f"exit {status}"


def _of_value(found: Any) -> str:
    if found is None:
        return NOTHING
    if isinstance(found, int):
        return f"count {found}"
    if not isinstance(found, np.ndarray):
        return NO_ANSWER
    return _of_table(found)


def _of_answer(answer: Answer) -> str:
    if answer.fail:
        return NOTHING
    if answer.count is not None:
        return f"count {answer.count}"
    table = answer.board if answer.board is not None else answer.columns
    return _of_table(table) if table is not None else f"text {answer.text!r}"


def _of_table(table: Any) -> str:
    """Return a board as the columns of its rows where each has one queen and nothing else, else as a digest."""
    if table.size == 0:
        return NOTHING
    if table.ndim != 2 or not np.array_equal(table, table.astype(np.int64)):
        return NO_ANSWER
    if table.shape[0] == table.shape[1] <= SHOWN and np.array_equal(
        np.sort(table, axis=1)[:, -2:], [[0, 1]] * len(table)
    ):
        return "columns " + " ".join(str(column) for column in table.argmax(axis=1))
    cells = np.ascontiguousarray(table.astype(np.int64))
    rows, columns = cells.shape
    return f"{rows} x {columns} {hashlib.sha256(cells.tobytes()).hexdigest()[:12]}"

"""The fence around one submission: what the judge itself does wrong on it is that one's JE, and the rest goes on.

    try:
        ...one submission, or one run of it...
    except Exception as error:
        finding = fault_of(error)

The traceback is kept in the finding, and so in the store and in every JSON. Ctrl-C passes, and so does what a next
submission would meet as well: a store that fails, a disk that is full.
"""

from __future__ import annotations

import errno
import os
import tempfile
import traceback
from pathlib import Path

from judge.errors import JudgeError
from judge.model import Finding, Verdict

KEPT = ".judge/store.db (grade, submit), .judge/last-run.json (run) and in what --json writes"
_LONGEST = 16_000  # characters of a traceback: mutual recursion makes it as deep as the stack
_FULL = (errno.ENOSPC, errno.EDQUOT)
_STORE = ("E351", "E352", "E353", "E354", "E355")


def fault_of(error: Exception) -> Finding:
    """Return the JE that an exception is. One that is not about a single submission is raised again."""
    if ends_all(error):
        raise error
    if isinstance(error, JudgeError):
        return Finding(error.code, error.message, note=error.note, help=error.help, verdict=Verdict.JE)
    return Finding(
        "E304",
        f"the judge itself failed: {in_words(error)}",
        note=f"an error of the judge; its traceback is kept in {KEPT}",
        help="run the same command again; if it stays so, report it with the traceback",
        verdict=Verdict.JE,
        traceback=trace_of(error),
    )


def ends_all(error: Exception) -> bool:
    """Say whether the next submission would meet the same: the store failed, or the disk is full."""
    if isinstance(error, JudgeError) and error.code in _STORE:
        return True
    if type(error).__module__ == "sqlite3":
        return True
    chain = (error, error.__cause__)
    return any(isinstance(one, OSError) and one.errno in _FULL for one in chain)


def in_words(error: Exception) -> str:
    """Return the kind of an exception and the first line of its text, as text that UTF-8 can hold."""
    try:
        said = str(error)
    except Exception:  # an exception that can't say what it is must not break the fence
        said = ""
    first = said.splitlines()[0][:300] if said else ""
    return _plain(": ".join(filter(None, (type(error).__name__, first))))


def trace_of(error: Exception) -> str:
    """Return the traceback, of a long one its beginning and its end."""
    try:
        text = "".join(traceback.format_exception(error))
    except Exception:  # no memory or no stack left, even for that
        text = f"{type(error).__name__}, and its traceback could not be written"
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]}\n...\n{text[-_LONGEST // 2 :]}"
    return _plain(text)


def keep_trace(error: Exception) -> str:
    """Write the traceback of an error that belongs to no judgement into a file of its own; return its name."""
    handle, name = tempfile.mkstemp(prefix="judge-crash-", suffix=".txt")
    os.close(handle)
    Path(name).write_text(trace_of(error), encoding="utf-8")
    return name


def _plain(text: str) -> str:
    return text.encode(errors="backslashreplace").decode()

"""The fence around one submission: what the judge itself does wrong on it is that one's JE, and the rest goes on.

    try:
        ...one submission, or one run of it...
    except Exception as error:
        finding = fault_of(error)

The traceback is kept in the finding, and so in the store and in every JSON. Ctrl-C passes, and so does what a next
submission would meet as well: a store that fails, a disk that is full.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from judge.errors import FULL, JudgeError, in_words, trace_of
from judge.model.verdict import Finding, Verdict

KEPT = ".judge/store.db (grade, submit), .judge/last-run.json (run) and in what --json writes"
_STORE = ("E351", "E352", "E353", "E354", "E355")


def fault_of(error: Exception) -> Finding:
    """Return the JE that an exception is. One that is not about a single submission is raised again."""
    if _ends_all(error):
        raise error
    if isinstance(error, JudgeError):
        found = Finding(error.code, error.message, note=error.note, help=error.help, verdict=Verdict.JE)
        return msgspec.structs.replace(found, command=error.command or UNSET)
    return Finding(
        "E304",
        f"the judge itself failed: {in_words(error)}",
        note=f"an error of the judge; its traceback is kept in {KEPT}",
        help="do the same again; if it stays so, report it with the traceback",
        verdict=Verdict.JE,
        traceback=trace_of(error),
    )


def _ends_all(error: Exception) -> bool:
    """Say whether the next submission would meet the same: the store failed, or the disk is full."""
    if isinstance(error, JudgeError) and error.code in _STORE:
        return True
    if type(error).__module__ == "sqlite3":
        return True
    chain = (error, error.__cause__)
    return any(isinstance(one, OSError) and one.errno in FULL for one in chain)

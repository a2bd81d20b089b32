"""Look for an index out of bounds: a case on which a kernel crashed, or an answer was wrong, is run once more, with
every index checked.

A kernel reads and writes beyond the end of an array without a word. Often it crashes only later and elsewhere, or it
returns a wrong answer. The first run decides; this one adds the line, and its times count nowhere.
"""

from __future__ import annotations

import signal

import msgspec

from judge.errors import JudgeError
from judge.executors.call import read_raised
from judge.executors.request import Request, ask
from judge.executors.verdict import ending
from judge.model import Finding, Verdict
from judge.sandbox import Facts, Sandbox, protocol
from judge.submissions import Source

CRASHES = (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGILL)
LOOKS = 3  # cases of one submission that each worker runs once more
_SAYS = "index is out of bounds"  # numba, of an index that it checks; Python and numpy say more


class Looks(msgspec.Struct):
    """What was found on which case of a submission, if anything: nobody looks at a case twice.

    `distrusts` its kept kernels: a case ended better without them. After `genuine` crashes that came again without
    them, they are trusted.
    """

    found: dict[str, Finding | None] = {}
    distrusts: bool = False
    genuine: int = 0

    def wants_fresh(self) -> bool:
        """Say whether a crash is to be looked at without kept kernels."""
        return self.genuine < LOOKS

    def note_fresh(self, *, crashed: bool) -> None:
        """Take note of how a case ended without them."""
        self.genuine += crashed
        self.distrusts = self.distrusts or not crashed


def crashed(facts: Facts) -> bool:
    """Say whether compiled code has ended the process."""
    return facts.status is not None and -facts.status in CRASHES


def why_crashed(sandbox: Sandbox, request: Request, facts: Facts, source: Source, looks: Looks) -> Finding | None:
    """Return the index that is out of bounds in a kernel; None where it did not crash in one, or none is found."""
    found = _found(sandbox, request, source, looks) if crashed(facts) else None
    if found is None:
        return None
    note = f"the process ended {ending(facts.status)}; this is from a second run, with NUMBA_BOUNDSCHECK=1"
    return msgspec.structs.replace(found, note=note)


def why_wrong(sandbox: Sandbox, request: Request, source: Source, looks: Looks) -> str:
    """Return a note on the index that is out of bounds in a kernel, for a case whose answer is wrong; empty where none
    is found in time."""
    kernels = b"numba" in source.data
    found = _found(sandbox, msgspec.structs.replace(request, quick=True), source, looks) if kernels else None
    if found is None:
        return ""
    line = found.excerpt.text.strip() if found.excerpt else ""
    said = f"a second run, with NUMBA_BOUNDSCHECK=1, found that {found.message} ({found.code}); that may be the reason:"
    return f"{said}\n  {found.where}:  {line}".rstrip()


def _found(sandbox: Sandbox, request: Request, source: Source, looks: Looks) -> Finding | None:
    """Return what is known of this case, or what a look at it finds where there is one left."""
    if request.case not in looks.found and len(looks.found) < LOOKS:
        looks.found[request.case] = _look(sandbox, request, source)
    return looks.found.get(request.case)


def _look(sandbox: Sandbox, request: Request, source: Source) -> Finding | None:
    try:
        seen = ask(sandbox, request.fresh(checked=True))
    except JudgeError:
        return None
    raised = read_raised(seen.facts.frame)
    if not seen.ready or seen.facts.frame[:1] != protocol.RAISED:
        return None
    if raised.kind == "StackOverflow":
        from judge.executors.diagnosis import why_raised

        return why_raised(raised, source, request.limits)
    if raised.kind != "IndexError" or raised.says != _SAYS or raised.line <= 0:
        return None
    finding = Finding(
        "E228",
        "an index is out of bounds in a kernel",
        help="test it before:  0 <= row < n and 0 <= column < n",
        verdict=Verdict.RTE,
    )
    return finding.at(_place(source, raised.line) or raised.place(source))


def _place(source: Source, line: int) -> Finding.Excerpt | None:
    return source.marked(line, "subscript")

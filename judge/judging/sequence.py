"""The sequence in which the cases of a problem are run: that of hidden cases is drawn for each run.

A submission can number its runs, and remember in the kernel what an earlier one has met (`judge help sandbox`). It must
not know which case a number stands for. So the hidden cases change places among each other, those of all groups alike;
cases that students may see keep theirs. Where larger cases of a group are left out after time-outs, the hidden cases of
each group go from small to large: what is left out then depends on the submission, not on the draw. There the draw
decides which group is next, and the sequence of cases of one size.

The seed is kept with what was judged, and draws the same sequence again: each case has its place by a digest of seed,
group and name, so a choice of the cases keeps their sequence. Reports keep the sequence of the package.
"""

from __future__ import annotations

import secrets
from collections import defaultdict, deque
from hashlib import sha256

from judge.model import Case, Problem

AS_PACKAGED = ""  # the seed of the sequence that the package has


def new_seed() -> str:
    """Draw a seed from the randomness of the operating system."""
    return secrets.token_hex(8)


def sequence(problem: Problem, seed: str, *, spared: bool) -> tuple[Case, ...]:
    """Return all cases as they are run; `spared` says that larger ones may be left out."""
    if seed == AS_PACKAGED:
        return problem.cases
    hidden = [case for case in problem.cases if not problem.shows(case.group)]
    drawn = sorted(hidden, key=lambda case: sha256(f"{seed}/{case.group}/{case.name}".encode()).digest())
    if spared:
        drawn = _refilled(drawn, sorted(drawn, key=lambda case: case.board.n))
    places = iter(drawn)
    return tuple(case if problem.shows(case.group) else next(places) for case in problem.cases)


def _refilled(drawn: list[Case], ordered: list[Case]) -> list[Case]:
    """Return the cases with those of each group as `ordered`, in the places that the group has drawn."""
    groups = defaultdict[str, deque[Case]](deque)
    for case in ordered:
        groups[case.group].append(case)
    return [groups[case.group].popleft() for case in drawn]

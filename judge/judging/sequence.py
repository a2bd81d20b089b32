"""The sequence in which the cases of a problem are run: that of hidden cases is drawn for each run.

A submission can number its runs, and remember in the kernel what an earlier one has met (`judge help sandbox`). It must
not know which case a number stands for. So the hidden cases change places among each other, those of all groups alike;
cases that students may see keep theirs. Where larger cases of a group are left out after time-outs, the hidden cases of
each group go from small to large: what is left out then depends on the submission, not on the draw. There the draw
decides which group is next, and the sequence of cases of one size.

The seed is kept with what was judged, and draws the same sequence again: each case has its place by a digest of seed,
group and name, so a choice of the cases keeps their sequence. Reports keep the sequence of the package, and a batch has
its cases as the package has them.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import defaultdict

from judge.model import Case, Problem
from judge.model.classroom import shown_whole

AS_PACKAGED = ""  # the seed of the sequence that the package has


def new_seed() -> str:
    """Draw a seed from the randomness of the operating system."""
    return secrets.token_hex(8)


def sequence(problem: Problem, seed: str, *, by_size: bool) -> tuple[Case, ...]:
    """Return all cases as they are run; with `by_size` the hidden ones of each group from small to large."""
    if seed == AS_PACKAGED:
        return problem.cases
    hidden = [case for case in problem.cases if not shown_whole(problem, case.group)]
    drawn = sorted(hidden, key=lambda case: _digest(seed, case))
    places = iter(_by_size(drawn) if by_size else drawn)
    return tuple(case if shown_whole(problem, case.group) else next(places) for case in problem.cases)


def _by_size(drawn: list[Case]) -> list[Case]:
    """Return the cases with those of each group from small to large, in the places that the group has drawn."""
    groups = defaultdict[str, list[Case]](list)
    for case in sorted(drawn, key=lambda case: case.board.n):
        groups[case.group].append(case)
    smallest_first = {name: iter(cases) for name, cases in groups.items()}
    return [next(smallest_first[case.group]) for case in drawn]


def _digest(seed: str, case: Case) -> bytes:
    return hashlib.sha256(f"{seed}/{case.group}/{case.name}".encode()).digest()

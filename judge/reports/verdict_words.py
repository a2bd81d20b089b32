"""The words of a verdict: whether its author expected it, and where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Self

import msgspec

from judge.errors import codes, verdicts
from judge.model import Verdict
from judge.text import clean_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from judge.model import Judgement, Overview, Run

NOT_RUN = "not run after two time-outs"
QUIETER = "--repeat  or a quieter machine"  # what helps against disturbed runs


class Kind(msgspec.Struct, frozen=True):
    """What a mark stands for: a verdict, or that a case was not run; and what is to be said with it: `so far`,
    `expected`, `(expected TLE)`. What is `as_expected` is nothing to look at."""

    verdict: Verdict
    not_run: bool = False
    note: str = ""
    as_expected: bool = False

    def __str__(self) -> str:
        """Return the words beside the mark, as in `TLE expected`."""
        return f"{self.word} {self.note}".rstrip()

    @property
    def word(self) -> str:
        """Return the first of them."""
        return "not run" if self.not_run else str(self.verdict)

    @classmethod
    def of(cls, one: Run | Overview.Tried) -> Self:
        """Return what stands for a case."""
        return cls(one.verdict, one.not_run)

    @property
    def said(self) -> str:
        """Return what it means, for who hears it."""
        return NOT_RUN if self.not_run else verdicts()[self.verdict].title

    @property
    def words(self) -> str:
        """Return what it means, for a legend: `accepted (AC)`."""
        return NOT_RUN if self.not_run else f"{self.said} ({self.verdict})"

    @property
    def brief(self) -> str:
        """Return the same where there is little room."""
        return NOT_RUN if self.not_run else str(self.verdict)


class Sign(msgspec.Struct, frozen=True):
    """Another sign, one of _SIGNS, beside cases or students, and what it means."""

    sign: str

    @property
    def words(self) -> str:
        """Return what it means."""
        return _SIGNS[self.sign]

    brief = words


_SIGNS: Final = {"limit": "time limit", "median": "median of the class", "*": "points by hand"}


def legend(shown: Iterable[Kind | Sign]) -> tuple[Kind | Sign, ...]:
    """Return the signs of what is shown, each once: verdicts in their order, then what was not run, then the others.
    What they mean they say themselves."""
    seen = set(shown)
    order = (*map(Kind, Verdict), Kind(Verdict.TLE, not_run=True), *map(Sign, _SIGNS))
    return tuple(one for one in order if one in seen)


def verdict_words(judgement: Judgement, *, so_far: bool = False) -> Kind:
    """Return the verdict; if it was declared and is not AC, that; if it was not declared, what was. Before the end of a
    run no verdict AC is final, so it is as expected whatever was declared."""
    verdict = judgement.verdict
    if so_far and verdict is Verdict.AC:
        note, as_expected = "so far", True
    elif judgement.skipped:
        note, as_expected = "skipped", True
    elif judgement.as_expected:
        note, as_expected = "" if verdict is Verdict.AC else "expected", True
    else:
        declared = " or ".join(str(one) for one in judgement.submission.expected)
        note, as_expected = f"(expected {declared})" if declared != Verdict.AC else "", False
    return Kind(verdict, note=note, as_expected=as_expected)


def solved_cases(judgement: Judgement) -> int:
    """Return how many cases are right."""
    return sum(run.verdict is Verdict.AC for run in judgement.runs)


def title_of(code: str) -> str:
    """Return what a code says of every case alike."""
    row = codes().get(code)
    return row.title if row else "not accepted"


def first_fault(judgement: Judgement) -> str:
    """Return where the verdict comes from; empty where every case is right."""
    if judgement.prepare.verdict is not Verdict.AC:
        return f"while compiling: {clean_line(judgement.prepare.message)}"
    for run in judgement.runs:
        if run.verdict is judgement.verdict and run.verdict is not Verdict.AC:
            return f"on {clean_line(f'{run.group}/{run.case}')}" + (f" ({run.code})" if run.code else "")
    return ""

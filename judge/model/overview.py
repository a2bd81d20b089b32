"""A class at a glance, as the instructor sees it: computed once in classroom/overview.py, and shown in several ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile
from typing import ClassVar

import msgspec

from judge.model.classroom import Graded, Mark, Student
from judge.model.judgement import Judgement
from judge.model.verdict import Verdict

_SEVERAL = "something is not clear"  # of which each has words of its own
_Found = tuple[str, tuple[str, str], tuple[str, str]]  # as Overview.Reason.grouped takes it


class Overview(msgspec.Struct, frozen=True):
    """A class on one problem. `disturbed` are students with the number of their runs that other work disturbed."""

    class Tried(msgspec.Struct, frozen=True):
        """What came of one student on one case."""

        verdict: Verdict
        not_run: bool = False
        cpu_s: float | None = None
        disturbed: bool = False

    class CaseFacts(msgspec.Struct, frozen=True):
        """How one case went: of how many students it was tried, the judge's own failures apart; and the median time of
        those who solved it, None where nobody did."""

        group: str
        name: str
        tried: int = 0
        solved: int = 0
        median_s: float | None = None

        @property
        def path(self) -> str:
            """Return group and name."""
            return f"{self.group}/{self.name}"

        @property
        def rate(self) -> float:
            """Return the part of the students who solved it."""
            return self.solved / self.tried if self.tried else 0.0

    class Bin(msgspec.Struct, frozen=True):
        """How many students have points from `low` to below `high`; where both are the same, just these points. `last`
        says that `high` belongs to it."""

        VALUES: ClassVar = 12  # so many different points have a bar each
        BARS: ClassVar = 10

        low: float
        high: float
        count: int
        last: bool = False

        @classmethod
        def of(cls, points: Sequence[float], most: float) -> tuple[Overview.Bin, ...]:
            """Return a bar for each value where there are few, else ten of equal width from 0 to the most, and one for
            all that is above, which are bonuses."""
            if len(counts := Counter(points)) <= cls.VALUES:
                return tuple(cls(value, value, counts[value]) for value in sorted(counts))
            most = most or max(points)
            edges = [most * at / cls.BARS for at in range(cls.BARS + 1)]
            pairs = list(pairwise(edges))
            found = [cls(low, high, sum(low <= one < high for one in points)) for low, high in pairs[:-1]]
            low, high = pairs[-1]
            found.append(cls(low, high, sum(low <= one <= high for one in points), last=True))
            if above := [one for one in points if one > most]:
                found.append(cls(most, max(above), len(above), last=True))
            return tuple(found)

    class Near(msgspec.Struct, frozen=True):
        """A run that nearly met a limit, or just missed it: the part of the time or memory that it used."""

        student: Student
        case: str
        limit: str  # "time" or "memory"
        share: float
        verdict: Verdict

    class Reason(msgspec.Struct, frozen=True):
        """Why something is not graded, what to do about it, also in a terminal, and whom or what it is about, each with
        words of its own."""

        what: str
        help: str
        about: tuple[tuple[str, str], ...]
        command: str = ""

        @classmethod
        def grouped(cls, found: Iterable[_Found]) -> tuple[Overview.Reason, ...]:
            """Put together what is mended in the same way, the most frequent first. Where their reasons differ, each
            keeps what it has of its own. Of each it is given what it is, help and command, and about whom it is with
            their own words."""
            groups: dict[tuple[object, ...], list[_Found]] = {}
            for one in found:
                groups.setdefault(one[1] if one[2][1] else one[:2], []).append(one)
            return tuple(sorted(map(cls._of, groups.values()), key=lambda one: -len(one.about)))

        @classmethod
        def _of(cls, group: Sequence[_Found]) -> Overview.Reason:
            """Return the reason of a group: the words that all of them begin with, then what each has of its own."""
            columns = zip(*(what.split(" ") for what, _, _ in group), strict=False)
            head = " ".join(words[0] for words in takewhile(lambda words: len(set(words)) == 1, columns))
            about = tuple((who, own.removeprefix(head).strip(":; ")) for _, _, (who, own) in group)
            unfinished = any(what != head for what, _, _ in group) and head and not head.endswith(":")
            todo, command = group[0][1]
            return cls((head.rstrip(":") or _SEVERAL) + " ..." * bool(unfinished), todo, about, command)

    class Line(Graded, frozen=True, kw_only=True):
        """A row of the gradebook: `tried` has an item for each case of the overview, None where there is nothing."""

        tried: tuple[Overview.Tried | None, ...]

        @property
        def solved(self) -> int:
            """Count the cases that it passes."""
            return sum(one is not None and one.verdict is Verdict.AC for one in self.tried)

    title: str
    problem: str  # as `--problem` takes it
    cases: tuple[CaseFacts, ...]
    lines: tuple[Line, ...]
    bins: tuple[Bin, ...] = ()
    near: tuple[Near, ...] = ()
    disturbed: tuple[tuple[Student, int], ...] = ()
    disturbance: Judgement.Disturbance = Judgement.Disturbance()
    unmatched: tuple[Reason, ...] = ()
    ungraded: tuple[Reason, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def counting(self) -> tuple[Overview.Line, ...]:
        """Return the students who are in the figures: all but the excused ones."""
        return tuple(line for line in self.lines if not line.excused)

    @property
    def points(self) -> tuple[float, ...]:
        """Return the points of all who have some, in order."""
        return tuple(sorted(line.points for line in self.counting if line.points is not None))

    @property
    def most(self) -> float:
        """Return what can be had, without a bonus."""
        return max((line.max_points for line in self.lines), default=0.0)

"""What a class was asked to hand in, as far as it helps to find the file that is run, and when it was handed in."""

from __future__ import annotations

from datetime import tzinfo
from zoneinfo import ZoneInfo

import msgspec

from judge.model import AttemptRule, Problem, Programs
from judge.model.programs import UNSAID


class Assignment(msgspec.Struct, frozen=True):
    """What was asked for: `main`, the file that is run, "" where any name will do; the name of the package, and what it
    says of programs and of several attempts. `zone` is where a clock is that tells no zone, None for this host's."""

    main: str = ""
    name: str = ""
    programs: Programs = UNSAID
    attempt: AttemptRule = "newest"
    zone: tzinfo | None = None

    @classmethod
    def of(cls, problem: Problem, main: str = "") -> Assignment:
        """Return what was asked for with a problem; `main` is asked for instead of what the package says.

        The LMS is at the place that the deadline names, such as Europe/Berlin. An offset alone names no place.
        """
        there = problem.deadline.due.tzinfo if problem.deadline else None
        zone = there if isinstance(there, ZoneInfo) else None
        return cls(main or problem.main, problem.name, problem.programs, problem.attempt, zone)


ANYTHING = Assignment()

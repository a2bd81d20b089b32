"""What a class was asked to hand in, as far as it helps to find the file that is run."""

from __future__ import annotations

import msgspec

from judge.model import Problem, Programs
from judge.model.programs import UNSAID


class Assignment(msgspec.Struct, frozen=True):
    """What was asked for: `main`, the file that is run, "" where any name will do; the name of the package, and what it
    says of programs."""

    main: str = ""
    name: str = ""
    programs: Programs = UNSAID

    @classmethod
    def of(cls, problem: Problem, main: str = "") -> Assignment:
        """Return what was asked for with a problem; `main` is asked for instead of what the package says."""
        return cls(main or problem.main, problem.name, problem.programs)


ANYTHING = Assignment()

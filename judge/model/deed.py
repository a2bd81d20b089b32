"""Who did what: a line of the audit log, a date that was changed by hand, and a word about a contest. Frozen."""

from __future__ import annotations

from typing import Literal

import msgspec


class Deed(msgspec.Struct, frozen=True):
    """A line of the audit log: `what` is a word such as "regrade applied", `about` whom, `words` the rest."""

    at_s: float
    author: str
    what: str
    about: str = ""
    problem: str = ""
    words: str = ""


class Term(msgspec.Struct, frozen=True):
    """When a homework is due, as somebody typed it; empty words say nothing. Of one student, `extension` alone."""

    deadline: str = ""
    grace: str = ""
    late_penalty: str = ""
    extension: str = ""


ContestWord = Literal["start", "freeze", "unfreeze", "reveal", "hide"]


class ContestMoment(msgspec.Struct, frozen=True):
    """What a host said about a contest, and when: it starts or freezes then, or its result is for everybody."""

    word: ContestWord
    at_s: float
    author: str

"""What a problem tells those who solve it, beside what it is judged by. Frozen."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from judge.model.reference import Reference


class About(msgspec.Struct, frozen=True):
    """What a page tells beside the problem itself: how it was `called`, the `statement` as Markdown, the `head` of the
    function to write, its `task`."""

    called: str
    statement: str
    head: str
    task: str
    reference: Reference | None = None
    answers: Mapping[str, str] = {}  # of samples, by group and name, where an answer is said and no arrangement shown
    elsewhere: str = ""  # the path in the package of a statement that is no Markdown, where there is no other

"""The nouns of `judge similar`: what was compared, and which are more alike than the class is. No verdict is one."""

from __future__ import annotations

import msgspec


class Similarities(msgspec.Struct, frozen=True):
    """What `judge similar` found in a class. `median` is the share of a usual pair, None where there is none;
    `left_out` says who was not compared, and why."""

    class Work(msgspec.Struct, frozen=True):
        """One submission that was compared: the students who handed it in, by id, and its sources as text by path.

        `past` is the name of the earlier class that it is from; empty for one of this class."""

        students: tuple[str, ...]
        files: tuple[tuple[str, str], ...]
        past: str = ""
        group: str = ""

        @property
        def name(self) -> str:
            """Return what it is called in a report."""
            return ", ".join(self.students) + (f" ({self.past})" if self.past else "")

    class Span(msgspec.Struct, frozen=True):
        """A stretch of one file of a work: characters from `start` up to `end`."""

        file: int
        start: int
        end: int

    class Part(msgspec.Struct, frozen=True):
        """A stretch that two works have in common, names apart; `tokens` long."""

        left: Similarities.Span
        right: Similarities.Span
        tokens: int

    class Pair(msgspec.Struct, frozen=True):
        """Two works that are more alike than the background of both: `share` is above `limit`. Works are by number."""

        left: int
        right: int
        share: float
        limit: float
        parts: tuple[Similarities.Part, ...] = ()

    class Circle(msgspec.Struct, frozen=True):
        """Works that pairs join, each named once. Of its `pairs`, the closest first, `shown` join all of them."""

        works: tuple[int, ...]
        pairs: tuple[Similarities.Pair, ...]
        shown: tuple[Similarities.Pair, ...]

    title: str
    works: tuple[Work, ...]
    circles: tuple[Circle, ...]
    compared: int = 0  # works of this class
    past: int = 0  # works of earlier ones
    median: float | None = None
    left_out: tuple[tuple[str, str], ...] = ()

"""Why a submission can't be judged, as an error: raised wherever that is found, and caught where a Member is made."""

from __future__ import annotations

from collections.abc import Iterable

from judge.model.classroom import Doubt

_NAMED = 5  # of a list of files, in a sentence


class UnclearError(Exception):
    """Why nothing in a pile can be judged."""

    def __init__(self, where: str, what: str, repair: str) -> None:
        super().__init__(what)
        self.doubt = Doubt(where, what, repair)


def listed(paths: Iterable[str]) -> str:
    """Return the first of these files, and how many more there are."""
    names = sorted(paths)
    rest = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")

"""Text of strangers in a plot: in one line, not too long."""

from __future__ import annotations

from judge.model import Judgement
from judge.reports.sanitize import clean_line

_NAME = 40  # characters: what is said behind a name must not be cut off with it


def name_of(judgement: Judgement) -> str:
    """Return the name of a submission, cut where it is very long."""
    return clean_line(judgement.submission.name, _NAME)

"""Which files of what was handed in might be the one that is run: what somebody is asked where that is not clear."""

from __future__ import annotations

from judge.classroom.exports import Pile
from judge.classroom.files.nested import opened
from judge.classroom.homework.unclear import UnclearError
from judge.submissions.languages import is_source
from judge.submissions.notebook import is_notebook

_MOST = 40  # that anybody would choose from


def choices_in(pile: Pile) -> tuple[str, ...]:
    """Return the paths of its sources and notebooks; of a zip, those in it. None of what can't be opened."""
    try:
        found, _ = opened(pile)
    except UnclearError:
        return ()
    paths = [path for path, file in found.files.items() if not file.fault]
    return tuple(sorted(path for path in paths if is_source(path) or is_notebook(path))[:_MOST])

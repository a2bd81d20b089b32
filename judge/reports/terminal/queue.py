"""Where a submission stands in the queue of a site, as a line."""

from __future__ import annotations

from rich.text import Text

from judge.reports.sanitize import clean_line
from judge.text import counted


def queue_line(ahead: int, wait_s: float | None, why: str = "") -> Text:
    """Return how many are ahead, and about how long that takes; or why it waits to be tried again."""
    if why:
        return Text(f"the judge has failed on it, and tries again later: {clean_line(why)}", "yellow")
    text = Text(f"{counted(ahead, 'submission')} ahead of yours" if ahead else "yours is next", "dim")
    if wait_s is not None and wait_s >= 1:
        text.append(f"; it begins in about {_about(wait_s)}")
    return text


def _about(wait_s: float) -> str:
    """Return an estimate, no finer than it is."""
    return f"{wait_s:.0f} s" if wait_s < 100 else f"{wait_s / 60:.0f} min"

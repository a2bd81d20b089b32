"""Where a submission stands in the queue of a site, in words."""

from __future__ import annotations

import pytest

from judge.reports.terminal.queue import queue_line


@pytest.mark.parametrize(
    ("ahead", "wait_s", "said"),
    [
        (0, None, "yours is next"),
        (0, 0.4, "yours is next"),
        (1, 12.4, "1 submission ahead of yours; it begins in about 12 s"),
        (30, 1800.0, "30 submissions ahead of yours; it begins in about 30 min"),
    ],
)
def test_how_many_are_ahead(ahead: int, wait_s: float | None, said: str) -> None:
    assert queue_line(ahead, wait_s).plain == said

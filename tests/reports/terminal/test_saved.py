"""The list of runs that are kept."""

from __future__ import annotations

from judge.reports.terminal.saved import saved_lines
from judge.store.saved import SavedRun


def test_a_line_for_each_run() -> None:
    runs = [SavedRun("before-42", 1e9, 2, ("queens", "spies")), SavedRun("main", 1e9, 0, ()), SavedRun("bad", 1e9)]
    first, second, third = saved_lines(runs).plain.splitlines()
    assert first.startswith("before-42  2001-09-")
    assert first.endswith("  2 submissions on queens, spies")
    assert second.startswith("main       2001-09-")
    assert second.endswith("  0 submissions on nothing")
    assert third.endswith("  can't be read")


def test_without_any_it_says_how_to_keep_one() -> None:
    assert "judge run mine.py --save NAME" in saved_lines([]).plain

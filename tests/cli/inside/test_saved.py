"""The list of saved runs: name, time and size of each, or how to keep one."""

from __future__ import annotations

import re

from judge.cli.diff import _saved_lines
from judge.store import SavedRun

THEN_S = 1_000_036_800.0  # noon in Greenwich


def test_each_run_that_is_kept_has_a_line() -> None:
    runs = [
        SavedRun("before-42", THEN_S, 2, ("queens", "spies")),
        SavedRun("名", THEN_S, 0, ()),
        SavedRun("bad", THEN_S),
    ]
    lines = re.sub(r"  2001-09-\d\d \d\d:\d\d  ", "|", _saved_lines(runs)).splitlines()
    assert lines == [
        "before-42|2 submissions on queens, spies",
        "名        |0 submissions on nothing",
        "bad      |can't be read",
    ]
    assert "judge run mine.py --save NAME" in _saved_lines([])

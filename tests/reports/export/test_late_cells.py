"""The cells of a gradebook about time."""

from __future__ import annotations

import msgspec

from judge.model.deadline import Lateness
from judge.reports.export.gradebook import PLAIN, gradebook, gradebook_json, late_cells
from tests.reports.export.graded import everybody, problem
from tests.reports.export.test_gradebook import table


def test_a_time_a_length_and_points_or_nothing() -> None:
    one = everybody()[0]
    assert late_cells(one) == ["", "", ""]
    assert late_cells(msgspec.structs.replace(one, lateness=Lateness(1e9, 0))) == ["2001-09-09T01:46:40Z", "", ""]
    late = msgspec.structs.replace(one, lateness=Lateness(1e9, 90061, 1 / 3))
    assert late_cells(late) == ["2001-09-09T01:46:40Z", "1 day 1 h", "0.33"]
    head, row = table(gradebook([late]))
    assert head == list(PLAIN)
    assert row[-3:] == late_cells(late)
    [student] = gradebook_json([late], problem())["students"]
    assert student["lateness"] == {"handed_in_s": 1e9, "late_s": 90061, "off": 1 / 3}

"""A verdict as a mark: told by its shape, its letter, its colour, and in words."""

from __future__ import annotations

import re

from judge.model import Verdict
from judge.reports.page.marks import mark


def test_every_verdict_has_a_shape_of_its_own() -> None:
    shapes = {re.findall(r' d="([^"]*)"', mark(verdict))[0] for verdict in Verdict if verdict is not Verdict.JE}
    assert len(shapes) == len(Verdict) - 1


def test_letters_are_the_verdicts_and_what_is_right_has_a_check() -> None:
    letters = {verdict: re.findall(r">([^<]+)</text>", mark(verdict)) for verdict in Verdict}
    assert letters.pop(Verdict.AC) == []
    assert letters == {verdict: [str(verdict)[0]] for verdict in letters}
    assert "check" in mark(Verdict.AC)
    assert "check" not in mark(Verdict.WA)


def test_what_was_not_run_is_no_time_out() -> None:
    assert "not-run" in mark(Verdict.TLE, not_run=True)
    assert "\N{EN DASH}" in mark(Verdict.TLE, not_run=True)
    assert "not-run" not in mark(Verdict.TLE)


def test_a_screen_reader_says_it_or_leaves_it_out() -> None:
    said = mark(Verdict.WA, said='case "a": wrong')
    assert 'role="img"' in said
    assert 'aria-label="case &quot;a&quot;: wrong"' in said
    assert 'aria-hidden="true"' in mark(Verdict.WA)

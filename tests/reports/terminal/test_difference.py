"""The comparison of two judgements, in words; and the same as JSON."""

from __future__ import annotations

import io
import json

import msgspec
import pytest
from rich.cells import cell_len

from judge.model import Interval
from judge.reports.export.diff_json import diff_json
from judge.reports.terminal.console import CleanConsole
from judge.reports.terminal.difference import DiffView, difference_report, within
from judge.scoring.difference import Difference, Terms, difference
from tests.scoring.made import AC, CE, JE, TLE, WA
from tests.scoring.test_difference import judged, noisy

VIEW = DiffView("main", "mine")
SLOWER = difference(noisy([0.1, 0.5, 1.0], 1, 0.005), noisy([0.2, 1.0, 2.0], 2, 0.005), Terms())
SAME = difference(noisy([0.1, 0.5, 1.0], 1, 0.005), noisy([0.1, 0.5, 1.0], 2, 0.005), Terms())


def shown(*found: Difference, view: DiffView = VIEW, width: int = 80) -> str:
    out = io.StringIO()
    CleanConsole(file=out, width=width).print(difference_report(found, view))
    return out.getvalue()


def test_what_is_slower_is_said_case_by_case_and_for_the_sum() -> None:
    text = shown(SLOWER)
    lines = text.splitlines()
    assert lines[1] == "mine   pkg, 3 cases, CPU time"
    assert lines[2].split() == ["case", "main", "mine", "ratio"]
    assert all(line.endswith("slower") for line in lines[3:6])
    assert "sum of the cases that both solve: 2.0" in text
    assert "slower beyond noise: 3, faster: 0, can't be told apart: 0" in text
    assert lines[-1] == "a verdict is worse, or a time longer by more than 5 % beyond noise"


def test_what_is_alike_is_said_to_be() -> None:
    text = shown(SAME)
    assert "can't be told apart: 3" in text
    assert "slower\n" not in text
    assert text.splitlines()[-1] == "no verdict is worse, and no time longer by more than 5 % beyond noise"


def test_verdicts_come_first_and_count() -> None:
    before = judged({"a": [0.1] * 5, "b": AC, "c": WA, "d": WA, "e": AC})
    after = judged({"a": [0.1] * 5, "b": TLE, "c": AC, "d": TLE, "e": AC})
    lines = shown(difference(before, after, Terms())).splitlines()
    rows = [line.split() for line in lines[3:8]]
    assert [(row[0], row[-1]) for row in rows[:3]] == [
        ("secret/b", "worse"),
        ("secret/c", "better"),
        ("secret/d", "verdict"),
    ]
    assert "TLE" in rows[0]
    assert "verdicts: 1 worse, 1 better" in lines


def test_one_time_each_says_how_to_measure_noise() -> None:
    text = shown(difference(judged({"a": [0.1]}), judged({"a": [0.3]}), Terms()))
    assert "one time of each case says nothing of noise: measure with --repeat 5" in text
    assert "3.00x" in text


def test_many_cases_are_cut_and_none_that_changed() -> None:
    times = {f"c{at}": [0.1 + at / 1000] * 5 for at in range(30)}
    same = shown(difference(judged(times), judged(times), Terms()))
    assert "and 10 cases more without a change" in same
    assert same.count("secret/") == 20
    changed = shown(difference(judged(times), judged(dict.fromkeys(times, WA)), Terms()))
    assert changed.count("secret/") == 30


def test_cases_of_one_alone_and_what_does_not_compile_are_said() -> None:
    text = shown(difference(judged({"a": AC, "b": AC}), judged({"a": AC, "c": AC}), Terms()))
    assert "only in main: 1 case\nonly in mine: 1 case" in text
    assert "mine does not compile" in shown(difference(judged({"a": AC}), judged({}, prepare=CE), Terms()))


def test_an_error_of_the_judge_is_nobodys_speed() -> None:
    text = shown(difference(judged({"a": AC}), judged({"a": JE}), Terms()))
    assert text.splitlines()[-1] == "the judge itself failed on a case: judge it again"


def test_wall_time_is_named() -> None:
    assert shown(SAME, view=msgspec.structs.replace(VIEW, clock="wall")).splitlines()[1].endswith("wall time")


@pytest.mark.parametrize("name", ["a" * 70, "名" * 40, "\x1b[31mred\x1b[0m", "two\nlines"])
def test_names_style_nothing_and_fit(name: str) -> None:
    before, after = judged({name: [0.1] * 5}, name, name), judged({name: [0.3] * 5}, f"{name}2", name)
    text = shown(difference(before, after, Terms()), view=DiffView(name, name))
    assert "\x1b" not in text
    table = [line for line in text.splitlines() if line.startswith("secret/")]
    assert len(table) == 1
    assert table[0].endswith("slower")
    assert all(cell_len(line) <= 80 for line in text.splitlines())


@pytest.mark.parametrize(
    ("interval", "said"),
    [
        (Interval(1.29, 1.32, 1.35), "1.32x ±3 %"),
        (Interval(1.0, 1.0, 1.0), "1.00x ±0 %"),
        (Interval(0.5, 1.0, 1.1), "1.00x ±>99 %"),
        (Interval(0.001, 1.0, 1000.0), "1.00x ±>99 %"),
    ],
)
def test_an_interval_is_as_wide_as_its_wider_side(interval: Interval, said: str) -> None:
    assert within(interval) == said


def test_the_same_as_json() -> None:
    broken = difference(judged({"a": AC, "b": AC}, "old"), judged({"a": WA, "c": AC}, "new"), Terms())
    written = json.loads(msgspec.json.encode(diff_json([SLOWER, broken], "cpu", 0.05)))
    assert (written["schema"], written["clock"], written["fail_above"]) == ("judge.diff/1", "cpu", 0.05)
    slower, wrong = written["pairs"]
    assert slower["regressed"] is True
    assert slower["ratio"]["low"] < slower["ratio"]["value"] < slower["ratio"]["high"]
    assert {case["change"] for case in slower["cases"]} == {"slower"}
    assert wrong["before"] == {"name": "old", "sha256": "old", "verdict": "AC"}
    assert (wrong["gone"], wrong["new"], wrong["ratio"]) == (["secret/b"], ["secret/c"], None)
    [case] = wrong["cases"]
    assert (case["before"], case["after"], case["change"], case["ratio"]) == ("AC", "WA", "worse", None)

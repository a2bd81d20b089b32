"""Each board on which a FAIL is refuted is told once, with the arrangement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
from rich.console import Group

from judge.model import Judgement, Verdict
from judge.reports.terminal.contest import witness_lines
from judge.reports.terminal.plain import as_text
from tests.reports.export.graded import judgement


def made(name: str, *runs: Mapping[str, Any]) -> Judgement:
    """A judgement of four cases, whose last ones are changed."""
    one = judgement("AC AC AC AC", 0.0)
    kept = len(one.runs) - len(runs)
    changed = tuple(msgspec.structs.replace(run, **facts) for run, facts in zip(one.runs[kept:], runs, strict=True))
    submission = msgspec.structs.replace(one.submission, name=name)
    return msgspec.structs.replace(one, submission=submission, runs=(*one.runs[:kept], *changed))


def test_the_finder_the_others_and_the_package() -> None:
    width = 80
    board = np.eye(4, dtype=np.int8)
    wrong = {"verdict": Verdict.WA, "code": "E113", "found_by": "ada\x1b[2J"}
    rows = [
        made("lazy", wrong, wrong),
        made("ada\x1b[2J", {"board": board}, {"verdict": Verdict.JE, "code": "E301", "board": board}),
        made("late", {}, wrong),
    ]
    text = as_text(Group(*witness_lines(rows, width)), width)
    assert "\x1b" not in text
    lines = [line.rstrip() for line in text.splitlines()]
    assert lines[1].startswith("arrangements found here; each FAIL on these boards is wrong")
    first, second = (at for at, line in enumerate(lines) if "found by ada" in line)
    assert lines[first].endswith("FAIL was said by lazy")
    assert "FAIL was said by the package and by lazy, late" in " ".join(" ".join(lines[second : second + 2]).split())
    assert text.count("1 L . . .") == 2, "each arrangement once"
    assert max(map(len, lines)) <= width


def test_nothing_is_said_where_nobody_is_refuted() -> None:
    assert witness_lines([made("a"), made("b", {"verdict": Verdict.WA, "code": "E106"})]) == []


def test_many_wrong_keys_are_named_and_the_first_are_drawn() -> None:
    facts = {"verdict": Verdict.JE, "code": "E301", "board": np.eye(4, dtype=np.int8)}
    text = as_text(Group(*witness_lines([made("ada", *[facts] * 4)])), 100)
    assert (text.count("found by ada"), text.count("1 L . . .")) == (4, 3)

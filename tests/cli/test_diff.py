"""`judge diff` of two files: what is run, and what is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.judging import Contest
from tests.cli.handed_in import RIGHT, read_json
from tests.commands import Call


def test_two_files_are_run_side_by_side(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("right.py", "other.py"):
        Path(name).write_text(RIGHT.format(f"# {name}"))
    asked: list[int] = []
    made = Contest.__init__

    def noted(contest: Contest, sandboxes: Any, entries: Any, repeat: int = 1, **words: Any) -> None:
        asked.append(repeat)
        made(contest, sandboxes, entries, repeat, **words)

    monkeypatch.setattr(Contest, "__init__", noted)
    words = ("--fail-above", "1000%", "--case", "six", "--problem", "pkg")
    out = call.done("diff", "right.py", "other.py", "--json", "diff.json", *words)
    assert (asked, "right -> other   pkg, 1 case" in out) == ([5], True)
    [pair] = read_json("diff.json")["pairs"]
    assert [pair[side]["name"] for side in ("before", "after")] == ["right", "other"]

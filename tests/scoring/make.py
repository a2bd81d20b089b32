"""Times and rows of leaderboards for the tests of this folder."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from judge.model import Host, Instance, Judgement, Record
from judge.scoring import Leaderboard
from tests.make import judgement, problem


def written_rows(file: str, table: str) -> Any:
    """Return a table of a TOML file beside this one."""
    rows = tomllib.loads(Path(__file__).with_name(file).read_text(encoding="utf-8"))[table]
    assert rows
    return rows


def ranked(
    records: Sequence[Record], clock: Host.Clock = "cpu", algorithm: Instance.Algorithm | None = None
) -> list[Leaderboard.Row]:
    ground = Leaderboard.Ground("pkg", "package", "limits", clock)
    whole = Leaderboard(records[0].judgement.problem if records else problem(), ground)
    return [*whole.filled(records, algorithm).rows]


def name_of(row: Any) -> str:
    return str((row.judgement if hasattr(row, "judgement") else row).submission.name)


STEADY = (1.0, 1.001, 0.999, 1.0, 1.002, 1.0, 0.998, 1.0)  # rounds of a quiet machine


def timed(name: str, *cases: Sequence[float], sha256: str = "", **how: Any) -> Judgement:
    """A submission that took these seconds in the rounds of each case."""
    return judgement(len(cases), cases, name, submission={"sha256": sha256}, **how)

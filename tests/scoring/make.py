"""Rows of leaderboards for the tests of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.model import Algorithm, Host, Record
from judge.scoring import Leaderboard
from tests.make import problem


def ranked(
    records: Sequence[Record], clock: Host.Clock = "cpu", algorithm: Algorithm | None = None
) -> list[Leaderboard.Row]:
    ground = Leaderboard.Ground("pkg", "package", "limits", clock)
    whole = Leaderboard(records[0].judgement.problem if records else problem(), ground)
    return [*whole.filled(records, algorithm).rows]


def name_of(row: Any) -> str:
    return str((row.judgement if hasattr(row, "judgement") else row).submission.name)

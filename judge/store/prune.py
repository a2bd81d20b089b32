"""What nobody needs any more: the repetitions of judgements that are finished, and what has let people in and does so
no more. Ranks and totals need the outcomes, and the history of a student needs jobs and their steps: these stay."""

from __future__ import annotations

import math
import time

from judge.store.database import Database

# Rows of `run` that only a judge that goes on would read: those of judgements that are over, not of a pending regrade.
PRUNED = """
judgement IN (
    SELECT judgement.id FROM judgement JOIN batch ON batch.id = judgement.batch
    LEFT JOIN decision ON decision.batch = batch.id
    WHERE judgement.begun_s < :before_s AND (batch.kind != 'regrade' OR decision.word IS NOT NULL)
    AND EXISTS (SELECT 1 FROM outcome WHERE outcome.judgement = judgement.id AND outcome.faults = 0)
)
"""


def prunable(db: Database, before_s: float = math.inf) -> tuple[int, int]:
    """Return how many repetitions of judgements that were begun before `before_s` can go, and their bytes."""
    [(runs, size)] = db.ask(
        f"SELECT count(*), coalesce(sum(length(CAST(facts AS BLOB))), 0) FROM run WHERE {PRUNED}", before_s=before_s
    )
    return int(runs), int(size)


def prune(db: Database, before_s: float) -> tuple[int, int]:
    """Remove these, and links, sessions and tokens that ended before; give their room back to the disk. Return how many
    repetitions there were, and their bytes."""
    now_s = time.time()
    with db.rewriting():
        found = prunable(db, before_s)
        db.ask(f"DELETE FROM run WHERE {PRUNED}", before_s=before_s)
        db.add("DELETE FROM credential WHERE min(expires_s, coalesce(ended_s, expires_s)) < ?", min(before_s, now_s))
    db.shrink()
    return found

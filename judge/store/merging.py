"""The statements that take over a store, which is attached as `theirs`; `merge.py` runs them in one transaction.

Each table of ids says what a row there is here, and whether it is `fresh`: new here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_PENDING_IN: Final = """
SELECT batch.id, problem, package, limits, judge, host, begun_s FROM {0}.batch AS batch
WHERE kind = 'regrade' AND batch.id NOT IN (SELECT batch FROM {0}.decision)
"""
_SAME_BATCH: Final = """
mine.kind = other.kind AND mine.problem = other.problem AND mine.package = other.package AND mine.limits = other.limits
AND mine.judge = other.judge AND mine.host = other.host AND mine.begun_s = other.begun_s
"""

# What has no common result, and how it is said.
CONTRADICT: Final = (
    f"""
    SELECT mine.problem FROM main.batch AS mine JOIN theirs.batch AS other ON {_SAME_BATCH}
    JOIN main.decision AS here ON here.batch = mine.id JOIN theirs.decision AS there ON there.batch = other.id
    WHERE here.word != there.word
    """,
    "is applied in one store and cancelled in the other",
)
PENDING: Final = (
    f"""
    SELECT mine.problem FROM ({_PENDING_IN.format("main")}) AS mine
    JOIN ({_PENDING_IN.format("theirs")}) AS other ON other.problem = mine.problem
    WHERE other.begun_s != mine.begun_s OR other.package != mine.package
    """,
    "is pending in both stores",
)

# The table of ids of a table: rows that are known here, then new ones.
_IDS: Final = (
    "CREATE TEMP TABLE ids_of_{table} (old INTEGER PRIMARY KEY, new INTEGER NOT NULL, fresh INTEGER NOT NULL)",
    "INSERT OR IGNORE INTO ids_of_{table} SELECT other.id, mine.id, 0 FROM {same}",
    """
    INSERT INTO ids_of_{table}
    SELECT id, (SELECT coalesce(max(id), 0) FROM main.{table}) + row_number() OVER (ORDER BY id), 1
    FROM theirs.{table} WHERE id NOT IN (SELECT old FROM ids_of_{table})
    """,
)

# The statements in their order; a pair stands for those that make the ids of a table.
_COPY: Final[tuple[str | tuple[str, str], ...]] = (
    # Whoever has a name here keeps the key of here; who has none has the same key in both, or is new. Who has nothing
    # there but an account stays there: accounts, what lets people in, the queue and dates are another server's.
    "CREATE TEMP TABLE ids_of_owner (old TEXT PRIMARY KEY, new TEXT NOT NULL, fresh INTEGER NOT NULL)",
    """
    INSERT INTO ids_of_owner SELECT other.key, coalesce(mine.key, other.key), mine.key IS NULL
    FROM theirs.person AS other LEFT JOIN main.person AS mine USING (name)
    WHERE other.key IN (SELECT owner FROM theirs.judgement UNION SELECT owner FROM theirs.mark)
    """,
    "INSERT OR IGNORE INTO ids_of_owner SELECT DISTINCT owner, owner, 0 FROM theirs.judgement",
    "INSERT INTO main.person SELECT key, name FROM theirs.person JOIN ids_of_owner ON old = key WHERE fresh",
    "INSERT OR IGNORE INTO main.host SELECT * FROM theirs.host",
    "INSERT OR IGNORE INTO main.calibration SELECT * FROM theirs.calibration",
    "INSERT OR IGNORE INTO main.package SELECT * FROM theirs.package",
    ("batch", f"theirs.batch AS other JOIN main.batch AS mine ON {_SAME_BATCH}"),
    """
    INSERT INTO main.batch (id, kind, problem, package, limits, judge, host, label, reason, begun_s)
    SELECT new, kind, problem, package, limits, judge, host, label, reason, begun_s
    FROM theirs.batch JOIN ids_of_batch ON old = id WHERE fresh
    """,
    (
        "judgement",
        """
        theirs.judgement AS other JOIN ids_of_batch AS batch ON batch.old = other.batch
        JOIN ids_of_owner AS owner ON owner.old = other.owner
        JOIN main.judgement AS mine ON mine.batch = batch.new AND mine.begun_s = other.begun_s
        WHERE mine.owner = owner.new OR other.owner NOT IN (SELECT key FROM theirs.person)
        """,
    ),
    """
    INSERT OR IGNORE INTO main.source SELECT source.* FROM theirs.source AS source
    WHERE sha256 IN (SELECT sha256 FROM theirs.judgement JOIN ids_of_judgement ON old = id WHERE fresh)
    """,
    """
    INSERT INTO main.judgement (id, batch, owner, sha256, kind, paper, replaces, begun_s)
    SELECT ids.new, batch.new, owner.new, sha256, kind, paper, first.new, begun_s
    FROM theirs.judgement AS other JOIN ids_of_judgement AS ids ON ids.old = other.id
    JOIN ids_of_batch AS batch ON batch.old = other.batch JOIN ids_of_owner AS owner ON owner.old = other.owner
    LEFT JOIN ids_of_judgement AS first ON first.old = other.replaces
    WHERE ids.fresh
    """,
    # Nobody reads the repetitions of what is finished; those that were pruned here do not come back.
    """
    INSERT INTO main.run (judgement, facts)
    SELECT new, other.facts FROM theirs.run AS other JOIN ids_of_judgement ON old = other.judgement
    WHERE NOT EXISTS (SELECT 1 FROM main.outcome WHERE outcome.judgement = new AND faults = 0)
    AND NOT EXISTS (SELECT 1 FROM main.run AS mine WHERE mine.judgement = new AND mine.facts = other.facts)
    ORDER BY other.id
    """,
    """
    INSERT INTO main.draw (judgement, seed)
    SELECT new, other.seed FROM theirs.draw AS other JOIN ids_of_judgement ON old = other.judgement
    WHERE NOT EXISTS (SELECT 1 FROM main.draw AS mine WHERE mine.judgement = new AND mine.seed = other.seed)
    ORDER BY other.id
    """,
    (
        "outcome",
        """
        theirs.outcome AS other JOIN ids_of_judgement AS judgement ON judgement.old = other.judgement
        JOIN main.outcome AS mine ON mine.judgement = judgement.new AND mine.at_s = other.at_s
        """,
    ),
    """
    INSERT INTO main.outcome (id, judgement, verdict, points, faults, prepared, runs, at_s)
    SELECT ids.new, judgement.new, verdict, points, faults, prepared, runs, at_s
    FROM theirs.outcome AS other JOIN ids_of_outcome AS ids ON ids.old = other.id
    JOIN ids_of_judgement AS judgement ON judgement.old = other.judgement
    WHERE ids.fresh
    """,
    """
    INSERT OR IGNORE INTO main.decision SELECT new, word, at_s FROM theirs.decision JOIN ids_of_batch ON old = batch
    """,
    """
    INSERT OR IGNORE INTO main.ground (problem, package, limits, clock, boxed, host_class)
    SELECT problem, package, limits, clock, boxed, host_class FROM theirs.ground ORDER BY id
    """,
    """
    INSERT OR IGNORE INTO main.score (
        outcome, ground, algorithm, owner, faults, solved, time_s, since_s, worth, missed_s
    )
    SELECT outcome.new, mine.id, algorithm, owner.new, faults, solved, time_s, since_s, worth, missed_s
    FROM theirs.score AS score JOIN ids_of_outcome AS outcome ON outcome.old = score.outcome
    JOIN ids_of_owner AS owner ON owner.old = score.owner
    JOIN theirs.ground AS other ON other.id = score.ground
    JOIN main.ground AS mine USING (problem, package, limits, clock, boxed, host_class)
    ORDER BY score.id
    """,
)

# Marks that were made by hand, of who has a name or has none.
_MARKS: Final = (
    """
    INSERT INTO main.mark (problem, class, owner, kind, points, text, author, at_s)
    SELECT problem, class, coalesce((SELECT new FROM ids_of_owner WHERE old = owner), owner), kind, points, text,
           author, at_s
    FROM theirs.mark AS other WHERE NOT EXISTS (
        SELECT 1 FROM main.mark AS mine WHERE mine.problem = other.problem AND mine.kind = other.kind
        AND mine.author = other.author AND mine.at_s = other.at_s
        AND mine.owner = coalesce((SELECT new FROM ids_of_owner WHERE old = other.owner), other.owner)
    )
    ORDER BY other.id
    """,
)

# Of the same submission by the same owner on one ground, each replaces the one before it, wherever they were judged.
_RERANK: Final = (
    """
    CREATE TEMP TABLE before AS
    SELECT score.id AS score, lag(score.outcome) OVER (
        PARTITION BY ground, algorithm, score.owner, sha256, kind ORDER BY since_s, score.id
    ) AS outcome
    FROM main.score JOIN main.outcome ON outcome.id = score.outcome JOIN main.judgement ON judgement.id = judgement
    WHERE score.faults = 0
    """,
    "CREATE INDEX temp.before_score ON before (score)",
    "UPDATE main.score SET replaces = (SELECT outcome FROM before WHERE score = main.score.id) WHERE faults = 0",
    "DROP TABLE before",
)
NEW: Final = (
    "SELECT count(*) AS count FROM ids_of_batch WHERE fresh",
    "SELECT count(*) AS count FROM ids_of_judgement WHERE fresh",
    "SELECT count(*) AS count FROM ids_of_owner WHERE fresh",
)
_CLEAN: Final = tuple(f"DROP TABLE ids_of_{table}" for table in ("owner", "batch", "judgement", "outcome"))


def copying() -> Iterator[str]:
    """Yield the statements that take rows over."""
    for step in _COPY:
        if isinstance(step, str):
            yield step
        else:
            yield from (template.format(table=step[0], same=step[1]) for template in _IDS)
    yield from _MARKS


def closing() -> Iterator[str]:
    """Yield the statements that rank again, and take the tables of ids away."""
    yield from _RERANK
    yield from _CLEAN

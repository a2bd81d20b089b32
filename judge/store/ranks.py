"""What ranking needs, found by index: of each owner the best submission on a ground, whatever else the store holds."""

from __future__ import annotations

import functools
import math
from sqlite3 import Row

import msgspec

from judge.model import Batch, Host, Instance, Limits, Prepared, Problem, Run
from judge.scoring import Leaderboard, OwnRank
from judge.store import codec
from judge.store.database import VERSION, Database, noun_in
from judge.store.packages import Packages
from judge.store.people import shown
from judge.text import alphabetic

# Every owner on a ground, each by one step in the index; and of one of them the best score that counts.
_OWNERS = """
WITH RECURSIVE owner (key) AS (
    SELECT min(owner) FROM score WHERE ground = :ground AND algorithm = :algorithm
    UNION ALL
    SELECT (SELECT min(owner) FROM score WHERE ground = :ground AND algorithm = :algorithm AND owner > key)
    FROM owner WHERE key IS NOT NULL
)
"""
_COUNTS = """
score.ground = :ground AND score.algorithm = :algorithm AND score.owner = owner.key AND score.since_s <= :before_s
"""
_LASTS = """
score.faults = 0 AND NOT EXISTS (
    SELECT 1 FROM score AS later
    WHERE later.replaces = score.outcome AND later.algorithm = :algorithm AND later.ground = :ground
    AND later.since_s <= :before_s
)
"""
_BEST = f"""
SELECT id FROM score WHERE {_COUNTS} AND {_LASTS} ORDER BY worth DESC, time_s + missed_s LIMIT 1
"""
_FAULTY = f"""
SELECT id FROM score WHERE {_COUNTS} ORDER BY id DESC LIMIT 1
"""
_OWNER = shown("score.owner")
_SCORE = f"{_OWNER}, score.outcome, sha256, solved, time_s, kind, worth, missed_s"  # in the order of a Score
_LANGUAGE = "coalesce(json_extract(prepared, '$.language'), '')"
_LANGUAGES = f"""
SELECT DISTINCT ground, package, algorithm, {_LANGUAGE} AS language
FROM score JOIN ground ON ground.id = ground JOIN outcome ON outcome.id = outcome
"""
_FILL = f"""
UPDATE score SET missed_s = ?1 * (?2 - solved)
WHERE ground = ?3 AND algorithm = ?4 AND outcome IN (SELECT id FROM outcome WHERE {_LANGUAGE} = ?5)
"""


class Scores:
    """The tables `ground` and `score` of one store."""

    def __init__(self, db: Database, packages: Packages) -> None:
        self._db, self._packages = db, packages

    def add(self, outcome: int, runs: tuple[Run, ...], problem: Problem | None = None) -> None:
        """Rank an outcome from now on. Inside a transaction; once for each outcome that is published. Where the problem
        isn't given, it is the package that is kept."""
        [row] = self._db.ask("SELECT * FROM finished WHERE outcome = ?", outcome)
        host = codec.unpack(row["facts"], Host)
        stood = Leaderboard.Ground(row["problem"], row["package"], row["limits"]).on(host)
        ground = self._known(stood) or self._db.insert("ground", **msgspec.structs.asdict(stood))
        problem = problem or self._packages.problem(row["package"])
        language = codec.unpack(row["prepared"], Prepared).language
        for tally in OwnRank.Score.tallies(runs, host.ranks_by, problem, language):
            before = self._db.number(
                # CROSS JOIN: from the few of this submission to their scores, never the other way round.
                "SELECT score.outcome FROM judgement CROSS JOIN outcome ON outcome.judgement = judgement.id"
                " CROSS JOIN score ON score.outcome = outcome.id AND algorithm = ?"
                " WHERE judgement.owner = ? AND sha256 = ?"
                " AND kind = ? AND ground = ? AND score.faults = 0 ORDER BY score.id DESC LIMIT 1",
                *(tally.algorithm, row["owner"], row["sha256"], row["kind"], ground),
            )
            replaces = before if before and not row["faults"] else None
            facts = {name: row[name] for name in ("outcome", "owner", "faults", "since_s")}
            self._db.insert("score", ground=ground, replaces=replaces, **facts, **msgspec.structs.asdict(tally))

    def best(
        self, ground: Leaderboard.Ground, algorithm: Instance.Algorithm | None = None, before_s: float = math.inf
    ) -> list[OwnRank.Score]:
        """Return the best of each owner at the time `before_s`, best first; on the cases of one algorithm if it is
        named."""
        found = self._then(
            f"SELECT {_SCORE} FROM owner JOIN score ON score.id = ({_BEST})"
            " JOIN outcome ON outcome.id = score.outcome JOIN judgement ON judgement.id = outcome.judgement",
            *(ground, before_s, algorithm or ""),
        )
        return sorted(
            (OwnRank.Score(*row) for row in found), key=lambda score: (score.entrant.key, alphabetic(score.owner))
        )

    def faulty(self, ground: Leaderboard.Ground, before_s: float = math.inf) -> list[int]:
        """Return the last outcome of each owner with whom the judge never got through until then."""
        found = self._then(
            f"SELECT score.outcome FROM owner JOIN score ON score.id = ({_FAULTY})"
            f" WHERE NOT EXISTS (SELECT 1 FROM score WHERE {_COUNTS} AND faults = 0) ORDER BY {_OWNER}",
            *(ground, before_s),
        )
        return [int(row["outcome"]) for row in found]

    def last(self, problem: str) -> int:
        """Return a number that is another one when something more of the problem of this name was ranked."""
        grounds = "SELECT id FROM ground WHERE problem = ?"
        asked = f"SELECT id FROM score NOT INDEXED WHERE ground IN ({grounds}) ORDER BY id DESC LIMIT 1"
        return self._db.number(asked, problem)

    def grounds(self, problem: Problem) -> list[Leaderboard.Ground]:
        """Return all that anything was ever judged on, of the problem of this name."""
        found = self._db.ask("SELECT * FROM ground WHERE problem = ? ORDER BY id", problem.name)
        return [noun_in(row, Leaderboard.Ground, boxed=bool(row["boxed"])) for row in found]

    def owners(self, ground: Leaderboard.Ground, before_s: float = math.inf) -> dict[str, bool]:
        """Return everybody who was judged on a ground until then, and whether the judge got through with one of
        theirs."""
        found = self._then(
            f"SELECT {shown('owner.key')} AS name, EXISTS (SELECT 1 FROM score WHERE {_COUNTS} AND faults = 0) AS whole"
            f" FROM owner WHERE EXISTS (SELECT 1 FROM score WHERE {_COUNTS})",
            *(ground, before_s),
        )
        return {row["name"]: bool(row["whole"]) for row in found}

    def publish(self, batch: Batch) -> None:
        """Rank what an applied regrade has judged. Inside its transaction."""
        for row in self._db.ask("SELECT outcome, runs FROM published WHERE batch = ? ORDER BY outcome", batch.id):
            self.add(row["outcome"], codec.unpack_runs(row["runs"]), batch.problem)

    def fill(self) -> None:
        """Rank all that a judge before version 2 has stored; of what one before version 7 has ranked, fill in what
        misses cost."""
        with self._db.writing():
            version = self._db.version
            if version >= VERSION:  # another judge was quicker
                return
            unranked = "SELECT outcome, runs FROM published ORDER BY since_s, outcome"
            for row in self._db.ask(unranked) if version < 2 else ():
                self.add(row["outcome"], codec.unpack_runs(row["runs"]))
            if 2 <= version < 7:
                self._fill_missed()
            self._db.add(f"PRAGMA user_version = {VERSION}")

    def _fill_missed(self) -> None:
        """Fill in what misses cost. The packages of a judge before version 4 are not kept: there they cost nothing."""
        kept = functools.cache(self._packages.problem)
        with self._db.rewriting():
            for row in self._db.ask(_LANGUAGES):
                if problem := kept(row["package"]):
                    cases = sum(row["algorithm"] in ("", case.board.algorithm) for case in problem.cases)
                    each_s, which = Limits.of(problem, row["language"]).missed_s, (row["ground"], row["algorithm"])
                    self._db.ask(_FILL, each_s, cases, *which, row["language"])

    def _then(self, question: str, ground: Leaderboard.Ground, before_s: float, algorithm: str = "") -> list[Row]:
        """Ask about the owners on a ground, as it was at that time."""
        named = {"ground": self._known(ground), "algorithm": algorithm, "before_s": before_s}
        return self._db.ask(f"{_OWNERS} {question}", **named)

    def _known(self, ground: Leaderboard.Ground) -> int:
        """Return the id of a ground, 0 for one that nothing was judged on."""
        same = " AND ".join(f"{name} = ?" for name in Leaderboard.Ground.__struct_fields__)
        return self._db.number(f"SELECT id FROM ground WHERE {same}", *msgspec.structs.astuple(ground))

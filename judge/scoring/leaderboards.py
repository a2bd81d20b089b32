"""The standing leaderboard: of each owner the best of what the store holds, per problem and per algorithm. Pure."""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Callable, Mapping, Sequence

import msgspec

from judge.model import Conditions, Host, Instance, Judgement, Limits, Problem, Record, Run, Standing, Verdict
from judge.scoring import ranking
from judge.scoring.claims import Claims, Entrant
from judge.scoring.times import Timing, bytes_of

_ANIMALS = (
    *("adder", "agama", "anole", "asp", "basilisk", "boa", "bullfrog", "caiman", "chameleon", "cobra", "crocodile"),
    *("dragon", "frog", "gecko", "gharial", "goanna", "iguana", "krait", "mamba", "monitor", "newt", "python"),
    *("salamander", "skink", "slider", "terrapin", "toad", "tortoise", "tuatara", "turtle", "viper", "worm"),
)


class Tally(msgspec.Struct, frozen=True):
    """What ranks one judgement: cases solved, the seconds they took, the sum of their scores, and what PAR-2 counts for
    the others; on all cases ("") or those of an algorithm."""

    algorithm: str
    solved: int
    time_s: float
    worth: float
    missed_s: float = 0.0


class OwnRank(msgspec.Struct, frozen=True):
    """One's own rank of `count`, and the distance to the last row above who has another one, if there is any: score
    where the problem has scores, or cases, else seconds of PAR-2. `tied` says that others share the rank."""

    class Score(msgspec.Struct, frozen=True):
        """The best of one owner, out of the store: `outcome` is its id there, `run_as` how its bytes are run."""

        owner: str
        outcome: int
        sha256: str
        solved: int
        time_s: float
        run_as: str = ""
        score: float | None = None  # None: as many as were solved
        missed_s: float = 0.0  # what PAR-2 counts for the other cases

        @staticmethod
        def tallies(
            runs: Sequence[Run], clock: Host.Clock, problem: Problem | None = None, language: str = ""
        ) -> list[Tally]:
            """Return the tallies of all cases, of each algorithm, and of any other that the runs have. Where nobody
            knows the problem any more, missed cases count for nothing."""
            algorithms = problem.algorithms if problem else ()
            found = []
            for name in ("", *dict.fromkeys([*algorithms, *(run.algorithm for run in runs)])):
                own = [run for run in runs if name in ("", run.algorithm)]
                solved = [run.time_s(clock) for run in own if run.verdict is Verdict.AC]
                cases = sum(name in ("", case.board.algorithm) for case in problem.cases) if problem else len(solved)
                cost_s = Limits.of(problem, language).missed_s * (cases - len(solved)) if problem else 0.0
                found.append(Tally(name, len(solved), math.fsum(solved), Run.earned_by(own), cost_s))
            return found

        @property
        def entrant(self) -> Entrant:
            """Return what ranks it."""
            return Entrant(self.solved, self.time_s, bytes_of(self.sha256, self.run_as), self.score, self.missed_s)

    rank: int
    count: int
    score: OwnRank.Score
    above: str = ""
    cases_behind: int = 0
    behind_s: float = 0.0
    tied: bool = False
    score_behind: float = 0.0

    def veiled(self, key: bytes) -> OwnRank:
        """Return it with the pseudonym of who is above, by the store's `key`."""
        return msgspec.structs.replace(self, above=self.above and pseudonym(self.above, key))

    @classmethod
    def of(
        cls,
        scores: Sequence[OwnRank.Score],
        owner: str,
        problem: Problem,
        timing: Callable[[OwnRank.Score], Timing] = lambda _: Timing(),
    ) -> OwnRank | None:
        """Return where `owner` stands among the best of all, given best first; None if they are not ranked.

        The rank is that of a `Leaderboard`, from the same claims; `timing` reads the times that were taken side by
        side, and is asked only about the owner and those around.
        """
        own = next((index for index, score in enumerate(scores) if score.owner == owner), None)
        if own is None:
            return None
        rows = [score.entrant for score in scores]
        claims = Claims(rows, lambda at: timing(scores[at]))
        head = next((at for at in range(own, 0, -1) if claims.breaks(at - 1)), 0)
        tied = head < own or (own + 1 < len(rows) and not claims.breaks(own))
        place = cls(head + 1, len(rows), scores[own], tied=tied)
        if head == 0:
            return place
        above, behind = rows[head - 1], rows[head - 1].worth - rows[own].worth
        if problem.scored and behind:
            return msgspec.structs.replace(place, above=scores[head - 1].owner, score_behind=behind)
        behind_s = rows[own].par2_s - above.par2_s
        return msgspec.structs.replace(place, above=scores[head - 1].owner, cases_behind=int(behind), behind_s=behind_s)


class Leaderboard(msgspec.Struct, frozen=True):
    """A leaderboard, best first: of a problem, on all cases or those of one algorithm, on one ground.

    `stale` counts owners who stand only in records of other cases, limits or repetitions, `apart` those who were only
    timed by another clock or without a box: none can be compared. `faulty` counts those on whom the judge itself
    failed: on the board of all cases they come first, without a rank.
    `hosts` is the number of different hosts that the times come from. `beside` are the grounds of other classes of
    host: `elsewhere` counts who stands only there.
    """

    class Ground(msgspec.Struct, frozen=True):
        """What can be ranked together: judgements of the same cases under the same limits, by one clock, all in boxes
        or none, on one class of host. Without a box a submission can forge its result, and wall time says something
        else than CPU time. `host_class` is empty for what was stored before classes of host were told apart."""

        problem: str
        package: str
        limits: str
        clock: Host.Clock = "cpu"
        boxed: bool = True
        host_class: str = ""

        def on(self, host: Host) -> Leaderboard.Ground:
            """Return that of what is judged on this host."""
            boxed = host.sandbox != "plain"
            return msgspec.structs.replace(self, clock=host.ranks_by, boxed=boxed, host_class=host.host_class)

        def like(self, under: Conditions) -> bool:
            """Say whether it holds judgements of these cases and limits."""
            return (self.package, self.limits) == (under.package, under.limits)

        def differs_by_host(self, other: Leaderboard.Ground) -> bool:
            """Say whether nothing but the class of host is another one."""
            return self != other and self == msgspec.structs.replace(other, host_class=self.host_class)

    class Row(msgspec.Struct, frozen=True):
        """One line of the board: whose it is, and the name that is shown for them."""

        owner: str
        shown: str
        standing: Standing
        own: bool = False

    problem: Problem
    ground: Leaderboard.Ground
    rows: tuple[Leaderboard.Row, ...] = ()
    algorithm: Instance.Algorithm | None = None
    stale: int = 0
    apart: int = 0
    faulty: int = 0
    hosts: int = 1
    elsewhere: int = 0
    beside: tuple[Leaderboard.Ground, ...] = ()

    @property
    def left_out(self) -> int:
        """Count who was judged on the problem and is not ranked."""
        return self.stale + self.apart + self.elsewhere + self.faulty

    @classmethod
    def outline(
        cls, problem: Problem, everybody: Mapping[Leaderboard.Ground, Mapping[str, bool]], under: Conditions
    ) -> Leaderboard:
        """Return the board without its rows: on which ground it stands, and who can't be on it.

        `everybody` holds for each ground, the oldest first, who was judged there, and whether the judge got through
        with them. Of several grounds with these cases and limits the one with boxes counts, then the one with CPU time,
        then the class of host that most owners were judged on, then the class that came last.
        """
        alike = [ground for ground in everybody if ground.like(under)]
        used = [ground for ground in alike if any(everybody[ground].values())] or alike

        def order(ground: Leaderboard.Ground) -> tuple[bool, str, int]:
            return not ground.boxed, ground.clock, -sum(everybody[ground].values())

        first = min(reversed(used), key=order, default=None)
        ground = first or Leaderboard.Ground(problem.name, under.package, under.limits)
        beside = tuple(one for one in alike if one.differs_by_host(ground) and everybody[one])
        here = everybody.get(ground, {})
        near = {owner for one in alike for owner in everybody[one]}
        elsewhere = {owner for one in beside for owner in everybody[one]} - set(here)
        return cls(
            problem,
            ground,
            stale=len({owner for owners in everybody.values() for owner in owners} - near),
            apart=len(near - set(here) - elsewhere),
            faulty=list(here.values()).count(False),
            elsewhere=len(elsewhere),
            beside=beside,
        )

    def filled(self, records: Sequence[Record], algorithm: Instance.Algorithm | None = None) -> Leaderboard:
        """Return it with one record of each owner, ranked as `judge run` ranks; with `algorithm`, on its cases alone.

        Points stay those of the whole problem. Each owner was judged at another time: only rounds from 1 on were taken
        side by side, and those who have none are told apart by their sums.
        """
        owners: dict[int, str] = {}  # by identity: one judgement may stand for many, and Structs compare by value
        narrowed = []
        for record in records:
            narrowed.append(_only(record.judgement, algorithm))
            owners[id(narrowed[-1])] = record.owner
        standings = ranking.standings(narrowed, self.ground.clock, since=1, name=lambda row: owners[id(row)])
        names = [owners[id(standing.judgement)] for standing in standings]
        return msgspec.structs.replace(
            self,
            rows=tuple(Leaderboard.Row(name, name, standing) for name, standing in zip(names, standings, strict=True)),
            algorithm=algorithm,
            hosts=len({record.conditions.host for record in records if not record.judgement.faults}),
        )

    def measured_anew(self, judgements: Sequence[Judgement], noise: float | None) -> Leaderboard:
        """Return it with rows that were measured again, side by side, on one host. Its ground is that of the new times.
        Each judgement bears the name that its row shows; after an interruption some have none."""
        rows = {row.shown: row for row in self.rows}
        standings = ranking.standings(judgements, self.ground.clock, noise)
        return msgspec.structs.replace(
            self,
            rows=tuple(msgspec.structs.replace(rows[one.judgement.submission.name], standing=one) for one in standings),
            faulty=sum(made.faults > 0 for made in judgements),
            hosts=1,
        )

    def signed(self, own: str = "", key: bytes = b"") -> Leaderboard:
        """Return it with the row of `own` marked and, given the store's `key`, pseudonyms for all other owners."""
        rows = []
        for row in self.rows:
            shown = pseudonym(row.owner, key) if key and row.owner != own else row.owner
            rows.append(Leaderboard.Row(row.owner, shown, row.standing, row.owner == own))
        return msgspec.structs.replace(self, rows=tuple(rows))


def pseudonym(owner: str, key: bytes) -> str:
    """Return a name that is always the same for an owner, and of no use to find the owner without the key:
    gecko-3f9a1c2b."""
    digest = hmac.new(key, owner.encode(errors="backslashreplace"), hashlib.sha256).hexdigest()
    return f"{_ANIMALS[int(digest[:8], 16) % len(_ANIMALS)]}-{digest[8:16]}"


def _only(judgement: Judgement, algorithm: Instance.Algorithm | None) -> Judgement:
    """Return a judgement of its own, narrowed to the cases of one algorithm if it is named."""
    if not algorithm:
        return msgspec.structs.replace(judgement)
    cases = tuple(case for case in judgement.problem.cases if case.board.algorithm == algorithm)
    problem = msgspec.structs.replace(judgement.problem, cases=cases)
    runs = tuple(run for run in judgement.runs if run.algorithm == algorithm)
    found = [judgement.prepare.verdict, *(run.verdict for run in runs)]
    verdict = next((one for one in found if one is not Verdict.AC), Verdict.AC)
    return msgspec.structs.replace(judgement, problem=problem, runs=runs, verdict=verdict)

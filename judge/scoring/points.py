"""What verdicts and times are worth, by the scoring schemes of problem.toml, and the Judgement made of them. Pure.

    scheme = "groups"            # default: each group's points, shared by its cases
    scheme = "all-or-count"      # 100 if every case passes, else the number of those that pass

    [groups.secret]
    points = 50
    score_aggregation = "sum"    # or "pass-fail": all its points or none; the ICPC package's words
    require_pass = "sample"      # and none where a case of that group, or of what that requires, is not right

    [bonus]                      # among those who pass every case: the fastest on the cases of each algorithm
    share = 0.1
    points = 5

A case of a problem that asks for the best earns its share times its score; "pass-fail" and "all-or-count" ask for right
answers alone, and the bonus is among those who have reached the best everywhere.

The cases that count are those of groups with points. A judge error on one of them costs nobody a point and gives nobody
one: there are no points, until it is judged again.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction

import msgspec

from judge.model import Host, Instance, Judgement, Prepared, Problem, Run, Submission, Verdict
from judge.scoring.claims import Claims, Entrant
from judge.scoring.times import bytes_of, timing_of

FULL = float(Problem.Scheme.COUNTED_MOST)  # of "all-or-count"
_Case = tuple[str, str]  # group and name


def points(problem: Problem, runs: Sequence[Run]) -> float:
    """Return the points of these runs, which don't wait, without the bonus. A case that has not run is not earned."""
    if problem.scheme.rule == "all-or-count":
        right, counting = {run.place for run in runs if run.verdict is Verdict.AC}, problem.counted_cases()
        passed = sum(case in right for case in counting)
        return FULL if counting and passed == len(counting) else min(float(passed), FULL - 1)
    total = 0.0
    for earned in points_by_group(problem, runs).values():
        total += earned  # `sum` rounds otherwise from Python 3.12 on, and the store holds what was given before
    return total


def points_by_group(problem: Problem, runs: Sequence[Run]) -> dict[str, float]:
    """Return the points of these runs in each group; none where the scheme does not count by group."""
    if problem.scheme.rule == "all-or-count":
        return {}
    results, found = {run.place: run for run in runs}, dict[str, float]()
    for name, group in problem.groups.items():
        of_group = [results.get(case.place) for case in problem.cases if case.group == name]
        ran = [run for run in of_group if run is not None]
        needed = problem.required_by(name)
        required = [results.get(case.place) for case in problem.cases if case.group in needed]
        if not all(run is not None and run.verdict is Verdict.AC for run in required):
            found[name] = 0.0
        elif group.score_aggregation == "pass-fail":
            right = sum(run.verdict is Verdict.AC for run in ran)
            found[name] = group.points * (bool(of_group) and right == len(of_group))
        else:
            found[name] = group.points * (Run.earned_by(ran) / len(of_group) if of_group else 0.0)
    return found


def waits(problem: Problem, runs: Iterable[Run]) -> bool:
    """Say whether the judge itself failed on a case that counts, so that nobody knows the points.

    An image of a case (`forest~rot90`) counts for nothing; a case of a group that the package no longer has may count.
    """
    needed = {one for name, group in problem.groups.items() if group.points > 0 for one in problem.required_by(name)}
    return any(
        run.verdict is Verdict.JE
        and "~" not in run.case
        and (run.group in needed or run.group not in problem.groups or problem.groups[run.group].points > 0)
        for run in runs
    )


class Award(msgspec.Struct, frozen=True):
    """A bonus on the cases of an algorithm: who of the `perfect` ones gets it, as places in what was judged. The
    fastest of them hold the `places`."""

    algorithm: Instance.Algorithm
    points: float
    winners: tuple[int, ...]
    perfect: int
    places: int
    students: int  # who get it: of several attempts of one, several may

    def __str__(self) -> str:
        """Return why more get it than there are places; empty where no more do."""
        more = self.students - self.places
        who = f"{self.students} of {self.perfect} get the bonus for {self.algorithm}"
        return f"{who}: {more} more can't be told apart from the last place" if more else ""


def awards(
    judgements: Sequence[Judgement],
    clock: Host.Clock = "cpu",
    students: Sequence[Hashable] | None = None,
) -> list[Award]:
    """Return each bonus of the problem, and who gets it.

    `share` of the perfect ones, rounded up, are the fastest by the sum of their times on the algorithm's cases; who
    can't be told apart from the last of them gets it too, and so does who handed in the same bytes. Whoever has no
    points yet takes no part. Only rounds from 1 on were taken side by side.

    Judgements of the same of the `students` are attempts of one. Each gets what it would get as their only one, and the
    others race against their fastest.
    """
    return [race.award() for race in _races(judgements, clock, students)]


def contenders(
    judgements: Sequence[Judgement],
    clock: Host.Clock = "cpu",
    students: Sequence[Hashable] | None = None,
) -> list[tuple[Judgement, Judgement]]:
    """Return who holds the last place of a bonus, and who may not: pairs that further rounds may tell apart."""
    found = []
    for race in _races(judgements, clock, students):
        rows, places = race.field(), race.places
        shared = fastest(race.claims, places, rows)[places:]
        pairs = [(rows[places - 1], at) for at in shared if not race.claims.settled(rows[places - 1], at)]
        found += [(judgements[race.rows[first]], judgements[race.rows[second]]) for first, second in pairs]
    return found


def fastest(claims: Claims, places: int, rows: Sequence[int] | None = None) -> list[int]:
    """Return which of these rows get what the first `places` get: these, all below until the first that is told apart
    from the last of them, and their copies."""
    rows = range(len(claims.rows)) if rows is None else rows
    below = range(places, len(rows))
    count = next((at for at in below if claims.apart(rows[places - 1], rows[at])), len(rows))
    known = {claims.rows[row].bytes for row in rows[:count] if claims.rows[row].bytes}
    return [row for at, row in enumerate(rows) if at < count or claims.rows[row].bytes in known]


class _Race(msgspec.Struct, frozen=True):
    """The perfect ones on the cases of an algorithm, the fastest first: which judgement each is, and whose."""

    algorithm: Instance.Algorithm
    bonus: Problem.Scheme.Bonus
    rows: list[int]
    students: list[Hashable]
    claims: Claims

    @property
    def perfect(self) -> int:
        """Return how many students have passed every case."""
        return len(set(self.students))

    @property
    def places(self) -> int:
        """Return how many are the fastest share."""
        return math.ceil(Fraction(str(self.bonus.share)) * self.perfect)  # as floats, 0.28 * 25 is more than 7

    def field(self, only: int | None = None) -> list[int]:
        """Return the fastest of each student, the fastest first; `only` is taken for the only one of its student."""
        found: dict[Hashable, int] = {} if only is None else {self.students[only]: only}
        for at, student in enumerate(self.students):
            found.setdefault(student, at)
        return sorted(found.values())

    def award(self) -> Award:
        """Return who gets the bonus."""
        field = self.field()
        won = fastest(self.claims, self.places, field)
        slower = set(range(len(self.rows))) - set(field)
        instead = (at for at in slower if at in fastest(self.claims, self.places, self.field(at)))
        winners = tuple(sorted(self.rows[at] for at in (*won, *instead)))
        return Award(self.algorithm, self.bonus.points, winners, self.perfect, self.places, len(won))


def _races(judgements: Sequence[Judgement], clock: Host.Clock, students: Sequence[Hashable] | None) -> Iterator[_Race]:
    perfect = [index for index, row in enumerate(judgements) if _is_perfect(row)]
    problem = judgements[perfect[0]].problem if perfect else None
    if problem is None or problem.scheme.bonus is None:
        return
    for algorithm in problem.scheme.bonus.algorithms or problem.algorithms:
        cases = set(problem.counted_cases(algorithm))
        if not cases:
            continue
        entrants = {row: _entrant(judgements[row], cases, clock) for row in perfect}
        rows = sorted(perfect, key=lambda row: entrants[row].time_s)
        whose = [students[row] if students else row for row in rows]
        timing = [timing_of(judgements[row], cases, clock, since=1) for row in rows]
        claims = Claims([entrants[row] for row in rows], timing.__getitem__, ranked=len(set(whose)))
        yield _Race(algorithm, problem.scheme.bonus, rows, whose, claims)


def _is_perfect(row: Judgement) -> bool:
    """Say whether it passes every case that counts, and is as good there as the best that is known."""
    earned = {run.place: run.earned for run in row.runs}
    counting = [earned.get(case, 0.0) for case in row.problem.counted_cases()]
    return row.points is not None and bool(counting) and min(counting) == 1


def _entrant(row: Judgement, cases: Collection[_Case], clock: Host.Clock) -> Entrant:
    time_s = math.fsum(run.time_s(clock) for run in row.runs if run.place in cases)
    known = bytes_of(row.submission.sha256, row.submission.run_as)
    return Entrant(len(cases), time_s, known)


# --- from the results of a submission's cases to its verdict, and to an exit status -----------------------------------
def judgement_of(
    submission: Submission, problem: Problem, prepared: Prepared, runs: tuple[Run, ...] = (), given: float | None = None
) -> Judgement:
    """Return the judgement of a submission: its verdict is the first that is not AC, in case order. Where the judge
    failed its points wait; else those count that were `given` before, if any were."""
    verdicts = [prepared.verdict, *(run.verdict for run in runs)]
    verdict = next((verdict for verdict in verdicts if verdict is not Verdict.AC), Verdict.AC)
    waiting = prepared.verdict is Verdict.JE or waits(problem, runs)
    earned = None if waiting else points(problem, runs) if given is None else given
    return Judgement(submission, problem, prepared, runs, verdict, earned)


def exit_status(judgements: Sequence[Judgement]) -> int:
    """Return what `judge run` ends with: 3 for a judge error, 1 for a verdict that was not expected, else 0."""
    if any(row.faults for row in judgements):
        return 3
    return 0 if all(row.as_expected for row in judgements) else 1

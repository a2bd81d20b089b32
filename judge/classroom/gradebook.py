"""The gradebook of a class as it counts now: read out of the store once, for every command and page about it. Which
attempt of a student counts: the newest, the best, or the last that was on time; and what its row comes to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import msgspec

from judge.classroom.lateness import charged_row, joined, late_s, own_deadline
from judge.classroom.marks import lost_marks, with_marks
from judge.classroom.overview import NOT_JUDGED, overview
from judge.model import Deadline, Graded, Host, Judgement, Mark, Overview, Problem, Record, Roll, Submission, Verdict
from judge.scoring import awards, judgement_of
from judge.store import Store
from judge.submissions import handed_in


class Gradebook(msgspec.Struct, frozen=True, eq=False):
    """A class on a problem: a row for each student as decided by hand, what was judged, all that was decided, and what
    of that is `lost`, as it counts for nobody here."""

    problem: Problem
    roll: Roll
    rows: list[Graded]
    records: Sequence[Record]
    marks: list[Mark]
    lost: tuple[Overview.Reason, ...] = ()

    @classmethod
    def read(
        cls,
        store: Store,
        roll: Roll,
        problem: Problem,
        records: Sequence[Record] | None = None,
        left: Mapping[str, int] | None = None,
    ) -> Gradebook:
        """Return what counts now for this class, or what these `records` come to. Nothing is run. The late days of a
        course that are `left` are by their owners; who is excused spends none."""
        records = store.counting(problem, outlines_of(roll, problem)) if records is None else records
        marks = store.marks.of(problem.name, roll.place, problem.zone)
        decided = Mark.Decided.by_owner(marks)
        excused = {owner for owner, one in decided.items() if one.excused}
        usable = {owner: days for owner, days in (left or {}).items() if owner not in excused}
        rows = with_marks(graded(roll, problem, records, usable), marks)
        lost = lost_marks(rows, marks, store.marks.elsewhere(problem.name, roll.place, problem.zone))
        return cls(problem, roll, rows, records, marks, lost)

    @property
    def clock(self) -> Host.Clock:
        """Return what the times of the class can be compared by."""
        return Record.clock_among(self.records)

    @property
    def judgements(self) -> list[Judgement]:
        """Return what was judged of each row that has something."""
        return [row.judgement for row in self.rows if row.judgement]

    @property
    def outdated(self) -> tuple[int, int, int]:
        """Return how many were judged on other cases or rules than the package has now; of the others, how many have
        points that its scheme no longer gives; and how many of all on the same cases under other limits."""
        now, found = self.problem.digest, Counter[str]()
        for record in self.records:
            made = record.judgement
            if record.conditions.package != now:
                found["package"] += 1
                continue
            found["limits"] += not record.conditions.has_limits(self.problem.limits)
            again = judgement_of(made.submission, self.problem, made.prepare, made.runs)
            found["scheme"] += again.points != made.points
        return found["package"], found["scheme"], found["limits"]

    @property
    def bonuses(self) -> dict[str, float]:
        """Return the bonus of each attempt of the class that has one, by its folder."""
        return {one.attempt.folder: one.bonus for one in _tries(self.roll, self.problem, self.records, {}) if one.bonus}

    @property
    def overview(self) -> Overview:
        """Return the class at a glance."""
        found = overview(self.roll, self.problem, self.rows, self.marks, self.clock)
        return msgspec.structs.replace(found, unmatched=(*found.unmatched, *self.lost))


# --- which of several attempts of a student counts: only `counting` says so, to every command and page ----------------
# Where the export says nothing of the time, an attempt is on time unless the export calls it late. Where nobody was on
# time the newest counts, and is charged as late. The best is the one with the most points after bonus and lateness; it
# is not known before all are judged, so an attempt that waits counts until then. Of equals the newest counts, in a
# course that of the fewest late days. These make no attempt the last on time: another was judged as that one.
class Candidate(msgspec.Struct, frozen=True):
    """What decides whether an attempt counts. It is `able` to if it has a program, or the judge itself failed to read
    it. `points` are what its row comes to, None while they wait, and `days` the late days that it spends."""

    late: bool = False
    able: bool = True
    points: float | None = None
    days: int = 0


def which_counts(rule: Problem.AttemptRule, newest_first: Sequence[Candidate]) -> int:
    """Return the place of the attempt that counts."""
    if rule == "last-on-time":
        return next((at for at, one in enumerate(newest_first) if not one.late), 0)
    if rule == "best":
        able = (at for at, one in enumerate(newest_first) if one.able)
        return max(able, key=lambda at: (worth(newest_first[at].points), -newest_first[at].days), default=0)
    return 0


def worth(points: float | None) -> float:
    """Return what the best one has most of: what waits may be worth anything."""
    return math.inf if points is None else points


def to_judge(member: Roll.Member, problem: Problem) -> Sequence[Roll.Member]:
    """Return the attempts of a student that may count, so have to be judged; the newest last. Each has the page of the
    newest, and says why it counts if it does."""
    attempts, rule = [member, *member.others], problem.attempt
    unsettled = len(member.others) > 1 and member.folder == " and ".join(one.folder for one in member.others)
    if rule == "newest" or unsettled or len(attempts) == 1:
        return [member]
    late = [_is_late(one, problem.deadline) for one in attempts]
    chosen = attempts[::-1] if rule == "best" else [attempts[which_counts(rule, [Candidate(late=one) for one in late])]]
    on_time = "none was on time, so the newest" if all(late) else "the last on time"
    why = f"of {len(attempts)} attempts {'the best' if rule == 'best' else on_time} counts"
    return [msgspec.structs.replace(one, page=member.page, counts=f"{why}: {one.folder}") for one in chosen]


def _is_late(one: Roll.Member, deadline: Deadline | None) -> bool:
    late = late_s(one, deadline)
    return one.late if late is None or deadline is None else own_deadline(one.student, deadline).is_late(late)


# --- a class and its records to one row for each student: what every export is made of; nothing is read or run --------
_ROUNDING = 1e-9  # of points
WAITS = "no points yet: the judge itself failed on it, which is nobody's loss; it is judged again"


def submissions_of(roll: Roll, problem: Problem) -> list[tuple[str, Submission]]:
    """Return every submission of the class that can be judged and may count, with its owner."""
    return [
        (owner, handed_in(owner, problem.name, one.main, one.files, problem.programs))
        for owner, one in _may_count(roll, problem)
    ]


def outlines_of(roll: Roll, problem: Problem) -> list[tuple[str, Submission]]:
    """Return the same with nothing but what they are known by: enough to ask a store what counts, and read by nobody,
    as that takes a millisecond each."""
    return [
        (owner, Submission(owner, problem.name, "program", Path(main), b"", Submission.digest_of(main, one.files)))
        for owner, one in _may_count(roll, problem)
        if (main := one.main)
    ]


def _may_count(roll: Roll, problem: Problem) -> list[tuple[str, Roll.Member]]:
    return [(one.student.owner, one) for member in roll.members for one in to_judge(member, problem) if one.main]


def graded(roll: Roll, problem: Problem, records: Sequence[Record], left: Mapping[str, int]) -> list[Graded]:
    """Return a row for each student of the class, in its order, the absent ones last; bonuses are on top of the points,
    and what lateness costs is taken off.

    Of several records of an owner the last in `records` counts, one of the same file's name before any other.
    """
    rows = []
    for _, theirs in groupby(_tries(roll, problem, records, left), attrgetter("place")):
        newest_first = [one.charged(problem) for one in theirs]
        known = [
            Candidate(able=_is_able(one.attempt), points=one.row.points, days=one.row.late_days) for one in newest_first
        ]
        rows.append(newest_first[which_counts(problem.attempt, known)].row)
    return [*rows, *(Graded(one, max_points=problem.most_points, note=roll.lack(one)) for one in roll.absent)]


class _Tried(msgspec.Struct, frozen=True):
    """An attempt that may count, of the student at a place in the class, who has so many late days left; and what it
    comes to, its bonus included."""

    place: int
    attempt: Roll.Member
    row: Graded
    left: int = 0
    bonus: float = 0.0

    def charged(self, problem: Problem, bonus: float = 0.0) -> _Tried:
        """Return it with what lateness takes off of its points and this bonus."""
        row = self.row
        if row.points is not None:
            row = msgspec.structs.replace(row, points=row.points + bonus)
        return msgspec.structs.replace(self, row=charged_row(row, self.attempt, problem.deadline, self.left))


def _tries(roll: Roll, problem: Problem, records: Sequence[Record], left: Mapping[str, int]) -> list[_Tried]:
    """Return every attempt that may count, the newest of each student first; nothing is taken off yet."""
    found: dict[tuple[str, ...], Record] = {}
    for record in records:
        submission = record.judgement.submission
        for more in ((), (submission.path.name,)):
            found[record.owner, submission.sha256, *more] = record
    twins = {
        one.student.id: tuple(other.student.id for other in group if other is not one)
        for group in roll.twins
        for one in group
    }
    tries = [
        _Tried(place, one, _row(one, problem, found, twins.get(one.student.id, ())), left.get(one.student.owner, 0))
        for place, member in enumerate(roll.members)
        for one in to_judge(member, problem)[::-1]
    ]
    return _with_bonuses(tries, problem, Record.clock_among(records))


def _is_able(one: Roll.Member) -> bool:
    return bool(one.main or (one.doubt and one.doubt.ours))


def judged(row: Graded, record: Record) -> Graded:
    """Return the row of somebody with what came of their submission; nothing is taken off for lateness yet."""
    made = record.judgement
    return msgspec.structs.replace(
        row,
        sha256=made.submission.sha256,
        verdict=Verdict.JE if made.faults else made.verdict,  # also on a later case than the first that is missed
        points=made.points,
        judgement=made,
        note=joined(row.note, WAITS if made.points is None else ""),
        disturbance=Judgement.Disturbance.of([made]),
        judged_s=record.judged_s,
    )


def _row(member: Roll.Member, problem: Problem, found: dict[tuple[str, ...], Record], twins: tuple[str, ...]) -> Graded:
    doubt = member.doubt.what if member.doubt else ""
    row = Graded(
        member.student,
        member.page,
        member.folder,
        max_points=problem.most_points,
        note=doubt,
        late=member.late,
        twins=twins,
        unclear=doubt not in ("", Graded.NOTHING) and not member.main,
    )
    if member.doubt and member.doubt.ours:
        return msgspec.structs.replace(row, verdict=Verdict.JE, note=WAITS)
    if not member.main:
        return row
    sha256 = Submission.digest_of(member.main, member.files)
    key = member.student.owner, sha256
    record = found.get((*key, Path(member.main).name)) or found.get(key)
    if record is None:
        return msgspec.structs.replace(row, sha256=sha256, note=joined(doubt, NOT_JUDGED))
    return judged(row, record)


def _with_bonuses(tries: Sequence[_Tried], problem: Problem, clock: Host.Clock) -> list[_Tried]:
    """Return the attempts with their bonuses. One that would not count with every bonus takes no place in a race."""
    bonus = problem.scheme.bonus
    most = bonus.points * len(bonus.algorithms or problem.algorithms) if bonus else 0.0
    least = dict.fromkeys((one.place for one in tries), 0.0)
    for one in tries if bonus else ():
        if _is_able(one.attempt):
            least[one.place] = max(least[one.place], worth(one.charged(problem).row.points) - _ROUNDING)
    racing = [
        (at, one.row.judgement)
        for at, one in enumerate(tries)
        if bonus and one.row.judgement and (one.charged(problem, most).row.points or 0.0) >= least[one.place]
    ]
    given = awards([made for _, made in racing], clock, students=[tries[at].place for at, _ in racing])
    found = list(tries)
    for number, (at, _) in enumerate(racing):
        if won := [award for award in given if number in award.winners]:
            row, gained = tries[at].row, sum(award.points for award in won)
            words = ", ".join(f"{award.points:g} for {award.algorithm}" for award in won)
            note = joined(row.note, f"bonus: {words}", *map(str, won))
            row = msgspec.structs.replace(row, points=(row.points or 0.0) + gained, note=note)
            found[at] = msgspec.structs.replace(tries[at], row=row, bonus=gained)
    return found

"""A class and its records to one row for each student: what every export is made of. Nothing is read or run here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import msgspec

from judge.classroom.gradebook.counting_attempt import Candidate, counting, to_judge, worth
from judge.classroom.gradebook.lateness import charged
from judge.classroom.people.names import owner_of
from judge.model import Clock, Problem, Submission, Verdict
from judge.model.classroom import NOTHING, Graded, Member, Roll
from judge.model.judgement import disturbance
from judge.model.record import Change, Record, clock_among, package_digest, under_limits
from judge.scoring.points import Award, awards, bonuses, most_points
from judge.scoring.verdict import judgement_of
from judge.submissions.read import digest_of, handed_in

_ROUNDING = 1e-9  # of points
WAITS = "no points yet: the judge itself failed on it, which is nobody's loss; it is judged again"


def submissions_of(roll: Roll, problem: Problem) -> list[tuple[str, Submission]]:
    """Return every submission of the class that can be judged and may count, with its owner."""
    return [(owner_of(one.student), _submission(one, problem)) for one in _may_count(roll, problem)]


def outlines_of(roll: Roll, problem: Problem) -> list[tuple[str, Submission]]:
    """Return the same with nothing but what they are known by: enough to ask a store what counts, and read by nobody,
    as that takes a millisecond each."""
    return [(owner_of(one.student), _outline(one, problem)) for one in _may_count(roll, problem)]


def graded(roll: Roll, problem: Problem, records: Sequence[Record]) -> list[Graded]:
    """Return a row for each student of the class, in its order, the absent ones last; bonuses are on top of the points,
    and what lateness costs is taken off.

    Of several records of an owner the last in `records` counts, one of the same file's name before any other.
    """
    by_place = groupby(_tries(roll, problem, records), attrgetter("place"))
    rows = [_counting([one.charged(problem) for one in theirs], problem) for _, theirs in by_place]
    absent = [Graded(one, max_points=most_points(problem), note=_nothing_from(roll)) for one in roll.absent]
    return [*rows, *absent]


def bonuses_in(roll: Roll, problem: Problem, records: Sequence[Record]) -> dict[str, float]:
    """Return the bonus of each attempt that has one, by its folder, with the records as in `graded`."""
    return {one.attempt.folder: one.bonus for one in _tries(roll, problem, records) if one.bonus}


def judged(row: Graded, record: Record) -> Graded:
    """Return the row of somebody with what came of their submission; nothing is taken off for lateness yet."""
    made = record.judgement
    return msgspec.structs.replace(
        row,
        sha256=made.submission.sha256,
        verdict=Verdict.JE if made.faults else made.verdict,  # also on a later case than the first that is missed
        points=made.points,
        judgement=made,
        note="; ".join(filter(None, (row.note, WAITS if made.points is None else ""))),
        disturbance=disturbance([made]),
        judged_s=record.judged_s,
    )


class _Tried(msgspec.Struct, frozen=True):
    """An attempt that may count, of the student at a place in the class, and what it comes to, its bonus included."""

    place: int
    attempt: Member
    row: Graded
    bonus: float = 0.0

    def charged(self, problem: Problem, bonus: float = 0.0) -> _Tried:
        """Return it with what lateness takes off of its points and this bonus."""
        row = self.row
        if row.points is not None:
            row = msgspec.structs.replace(row, points=row.points + bonus)
        return msgspec.structs.replace(self, row=charged(row, self.attempt, problem.deadline))


def _tries(roll: Roll, problem: Problem, records: Sequence[Record]) -> list[_Tried]:
    """Return every attempt that may count, the newest of each student first; nothing is taken off yet."""
    found: dict[tuple[str, ...], Record] = {}
    for record in records:
        submission = record.judgement.submission
        for more in ((), (submission.path.name,)):
            found[record.owner, submission.sha256, *more] = record
    twins = {one.student.id: _others(one, group) for group in roll.twins for one in group}
    tries = [
        _Tried(place, one, _row(one, problem, found, twins.get(one.student.id, ())))
        for place, member in enumerate(roll.members)
        for one in to_judge(member, problem)[::-1]
    ]
    return _with_bonuses(tries, problem, clock_among(records))


def _counting(newest_first: Sequence[_Tried], problem: Problem) -> Graded:
    """Return the row that counts of a student's."""
    known = [Candidate(able=_is_able(one.attempt), points=one.row.points) for one in newest_first]
    return newest_first[counting(problem.attempt, known)].row


def _is_able(one: Member) -> bool:
    return bool(one.main or (one.doubt and one.doubt.ours))


def _nothing_from(roll: Roll) -> str:
    """Return what is said of who is absent: not that nothing came, while something may be theirs."""
    return f"{NOTHING}{' under this name' if roll.unmatched else ''}"


def outdated(records: Iterable[Record], problem: Problem) -> tuple[int, int, int]:
    """Return how many were judged on other cases or rules than the package has now; of the others, how many have points
    that its scheme no longer gives; and how many of all on the same cases were judged under other limits."""
    now, found = package_digest(problem), Counter[str]()
    for record in records:
        made = record.judgement
        if record.conditions.package != now:
            found["package"] += 1
            continue
        found["limits"] += not under_limits(record.conditions, problem.limits)
        found["scheme"] += judgement_of(made.submission, problem, made.prepare, made.runs).points != made.points
    return found["package"], found["scheme"], found["limits"]


def with_new_bonuses(
    changes: Sequence[Change], classes: Iterable[Mapping[str, str]], others: Sequence[Record] = ()
) -> list[Change]:
    """Return the changes of a regrade with the bonuses of every class: of each owner the SHA-256 of what was handed in.

    `others` were not judged again; who of them gains or loses a bonus by it is a change as well.
    """
    found = [*changes, *(Change(record, record) for record in others)]
    for members in classes:
        rows = [row for row, change in enumerate(found) if members.get(change.old.owner) == _sha256(change.old)]
        old, new = ([getattr(found[row], when) for row in rows] for when in ("old", "then"))
        for row, before, after in zip(rows, _bonuses_among(old), _bonuses_among(new), strict=True):
            found[row] = msgspec.structs.replace(found[row], old_bonus=before, new_bonus=after)
    return [*found[: len(changes)], *(one for one in found[len(changes) :] if one.old_bonus != one.new_bonus)]


def _sha256(record: Record) -> str:
    return record.judgement.submission.sha256


def _bonuses_among(records: Sequence[Record]) -> list[float]:
    """Return the bonus of each. A case that none of them has run was not there when they were judged."""
    ran = {(run.group, run.case) for record in records for run in record.judgement.runs}
    judgements = []
    for record in records:
        problem = record.judgement.problem
        cases = tuple(case for case in problem.cases if (case.group, case.name) in ran)
        judgements.append(
            msgspec.structs.replace(record.judgement, problem=msgspec.structs.replace(problem, cases=cases))
        )
    return [sum(gained.values()) for gained in bonuses(judgements, clock_among(records))]


def _may_count(roll: Roll, problem: Problem) -> list[Member]:
    return [one for member in roll.members for one in to_judge(member, problem) if one.main]


def _outline(member: Member, problem: Problem) -> Submission:
    return Submission(
        owner_of(member.student), problem.name, "program", Path(member.main), b"", digest_of(member.main, member.files)
    )


def _submission(member: Member, problem: Problem) -> Submission:
    return handed_in(owner_of(member.student), problem.name, member.main, member.files, problem.programs)


def _others(member: Member, group: Iterable[Member]) -> tuple[str, ...]:
    return tuple(one.student.id for one in group if one is not member)


def _row(member: Member, problem: Problem, found: dict[tuple[str, ...], Record], twins: tuple[str, ...]) -> Graded:
    doubt = member.doubt.what if member.doubt else ""
    row = Graded(
        member.student,
        member.page,
        member.folder,
        max_points=most_points(problem),
        note=doubt,
        late=member.late,
        twins=twins,
        unclear=doubt not in ("", NOTHING) and not member.main,
    )
    if member.doubt and member.doubt.ours:
        return msgspec.structs.replace(row, verdict=Verdict.JE, note=WAITS)
    if not member.main:
        return row
    sha256 = digest_of(member.main, member.files)
    key = owner_of(member.student), sha256
    record = found.get((*key, Path(member.main).name)) or found.get(key)
    if record is None:
        note = "; ".join(filter(None, (doubt, "not judged yet")))
        return msgspec.structs.replace(row, sha256=sha256, note=note)
    return judged(row, record)


def _with_bonuses(tries: Sequence[_Tried], problem: Problem, clock: Clock) -> list[_Tried]:
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
            found[at] = _with_bonus(tries[at], won)
    return found


def _with_bonus(tried: _Tried, won: Sequence[Award]) -> _Tried:
    row, bonus = tried.row, sum(award.points for award in won)
    words = ", ".join(f"{award.points:g} for {award.algorithm}" for award in won)
    note = "; ".join(filter(None, (row.note, f"bonus: {words}", *map(str, won))))
    row = msgspec.structs.replace(row, points=(row.points or 0.0) + bonus, note=note)
    return msgspec.structs.replace(tried, row=row, bonus=bonus)

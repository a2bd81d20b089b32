"""What is written down of judging, and the nouns it is written down as. Pure: `store` keeps it, commands compare it.

A judgement can be made again only under the same Conditions. They are digests, so that two records can be compared
without reading either: the package without its points (another scheme needs no other run), the limits with the
number of repetitions, the judge's version, and the host with what it enforces.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar, Final, Literal

import msgspec

from judge.model.distribution import version_of
from judge.model.host import Host
from judge.model.judgement import Judgement, Run
from judge.model.problem import Limits, Problem
from judge.model.submission import Submission

Kind = Literal["submit", "grade", "regrade"]
_ANY: Final = Host("", (), (), "", "", "", "", 0)


class Conditions(msgspec.Struct, frozen=True):
    """What a verdict and a time depend on beside the submission: SHA-256 in hexadecimal, and the judge's version."""

    MOST_REPEAT: ClassVar = 1000
    ASKED_ROUND: ClassVar = MOST_REPEAT  # rounds from this number on were measured since somebody looked, and wished

    package: str
    limits: str
    judge: str
    host: str

    @classmethod
    def of(cls, problem: Problem, host: Host = _ANY, repeat: int = 1) -> Conditions:
        """Return those under which `problem` is judged, each case `repeat` times; without a `host` on whichever."""
        machine = hashlib.sha256(msgspec.json.encode(host.lasting)).hexdigest()
        return cls(problem.digest, problem.limits.digest(repeat), version_of() or "unknown", machine)

    def has_limits(self, limits: Limits) -> bool:
        """Say whether these are its limits, however often each case was run."""
        return self.limits in _digests(limits)

    def cover(self, others: Conditions, limits: Limits) -> bool:
        """Say whether all is as in the others, which have these limits, with as many repetitions or more."""
        repeats = _digests(limits)
        same = msgspec.structs.replace(self, limits=others.limits) == others
        return same and repeats.get(self.limits, 0) >= repeats.get(others.limits, 1)


class Batch(msgspec.Struct, frozen=True, eq=False):
    """Judgements that belong together. `label` says of what: the folder or zip of a class, "" for `judge
    submit`, of a regrade the `part`.

    `again` asks for new runs although the same bytes were judged under the same conditions, `repeat` for each case so
    often.
    """

    Decision = Literal["applied", "cancelled"]

    class Ticket(msgspec.Struct, frozen=True):
        """A judgement that is due or, if `done`, has been made.

        `runs` holds the attempts that are recorded already, judge errors left out.
        """

        id: int
        owner: str
        submission: Submission
        runs: tuple[Run, ...] = ()
        done: bool = False

    kind: Kind
    problem: Problem
    host: Host
    conditions: Conditions
    label: str = ""
    reason: str = ""  # of a regrade
    again: bool = False
    repeat: int = 1
    spared: bool = False  # larger cases of a group are left out after two time-outs in it
    id: int = 0  # given by the store

    def is_of(self, problem: Problem) -> bool:
        """Say whether it was judged on the package as it is now."""
        return self.conditions.package == problem.digest and self.conditions.has_limits(problem.limits)

    @property
    def part(self) -> str:
        """Return which part of what counts a regrade is about, in the words of its command; "" for all of it."""
        return self.label if self.kind == "regrade" else ""


class Record(msgspec.Struct, frozen=True):
    """A finished judgement out of the store; its submission comes without the sources. `clock` is what counts on the
    host that judged it.

    `judged_s`, when it was made, is seconds since 1970, UTC; `outcome` is a number that grows with each that is made.
    """

    class Change(msgspec.Struct, frozen=True):
        """What a regrade made of one record; `new` is None as long as it has not been judged. The bonuses are those
        that the owner has on top in a gradebook, and would have if the regrade is applied."""

        old: Record
        new: Record | None
        old_bonus: float = 0.0
        new_bonus: float = 0.0

        @property
        def then(self) -> Record:
            """Return what counts if the regrade is applied: a judge error changes nothing."""
            return self.old if self.new is None or self.failed else self.new

        @property
        def failed(self) -> bool:
            """Say whether the judge itself failed on it when it was judged again."""
            return self.new is not None and self.new.judgement.faults > 0

        @property
        def moves(self) -> bool:
            """Say whether its owner gains or loses points, or gets those that waited, if only 0 of them."""
            waited, waits = (one.judgement.points is None for one in (self.old, self.then))
            return waited != waits or abs(self.gain) > 1e-9

        @property
        def gain(self) -> float:
            """Return the points that the owner gains if the regrade is applied; negative: loses. Points that wait count
            as none."""
            new, old = self.then.judgement.points or 0.0, self.old.judgement.points or 0.0
            return new + self.new_bonus - old - self.old_bonus

    id: int
    owner: str
    judgement: Judgement
    conditions: Conditions
    judged_s: float
    outcome: int
    clock: Host.Clock = "cpu"
    host_class: str = ""

    @staticmethod
    def clock_among(records: Iterable[Record]) -> Host.Clock:
        """Return what their times can be compared by: CPU time if every host accounted it, else the wall's."""
        return "wall" if any(record.clock == "wall" for record in records) else "cpu"

    @staticmethod
    def latest(records: Iterable[Record]) -> list[Record]:
        """Return of each owner and submission the record that counts, whatever the conditions: the last without a
        judge error, of records in the order in which they came to count."""
        chosen: dict[tuple[str, str, str], Record] = {}
        for record in sorted(records, key=lambda one: not one.judgement.faults):
            submission = record.judgement.submission
            chosen[record.owner, submission.sha256, submission.path.name] = record
        return sorted(chosen.values(), key=lambda record: record.id)


@lru_cache(maxsize=4)
def _digests(limits: Limits) -> dict[str, int]:
    """A digest does not tell how often each case was run, so all that --repeat takes are tried."""
    return {limits.digest(repeat): repeat for repeat in range(1, Conditions.MOST_REPEAT + 1)}

"""What is written down of judging, and the nouns it is written down as. Pure: `store` keeps it, commands compare it.

A judgement can be made again only under the same Conditions. They are digests, so that two records can be compared
without reading either: the package without its points (another scheme needs no other run), the limits with the
number of repetitions, the judge's version, and the host with what it enforces.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from judge.model.host import Clock, Host
from judge.model.installed import judge_version
from judge.model.judgement import Judgement, Run
from judge.model.problem import UNSAID, Answer, Limits, Problem, Programs
from judge.model.submission import Submission
from judge.model.verdict import Verdict

Kind = Literal["submit", "grade", "regrade"]
Decision = Literal["applied", "cancelled"]
MOST_REPEAT = 1000


class Conditions(msgspec.Struct, frozen=True):
    """What a verdict and a time depend on beside the submission: SHA-256 in hexadecimal, and the judge's version."""

    package: str
    limits: str
    judge: str
    host: str


class Batch(msgspec.Struct, frozen=True, eq=False):
    """Judgements that belong together. `label` says of what: the folder or zip of a class, "" for `judge
    submit`, of a regrade the `part`.

    `again` asks for new runs although the same bytes were judged under the same conditions, `repeat` for each case so
    often.
    """

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

    @property
    def part(self) -> str:
        """Return which part of what counts a regrade is about, in the words of its command; "" for all of it."""
        return self.label if self.kind == "regrade" else ""


class Ticket(msgspec.Struct, frozen=True):
    """A judgement that is due or, if `done`, has been made.

    `runs` holds the attempts that are recorded already, judge errors left out.
    """

    id: int
    owner: str
    submission: Submission
    runs: tuple[Run, ...] = ()
    done: bool = False


class Record(msgspec.Struct, frozen=True):
    """A finished judgement out of the store; its submission comes without the sources. `clock` is what counts on the
    host that judged it.

    `judged_s` and `since_s`, when it was made and from when on it counts, are seconds since 1970, UTC.
    """

    id: int
    owner: str
    judgement: Judgement
    conditions: Conditions
    judged_s: float
    since_s: float
    clock: Clock = "cpu"
    host_class: str = ""


class Change(msgspec.Struct, frozen=True):
    """What a regrade made of one record; `new` is None as long as it has not been judged. The bonuses are those that
    the owner has on top in a gradebook, and would have if the regrade is applied."""

    old: Record
    new: Record | None
    old_bonus: float = 0.0
    new_bonus: float = 0.0

    @property
    def then(self) -> Record:
        """Return what counts if the regrade is applied: a judge error changes nothing."""
        return self.old if self.new is None or self.new.judgement.faults else self.new

    @property
    def gain(self) -> float:
        """Return the points that the owner gains if the regrade is applied; negative: loses. Points that wait count
        as none."""
        new, old = self.then.judgement.points or 0.0, self.old.judgement.points or 0.0
        return new + self.new_bonus - old - self.old_bonus


def conditions(problem: Problem, host: Host, repeat: int = 1) -> Conditions:
    """Return the conditions under which `problem` is judged on `host`, each case `repeat` times."""
    limits = limits_digest(problem.limits, repeat)
    return Conditions(package_digest(problem), limits, judge_version(), _sha256(host.lasting))


def limits_digest(limits: Limits, repeat: int) -> str:
    """Return the SHA-256 of the limits, and of how often each case is run."""
    return _sha256((_named(limits, _LIMITS), repeat))


def under_limits(under: Conditions, limits: Limits) -> bool:
    """Say whether these conditions have these limits, however often each case was run."""
    return under.limits in _digests(limits)


@lru_cache(maxsize=4)
def _digests(limits: Limits) -> frozenset[str]:
    """A digest does not tell how often each case was run, so all that --repeat takes are tried."""
    return frozenset(limits_digest(limits, repeat) for repeat in range(1, MOST_REPEAT + 1))


def package_digest(problem: Problem) -> str:
    """Return the SHA-256 of all that decides verdicts: the rules, and each chosen case with its board and answer."""
    found = hashlib.sha256()
    rules = (problem.name, problem.puzzle, problem.strict, _said(problem.programs), "all")
    found.update(msgspec.json.encode(rules))
    for case in problem.cases:
        board, answer = case.board, case.answer or Answer()
        facts = (case.group, case.name, board.algorithm, board.n, board.pieces, case.answer is None)
        found.update(msgspec.json.encode((*facts, answer.fail, answer.count)))
        layers = () if board.layer is None else (board.layer,)  # a puzzle without one has the digest that it had
        for table in (board.grid, *layers, answer.board, answer.columns):
            found.update(b"-" if table is None else f"{table.dtype} {table.shape}".encode() + table.tobytes())
        for text in (case.text, answer.text):
            found.update(b"" if text is None else f"{len(text)}\n".encode() + text)
        if case.as_is is not None and problem.programs.bytes == "as-is":
            found.update(case.as_is)
    if problem.validator:
        said = _named(problem.validator, ("files", "flags", "flags_of"))
        found.update(msgspec.json.encode({**said, "limits": _named(problem.validator.limits, _LIMITS)}))
    return found.hexdigest()


# Results lie in stores below these digests, so the keys that are digested are named here, in their order: a Struct may
# get others. A key that came later is left out where a package says nothing.
_LIMITS = ("time_limit", "memory", "output", "compilation_time", "processes")
_ALWAYS = ("io", "input_file", "output_file", "dialect", "shapes", "multipliers")
_LATER = ("arguments", "reads", "bytes", "parameters", "fail_words", "pairs")


def _named(noun: msgspec.Struct, keys: Iterable[str]) -> dict[str, object]:
    return {key: getattr(noun, key) for key in keys}


def _said(programs: Programs) -> dict[str, object]:
    return _named(programs, (*_ALWAYS, *(key for key in _LATER if getattr(programs, key) != getattr(UNSAID, key))))


def run_as(submission: Submission) -> str:
    """Return what beside the bytes decides how a submission is run: the ending; Java knows a class by the name of its
    file."""
    path = submission.path
    return path.name if path.suffix == ".java" else path.suffix


def clock_among(records: Iterable[Record]) -> Clock:
    """Return what their times can be compared by: CPU time if every host accounted it, else that of the clock on the
    wall."""
    return "wall" if any(record.clock == "wall" for record in records) else "cpu"


def in_doubt(judgement: Judgement) -> bool:
    """Say whether the work of others may have cost it a point: such a judgement is made again."""
    return judgement.prepare.starved or any(run.in_doubt for run in judgement.runs)


def case_of(run: Run) -> tuple[str, str]:
    """Return group and name."""
    return run.group, run.case


def latest(records: Sequence[Record]) -> list[Record]:
    """Return of each owner and submission the record that counts, whatever the conditions: the last without a judge
    error."""
    chosen: dict[tuple[str, str, str], Record] = {}
    for record in sorted(records, key=lambda one: (not one.judgement.faults, one.since_s, one.id)):
        submission = record.judgement.submission
        chosen[record.owner, submission.sha256, submission.path.name] = record
    return sorted(chosen.values(), key=lambda record: record.id)


def failed(changes: Sequence[Change]) -> list[str]:
    """Return the owners of what the judge itself failed on when it was judged again."""
    return [change.old.owner for change in changes if change.new and change.new.judgement.faults]


def matrix(changes: Sequence[Change]) -> dict[tuple[Verdict, Verdict], int]:
    """Return how many went from the one verdict to the other, in the order of Verdict; pairs that occur."""
    found = Counter((change.old.judgement.verdict, change.new.judgement.verdict) for change in changes if change.new)
    return {(old, new): found[old, new] for old in Verdict for new in Verdict if (old, new) in found}


def movers(changes: Sequence[Change]) -> list[Change]:
    """Return who gains or loses points, the greatest loss first."""
    moved = [change for change in changes if abs(change.gain) > 1e-9]
    return sorted(moved, key=lambda change: (change.gain, change.old.owner))


def _sha256(facts: object) -> str:
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()

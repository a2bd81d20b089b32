"""Submissions x cases x repetitions through the workers, as a stream of events.

Order: every submission of a problem is prepared; then case by case, hidden ones in a sequence that is drawn
(`sequence`, below), and within a case repetition by repetition over all submissions (A B A B), so that a slow minute of
the machine hits all alike. Several workers, each on a core of its own, run in parallel; their events come in the same
order as from one. What is prepared ahead of later problems (`crew.py`) is told when it is their turn. A round of a case
is run by one worker: cores differ, and its times are compared. Whoever stops consuming the events can still ask for the
judgements of what has run.

Of submissions with the same bytes one is run for all: they have the same times, and so the same rank. Between the
attempts the judge's own probe may run; after them come rounds (`rounds.py`), which count for their times alone.
What one has found out about a board counts for all others (`witnesses.py`), as far as the contest has come.
"""

from __future__ import annotations

import contextlib
import itertools
import secrets
from collections import defaultdict, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from judge.judging.attempts import Task
from judge.judging.crew import Hands, Work, workers_of
from judge.judging.probe import Probe
from judge.judging.witnesses import Found, Pictures, exchanged, forgotten, witnesses
from judge.model import (
    Case,
    Entry,
    Event,
    Finding,
    Finished,
    Host,
    Judgement,
    Limits,
    Prepared,
    Preparing,
    Problem,
    Ran,
    Readied,
    Run,
    Submission,
    Verdict,
    fault_of,
)
from judge.scoring import judgement_of

if TYPE_CHECKING:
    from judge.judging.rounds import Rounds

AS_PACKAGED = ""  # the seed of the sequence that the package has
_Key = tuple[str, Submission]


class Contest:
    """Consume `events()`, `total` runs, then read `judgements()`; both in the order of the entries."""

    def __init__(
        self,
        hands: Hands,
        entries: Sequence[Entry],
        repeat: int = 1,
        *,
        hopeless: bool = False,
    ) -> None:
        self.entries, self.repeat, self.hopeless = entries, repeat, hopeless
        self._crew = workers_of(hands)
        self._crew.get_ready({submission.contract for entry in entries for submission in entry.submissions})
        self._first = {entry.problem.path: _firsts(entry.submissions) for entry in entries}
        self._alike: dict[_Key, list[Submission]] = defaultdict(list)
        for entry in entries:
            for one in entry.submissions:
                self._alike[self._key(entry, one)].append(one)
        self._probe: Probe | None = None
        self._prepared: dict[_Key, Prepared] = {}
        self._runs: dict[_Key, dict[str, list[Run]]] = defaultdict(lambda: defaultdict(list))
        self._timeouts: dict[tuple[_Key, str], dict[str, int]] = defaultdict(dict)  # of a group: case and its n
        self._turns: dict[str, int] = {}  # of the problem that is run: when each case has its turn
        self._held: dict[tuple[_Key, str], int] = defaultdict(int)  # repetitions that were run earlier
        self._resumed = False
        self._done = 0
        self.seed = new_seed()  # of the sequence of hidden cases
        self.apart = False  # one submission after the other, where each would have to be prepared in many places
        self.exchanges = True  # witnesses; not where it is a part of a class, and the rest is judged at another time
        self._pictures = Pictures()
        self.total = sum(self._count(entry, entry.submissions) for entry in entries)

    def in_order(self) -> Contest:
        """Have the cases come as the package has them, the hidden ones too."""
        self.seed = AS_PACKAGED
        return self

    def resume(self, entry: Entry, submission: Submission, runs: Sequence[Run]) -> None:
        """Take up, before `events`, attempts that an interrupted contest has recorded. They count, and are not run
        again."""
        self._resumed = True
        key = self._key(entry, submission)
        sizes = {case.place: case.board.n for case in entry.problem.cases}
        for run in runs:
            name = run.path
            if run.place not in sizes:
                continue
            self._crew.looks.take(entry.problem, key[1], run)  # that was done when it was run
            if self._held[key, name] < self.repeat:
                self._held[key, name] += 1
                self._note_timeout(key, run, sizes[run.place])
                self._append(key, run)
            elif run.samples and run.samples[0].round:  # measured again, for its time
                self._append(key, run)
        self.total = sum(self._count(one, one.submissions) for one in self.entries)

    def events(self, rounds: Rounds | None = None, *, probing: Host.Clock | None = None) -> Generator[Event]:
        """Run everything; then `rounds` measures more, of one problem after the other. Where times of single runs
        are compared, the judge's own probe runs beside the contest; `probing` is the clock that ranks."""
        if probing and self.repeat == 1:
            self._probe = Probe(probing)
        self._crew.expect((entry.problem, one) for entry in self.entries for one in self._firsts(entry))
        try:
            for at, entry in enumerate(self.entries):
                yield from self._prepare(entry)
                for done in self._crew.attempt(self._works(entry), self._heard):
                    if not (self._probe and self._probe.takes(done)):
                        yield from self._tell(entry, done.task, done.run)
                if rounds:
                    yield from rounds.events(self, entry, len(self.entries) - at)
                yield Finished(entry)
                self._crew.forget(entry.problem)
        finally:
            self._crew.end()

    def machines(self) -> list[Host.Seen]:
        """Return the machines that work beside this one, and what each has done."""
        return self._crew.seen()

    @property
    def noise(self) -> float | None:
        """Return the relative standard error of one time on this machine, as the probe has measured it."""
        return self._probe.noise() if self._probe else None

    def _works(self, entry: Entry) -> Iterator[Work]:
        """Yield the work of the first pass, for those that are ready, and of the probe where it is due."""
        cases = sequence(entry.problem, self.seed, spared=not self.hopeless)
        self._turns = {case.path: turn for turn, case in enumerate(cases)}
        ready = [one for one in entry.submissions if self._prepared[self._key(entry, one)].verdict is Verdict.AC]
        self._done += self._count(entry, [one for one in entry.submissions if one not in ready])
        submissions = [one for one in ready if self.first(entry, one) is one]
        probe = self._probe if len(submissions) > 1 else None
        contract: Submission.Contract = (
            "function" if any(one.contract == "function" for one in submissions) else "program"
        )
        for tasks in self._rounds(entry, submissions):
            while probe and probe.is_due(self._done / self.total):
                yield probe.work(contract)
            yield from self._shared_out(tasks)
        while probe and probe.lacks():  # the leaderboard is made as soon as the problem is over
            yield probe.work(contract)

    def more(self, entry: Entry, works: Iterable[Work]) -> Iterator[Ran]:
        """Make attempts that count for their times alone: those that are right are kept beside what was run before."""
        for task, run, _ in self._crew.attempt(works):
            known = self._known(entry, run)
            if run.verdict is Verdict.AC:
                self._append(self._key(entry, task.submission), known)
            yield Ran(task.submission, known, self._done, self.total)

    def judgements(self) -> list[Judgement]:
        """Return what has been judged so far, points and verdicts included."""
        return [made for entry in self.entries for made in self.judged(entry)]

    def judged(self, entry: Entry) -> list[Judgement]:
        """Return the same of one problem. Of whom no case was run nothing is known, unless it could not be prepared."""
        there = [one for one in entry.submissions if self._is_judged(entry, one)]
        found = witnesses((one.name, self._runs.get(self._key(entry, one), {})) for one in there)
        return [self._judged(entry, one, found if self.exchanges else {}) for one in there]

    def _is_judged(self, entry: Entry, submission: Submission) -> bool:
        key = self._key(entry, submission)
        prepared = self._prepared.get(key)
        return prepared is not None and (prepared.verdict is not Verdict.AC or bool(self._runs.get(key)))

    def _judged(self, entry: Entry, submission: Submission, found: Found) -> Judgement:
        try:
            prepared, runs = self._prepared[self._key(entry, submission)], self._merged(entry, submission, found)
            model = judgement_of(self.first(entry, submission), entry.problem, prepared, runs)
            return model.of_same_bytes(submission)
        except Exception as error:
            return judgement_of(submission, entry.problem, Prepared.failed(fault_of(error)))

    def _merged(self, entry: Entry, submission: Submission, found: Found) -> tuple[Run, ...]:
        """Return one result for each case, in the order of the cases, though a judge error's may be run last, on
        resuming. Witnesses are exchanged."""
        place = {case.path: index for index, case in enumerate(entry.problem.cases)}
        runs = self._runs[self._key(entry, submission)]
        names = sorted(runs, key=place.__getitem__)
        return tuple(merged(exchanged(runs[name], found.get(name))) for name in names)

    def _count(self, entry: Entry, submissions: Sequence[Submission]) -> int:
        return sum(map(len, self._rounds(entry, submissions)))

    def _rounds(self, entry: Entry, submissions: Sequence[Submission]) -> Iterator[list[Task]]:
        """Yield the attempts, a round of a case at a time."""
        if self.apart and len(submissions) > 1:
            for submission in submissions:
                yield from self._rounds(entry, [submission])
            return
        for case in sequence(entry.problem, self.seed, spared=not self.hopeless):
            held = {one: self._held.get((self._key(entry, one), case.path), 0) for one in submissions}
            for repetition in range(self.repeat):
                due = [one for one in submissions if repetition >= held[one]]
                # where some were run before, they were not all taken side by side: that is round 0
                yield [Task(entry.problem, one, case, 0 if self._resumed else repetition) for one in due]

    def _prepare(self, entry: Entry) -> Iterator[Preparing | Readied]:
        """Prepare them, those with the same bytes once; say which are begun, and which are over."""
        firsts = self._firsts(entry)
        begun = map(Preparing, firsts)
        with contextlib.closing(self._crew.prepare(entry.problem, firsts)) as prepared:
            yield from itertools.islice(begun, self._crew.size)
            for submission in entry.submissions:
                key = self._key(entry, submission)
                is_first = key not in self._prepared  # with its bytes
                if is_first:
                    self._prepared[key] = next(prepared)
                yield Readied(submission, self._prepared[key])
                if is_first:
                    yield from itertools.islice(begun, 1)
            next(prepared, None)  # to its end: who is left before that has all that runs broken off

    def _shared_out(self, tasks: Sequence[Task]) -> Iterator[Work]:
        """Yield a round of a case as one work. Where some were run earlier no round is compared, and each attempt is a
        work of its own."""
        parts: Iterable[Sequence[Task]] = [[task] for task in tasks] if self._resumed else [tasks] * bool(tasks)
        for some in parts:
            together = some[0].submission if self.apart else some[0].case.place
            yield Work(tuple(some), (some[0].problem.path, together), self.apart, spared=self._not_run)

    def _not_run(self, task: Task) -> Run | None:
        """Spare who ran out of time on two cases of a group its larger ones, and the judge the wait. Only cases whose
        turn was earlier count: with several workers one that is later may be over. Workers ask from threads of their
        own, so the sizes are copied in one step."""
        sizes, turns = list(self._timeouts.get((task.key, task.case.group), {}).items()), self._turns
        smaller = sum(n < task.case.board.n and turns[path] < turns[task.case.path] for path, n in sizes)
        if self.hopeless or smaller < Limits.HOPELESS:
            return None
        message = "not run: it ran out of time on two smaller cases of this group"
        finding = Finding("E209", message, command="--all  runs it all the same", verdict=Verdict.TLE)
        return task.unrun(finding)

    def _tell(self, entry: Entry, task: Task, run: Run) -> Iterator[Ran]:
        """Keep an attempt, and tell of it for each submission that has these bytes. One that was begun before the
        time-outs that spare it were known was not run: how many workers there are changes no verdict."""
        run = self._known(entry, self._not_run(task) or run)
        self._append(self._key(entry, task.submission), run)
        for submission in self._alike[self._key(entry, task.submission)]:
            self._done += 1
            yield Ran(submission, run, self._done, self.total)

    def _known(self, entry: Entry, run: Run) -> Run:
        """Return what of an attempt is needed further on."""
        return self._pictures.take(entry.problem.path, run) if self.exchanges else forgotten(run)

    def _key(self, entry: Entry, submission: Submission) -> _Key:
        """Return problem and submission: one file may compete on several packages. Of those with the same bytes one is
        run for all."""
        return entry.problem.path, self._first[entry.problem.path][submission]

    def _firsts(self, entry: Entry) -> list[Submission]:
        """Return those that are run: of the same bytes one."""
        return list(dict.fromkeys(self.first(entry, one) for one in entry.submissions))

    def first(self, entry: Entry, submission: Submission) -> Submission:
        """Return which submission is run for this one: the first with the same bytes."""
        return self._key(entry, submission)[1]

    def _heard(self, done: Work.Done) -> None:
        """Take note of an attempt that is over, though it may not be its turn: it may spare others."""
        self._note_timeout(done.task.key, done.run, done.task.case.board.n)

    def _note_timeout(self, key: _Key, run: Run, n: int) -> None:
        if run.verdict is Verdict.TLE and run.samples:
            self._timeouts[key, run.group][run.path] = n

    def _append(self, key: _Key, run: Run) -> None:
        held = self._runs[key][run.path]
        held.append(msgspec.structs.replace(run, given=None) if any(_as_good(one, run) for one in held) else run)


def _as_good(one: Run, run: Run) -> bool:
    """Say whether a later attempt will never decide where an earlier one is there: what it answered is not needed."""
    return (one.verdict, one.code, one.if_refuted is UNSET) == (run.verdict, run.code, run.if_refuted is UNSET)


def _firsts(submissions: Sequence[Submission]) -> dict[Submission, Submission]:
    """Return for each submission the first one with the same bytes, which are run in the same way."""
    found: dict[object, Submission] = {}
    same = {one: (one.sha256 or one, one.run_as, one.contract, one.fault) for one in submissions}
    return {one: found.setdefault(same[one], one) for one in submissions}


def merged(attempts: Sequence[Run]) -> Run:
    """Return the case's result out of its attempts: AC if all are right, else the first that is not."""
    wrong = (run for run in attempts if run.verdict is not Verdict.AC)
    return Run.of(next(wrong, attempts[0]), attempts)


# --- the sequence in which the cases of a problem are run: that of hidden cases is drawn for each run -----------------
# A submission can number its runs, and remember in the kernel what an earlier one has met (`judge help sandbox`). It
# must not know which case a number stands for. So the hidden cases change places among each other, those of all groups
# alike; cases that students may see keep theirs. Where larger cases of a group are left out after time-outs, the hidden
# cases of each group go from small to large: what is left out then depends on the submission, not on the draw. There
# the draw decides which group is next, and the sequence of cases of one size.
#
# The seed is kept with what was judged, and draws the same sequence again: each case has its place by a digest of seed,
# group and name, so a choice of the cases keeps their sequence. Reports keep the sequence of the package.
def new_seed() -> str:
    """Draw a seed from the randomness of the operating system."""
    return secrets.token_hex(8)


def sequence(problem: Problem, seed: str, *, spared: bool) -> tuple[Case, ...]:
    """Return all cases as they are run; `spared` says that larger ones may be left out."""
    if seed == AS_PACKAGED:
        return problem.cases
    hidden = [case for case in problem.cases if not problem.shows(case.group)]
    drawn = sorted(hidden, key=lambda case: sha256(f"{seed}/{case.group}/{case.name}".encode()).digest())
    if spared:
        drawn = _refilled(drawn, sorted(drawn, key=lambda case: case.board.n))
    places = iter(drawn)
    return tuple(case if problem.shows(case.group) else next(places) for case in problem.cases)


def _refilled(drawn: list[Case], ordered: list[Case]) -> list[Case]:
    """Return the cases with those of each group as `ordered`, in the places that the group has drawn."""
    groups = defaultdict[str, deque[Case]](deque)
    for case in ordered:
        groups[case.group].append(case)
    return [groups[case.group].popleft() for case in drawn]

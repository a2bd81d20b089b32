"""Hunt for a board that shows a mistake: search, shrink what is found, and run that again."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any

import msgspec

from judge.judging.crew import Crew
from judge.judging.hack.boards import Space, boards
from judge.judging.hack.shrink import Shrinker
from judge.judging.hack.trial import STEPS, Kind, Runner, Trial, is_same
from judge.model import Answer, Entry, Hunt, Instance, Prepared
from judge.problems.prove import Truth, truth_of
from judge.sandbox import Sandbox

SHRINK_S, LEAST_SHRINK_S = 20.0, 5.0  # at most, and even when the time for the search is nearly over
_FAIL = Answer(fail=True)  # against which an arrangement shows itself
Tell = Callable[[Hunt], object]


class Hunter:
    """Looks for one board on which the submissions of an entry differ, or a single one breaks the rules. `tell` is
    called at each board with what was tried so far."""

    class Plan(msgspec.Struct, frozen=True):
        """How to hunt: for how long, on boards of which size at most, from which seed, and how often the board is run
        again. A `board` that is named is tried alone."""

        seconds: float = 60.0
        max_n: int = 65
        seed: int = 0
        runs: int = 3
        board: Instance | None = None

    def __init__(
        self, entry: Entry, plan: Hunter.Plan, sandboxes: Sequence[Sandbox], tell: Tell = lambda _: None
    ) -> None:
        self._submissions, self._plan, self._tell = entry.submissions, plan, tell
        self._space = Space(entry.problem.puzzle, entry.problem.algorithms, plan.max_n)
        self._tries = Runner(Crew(sandboxes), self._space, entry)
        self._tried: Counter[int] = Counter()
        self._unconfirmed = self._shrunk = self._failed = self._late = 0
        self._begun_s, self._found_s = time.monotonic(), 0.0
        self._out_of_time = False

    def prepare(self) -> list[Prepared]:
        """Make all ready to run: return how that ended. Nothing can be compared where one can't be run."""
        return self._tries.prepare()

    def run(self) -> Hunt:
        """Hunt until a difference is found that shows itself again, or the time is over."""
        self._begun_s = time.monotonic()
        source = self._boards()
        while (trial := self._next(source)) is not None:
            self._found_s = self._spent_s
            assert trial.kind is not None, "it was searched for"
            hack = self._kill(trial, trial.kind)
            if hack:
                return self.so_far(hack)
            self._unconfirmed += 1
        return self.so_far()

    def _next(self, source: Iterator[Instance]) -> Trial | None:
        """Return the next board that shows a difference; None when the time or the boards are over."""
        with closing(self._tries.run(source)) as trials:
            for trial in trials:
                self._tried[trial.board.n] += 1
                self._late += None in trial.attempts
                self._failed += any(one and one.verdict == "JE" and not one.refutes_key for one in trial.attempts)
                self._tell(self.so_far())
                if trial.kind:
                    return trial
        return None

    def _boards(self) -> Iterator[Instance]:
        """Yield the boards for as long as there is time."""
        source = iter((self._plan.board,)) if self._plan.board else boards(self._space, self._plan.seed)
        for board in source:
            if self._spent_s > self._plan.seconds:
                self._out_of_time = True
                return
            yield board

    def _kill(self, trial: Trial, kind: Kind) -> Hunt.Hack | None:
        """Make a board smaller, and run that again; the board as it was found where the smaller one does not hold."""
        small = self._smaller(trial, kind) if not self._plan.board else trial.board
        hack = self._confirmed(small, trial, kind)
        if hack is None and small is not trial.board:
            hack = self._confirmed(trial.board, trial, kind)
        return hack

    def _smaller(self, trial: Trial, kind: Kind) -> Instance:
        left_s = self._plan.seconds - self._spent_s
        seconds = max(LEAST_SHRINK_S, min(SHRINK_S, left_s))

        def shows(board: Instance) -> bool:
            self._shrunk += 1
            self._tell(self.so_far())
            return any(is_same(one.kind, kind) for one in list(self._tries.run([board], patient=False)))

        return Shrinker(self._space, trial.board, shows, seconds).run()

    def _confirmed(self, board: Instance, trial: Trial, kind: Kind) -> Hunt.Hack | None:
        """Run a board again, each time with the whole limits; None where no run shows the same."""
        truth = self._truth(board)
        again = [self._tries.again(board, truth.answer, round_) for round_ in range(self._plan.runs)]
        same = [one for one in again if is_same(one.kind, kind)]
        if not same:
            return None
        boards = self._arranged(board) if truth.answer and not truth.answer.fail else [None] * len(self._submissions)
        said = tuple(map(Hunt.Hack.Said, self._submissions, same[0].attempts, boards))
        return Hunt.Hack(
            board=board,
            first=trial.board,
            kind=same[0].kind or kind,
            said=said,
            confirmed=len(same),
            runs=len(again),
            answer=truth.answer,
            proof=truth.proof,
        )

    def _truth(self, board: Instance) -> Truth:
        """Return what is right on a board: by the judge's own means, else by an arrangement that one of them finds."""
        truth = truth_of(board, self._space.puzzle, STEPS)
        found = next((one for one in self._arranged(board) if one is not None), None) if truth.answer is None else None
        return truth if found is None else Truth(True, Answer(board=found))

    def _arranged(self, board: Instance) -> list[Any]:
        """Run all once more, against FAIL: that shows each valid arrangement."""
        attempts = self._tries.again(board, _FAIL, 1).attempts
        return [one.board if one is not None and one.refutes_key else None for one in attempts]

    @property
    def _spent_s(self) -> float:
        return time.monotonic() - self._begun_s

    def so_far(self, hack: Hunt.Hack | None = None) -> Hunt:
        """Return what was tried until now."""
        return Hunt(
            seed=self._plan.seed,
            seconds=self._spent_s,
            found_s=self._found_s if hack else self._spent_s,
            tried=dict(sorted(self._tried.items())),
            hack=hack,
            unconfirmed=self._unconfirmed,
            shrunk=self._shrunk,
            late=self._late,
            failed=self._failed,
            complete=not (hack or self._out_of_time or self._plan.board),
        )

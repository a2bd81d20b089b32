"""Run submissions on one board after the other, each in a fresh box, as a contest would, and say how they differ.

One is right where the other is not, says FAIL, crashes or runs out of time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence

import msgspec

from judge.judging.attempts import Task, Worker
from judge.judging.crew import Crew, Unit
from judge.judging.hack.boards import Space
from judge.model import Answer, Case, Entry, Instance, Prepared, Run, Submission, Verdict
from judge.problems import puzzle_named
from judge.problems.prove import Truth, is_easy, truth_of

Kind = tuple[str, ...]  # of each submission "right", "" where it says nothing, "TLE", or the code of what is wrong

STEPS = 20_000  # of the judge's own search, to know what is right
EASY = 10_000  # steps of the plainest search: what is out of time on such a board is so by a mistake
QUICK_S = {"function": 1.0, "program": 2.0}  # CPU on a board; who needs more is asked again, with the whole limit
NAME, GROUP = "board", "hack"
RIGHT, LESS, UNKNOWN, LATE = "right", "less", "", "TLE"
WRONG_FAIL = "E113"
_SAYS_FAIL, _ARRANGED = "FAIL", "arranged"  # where nobody knows yet which of the two is right


class Trial(msgspec.Struct, frozen=True, eq=False):
    """What the submissions did on a board. None stands for one that was not run, or was late on a hard board."""

    board: Instance
    attempts: tuple[Run | None, ...]
    kind: Kind | None


class Runner:
    """Tries boards with the workers of a crew; of one submission alone whatever the rules refuse counts. Where only n
    varies there are few boards, so each has the whole limits."""

    def __init__(self, crew: Crew, space: Space, entry: Entry) -> None:
        self._crew, self._problem, self._submissions = crew, entry.problem, entry.submissions
        self._against_rules = len(self._submissions) == 1
        crew.get_ready({one.contract for one in self._submissions})
        self._quick = not space.small.sized
        goal = puzzle_named(self._problem.puzzle).goal
        self._refutable = goal.may_fail or goal.every is not None
        self._slow: set[Submission] = set()  # need more than the quick limit
        self._hopeless: dict[Submission, int] = {}  # the smallest hard board on which it was late

    def prepare(self) -> list[Prepared]:
        """Make all ready to run."""
        return list(self._crew.prepare(self._problem, self._submissions))

    def run(self, boards: Iterable[Instance], *, patient: bool = True) -> Generator[Trial]:
        """Try each board, in this order, as many at once as there are workers. If `patient`, nobody is late who is not
        so with the whole limit."""
        yield from self._crew.run(self._unit(board, patient=patient) for board in boards)

    def again(self, board: Instance, answer: Answer | None, round_: int = 0) -> Trial:
        """Try a board once more, with the whole limits; in round 0 the first wrong answer is looked at closely."""
        truth = Truth(True, answer) if answer else truth_of(board, self._problem.puzzle, STEPS)

        def work(worker: Worker) -> Iterator[Trial]:
            case = _case(board, truth)
            yield self._trial(
                board, truth, [worker.run(Task(self._problem, one, case, round_)) for one in self._submissions]
            )

        return next(iter(list(self._crew.run([work]))))

    def _unit(self, board: Instance, *, patient: bool) -> Unit[Trial]:
        def work(worker: Worker) -> Iterator[Trial]:
            truth = truth_of(board, self._problem.puzzle, STEPS)
            case = _case(board, truth)
            attempts: list[Run | None] = [None] * len(self._submissions)
            if truth.decided or self._refutable:
                attempts = [self._attempt(worker, one, case, patient=patient) for one in self._submissions]
            yield self._trial(board, truth, attempts)

        return work

    def _trial(self, board: Instance, truth: Truth, attempts: Sequence[Run | None]) -> Trial:
        kind = kind_of(attempts, decided=truth.decided, against_rules=self._against_rules)
        return Trial(board, tuple(attempts), kind)

    def _attempt(self, worker: Worker, one: Submission, case: Case, *, patient: bool) -> Run | None:
        """Run one of them. Where it is late, whole limits decide on an easy board, and nothing on another."""
        n = case.board.n
        if n >= self._hopeless.get(one, n + 1) and not self._is_easy(case):
            return None
        most_s = QUICK_S[one.contract] if self._quick and one not in self._slow else None
        quick = Task(self._problem, one, case, 1, most_s)
        attempt = worker.run(quick)
        if attempt.verdict is not Verdict.TLE:
            return attempt
        if not self._is_easy(case):
            self._hopeless[one] = min(n, self._hopeless.get(one, n))
            return None
        if quick.at_most_s is None or not patient:
            return attempt
        again = worker.run(msgspec.structs.replace(quick, at_most_s=None))
        if again.verdict is not Verdict.TLE:
            self._slow.add(one)
        return again

    def _is_easy(self, case: Case) -> bool:
        return is_easy(case.board, self._problem.puzzle, EASY)


def _case(board: Instance, truth: Truth) -> Case:
    """Return the board as a case. Where nobody knows what is right, an arrangement is to refute FAIL."""
    return Case(NAME, GROUP, board, truth.answer if truth.decided else Answer(fail=True), truth.proof)


# --- how they differ -------------------------------------------------------------------------------------------------
def kind_of(attempts: Sequence[Run | None], *, decided: bool, against_rules: bool) -> Kind | None:
    """Return how the submissions differ on a board, None where they don't.

    `decided` says that the judge knew what is right there. Where it did not, they were run as if FAIL were right: so
    an arrangement refutes that, and is known to be one. `against_rules` counts whatever is not right.
    """
    sides = [_side(attempt, decided=decided) for attempt in attempts]
    if _ARRANGED in sides:
        known = {_ARRANGED: RIGHT, _SAYS_FAIL: WRONG_FAIL}
        sides = [known.get(side, side) for side in sides]
    wrong = any(side not in (RIGHT, LESS, UNKNOWN, _SAYS_FAIL) for side in sides)
    sorts = {_sort(side, attempt) for side, attempt in zip(sides, attempts, strict=True)}
    if (against_rules and wrong) or (UNKNOWN not in sorts and len(sorts) > 1):
        return tuple(UNKNOWN if side == _SAYS_FAIL else side for side in sides)
    return None


def is_same(kind: Kind | None, wanted: Kind) -> bool:
    """Say whether a board shows the same as another. Who said nothing there may say anything here."""
    if kind is None or len(kind) != len(wanted):
        return False
    return all(other in (one, UNKNOWN) for one, other in zip(kind, wanted, strict=True))


def _side(attempt: Run | None, *, decided: bool) -> str:
    """Return what one of them did."""
    if attempt is None:
        return UNKNOWN
    if attempt.verdict is Verdict.JE:
        return _ARRANGED if attempt.refutes_key and not decided else UNKNOWN
    if attempt.verdict is Verdict.AC and attempt.earned < 1:
        return LESS
    if attempt.verdict is Verdict.AC:
        return RIGHT if decided else _SAYS_FAIL
    return LATE if attempt.verdict is Verdict.TLE else attempt.code


def _sort(side: str, attempt: Run | None) -> str:
    """Return what is compared: two wrong answers are no difference."""
    if attempt is None or side in (RIGHT, LESS, UNKNOWN, _SAYS_FAIL):
        return side
    return "WA" if side == WRONG_FAIL else str(attempt.verdict)

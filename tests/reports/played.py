"""A contest that only pretends to run: four problems, each with five submissions. With `stop` Ctrl-C comes in the
middle of the last problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge import model
from judge.scoring import judgement_of
from tests import make
from tests.make import AC, TLE

PROBLEMS = ("all-queens", "lizards", "queens", "spies")
NAMES = ("backtracking", "champion", "cleverer_than_all_the_others", "greedy", "mine")
GROUPS = {"sample": 2, "easy": 4, "hard": 6}
CASES = sum(GROUPS.values())


def problem(name: str) -> model.Problem:
    words = " ".join(f"case-{number:02}:{group}" for group, count in GROUPS.items() for number in range(count))
    groups = {group: model.Problem.Group(10) for group in GROUPS}
    return make.problem(words, name=name, title=f"The puzzle of {name}", groups=groups, limits=model.Limits(), path="")


def submission(name: str, of: str) -> model.Submission:
    expected = (AC, TLE) if name == "greedy" else (AC,)
    return make.submission(name, f"{name}.py", problem=of, sha256=name, expected=expected)


def attempt(name: str, case: model.Case) -> model.Run:
    late = name == "greedy" and case.group == "hard"
    verdict, time_s = (TLE, 5.0) if late else (AC, 0.001 * (1 + NAMES.index(name)))
    sample = model.Run.Measurement(verdict, time_s, time_s, 60 << 20)
    spared = late and case.name > "case-01"
    return make.replace(make.run(case, (verdict, time_s), wall=1.0), samples=() if spared else (sample,))


class Played:
    """As much of a contest as its leaderboards need."""

    noise = 0.02

    def __init__(self, stop: str) -> None:
        self.stop = stop
        self.entries = [model.Entry(problem(name), tuple(submission(one, name) for one in NAMES)) for name in PROBLEMS]
        self.total = len(PROBLEMS) * len(NAMES) * sum(GROUPS.values())
        self._done = 0
        self._ran: dict[tuple[str, str], list[model.Run]] = {}

    def events(self) -> Iterator[model.Event]:
        for at, entry in enumerate(self.entries):
            last = at == len(self.entries) - 1
            for one in entry.submissions:
                yield model.Preparing(one)
                yield model.Readied(one, model.Prepared())
            for case in entry.problem.cases:
                if last and self.stop == "stop" and case.group == "hard":
                    raise KeyboardInterrupt
                yield from (self._run(one, case) for one in entry.submissions)
            yield model.Finished(entry)

    def judged(self, entry: model.Entry) -> Sequence[model.Judgement]:
        made = []
        for one in entry.submissions:
            runs = tuple(model.Run.of(run, [run]) for run in self._ran.get((one.problem, one.name), ()))
            made += [judgement_of(one, entry.problem, model.Prepared(), runs)] if runs else []
        return made

    def _run(self, one: model.Submission, case: model.Case) -> model.Ran:
        run = attempt(one.name, case)
        self._ran.setdefault((one.problem, one.name), []).append(run)
        self._done += 1
        return model.Ran(one, run, self._done, self.total)

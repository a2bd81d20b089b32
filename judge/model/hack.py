"""The nouns of a hack: a board on which a submission is wrong or two differ, and the hunt that looked for one."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.model.case import Answer, Instance
from judge.model.judgement import Run
from judge.model.submission import Submission


class Hunt(msgspec.Struct, frozen=True, eq=False):
    """A search that is over: how many boards of each size were tried, and what was found. `unconfirmed` counts
    differences that no further run has shown."""

    class Hack(msgspec.Struct, frozen=True, eq=False):
        """A board that was found. `first` is the board before it was shrunk; `confirmed` of `runs` further runs have
        shown the same; `answer` is what is right, as far as that is known, and `proof` why, where that is FAIL."""

        class Said(msgspec.Struct, frozen=True, eq=False):
            """What one submission did on the board, with the arrangement that it found, if it is right. No attempt: it
            was not run."""

            submission: Submission
            attempt: Run | None
            board: Any = None

        board: Instance
        first: Instance
        # Of each submission "right", "" where it says nothing, "TLE", or the code of what is wrong.
        kind: tuple[str, ...]
        said: tuple[Said, ...]
        confirmed: int
        runs: int
        answer: Answer | None = None
        proof: str = ""

        @property
        def flaky(self) -> bool:
            """Say whether some of the further runs did not show it."""
            return self.confirmed < self.runs

    seed: int
    seconds: float
    found_s: float  # when the search for a board was over
    tried: dict[int, int]
    hack: Hack | None = None
    unconfirmed: int = 0
    shrunk: int = 0  # boards that were tried to make it smaller
    late: int = 0  # boards that are hard, on which one of them was out of time, or was not run for that
    failed: int = 0  # boards on which the judge itself failed
    complete: bool = False  # whether there was no board left to try

    @property
    def boards(self) -> int:
        """Count the boards."""
        return sum(self.tried.values())

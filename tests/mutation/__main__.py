"""`python -m tests.mutation [ROOM or FILE ...] [--sample MUTANTS] [--seed TEXT] [--floor PERCENT]`.

From the root of the repository; without a room it tries them all, which takes hours. A sample is as many mutants of
each room, drawn by the seed. It prints each mutant that no test kills, and of each room the percentage that is killed:
its score. Some survivors are the same program in other words, so no score has to be 100 %. Exits with 1 if a room's is
below the floor. mutmut leaves decorated functions as they are, so kernels of numba have no mutants.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.mutation.fresh import PROFILE
from tests.mutation.mutants import ROOT, Mutant, changes_of
from tests.mutation.trials import WORDS, Trial, Trials, tests_of

ROOMS = ("problems", "scoring", "store", "classroom")
MARKED = "not slow and not nightly and not vm"
OPTIONS = (
    *("-n0", "-qq", "-m", MARKED, "-p", "no:cacheprovider", f"--hypothesis-profile={PROFILE}"),
    *("--tb=native", "--assert=plain"),  # nobody reads why a test failed
)


def main() -> None:
    options = parsed()
    dice = random.Random(options.seed)
    drawn = {room: mutants_of(room, options.sample, dice) for room in options.room or ROOMS}
    trials = Trials([mutant for mutants in drawn.values() for mutant in mutants], OPTIONS)
    folders = tests_of([*{room.split("/")[0] for room in drawn}, *options.tests])
    with TemporaryDirectory(prefix="judge-mutation-") as scratch:  # pytest's own may be cleared by another one
        kept = ("-o", "tmp_path_retention_policy=none", f"--basetemp={scratch}/tests")
        pytest.main([*OPTIONS, *kept, *folders], plugins=[trials])
    if not trials.healthy or not trials.done:
        sys.exit("the tests fail without a mutant")
    done = iter(trials.done)
    scores = [score(room, list(islice(done, len(mutants)))) for room, mutants in drawn.items()]
    sys.exit(min(scores) < options.floor)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.mutation")
    parser.add_argument("room", nargs="*", help="a folder or file below judge/, such as store or store/codec.py")
    parser.add_argument("--sample", type=int, metavar="MUTANTS", help="only as many of each room")
    parser.add_argument("--seed", default="", help="what a sample is drawn by")
    parser.add_argument("--floor", type=float, default=0.0, metavar="PERCENT", help="the least score of each room")
    parser.add_argument("--tests", action="append", default=[], help="one more folder of tests, such as reports")
    return parser.parse_args()


def mutants_of(room: str, sample: int | None, dice: random.Random) -> list[Mutant]:
    """Return the mutants of a room, or a sample of them."""
    place = ROOT / "judge" / room
    paths: list[Path] = [place] if place.is_file() else sorted(place.rglob("*.py"))
    changes = [change for path in paths for change in changes_of(path)]
    if sample:
        dice.shuffle(changes)
    return list(islice((mutant for change in changes if (mutant := change())), sample))


def score(room: str, done: Sequence[Trial]) -> float:
    """Print the survivors of a room; return the percentage of its mutants that were killed."""
    for mutant, outcome in ((trial.mutant, trial.outcome) for trial in done if not trial.killed):
        print(f"{mutant.path}:{mutant.line}: {WORDS[outcome]}\n    - {mutant.before}\n    + {mutant.after}")
    killed = sum(trial.killed for trial in done)
    percent = 100 * killed / len(done) if done else 100.0
    print(f"judge/{room}: {percent:.1f} % of {len(done)} mutants killed\n")
    return percent


if __name__ == "__main__":
    main()

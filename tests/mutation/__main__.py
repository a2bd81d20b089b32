"""`python -m tests.mutation [ROOM or FILE ...] [--sample SECONDS] [--seed TEXT]`, from the root of the repository.

Without a room it tries them all, which takes hours; `scoring` takes three minutes. A sample is as many mutants of one
room as the seconds allow, drawn by the seed. Exits with 1 if a mutant survives that neither `survivors.toml` nor a file
of `survivors/` names. mutmut leaves decorated functions as they are, so kernels of numba have no mutants.
"""

from __future__ import annotations

import argparse
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.mutation.fresh import PROFILE
from tests.mutation.mutants import ROOT, Mutant, mutants_of
from tests.mutation.trials import WORDS, Trial, Trials, tests_of

ROOMS = ("problems", "scoring", "store", "classroom")
NAMED = Path(__file__).parent
MARKED = "not slow and not vm"
OPTIONS = (
    *("-n0", "-qq", "-m", MARKED, "-p", "no:cacheprovider", f"--hypothesis-profile={PROFILE}"),
    *("--tb=native", "--assert=plain"),  # nobody reads why a test failed
)
Key = tuple[str, str, str]


def main() -> None:
    options = parsed()
    rooms = options.room or ROOMS
    dice = random.Random(options.seed)
    if options.sample:
        rooms = [dice.choice(rooms)]
        print(f"a sample of judge/{rooms[0]}, drawn by {options.seed!r}", flush=True)
    mutants = [mutant for path in sources(rooms) for mutant in mutants_of(path)]
    if options.sample:
        known = named()
        mutants = [mutant for mutant in mutants if mutant.key not in known]  # a survivor takes the longest
        dice.shuffle(mutants)
    trials = Trials(mutants, options.sample or float("inf"), OPTIONS)
    folders = tests_of([*{room.split("/")[0] for room in rooms}, *options.tests])
    with TemporaryDirectory(prefix="judge-mutation-") as scratch:  # pytest's own may be cleared by another one
        kept = ("-o", "tmp_path_retention_policy=none", f"--basetemp={scratch}/tests")
        pytest.main([*OPTIONS, *kept, *folders], plugins=[trials])
    if not trials.healthy or not trials.done:
        sys.exit("the tests fail without a mutant: nothing is said about those tried before")
    report(trials.done)
    sys.exit(bool(unnamed(trials.done)))


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.mutation")
    parser.add_argument("room", nargs="*", help="a folder or file below judge/, such as store or store/codec.py")
    parser.add_argument("--sample", type=float, metavar="SECONDS", help="only as many, of one room")
    parser.add_argument("--seed", default="", help="what a sample is drawn by")
    parser.add_argument("--tests", action="append", default=[], help="one more folder of tests, such as reports")
    return parser.parse_args()


def sources(rooms: Sequence[str]) -> list[Path]:
    paths = [ROOT / "judge" / room for room in rooms]
    found = [[path] if path.is_file() else sorted(path.rglob("*.py")) for path in paths]
    return [path for some in found for path in some]


def named() -> Counter[Key]:
    """Return the survivors that are known, each with its reason: those of survivors.toml and of survivors/."""
    files = [NAMED / "survivors.toml", *sorted((NAMED / "survivors").glob("*.toml"))]
    rows = [row for file in files for row in tomllib.loads(file.read_text()).get("survivor", [])]
    return Counter((row["where"], row["before"], row["after"]) for row in rows if row["reason"])


def unnamed(done: Sequence[Trial]) -> list[Mutant]:
    """Return the survivors that are not named; a line that is there twice has to be named once."""
    known = named()
    return [trial.mutant for trial in done if not trial.killed and trial.mutant.key not in known]


def report(done: Sequence[Trial]) -> None:
    words = {trial.mutant.key: WORDS[trial.outcome] for trial in done}
    for mutant in unnamed(done):
        print(f"\n# {words[mutant.key]}\n[[survivor]]")
        for key, value in zip(("where", "before", "after", "reason"), (*mutant.key, ""), strict=True):
            print(f"{key} = {quoted(value)}")
    killed = sum(trial.killed for trial in done)
    print(f"\n{len(done)} mutants: {killed} killed ({killed / len(done):.1%}), {len(unnamed(done))} not named")
    for room, count in sorted(Counter(trial.mutant.path for trial in done).items()):
        dead = sum(trial.killed for trial in done if trial.mutant.path == room)
        print(f"{dead:6} of {count:4}  {room}")


def quoted(text: str) -> str:
    return f"'{text}'" if "'" not in text else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


if __name__ == "__main__":
    main()

"""Show where the judge says of a file what a process of its own does not: `python -m tests.bare --help`."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator

from judge.model import Problem, Submission
from judge.sandbox import Tier
from tests.bare.bare import Bare
from tests.bare.compare import Runners, compare, queens, submission, told
from tests.bare.generate import FEATURE, alone, generate
from tests.bare.judged import MODES, QUICK, Judged, tiers

Named = tuple[str, Submission, Problem]


def main(words: list[str]) -> int:
    """Print a table for each file; return 1 where any differs."""
    options = _options().parse_args(words)
    different: list[str] = []
    with contextlib.ExitStack() as stack:
        bare = stack.enter_context(Bare(forks=not options.anew))
        chosen: list[Tier] = options.tier or (list(tiers()) if options.every else ["auto"])
        judges = [stack.enter_context(Judged(tier)) for tier in chosen]
        runners = Runners(bare, judges, MODES if options.every else QUICK)
        for name, mine, problem in _files(options):
            rows = compare(runners, mine, problem, problem.cases)
            differs = any(row.different for row in rows)
            different += [name] if differs else []
            print(name, *told(rows), sep="\n", flush=True)
            if options.show or differs:
                print(mine.source.decode())
    print(f"DIFFERENT: {len(different)}", *different, sep="\n  ")
    return 1 if different else 0


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tests.bare", description="compare a file bare and judged")
    parser.add_argument("what", nargs="*", help="a seed, a range of seeds (0..300), a feature (twins.locals), a theme")
    parser.add_argument("--dear", action="store_true", help="files of more features, slower ones")
    parser.add_argument("--anew", action="store_true", help="bare in a new interpreter")
    parser.add_argument("--every", action="store_true", help="in every tier, in another session, without a cache")
    parser.add_argument("--tier", action="append", choices=["namespaces", "landlock", "plain"])
    parser.add_argument("--show", action="store_true", help="print each file")
    return parser


def _files(options: argparse.Namespace) -> Iterator[Named]:
    problem = queens()
    for word in options.what:
        first, _, end = word.partition("..")
        if first.isdigit():
            files = [generate(seed, dear=options.dear) for seed in range(int(first), int(end or int(first) + 1))]
        else:
            files = [alone(name, seed) for name in FEATURE if word in (name, name.split(".")[0]) for seed in range(3)]
        for file in files:
            yield f"seed {file.seed}: {', '.join(file.made_of)}", submission(file.source.encode()), problem


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Show of which programs the judge says what is not so bare: `python -m tests.natural --help`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.natural.compare import compare, told
from tests.natural.generate import Program, drawn, every_habit


def main(words: list[str]) -> int:
    """Print what differs; return 1 where anything does."""
    parser = argparse.ArgumentParser("python -m tests.natural", description="compare programs bare and judged")
    parser.add_argument("what", nargs="*", help="seeds (7, or 0..300), or a word of a habit; all habits without one")
    parser.add_argument("--tier", default="auto", choices=["auto", "namespaces", "landlock", "plain"])
    parser.add_argument("--show", action="store_true", help="print each program")
    options = parser.parse_args(words)
    programs = _chosen(options.what)
    with tempfile.TemporaryDirectory(prefix="natural-") as room:
        Path(room).chmod(0o755)
        rows = compare(programs, Path(room), options.tier)
    different = [row for row in rows if row.different]
    for row in rows:
        meant = all(row.bare.values()) != row.program.wrong
        print(f"{row.program}{'' if meant else '   NOT AS MEANT: ' + str(row.bare)}")
    print(*map(told, rows if options.show else different), sep="\n\n")
    print(f"{len(rows)} programs, {sum(all(row.bare.values()) for row in rows)} right, {len(different)} differ")
    return 1 if different else 0


def _chosen(words: list[str]) -> list[Program]:
    if not words:
        return every_habit()
    made: list[Program] = []
    for word in words:
        first, _, end = word.partition("..")
        if first.isdigit():
            made += map(drawn, range(int(first), int(end or int(first) + 1)))
        else:
            made += [one for one in every_habit() if word == one.name or any(word in part for part in one.made_of)]
    return made


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The field at a glance: `python -m tests.bench.field [REPORT ...]` turns reports of `judge run` into Markdown tables.

REPORT is what --json wrote, or .judge/last-run.json. The first tables, one for each problem, have a row for each
solution. The largest n is that of the largest case solved; cases without an arrangement are left out of it, as their n
tells nothing about how far a search gets. The last sets what the articles say of their programs beside the same cases
here.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from judge.model import Case
from judge.problems.package import read_package

Entry = dict[str, Any]


class Claim(NamedTuple):
    """What an article says of a program, and who does the same here on which case."""

    article: str
    says: str
    problem: str
    solutions: tuple[str, ...]
    case: str


CLAIMS = (
    Claim(
        "Backtracking++",
        "97,000 lizards on 1000 x 1000 in 1.4 to 2 s",
        "lizards",
        ("backtracking", "greedy", "champion"),
        "forest-1000",
    ),
    Claim("Spies, Revisited", "n = 11 by brute force", "spies", ("brute_force",), "n-011"),
    Claim("Spies, Revisited", "n = 27 by pruning", "spies", ("pruned", "incremental", "cached"), "n-027"),
    Claim("Spies, Revisited", "n = 33 in 202 s, its last", "spies", ("cached", "champion"), "n-033"),
    Claim("Spies, Revisited", "n = 999 in 10^125 s, by extrapolation", "spies", ("champion",), "n-999"),
    Claim(
        "Gaschnig's backjumping", "n = 30 with 2,470,669 placements", "queens", ("backjumping", "champion"), "n-0030"
    ),
    Claim("Eight queens in base 8", "all 92 of 8^8", "all-queens", ("odometer", "champion"), "n-08"),
)


def main() -> None:
    """Print all as Markdown; the solutions of a problem in the order of its leaderboard, the best first."""
    paths = [Path(word) for word in sys.argv[1:]] or [Path(".judge/last-run.json")]
    entries = [entry for path in paths for entry in json.loads(path.read_text())["submissions"]]
    for problem in dict.fromkeys(entry["problem"] for entry in entries):
        print(f"| {problem} | verdicts | largest n | CPU | stops in |")
        print("|---|---|---|---|---|")
        print("\n".join(_row(entry) for entry in entries if entry["problem"] == problem), "\n")
    print("| article | what it says | here |")
    print("|---|---|---|")
    for claim in CLAIMS:
        print(f"| {claim.article} | {claim.says} | {', '.join(_found(claim, entries))} |")


def _row(entry: Entry) -> str:
    package = read_package(Path("testcases") / entry["problem"])
    sizes = {f"{case.group}/{case.name}": case.board.n for case in package.cases if not _is_empty(case)}
    solved = [run for run in entry["runs"] if run["verdict"] == "AC"]
    largest = max((sizes.get(f"{run['group']}/{run['case']}", 0) for run in solved), default=0)
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in Counter(_verdicts(entry)).items())
    stops = ", ".join(dict.fromkeys(run["group"] for run in entry["runs"] if run["verdict"] != "AC"))
    cpu_s = sum(run["cpu_s"] for run in solved)
    return f"| `{entry['name']}` | {verdicts} | {largest} | {cpu_s:.3g} s | {stops} |"


def _is_empty(case: Case) -> bool:
    """Whether the package knows that there is no arrangement."""
    return bool(case.answer and (case.answer.fail or case.answer.count == 0))


def _verdicts(entry: Entry) -> list[str]:
    """AC first."""
    return sorted((run["verdict"] for run in entry["runs"]), key=lambda verdict: (verdict != "AC", verdict))


def _found(claim: Claim, entries: list[Entry]) -> list[str]:
    """Verdict or CPU time of each of its solutions, as far as they are in the reports."""
    found = []
    for name in claim.solutions:
        for entry in entries:
            if (entry["problem"], entry["name"]) == (claim.problem, name):
                found += [f"`{name}` {_outcome(run)}" for run in entry["runs"] if run["case"] == claim.case]
    return found


def _outcome(run: Entry) -> str:
    if run["verdict"] != "AC":
        return str(run["verdict"])
    cpu_s = run["cpu_s"]
    return f"{cpu_s:.3g} s" if cpu_s >= 1 else f"{cpu_s * 1000:.3g} ms"


if __name__ == "__main__":
    main()

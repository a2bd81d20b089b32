"""The field at a glance: `python -m tests.bench.field REPORT` turns a report of `judge run` into the README's table.

REPORT is what --json wrote, or .judge/last-run.json. The largest n is that of the largest case solved; cases that
say FAIL are left out of it, as their n tells nothing about how far a search gets.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from judge.problems.package import read_package


def main() -> None:
    """Print a Markdown table, problem by problem, the best first."""
    report = json.loads(Path(sys.argv[1] if len(sys.argv) > 1 else ".judge/last-run.json").read_text())
    print("| problem | solution | cases solved | largest n solved | CPU of what it solved |")
    print("|---|---|---|---|---|")
    for entry in report["submissions"]:
        print(_row(entry))


def _row(entry: dict[str, Any]) -> str:
    sizes = {
        f"{case.group}/{case.name}": case.board.n
        for case in read_package(Path("testcases") / entry["problem"]).cases
        if not (case.answer and case.answer.fail)
    }
    solved = [run for run in entry["runs"] if run["verdict"] == "AC"]
    largest = max((sizes.get(f"{run['group']}/{run['case']}", 0) for run in solved), default=0)
    cpu_s = sum(run["cpu_s"] for run in solved)
    share = f"{len(solved)} of {len(entry['runs'])}"
    return f"| {entry['problem']} | `{entry['name']}` | {share} | {largest} | {cpu_s:.3g} s |"


if __name__ == "__main__":
    main()

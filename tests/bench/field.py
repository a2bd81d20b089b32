"""The field at a glance: `python -m tests.bench.field [--write] [REPORT ...]` makes the tables of `judge help ranking`.

REPORT is what --json wrote, or .judge/last-run.json; without one all shipped solutions are run first, each within its
problem's limit. `--write` puts the text into the topic, between its two headings, in place of printing it. It says when
and where it was measured. The first tables, one for each problem, have a row for each solution. Their largest n is of
the largest case solved; cases without an arrangement are left out of it, as their n tells nothing about how far a
search gets. The last table sets what the articles say of their programs beside the same cases here.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from judge.problems import read_package
from tests.shipped import ROOT

Entry = dict[str, Any]
TOPIC = ROOT / "judge" / "cli" / "help" / "ranking.md"
BLOCK = re.compile(r"(^### As measured\n\n)(.*?)(\n\n^### Notes\n)", re.MULTILINE | re.DOTALL)  # what this writes
# What an article says of a program, and who does the same here on which case of a problem.
CLAIMS = (
    (
        "Backtracking++",
        "97,000 lizards on 1000 x 1000 in 1.4 to 2 s",
        "backtracking greedy champion",
        "lizards/forest-1000",
    ),
    ("Spies, Revisited", "n = 11 by brute force", "brute_force", "spies/n-011"),
    ("Spies, Revisited", "n = 27 by pruning", "pruned incremental cached", "spies/n-027"),
    ("Spies, Revisited", "n = 33 in 202 s, its last", "cached champion", "spies/n-033"),
    ("Spies, Revisited", "n = 999 in 10^125 s, by extrapolation", "champion", "spies/n-999"),
    ("Gaschnig's backjumping", "n = 30 with 2,470,669 placements", "backjumping champion", "queens/n-0030"),
    ("Eight queens in base 8", "all 92 of 8^8", "odometer champion", "all-queens/n-08"),
)


def main() -> None:
    """Print the text, or write it into the topic."""
    write = "--write" in sys.argv[1:]
    paths = [Path(word) for word in sys.argv[1:] if word != "--write"]
    text = text_of(paths) if paths else measured()
    if not write:
        print(text)
        return
    TOPIC.write_text(BLOCK.sub(lambda found: f"{found[1]}{text}{found[3]}", TOPIC.read_text("utf-8")), "utf-8")


def measured() -> str:
    """Run all shipped solutions, and return the text of that, with the load of the machine before."""
    busy = f"Load average before the run: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "all.json"
        subprocess.run([sys.executable, "-m", "judge", "run", "--json", report], check=False)
        return text_of([report], busy)


def text_of(paths: list[Path], busy: str = "") -> str:
    """Return all as Markdown; the solutions of a problem in the order of its leaderboard, the best first."""
    reports = [json.loads(path.read_text()) for path in paths]
    lines = [f"{_origin(report)} {busy}".rstrip() for report in reports]
    entries = [entry for report in reports for entry in report["submissions"]]
    for problem in dict.fromkeys(entry["problem"] for entry in entries):
        cases = read_package(ROOT / "testcases" / problem).cases
        empty = {case.path for case in cases if case.answer and (case.answer.fail or case.answer.count == 0)}
        sizes = {case.path: case.board.n for case in cases if case.path not in empty}
        lines += ["", f"| {problem} | verdicts | largest n | CPU | stops in |", "|---|---|---|---|---|"]
        lines += [_row(entry, sizes) for entry in entries if entry["problem"] == problem]
    lines += ["", "| article | what it says | here |", "|---|---|---|"]
    lines += [f"| {article} | {says} | {_found(names, case, entries)} |" for article, says, names, case in CLAIMS]
    return "\n".join(lines)


def _origin(report: Entry) -> str:
    """Return when and on which machine a report was made, and with which limits."""
    host, date = report["host"], time.strftime("%Y-%m-%d", time.localtime(report["made_s"]))
    cpu = (host.get("machine") or {}).get("cpu", "an unknown processor")
    limits = sorted({one["time_limit"] for one in report["limits"].values()})
    several = f"the limits of the problems, {limits[0]:g} to {limits[-1]:g} s a case"
    said = several if len(limits) > 1 else f"{limits[0]:g} s a case"
    return f"Measured on {date} with {said}: {cpu}, Python {host['python']}, numba {host['numba']}."


def _row(entry: Entry, sizes: dict[str, int]) -> str:
    """Return the row of a solution; of its verdicts AC comes first."""
    solved = [run for run in entry["runs"] if run["verdict"] == "AC"]
    largest = max((sizes.get(f"{run['group']}/{run['case']}", 0) for run in solved), default=0)
    letters = sorted((run["verdict"] for run in entry["runs"]), key=lambda verdict: (verdict != "AC", verdict))
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in Counter(letters).items())
    stops = ", ".join(dict.fromkeys(run["group"] for run in entry["runs"] if run["verdict"] != "AC"))
    cpu_s = sum(run["cpu_s"] for run in solved)
    return f"| `{entry['name']}` | {verdicts} | {largest} | {cpu_s:.3g} s | {stops} |"


def _found(names: str, place: str, entries: list[Entry]) -> str:
    """Verdict or CPU time of each of these solutions on a case, as far as they are in the reports."""
    problem, _, case = place.partition("/")
    return ", ".join(
        f"`{name}` {_outcome(run)}"
        for name in names.split()
        for entry in entries
        if (entry["problem"], entry["name"]) == (problem, name)
        for run in entry["runs"]
        if run["case"] == case
    )


def _outcome(run: Entry) -> str:
    if run["verdict"] != "AC":
        return str(run["verdict"])
    cpu_s = run["cpu_s"]
    return f"{cpu_s:.3g} s" if cpu_s >= 1 else f"{cpu_s * 1000:.3g} ms"


if __name__ == "__main__":
    main()

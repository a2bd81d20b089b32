"""The shipped solutions as measured: `python -m tests.bench.field [--write] [REPORT]`.

REPORT is what --json wrote, or .judge/last-run.json; without one all shipped solutions are run first, each within its
problem's limit. It prints the tables of `judge help ranking`. With `--write` it puts them into the topic, between its
two headings, and a times.json into each package whose solutions were all judged, where `judge show PROBLEM` finds it.
Both say when and where it was measured.

The first tables, one for each problem, have a row for each solution. Their largest n is of the largest case solved;
cases without an arrangement are left out of it, as their n tells nothing about how far a search gets. The last table
sets what the articles say of their programs beside the same cases here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from judge.files import write_json
from judge.model import About, Host, Run, RunRecord, Standing, Verdict
from judge.problems import read_package
from judge.store import read_run
from tests.shipped import ROOT

TOPIC = ROOT / "judge" / "cli" / "help" / "ranking.md"
TIMES = "times.json"
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
    """Print the text, or write it and the times."""
    words = [word for word in sys.argv[1:] if word != "--write"]
    with tempfile.TemporaryDirectory() as folder:
        path, busy = Path(words[0] if words else f"{folder}/all.json"), ""
        if not words:
            busy = f" Load average before the run: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."
            subprocess.run([sys.executable, "-m", "judge", "run", "--json", path], check=False)
        run = read_run(path).record()
    text = text_of(run, busy)
    if "--write" not in sys.argv:
        print(text)
        return
    TOPIC.write_text(BLOCK.sub(lambda found: f"{found[1]}{text}{found[3]}", TOPIC.read_text("utf-8")), "utf-8")
    for board in filter(_is_whole, run.boards):
        write_json(ROOT / "testcases" / _problem(board) / TIMES, msgspec.to_builtins(_reference(board, run)))


# --- the topic -------------------------------------------------------------------------------------------------------
def text_of(run: RunRecord, busy: str = "") -> str:
    """Return all as Markdown; the solutions of a problem in the order of its leaderboard, the best first."""
    limits = sorted({board[0].judgement.problem.limits.time_limit for board in run.boards})
    several = f"the limits of the problems, {limits[0]:g} to {limits[-1]:g} s a case"
    said = several if len(limits) > 1 else f"{limits[0]:g} s a case"
    where = f"{_cpu(run.host)}, Python {run.host.python}, numba {run.host.numba}"
    lines = [f"Measured on {_date(run)} with {said}: {where}.{busy}"]
    for board in run.boards:
        cases = read_package(ROOT / "testcases" / _problem(board)).cases
        empty = {case.path for case in cases if case.answer and (case.answer.fail or case.answer.count == 0)}
        sizes = {case.path: case.board.n for case in cases if case.path not in empty}
        lines += ["", f"| {_problem(board)} | verdicts | largest n | CPU | stops in |", "|---|---|---|---|---|"]
        lines += [_line(row, sizes) for row in board]
    lines += ["", "| article | what it says | here |", "|---|---|---|"]
    lines += [f"| {article} | {says} | {_found(names, case, run)} |" for article, says, names, case in CLAIMS]
    return "\n".join(lines)


def _cpu(host: Host) -> str:
    return host.machine.cpu if host.machine else "an unknown processor"


def _date(run: RunRecord) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(run.made_s))


def _problem(board: Sequence[Standing]) -> str:
    return board[0].judgement.problem.name


def _line(row: Standing, sizes: dict[str, int]) -> str:
    """Return the line of a solution; of its verdicts AC comes first."""
    runs = row.judgement.runs
    solved = [run for run in runs if run.verdict is Verdict.AC]
    largest = max((sizes.get(f"{run.group}/{run.case}", 0) for run in solved), default=0)
    letters = sorted((run.verdict for run in runs), key=lambda verdict: (verdict is not Verdict.AC, verdict))
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in Counter(letters).items())
    stops = ", ".join(dict.fromkeys(run.group for run in runs if run.verdict is not Verdict.AC))
    cpu_s = sum(run.cpu_s for run in solved)
    return f"| `{row.judgement.submission.name}` | {verdicts} | {largest} | {cpu_s:.3g} s | {stops} |"


def _found(names: str, place: str, run: RunRecord) -> str:
    """Verdict or CPU time of each of these solutions on a case, as far as they are in the run."""
    problem, _, case = place.partition("/")
    judged = [row.judgement for board in run.boards if _problem(board) == problem for row in board]
    return ", ".join(
        f"`{name}` {_outcome(one)}"
        for name in names.split()
        for judgement in judged
        if judgement.submission.name == name
        for one in judgement.runs
        if one.case == case
    )


def _outcome(run: Run) -> str:
    if run.verdict is not Verdict.AC:
        return str(run.verdict)
    return f"{run.cpu_s:.3g} s" if run.cpu_s >= 1 else f"{run.cpu_s * 1000:.3g} ms"


# --- the times of a package ------------------------------------------------------------------------------------------
def _is_whole(board: Sequence[Standing]) -> bool:
    """Say whether each shipped solution was judged on each case."""
    cases = len(read_package(ROOT / "testcases" / _problem(board)).cases)
    there = {path.stem for path in (ROOT / "solutions" / _problem(board)).glob("*.py")}
    ran = {row.judgement.submission.name: len(row.judgement.runs) for row in board}
    return ran == dict.fromkeys(there, cases)


def _reference(board: Sequence[Standing], run: RunRecord) -> About.Reference:
    """Return what `judge show` reads of a package."""
    first = board[0].judgement
    facts = {
        "date": _date(run),
        "host": f"{_cpu(run.host)} with Python {run.host.python} and numba {run.host.numba}",
        "time_limit": first.problem.limits.time_limit,
        "cases": len(first.runs),
        "solutions": [_row(row) for row in board],
    }
    return msgspec.convert(facts, About.Reference)


def _row(row: Standing) -> dict[str, object]:
    return {
        **{"name": row.judgement.submission.name, "verdict": str(row.judgement.verdict), "solved": row.solved},
        **{"par2_s": round(row.par2_s, 6), "slowest_case": row.slowest_case, "slowest_s": round(row.slowest_s, 6)},
    }


if __name__ == "__main__":
    main()

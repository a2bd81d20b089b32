"""Write what the shipped solutions do into their packages, where `judge show PROBLEM` finds it.

    judge run --json all.json && python -m tests.bench.times all.json

Each package gets a times.json: its leaderboard, with the day and the processor it was measured on. A problem that the
run has not judged whole is left out; of several runs the last one counts.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import msgspec

from judge.files import write_json
from judge.model import About, Host, Judgement, Standing
from judge.problems import read_package
from judge.scoring import boards
from judge.store import read_run
from tests.shipped import ROOT

TIMES = "times.json"


def references(path: Path) -> dict[str, About.Reference]:
    """Return the leaderboard of each package in a run that was kept."""
    run = read_run(path, path.stem)
    date = time.strftime("%Y-%m-%d", time.localtime(path.stat().st_mtime))
    made = boards(run.judgements, run.host.ranks_by, run.noise)
    whole = [board for board in made if _is_whole(board)]
    return {board[0].judgement.problem.name: _reference(board, date, run.host) for board in whole}


def _is_whole(board: list[Standing]) -> bool:
    """Say whether each shipped solution was judged on each case."""
    name = board[0].judgement.problem.name
    cases = len(read_package(ROOT / "testcases" / name).cases)
    there = {path.stem for path in (ROOT / "solutions" / name).glob("*.py")}
    ran = {row.judgement.submission.name: len(row.judgement.runs) for row in board}
    return ran == dict.fromkeys(there, cases)


def _reference(board: list[Standing], date: str, host: Host) -> About.Reference:
    first: Judgement = board[0].judgement
    cpu = host.machine.cpu if host.machine else "an unknown processor"
    facts = {
        "date": date,
        "host": f"{cpu} with Python {host.python} and numba {host.numba}",
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


def main() -> None:
    """Write the file of each package that the run judged."""
    found = {name: one for path in sys.argv[1:] for name, one in references(Path(path)).items()}
    for name, reference in found.items():
        path = ROOT / "testcases" / name / TIMES
        write_json(path, msgspec.to_builtins(reference))
        print(f"{path}: {len(reference.solutions)} solutions on {reference.cases} cases")


if __name__ == "__main__":
    main()

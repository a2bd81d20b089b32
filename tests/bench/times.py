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
from judge.model.package import ReferenceRow
from judge.problems import read_package
from judge.problems.about import TIMES
from judge.scoring import boards
from judge.store import read_run

ROOT = Path(__file__).parents[2]
PACKAGES, SOLUTIONS = ROOT / "testcases", ROOT / "solutions"


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
    cases = len(read_package(PACKAGES / name).cases)
    there = {path.stem for path in (SOLUTIONS / name).glob("*.py")}
    ran = {row.judgement.submission.name: len(row.judgement.runs) for row in board}
    return ran == dict.fromkeys(there, cases)


def _reference(board: list[Standing], date: str, host: Host) -> About.Reference:
    first: Judgement = board[0].judgement
    return About.Reference(
        date, _words(host), first.problem.limits.time_limit, len(first.runs), tuple(_row(row) for row in board)
    )


def _row(row: Standing) -> ReferenceRow:
    return ReferenceRow(
        row.judgement.submission.name,
        row.judgement.verdict,
        row.solved,
        round(row.par2_s, 6),
        row.slowest_case,
        round(row.slowest_s, 6),
    )


def _words(host: Host) -> str:
    cpu = host.machine.cpu if host.machine else "an unknown processor"
    return f"{cpu} with Python {host.python} and numba {host.numba}"


def main() -> None:
    """Write the file of each package that the run judged."""
    found = {name: one for path in sys.argv[1:] for name, one in references(Path(path)).items()}
    for name, reference in found.items():
        write_json(PACKAGES / name / TIMES, msgspec.to_builtins(reference))
        print(f"{PACKAGES / name / TIMES}: {len(reference.solutions)} solutions on {reference.cases} cases")


if __name__ == "__main__":
    main()

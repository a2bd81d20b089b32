"""What it costs to prepare the shipped solutions: `python -m tests.bench.compile [SUBMISSION ...]`.

Seconds of CPU from the fork of a box to the end of the prepare phase: to import a solution, and to compile it on small
boards. Nothing is cached before. A submission is named as for `judge run`, such as lizards/champion; the default is
all of them.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from unittest import mock

from judge.judging import execute
from judge.model import Problem, Submission
from judge.sandbox.box import Box
from judge.sandbox.pool import arena
from judge.sandbox.sandbox import Sandbox
from judge.submissions.choice import Choice, entries

MOST_S, MOST_ALL_S = 6.0, 90.0
END = Box.end


def main() -> None:
    """Print a line for each solution, the slowest first, and the sum; exit status 1 if one takes too long."""
    found = entries(Choice(tuple(map(Path, sys.argv[1:]))))
    with arena(share_core=True) as (sandbox,):
        host = sandbox.host()
        sandbox.warm_up()
        print(f"{host.machine.cpu if host.machine else 'an unknown processor'}, {time.strftime('%Y-%m-%d')}")
        taken = {
            f"{entry.problem.name}/{one.name}": cpu_of(sandbox, one, entry.problem)
            for entry in found
            for one in entry.submissions
        }
    for name, cpu_s in sorted(taken.items(), key=lambda one: -one[1]):
        print(f"{name:<30} {cpu_s:6.1f} s", "too long" if cpu_s > MOST_S else "")
    print(f"{'all':<30} {sum(taken.values()):6.1f} s", "too long" if sum(taken.values()) > MOST_ALL_S else "")
    sys.exit(int(max(taken.values()) > MOST_S or sum(taken.values()) > MOST_ALL_S))


def cpu_of(sandbox: Sandbox, submission: Submission, problem: Problem) -> float:
    """Prepare it in a box of its own; return the CPU of that box."""
    used: list[float] = []

    def end(box: Box) -> None:
        if not box.ended:
            used.append(box.meter.cpu_s())
        END(box)

    with mock.patch.object(Box, "end", end):
        prepared, ready = execute.prepare(sandbox, submission, problem)
    assert ready is not None, prepared.message
    execute.forget(sandbox, ready)
    return sum(used)


if __name__ == "__main__":
    main()

"""Judge a function and two programs without a cgroup, and print what the host gave: `python -m tests.surrounded TIER`,
started by tests in surroundings that some kinds of host have."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import cast

from judge.model import Submission
from judge.sandbox import Sandbox, Tier
from tests.boxed import ANSWER, judged, problem_of, without_cgroups

FUNCTION = """\
def solve(algorithm, n, lizards, grid):
    for row, column in enumerate((1, 3, 5, 0, 2, 4)):
        grid[row, column] = 1
    return grid
"""
FORKS = f"""\
import os, time
made = 0
try:
    while made < 200:
        if not os.fork():
            time.sleep(100)
            os._exit(0)
        made += 1
except OSError:
    pass
print({ANSWER!r} if made < 40 else "FAIL")
"""
SOURCES = {"function": FUNCTION, "program": f"print({ANSWER!r})\n", "forks": FORKS}


def main(tier: str) -> None:
    said: dict[str, object] = {}
    with without_cgroups(), Sandbox(tier=cast(Tier, tier)) as sandbox:
        said |= {"tier": sandbox.tier, "uid": sandbox.uid, "missing": sandbox.host().missing}
        for name, source in SOURCES.items():
            contract: Submission.Contract = "function" if name == "function" else "program"
            submission = Submission(name, "pkg", contract, Path(f"{name}.py"), source.encode(), "")
            prepared, run = judged(sandbox, submission, problem_of())
            ended = run or prepared
            said[name] = f"{ended.verdict.name} {ended.message}".strip()
    print(json.dumps(said))


if __name__ == "__main__":
    main(sys.argv[1])

"""Runs in a guest: what this host gives a box, and whether its figures are true. Prints one JSON object.

    python -m tests.vm.probe          the tier, the clock, and one program in a box
    python -m tests.vm.probe whole    and the figures of programs whose truth is known

The programs are Python's own, without numba: an emulated machine takes a minute to load that.
"""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path
from typing import Any

import numpy as np

from judge.errors import JudgeError
from judge.executors import executor_of
from judge.model import Answer, Case, Finding, Instance, Limits, Problem, Submission, Verdict
from judge.sandbox import Sandbox
from tests.executors.make import tried

LIMITS = Limits(time_limit=120, memory=400, output=1, compilation_time=300, processes=32)
WAITS = Limits(time_limit=3, memory=400, output=1, compilation_time=300, processes=32)
BURN = "import time\nwhile time.process_time() < 2: pass\n"
DONE = 'print("FAIL")\n'
# What is asked, the limits, and the program, which answers FAIL, as is right.
ASKED = {
    "child": (
        LIMITS,
        f"import os\nif os.fork() == 0:\n{textwrap.indent(BURN, '    ')}    os._exit(0)\nos.wait()\n{DONE}",
    ),
    "grandchild": (
        LIMITS,
        "import os, time\n"
        "if os.fork() == 0:\n"
        f"    if os.fork() == 0:\n{textwrap.indent(BURN, '        ')}        os._exit(0)\n"
        "    os._exit(0)\n"
        f"os.wait()\ntime.sleep(12)\n{DONE}",
    ),
    "peak": (LIMITS, f"import time\nheld = bytearray(b'1') * (200 << 20)\ntime.sleep(2)\n{DONE}"),
    "memory": (LIMITS, f"held = []\nwhile True: held.append(bytearray(b'1') * (16 << 20))\n{DONE}"),
    "forks": (LIMITS, f"import os, time\nwhile True:\n    if os.fork() == 0: time.sleep(1000)\n{DONE}"),
    "sleeper": (WAITS, f"import time\ntime.sleep(1000)\n{DONE}"),
    "secret": (LIMITS, f"open('/etc/shadow').read() + open('/srv/secret').read()\n{DONE}"),
    "network": (LIMITS, f"import socket\nsocket.socket(socket.AF_INET)\n{DONE}"),
}


def main() -> None:
    """Look, and print what was seen."""
    seen: dict[str, Any] = {}
    with Sandbox(warm=False) as sandbox:
        try:
            host = sandbox.host()
        except JudgeError as error:
            print(json.dumps({"tier": "none", "why": error.note}))
            return
        seen |= {"tier": host.sandbox, "clock": host.clock, "missing": host.missing, "uid": sandbox.uid}
        seen["honest"] = _tried(sandbox, LIMITS, DONE)
        if sys.argv[1:] == ["whole"]:
            seen |= {name: _tried(sandbox, limits, source) for name, (limits, source) in ASKED.items()}
    print(json.dumps(seen))


def _tried(sandbox: Sandbox, limits: Limits, source: str) -> dict[str, Any]:
    board = Instance("ANY", 2, 2, np.zeros((2, 2), np.int8))
    case = Case("one", "secret", board, Answer(fail=True))
    problem = Problem("probe", "probe", "queens", ("ANY",), False, limits, {"secret": Problem.Group()}, (case,))
    submission = Submission("probe", "probe", "program", Path("probe.py"), source.encode(), source)
    program = executor_of("program")
    place = program.place(sandbox)
    try:
        ready = program.prepare(place, submission, problem)
        if isinstance(ready, Finding):
            return {"verdict": ready.verdict, "message": ready.message}
        outcome, wrong = tried(place, ready, problem, case)
    except JudgeError as error:
        return {"verdict": "JE", "message": f"{error} {error.note}"}
    facts = outcome.facts
    return {
        "verdict": wrong.verdict if wrong else Verdict.AC,
        "message": wrong.message if wrong else "",
        "cpu_s": round(facts.counts_s, 3),
        "wall_s": round(facts.wall_s, 3),
        "memory_mib": round(facts.memory_bytes / 2**20, 2),
    }


if __name__ == "__main__":
    main()

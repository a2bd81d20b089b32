"""Runs in a guest: the hostile programs of tests/hostile, one after the other in one sandbox. Prints one JSON object.

    JUDGE_TRIALS_SLOWER=20 python -m tests.vm.trials      the tier, the clock, what was tried, and what went wrong

Programs alone: they need no numba, which takes an emulated machine minutes to load, and no speed.
"""

from __future__ import annotations

import json
from typing import Any

from judge.sandbox import Sandbox
from judge.submissions import languages
from tests.boxed import is_there
from tests.hostile.stage import Outcome, Stage, Trial, adopt_orphans, changes, trials

HONEST = "program_honest.c"
# What is left of the one has to be dead within 20 ms; the other has to fill half a gigabyte before its time is over.
NEED_SPEED = ("program_output_replaced.c", "program_memory_shared.c")


def main() -> None:
    """Try each, and print what was seen."""
    adopt_orphans(True)
    stage = Stage()
    tried = {trial.path.name: trial for trial in trials() if is_program(trial)}
    faults: dict[str, list[str]] = {}
    with Sandbox(warm=False) as sandbox:
        host = sandbox.host()
        stage.judge(sandbox, tried[HONEST])  # what is started at its first use is no trace of a trial
        for name, trial in tried.items():
            if host.sandbox in trial.tiers:
                faults[name] = attempted(stage, sandbox, trial)
        faults["afterwards"] = attempted(stage, sandbox, tried[HONEST])
    stage.close()
    wrong = {name: found for name, found in faults.items() if found}
    seen: dict[str, Any] = {"tier": host.sandbox, "clock": host.clock, "tried": sorted(faults), "wrong": wrong}
    print(json.dumps(seen))


def is_program(trial: Trial) -> bool:
    """Say whether a trial is a program in a language that this guest has."""
    language = languages().of(trial.path.suffix)
    candidate = trial.path.name.lower().startswith("program") and trial.path.name not in NEED_SPEED
    return candidate and language is not None and is_there(language)


def attempted(stage: Stage, sandbox: Sandbox, trial: Trial) -> list[str]:
    """Run one, and say in which way it was not contained."""
    before = _world(stage)
    outcome = stage.judge(sandbox, trial)
    verdict = outcome.judgement.verdict
    wrong = [] if verdict in trial.expect else [f"{verdict} instead of {', '.join(trial.expect)}: {_message(outcome)}"]
    if stage.token in outcome.shown + outcome.json:
        wrong.append("the token is shown")
    wrong += [f"{what}: {list(names)}" for what, names in changes(before, _world(stage)).items()]
    return wrong + [f"{called} was called" for called in stage.visitors()]


def _world(stage: Stage) -> dict[str, set[str]]:
    """Leave out the mounts of sessions, which come and go with those who log in."""
    world = stage.world()
    return {**world, "mounts": {line for line in world["mounts"] if " /run/" not in line}}


def _message(outcome: Outcome) -> str:
    return "; ".join([outcome.judgement.prepare.message, *(run.message for run in outcome.judgement.runs)])


if __name__ == "__main__":
    main()

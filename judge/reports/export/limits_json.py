"""`judge limits --json`: what the limit is made of, as one object of the schema `judge.limits/1`."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.model import Host
from judge.model.margins import MARGINS
from judge.scoring.limits import Proposal, Worst

SCHEMA = "judge.limits/1"


def limits_json(proposal: Proposal, host: Host) -> dict[str, Any]:
    """Return the proposal. Times are seconds as measured, unrounded."""
    machine = host.machine
    return {
        "schema": SCHEMA,
        "problem": proposal.problem,
        "time_limit": proposal.time_limit if proposal.fits else None,
        "margins": MARGINS,
        "slowest": _time(proposal.slowest),
        "fastest": _time(proposal.fastest),
        "languages": [{"language": name, **_time(worst)} for name, worst in proposal.languages.items()],
        "memory_bytes": int(proposal.memory.time_s) if proposal.memory else None,
        "noise": proposal.noise,
        "disturbance": msgspec.to_builtins(proposal.disturbance),
        "faults": msgspec.to_builtins(proposal.faults),
        "host_class": host.host_class,
        "calibration_s": machine.calibration_s if machine else None,
    }


def _time(worst: Worst | None) -> Any:
    if worst is None:
        return None
    return {**msgspec.to_builtins(worst), "spread": worst.spread}

"""The limits of packages on a host that is as fast as, or not as fast as, the one that they were measured on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from judge.model import Entry, Host
    from judge.reports.terminal.console import PlainConsole


def scaled_entries(entries: list[Entry], host: Host, console: PlainConsole, *, wanted: bool) -> list[Entry]:
    """Return the entries with limits for this host where that is `wanted`. Say in a line of each package that its host
    and this one differ."""
    from judge.model.calibration import differs
    from judge.reports.host_words import limit_line
    from judge.reports.terminal.ranking import warning_line
    from judge.sandbox.calibration import WORK

    figure_s, found = host.machine.calibration_s if host.machine else None, []
    for entry in entries:
        problem, calibration = entry.problem, entry.problem.calibration
        ratio = calibration.ratio(figure_s, WORK) if calibration else None
        if ratio is None or not differs(ratio):
            found.append(entry)
            continue
        scaled = problem.scaled(ratio)
        console.print(warning_line(limit_line(problem, scaled, wanted=wanted)), soft_wrap=True)
        found.append(msgspec.structs.replace(entry, problem=scaled) if wanted else entry)
    return found

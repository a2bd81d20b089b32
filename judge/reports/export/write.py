"""Write the exports that were asked for, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judge.errors import JudgeError
from judge.model.classroom import Graded
from judge.reports.export.exporter import Sheet
from judge.reports.export.gradebook import held_back
from judge.reports.export.table import EXPORTS


def hand_out(
    rows: Sequence[Graded], targets: Mapping[str, Path], sheet: Sheet, *, allow_judge_errors: bool = False
) -> Iterator[str]:
    """Write each export that `targets` names to its path, and say so, a line each as it is done.

    JudgeError E306 for students whose points wait for a judge error, unless these are allowed, and E304 for one whose
    page the judge failed to draw; both after all is written. E435 when something can't be written.
    """
    faults: list[JudgeError | None] = []
    for name, row in sorted(EXPORTS.items(), key=lambda item: item[1].last):
        if name in targets:
            written = row.load()(rows, sheet, targets[name])
            faults.append(written.fault)
            yield f"{targets[name]}: {written.said}"
            yield from (f"warning: {words}" for words in written.warnings)
    if held := held_back(rows):
        if allow_judge_errors:
            yield f"{held.message}; {held.note}"
        elif any(EXPORTS[name].scored for name in targets):
            faults.append(held)
    found = [fault for fault in faults if fault]
    yield from (f"{fault}; {fault.note}" for fault in found[:-1])
    if found:
        raise found[-1]

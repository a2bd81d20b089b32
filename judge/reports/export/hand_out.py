"""Write the exports that were asked for, one after another; or one as a file for a browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from judge.errors import JudgeError, advice, ways_of
from judge.model import Graded
from judge.reports.export.exporter import Exported, Sheet
from judge.reports.export.feedback import packed
from judge.reports.export.gradebook import held_back
from judge.reports.export.table import EXPORTS, exporter


def hand_out(
    rows: Sequence[Graded], targets: Mapping[str, Path], sheet: Sheet, *, allow_judge_errors: bool = False
) -> Iterator[str]:
    """Write each export that `targets` names to its path, and say so, a line each as it is done, for a terminal.

    JudgeError E306 for students whose points wait for a judge error, unless these are allowed, and E304 for one whose
    page the judge failed to draw; both after all is written. E479 where Canvas would make a new assignment, E435 when
    something can't be written.
    """
    if "canvas" in targets:
        from judge.reports.export.canvas import canvas_column

        canvas_column(sheet)  # before anything is written
    faults: list[JudgeError | None] = []
    for name in sorted(EXPORTS, key=lambda name: EXPORTS[name].last):
        if name in targets:
            written = exporter(name)(rows, sheet, targets[name])
            faults.append(written.fault)
            yield f"{targets[name]}: {written.said}"
            yield from (f"warning: {advice(*ways_of(one))}" for one in written.warnings)
    if held := held_back(rows):
        if allow_judge_errors:
            yield f"{held.message}; {held.note}"
        elif any(EXPORTS[name].scored for name in targets):
            faults.append(held)
    found = [fault for fault in faults if fault]
    yield from (f"{fault}; {fault.note}" for fault in found[:-1])
    if found:
        raise found[-1]


# --- one file ---------------------------------------------------------------------------------------------------------
class Made(msgspec.Struct, frozen=True):
    """The bytes, what is in them, and what to know before they are used."""

    body: bytes
    said: str
    warnings: tuple[str, ...] = ()


def make_export(name: str, rows: Sequence[Graded], sheet: Sheet) -> Made:
    """Return the export of this name; a folder is packed as a zip. Where points wait for a judge error, that is a
    warning. JudgeError where nothing can be written, such as E479."""
    row = EXPORTS[name]
    with TemporaryDirectory(prefix="judge-export-") as folder:
        path = Path(folder) / (name if row.metavar == "FOLDER" else f"{name}{row.ending}")
        try:
            written = exporter(name)(rows, sheet, path)
            faults = [fault for fault in (written.fault, held_back(rows) if row.scored else None) if fault]
        except JudgeError as fault:  # of a folder what could be written is there
            written, faults = Exported(""), [fault]
        if faults and not path.exists():
            raise faults[-1]
        body = _packed_folder(path) if row.metavar == "FOLDER" else path.read_bytes()
    warned = [words for words, _ in map(ways_of, written.warnings)]
    warned += [f"{fault}; {fault.note}" for fault in faults[:-1]]
    warned += ["; ".join(filter(None, (fault.message, fault.note))) for fault in faults[-1:]]
    return Made(body, written.said, tuple(warned))


def _packed_folder(folder: Path) -> bytes:
    files = (path for path in folder.rglob("*") if path.is_file())
    return packed({path.relative_to(folder).as_posix(): path.read_bytes() for path in files})

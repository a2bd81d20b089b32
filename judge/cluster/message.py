"""What is said between a client and the stations of a cluster: frozen nouns in msgpack, nothing that could run.

An order names all that it needs by digest; a report says what came of it. A report is looked at before it is believed:
`asked_for` refuses what nobody asked a station for.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Collection, Sequence
from typing import Final, TypeVar

import msgspec

from judge.judging import Task
from judge.model import Host, Prepared, Run, Verdict
from judge.store import Kept

MOST_SLOTS, MOST_FACTS = 1024, 1 << 16  # of a station, and bytes
MOST_SIDE: Final = 4096  # of a board that travels: larger than any case
MOST_REPORT: Final = 64 << 20  # bytes
PROBE: Final = ""  # the digest of the judge's own problem, which every station has
_Noun = TypeVar("_Noun")


class Errand(msgspec.Struct, frozen=True, array_like=True):
    """One attempt of an order: which of its submissions, on which case."""

    submission: int
    group: str
    case: str
    round: int = 0
    at_most_s: float | None = None


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """Attempts that one station makes, one after the other; without errands it prepares the submissions.

    None begins after `left_s`, nor after `slice_s`: what is left then is ordered again, so that little is lost with a
    station. At which submissions somebody has looked closer is `seen`.
    """

    id: str
    problem: str
    submissions: tuple[str, ...]
    errands: tuple[Errand, ...] = ()
    left_s: float | None = None
    slice_s: float | None = None
    seen: tuple[bool, ...] = ()


class Made(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attempt that was made. Where it was looked at more closely, it is `bare` without that."""

    errand: int
    run: Kept
    took_s: float = 0.0
    bare: Kept | None = None


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of an order. `lacking` are digests that the station does not have; `fault` is why it did nothing;
    `sliced` says that the rest is to be ordered again."""

    id: str
    station: str
    made: tuple[Made, ...] = ()
    prepared: tuple[Prepared, ...] = ()
    lacking: tuple[str, ...] = ()
    fault: str = ""
    sliced: bool = False


class Facts(msgspec.Struct, frozen=True):
    """What a station is: its name, the judge and the machine, and how many attempts it makes at once."""

    station: str
    judge: str
    host: Host
    slots: int
    cores: tuple[int, ...] = ()


def pack(noun: object) -> bytes:
    """Return a noun as bytes."""
    return msgspec.msgpack.encode(noun)


def unpack(data: object, noun: type[_Noun]) -> _Noun:
    """Return the noun that these bytes are. ValueError for anything else, whoever sent it."""
    if not isinstance(data, bytes | bytearray | memoryview):
        message = f"{type(data).__name__} instead of bytes"
        raise ValueError(message)  # noqa: TRY004 - one error for what is not a message
    return msgspec.msgpack.decode(data, type=noun)


def read_facts(data: bytes) -> Facts:
    """Return what a station says of itself. ValueError for what no station can be."""
    _demand(len(data) <= MOST_FACTS, f"it says {len(data)} bytes of itself")
    facts = unpack(data, Facts)
    _demand(1 <= facts.slots <= MOST_SLOTS, f"it has {facts.slots} slots, and 1 to {MOST_SLOTS} are possible")
    speed = facts.host.machine.calibration_s if facts.host.machine else None
    _demand(speed is None or (math.isfinite(speed) and speed > 0), "it has a calibration that no clock shows")
    return facts


def read_report(data: object, stations: Collection[str]) -> Report:
    """Return the report of one of these stations. ValueError for anything else."""
    if isinstance(data, bytes):
        _demand(len(data) <= MOST_REPORT, f"it says {len(data)} bytes at once")
    report = unpack(data, Report)
    _demand(report.station in stations, "it has the name of another station")
    return report


def kept(run: Run) -> Kept:
    """Return an attempt as it travels."""
    return Kept.of(run, MOST_SIDE)


def asked_for(report: Report, order: Order, tasks: Sequence[Task]) -> list[tuple[int, Run, Made]]:
    """Return the attempts of a report by errand. ValueError where it says something that the order did not ask for."""
    _demand(report.id == order.id, "it answers another order")
    wanted = 0 if order.errands or report.fault or report.lacking else len(order.submissions)
    _demand(len(report.prepared) == wanted, f"it prepared {len(report.prepared)} submissions instead of {wanted}")
    _demand(all(map(_is_time, (one.wall_s for one in report.prepared))), "it has times that no clock shows")
    found, before = [], -1
    for made in report.made:
        _demand(before < made.errand < len(order.errands), "it made an attempt that was not asked for, or twice")
        before = made.errand
        _demand(_is_time(made.took_s), "it has times that no clock shows")
        for one in filter(None, (made.run, made.bare)):
            _check_board(one)
            _check(one.whole, tasks[made.errand])
        found.append((made.errand, made.run.whole, made))
    may_slice = order.slice_s is not None and bool(found)
    _demand(may_slice or not report.sliced, "it left what it was not to leave")
    whole = len(found) == len(order.errands) or report.sliced or order.left_s is not None
    _demand(whole, f"it made {len(found)} attempts instead of {len(order.errands)}")
    return found


def _check_board(one: Kept) -> None:
    """Refuse a board that is larger in memory than it says, or than any case."""
    rows, columns = one.rows, one.columns or one.rows
    _demand(0 <= rows <= MOST_SIDE and 0 <= columns <= MOST_SIDE, "it has a board that is larger than any case")
    size = rows * columns
    try:
        cells = zlib.decompressobj().decompress(one.cells, size + 1) if size else b""
    except zlib.error:
        cells = b""
    _demand(len(cells) == size, "it has a board that is none")


def _check(run: Run, task: Task) -> None:
    """Refuse an attempt that can't be one at this task."""
    case = task.case
    same = (run.group, run.case, run.algorithm) == (case.group, case.name, case.board.algorithm)
    _demand(same, f"it has a verdict for {run.group}/{run.case} instead of {case.group}/{case.name}")
    numbers = [run.cpu_s, run.wall_s, run.memory_bytes]
    for sample in run.samples:
        numbers += [sample.cpu_s, sample.wall_s, sample.lost_s, sample.load_cpu_s, sample.memory_bytes]
        numbers += [sample.unseen_s or 0.0]
    _demand(all(map(_is_time, numbers)), "it has times that no clock shows")
    _demand(len(run.samples) <= 1, "it has several measurements of one attempt")
    _demand(run.verdict is not Verdict.AC or len(run.samples) == 1, "it accepts what it has not measured")
    _demand(all(sample.round == task.round for sample in run.samples), "it was measured in another round")
    _demand(run.score is None or 0 <= run.score <= 1, "it has a score that no answer can have")


def _is_time(number: float) -> bool:
    return math.isfinite(number) and number >= 0


def _demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)

"""What one attempt can tell a later one by what it reads: `python -m tests.bench.pagecache`.

A page of a file that boxes can read is in the machine's page cache or not, whoever has read it. A box can't ask which
(seccomp.py), nor clear any, but it can read, and look how long that took. Here it is tried: the bench, outside of any
box, clears pages of large files; a first box reads one for each bit that is set; a second reads them all and says
which were there already, by the clock or by what getrusage counts for it. Reading brings a page in: each one carries
one bit, once, until the machine needs its memory for something else.
"""

from __future__ import annotations

import contextlib
import json
import math
import mmap
import os
import random
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from judge.errors import JudgeError
from judge.model import Limits
from judge.sandbox import protocol
from judge.sandbox.box import Bounds
from judge.sandbox.inside.jail import open_paths
from judge.sandbox.request import Home, Job
from judge.sandbox.sandbox import Sandbox
from judge.sandbox.tiers import TIERS, Tier
from tests.boxed import case_bytes

SIDE = 64  # bits are told as a board of SIDE x SIDE
BITS = SIDE * SIDE
STRIDE, LARGE = 1 << 16, 4 << 20  # one bit in 64 KiB, so that no reading ahead sets its neighbours; files of 4 MiB on
BOUNDS = Bounds(60, 120, BITS + 64)
WAYS = ("clock", "ru_inblock", "ru_majflt")
# Both boxes read with as many threads as a box may have, which a disk serves faster than one.
BOX = b"""
import json, mmap, os, resource, time
from concurrent.futures import ThreadPoolExecutor
import numpy as np

HERE = os.path.dirname(__file__)
SLOTS = json.load(open(f"{HERE}/slots"))
JOB = json.load(open(f"{HERE}/job"))
FILES = {path: os.open(path, os.O_RDONLY) for path in {path for path, _ in SLOTS}}
THREADS = 16

def usage():
    return resource.getrusage(resource.RUSAGE_THREAD)

def by_clock(slot):
    start = time.perf_counter_ns()
    os.pread(FILES[slot[0]], 1, slot[1])
    return time.perf_counter_ns() - start

def by_inblock(slot):
    before = usage().ru_inblock
    os.pread(FILES[slot[0]], 1, slot[1])
    return usage().ru_inblock - before

def by_majflt(slot):
    with mmap.mmap(FILES[slot[0]], mmap.PAGESIZE, prot=mmap.PROT_READ, offset=slot[1]) as page:
        page.madvise(mmap.MADV_RANDOM)
        before = usage().ru_majflt
        page[0]
        return usage().ru_majflt - before

def solve(algorithm, n, lizards, grid):
    with ThreadPoolExecutor(THREADS) as pool:
        if "bits" in JOB:
            list(pool.map(by_clock, (slot for slot, bit in zip(SLOTS, JOB["bits"]) if bit)))
            return grid
        read = {"clock": by_clock, "ru_inblock": by_inblock, "ru_majflt": by_majflt}[JOB["way"]]
        seen = np.array(list(pool.map(read, SLOTS)))
    limit = 0.5
    if JOB["way"] == "clock":  # between the two heaps that the logarithms lie in
        seen = np.log(seen)
        limit = seen.mean()
        for _ in range(20):
            limit = (seen[seen <= limit].mean() + seen[seen > limit].mean()) / 2
    return (seen <= limit).astype(np.int8).reshape(grid.shape)
"""


class Told(msgspec.Struct, frozen=True):
    """What came over: the share of bits that came over wrong, and seconds of both boxes from their case to the end."""

    wrong: float
    send_s: float
    receive_s: float

    @property
    def bits(self) -> float:
        """What so many bits are worth, some of them wrong (Shannon's capacity of a binary symmetric channel)."""
        return BITS * (1 - sum(-p * math.log2(p) for p in (self.wrong, 1 - self.wrong) if p))


def main() -> None:
    slots = list(_slots())
    console = Console()
    console.width = max(console.width, 100)
    if len(slots) < BITS:
        console.print(f"there are {len(slots)} pages that can be cleared, and {BITS} are needed")
        return
    table = Table("tier", "told by", "wrong", "sent in", "read in", "bits a second")
    for tier in TIERS[:2]:
        for way in WAYS:
            with contextlib.suppress(JudgeError):  # a tier that this host does not have
                told = tell(tier, way, random.sample(slots, BITS))
                rate = told.bits / (told.send_s + told.receive_s)
                shown = (f"{told.wrong:.1%}", f"{told.send_s:.2f} s", f"{told.receive_s:.2f} s", f"{rate:,.0f}")
                table.add_row(tier, way, *shown)
    console.print(table)
    console.print(f"{len(slots):,} pages of large files, {STRIDE >> 10} KiB apart, can be read by boxes; 1 bit each")


def tell(tier: Tier, way: str, slots: Sequence[tuple[str, int]]) -> Told:
    """Send random bits by one box and receive them by the next, over pages that were cleared before."""
    sent = [random.getrandbits(1) for _ in slots]
    for path, offset in slots:
        clear(path, offset, STRIDE)
    with Sandbox(tier=tier) as sandbox:
        _, send_s = _run(sandbox, slots, {"bits": sent})
        cells, receive_s = _run(sandbox, slots, {"way": way})
    return Told(sum(bit != cell for bit, cell in zip(sent, cells, strict=True)) / BITS, send_s, receive_s)


def clear(path: str, offset: int, length: int) -> None:
    """Drop these pages from the cache. No box may."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.posix_fadvise(fd, offset, length, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(fd)


def _run(sandbox: Sandbox, slots: Sequence[tuple[str, int]], job: dict[str, object]) -> tuple[bytes, float]:
    """The cells that a box with this job comes to, and its wall time from the case on."""
    texts = {name: json.dumps(what).encode() for name, what in (("slots", slots), ("job", job))}
    home = sandbox.keep({"submission.py": BOX, **texts})
    assert isinstance(home, Home), home
    with sandbox.start(home, Limits(time_limit=BOUNDS.cpu_s, memory=1024), Job(prepare=False)) as box:
        facts = box.exchange(b"", Bounds(20, 60))
        while facts.frame[:1] == protocol.IMPORTED:
            facts = box.exchange(b"", Bounds(20, 60))
        assert facts.frame == protocol.READY, facts
        facts = box.exchange(case_bytes(SIDE, 0, bytes(BITS)), BOUNDS)
    sandbox.forget(home)
    assert facts.frame[:1] == protocol.ARRAY, facts
    return facts.frame[1 + protocol.SHAPE.size :], facts.wall_s


def _slots() -> Iterator[tuple[str, int]]:
    """Pages that boxes can read, by file and offset, as far as they can be cleared: nobody has them mapped."""
    for path in _large_files():
        size = path.stat().st_size
        clear(str(path), 0, 0)
        with path.open("rb") as file, contextlib.suppress(OSError):
            for offset in range(STRIDE, size - mmap.PAGESIZE, STRIDE):
                try:
                    os.preadv(file.fileno(), [bytearray(1)], offset, os.RWF_NOWAIT)
                except BlockingIOError:
                    yield str(path), offset


def _large_files() -> Iterator[Path]:
    for top in map(Path, open_paths()):
        for path in (top,) if top.is_file() else top.rglob("*"):
            with contextlib.suppress(OSError):
                facts = path.lstat()
                if stat.S_ISREG(facts.st_mode) and facts.st_mode & stat.S_IROTH and facts.st_size >= LARGE:
                    yield path


if __name__ == "__main__":
    main()

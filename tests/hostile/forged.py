"""Hostile submissions that put something of their own in the place of the kernels that a prepare phase keeps.

Each is a few lines between the same beginning and the same honest end. Whatever lies there, the verdict is that of the
submission without it, unless code in it runs: then it is one of a box in which the submission has run its own code.
"""

from __future__ import annotations

from collections.abc import Iterator

BEGIN = """\
import os
import pickle
import random
import signal
import socket
import struct

from prelude import ATTEMPT, CACHE, framed, leave, records

KERNELS = f"{CACHE}/kernels"


class Runs:
    def __init__(self, code):
        self.code = code

    def __reduce__(self):
        return exec, (self.code,)


def runs(code):
    return framed(pickle.dumps(Runs(code)))
"""
END = """\


def solve(algorithm, n, lizards, grid):
    if n != 8:
        return None
    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1
    return grid
"""
KERNEL_END = """\


import numba
import numpy as np
from numba.core import serialize


@numba.njit
def fill(grid):
    for row, column in enumerate((0, 4, 7, 5, 2, 6, 1, 3)):
        grid[row, column] = 1


@numba.njit
def spoil(grid):
    grid[:] = 1


def changed(record, place, value):
    facts = list(pickle.loads(record))
    facts[place] = value
    return serialize.dumps(tuple(facts))


def digest_of(record):
    return pickle.loads(record)[4]


def forge():
    board = np.zeros((8, 8), np.int8)
    fill(board)
    spoil(board)
    with open(KERNELS, "rb") as file:
        found = list(records(file.read()))
    (first, code), (second, other) = found
    leave(forged(found, first, code, second, other))


def solve(algorithm, n, lizards, grid):
    if n == 8:
        fill(grid)
        return grid
    if not ATTEMPT and not spoil.signatures:
        forge()
    return None
"""

# What `leave` puts there. None of it is a record.
BYTES = {
    "nothing": "b''",
    "random": "random.Random(1).randbytes(1 << 20)",
    "length_lies": "b'\\xff' * 64",
    "length_of_all": "struct.pack('<III', 0, 0xFFFFFFFF, 0) + bytes(99)",
    "length_is_cut": "struct.pack('<II', 9, 0)",
    "record_is_cut": "runs('raise SystemExit(1)')[:-1]",
    "record_is_empty": "framed(b'') + runs('raise SystemExit(1)')",
    "checksum_lies": "struct.pack('<III', 2, 0, 1) + b'N.'",
    "records_of_no_dispatcher": "framed(pickle.dumps((('made', 10**9), 'solve', ((), None)))) * 99",
    "records_of_anything": "b''.join(framed(pickle.dumps(one)) for one in (None, 7, 'text', (1,) * 10, [[]], {}))",
    "record_of_a_module": "framed(pickle.dumps((('library', 'os.abort'), 'abort', ((), None))))",
    "memo_of_4_billion": "framed(b'\\x80\\x04Nr\\xff\\xff\\xff\\x7f.')",
    "text_of_a_terabyte": "framed(b'\\x80\\x04\\x8e' + struct.pack('<Q', 1 << 40) + b'.')",
}
LARGE = {
    "zeros": "bytes(32 << 20)",
    "zeros_too_many": "bytes((32 << 20) + 1)",
    "records_of_a_byte": "framed(b'x') * (2 << 20)",
    "one_of_32_megabytes": "framed(bytes((32 << 20) - 12))",
    "deep": "framed(b'\\x80\\x04' + b'(' * 10**6)",
}
# What is done with the name.
FILES = {
    "removed": "os.unlink(KERNELS)",
    "folder": "os.unlink(KERNELS); os.makedirs(f'{KERNELS}/kernels')",
}
# The same, where a sandbox may refuse it.
REFUSED = {
    "closed": "leave(bytes(9)); os.chmod(KERNELS, 0)",
    "setuid": "leave(bytes(9)); os.chmod(KERNELS, 0o6777)",
    "link": "os.unlink(KERNELS); os.symlink('@CONTEST@/canary.txt', KERNELS)",
    "link_to_zero": "os.unlink(KERNELS); os.symlink('/dev/zero', KERNELS)",
    "link_to_itself": "os.unlink(KERNELS); os.symlink(KERNELS, KERNELS)",
    "hard_link": "leave(runs('raise SystemExit(1)')); os.link(KERNELS, f'{CACHE}/other')",
    "fifo": "os.unlink(KERNELS); os.mkfifo(KERNELS)",
    "socket": "os.unlink(KERNELS); socket.socket(socket.AF_UNIX).bind(KERNELS)",
    "device": "os.unlink(KERNELS); os.mknod(KERNELS, 0o020666, os.makedev(1, 5))",
    "terabyte": "os.truncate(KERNELS, 1 << 40)",
    "sparse_at_the_bound": "os.truncate(KERNELS, 32 << 20)",
}
NO_BOARD = (b"A", bytes([8, *[0] * 7] * 2), bytes(64))
NOTE = b"late\0\x1b[2J[red]\0\xe2\x80\xae\xff\n=1"
# What runs when a record is read, and the verdicts that show that it was contained.
PICKLES = {
    "raises": ("AC", "raise ValueError('no')"),
    "exits": ("RTE", "raise SystemExit('no')"),
    "is_interrupted": ("RTE", "raise KeyboardInterrupt"),
    "ends": ("RTE", "import os; os._exit(0)"),
    "crashes": ("RTE", "import os; os.kill(os.getpid(), 11)"),
    "reads_secrets": ("AC", "print(open('@CONTEST@/canary.txt').read()); raise SystemExit('a secret can be read')"),
    "leaves_files": ("AC", "import os; os.makedirs('/tmp/hostile-was-here'); os.mkdir('@OUTSIDE@/hostile-was-here')"),
    "says_ready": ("RTE", "import os; os.write(4, b'R' + bytes(8))"),
    "answers": ("RTE", "import os; os.write(4, b'R' + bytes(8) + b'F' + bytes(8))"),
    "says_unsealed": ("RTE", "import os, struct; os.write(4, b'U' + struct.pack('<Q', 3) + b'abc')"),
    "notes": (
        "AC",
        f"import os, struct\nfor _ in range(99): os.write(4, struct.pack('<cQ', b'k', {len(NOTE)}) + {NOTE!r})",
    ),
    "patches_numba": (
        "AC",
        "import numba.core.dispatcher as one; one.Dispatcher.compile = one.Dispatcher.__init__ = None",
    ),
    "patches_kernels": ("RTE", "from judge.sandbox.inside import kernels; kernels.Loading.after_import = None"),
    "patches_attempt": (
        "WA",
        f"from judge.sandbox.inside import attempt; attempt.encode = lambda *_, **__: {NO_BOARD}",
    ),
}
SLOW_PICKLES = {
    "notes_and_sleeps": (
        "TLE",
        f"import os, struct, time\nos.write(4, struct.pack('<cQ', b'k', {len(NOTE)}) + {NOTE!r})\ntime.sleep(10**6)",
    ),
    "forks": ("AC, RTE, TLE, MLE", "import os\nwhile True: os.fork()"),
    "sleeps": ("TLE", "import time; time.sleep(10**6)"),
    "spins": ("TLE", "while True: pass"),
    "notes_for_ever": ("TLE", "import os\nwhile True: os.write(4, b'k' + bytes(8))"),
    "allocates": ("AC, MLE, RTE", "x = [bytes(1 << 20) + b'1' for _ in range(10 << 10)]"),
}
# What `leave` puts there of the records and results of two kernels.
RECORDS = {
    "twice": ("AC", "b''.join(framed(*one) for one in found * 9)"),
    "backwards": ("AC", "b''.join(framed(*one) for one in reversed(found))"),
    "no_result": ("AC", "framed(first) + framed(second)"),
    "result_raises": ("AC", "framed(first, pickle.dumps(Runs('raise ValueError')))"),
    "result_exits": ("RTE", "framed(first, pickle.dumps(Runs('raise SystemExit')))"),
    "result_is_none": ("AC", "framed(first, pickle.dumps(None))"),
    "result_of_another": ("AC, WA, RTE", "framed(first, other) + framed(second, code)"),
    "digest_of_another": ("AC, WA, RTE", "framed(changed(first, 4, digest_of(second)), code) + framed(second, other)"),
    "place_of_another": ("AC", "framed(changed(first, 0, ('made', 1)), code)"),
    "name_of_another": ("AC", "framed(changed(first, 1, 'spoil'), code)"),
    "types_of_another": ("AC", "framed(changed(first, 2, ((), None)), code)"),
    "types_that_are_none": ("AC", "framed(changed(first, 2, ((1, 2), 3)), code)"),
    "functions_that_are_none": ("AC", "framed(changed(first, 3, (99,)), code)"),
    "late": ("AC", "framed(changed(first, 5, 'grid'), code)"),
    "why_is_no_text": ("AC", "framed(changed(first, 6, 7))"),
    "symbol_of_another": ("AC", "framed(changed(first, 8, 'malloc'), code)"),
    "trace_that_is_none": ("AC", "framed(changed(changed(first, 4, 'x'), 9, 7), code)"),
}  # fmt: skip


def sources() -> Iterator[tuple[str, str]]:
    """Their names and sources, with the header that a trial begins with."""
    for name, data in (BYTES | LARGE).items():
        yield _source(name, "AC", f"\nleave({data})\n{END}")
    for name, act in FILES.items():
        yield _source(name, "AC", f"\nif not ATTEMPT:\n    {act}\n{END}")
    for name, act in REFUSED.items():
        tried = f"    try:\n        {act}\n    except OSError:\n        pass\n"
        yield _source(name, "AC", f"\nif not ATTEMPT:\n{tried}{END}")
    for name, (expect, code) in (PICKLES | SLOW_PICKLES).items():
        yield _source(name, expect, f"\nleave(runs({code!r}))\n{END}", quick=expect == "TLE")
    for name, (expect, data) in RECORDS.items():
        forged = f"\n\ndef forged(found, first, code, second, other):\n    return {data}\n"
        yield _source(name, expect, forged + KERNEL_END)


def _source(name: str, expect: str, rest: str, *, quick: bool = False) -> tuple[str, str]:
    head = f"# Leaves kernels for its attempts: {name.replace('_', ' ')}.\n# expect: {expect}\n"
    limits = "compilation_time = 0.5" if quick else "time_limit = 5"
    return f"kernels_{name}.py", f"{head}# limits: {limits}\n{BEGIN}{rest}"

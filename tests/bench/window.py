"""What the clock of a window holds beside the algorithm: `python -m tests.bench.window [REPETITIONS]`.

The shipped solutions of the lizards on the board of 1000 x 1000 with 97,000 of them, and a solve that returns at once.
Beside each stands a warm loop: the same call again and again in one process, whose heap keeps what it has. As solutions
they are to rank in the order of their warm loops. `no room` is the same attempt with nothing laid ready: a pipe and a
fresh heap. Attempts with and without are made in turn. Told is the least CPU of all, and the median; on a machine that
others use too the least tells more.

The exit status is 1 if the order is another, or a figure misses: 3.5 times its warm loop for `greedy` (0.8 ms where
that takes 0.23), 0.15 ms for a solve that returns at once, 1 ms more CPU for a whole attempt at n = 100.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.table import Table

from judge.executors import executor_of
from judge.model import Case, Finding, Instance, Problem
from judge.problems import read_package
from judge.sandbox import Bounds, Box, Sandbox, protocol, room_for, usable_cores
from judge.sandbox.protocol import Job, Room
from tests.bench.timing import kernel_cache, show
from tests.make import submission
from tests.shipped import ROOT

SHIPPED = ("greedy", "backtracking", "champion")
AT_ONCE = b"def solve(algorithm, n, lizards, grid):\n    return grid\n"
GREEDY_TIMES, AT_ONCE_MS, MORE_MS = 3.5, 0.15, 1.0
WARM = """\
import ctypes, sys, time
sys.dont_write_bytecode = True
import numpy as np
libc = ctypes.CDLL(None)
if hasattr(libc, "mallopt"):
    libc.mallopt(-3, 32 << 20)
    libc.mallopt(-1, 256 << 20)
folder, _, name = sys.argv[1].rpartition("/")
sys.path.insert(0, folder)
solve = __import__(name).solve
board = np.fromfile(sys.argv[2], np.int8)
n = int(board.size ** 0.5)
for _ in range(int(sys.argv[4])):
    grid = board.copy().reshape(n, n)
    start_s = time.thread_time()
    solve("DFS", n, int(sys.argv[3]), grid)
    print(time.thread_time() - start_s)
"""


class Times(NamedTuple):
    """Milliseconds of CPU: of windows, and of all else in an attempt until it is ready."""

    window: list[float]
    before: list[float]


def main() -> None:
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    package = read_package(ROOT / "testcases/lizards")
    forest = next(case for case in package.cases if case.name == "forest-1000")
    table = Table("solve", "n", "window, ms", "no room, ms", "warm loop, ms", "attempt before it, ms", "no room, ms")
    misses: list[str] = []
    ours, warm = dict[str, float](), dict[str, float]()
    with Sandbox(usable_cores()[0]) as sandbox:
        sandbox.host()

        def measured(name: str, source: bytes, case: Case, loop: list[float] | None = None) -> tuple[Times, Times]:
            one, bare = in_turn(sandbox, source, package, case, repetitions)
            windows = (told(one.window), told(bare.window), told(loop) if loop else "")
            table.add_row(name, str(case.board.n), *windows, told(one.before), told(bare.before))
            return one, bare

        for n in (8, 100, 1000):
            board = Instance("DFS", n, n, np.zeros((n, n), np.int8))
            one, bare = measured("at once", AT_ONCE, Case(f"empty-{n}", "secret", board))
            if n <= 100 and min(one.window) > AT_ONCE_MS:
                misses.append(f"at once, n = {n}: more than {AT_ONCE_MS} ms")
            if n <= 100 and statistics.median(one.before) > statistics.median(bare.before) + MORE_MS:
                misses.append(f"an attempt at n = {n}: more than {MORE_MS} ms more")
        for name in SHIPPED:
            path = ROOT / f"solutions/lizards/{name}.py"
            loop = warm_loop(path, forest, repetitions)
            ours[name] = min(measured(name, path.read_bytes(), forest, loop)[0].window)
            warm[name] = min(loop)
    if ours["greedy"] > GREEDY_TIMES * warm["greedy"]:
        misses.append(f"greedy: more than {GREEDY_TIMES} times its warm loop")
    if sorted(ours, key=ours.__getitem__) != sorted(warm, key=warm.__getitem__):
        misses.append("the order is not that of the warm loops")
    show(table, *(misses or ["all as it should be"]))
    sys.exit(bool(misses))


def told(times: list[float]) -> str:
    return f"{min(times):.3f}, {statistics.median(times):.3f}"


def in_turn(sandbox: Sandbox, source: bytes, problem: Problem, case: Case, repetitions: int) -> tuple[Times, Times]:
    """Times with what is laid ready, and without."""
    ready = executor_of("function").prepare(sandbox, submission(source, "bench.py"), problem)
    assert not isinstance(ready, Finding), ready
    room, nothing = room_for(case.board.n, problem.limits.memory_bytes), Room()
    with_room, without = Times([], []), Times([], [])
    for _ in range(repetitions):
        for times, laid in ((with_room, room), (without, nothing)):
            job = Job(prepare=False, main="bench.py", room=laid)
            with sandbox.start(ready.home, problem.limits, job) as box:
                before_s, window_s = one_attempt(box, case)
            times.window.append(1000 * window_s)
            times.before.append(1000 * before_s)
    sandbox.forget(ready.home)
    return with_room, without


def one_attempt(box: Box, case: Case) -> tuple[float, float]:
    """Seconds of CPU of the box until it is ready, and in its window."""
    bounds = Bounds(60, 600, 64 << 20)
    while (facts := box.exchange(b"", bounds)).frame[:1] in (protocol.IMPORTED, protocol.NOTED):
        pass
    assert facts.frame == protocol.READY, facts
    before_s, board = box.meter.cpu_s(), case.board
    values = (board.algorithm, board.n, board.pieces, board.grid)
    data, cells = protocol.pack_case(protocol.HOMEWORK, values)
    facts = box.exchange(data, bounds, cells)
    assert facts.frame[:1] == protocol.ARRAY, facts
    return before_s, facts.cpu_s


def warm_loop(path: Path, case: Case, repetitions: int) -> list[float]:
    """Milliseconds of CPU of each call but the first, which compiles."""
    with kernel_cache() as folder:
        board = folder / "board"
        board.write_bytes(case.board.grid.tobytes())
        words = [str(path.with_suffix("")), str(board), str(case.board.pieces), str(repetitions + 1)]
        done = subprocess.run([sys.executable, "-c", WARM, *words], check=True, capture_output=True, text=True)
    return [1000 * float(line) for line in done.stdout.split()[1:]]


if __name__ == "__main__":
    main()

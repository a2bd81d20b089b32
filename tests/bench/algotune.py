"""The champion of most-queens beside AlgoTune's `queens_with_obstacles`: `python -m tests.bench.algotune CHECKOUT`.

CHECKOUT is a copy of https://github.com/oripress/AlgoTune, of which nothing stands here. Its generator makes the boards
(n from 8 to 16, 5 % obstacles), its reference solves them with CP-SAT, and so does each published solver that works
here (results/*/queens_with_obstacles/solver.py). Ours is called as a function in the same process, from their board to
their list of queens. Every answer is looked at by their checker and by ours, and every optimum must be the same.

Times are CPU of the process with all its threads, the least of REPETITIONS after a first call that is not counted, or
of one where that first call took half a second. A solver that takes 1.5 times as long as the reference on a board is
not the best of that n, and is left out there. Ratios are of the sums over the boards of an n. A published solver counts
for an n where it was right on all its boards.

The exit status is 1 if an optimum differs, at n = 9 the reference takes less than 60 times as long as ours, or a
published solver is faster than ours at any n. Needs ortools: pip install -e .[author].
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import logging
import os
import sys
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from rich.table import Table

from judge.problems.kernels import fast_attack
from tests.bench.timing import kernel_cache, show

ROOT = Path(__file__).parents[2]
TASK = "queens_with_obstacles"
SIZES, SEEDS, REPETITIONS, TIMES_AT_9 = range(8, 17), 6, 3, 60.0
GIVEN_UP = 1.5  # times the reference: too slow to be the best
LONG_S = 0.5  # a call that takes longer is repeated once

Board = np.ndarray[Any, np.dtype[np.bool_]]
Solve = Callable[[Board], list[tuple[int, int]]]


class Solver(msgspec.Struct):
    """Somebody's solver: the seconds on each board of an n, None where it failed, was wrong or too slow."""

    name: str
    solve: Solve
    seconds: dict[int, list[float] | None] = msgspec.field(default_factory=dict)


@contextlib.contextmanager
def silenced() -> Iterator[None]:
    """Drop what is printed meanwhile, by C++ as well."""
    sys.stdout.flush()
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def given_nothing(*_: object, **__: object) -> None:
    """Keep nothing of what a task is made with."""


def stub_base() -> None:
    """Let their task be imported without the rest of AlgoTune: it needs a decorator and an empty class."""

    def register_task(_: str) -> Callable[[type], type]:
        return lambda task: task

    base = types.ModuleType("AlgoTuneTasks.base")
    vars(base).update(register_task=register_task, Task=type("Task", (), {"__init__": given_nothing}))
    vars(base)["__path__"] = []
    package = types.ModuleType("AlgoTuneTasks")
    vars(package)["__path__"] = []
    sys.modules.update({"AlgoTuneTasks": package, "AlgoTuneTasks.base": base})


def imported(path: Path, name: str) -> types.ModuleType:
    """Return the module that a file holds."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def task_of(checkout: Path) -> Any:
    """Return their task: generator, reference and checker."""
    stub_base()
    return imported(checkout / "AlgoTuneTasks" / TASK / f"{TASK}.py", "algotune_task").QueensWithObstacles()


def ours() -> Solve:
    """Return the champion as a function from their board to their list."""
    champion = imported(ROOT / "solutions/most-queens/champion.py", "champion")

    def solve(board: Board) -> list[tuple[int, int]]:
        placed = champion.solve(*board.shape, np.where(board, np.int8(2), np.int8(0)))
        rows, columns = np.nonzero(placed == 1)
        return list(zip(rows.tolist(), columns.tolist(), strict=True))

    return solve


def published(checkout: Path) -> Iterator[Solver]:
    """Yield the solvers that can be imported here."""
    for number, path in enumerate(sorted(checkout.glob(f"results/*/{TASK}/solver.py"))):
        name = path.parent.parent.name
        try:
            with silenced():
                yield Solver(name, imported(path, f"published_{number}").Solver().solve)
        except Exception as error:
            print(f"{name} does not run here: {error!r}", file=sys.stderr)


def timed(solve: Solve, board: Board) -> tuple[float, list[tuple[int, int]]]:
    """Return seconds of CPU, and the answer."""
    with silenced():
        start = time.process_time()
        answer = solve(board.copy())
        return time.process_time() - start, answer


def valid(board: Board, answer: list[tuple[int, int]]) -> bool:
    """Look at an answer with our own rules."""
    placed = np.where(board, np.int8(2), np.int8(0))
    for row, column in answer:
        if not (0 <= row < len(board) and 0 <= column < board.shape[1]) or placed[row, column]:
            return False
        placed[row, column] = 1
    return fast_attack(placed) is None


def repeated(solve: Solve, board: Board) -> tuple[float, list[tuple[int, int]]]:
    """Return the least seconds of CPU, and the answer."""
    spent, answer = timed(solve, board)
    more = 1 if spent > LONG_S else REPETITIONS  # the first may have compiled: it is not counted
    return min(timed(solve, board)[0] for _ in range(more)), answer


def run(solver: Solver, boards: list[Board], best: list[int] | None, most_s: list[float]) -> list[int] | None:
    """Let a solver solve the boards of an n, and return how many queens it placed, None where that is not right."""
    n, seconds, counts = len(boards[0]), [], []
    solver.seconds[n] = None
    for number, board in enumerate(boards):
        try:
            spent, answer = repeated(solver.solve, board)
        except Exception:
            return None
        if spent > most_s[number] or not valid(board, answer) or (best and len(answer) != best[number]):
            return None
        seconds.append(spent)
        counts.append(len(answer))
    solver.seconds[n] = seconds
    return counts


def accepted(task: Any, boards: list[Board], solve: Solve, best: list[int]) -> bool:
    """Let their checker look at our answers. It solves the board once more, so it is handed what it found before."""
    for board, count in zip(boards, best, strict=True):
        task.solve = lambda _, count=count: [None] * count
        fine = task.is_solution(board, solve(board))
        del task.solve
        if not fine:
            return False
    return True


def main() -> int:
    """Run all, tell the ratios, and return the exit status."""
    logging.disable(logging.CRITICAL)
    checkout = Path(sys.argv[1])
    task = task_of(checkout)
    reference, champion = Solver("reference", task.solve), Solver("ours", ours())
    others = list(published(checkout))
    table = Table("n", "boards", "ours, ms", "reference, ms", "reference / ours", "best published", "it / ours")
    misses = []
    for n in SIZES:
        boards = [task.generate_problem(n, seed) for seed in range(1, SEEDS + 1)]
        ever = [np.inf] * SEEDS
        best = run(reference, boards, None, ever)
        same = best is not None and run(champion, boards, best, ever) is not None
        if best is None or not same or not accepted(task, boards, champion.solve, best):
            misses.append(f"n = {n}: the optimum of ours is not that of the reference")
            continue
        base, mine = sum(reference.seconds[n] or []), sum(champion.seconds[n] or [])
        for other in others:
            run(other, boards, best, [GIVEN_UP * spent for spent in reference.seconds[n] or ever])
        right = {other.name: sum(took) for other in others if (took := other.seconds[n])}
        name = min(right, key=right.__getitem__, default="none")
        ahead = right[name] / mine if right else np.inf
        cells = (n, len(boards), f"{1e3 * mine:.2f}", f"{1e3 * base:.1f}", f"{base / mine:.1f}", name, f"{ahead:.1f}")
        table.add_row(*map(str, cells))
        print(*cells, file=sys.stderr)
        if n == 9 and base < TIMES_AT_9 * mine:
            misses.append(f"n = 9: {base / mine:.1f} times as fast as the reference instead of {TIMES_AT_9}")
        if ahead < 1:
            misses.append(f"n = {n}: {name} takes {ahead:.2f} times as long as ours")
    show(table, *misses)
    return bool(misses)


if __name__ == "__main__":
    with kernel_cache():
        status = main()
    sys.exit(status)

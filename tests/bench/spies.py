"""The spies' two searches at their limits: `python -m tests.bench.spies [--long]`.

`champion.py` on 41 seeds for n = 999, on every odd n from 11 to 999 and on n = 5001; `cached.py`, whose arrangement
is the first in lexicographic order, on n = 25, 27 and 29. --long adds n = 10,001 and n = 33, a minute or two.

Times are CPU seconds from n to the columns, without compiling. Every arrangement is checked by the rule, written out
here in integers.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from tests.bench.timing import kernel_cache, timed
from tests.shipped import solution

Columns = np.ndarray[Any, np.dtype[np.int64]]
SEEDS = range(41)
SIZES = range(11, 1000, 2)


def main() -> None:
    long = _arguments().long
    table = Table("search", "n", "CPU s", "least", "most")
    with kernel_cache():
        arrange: Callable[[int, int], Columns] = solution("spies", "champion").arrange
        search: Callable[[Columns], bool] = solution("spies", "cached").search
        arrange(11, 11)
        search(np.empty(8, np.int64))
        _row(table, "champion, 41 seeds: median", "999", [_champion(arrange, 999, seed) for seed in SEEDS], median)
        _row(table, "champion, 495 sizes: sum", "11 to 999", [_champion(arrange, n, n) for n in SIZES], sum)
        for n in (5001, 10_001) if long else (5001,):
            _row(table, "champion", f"{n:,}", [_champion(arrange, n, n)], sum)
        for n in (25, 27, 29, 33) if long else (25, 27, 29):
            _row(table, "cached", str(n), [_first(search, n)], sum)
    Console().print(table)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.spies", description=__doc__)
    parser.add_argument("--long", action="store_true", help="also n = 10,001 and n = 33")
    return parser.parse_args()


def _row(table: Table, search: str, n: str, times: list[float], total: Callable[[list[float]], float]) -> None:
    spread = (f"{min(times):.4f}", f"{max(times):.4f}") if len(times) > 1 else ("", "")
    table.add_row(search, n, f"{total(times):.4f}", *spread)


def _champion(arrange: Callable[[int, int], Columns], n: int, seed: int) -> float:
    columns, cpu_s = timed(arrange, n, seed)
    assert _is_arrangement(columns, n), f"the champion is wrong for n = {n}, seed {seed}"
    return cpu_s


def _first(search: Callable[[Columns], bool], n: int) -> float:
    columns = np.empty(n, np.int64)
    found, cpu_s = timed(search, columns)
    assert found
    assert _is_arrangement(columns, n), f"cached is wrong for n = {n}"
    return cpu_s


def _is_arrangement(columns: Columns, n: int) -> bool:
    """Whether each column holds one spy and every spy sees those below it in as many directions as there are,
    none of them a diagonal."""
    if not np.array_equal(np.sort(columns), np.arange(n)):
        return False
    for row in range(n - 1):
        aside = columns[row + 1 :] - columns[row]
        down = np.arange(1, n - row)
        steps = np.gcd(down, aside)
        directions = (down // steps) * (2 * n) + aside // steps
        if np.unique(directions).size < directions.size or (np.abs(aside) == down).any():
            return False
    return True


if __name__ == "__main__":
    main()

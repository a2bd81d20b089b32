"""The solutions of `spies` and its shipped answers, against the rule written out in plain Python integers."""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations, product
from math import gcd
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

ROOT = Path(__file__).parents[2]
CASES = sorted((ROOT / "testcases/spies").glob("*/*/input.txt"))
IMPOSSIBLE = (2, 3, 5, 6, 7)
PROBLEM = "spies"
NAMES = ["brute_force", "cached", "champion", "incremental", "pruned"]
FIRSTS = {  # in lexicographic order, columns from 1
    8: "3 5 8 4 1 7 2 6",
    11: "2 4 7 1 8 11 5 3 9 6 10",
    17: "1 3 6 11 7 10 15 2 4 16 9 17 5 13 8 12 14",
    23: "1 3 6 2 10 14 22 19 8 16 23 21 15 7 9 20 5 13 11 17 4 18 12",
    25: "1 3 6 2 7 13 22 19 25 16 24 21 17 11 8 12 5 23 18 4 10 14 9 15 20",
    27: "1 3 6 2 7 10 23 26 18 15 24 19 9 25 21 8 12 5 27 13 20 4 17 14 22 11 16",
}
REACHED = {"brute_force": 11, "pruned": 17, "incremental": 25, "cached": 27}  # the largest n that is tested


Spy = tuple[int, int]  # row and column


@pytest.fixture(scope="module")
def champion(solutions: dict[str, ModuleType]) -> ModuleType:
    return solutions["champion"]


def step(one: Spy, other: Spy) -> Spy:
    """The direction from one spy down to another in lowest terms: equal for all spies on one line."""
    down, aside = other[0] - one[0], other[1] - one[1]
    return down // gcd(down, aside), aside // gcd(down, aside)


def are_arrangement(columns: Sequence[int] | None) -> bool:
    """Whether each column holds one spy, no two share a diagonal, and no three stand on a line."""
    assert columns is not None
    spies = list(enumerate(columns))
    if sorted(columns) != list(range(len(spies))):
        return False
    for at, spy in enumerate(spies):
        directions = {step(spy, below) for below in spies[at + 1 :]}
        if len(directions) < len(spies) - at - 1 or directions & {(1, 1), (1, -1)}:
            return False
    return True


def answer_to(module: ModuleType, n: int) -> list[int] | None:
    """The columns of the answer, or None for FAIL."""
    board = module.solve("ANY", n, n, np.zeros((n, n), np.int8))
    if board is None:
        return None
    assert board.dtype == np.int8
    assert board.shape == (n, n)
    assert (np.count_nonzero(board, axis=1) == 1).all()
    assert board.sum() == n
    columns: list[int] = board.argmax(axis=1).tolist()
    return columns


@pytest.mark.parametrize(
    "columns",
    [
        "4 7 1 6 2 10 8 3 5 9 11",
        "1 3 6 2 7 16 20 13 8 5 22 19 17 23 21 9 11 14 10 4 18 12 15",
        "1 3 6 2 7 10 20 17 23 21 18 27 8 22 25 4 9 24 15 13 26 19 14 11 5 12 16",
    ],
)
def test_the_rule_here_refuses_what_floating_point_let_pass(columns: str) -> None:
    assert not are_arrangement([int(column) - 1 for column in columns.split()])


def test_the_rule_here_counts_right() -> None:
    counts = [sum(are_arrangement(columns) for columns in permutations(range(n))) for n in range(1, 9)]
    assert counts == [1, 0, 0, 2, 0, 0, 0, 8]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_known_counts(solutions: dict[str, ModuleType]) -> None:
    """How many arrangements there are for n = 1 to 12."""
    counts = [count_arrangements(solutions["incremental"], n) for n in range(1, 13)]
    assert counts == [1, 0, 0, 2, 0, 0, 0, 8, 32, 40, 96, 410]


def count_arrangements(module: ModuleType, n: int) -> int:
    """All arrangements by backtracking with a solution's own check of the last spy."""
    columns = np.full(n, -1)
    found, row = 0, 0
    while row >= 0:
        columns[row] += 1
        if columns[row] == n:
            row -= 1
        elif module.is_safe(columns, row):
            if row == n - 1:
                found += 1
            else:
                row += 1
                columns[row] = -1
    return found


FIRST_RUNS = [
    pytest.param(name, n, marks=[pytest.mark.slow] if (name, n) in {("incremental", 25), ("cached", 27)} else [])
    for name, most in REACHED.items()
    for n in FIRSTS
    if n <= most
]


@pytest.mark.parametrize(("name", "n"), FIRST_RUNS)
def test_the_first_in_lexicographic_order(solutions: dict[str, ModuleType], name: str, n: int) -> None:
    assert answer_to(solutions[name], n) == [int(column) - 1 for column in FIRSTS[n].split()]


@pytest.mark.parametrize("name", REACHED)
@pytest.mark.parametrize("n", range(1, 9))
def test_small_boards_against_all_permutations(solutions: dict[str, ModuleType], name: str, n: int) -> None:
    first = next(filter(are_arrangement, permutations(range(n))), None)
    assert answer_to(solutions[name], n) == (None if first is None else list(first))


@settings(max_examples=40, deadline=None)
@given(n=st.integers(3, 150), data=st.data())
def test_what_cached_blocks_in_any_number_of_words(
    solutions: dict[str, ModuleType], n: int, data: st.DataObject
) -> None:
    cached = solutions["cached"]
    columns = np.array(data.draw(st.lists(st.integers(0, n - 1), min_size=2, max_size=min(n - 1, 6), unique=True)))
    spies = list(enumerate(columns.tolist()))
    blocked = np.zeros((n + 1, (n + 63) // 64, n), np.uint64)
    steps, bits = cached.step_table(n), cached.bit_table(n)
    padded = np.pad(columns, (0, n - columns.size))
    for row, column in spies:
        cached.block_alone(blocked[row], blocked[row + 1], bits, (row, column))
        cached.block_lines(blocked[row + 1], steps, padded, row)
    level = columns.size
    for row, column in product(range(level, n), range(0, n, 7)):
        bit = int(blocked[level, column // 64, row]) >> column % 64 & 1
        alone = any(column == at or abs(column - at) == row - above for above, at in spies)
        paired = any(
            (column - one[1]) * (other[0] - one[0]) == (other[1] - one[1]) * (row - one[0])
            for one, other in combinations(spies, 2)
        )
        assert bit == (alone or paired)


def words_of(columns: Iterable[int], words: int) -> list[int]:
    return [sum(1 << column for column in columns) >> 64 * at & (1 << 64) - 1 for at in range(words)]


@settings(max_examples=100, deadline=None)
@given(n=st.sampled_from([4, 64, 65, 70]), data=st.data())
def test_how_far_cached_looks_ahead(solutions: dict[str, ModuleType], n: int, data: st.DataObject) -> None:
    """Rows with few columns left, the columns at both ends of the board among them."""
    words, first = (n + 63) // 64, n - 3
    few = st.sets(st.sampled_from([0, 1, n - 2, n - 1]), max_size=3)
    free = [data.draw(few) for _ in range(first, n)]
    without_spy = data.draw(few)
    outside = set(range(n, 64 * words))
    blocked = np.zeros((words, n), np.uint64)
    for row, columns in enumerate(free, first):
        blocked[:, row] = words_of((set(range(n)) - columns) | outside, words)
    taken = np.array(words_of((set(range(n)) - without_spy) | outside, words), np.uint64)
    clash = words == 1 and any(one == other and len(one) == 1 for one, other in combinations(free, 2))
    expected = all(free) and without_spy <= set().union(*free) and not clash
    assert solutions["cached"].fits(blocked, taken, first) == expected


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.parent.name)
def test_shipped_case(case: Path) -> None:
    n = int(case.parent.name.removeprefix("n-"))
    assert case.read_text() == f"ANY\n{n}\n{n}\n" + ("0" * n + "\n") * n
    first, *more = (case.parent / "answer.txt").read_text().splitlines()
    if first == "FAIL":
        assert n in IMPOSSIBLE  # counted in test_the_rule_here_counts_right
        assert more[0].startswith("proof: ")
    else:
        columns = [int(column) - 1 for column in first.split()]
        assert not more
        assert len(columns) == n
        assert are_arrangement(columns)


def test_the_shipped_sizes() -> None:
    """Of each group: all permutations find one, backtracking does, only moving spies does, and nothing does."""
    groups: dict[str, set[int]] = {}
    for case in CASES:
        groups.setdefault(case.parts[-3], set()).add(int(case.parent.name.removeprefix("n-")))
    assert groups == {
        "sample": {4, 5, 11},
        "easy": {1, 8, 9, 10, 13},
        "medium": {17, 23, 25, 27},
        "hard": {33, 51, 100, 151, 201, 301, 500, 701, 901, 999},
        "infeasible": {2, 3, 6, 7},
    }


@pytest.mark.parametrize("n", [*range(1, 61), 75, 99, 151, 201, 301, 500, 701, 999])
def test_champion(champion: ModuleType, n: int) -> None:
    columns = answer_to(champion, n)
    assert columns is None if n in IMPOSSIBLE else are_arrangement(columns)


@settings(max_examples=40, deadline=None)
@given(n=st.integers(8, 130))
def test_champion_on_any_board_and_the_same_each_time(champion: ModuleType, n: int) -> None:
    columns = answer_to(champion, n)
    assert are_arrangement(columns)
    assert answer_to(champion, n) == columns


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [range(8, 500), range(501, 1000, 2), [2000, 5001]], ids=["8-499", "501-999", "more"])
def test_champion_on_every_size(champion: ModuleType, sizes: range) -> None:
    for n in sizes:
        assert all_directions_differ(champion.arrange(n, n)), n


def test_the_quick_rule_is_the_plain_one() -> None:
    assert all(all_directions_differ(np.array(word)) == are_arrangement(word) for word in permutations(range(7)))


@pytest.mark.parametrize("seed", range(41))
def test_champion_from_any_seed(champion: ModuleType, seed: int) -> None:
    assert all_directions_differ(champion.arrange(199, seed))


def all_directions_differ(columns: np.ndarray) -> bool:
    """Whether no column is taken twice and each spy sees those below it in as many directions, none a diagonal."""
    n = columns.size
    if np.unique(columns).size < n:
        return False
    for row in range(n - 1):
        aside, down = columns[row + 1 :] - columns[row], np.arange(1, n - row)
        steps = np.gcd(down, aside)
        if np.unique(down // steps * 2 * n + aside // steps).size < down.size or (np.abs(aside) == down).any():
            return False
    return True


def blocked_by(spies: Sequence[Spy], n: int) -> np.ndarray:
    """How many diagonals of one spy and lines of two cover each cell, not counting the spies' own cells."""
    count = np.zeros((n, n), np.int16)
    for spy in spies:
        for row, column in np.ndindex(n, n):
            count[row, column] += row != spy[0] and abs(row - spy[0]) == abs(column - spy[1])
    for one, other in combinations(spies, 2):
        for cell in np.ndindex(n, n):
            turn = (cell[0] - one[0]) * (other[1] - one[1]) - (cell[1] - one[1]) * (other[0] - one[0])
            count[cell] += turn == 0 and cell not in (one, other)
    return count


@settings(max_examples=40, deadline=None)
@given(columns=st.integers(2, 12).flatmap(lambda n: st.permutations(range(n))), data=st.data())
def test_counters_of_blocked_cells(champion: ModuleType, columns: Sequence[int], data: st.DataObject) -> None:
    n = len(columns)
    count = np.zeros((n, n), np.int16)
    state = (count, champion.gcd_table(n), np.full(n, -1), np.full(n, -1))
    for row, column in enumerate(columns):
        champion.put(state, row, column)
    gone = data.draw(st.sets(st.integers(0, n - 1)))
    for row in gone:
        assert champion.remove(state, row) == columns[row]
    left = [(row, column) for row, column in enumerate(columns) if row not in gone]
    assert (count == blocked_by(left, n)).all()


@settings(max_examples=40, deadline=None)
@given(columns=st.integers(2, 14).flatmap(lambda n: st.permutations(range(n))), data=st.data())
def test_force_clears_what_is_in_the_way(champion: ModuleType, columns: Sequence[int], data: st.DataObject) -> None:
    n = len(columns)
    count = np.zeros((n, n), np.int16)
    state = (count, champion.gcd_table(n), np.full(n, -1), np.full(n, -1))
    random = np.full(1, 7, np.uint64)
    for row, column in enumerate(columns):
        if count[row, column] == 0:
            champion.put(state, row, column)
    row, column = data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, n - 1))
    champion.force(state, row, column, random)
    spies = [(at, int(beside)) for at, beside in enumerate(state[2]) if beside >= 0]
    assert (row, column) in spies
    assert all(count[spy] == 0 for spy in spies)
    assert (count == blocked_by(spies, n)).all()

"""In which order a hunt tries boards, which there are, of any puzzle, and how what it finds is made smaller; and how
submissions are run on boards, and differ there: who is late, who is asked again, whom larger boards are spared.

An inside, because it is hard: a hunt shows its end alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

import numpy as np
import pytest

from judge.judging.crew import Crew
from judge.judging.hack.boards import EDGES, Space, boards, patterns
from judge.judging.hack.shrink import Shrinker, size
from judge.judging.hack.trial import Runner, is_same, kind_of
from judge.model import Entry, Instance, Limits, Run, Verdict
from judge.problems import TREE, puzzle_fits, puzzle_named, puzzle_names
from tests import oracle
from tests.judging.make import rows_of
from tests.make import problem, submission
from tests.pretended import Pretended
from tests.problems.make import own

LIZARDS = Space("lizards", ("BFS", "DFS", "SA"), 65)


def key(board: Instance) -> tuple[str, int, bytes]:
    return board.algorithm, board.pieces, board.grid.tobytes()


@pytest.fixture(scope="module")
def first() -> list[Instance]:
    return list(islice(boards(LIZARDS, 0), 300))


def test_a_seed_gives_the_same_boards_and_another_one_others(first: list[Instance]) -> None:
    assert [key(board) for board in islice(boards(LIZARDS, 0), 60)] == [key(board) for board in first[:60]]
    assert [key(board) for board in islice(boards(LIZARDS, 1), 60)] != [key(board) for board in first[:60]]


def test_tiny_boards_come_first_and_edges_soon(first: list[Instance]) -> None:
    assert max(board.n for board in first[:12]) <= 2
    assert {*EDGES} <= {board.n for board in first[:120]}
    assert {board.algorithm for board in first} == {"BFS", "DFS", "SA"}
    assert len({key(board) for board in first}) == len(first)
    assert any(board.pieces > board.n**2 for board in first[:60])
    assert any(board.pieces > (board.grid == 0).sum() > 0 for board in first[:60])


@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_pattern_is_there_up_to_symmetry(n: int) -> None:
    found = {grid.tobytes() for grid in patterns(n)}
    images = [{*oracle.images(grid.tolist())} for grid in patterns(n)]
    assert sum(len(one) for one in images) == 2 ** (n * n), "each pattern is an image of one, and of one alone"
    assert len(found) == len(images)


CAMELS = own(  # a row like the homework
    case=["n camels", "cells"],
    pieces="camels",
    goal="arrangement",
    apart="camel",
    cells={"free": ".", "tree": "#"},
    range={"n": [1, 33]},
)


@pytest.mark.parametrize("name", ["lizards", CAMELS])
def test_all_of_the_smallest_boards_are_tried(name: str) -> None:
    found = Counter((board.n, board.grid.tobytes(), board.pieces) for board in boards(Space(name, ("DFS",), 2), 0))
    for n in (1, 2):
        for grid in patterns(n):
            for pieces in (1, n * n, n * n + 1):
                assert found[n, grid.tobytes(), pieces] == 1


def test_of_queens_only_n_varies_and_the_search_ends() -> None:
    found = [(board.n, board.algorithm) for board in boards(Space("queens", ("DFS", "SA"), 65), 0)]
    assert sorted(found) == [(n, algorithm) for n in range(1, 66) for algorithm in ("DFS", "SA")]
    assert [n for n, _ in found[24:28]] == [64, 64, 65, 65], "the edges before what lies between"
    assert all(board.pieces == board.n for board in boards(Space("spies", ("ANY",), 9), 0))


def test_arrangements_are_counted_on_small_boards_alone() -> None:
    assert max(board.n for board in boards(Space("all-queens", ("ANY",), 65), 0)) == 12
    assert list(boards(Space("no-three-in-line", ("ANY",), 1), 1)) == [], "there is none of one row"


# --- How a board is made smaller -------------------------------------------------------------------------------------
ONE_KIND, QUEENS = Space("lizards", ("DFS",), 65), Space("queens", ("DFS",), 65)
PATIENCE_S = 1000.0


def board(n: int, pieces: int, share: float = 0.3) -> Instance:
    trees = np.random.default_rng(n).random((n, n)) < share
    return Instance("DFS", n, pieces, np.where(trees, np.int8(TREE), np.int8(0)))


def shrunk(space: Space, found: Instance, shows: Callable[[Instance], bool]) -> Instance:
    assert shows(found)
    small = Shrinker(space, found, shows, PATIENCE_S).run()
    assert shows(small)
    return small


def test_what_shows_at_one_size_alone_keeps_it() -> None:
    found = Instance("DFS", 33, 33, np.zeros((33, 33), np.int8))
    assert size(shrunk(QUEENS, found, lambda one: one.n > 31)) == (32, 32, 0, 32, 0)


@pytest.mark.parametrize(("seconds", "tries"), [(-0.5, 0), (2.5, 3)])
def test_nothing_is_tried_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch, seconds: float, tries: int) -> None:
    asked: list[Instance] = []

    def shows(one: Instance) -> bool:
        asked.append(one)
        return False

    monkeypatch.setattr("time.monotonic", lambda: float(len(asked)))
    found = board(5, 3)
    shrinker = Shrinker(ONE_KIND, found, shows, seconds)
    assert shrinker.run() is found
    assert len(asked) == shrinker.tried == tries


def test_no_board_is_tried_twice() -> None:
    asked: list[tuple[int, bytes]] = []

    def shows(one: Instance) -> bool:
        asked.append((one.pieces, one.grid.tobytes()))
        return bool((one.grid == TREE).any())

    shrinker = Shrinker(ONE_KIND, board(3, 3), shows, PATIENCE_S)
    assert size(shrinker.run()) == (1, 1, 1, 1, 0)
    assert len(set(asked)) == len(asked) == shrinker.tried


# --- boards of any puzzle ---------------------------------------------------------------------------------------------
BY_COLUMN = own(case=["n m", "cells"], pieces="m", apart="rook")  # as many pieces as columns
NAMES = [*(name for name in puzzle_names() if not puzzle_named(name).small.sized), BY_COLUMN]


def drawn(name: str, count: int = 20) -> list[Instance]:
    return list(islice(boards(Space(name, ("ANY",), 5), 1), count))


@pytest.mark.parametrize("name", NAMES)
def test_boards_are_cases_each_once_and_the_smallest_come_first(name: str) -> None:
    found, cases = drawn(name), puzzle_named(name).cases
    texts = [cases.write(one) for one in found]
    assert len(set(texts)) == len(texts) >= 20
    for one, text in zip(found, texts, strict=True):
        again, notices = cases.read(text, "input.txt")
        assert (again.shape, again.pieces, notices) == (one.shape, one.pieces, ())
        puzzle_fits(again, name)
    assert max(one.n for one in found[:5]) < max(one.n for one in found) <= 5
    assert texts[:8] == [cases.write(one) for one in drawn(name, 8)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rows", "least"), rows_of("by_hand.toml")["small"])
def test_a_mistake_that_shows_on_so_many_rows_needs_nothing_else(name: str, rows: int, least: list[int]) -> None:
    found = max(drawn(name, 30), key=size)
    assert found.n > rows
    assert size(shrunk(Space(name, ("ANY",), 65), found, lambda one: one.n >= rows))[: len(least)] == tuple(least)


# --- how submissions are run on boards, and differ there -------------------------------------------------------------
HARD = Instance("DFS", 8, 9, np.zeros((8, 8), np.int8))
Runners = Callable[..., Runner]
SIMPLE = Instance("DFS", 2, 2, np.zeros((2, 2), np.int8))


@pytest.fixture
def runner(pretended: Pretended) -> Runners:
    """Return what runs submissions of these names on boards."""

    def made(*names: str, puzzle: str = "lizards") -> Runner:
        of = problem(0, puzzle=puzzle, limits=Limits(time_limit=5.0))
        given = tuple(submission(name, f"{name}.py") for name in names)
        tries = Runner(Crew(pretended.hands), Space(puzzle, ("DFS",), 65), Entry(of, given))
        assert [one.verdict for one in tries.prepare()] == ["AC"] * len(names)
        return tries

    return made


class Row(NamedTuple):
    """Boards that are tried in turn, how the runs end, which kinds are found, and how many runs that takes."""

    boards: list[Instance]
    ends: list[str]
    kinds: list[tuple[str, ...] | None]
    runs: int
    puzzle: str = "lizards"
    patient: bool = True


LATE = {
    "on an easy board it is asked again with the whole limit": Row([SIMPLE], ["E201", "E201"], [("TLE",)], 2),
    "a shrinker does not wait for that": Row([SIMPLE], ["E201"], [("TLE",)], 1, patient=False),
    "where only n varies, each has the whole limit at once": Row([SIMPLE], ["E201"], [("TLE",)], 1, "queens"),
    "who needs it once always gets it": Row([SIMPLE, SIMPLE], ["E201", "", "E201"], [None, ("TLE",)], 3),
    "on a hard board it has said nothing, and is spared others": Row([HARD, HARD, SIMPLE], ["E201"], [None] * 3, 2),
}


@pytest.mark.parametrize("row", LATE.values(), ids=LATE)
def test_who_is_late(pretended: Pretended, runner: Runners, row: Row) -> None:
    tries, pretended.codes = runner("a", puzzle=row.puzzle), list(row.ends)
    assert [trial.kind for trial in tries.run(row.boards, patient=row.patient)] == row.kinds
    assert pretended.asked[1:] == ["run a"] * row.runs


def test_each_is_run_on_each_board_and_two_wrong_alike_do_not_differ(pretended: Pretended, runner: Runners) -> None:
    tries, pretended.codes = runner("a", "b"), ["", "", "E106", "", "E106", "E106"]
    assert [trial.kind for trial in tries.run([SIMPLE, HARD, SIMPLE])] == [None, ("E106", "right"), None]
    assert pretended.asked[2:] == ["run a", "run b"] * 3


# --- What counts as a difference between two submissions -------------------------------------------------------------
def attempts(codes: str) -> list[Run | None]:
    """Runs that ended so: `right`, a share of the best, a code, or `-` for none."""
    verdicts = {"E201": "TLE", "E202": "TLE", "E205": "RTE", "E301": "JE", "E307": "JE"}
    made: list[Run | None] = []
    for word in codes.split():
        score = float(word) if word[0] in "01" else None
        code = word if word[0] == "E" else ""
        verdict = Verdict(verdicts.get(code, "WA") if code else "AC")
        made.append(None if word == "-" else Run("board", "hack", "DFS", verdict, code, score=score))
    return made


KINDS = rows_of("inside/differences.toml")


@pytest.mark.parametrize("way", KINDS)
def test_what_is_a_difference(way: str) -> None:
    decided, against_rules = "nobody" not in way, "rules" in way
    for codes, kind in KINDS[way].items():
        assert kind_of(attempts(codes), decided=decided, against_rules=against_rules) == (tuple(kind) or None), codes


def test_a_smaller_board_shows_the_same_if_each_does_the_same() -> None:
    assert is_same(("E106", "right"), ("E106", "right"))
    assert not is_same(("E106", "E113"), ("E106", "right"))
    assert not is_same(None, ("E106",))
    assert is_same(("E106", "right"), ("E106", "")), "who said nothing may be right"

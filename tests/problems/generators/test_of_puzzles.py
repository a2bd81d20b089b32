"""Each puzzle has recipes of its own: what is on their boards, and what is said of a wrong one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Instance
from judge.problems import TREE, lone_case
from judge.problems.generators import GenerateWish, generate
from tests.oracle import PIECE, Board, conflict
from tests.problems.generators.packages import package


def boards(folder: Path, puzzle: str, table: str) -> list[Instance]:
    package(folder, f"[secret.a]\n{table}\n", puzzle)
    assert list(generate(folder, GenerateWish()))
    return [lone_case(file).case.board for file in sorted(folder.rglob("input.txt"))]


def test_obstacles_are_as_many_as_the_density_says_on_a_board_that_is_no_square(tmp_path: Path) -> None:
    [board] = boards(tmp_path, "most-queens", "n = 4\nm = 10\ndensity = 0.25\npattern = 'blobs'\ntrees = [[4, 10]]")
    assert board.shape == (4, 10)
    assert board.grid[3, 9] == TREE
    assert np.count_nonzero(board.grid) in (10, 11)


def test_given_queens_do_not_attack_and_keep_to_their_corners(tmp_path: Path) -> None:
    [board] = boards(tmp_path, "completion", "n = 12\nplaced = 4\ncorner = 3\nseed = 5")
    rows = tuple(map(tuple, board.grid.tolist()))
    assert np.count_nonzero(board.grid == PIECE) == 4
    assert conflict({"apart": "queen"}, Board(rows, 12), rows) is None
    assert not board.grid[3:9].any()
    assert not board.grid[:, 3:9].any()


def test_regions_are_whole_after_cells_have_moved(tmp_path: Path) -> None:
    for board in boards(tmp_path, "star-battle", "n = 6\nmoved = [0, 5]\npattern = ['hidden', 'grown']"):
        assert board.layer is not None
        for region in range(1, 7):
            waiting = {(int(row), int(column)) for row, column in np.argwhere(board.layer == region)}
            reached = [waiting.pop()]
            for row, column in reached:
                near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & waiting
                waiting -= near
                reached += near
            assert not waiting, (region, board.layer)


@pytest.mark.parametrize(
    ("puzzle", "table", "said"),
    [
        ("completion", "n = 4\ngiven = [[5, 1]]", "[secret.a]: the queen at row 5, column 1 is not on the board"),
        (
            "completion",
            "n = 4\nplaced = 5",
            "secret/a can't be made: with seed 0 there is room for 3 pieces",
        ),
        ("completion", "n = 4\nplaced = 1\ngiven = [[1, 1]]", "[secret.a]: pieces are given by hand and at random"),
        (
            "completion",
            "n = 4\nplaced = 4\ncorner = 1",
            "secret/a can't be made: with seed 0 there is room for 1 piece",
        ),
        ("completion", "n = 4\ndensity = 0.1", "the key 'density' of [secret.a] is unknown"),
        ("scooters", "n = 4", "[secret.a]: the key 'fleet' is missing"),
        (
            "scooters",
            "n = 4\nfleet = 1\nofficers = 5",
            "secret/a is no case of this puzzle: officers is 5",
        ),
        ("star-battle", "n = 4\nstars = 2", "secret/a can't be made: no arrangement of 2 in each of 4 rows was found"),
        ("star-battle", "n = 1\nmoved = 1", "[secret.a]: a board of one cell has no other region"),
        ("star-battle", "n = 2\npattern = 'grown'\nmoved = 5", "[secret.a]: a board of 4 cells"),
        ("no-three-in-line", "n = 4\npieces = 9", "secret/a is no case of this puzzle: pieces is 9"),
        (
            "most-queens",
            "n = 4\nm = 3\ntrees = [[4, 4]]",
            "[secret.a]: the tree at row 4, column 4 is not on the board",
        ),
    ],
)
def test_a_fault_is_said(tmp_path: Path, puzzle: str, table: str, said: str) -> None:
    package(tmp_path, f"[secret.a]\n{table}\n", puzzle)
    with pytest.raises(JudgeError) as caught:
        list(generate(tmp_path, GenerateWish()))
    assert caught.value.code == "E411"
    assert caught.value.message.startswith(said)
    assert caught.value.help
    assert not (tmp_path / "secret").exists()

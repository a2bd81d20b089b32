"""Boards as pictures: what stands where, the line of a conflict, and the part of a board that is too large."""

from __future__ import annotations

import re

import numpy as np
import pytest

from judge.reports.page.board import board_svg, in_words


def board(n: int, *pieces: tuple[int, int]) -> np.ndarray:
    grid = np.zeros((n, n), dtype=np.int8)
    for row, column in pieces:
        grid[row - 1, column - 1] = 1
    return grid


def places(svg: str) -> list[tuple[float, float]]:
    found = re.findall(r'class="conflict" points="([^"]*)"', svg)
    return [(float(x), float(y)) for pair in found for x, y in [one.split(",") for one in pair.split()]]


def texts(svg: str, kind: str) -> list[str]:
    return re.findall(rf'class="{kind}">([^<]*)<', svg)


def test_a_conflict_is_a_straight_line_from_piece_to_piece() -> None:
    svg = board_svg(board(8, (2, 7), (7, 2), (1, 1)), "lizard", ((2, 7), (7, 2)))
    line = places(svg)
    assert len(line) == 6
    assert len({x + y for x, y in line}) == 1, "on the other diagonal"
    assert texts(svg, "ink") == ["A", "B"]
    assert texts(svg, "on") == ["L"] * 3
    assert texts(svg, "loud") == ["2", "7", "2", "7"], "their rows and columns"


def test_three_on_a_line_of_any_slope() -> None:
    cells = ((1, 1), (3, 2), (7, 4))
    line = places(board_svg(board(8, *cells), "spy", cells))
    assert {(y - line[0][1]) / (x - line[0][0]) for x, y in line[1:]} == {2.0}
    assert len(line) == 4


def test_two_that_do_no_harm_are_not_joined() -> None:
    assert places(board_svg(board(8, (1, 1), (3, 2)), "spy", ((1, 1), (3, 2)))) == []
    assert places(board_svg(board(8, (1, 1)), "spy", ((1, 1), (3, 3)))) == [], "one of them is no piece"


def test_of_a_large_board_the_conflict_is_seen() -> None:
    svg = board_svg(board(1000, (10, 10), (900, 900)), "lizard", ((10, 10), (900, 900)))
    assert texts(svg, "ink") == ["A", "B"]
    assert len(svg) < 30_000
    assert {"10", "900"} <= set(texts(svg, "loud"))
    assert "\N{HORIZONTAL ELLIPSIS}" in texts(svg, "number")
    assert len({x - y for x, y in places(svg)}) == 1, "straight across the gap"


def test_trees_pieces_and_what_is_neither() -> None:
    grid = board(3, (1, 1))
    grid[1, 1], grid[2, 2] = 2, 7
    svg = board_svg(grid, "queen", ((2, 2), (3, 3)))
    assert svg.count('class="tree"') == 1
    assert svg.count('class="frame"') == 2, "what is marked and no piece"
    assert "?" in texts(svg, "loud")
    assert "tree A in row 2, column 2. cell of 7 B in row 3, column 3." in svg


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ((), "Board of 4 x 4, 2 lizards."),
        (((1, 1),), "Board of 4 x 4, 2 lizards. lizard in row 1, column 1."),
        (((1, 1), (9, 9)), "Board of 4 x 4, 2 lizards. lizard in row 1, column 1."),
        (
            ((1, 1), (4, 4)),
            "Board of 4 x 4, 2 lizards. lizard A in row 1, column 1. lizard B in row 4, column 4. A line joins them.",
        ),
    ],
    ids=["nothing marked", "one", "one beside the board", "two"],
)
def test_it_is_said_in_words(cells: tuple[tuple[int, int], ...], said: str) -> None:
    grid = board(4, (1, 1), (4, 4))
    assert in_words(grid, "lizard", cells) == said
    assert f'aria-label="{said}"' in board_svg(grid, "lizard", cells)


def test_a_cut_picture_says_what_it_shows() -> None:
    assert in_words(board(50), "lizard").endswith("The picture shows rows 1 to 19 and columns 1 to 20.")
    far = in_words(board(50, (1, 1), (50, 50)), "lizard", ((1, 1), (50, 50)))
    assert far.endswith("The picture shows rows 1 to 50, not all of them and columns 1 to 50, not all of them.")


@pytest.mark.parametrize("what", [None, np.zeros(4, dtype=np.int8), np.zeros((0, 4), dtype=np.int8), [1]])
def test_what_is_no_board_has_no_picture(what: object) -> None:
    assert board_svg(what, "lizard") == ""  # type: ignore[arg-type]

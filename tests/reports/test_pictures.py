"""Boards as text, SVG and cells: small and large, with layers, weights and marks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image
from rich.console import RenderableType

from judge.model import Layer
from judge.reports import Scene, board_svg, given_on, scene_of, svg_file
from judge.reports.picture.cells import MOST_WEIGHED as MOST
from judge.reports.picture.looks import CELLS, colour
from judge.reports.picture.overview import overview_sketch, pixels
from judge.reports.picture.scene import CLOSED, FREE, GAP, PIECE, TREE
from judge.reports.picture.shapes import png
from judge.reports.picture.svg import answers_svg, page_sketch
from judge.reports.picture.text import cell_width, drawn, drawn_case, numbers, numbers_part, picture
from judge.reports.picture.words import caption, in_words
from tests.problems.told import hold
from tests.reports.make import TOLD, shown
from tests.reports.students import VECTORS

Cell = tuple[int, int]


def board(n: int, *pieces: Cell, trees: Iterable[Cell] = (), columns: int = 0) -> np.ndarray:
    """Return one with pieces and trees in these cells, from 1."""
    grid = np.zeros((n, columns or n), dtype=np.int8)
    for value, cells in ((1, pieces), (2, trees)):
        for row, column in cells:
            grid[row - 1, column - 1] = value
    return grid


def crowd() -> np.ndarray:
    """Return 1000 x 1000 cells with 25 % trees and 97,000 pieces, three of them on a line."""
    order = np.random.default_rng(3).permutation(1_000_000)
    cells = np.zeros(1_000_000, dtype=np.int8)
    cells[order[:250_000]] = 2
    cells[order[250_000:347_000]] = 1
    return cells.reshape(1000, 1000)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Return any scene: its board of any size and cells, any marks, given pieces and window."""
    rows, columns = draw(st.sampled_from([(1, 1), (1, 70), (3, 5), (8, 8), (25, 21), (66, 3), (130, 130)]))
    seed = draw(st.integers(0, 9))
    grid = np.random.default_rng(seed).integers(0, draw(st.integers(1, 4)), (rows, columns), np.int8)
    cell = st.tuples(st.integers(0, rows + 1), st.integers(0, columns + 1))
    marks = draw(st.lists(cell, max_size=4, unique=True))
    noun = draw(st.one_of(st.sampled_from(["lizard", ""]), st.text(max_size=8)))
    scene = scene_of(grid, noun, marks, draw(st.lists(cell, max_size=3)))
    match draw(st.integers(0, 2)):
        case 0:
            return scene.within((draw(st.integers(1, 30)), draw(st.integers(1, 30))))
        case 1:
            first = draw(st.integers(1, rows)), draw(st.integers(1, columns))
            return scene.part(first, (draw(st.integers(1, 99)), draw(st.integers(1, 99))))
    return scene


def layered(grid: np.ndarray, marks: tuple[Cell, ...] = (), times: int = 1, first: int = 0) -> Scene:
    """A scene whose cells weigh 0, 1, 2 and so on from the upper left, times a number."""
    numbers = first + times * np.arange(grid.size, dtype=np.int64).reshape(grid.shape)
    return scene_of(grid, "officer", marks, (), Layer(numbers, parted=False))


def fenced() -> np.ndarray:
    """Return 1000 x 1000 cells with trees in every fourth column and a piece."""
    grid = np.zeros((1000, 1000), np.int8)
    grid[:, ::4] = 2
    grid[0, 1] = 1
    return grid


ISSUE = board(5, (1, 1), (2, 5), (3, 7), (4, 2), (5, 8), trees=[(4, 5)], columns=8)
NEAR, FAR_APART = ((100, 998), (102, 1000)), ((100, 100), (900, 900))
ROW = ((2, 1), (2, 4))
WEIGHED = layered(board(4, (1, 2), (2, 4), (4, 4), trees=[(3, 3)]), ((2, 4), (4, 4)))
EIGHT = layered(board(8, (1, 1)))
WIDE = cell_width(EIGHT) * 8 + 2
CORNERS, BOTH, BESIDE = board(4, (1, 1), (4, 4)), ((1, 1), (4, 4)), ((1, 1), (9, 9))
SMALL = np.array([[1, 0, 12], [3, 40, 5]], np.int64)
SAID: dict[str, RenderableType] = {
    "two on a diagonal": picture(ISSUE, "lizard", [(2, 5), (5, 8)]),
    "two on the other diagonal": picture(board(4, (1, 4), (4, 1)), "queen", [(1, 4), (4, 1)]),
    "two in a column": picture(board(3, (1, 1), (3, 1), trees=[(2, 2)]), "lizard", [(3, 1), (1, 1)]),
    "two in a row": picture(board(4, *ROW, trees=[(1, 1)]), "lizard", ROW),
    "two in a row on a narrow console": picture(board(4, *ROW), "lizard", ROW, width=40),
    "three on a steep line": picture(board(7, (1, 1), (2, 3), (4, 7)), "spy", [(1, 1), (2, 3), (4, 7)]),
    "what is marked and no piece": picture(np.array([[2, 0], [0, 1]], np.int8), "lizard", [(1, 2)]),
    "closed cells": picture(np.array([[3, 2], [1, 0]], np.int8), "queen"),
    "hostile cells": picture(np.array([[-1, 27], [1, 127]], np.int8), "lizard", [(1, 1), (9, 9)]),
    "a large board": picture(board(1000, *NEAR), "lizard", NEAR),
    "pieces far apart": picture(board(1000, *FAR_APART), "lizard", FAR_APART, width=80, height=15),
    "an overview": picture(fenced(), width=65, height=12),
    "a caption": caption(board(3, (1, 1), (2, 3)), "spy"),
    "weights": drawn(WEIGHED),
    "many weights": drawn(layered(board(12, columns=11), times=0)),
    "weights that fit": drawn(EIGHT, WIDE, 9),
    "weights for which it is too narrow": drawn(EIGHT, WIDE - 1),
    "weights for which it is too low": drawn(EIGHT, WIDE, 8),
    "a part of weights": drawn_case(layered(board(12, (10, 11))), (80, 24), (9, 10, 2, 3)),
    "a table": numbers(SMALL),
    "a part of a table": numbers_part(SMALL, (2, 2), (9, 9)),
    "words of a board": in_words(scene_of(CORNERS)),
    "words of a mark, and one beside the board": in_words(scene_of(CORNERS, "lizard", BESIDE)),
    "words of a line": in_words(scene_of(CORNERS, "lizard", BOTH)),
    "a cell of a table": numbers_part(SMALL, (1, 1), (1, 1)),
}


def test_each_board_is_drawn_as_it_is_kept() -> None:
    hold(TOLD / "boards.txt", shown(SAID))


@pytest.mark.parametrize("board", [None, np.zeros(3, np.int8), np.zeros((0, 0), np.int8), [[0]]])
def test_what_is_no_board_has_no_picture(board: object) -> None:
    assert picture(board, "lizard", [(1, 1)]).plain == ""  # type: ignore[arg-type]  # that is the point
    assert board_svg(board, "lizard") == ""  # type: ignore[arg-type]


@settings(max_examples=60, deadline=None)
@given(
    n=st.integers(1, 300),
    cells=st.lists(st.tuples(st.integers(0, 299), st.integers(0, 299)), max_size=3, unique=True),
    width=st.integers(40, 120),
    height=st.integers(12, 40),
)
def test_every_picture_keeps_its_bounds_and_its_marks(
    n: int, cells: list[tuple[int, int]], width: int, height: int
) -> None:
    marks = list(dict.fromkeys((row % n + 1, column % n + 1) for row, column in cells))
    drawing = picture(board(n, *marks), "lizard", marks, width, height).plain
    lines = drawing.splitlines()
    assert drawing.isascii()
    assert len(lines) <= height
    assert all(len(line) <= width or " x " in line for line in lines)
    pointed = {int(line.split()[0]) for line in lines if "<-" in line}
    assert pointed == {row for row, _ in marks}
    assert sum(line.split("<-")[0].count("L") for line in lines) == len(marks)


def filled(grid: np.ndarray, value: int, *cells: Cell) -> np.ndarray:
    for row, column in cells:
        grid[row - 1, column - 1] = value
    return grid


REGIONS = Layer(np.array([[1, 1, 2], [3, 3, 2]]), parted=True)
XMLNS = "{http://www.w3.org/2000/svg}"
FAR = ((10, 10), (410, 310), (810, 610))
DRAWN = {  # small, with everything: a steep line, given pieces, a tree that is marked; and a large one
    "spies": scene_of(
        board(8, (2, 1), (5, 3), (8, 5), (1, 7), trees=[(1, 3), (4, 4)]), "spy", ((2, 1), (5, 3), (8, 5)), [(1, 7)]
    ),
    "tree": scene_of(board(3, (1, 1), trees=[(2, 4)], columns=4), "lizard", ((2, 4),)),
    "neither": scene_of(filled(board(3, (1, 1), trees=[(2, 2)]), 7, (3, 3)), "queen", ((2, 2), (3, 3))),
    "given": scene_of(board(4, (1, 1), (1, 4), (2, 3), (4, 4)), "queen", ((1, 1), (1, 4)), [(1, 4), (2, 3), (9, 9)]),
    "closed": scene_of(filled(board(4, (1, 1), trees=[(2, 2)]), 3, (3, 3), (1, 4)), "queen", ((3, 3),)),
    "regions": scene_of(np.zeros((2, 3), np.int8), "star", layer=REGIONS),
    "weights": layered(filled(WEIGHED.board.copy(), CLOSED, (1, 1)), WEIGHED.marks),
    "large": scene_of(board(70, (2, 70), (70, 2), trees=[(35, 35)]), "queen", ((2, 70), (70, 2))),
}


def line_of(svg: str) -> list[tuple[float, float]]:
    """Return the points of the line of the conflict."""
    found = re.findall(r'class="conflict" d="M([^"]*)"', svg)
    return [(float(x), float(y)) for path in found for x, y in [point.split() for point in path.split("L")]]


def dots(svg: str, kind: str) -> list[tuple[float, float]]:
    """Return where discs and squares of a kind are."""
    found = re.findall(rf'class="{kind}" d="([^"]*)"', svg)
    return sorted((float(x), float(y)) for path in found for x, y in re.findall(r"M(\S+) (\S+?)h0", path))


# --- the line --------------------------------------------------------------------------------------------------------
def test_two_that_do_no_harm_are_not_joined() -> None:
    assert line_of(board_svg(board(8, (1, 1), (3, 2)), "spy", ((1, 1), (3, 2)))) == []
    assert line_of(board_svg(board(8, (1, 1)), "spy", ((1, 1), (3, 3)))) == [], "one of them is no piece"


def test_between_gaps_the_line_has_its_true_slope_and_meets_every_piece() -> None:
    scene = scene_of(board(1000, *FAR), "spy", FAR).within((20, 20))
    assert GAP in scene.rows
    svg = board_svg(scene.board, "spy", FAR)
    line, marks = line_of(svg), dots(svg, "marked")
    for across, down in marks:  # a cell down in each direction, three quarters of one across
        on_line = float(np.interp(down, [y for _, y in line], [x for x, _ in line]))
        assert on_line == pytest.approx(across, abs=0.02)
        beside = float(np.interp(down + (-24 if down > 400 else 24), [y for _, y in line], [x for x, _ in line]))
        assert abs(beside - across) == pytest.approx(18, abs=0.02)


# --- what is on it ---------------------------------------------------------------------------------------------------
def test_given_pieces_are_squares_on_answers_and_a_layer_of_another_shape_is_none() -> None:
    assert given_on(board(4, (1, 2), (3, 4), trees=[(1, 1)])) == ((1, 2), (3, 4))
    assert given_on(None) == given_on(np.zeros(3)) == ()
    answer = (board(8, (1, 2), (3, 3)), ())
    for before in (board(8, (3, 3)), board(8, (3, 3), (5, 1))):
        _, (drawn,) = answers_svg(scene_of(before, "queen", (), [(3, 3)]), [answer], "b")
        assert len(dots(drawn, "given")) == len(dots(drawn, "piece")) == 1
    large = np.zeros((70, 70), np.int8)
    large[:, 7] = 3
    assert "<image" in board_svg(large, "queen")
    assert scene_of(np.zeros((3, 3), np.int8), "star", layer=REGIONS).regions is None


@settings(max_examples=20, deadline=None)
@given(scenes())
def test_a_board_that_is_turned_has_its_dots_turned(scene: Scene) -> None:
    whole = scene_of(scene.board[:30, :30])
    columns = whole.board.shape[1]
    svg, turned = (svg_file(one) for one in (whole, scene_of(np.rot90(whole.board))))

    def cells(svg: str) -> list[tuple[int, int]]:
        return [(int(down // 24 - 1), int(across // 24 - 1)) for across, down in dots(svg, "piece")]

    assert sorted(cells(turned)) == sorted((columns - 1 - column, row) for row, column in cells(svg))
    assert svg.count("l8 14") == turned.count("l8 14") == int((whole.board == 2).sum())


# --- its words -------------------------------------------------------------------------------------------------------
def test_a_cut_picture_says_what_it_shows() -> None:
    part = scene_of(board(50)).part((11, 1), (9, 20))
    assert in_words(part).endswith("The picture shows rows 11 to 19 and columns 1 to 20.")
    far, _ = page_sketch(scene_of(board(50, (1, 1), (50, 50)), "lizard", ((1, 1), (50, 50))))
    assert in_words(far).endswith("rows 1 to 50, not all of them and columns 1 to 50, not all of them.")


# --- any board -------------------------------------------------------------------------------------------------------
@settings(max_examples=60, deadline=None)
@given(scenes())
def test_any_picture_is_whole_and_loads_nothing(scene: Scene) -> None:
    page = board_svg(scene.board, scene.piece, scene.marks, scene.given)
    file = svg_file(scene)
    for text in (page, file):
        assert_harmless(text)
    said = ElementTree.fromstring(page).get("aria-label", "")
    assert all(f" in row {row}, column {column}." in said for row, column in scene.marks)
    desc = ElementTree.fromstring(file).findtext(f"{XMLNS}desc") or ""
    assert all(f" in row {row}, column {column}." in desc for row, column in scene.marks)


def assert_harmless(text: str) -> None:
    """Hold that it is XML of our own elements, without styles of an element, scripts or anything from elsewhere."""
    for one in ElementTree.fromstring(text).iter():
        assert one.tag.removeprefix(XMLNS) in {
            *("svg", "title", "desc", "style", "rect", "path", "circle", "text", "image", "g", "defs", "use")
        }
        for name, value in one.attrib.items():
            assert name != "style"
            assert not name.startswith("on")
            if name == "href":
                assert value.startswith(("data:image/png;base64,", "#"))
        if one.tag == f"{XMLNS}style":
            assert "url(" not in (one.text or "")
            assert "@import" not in (one.text or "")


@pytest.mark.parametrize("noun", [*VECTORS, "\uffff", "\ud800", "\x1b[31mred", "a" * 5000])
def test_a_hostile_noun_is_text(noun: str) -> None:
    cells = ((1, 1), (3, 3))
    scene = scene_of(board(3, *cells), noun, cells)
    tame = scene_of(board(3, *cells), "x", cells)
    for one in (board_svg(scene.board, noun, cells), svg_file(scene)):
        assert_harmless(one)
    tags = [[e.tag for e in ElementTree.fromstring(svg_file(s)).iter()] for s in (scene, tame)]
    assert tags[0] == tags[1]


@pytest.mark.parametrize("name", DRAWN)
def test_a_board_as_svg_is_as_it_is_kept(name: str) -> None:
    scene = DRAWN[name]
    text = re.sub(r"<style>.*?</style>", "", svg_file(scene))
    hold(TOLD / f"{name}.svg", [re.sub(r"base64,[^\"]*", "base64,", text).replace("><", ">\n<")])  # zlib's own packing


# --- several answers -------------------------------------------------------------------------------------------------
def queens(n: int) -> np.ndarray:
    """Return a board of n pieces, one in a row."""
    return board(n, *((row, (7 * row) % n + 1) for row in range(1, n + 1)))


def test_twenty_answers_share_their_board_and_are_small() -> None:
    grid = np.where(queens(20) == 1, 0, 2 * (np.random.default_rng(1).random((20, 20)) < 0.2)).astype(np.int8)
    answer = np.where(queens(20) == 1, 1, grid).astype(np.int8)
    clash = (answer, ((1, 8), (2, 15)))
    defs, drawn = answers_svg(scene_of(grid, "queen"), [(answer, ())] * 19 + [clash], "board-1")
    assert len(drawn) == 20
    assert max(len(one) for one in drawn) < 900
    assert defs.count('id="board-1"') == 1
    for one in (defs, *drawn):
        assert_harmless(one)
    assert all('href="#board-1"' in one and "aria-label" in one for one in drawn)
    assert dots(drawn[0], "piece") == dots(board_svg(answer, "queen"), "piece")
    assert len(dots(drawn[-1], "marked")) == 2


def test_an_answer_with_other_trees_or_of_a_large_board_is_drawn_whole() -> None:
    grid = board(8, trees=[(1, 1)])
    answers = [(board(8, (1, 2)), ()), (board(5, (1, 2)), ()), (None, ())]
    _, drawn = answers_svg(scene_of(grid, "queen"), answers, "b")
    assert drawn == [board_svg(board(8, (1, 2)), "queen"), board_svg(board(5, (1, 2)), "queen"), ""]
    large = answers_svg(scene_of(board(50), "queen"), [(board(50, (1, 2)), ())], "b")
    assert large == ("", [board_svg(board(50, (1, 2)), "queen")])


KINDS = ("weight", "crossed", "borne", "below")


def written(svg: str) -> dict[str, list[int]]:
    """The weights of a picture, by their kind."""
    found: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for kind, text in re.findall(rf'class="({"|".join(KINDS)})\d?"[^>]*>(-?\d+)<', svg):
        found[kind].append(int(text))
    return found


@settings(max_examples=15, deadline=None)
@given(st.integers(1, MOST), st.integers(1, MOST), st.integers(0, 10**4))
def test_every_number_is_written_once(rows: int, columns: int, seed: int) -> None:
    dice = np.random.default_rng(seed)
    grid = dice.choice([FREE, PIECE, TREE, CLOSED], (rows, columns), p=[0.6, 0.2, 0.1, 0.1]).astype(np.int8)
    numbers = dice.integers(-99, 999, grid.shape)
    scene = scene_of(grid, "officer", (), (), Layer(numbers, parted=False))
    found = written(svg_file(scene))
    assert found["weight"] == numbers[grid == FREE].tolist()
    assert found["borne"] == numbers[grid == PIECE].tolist()


@pytest.mark.parametrize(
    ("n", "times", "signs"), [(9, 1, 2), (9, 10, 3), (9, 100, 4), (9, -10, 4), (9, 1000, 0), (MOST + 1, 0, 0)]
)
def test_what_can_not_be_read_is_not_written(n: int, times: int, signs: int) -> None:
    scene = layered(board(n, (1, 1)), times=times)
    svg = svg_file(scene)
    assert {int(kind) for kind in re.findall(r'class="weight(\d)"', svg)} == ({signs} if signs else set())
    assert len(written(svg)["borne"]) == bool(signs)


def test_a_page_has_them_on_each_answer() -> None:
    under = layered(board(4, trees=[(3, 3)]))
    ground, pictures = answers_svg(under, [(board(4, at, trees=[(3, 3)]), ()) for at in ((1, 2), (2, 1))], "b")
    assert written(ground) == {kind: [] for kind in KINDS}, "below a piece no number sticks out"
    assert [written(one)["borne"] for one in pictures] == [[1], [4]]
    assert all(len(written(one)["weight"]) == 14 for one in pictures)
    alone = board_svg(board(4), "officer", (), (), under.layer)
    assert len(written(alone)["weight"]) == 16
    other = board_svg(board(5), "officer", (), (), under.layer)
    assert written(other)["weight"] == [], "weights of another board"


# --- as text ---------------------------------------------------------------------------------------------------------
def test_colours_of_numbers() -> None:
    grid = board(3, (1, 1), (3, 3))
    text = drawn(layered(grid, ((1, 1), (3, 3))))
    styles = {text.plain[span.start : span.end]: span.style for span in text.spans}
    assert (styles["O0"], styles["O8"], styles["4"]) == ("bold red", "bold red", "red")
    plain = drawn(layered(board(2, (2, 2))))
    styles = {plain.plain[span.start : span.end]: span.style for span in plain.spans if span.style}
    assert (styles["0"], styles["O3"]) == ("dim", "yellow")


@given(st.integers(1, 50), st.integers(1, 50), st.integers(10, 90), st.integers(3, 40))
@settings(max_examples=15, deadline=None)
def test_a_table_keeps_to_its_room(rows: int, columns: int, width: int, height: int) -> None:
    lines = numbers(np.full((rows, columns), 7, np.int64), width, height).splitlines()
    assert max(map(len, lines[: len(lines) - 1] if "rows" in lines[-1] else lines)) <= width
    assert len(lines) <= height
    if "rows" not in lines[-1]:
        assert len(lines) == rows + 1
        assert all(line.split()[1:] == ["7"] * columns for line in lines[1:])


@pytest.mark.parametrize("layer", [np.zeros((1, 1), np.int64), np.full((1, 2), 10**18, np.int64)])
def test_the_smallest_and_the_widest_are_drawn(layer: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> None:
    assert numbers(layer, 10, 3).splitlines()[1].split()[:2] == ["1", str(layer[0, 0] or ".")]


sides = st.tuples(st.integers(1, 9), st.integers(1, 70))


@settings(max_examples=50)
@given(sides.flatmap(lambda shape: arrays(np.uint8, shape, elements=st.integers(0, len(CELLS) - 1))))
def test_each_pixel_has_the_colour_of_its_kind(kinds: np.ndarray) -> None:
    with Image.open(BytesIO(png(kinds))) as image:
        assert image.size == kinds.shape[::-1]
        seen = np.asarray(image.convert("RGB"))
    assert (seen == np.array([colour(name) for name in CELLS])[kinds]).all()


def test_a_closed_cell_differs_from_all_others_by_shape() -> None:
    grid = np.zeros((2, 70), np.int8)
    grid[0, :5] = (0, 1, 2, 3, 4)
    drawn = pixels(scene_of(grid))
    each = drawn.shape[1] // 70
    looks = [drawn[:each, k * each : (k + 1) * each] > 0 for k in range(5)]
    assert len({look.tobytes() for look in looks}) == 5


def test_of_a_huge_board_several_cells_are_a_pixel() -> None:
    """Of 2 x 2 cells one piece is enough, a tree is not."""
    grid = np.zeros((4, 6001), np.int8)
    grid[0, 0] = grid[0, 6000] = 1
    grid[0:2, 2:4] = 2
    grid[2, 2:4] = 2
    drawn = pixels(scene_of(grid))
    assert drawn.shape == (2, 3001)
    assert drawn[:, :3].tolist() == [[1, 2, 0], [0, 0, 0]]
    assert drawn[0, 3000] == 1
    assert max(overview_sketch(scene_of(grid)).pixels) < 4500

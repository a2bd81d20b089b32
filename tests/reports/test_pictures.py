"""Boards as text, SVG and cells: small and large, with layers, weights and marks."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from rich.console import RenderableType
from rich.text import Text

from judge.model import Instance
from judge.reports import Scene, around, board_svg, draw_case, drawable, given_on, svg_file
from tests.make import grid
from tests.problems.told import hold
from tests.reports.make import TOLD, keep
from tests.reports.students import VECTORS

Cell = tuple[int, int]
MOST = 24  # rows and columns of a picture with weights


def board(n: int, *pieces: Cell, trees: Iterable[Cell] = (), columns: int = 0, **others: Iterable[Cell]) -> np.ndarray:
    """Return one with pieces and trees in these cells, from 1; `closed` and `odd` are more kinds of them."""
    grid = np.zeros((n, columns or n), dtype=np.int8)
    for value, cells in ((1, pieces), (2, trees), (3, others.get("closed", ())), (7, others.get("odd", ()))):
        for row, column in cells:
            grid[row - 1, column - 1] = value
    return grid


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Return any scene: its board of any size and cells, any marks, given pieces and window."""
    rows, columns = draw(st.sampled_from([(1, 1), (1, 70), (3, 5), (8, 8), (25, 21), (66, 3), (130, 130)]))
    seed = draw(st.integers(0, 9))
    grid = np.random.default_rng(seed).integers(0, draw(st.integers(1, 4)), (rows, columns), np.int8)
    cell = st.tuples(st.integers(0, rows + 1), st.integers(0, columns + 1))
    marks = draw(st.lists(cell, max_size=4, unique=True))
    noun = draw(st.one_of(st.sampled_from(["lizard", ""]), st.text(max_size=8)))
    scene = Scene.of(grid, noun, marks, draw(st.lists(cell, max_size=3)))
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
    return Scene.of(grid, "officer", marks, (), Instance.Layer(numbers, parted=False))


def fenced() -> np.ndarray:
    """Return 1000 x 1000 cells with trees in every fourth column and a piece."""
    grid = np.zeros((1000, 1000), np.int8)
    grid[:, ::4] = 2
    grid[0, 1] = 1
    return grid


def drawn(scene: Scene, width: int = 100, height: int = 40) -> RenderableType:
    return draw_case(scene, (width, height))


def picture(grid: np.ndarray, noun: str = "lizard", marks: Iterable[Cell] = (), *size: int) -> RenderableType:
    return drawn(Scene.of(grid, noun, [*marks]), *size)


def parted(numbers: np.ndarray) -> Scene:
    """A board of which each cell is of the region of this number."""
    return Scene.of(np.zeros(numbers.shape, np.int8), layer=Instance.Layer(numbers, parted=True))


def said(scene: Scene) -> str:
    """What a screen reader says of a picture on its own."""
    return ElementTree.fromstring(svg_file(scene)).findtext(f"{XMLNS}desc") or ""


def labelled(svg: str) -> str:
    """What it says of one on a page."""
    return ElementTree.fromstring(svg).get("aria-label", "")


XMLNS = "{http://www.w3.org/2000/svg}"
NEAR = ((100, 998), (102, 1000))
ROW = ((2, 1), (2, 4))
WEIGHED = layered(board(4, (1, 2), (2, 4), (4, 4), trees=[(3, 3)]), ((2, 4), (4, 4)))
FOUR = layered(board(4, (1, 1)))
WIDE = 4 * 4 + 2  # a blank, a letter and two digits for each column
CORNERS, BOTH, BESIDE = board(4, (1, 1), (4, 4)), ((1, 1), (4, 4)), ((1, 1), (9, 9))
CORNERS_OF_50 = ((1, 1), (50, 50))
SMALL = np.array([[1, 0, 12], [3, 40, 5]], np.int64)
SAID: dict[str, RenderableType] = {
    "two in a column": picture(board(3, (1, 1), (3, 1), trees=[(2, 2)]), "lizard", [(3, 1), (1, 1)]),
    "two in a row": picture(board(4, *ROW, trees=[(1, 1)]), "lizard", ROW),
    "three on a steep line": picture(board(4, (1, 1), (2, 3), (4, 7), columns=7), "spy", [(1, 1), (2, 3), (4, 7)]),
    "what is marked and no piece": picture(grid("T. .Q"), "lizard", [(1, 2)]),
    "closed cells": picture(grid("#T Q."), "queen"),
    "hostile cells": picture(np.array([[-1, 27], [1, 127]], np.int8), "lizard", [(1, 1), (9, 9)]),
    "a large board": picture(board(1000, *NEAR), "lizard", NEAR),
    "an overview": picture(fenced(), "lizard", (), 25, 9),
    "a caption": around(board(3, (1, 1), (2, 3))),
    "words of a board": said(Scene.of(CORNERS)),
    "words of a mark, and one beside the board": said(Scene.of(CORNERS, "lizard", BESIDE)),
    "words of a line": said(Scene.of(CORNERS, "lizard", BOTH)),
    "words of a part": said(Scene.of(board(50)).part((11, 1), (9, 20))),
    "words of pieces far apart": labelled(board_svg(board(50, *CORNERS_OF_50), "lizard", CORNERS_OF_50)),
}
TABLES: dict[str, RenderableType] = {
    "weights": drawn(WEIGHED),
    "many weights": drawn(layered(board(2, columns=11), times=0)),
    "weights that fit": drawn(FOUR, WIDE, 5),
    "weights for which it is too narrow": drawn(FOUR, WIDE - 1),
    "weights for which it is too low": drawn(FOUR, WIDE, 4),
    "a part of weights": draw_case(layered(board(12, (10, 11))), (80, 24), (9, 10, 2, 3)),
    "a table": drawn(parted(SMALL)),
    "a part of a table": draw_case(parted(SMALL), (80, 24), (2, 2, 9, 9)),
    "a table of wide numbers": drawn(parted(np.full((1, 2), 10**18, np.int64)), 10, 3),
}


def test_each_board_is_drawn_as_it_is_kept() -> None:
    keep("boards.txt", SAID)
    keep("board_tables.txt", TABLES)


@pytest.mark.parametrize("board", [None, np.zeros(3, np.int8), np.zeros((0, 0), np.int8), [[0]]])
def test_what_is_no_board_has_no_picture(board: object) -> None:
    assert not drawable(board)
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
    drawing = str(picture(board(n, *marks), "lizard", marks, width, height))
    lines = drawing.splitlines()
    assert drawing.isascii()
    assert len(lines) <= height
    assert all(len(line) <= width or " x " in line for line in lines)
    pointed = {int(line.split()[0]) for line in lines if "<-" in line}
    assert pointed == {row for row, _ in marks}
    assert sum(line.split("<-")[0].count("L") for line in lines) == len(marks)


REGIONS = Instance.Layer(np.array([[1, 1, 2], [3, 3, 2]]), parted=True)
FAR = ((10, 10), (410, 310), (810, 610))
DRAWN = {  # small, with everything: a steep line, given pieces, a tree that is marked; and a large one
    "spies": Scene.of(
        board(8, (2, 1), (5, 3), (8, 5), (1, 7), trees=[(1, 3), (4, 4)]), "spy", ((2, 1), (5, 3), (8, 5)), [(1, 7)]
    ),
    "neither": Scene.of(board(3, (1, 1), trees=[(2, 2)], odd=[(3, 3)]), "queen", ((2, 2), (3, 3))),
    "given": Scene.of(board(4, (1, 1), (1, 4), (2, 3), (4, 4)), "queen", ((1, 1), (1, 4)), [(1, 4), (2, 3), (9, 9)]),
    "closed": Scene.of(board(4, (1, 1), trees=[(2, 2)], closed=[(3, 3), (1, 4)]), "queen", ((3, 3),)),
    "regions": Scene.of(np.zeros((2, 3), np.int8), "star", layer=REGIONS),
    "weights": layered(board(4, (1, 2), (2, 4), (4, 4), trees=[(3, 3)], closed=[(1, 1)]), WEIGHED.marks),
    "large": Scene.of(board(70, (2, 70), (70, 2), trees=[(35, 35)]), "queen", ((2, 70), (70, 2))),
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
    scene = Scene.of(board(1000, *FAR), "spy", FAR).within((20, 20))
    assert 0 in scene.rows, "some are left out"
    svg = board_svg(scene.board, "spy", FAR)
    line, marks = line_of(svg), dots(svg, "marked")
    for across, down in marks:  # a cell down in each direction, three quarters of one across
        on_line = float(np.interp(down, [y for _, y in line], [x for x, _ in line]))
        assert on_line == pytest.approx(across, abs=0.02)
        beside = float(np.interp(down + (-24 if down > 400 else 24), [y for _, y in line], [x for x, _ in line]))
        assert abs(beside - across) == pytest.approx(18, abs=0.02)


# --- what is on it ---------------------------------------------------------------------------------------------------
def test_pieces_on_a_board_are_given_and_a_layer_of_another_shape_is_none() -> None:
    assert given_on(board(4, (1, 2), (3, 4), trees=[(1, 1)])) == ((1, 2), (3, 4))
    assert given_on(None) == given_on(np.zeros(3)) == ()
    large = np.zeros((70, 70), np.int8)
    large[:, 7] = 3
    assert "<image" in board_svg(large, "queen")
    assert Scene.of(np.zeros((3, 3), np.int8), "star", layer=REGIONS).regions is None


# --- any board -------------------------------------------------------------------------------------------------------
@settings(max_examples=60, deadline=None)
@given(scenes())
def test_any_picture_is_whole_and_loads_nothing(scene: Scene) -> None:
    page = board_svg(scene.board, scene.piece, scene.marks, scene.given)
    file = svg_file(scene)
    for text in (page, file):
        assert_harmless(text)
    for words in (labelled(page), said(scene)):
        assert all(f" in row {row}, column {column}." in words for row, column in scene.marks)


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
    scene = Scene.of(board(3, *cells), noun, cells)
    tame = Scene.of(board(3, *cells), "x", cells)
    for one in (board_svg(scene.board, noun, cells), svg_file(scene)):
        assert_harmless(one)
    tags = [[e.tag for e in ElementTree.fromstring(svg_file(s)).iter()] for s in (scene, tame)]
    assert tags[0] == tags[1]


@pytest.mark.parametrize("name", DRAWN)
def test_a_board_as_svg_is_as_it_is_kept(name: str) -> None:
    scene = DRAWN[name]
    text = re.sub(r"<style>.*?</style>", "", svg_file(scene))
    hold(TOLD / f"{name}.svg", [re.sub(r"base64,[^\"]*", "base64,", text).replace("><", ">\n<")])  # zlib's own packing


# --- weights --------------------------------------------------------------------------------------------------------
KINDS = ("weight", "crossed", "borne", "below")


def written(svg: str) -> dict[str, list[int]]:
    """The weights of a picture, by their kind."""
    found: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for kind, text in re.findall(rf'class="({"|".join(KINDS)})\d?"[^>]*>(-?\d+)<', svg):
        found[kind].append(int(text))
    return found


@pytest.mark.parametrize(
    ("n", "times", "signs"), [(9, 1, 2), (9, 10, 3), (9, 100, 4), (9, -10, 4), (9, 1000, 0), (MOST + 1, 0, 0)]
)
def test_what_can_not_be_read_is_not_written(n: int, times: int, signs: int) -> None:
    scene = layered(board(n, (1, 1)), times=times)
    svg = svg_file(scene)
    assert {int(kind) for kind in re.findall(r'class="weight(\d)"', svg)} == ({signs} if signs else set())
    assert len(written(svg)["borne"]) == bool(signs)


def test_weights_of_another_board_are_not_written() -> None:
    layer = layered(board(4, trees=[(3, 3)])).layer
    assert [len(written(board_svg(board(n), "officer", (), (), layer))["weight"]) for n in (4, 5)] == [16, 0]


# --- as text ---------------------------------------------------------------------------------------------------------
def styles(scene: Scene) -> dict[str, str]:
    text = drawn(scene)
    assert isinstance(text, Text)
    return {text.plain[span.start : span.end]: str(span.style) for span in text.spans if span.style}


def test_colours_of_numbers() -> None:
    marked = styles(layered(board(3, (1, 1), (3, 3)), ((1, 1), (3, 3))))
    assert (marked["O0"], marked["O8"], marked["4"]) == ("bold red", "bold red", "red")
    plain = styles(layered(board(2, (2, 2))))
    assert (plain["0"], plain["O3"]) == ("dim", "yellow")


@given(st.integers(1, 50), st.integers(1, 50), st.integers(10, 90), st.integers(3, 40))
@settings(max_examples=15, deadline=None)
def test_a_table_keeps_to_its_room(rows: int, columns: int, width: int, height: int) -> None:
    lines = str(drawn(parted(np.full((rows, columns), 7, np.int64)), width, height)).splitlines()
    assert max(map(len, lines[: len(lines) - 1] if "rows" in lines[-1] else lines)) <= width
    assert len(lines) <= height
    if "rows" not in lines[-1]:
        assert len(lines) == rows + 1
        assert all(line.split()[1:] == ["7"] * columns for line in lines[1:])


# --- as an image of cells --------------------------------------------------------------------------------------------
def test_a_large_board_takes_few_bytes() -> None:
    cells = np.random.default_rng(3).choice([0, 1, 2], (1000, 1000), p=[0.65, 0.1, 0.25]).astype(np.int8)
    assert len(svg_file(Scene.of(cells, "spy", FAR))) < 300_000


def pixels(scene: Scene) -> np.ndarray:
    """The colours of the image in a large picture."""
    [packed] = re.findall('href="data:image/png;base64,(.*?)"', svg_file(scene))
    with Image.open(BytesIO(base64.b64decode(packed))) as image:
        return np.asarray(image.convert("RGB"))


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 9), st.integers(1, 9), st.integers(520, 600))
def test_each_pixel_has_the_colour_of_its_kind(seed: int, rows: int, columns: int) -> None:
    grid = np.random.default_rng(seed).integers(0, 3, (rows, columns)).astype(np.int8)
    grid[0, :3] = (0, 1, 2)
    drawn = pixels(Scene.of(grid))
    assert drawn.shape == (*grid.shape, 3)
    kinds = drawn[0, :3]
    assert len({tuple(one) for one in kinds}) == 3
    assert (drawn == kinds[grid]).all()


def test_a_closed_cell_and_a_given_piece_differ_from_all_others_by_shape() -> None:
    grid = np.zeros((2, 70), np.int8)
    grid[0, :6] = (0, 1, 2, 3, 4, 1)
    drawn = pixels(Scene.of(grid, given=[(1, 6), (9, 9)]))
    each = drawn.shape[1] // 70
    looks = [(drawn[:each, k * each : (k + 1) * each] != drawn[0, 0]).any(axis=2) for k in range(6)]
    assert len({look.tobytes() for look in looks}) == 6


def test_of_a_huge_board_several_cells_are_a_pixel() -> None:
    """Of 2 x 2 cells one piece is enough, a tree is not."""
    grid = np.zeros((4, 6001), np.int8)
    grid[0, 0] = grid[0, 6000] = 1
    grid[0:2, 2:4] = 2
    grid[2, 2:4] = 2
    drawn = pixels(Scene.of(grid))
    assert drawn.shape == (2, 3001, 3)
    piece, tree, free = drawn[0, :3].tolist()
    assert drawn[:, :3].tolist() == [[piece, tree, free], [free, free, free]]
    assert piece != tree != free != piece
    assert drawn[0, 3000].tolist() == piece
    svg = ElementTree.fromstring(svg_file(Scene.of(grid)))
    assert max(float(svg.get(side, "inf")) for side in ("width", "height")) < 4500

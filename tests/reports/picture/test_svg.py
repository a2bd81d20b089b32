"""Boards as SVG: what stands where, the line of a conflict, the part of a board that is too large, and its words."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings

from judge.model.layer import Layer
from judge.reports.picture.chosen import file_sketch, page_sketch
from judge.reports.picture.scene import GAP, Scene, given_on, scene_of
from judge.reports.picture.shapes import cell_sketch
from judge.reports.picture.svg import AnswerDrawing, answers_svg, board_svg, svg_file
from judge.reports.picture.words import in_words
from tests.reports.page.made import VECTORS
from tests.reports.picture.boards import board, scenes

XMLNS = "{http://www.w3.org/2000/svg}"
HERE = Path(__file__).parent
FAR = ((10, 10), (410, 310), (810, 610))
GOLDEN = {  # small, with everything: a steep line, given pieces, a tree that is marked; and a large one
    "spies": scene_of(
        board(8, (2, 1), (5, 3), (8, 5), (1, 7), trees=[(1, 3), (4, 4)]), "spy", ((2, 1), (5, 3), (8, 5)), [(1, 7)]
    ),
    "tree": scene_of(board(3, (1, 1), trees=[(2, 4)], columns=4), "lizard", ((2, 4),)),
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


def texts(svg: str, kind: str) -> list[str]:
    return re.findall(rf'class="{kind}"[^>]*>([^<]*)<', svg)


# --- the line --------------------------------------------------------------------------------------------------------
def test_a_conflict_is_a_straight_line_from_piece_to_piece() -> None:
    svg = board_svg(board(8, (2, 7), (7, 2), (1, 1)), "lizard", ((2, 7), (7, 2)))
    assert sorted(line_of(svg)) == dots(svg, "marked")
    assert texts(svg, "ink") == ["A", "B"]
    assert len(dots(svg, "piece")) == 1
    assert sorted(texts(svg, "loud")) == ["2", "2", "7", "7"], "their rows and columns"


def test_three_on_a_line_of_any_slope() -> None:
    cells = ((1, 1), (3, 2), (7, 4))
    svg = board_svg(board(8, *cells), "spy", cells)
    (left, top), (right, bottom) = line_of(svg)
    assert (bottom - top) / (right - left) == 2
    assert all((down - top) / (across - left) == 2 for across, down in dots(svg, "marked")[1:])


def test_two_that_do_no_harm_are_not_joined() -> None:
    assert line_of(board_svg(board(8, (1, 1), (3, 2)), "spy", ((1, 1), (3, 2)))) == []
    assert line_of(board_svg(board(8, (1, 1)), "spy", ((1, 1), (3, 3)))) == [], "one of them is no piece"


def test_of_a_large_board_the_conflict_is_seen() -> None:
    svg = board_svg(board(1000, (10, 10), (900, 900)), "lizard", ((10, 10), (900, 900)))
    assert texts(svg, "ink") == ["A", "B"]
    assert len(svg) < 9_000
    assert {"10", "900"} <= set(texts(svg, "loud"))
    assert "\N{HORIZONTAL ELLIPSIS}" in texts(svg, "number")
    assert len({x - y for x, y in line_of(svg)}) == 1, "straight across the gap"


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
def test_trees_pieces_and_what_is_neither() -> None:
    grid = board(3, (1, 1), trees=[(2, 2)])
    grid[2, 2] = 7
    svg = board_svg(grid, "queen", ((2, 2), (3, 3)))
    assert svg.count('class="tree"') == 1
    assert svg.count('class="frame"') == 2, "what is marked and no piece"
    assert "?" in texts(svg, "loud")
    assert "tree A in row 2, column 2. cell of 7 B in row 3, column 3." in svg


def test_given_pieces_are_squares() -> None:
    cells = ((1, 1), (2, 3))
    svg = board_svg(board(4, (1, 1), (2, 3), (4, 4)), "queen", (), (*cells, (3, 3), (9, 9)))
    assert len(dots(svg, "given")) == 2
    assert len(dots(svg, "piece")) == 1
    assert "2 of the pieces were given." in svg
    marked = board_svg(board(4, (1, 1), (1, 4)), "queen", ((1, 1), (1, 4)), [(1, 4)])
    assert len(dots(marked, "marked-given")) == len(dots(marked, "marked")) == 1
    assert "given queen B in row 1, column 4" in marked


def test_closed_cells_have_bars() -> None:
    grid = board(4, (1, 1), trees=[(2, 2)])
    grid[2, 2] = grid[0, 3] = 3
    svg = board_svg(grid, "queen", ((3, 3),))
    (bars,) = re.findall(r'class="closed" d="([^"]*)"', svg)
    assert bars.count("M") == 2 * 3
    assert "2 closed cells" in svg
    assert "closed cell in row 3, column 3" in svg
    assert "?" not in texts(svg, "loud")
    large = np.zeros((70, 70), np.int8)
    large[:, 7] = 3
    assert "<image" in board_svg(large, "queen")


def test_thick_lines_part_regions() -> None:
    regions = np.array([[1, 1, 2], [3, 3, 2]])
    scene = scene_of(np.zeros((2, 3), np.int8), "star", layer=Layer(regions, parted=True))
    (lines,) = re.findall(r'class="border" d="([^"]*)"', svg_file(scene, file_sketch(scene)))
    assert sorted(re.findall(r"[vh]24", lines)) == ["h24", "h24", "v24", "v24"]
    other = scene_of(np.zeros((3, 3), np.int8), "star", layer=scene.layer)
    assert other.regions is None


def test_the_pieces_of_a_case_are_given() -> None:
    assert given_on(board(4, (1, 2), (3, 4), trees=[(1, 1)])) == ((1, 2), (3, 4))
    assert given_on(None) == given_on(np.zeros(3)) == ()


@settings(max_examples=20, deadline=None)
@given(scenes())
def test_a_board_that_is_turned_has_its_dots_turned(scene: Scene) -> None:
    whole = scene_of(scene.board[:30, :30])
    columns = whole.board.shape[1]
    svg, turned = (svg_file(one, cell_sketch(one)) for one in (whole, scene_of(np.rot90(whole.board))))

    def cells(svg: str) -> list[tuple[int, int]]:
        return [(int(down // 24 - 1), int(across // 24 - 1)) for across, down in dots(svg, "piece")]

    assert sorted(cells(turned)) == sorted((columns - 1 - column, row) for row, column in cells(svg))
    assert svg.count("l8 14") == turned.count("l8 14") == int((whole.board == 2).sum())


# --- its words -------------------------------------------------------------------------------------------------------
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
    assert in_words(scene_of(grid, "lizard", cells)) == said
    assert f'aria-label="{said}"' in board_svg(grid, "lizard", cells)


def test_a_cut_picture_says_what_it_shows() -> None:
    part = scene_of(board(50)).part((11, 1), (9, 20))
    assert in_words(part).endswith("The picture shows rows 11 to 19 and columns 1 to 20.")
    far, _ = page_sketch(scene_of(board(50, (1, 1), (50, 50)), "lizard", ((1, 1), (50, 50))))
    assert in_words(far).endswith(
        "The picture shows rows 1 to 50, not all of them and columns 1 to 50, not all of them."
    )


@pytest.mark.parametrize("what", [None, np.zeros(4, dtype=np.int8), np.zeros((0, 4), dtype=np.int8), [1]])
def test_what_is_no_board_has_no_picture(what: object) -> None:
    assert board_svg(what, "lizard") == ""  # type: ignore[arg-type]


# --- any board -------------------------------------------------------------------------------------------------------
@settings(max_examples=60, deadline=None)
@given(scenes())
def test_any_picture_is_whole_and_loads_nothing(scene: Scene) -> None:
    page = board_svg(scene.board, scene.piece, scene.marks, scene.given)
    sketches = (
        [cell_sketch(scene)] if GAP in (*scene.rows, *scene.columns) else [cell_sketch(scene), file_sketch(scene)]
    )
    for text in (page, *(svg_file(scene, sketch) for sketch in sketches)):
        assert_harmless(text)
    said = ElementTree.fromstring(page).get("aria-label", "")
    assert all(f" in row {row}, column {column}." in said for row, column in scene.marks)
    for sketch in sketches:
        root = ElementTree.fromstring(svg_file(scene, sketch))
        assert (int(root.get("width", 0)), int(root.get("height", 0))) == sketch.pixels
        desc = root.findtext(f"{XMLNS}desc") or ""
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
    for one in (board_svg(scene.board, noun, cells), svg_file(scene, file_sketch(scene))):
        assert_harmless(one)
    tags = [[e.tag for e in ElementTree.fromstring(svg_file(s, file_sketch(s))).iter()] for s in (scene, tame)]
    assert tags[0] == tags[1]


@pytest.mark.parametrize("name", GOLDEN)
def test_golden(name: str) -> None:
    """After a change that is meant, write them anew: svg_file(scene, file_sketch(scene)) of each."""
    scene = GOLDEN[name]
    text = re.sub(r"<style>.*?</style>", "", svg_file(scene, file_sketch(scene)))
    text = re.sub(r"base64,[^\"]*", "base64,", text).replace("><", ">\n<")  # the packing is zlib's own
    assert text == (HERE / f"{name}.svg").read_text(encoding="utf-8")


# --- several answers -------------------------------------------------------------------------------------------------
def queens(n: int) -> np.ndarray:
    """Return a board of n pieces, one in a row."""
    return board(n, *((row, (7 * row) % n + 1) for row in range(1, n + 1)))


def test_twenty_answers_share_their_board_and_are_small() -> None:
    grid = np.where(queens(20) == 1, 0, 2 * (np.random.default_rng(1).random((20, 20)) < 0.2)).astype(np.int8)
    answer = np.where(queens(20) == 1, 1, grid).astype(np.int8)
    clash = AnswerDrawing(answer, ((1, 8), (2, 15)))
    defs, drawn = answers_svg(scene_of(grid, "queen"), [AnswerDrawing(answer)] * 19 + [clash], "board-1")
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
    answers = [AnswerDrawing(board(8, (1, 2))), AnswerDrawing(board(5, (1, 2))), AnswerDrawing(None)]
    _, drawn = answers_svg(scene_of(grid, "queen"), answers, "b")
    assert drawn == [board_svg(board(8, (1, 2)), "queen"), board_svg(board(5, (1, 2)), "queen"), ""]
    large = answers_svg(scene_of(board(50), "queen"), [AnswerDrawing(board(50, (1, 2)))], "b")
    assert large == ("", [board_svg(board(50, (1, 2)), "queen")])


def test_given_pieces_are_on_every_answer() -> None:
    answer = AnswerDrawing(board(8, (1, 2), (3, 3)))
    for before in (board(8, (3, 3)), board(8, (3, 3), (5, 1))):
        _, (drawn,) = answers_svg(scene_of(before, "queen", (), [(3, 3)]), [answer], "b")
        assert len(dots(drawn, "given")) == len(dots(drawn, "piece")) == 1

"""Each goal: what is accepted, the code of what is not, and verdicts that no turn or reflection of a board changes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Instance, Verdict
from judge.problems import Puzzle
from judge.problems.formats.answer_format import boards, decisions, lists, numbers
from judge.problems.puzzles.constraints import no_attack
from judge.problems.puzzles.goals import Decision, EveryArrangement, HeaviestArrangement, MostPieces, MostWeight
from judge.problems.rules.plain import plain_attack
from judge.problems.symmetry import SYMMETRIES
from tests.problems.puzzles.made import case_of, code, fault, judged, puzzle_of, shown


def queens_on(board: Instance) -> Iterator[tuple[int, ...]]:
    """Yield one queen a row on free cells alone, by trying everything."""
    rows = range(board.n)
    for columns in permutations(range(board.columns), board.n):
        apart = all(abs(columns[a] - columns[b]) != a - b for a in rows for b in range(a))
        if apart and not board.grid[rows, columns].any():
            yield columns


ONE = puzzle_of([no_attack], answers=boards(columns=True))
MOST, HEAVIEST = puzzle_of([no_attack], MostPieces()), puzzle_of([no_attack], HeaviestArrangement())
WEIGHT = puzzle_of([no_attack], MostWeight(), numbers())
VALID = puzzle_of([no_attack], Decision(), decisions("valid", "invalid"))
COUNT, LIST = (puzzle_of([no_attack], EveryArrangement(queens_on, listed), lists(())) for listed in (0, 10))
FAIL = Answer(fail=True)


def number(count: int) -> Answer:
    return Answer(count=count)


def columns(*rows: tuple[int, ...]) -> Answer:
    return Answer(columns=np.array(rows))


# --- one arrangement --------------------------------------------------------------------------------------------------
GIVEN, CLOSED = ".L.. .... .... ..#.", ".L.. .... .... #..."


@pytest.mark.parametrize(
    ("board", "pieces", "answer", "found"),
    [
        (GIVEN, 3, shown(".L.. ...L L... ...."), ""),
        (GIVEN, 3, shown(".L.. ...L L... ..#."), ""),
        (GIVEN, 3, shown(".L.. ...L L... ..L."), "E126"),
        (GIVEN, 3, shown(".L.. ...L L... ..T."), "E126"),
        (GIVEN, 3, shown("..L. L... ...L ..#."), "E127"),
        (GIVEN, 3, shown(".... ...L L... ..#."), "E127"),
        (GIVEN, 3, shown(".L.. ...L L.#. ..#."), "E121"),
        (GIVEN, 3, shown(".LT. ...L L... ..#."), "E110"),
        (GIVEN, 3, shown(".L.. ...L .... ..#."), "E108"),
        (GIVEN, 3, shown(".L.. ..L. L... ..#."), "E106"),
        (CLOSED, 4, columns((1, 3, 0, 2)), ""),
        (CLOSED, 4, columns((2, 0, 3, 1)), "E127"),
        (CLOSED, 4, columns((1, 3, 0, 4)), "E115"),
        (CLOSED, 4, columns((1, 3, 2, 1)), "E106"),
        (CLOSED, 4, columns((1, 3, 2, 0)), "E126"),
        (GIVEN, 4, columns((1, 3, 0, 2)), "E126"),
        (".L.. .... .... ..T.", 4, columns((1, 3, 0, 2)), "E109"),
        ("..... .....", 2, shown("L.... ..L.."), ""),
        ("..... .....", 2, columns((4, 0)), ""),
        ("..... .....", 2, columns((5, 0)), "E115"),
        ("..... .....", 2, shown("L.. ..L"), "E105"),
        ("L#L", 2, FAIL, "E302"),
    ],
)
def test_one_arrangement(board: str, pieces: int, answer: Answer, found: str) -> None:
    assert code(ONE, case_of(board, pieces), answer) == found


def test_findings_name_cells_and_how_many() -> None:
    given = case_of("LL. ..# .#.", 3)
    for answer, said in (
        ("... ..L .L.", ("E126", ((2, 3),), "in all, 2 cells hold something that must stay empty")),
        ("..L ..# .#.", ("E127", ((1, 1),), "in all, 2 pieces that the case gives are missing")),
    ):
        finding = fault(ONE, given, shown(answer))
        assert (finding.code, finding.cells, finding.note) == said
    nines = fault(ONE, case_of("... ...", 1), Answer(board=np.array([[0, 0, 9], [0, 0, 0]], np.int8)))
    assert nines.help == "return (board == 9).astype(np.int8)"
    later = fault(ONE, case_of(".... ...L", 2), shown("..L. ...L"))
    assert later.help.startswith("move the piece at row 1, column 3 "), "the later one, unless the case gives it"


# --- the best ---------------------------------------------------------------------------------------------------------
BOARD, BEST = "..T. .... T..#", "..TL L... T.L#"


@pytest.mark.parametrize(
    ("picture", "score"),
    [("..TL L... T.L#", 1.0), ("..TL L... T..#", 2 / 3), ("L.T. .... T...", 1 / 3)],
)
def test_any_valid_arrangement_is_accepted_and_has_a_share(picture: str, score: float) -> None:
    for known in (shown(BEST), number(3)):
        case = case_of(BOARD, 1, known)
        assert judged(MOST, case, shown(picture)) is None
        assert MOST.goal.score(case, shown(picture)) == score


@pytest.mark.parametrize(
    ("known", "answer", "found"),
    [
        (shown(BEST), FAIL, "E113"),
        (shown(BEST), shown(BOARD), "E108"),
        (shown(BEST), shown("LLT. .... T..#"), "E106"),
        (shown(BEST), shown("..TL L... TL.#"), "E106"),
        (shown(BEST), shown("L.T. .... T..L"), "E126"),
        (shown(BEST), shown("L.L. .... T..#"), "E109"),
        (shown(BEST), shown("..T ... T.."), "E105"),
        (shown(BEST), number(3), "E120"),
        (shown("..TL L... T..#"), shown(BEST), "E301"),
        (number(2), shown(BEST), "E301"),
        (None, shown(BEST), "E302"),
        (None, shown("LLT. .... T..#"), "E106"),
        (None, FAIL, "E113"),
    ],
)
def test_as_many_as_possible(known: Answer | None, answer: Answer, found: str) -> None:
    assert code(MOST, case_of(BOARD, 1, known), answer) == found


def test_more_than_the_package_knows_is_its_own_fault() -> None:
    finding = fault(MOST, case_of(BOARD, 1, number(2)), shown(BEST))
    assert finding.verdict is Verdict.JE
    assert "nothing better than 2" in finding.message
    assert "worth 3" in finding.message


def test_nothing_is_all_where_nothing_fits() -> None:
    case = case_of("T# #T", 1, shown("T# #T"))
    assert judged(MOST, case, shown("T# #T")) is None
    assert MOST.goal.score(case, shown("T# #T")) == 1.0
    assert [MOST.goal.enough(one, 0) for one in (case, case_of(BOARD, 1, shown(BEST)))] == [True, False]


@pytest.mark.parametrize(
    ("puzzle", "pieces", "known", "answer", "found"),
    [
        *((HEAVIEST, 1, known, shown(".. .L"), "") for known in (shown(".. .L"), number(4))),
        *((HEAVIEST, 1, known, shown(".. L."), "E131") for known in (shown(".. .L"), number(4))),
        (HEAVIEST, 1, number(4), shown("L. .L"), "E108"),
        (HEAVIEST, 1, shown(".. .L"), FAIL, "E113"),
        (HEAVIEST, 1, number(4), FAIL, "E305"),
        (HEAVIEST, 1, number(3), shown(".. .L"), "E301"),
        (HEAVIEST, 1, FAIL, shown(".. .L"), "E301"),
        (HEAVIEST, 2, FAIL, FAIL, ""),
        (HEAVIEST, 1, None, shown(".. .L"), "E302"),
        *((WEIGHT, 1, known, number(4), "") for known in (shown(".. .L"), number(4))),
        *((WEIGHT, 1, known, FAIL, "E113") for known in (shown(".. .L"), number(4))),
        (WEIGHT, 1, number(4), shown(".. .L"), "E120"),
        (WEIGHT, 2, FAIL, FAIL, ""),
        *((WEIGHT, 1, None, answer, "E302") for answer in (number(4), FAIL)),
        (WEIGHT, 1, Answer(), number(4), "E302"),
    ],
)
def test_the_most_weight(puzzle: Puzzle, pieces: int, known: Answer | None, answer: Answer, found: str) -> None:
    assert code(puzzle, case_of(".. ..", pieces, known, "12 34"), answer) == found


@pytest.mark.parametrize("known", [number(4), shown(".. .L"), FAIL])
def test_what_is_said_of_a_number_does_not_say_what_is_right(known: Answer) -> None:
    for said in (3, 0, -4, 5, -(10**400)):
        finding = fault(WEIGHT, case_of(".. ..", 1, known, "12 34"), number(said))
        assert (finding.code, finding.note) == ("E130", f"it is too {'large' if said > 4 or known.fail else 'small'}")
        assert "4" not in finding.message.replace(str(said), "")
    less = fault(HEAVIEST, case_of(".. ..", 1, number(4), "12 34"), shown(".. L."))
    assert "worth 3" in less.message
    assert "4" not in less.message


# --- a decision -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("board", "pieces", "right"),
    [
        (".L.. ...L L... ..L.", 4, 1),
        (".L.. ...L L... ..L.", 5, 0),
        (".L.. ...L L... .L..", 4, 0),
        ("L.L T.T", 2, 0),
        ("LTL ...", 2, 1),
        ("L#L ...", 2, 0),
    ],
)
def test_the_rules_decide(board: str, pieces: int, right: int) -> None:
    for known in (None, number(0), number(1)):
        case = case_of(board, pieces, known)
        assert [code(VALID, case, number(said)) for said in (right, 1 - right)] == ["", "E132"]
        assert code(VALID, case, FAIL) == ("E132" if right else "")
        assert [code(VALID, case, other) for other in (number(2), number(-1), shown(".L"))] == ["E120"] * 3


def test_the_fault_of_a_board_is_named_with_its_cells() -> None:
    finding = fault(VALID, case_of("L.L ...", 2), number(1))
    assert (finding.note, finding.cells) == ("two pieces attack each other", ((1, 1), (1, 3)))


# --- all of them ------------------------------------------------------------------------------------------------------
OPEN, BLOCKED = "...... " * 6, ".#.... " + "...... " * 5


@pytest.mark.parametrize(("board", "count"), [(OPEN, 4), (BLOCKED, 3), ("..", 2), ("... ...", 2)])
def test_a_count_is_compared_with_our_own(board: str, count: int) -> None:
    for known in (None, number(count + 1)):
        answers = (number(count), number(count + 1), FAIL, Answer(columns=np.zeros((1, 6), np.int64)))
        found = [code(COUNT, case_of(board, 6, known), answer) for answer in answers]
        assert found == ["", "E116", "E113", "E120"]


@pytest.mark.parametrize(("known", "found"), [(None, "E302"), (number(1), "E116"), (number(0), ""), (FAIL, "")])
def test_a_count_of_a_large_board_is_the_packages_word(known: Answer | None, found: str) -> None:
    assert code(COUNT, case_of("........... " * 11, 11, known), number(0)) == found


def test_a_list_holds_every_one_once_and_none_on_a_blocked_square() -> None:
    case = case_of(BLOCKED, 6)
    every, on_open = (np.array([*queens_on(case_of(board, 6).board)], np.int64) for board in (BLOCKED, OPEN))
    listed = {"": every[::-1], "E126": on_open, "E118": every[1:], "E117": every[[0, 0]], "E114": every[:, :-1]}
    assert {found: code(LIST, case, Answer(columns=rows)) for found, rows in listed.items()} == {
        one: one for one in listed
    }
    assert code(LIST, case, columns((0, 1, 2, 3, 4, 6))) == "E115"
    assert code(LIST, case, number(3)) == "E120"


# --- turned -----------------------------------------------------------------------------------------------------------
@st.composite
def arrangements(draw: st.DrawFn) -> np.ndarray:
    """A valid board: trees anywhere, then pieces wherever one still fits, in a drawn order."""
    n, m = draw(st.integers(2, 8)), draw(st.integers(2, 8))
    board = np.array(draw(st.lists(st.booleans(), min_size=n * m, max_size=n * m)), np.int8).reshape(n, m) * 2
    for at in draw(st.permutations(range(n * m)))[: 3 * n]:
        if board.flat[at] == 0:
            board.flat[at] = 1
            if plain_attack(board):
                board.flat[at] = 0
    return board


@given(arrangements(), st.data())
@settings(max_examples=80, deadline=None)
def test_a_changed_board_has_the_verdict_of_its_images(board: np.ndarray, data: st.DataObject) -> None:
    """Rotations and reflections change no verdict and no score, and no changed cell of a valid board goes unseen."""
    grid, pieces = np.where(board == 2, 2, 0).astype(np.int8), int((board == 1).sum())
    changed, moved = board.copy(), board.copy()
    at = data.draw(st.integers(0, board.size - 1))
    changed.flat[at] = (changed.flat[at] + data.draw(st.integers(1, 2))) % 3
    taken, free = np.argwhere(board == 1).tolist(), np.argwhere(board == 0).tolist()
    if taken and free:  # with the number of pieces kept, only the attack rule can refuse it
        moved[tuple(data.draw(st.sampled_from(taken)))] = 0
        moved[tuple(data.draw(st.sampled_from(free)))] = 1
    found: set[Any] = set()
    for turn in SYMMETRIES:
        case = case_of("..", pieces, number(99))
        case = msgspec.structs.replace(case, board=Instance("ANY", len(turn.of(grid)), pieces, turn.of(grid)))
        right, wrong, other = (Answer(board=np.ascontiguousarray(turn.of(one))) for one in (board, changed, moved))
        assert code(ONE, case, right) == ""
        assert code(ONE, case, wrong) in ("E108", "E109", "E110")
        found.add((code(ONE, case, other), code(MOST, case, other), MOST.goal.score(case, other)))
    said = "E106" if plain_attack(moved) else ""
    assert found == {(said, said or ("" if pieces else "E108"), pieces / 99)}

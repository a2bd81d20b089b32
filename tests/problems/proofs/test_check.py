"""Certificates that prove, and every way in which one does not; the judge's checker against a plain one."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Instance
from judge.problems.proofs.certificate import Certificate
from judge.problems.proofs.certificate_file import read_certificate, write_certificate
from judge.problems.proofs.check import certificate_refused
from judge.problems.proofs.counting import count_bound
from judge.problems.proofs.cover import cover_bound
from judge.problems.proofs.sets import free_cells
from tests.problems.proofs.independent import proves

ROWS = ("000", "000", "000")
# The corners of a 3 x 3 board see each other, and so do the other five.
CORNERS = ((1, 1), (1, 3), (3, 1), (3, 3))
PLUS = ((1, 2), (2, 1), (2, 2), (2, 3), (3, 2))
COVER: dict[str, Any] = {"schema": "judge.certificate/1", "n": 3, "pieces": 3, "one": 1}
TWO_SETS = {**COVER, "cliques": [[1, CORNERS], [1, PLUS]]}
# Each row is paid by a half, its cells by a half of a column as well; the middle is paid alone.
LINES = {"row": [[1, 1, 3, 1], [2, 1, 3, 1], [3, 1, 3, 1]], "column": [[1, 1, 3, 1], [1, 2, 3, 1], [1, 3, 3, 1]]}
FOUR_IN_ROWS = {**COVER, "pieces": 4, "segments": {"row": LINES["row"]}}
HALVES = {**COVER, "pieces": 4, "one": 2, "segments": LINES}


def board(rows: Any, pieces: int) -> Instance:
    return Instance("DFS", len(rows), pieces, np.array([[int(cell) for cell in row] for row in rows], np.int8))


def read(text: bytes) -> Certificate:
    found = read_certificate(text, "certificate.json")
    assert isinstance(found, Certificate)
    return found


def refused(said: dict[str, Any], rows: Any = ROWS, pieces: int = 3) -> str:
    """What the checker says; the plain one must agree."""
    text = json.dumps(said).encode()
    why = certificate_refused(read(text), board(rows, pieces))
    assert proves(text, rows, pieces) == (not why), why
    return why


def test_what_adds_up_proves() -> None:
    assert refused(TWO_SETS) == ""
    assert refused(HALVES, pieces=4) == ""
    assert refused({**COVER, "pieces": 4, "every": {"row": 1}}, pieces=4) == ""
    assert refused({**COVER, "pieces": 10, "every": {"cell": 1}}, pieces=10) == ""
    assert refused({**COVER, "pieces": 1}, ("222", "222", "222"), 1) == "", "no free cell asks for nothing"
    trees = ("020", "222", "020")
    assert refused({**COVER, "pieces": 5, "every": {"falling": 1}}, trees, 5) == ""


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"n": 4}, "it is about 3 pieces on 4 x 4, not 3 on 3 x 3"),
        ({"pieces": 2}, "it is about 2 pieces on 3 x 3"),
        ({"one": 0}, "the denominator is 0"),
        ({"one": -1}, "the denominator is -1"),
        ({"one": 10**16}, "the denominator is 10000000000000000"),
        ({"one": 2}, "the weights on row 1, column 1 add up to less than 1"),
        ({"cliques": [[1, CORNERS]]}, "the weights on row 1, column 2 add up to less than 1"),
        ({"cliques": [[1, CORNERS], [2, PLUS]]}, "its weights allow 3 pieces, and the case asks for 3"),
        ({"cliques": [[1, CORNERS], [0, PLUS]]}, "a weight is 0"),
        ({"cliques": [[1, CORNERS], [1, PLUS], [-1, CORNERS]]}, "a weight is -1"),
        ({"cliques": [[1, CORNERS], [1, (*PLUS[:4], (1, 3))]]}, "the cells (2, 1) and (1, 3) are in one set"),
        ({"cliques": [[1, CORNERS], [1, (*PLUS[:4], (4, 2))]]}, "row 4, column 2 is not on the board"),
        ({"cliques": [[1, CORNERS], [1, (*PLUS[:4], (0, 2))]]}, "row 0, column 2 is not on the board"),
        ({"cliques": [[1, []]]}, "a set must hold 1 to 5 cells"),
        ({"cliques": [[1, ((1, 1), (1, 1))]]}, "a set must hold 1 to 5 cells, each once"),
        ({"segments": {"row": [[1, 1, 0, 1]]}}, "a segment has the length 0"),
        ({"segments": {"row": [[1, 1, 4, 1]]}}, "row 1, column 4 is not on the board"),
        ({"segments": {"rising": [[1, 1, 2, 1]]}}, "row 2, column 0 is not on the board"),
        ({"segments": {"row": [[1, 1, 3, 0]]}}, "a weight is 0"),
        ({"every": {"row": 0}}, "a weight is 0"),
    ],
)
def test_what_does_not_prove_is_refused(change: dict[str, Any], why: str) -> None:
    said = {**TWO_SETS, **change}
    found = certificate_refused(read(json.dumps(said).encode()), board(ROWS, 3))
    assert found.startswith(why)
    duplicates = "each once" in why
    assert duplicates or not proves(json.dumps(said).encode(), ROWS, 3)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (TWO_SETS, "a tree stands in a set of cells, at row 1, column 1"),
        ({**COVER, "segments": {"row": [[1, 1, 3, 1]]}}, "a tree stands in a row segment, at row 1, column 1"),
        ({**COVER, "cliques": [[1, [[2, 1], [1, 2]]]]}, ""),
        ({**COVER, "cliques": [[1, [[1, 2], [3, 2]]]]}, "the cells (1, 2) and (3, 2) are in one set, but do not see"),
    ],
)
def test_trees_count(said: dict[str, Any], why: str) -> None:
    found = certificate_refused(msgspec.convert(said, Certificate), board(["200", "020", "000"], 3))
    assert found.startswith(why or "the weights on row 1, column 3")


def test_segments_of_one_direction_do_not_overlap() -> None:
    """Else a file of some bytes could keep the checker busy for hours."""
    said = {**COVER, "segments": {"row": [[1, 1, 2, 1], [1, 2, 2, 1]]}}
    found = certificate_refused(msgspec.convert(said, Certificate), board(ROWS, 3))
    assert found == "two row segments share row 1, column 2"


def small_boards() -> st.SearchStrategy[tuple[str, ...]]:
    return st.integers(1, 5).flatmap(
        lambda n: st.lists(st.text("002", min_size=n, max_size=n), min_size=n, max_size=n).map(tuple)
    )


@given(small_boards(), st.integers(1, 12))
@settings(max_examples=25, deadline=None)
def test_counts_and_covers_prove_what_they_say(rows: tuple[str, ...], pieces: int) -> None:
    given = board(rows, pieces)
    counted, covered = count_bound(given), cover_bound(given, free_cells(given.grid))
    for bound in filter(None, (counted, covered)):
        assert (bound.proof is not None) == (bound.most < pieces) or bound is counted
        if bound.proof and isinstance(bound.proof.certificate, Certificate):
            assert certificate_refused(bound.proof.certificate, given) == ""
            assert proves(write_certificate(bound.proof.certificate), rows, pieces)
    if counted.proof:
        assert covered is not None, "a cover is never larger than a direction"


def places(said: Any) -> list[tuple[Any, Any]]:
    """Every number in a certificate, as what holds it and where."""
    found = []
    for key, value in said.items() if isinstance(said, dict) else enumerate(said):
        if isinstance(value, int):
            found.append((said, key))
        elif isinstance(value, dict | list):
            found += places(value)
    return found


@given(st.sampled_from([TWO_SETS, FOUR_IN_ROWS]), st.data())
@settings(max_examples=40, deadline=None)
def test_a_number_that_is_changed_is_noticed(said: dict[str, Any], data: st.DataObject) -> None:
    """Nothing in these two certificates can be spared: whatever number is changed, it proves no more."""
    copy = json.loads(json.dumps(said))
    holder, key = data.draw(st.sampled_from(places(copy)))
    holder[key] += data.draw(st.sampled_from([-3, -2, -1, 1, 2, 3]))
    assert certificate_refused(msgspec.convert(copy, Certificate), board(ROWS, said["pieces"])), copy


@given(st.sampled_from([TWO_SETS, FOUR_IN_ROWS]), st.data())
@settings(max_examples=20, deadline=None)
def test_a_set_that_is_left_out_is_missed(said: dict[str, Any], data: st.DataObject) -> None:
    copy = json.loads(json.dumps(said))
    sets = copy.get("cliques") or copy["segments"]["row"]
    sets.remove(data.draw(st.sampled_from(sets)))
    assert "less than 1" in certificate_refused(msgspec.convert(copy, Certificate), board(ROWS, said["pieces"]))


@given(small_boards(), st.integers(1, 6), st.data())
@settings(max_examples=40, deadline=None)
def test_it_agrees_with_a_plain_checker(rows: tuple[str, ...], pieces: int, data: st.DataObject) -> None:
    """On whatever a certificate may say: the plain one walks every segment and every view."""
    n, weight = len(rows), st.integers(0, 3)
    cell = st.tuples(st.integers(1, n), st.integers(1, n))
    said = {
        **COVER,
        "n": n,
        "pieces": pieces,
        "one": data.draw(st.integers(1, 2)),
        "every": data.draw(st.dictionaries(st.sampled_from(["cell", "row", "rising"]), weight, max_size=2)),
        "cliques": data.draw(st.lists(st.tuples(weight, st.lists(cell, min_size=1, max_size=3, unique=True)))),
    }
    refused(said, rows, pieces)

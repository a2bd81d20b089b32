"""A leaderboard for its readers: who sees whom, and that no name is mark-up."""

from __future__ import annotations

import re

import pytest

from judge.reports.page.html import element
from judge.reports.web.board import (
    AHEAD,
    TOP,
    BoardLine,
    LeaderboardView,
    leaderboard_view,
    lines_for,
    lines_with_names,
)
from judge.scoring.leaderboard import Ground, Leaderboard, Row, pseudonym
from tests.reports import runs

KEY = b"key"
EVIL = "<script>\u202e"


def _board(*owners: str) -> Leaderboard:
    made = runs.record(len(owners), 6)
    standings = made.boards[0]
    rows = tuple(Row(owner, owner, one) for owner, one in zip(owners, standings, strict=False))
    return Leaderboard(standings[0].judgement.problem, Ground("lizards", "", ""), rows)


def _view(count: int) -> LeaderboardView:
    cell = element("td")
    lines = tuple(BoardLine(f"s{at}", cell, cell, element("tr", element("bdi", f"p{at}."))) for at in range(count))
    return LeaderboardView("", lines, places={line.owner: at for at, line in enumerate(lines)})


def _shown(found: str) -> list[str]:
    return [name or gap for name, gap in re.findall(r"<bdi>([^<]*)</bdi>|(\d+ more|one more)", found)]


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        ("nobody", [*(f"p{at}." for at in range(TOP)), "20 more"]),
        ("s3", [*(f"p{at}." if at != 3 else "s3" for at in range(TOP)), "20 more"]),
        ("s20", [*(f"p{at}." for at in range(TOP)), "s20", "19 more"]),
        ("s30", [*(f"p{at}." for at in range(TOP)), "7 more", "p27.", "p28.", "p29.", "s30", "9 more"]),
        ("s39", [*(f"p{at}." for at in range(TOP)), "16 more", "p36.", "p37.", "p38.", "s39"]),
    ],
)
def test_readers_see_the_top_and_who_is_just_ahead(own: str, shown: list[str]) -> None:
    found = lines_for(_view(40), own)
    assert _shown(found) == shown
    assert found.count('class="own"') == (own != "nobody")
    assert AHEAD == 3


def test_short_board_is_shown_whole() -> None:
    assert _shown(lines_for(_view(2), "s1")) == ["p0.", "s1"]
    assert "Nobody is ranked yet." in lines_for(_view(0), "s1")
    assert lines_with_names(_view(0), {}) == lines_for(_view(0), "s1")


def test_others_have_pseudonyms_and_graders_see_names() -> None:
    view = leaderboard_view(_board("ada", "bob", EVIL), KEY)
    mine = lines_for(view, "bob")
    assert pseudonym("ada", KEY) in mine
    assert "ada" not in mine
    assert "<bdi>bob</bdi> (you)" in mine
    names = lines_with_names(view, {"ada": "Ada L.", EVIL: EVIL})
    assert "<bdi>ada</bdi> <bdi>Ada L.</bdi>" in names
    assert "<script>" not in names
    assert "\u202e" not in names
    assert "<script>" not in lines_for(view, EVIL)


def test_view_keeps_no_judgement() -> None:
    view = leaderboard_view(_board("ada", "bob"), KEY)
    assert "lizards, 6 cases" in view.facts
    assert view.places == {"ada": 0, "bob": 1}
    assert any("PAR-2" in note for note in view.notes)

"""What a student is told of their own rank."""

from __future__ import annotations

import msgspec

from judge.reports.terminal.leaderboard import boards_json, place_line
from judge.scoring.leaderboard import Ground, Leaderboard, OwnRank, Row, Score
from judge.scoring.ranking import standings
from tests.scoring.made import AC, JE, judged, problem_of

MINE = judged(problem_of(1), [(AC, 1.0)])
PLACE = OwnRank(3, 9, Score("mine", 1, "", 1, 1.0), "ann", 0, 0.25)


def test_the_line_says_whom_one_is_behind_and_whether_the_rank_is_shared() -> None:
    assert place_line(PLACE, MINE).plain == "rank 3 of 9: 0.25 s behind ann"
    tied = msgspec.structs.replace(PLACE, tied=True)
    assert place_line(tied, MINE).plain == "rank 3 of 9, tied: the times can't be told apart: 0.25 s behind ann"
    first = OwnRank(1, 9, PLACE.score, tied=True)
    assert place_line(first, MINE).plain == "rank 1 of 9, tied: the times can't be told apart"
    failed = judged(problem_of(1), [(JE, 1.0)])
    assert place_line(None, failed).plain == "not ranked: the judge failed on it"
    assert place_line(None, MINE).plain == "no rank is shown while the leaderboard is frozen"


def test_a_board_as_json_says_which_ranks_are_shared() -> None:
    rows = standings([MINE, judged(problem_of(1), [(AC, 1.1)], "near"), judged(problem_of(1), [(JE, 1.0)], "broken")])
    board = Leaderboard(
        problem_of(1), Ground("pkg", "", ""), tuple(Row(str(at), str(at), row) for at, row in enumerate(rows))
    )
    found = boards_json([board])["boards"][0]["rows"]
    assert [(row["rank"], row["tied"]) for row in found] == [(None, False), (1, True), (1, True)]
    assert [row["ratio"] for row in found] == [None, 1.0, 1.1]
    assert {(row["ratio_low"], row["ratio_high"]) for row in found} == {(None, None)}

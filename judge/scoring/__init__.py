"""From runs to verdicts, points, ranks, laws of growth and scoreboards: nouns in, nouns out, no store and no file."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.scoring.cohorts import Cohort, bins
    from judge.scoring.differences import CaseDifference, Difference, common_pairs, unlike
    from judge.scoring.leaderboards import Ground, Leaderboard, OwnRank, RankedRow, Score, tallies
    from judge.scoring.limits import MARGINS, Proposal, Worst
    from judge.scoring.points import awards, contenders, points_by_group
    from judge.scoring.ranking import boards, shared_cases, unsettled
    from judge.scoring.scaling import Family, Law, Point, Scaling
    from judge.scoring.scoreboards import AsOf, Cell, Resolver, Scoreboard, ScoreRow
    from judge.scoring.statistics import LONE_SPREAD, RESOLUTION_S
    from judge.scoring.times import ASKED, counting, times_of
    from judge.scoring.verdict import exit_status, judgement_of
else:
    __getattr__ = door(__name__)

"""From runs to verdicts, points, ranks, laws of growth and scoreboards: nouns in, nouns out, no store and no file."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.scoring.cohorts import Cohort
    from judge.scoring.differences import Difference
    from judge.scoring.leaderboards import Leaderboard, OwnRank
    from judge.scoring.limits import Proposal
    from judge.scoring.points import awards, contenders, exit_status, judgement_of, points_by_group
    from judge.scoring.ranking import boards, shared_cases, unsettled_pairs
    from judge.scoring.scaling import Scaling
    from judge.scoring.scoreboards import Resolver, Scoreboard
    from judge.scoring.times import counting, times_of, timing_of
else:
    __getattr__ = door(__name__)

"""Gives each submission its verdict: takes entries, workers, a store; returns events, judgements, what the store keeps.
It never knows how a thing looks, a student's name, or where a worker stands."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.judging.answering import Answering
    from judge.judging.attempts import Looks, Task, Worker
    from judge.judging.check import Checked
    from judge.judging.contest import Contest
    from judge.judging.crew import Hands, Work
    from judge.judging.doctor import examine
    from judge.judging.hack.hunt import Hunter
    from judge.judging.hack.keep import add_hacked, write_board
    from judge.judging.queue import QueueJudge
    from judge.judging.races import BonusRounds
    from judge.judging.regrading import Regrading
    from judge.judging.rounds import Rounds
    from judge.judging.session import GradingSession, enter_all
    from judge.judging.trials import ElsewhereRuns, LimitRuns, refused_answers, status_of
    from judge.judging.witnesses import keep_refuted
else:
    __getattr__ = door(__name__)

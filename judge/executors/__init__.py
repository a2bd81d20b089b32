"""Prepares a submission of either contract, and tries it on cases: Facts become findings in a student's words. It knows
no rank and no store."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.executors.contract import Outcome, Ready, executor_of
    from judge.executors.program.commands import open_untimed
    from judge.executors.program.startup import try_languages
    from judge.executors.validator import validate_answer, validator_fault
    from judge.executors.verdict import VALIDATOR_FAILED, calmer_runs, settle_run
else:
    __getattr__ = door(__name__)

"""The nouns of the judge: frozen, without I/O, and the same in every room.

Units stand in the names (`cpu_s`, `memory_bytes`); values are kept as measured and rounded where they are shown.
Rows and columns of a board count from 1 wherever a person reads them, so in `Finding.cells` too. One file holds one
family, and this door hands out all of them: `from judge.model import Problem`."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.model.account import Account, Deed
    from judge.model.case import Answer, Case, Instance, Value
    from judge.model.classroom import Course, Graded, LmsList, Mark, Roll, Student
    from judge.model.contest import Event, Finished, Preparing, Ran, Readied, RunRecord, Standing
    from judge.model.deadline import Deadline, read_clock
    from judge.model.distribution import installs, package_folders, version_of
    from judge.model.fence import fault_of
    from judge.model.hack import Hunt
    from judge.model.host import Check, Host
    from judge.model.job import Job
    from judge.model.judgement import Judgement, Prepared, Run
    from judge.model.overview import Overview
    from judge.model.package import About, Answered, Made, Validated, WrongKey
    from judge.model.problem import Limits, Problem, Programs
    from judge.model.record import Batch, Conditions, Record
    from judge.model.schedule import Schedule
    from judge.model.similarity import Similarities
    from judge.model.stored_answer import Given
    from judge.model.submission import Entry, Submission
    from judge.model.verdict import Finding, ReadWarning, Verdict
else:
    __getattr__ = door(__name__)

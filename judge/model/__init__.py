"""The nouns of the judge: frozen, without I/O, and the same in every room.

Units stand in the names (`cpu_s`, `memory_bytes`); values are kept as measured and rounded where they are shown.
Rows and columns of a board count from 1 wherever a person reads them, so in `Finding.cells` too.

One file holds one family, and this door hands out the nouns that every room speaks: `from judge.model import Problem`.
Those of one trade have to be named with their file: `record`, `classroom`, `package`, `fence`.
"""

from judge.model.deadline import Deadline
from judge.model.given import Given
from judge.model.host import UNKNOWN, Check, Clock, Host, Machine, Repair, Seen
from judge.model.judgement import (
    STARVED,
    Disturbance,
    Event,
    Finished,
    Interval,
    Judgement,
    Measurement,
    Measuring,
    Prepared,
    Preparing,
    Ran,
    Readied,
    Run,
    RunRecord,
    Settling,
    Standing,
)
from judge.model.problem import (
    LOAD_S,
    Algorithm,
    Answer,
    AttemptRule,
    Bonus,
    Case,
    Group,
    Instance,
    Kind,
    Layer,
    Limits,
    Parameter,
    Problem,
    Programs,
    Scheme,
    Signature,
    Validator,
)
from judge.model.submission import Contract, Entry, Submission
from judge.model.verdict import Excerpt, Finding, ReadWarning, Verdict

__all__ = [
    "LOAD_S",
    "STARVED",
    "UNKNOWN",
    "Algorithm",
    "Answer",
    "AttemptRule",
    "Bonus",
    "Case",
    "Check",
    "Clock",
    "Contract",
    "Deadline",
    "Disturbance",
    "Entry",
    "Event",
    "Excerpt",
    "Finding",
    "Finished",
    "Given",
    "Group",
    "Host",
    "Instance",
    "Interval",
    "Judgement",
    "Kind",
    "Layer",
    "Limits",
    "Machine",
    "Measurement",
    "Measuring",
    "Parameter",
    "Prepared",
    "Preparing",
    "Problem",
    "Programs",
    "Ran",
    "ReadWarning",
    "Readied",
    "Repair",
    "Run",
    "RunRecord",
    "Scheme",
    "Seen",
    "Settling",
    "Signature",
    "Standing",
    "Submission",
    "Validator",
    "Verdict",
]

"""The nouns of the judge: frozen, without I/O, and the same in every room.

Units stand in the names (`cpu_s`, `memory_bytes`); values are kept as measured and rounded where they are shown.
Rows and columns of a board count from 1 wherever a person reads them, so in `Finding.cells` too.

One file holds one family, and this door hands out the nouns that every room speaks: `from judge.model import Problem`.
Those of one trade have to be named with their file: `record`, `classroom`, `package`, `fence`.
"""

from judge.model.deadline import Deadline as Deadline
from judge.model.given import Given as Given
from judge.model.host import UNKNOWN as UNKNOWN
from judge.model.host import Check as Check
from judge.model.host import Clock as Clock
from judge.model.host import Host as Host
from judge.model.host import Machine as Machine
from judge.model.host import Repair as Repair
from judge.model.host import Seen as Seen
from judge.model.judgement import STARVED as STARVED
from judge.model.judgement import Disturbance as Disturbance
from judge.model.judgement import Event as Event
from judge.model.judgement import Finished as Finished
from judge.model.judgement import Interval as Interval
from judge.model.judgement import Judgement as Judgement
from judge.model.judgement import Measurement as Measurement
from judge.model.judgement import Measuring as Measuring
from judge.model.judgement import Prepared as Prepared
from judge.model.judgement import Preparing as Preparing
from judge.model.judgement import Ran as Ran
from judge.model.judgement import Readied as Readied
from judge.model.judgement import Run as Run
from judge.model.judgement import RunRecord as RunRecord
from judge.model.judgement import Settling as Settling
from judge.model.judgement import Standing as Standing
from judge.model.problem import Algorithm as Algorithm
from judge.model.problem import Answer as Answer
from judge.model.problem import AttemptRule as AttemptRule
from judge.model.problem import Bonus as Bonus
from judge.model.problem import Case as Case
from judge.model.problem import Group as Group
from judge.model.problem import Instance as Instance
from judge.model.problem import Layer as Layer
from judge.model.problem import Limits as Limits
from judge.model.problem import Parameter as Parameter
from judge.model.problem import Problem as Problem
from judge.model.problem import Programs as Programs
from judge.model.problem import Scheme as Scheme
from judge.model.problem import Signature as Signature
from judge.model.problem import Validator as Validator
from judge.model.submission import Contract as Contract
from judge.model.submission import Entry as Entry
from judge.model.submission import Submission as Submission
from judge.model.verdict import Excerpt as Excerpt
from judge.model.verdict import Finding as Finding
from judge.model.verdict import ReadWarning as ReadWarning
from judge.model.verdict import Verdict as Verdict

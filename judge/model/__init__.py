"""The nouns of the judge: frozen, without I/O, and the same in every room.

Units stand in the names (`cpu_s`, `memory_bytes`); values are kept as measured and rounded where they are shown.
Rows and columns of a board count from 1 wherever a person reads them, so in `Finding.cells` too. One file holds one
family, and this door hands out all of them: `from judge.model import Problem`."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.model.account import ROLES, Account, Credential, Deed, Entrance, Entrances, Role
    from judge.model.classroom import (
        NOTHING,
        WEB,
        Course,
        CourseCell,
        CourseRow,
        Decided,
        Doubt,
        GradeColumn,
        Graded,
        Homework,
        Lms,
        LmsList,
        Mark,
        Member,
        Places,
        Roll,
        Shape,
        Student,
        Unmatched,
        Worksheet,
        decided,
        is_total,
    )
    from judge.model.contents import Contents, Counts, PackageHeld, WebHeld
    from judge.model.deadline import DAY_S, Deadline, Extension, Lateness, Penalty, Term, earliest_s
    from judge.model.fence import ends_all, fault_of
    from judge.model.given import Given, Packed
    from judge.model.hack import Hack, Hunt, Kind, Said
    from judge.model.host import NOWHERE, ROUGH, UNKNOWN, Check, Clock, Host, Machine, Repair, Seen
    from judge.model.installed import DISTRIBUTION, installs, judge_version, package_folders, revision, version_of
    from judge.model.job import Brief, Ended, Job, JobCounts, JobState, Place, RegradeWish
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
    from judge.model.overview import Bin, CaseFacts, Line, Near, Overview, Reason, Tried
    from judge.model.package import About, Answered, Asks, Made, Reference, Remark, Reply, SpoiltKind, State, Validated
    from judge.model.problem import (
        BORDER,
        COUNTED_MOST,
        HOPELESS,
        IDLE_S,
        SAMPLES,
        UNSAID,
        Algorithm,
        Answer,
        Array,
        AttemptRule,
        Base,
        Bonus,
        Case,
        Group,
        Instance,
        Layer,
        Limits,
        PairsMean,
        Parameter,
        Problem,
        Programs,
        Scheme,
        Signature,
        Validator,
        Value,
    )
    from judge.model.record import (
        Batch,
        Change,
        Conditions,
        Decision,
        Record,
        Ticket,
    )
    from judge.model.schedule import AsOf, ContestMoment, ContestWord, Phase, Schedule, Task, Team, Try
    from judge.model.similarity import Circle, Pair, Part, Similarities, Span, Work
    from judge.model.submission import Contract, Entry, Submission
    from judge.model.verdict import Excerpt, Finding, ReadWarning, Verdict
    from judge.model.wrong_key import WrongKey, witness_path
else:
    __getattr__ = door(__name__)

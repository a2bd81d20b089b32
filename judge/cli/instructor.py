"""The commands of an instructor on a class that was handed in: grade, export and regrade, and mark for one student."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final

import click
import msgspec

from judge.classroom import Gradebook, Marking, Pending, Roster, find_owners, read_lms_list, submissions_of
from judge.cli.class_argument import ClassArgument, class_path
from judge.cli.declaration import Words, argument, command, option, words_of
from judge.cli.following import bonus_to_the_end, class_to_the_end
from judge.cli.icpc import PackageExport
from judge.cli.options import (
    AS,
    AllowJudgeErrors,
    Flags,
    JsonFile,
    ProblemName,
    RosterFile,
    RunOptions,
    read_problem,
    run_options,
    write_json_of,
)
from judge.cli.running import hands
from judge.cli.values import Amount
from judge.files import write_json
from judge.judging import GradingSession, Regrading, enter_all, keep_refuted
from judge.model import Batch, Conditions, Graded, Job, LmsList, Problem, RunRecord, Verdict
from judge.reports import (
    EXPORTS,
    GradebookReport,
    MarkReport,
    PlainConsole,
    RegradeReport,
    RollReport,
    Sheet,
    bonus_lines,
    class_mixture,
    hand_out,
    wrong_key_lines,
)
from judge.scoring import awards, boards
from judge.store import Store, run_json
from judge.text import counted

OUT = "-graded"  # behind the name of a class: the folder of what came of it
_TARGETS: Final[Words] = {name: [option(f"--{name}", row.help, metavar=row.metavar)] for name, row in EXPORTS.items()}
_TO_GRADE: Final = words_of(ClassArgument) | {"path": [class_path(beside="")]}
_TO_EXPORT: Final = words_of(ClassArgument) | {"path": [class_path(unless="icpc")]}
_OPTIONS: Final = run_options(strangers=True, far=True)


class _Grading(msgspec.Struct, frozen=True):
    """How a class is graded."""

    dry_run: Annotated[bool, Flags.DRY_RUN]
    out: Annotated[
        Path | None, option("--out", "For gradebook and pages. Default: the class's name-graded.", metavar="FOLDER")
    ]
    again: Annotated[bool, Flags.AGAIN.saying("Run everything again; if that is stopped, go on without this.")]
    budget: Annotated[float | None, Flags.BUDGET.saying("For measuring who is near a bonus. Default: 60s.")]
    allow_judge_errors: AllowJudgeErrors


class _Setting(msgspec.Struct, frozen=True):
    """How exports are written."""

    title: Annotated[str, option("--title", "The column's name in the LMS, such as 'Homework 1 (1234)'.", default="")]
    allow_judge_errors: AllowJudgeErrors


@command
def grade(
    handed_in: Annotated[ClassArgument, _TO_GRADE],
    asked: _Grading,
    options: Annotated[RunOptions, _OPTIONS],
    json_file: JsonFile,
) -> int:
    """Judge a class; write a gradebook and feedback.

    Write a gradebook, and a feedback page for each student. A grading that was stopped goes on where it stopped.
    """
    path = handed_in.path.resolve()
    folder = asked.out or Path(f"{path.name.removesuffix('.zip')}{OUT}")
    if folder.resolve().is_relative_to(path):
        what = f"{folder} lies in the class itself, where it would be a student"
        raise click.UsageError(f"{what}; name another with --out")
    console, chosen = PlainConsole(), read_problem(handed_in.problem)
    roll = handed_in.roll(chosen, to_settle=asked.dry_run)
    console.print(RollReport(roll))
    _say(handed_in.settling(roll, write=asked.dry_run), console)
    if asked.dry_run:
        write_json_of(RollReport(roll), json_file)
        return 0
    with Store() as store, hands(options, console) as (opened, host):
        under, repeat = Conditions.of(chosen, host, options.repeat), options.repeat
        batch = store.begin(Batch("grade", chosen, host, under, label=str(path), again=asked.again, repeat=repeat))
        tickets = enter_all(store, batch, submissions_of(roll, chosen))
        if not class_to_the_end(GradingSession(store, batch, tickets), opened, console):
            return 130
        race = bonus_to_the_end(store, batch, tickets, asked.budget, (opened, console))
        if race is None:
            return 130
        records = [record for ticket in tickets if (record := store.record(ticket.id, chosen))]
        book = Gradebook.read(store, roll, chosen, records)
    shared = filter(None, map(str, awards(book.judgements, host.ranks_by)))
    console.print(GradebookReport(book.rows, chosen, lost=book.lost).summary([*shared]))
    console.print(wrong_key_lines(keep_refuted(book.judgements)))
    console.print(bonus_lines(race))
    if json_file:
        run = RunRecord.of(boards(book.judgements, ranked=False), host, RunRecord.Measuring(rounds=race))
        write_json(json_file, run_json(run, [chosen]))
    targets = {"gradebook": folder / "gradebook.csv", "feedback": folder / "feedback"}
    sheet = Sheet.of(chosen, book.clock)
    _say(hand_out(book.rows, targets, sheet, allow_judge_errors=asked.allow_judge_errors), console)
    failed = any(row.verdict is Verdict.JE and (row.mark is None or row.mark.grade is None) for row in book.rows)
    return 3 if failed and not asked.allow_judge_errors else 0


@command
def export(
    handed_in: Annotated[ClassArgument, _TO_EXPORT],
    targets: Annotated[dict[str, Path | None], _TARGETS],
    setting: _Setting,
    json_file: JsonFile,
    package: PackageExport,
) -> int:
    """Write gradebooks, or an ICPC package.

    Write what counts now for a class. With --icpc write a problem for other judges instead: `judge help icpc`.
    """
    named = {name: path for name, path in targets.items() if path}
    if package.is_wanted(handed_in, [*named, *(["json"] if json_file else [])]):
        return package.write(handed_in.problem)
    if not (named or json_file):
        raise click.UsageError("say what to write, for example --gradebook gradebook.csv")
    console = PlainConsole()
    chosen, roll = handed_in.read()
    with Store() as store:
        book = Gradebook.read(store, roll, chosen)
    report = GradebookReport(book.rows, chosen, book.outdated, book.lost)
    console.print(report.warnings(f"--problem {handed_in.problem}", web=roll.shape == "web"))
    console.warn(class_mixture(book.records, chosen))
    write_json_of(report, json_file)
    lms = read_lms_list(handed_in.roster) if handed_in.roster else LmsList()
    sheet = msgspec.structs.replace(Sheet.of(chosen, book.clock), column=setting.title, shape=book.roll.shape, lms=lms)
    _say(hand_out(book.rows, named, sheet, allow_judge_errors=setting.allow_judge_errors), console)
    return 0


# --- again, and published after a look --------------------------------------------------------------------------------
class _Regrade(msgspec.Struct, frozen=True):
    """What is to be done: decide about the pending regrade, or judge all or a part of a class again for a reason."""

    problem: ProblemName
    reason: Annotated[str, option("--reason", "Why, in a few words; it is kept.", default="")]
    disturbed: Annotated[
        bool, option("--disturbed", "Only the runs that other work disturbed, or that the judge failed on.")
    ]
    students: Annotated[
        tuple[str, ...], option("--student", "Only this student's; may be given again.", metavar="NAME")
    ]
    cases: Annotated[tuple[str, ...], Flags.CASE.saying("Only on this case; may be given again.")]
    roster: RosterFile
    decision: Annotated[
        Batch.Decision | None,
        option("--apply", "Publish the pending regrade.", flag_value="applied"),
        option("--cancel", "Drop it.", flag_value="cancelled"),
    ]
    allow_judge_errors: Annotated[
        bool, Flags.ALLOW.saying("Publish it, or end with 0, though the judge itself failed on somebody.")
    ]

    @property
    def part(self) -> bool:
        """Say whether only a part is named."""
        return bool(self.disturbed or self.students or self.cases)


@command
def regrade(asked: _Regrade, options: Annotated[RunOptions, _OPTIONS], json_file: JsonFile) -> int:
    """Judge a class again; publish it after a look.

    Judge all that counts, or a part of it, without publishing it, and show what would change. Then --apply publishes it
    and --cancel drops it.
    """
    if asked.decision and asked.part:
        raise click.UsageError("--apply and --cancel decide about the whole pending regrade; name no part of it")
    console, chosen, decision = PlainConsole(), read_problem(asked.problem), asked.decision
    with Store() as store:
        settled: Sequence[RunRecord.Settling] = ()
        if decision:
            pending = Pending.to_decide(store, chosen, decision)
        else:
            found = _judge_again(store, chosen, asked, options, console)
            if isinstance(found, int):
                return found
            pending, settled = Pending.read(store, found[0]), found[1]
        lost = [] if asked.allow_judge_errors else pending.failed
        if decision:
            pending.decide(store, decision, allow_judge_errors=asked.allow_judge_errors)
    report = RegradeReport(pending.batch, pending.changes, pending.others, settled, decision or "pending")
    console.print(report)
    if decision:
        then = ":  judge export  writes the gradebook as it counts now" if decision == "applied" else ""
        console.print(f"the regrade is {decision}{then}")
    else:
        console.print(f"nothing is published yet:  judge regrade --problem {asked.problem} --apply   or   --cancel")
    write_json_of(report, json_file)
    return 3 if lost and not decision else 0


def _judge_again(
    store: Store, problem: Problem, asked: _Regrade, options: RunOptions, console: PlainConsole
) -> tuple[Batch, Sequence[RunRecord.Settling]] | int:
    """Judge again what was asked for, and measure who is near a bonus. Return the exit status where there is nothing to
    judge, or Ctrl-C ended it."""
    if not (asked.reason or asked.part or store.regrades.pending(problem)):
        raise click.UsageError('say why it is done again, for example --reason "case forest-7 was wrong"')
    roster = Roster.listed(asked.roster)
    students = find_owners(store, problem, asked.students, roster)
    wish = Job.Wish(asked.reason, students, asked.cases, asked.disturbed)
    regrading = Regrading(store, problem, wish, options.repeat)
    if asked.part and not regrading.finds_any():
        console.print(f"nothing to judge again: no run that counts is one of  {regrading.part}")
        return 0
    with hands(options, console) as (opened, host):
        batch = regrading.begin(host)
        session = regrading.session(batch)
        if batch.part:
            part = f"{counted(session.total, 'run')} of {counted(session.tickets, 'submission')}"
            console.print(f"{part} to judge again:  {batch.part}")
        if not class_to_the_end(session, opened, console):
            return 130
        settled: list[RunRecord.Settling] = []
        for tickets in regrading.races(batch):
            race = bonus_to_the_end(store, batch, tickets, None, (opened, console))
            if race is None:
                return 130
            settled += race
    return batch, settled


# --- one student ------------------------------------------------------------------------------------------------------
_SAID: Final = {
    "several": "give one of --points, --excuse and --clear",
    "no reason": 'say why, for example --why "handed in by mail"; the student reads it',
    "idle reason": "--why belongs to --points, --excuse or --clear",
    "nobody": "--as must say who you are",
}


_MARKING: Final[Words] = {
    "student": [argument("STUDENT")],
    "points": [option("--points", "Give these points by hand.", type=Amount("points", 0))],
    "excuse": [option("--excuse", "No points, and in no figure of the class.")],
    "comment": [option("--comment", "Say this to the student.", default="", metavar="TEXT")],
    "clear": [option("--clear", "Take back all of these: what the judge gave counts again.")],
    "why": [option("--why", "Why points or an excuse are given; the student reads it.", default="", metavar="TEXT")],
    "name": [AS],
}


@command
def mark(handed_in: ClassArgument, asked: Annotated[Marking, _MARKING]) -> int:
    """Give points, an excuse or a comment by hand.

    The decision is kept with its author, time and reason, and stays after a regrade. Without an option, show what
    was decided.
    """
    if asked.wrong:
        raise click.UsageError(_SAID[asked.wrong])
    chosen, roll = handed_in.read(to_mark=True)
    with Store() as store:
        student = asked.find(roll, store.marks.of(chosen.name, roll.place))
        owner = student.owner
        store.marks.add(chosen.name, roll.place, asked.marks(owner))
        book = Gradebook.read(store, roll, chosen)
    row = next((row for row in book.rows if row.student == student), Graded(student))
    console, report = PlainConsole(), MarkReport(row, [one for one in book.marks if one.owner == owner], book.lost)
    console.print(report)
    if asked.points is not None and asked.points > row.max_points:
        console.print(report.above_most)
    return 0


def _say(lines: Iterable[object], console: PlainConsole) -> None:
    for line in lines:
        console.print(line, soft_wrap=True)

"""The commands of an instructor on a class that was handed in: grade and export, and mark for one student."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final

import click
import msgspec

from judge.classroom import Gradebook, Marking, read_lms_list, submissions_of
from judge.cli.class_argument import ClassArgument, class_path
from judge.cli.declaration import Words, argument, command, option, words_of
from judge.cli.following import bonus_to_the_end, class_to_the_end
from judge.cli.icpc import PackageExport
from judge.cli.options import (
    AS,
    AllowJudgeErrors,
    Flags,
    JsonFile,
    RunOptions,
    read_problem,
    run_options,
    write_json_of,
)
from judge.cli.running import hands
from judge.cli.values import Amount
from judge.files import write_json
from judge.judging import GradingSession, enter_all, keep_refuted
from judge.model import Batch, Conditions, Graded, LmsList, RunRecord, Verdict
from judge.reports import (
    EXPORTS,
    GradebookReport,
    MarkReport,
    PlainConsole,
    RollReport,
    Sheet,
    bonus_lines,
    hand_out,
    mixed,
    reasons,
    wrong_key_lines,
)
from judge.scoring import awards, boards
from judge.store import Store, run_json

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
    console.print(GradebookReport(book.rows, chosen).summary([*shared]))
    console.print(wrong_key_lines(keep_refuted(book.judgements)))
    console.print(bonus_lines(race))
    if json_file:
        run = RunRecord.of(boards(book.judgements, ranked=False), host, RunRecord.Measuring(rounds=race))
        write_json(json_file, run_json(run, [chosen]))
    _say(reasons("unmatched", book.lost), console)
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
    if package.wanted(handed_in, [*named, *(["json"] if json_file else [])]):
        return package.write(handed_in.problem)
    if not (named or json_file):
        raise click.UsageError("say what to write, for example --gradebook gradebook.csv")
    console = PlainConsole()
    chosen, roll = handed_in.read()
    with Store() as store:
        book = Gradebook.read(store, roll, chosen)
    report = GradebookReport(book.rows, chosen, book.outdated)
    console.print(report.warnings(f"--problem {handed_in.problem}", web=roll.shape == "web"))
    _say(reasons("unmatched", book.lost), console)
    console.warn(mixed(book.records, chosen))
    write_json_of(report, json_file)
    lms = read_lms_list(handed_in.roster) if handed_in.roster else LmsList()
    sheet = msgspec.structs.replace(Sheet.of(chosen, book.clock), column=setting.title, shape=book.roll.shape, lms=lms)
    _say(hand_out(book.rows, named, sheet, allow_judge_errors=setting.allow_judge_errors), console)
    return 0


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
    chosen, roll = handed_in.read()
    with Store() as store:
        student = asked.find(roll, store.marks.of(chosen.name, roll.place))
        owner = student.owner
        store.marks.add(chosen.name, roll.place, asked.marks(owner))
        book = Gradebook.read(store, roll, chosen)
    row = next((row for row in book.rows if row.student == student), Graded(student))
    console, report = PlainConsole(), MarkReport(row, [one for one in book.marks if one.owner == owner])
    console.print(report)
    _say(reasons("unmatched", book.lost), console)
    if asked.points is not None and asked.points > row.max_points:
        console.print(report.above_most)
    return 0


def _say(lines: Iterable[object], console: PlainConsole) -> None:
    for line in lines:
        console.print(line, soft_wrap=True)

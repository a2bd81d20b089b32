"""The command of an instructor on a class that was graded: regrade."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import click
import msgspec

from judge.classroom import Pending, Roster, find_owners
from judge.cli.declaration import command, option
from judge.cli.following import bonus_to_the_end, class_to_the_end
from judge.cli.options import (
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
from judge.judging import Regrading
from judge.model import Batch, Job, Problem, RunRecord
from judge.reports import PlainConsole, RegradeReport
from judge.store import Store
from judge.text import counted


class _Asked(msgspec.Struct, frozen=True):
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


_OPTIONS = run_options(strangers=True, far=True)


@command
def regrade(asked: _Asked, options: Annotated[RunOptions, _OPTIONS], json_file: JsonFile) -> int:
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
            found = _judged(store, chosen, asked, options, console)
            if isinstance(found, int):
                return found
            pending, settled = Pending.read(store, found[0]), found[1]
        lost = [] if asked.allow_judge_errors else pending.failed
        if decision:
            pending.decide(store, decision, allow_judge_errors=asked.allow_judge_errors)
    report = RegradeReport(pending.batch, pending.changes, pending.others, settled, decision or "pending")
    console.print(report)
    if decision:
        console.print(f"the regrade is {decision}")
    else:
        console.print(f"nothing is published yet:  judge regrade --problem {asked.problem} --apply   or   --cancel")
    write_json_of(report, json_file)
    return 3 if lost and not decision else 0


def _judged(
    store: Store, problem: Problem, asked: _Asked, options: RunOptions, console: PlainConsole
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

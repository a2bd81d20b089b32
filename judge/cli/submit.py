"""The command `judge submit`: judge a solution, and keep the result."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import msgspec

from judge.cli.declaration import command, option
from judge.cli.following import to_the_end
from judge.cli.options import (
    AsName,
    Flags,
    JsonFile,
    MainName,
    RunOptions,
    package,
    refuse_given,
    run_options,
    solution,
)
from judge.cli.running import sandboxes
from judge.errors import JudgeError
from judge.files import write_json
from judge.judging import GradingSession
from judge.model import Batch, Conditions, Entry, Event, Problem, Submission
from judge.reports import Live, OwnResult, PlainConsole, Results
from judge.scoring import exit_status
from judge.store import Store
from judge.submissions import Choice, entries

_LOCAL = ("again", "gradescope", "repeat", "jobs", "name")  # of no use at a site
_UNCLEAR = ("E431", "E435", "E438")  # about what was handed in, not about the problem


class Handed(msgspec.Struct, frozen=True):
    """What is submitted, by whom and how."""

    file: Annotated[Path, solution()]
    problem: Annotated[str | None, package("A package, by name or by folder. Default: as FILE says.")]
    main: MainName
    name: AsName
    again: Annotated[bool, Flags.AGAIN]
    hopeless: Annotated[bool, Flags.ALL.saying("Also the larger cases of a group after two time-outs in it.")]
    gradescope: Annotated[
        Path | None, option("--gradescope", "Write Gradescope's results.json here, anew after every case.")
    ]
    to: Annotated[str, Flags.TO.saying("Hand in at this site of `judge serve` instead.", default="", metavar="URL")]
    token_file: Annotated[
        Path | None, option("--token-file", "For --to: the token is in this file. Default: in JUDGE_TOKEN.")
    ]


@command
def submit(handed: Handed, options: Annotated[RunOptions, run_options()], json_file: JsonFile) -> int:
    """Judge a solution, keep the result, show the rank.

    The same FILE is not run twice under the same conditions, unless --again is given. With --to it is judged at a site
    of `judge serve`, with a token that is made there, and shown as here.
    """
    if handed.to:
        refuse_given(_LOCAL, "a submission that is judged here: leave it out with --to")
        from judge.cli.submit_to import submit_to

        return submit_to(handed, json_file)
    refuse_given(("token_file",), "--to")
    return _submit_here(handed, options, json_file)


def _submit_here(handed: Handed, options: RunOptions, json_file: Path | None) -> int:
    console, handed_s = PlainConsole(), time.time()  # before anybody waits for a core
    chosen, submission = _one_submission(handed)
    with Store() as store, sandboxes(options, console) as (opened, host):
        under = Conditions.of(chosen, host, options.repeat)
        spared = not (handed.hopeless or handed.gradescope)
        batch = Batch("submit", chosen, host, under, again=handed.again, repeat=options.repeat, spared=spared)
        batch = store.begin(batch)
        ticket = store.enter(batch, submission, handed.name, handed_s)
        with Results(handed.gradescope, ticket, chosen, host.ranks_by) as results:
            session = GradingSession(store, batch, [ticket])
            live = Live(console, session.total, (Entry(chosen, (ticket.submission,)),))
            live.clock = host.ranks_by

            def show(event: Event | GradingSession.Judged) -> None:
                if not isinstance(event, GradingSession.Judged):
                    live.event(event)
                    results.event(event)

            if not to_the_end(session.events(opened), live, show, console):
                return 130
        record = store.record(ticket.id, chosen)
        assert record is not None, "it is finished"
        place, shown = store.boards.place(chosen, under, host, handed.name)
        seed = store.seed(ticket.id)
    judgement = msgspec.structs.replace(record.judgement, submission=submission)
    results.close(judgement)
    if ticket.done and not session.total:
        console.print("the same bytes were judged before, so nothing was run; --again runs them again", style="dim")
    own = OwnResult(judgement, place, shown)
    console.print(own)
    if json_file:
        write_json(json_file, own.document(host, seed))
    return exit_status([judgement])


def _one_submission(handed: Handed) -> tuple[Problem, Submission]:
    """Return what is to be judged. Where nothing can be, write for Gradescope why."""
    problems = (handed.problem,) if handed.problem else ()
    refusal = JudgeError("E431", f"{handed.file} holds several submissions", help="submit one of them, by its name")
    try:
        found = entries(Choice((handed.file,), problems, as_one=True, main=handed.main))
    except JudgeError as error:
        refusal = error
    else:
        if len(found) == 1 and len(found[0].submissions) == 1:
            return found[0].problem, found[0].submissions[0]
    if handed.gradescope and refusal.code in _UNCLEAR:
        Results.refuse(handed.gradescope, refusal)
    raise refusal

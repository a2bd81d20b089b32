"""The command `judge submit`: judge a solution and keep the result; with --to at a site, and see the same."""

from __future__ import annotations

import os
import re
import sys
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import click
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
from judge.model import Batch, Conditions, Entry, Event, Preparing, Problem, Ran, Readied, Submission
from judge.reports import Live, OwnResult, PlainConsole, Results
from judge.scoring import exit_status
from judge.store import Store
from judge.submissions import Choice, Folder, declared_problem, entries, read_submission
from judge.text import clean_line, counted

if TYPE_CHECKING:
    from judge.client import Progress, Site

TOKEN: Final = "JUDGE_TOKEN"
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,128}")
_MOST: Final = 1024  # bytes of a file with a token
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
        return _submit_to(handed, json_file)
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


# --- at a site --------------------------------------------------------------------------------------------------------
def _submit_to(handed: Handed, json_file: Path | None) -> int:
    """Hand in a file, or a folder of which one file is run, show it being judged, and return the exit status."""
    from judge.client import Site

    console, file, main = PlainConsole(), handed.file, handed.main
    site = Site(handed.to, partial(_token, handed.token_file), lambda words: console.print(words, style="yellow"))
    read_submission(file, "", main=main)  # what is wrong with the file is said before anybody is asked for a token
    problem = site.problem(handed.problem or declared_problem(file, main) or "")
    submission = read_submission(file, problem, f"{file} --problem {problem}", main=main)
    whole = Folder.at(file)  # all of it is sent, as the site says what is judged of it
    files = whole.files if whole else ((submission.path.name, submission.source),)
    run = str(submission.path.relative_to(file)) if whole else ""
    try:
        begun = site.submit(problem, files, run)
    except KeyboardInterrupt:
        return _tell_interrupted("it may have arrived", site.home, console)
    for remark in begun.remarks:
        console.print(remark, style="yellow", soft_wrap=True)
    page = site.page(begun.job)
    try:
        _follow(site, begun, submission, console)
        result = site.result(begun.job)
    except KeyboardInterrupt:
        return _tell_interrupted("it is judged all the same", page, console)
    except JudgeError as error:
        repair = f"{error.help}; it is there all the same: {page}" if error.code == "E522" else error.help
        raise JudgeError(error.code, error.message, error.place, error.note, repair) from None
    own = msgspec.structs.replace(submission, sha256=result.judgement.submission.sha256)
    judgement = msgspec.structs.replace(result.judgement, submission=own)
    console.print(OwnResult(judgement, result.place, result.ground, quieter=""))  # on another machine: nothing helps
    if json_file:
        write_json(json_file, result.said)
    return exit_status([judgement])


def _tell_interrupted(what: str, page: str, console: PlainConsole) -> int:
    """Say after Ctrl-C where to look, and return the exit status."""
    console.print(f"interrupted: {what}", style="bold yellow")
    console.print(f"look at it in a browser: {page}", soft_wrap=True)
    return 130


def _follow(site: Site, begun: Progress, submission: Submission, console: PlainConsole) -> None:
    """Show it waiting, and being judged."""
    entry = Entry(begun.outlined, (submission,))
    with ExitStack() as shown:
        for event in site.events(begun, submission):
            if isinstance(event, Preparing):  # its clock begins where it is begun
                live = shown.enter_context(Live(console, len(entry.problem.cases), (entry,)))
            if isinstance(event, Preparing | Readied | Ran):
                live.event(event)
            else:
                _tell(event.ahead, event.wait_s, event.why, console)


def _tell(ahead: int, wait_s: float | None, why: str, console: PlainConsole) -> None:
    """Say how many are ahead, and about how long that takes; or why it waits to be tried again."""
    if why:
        console.print(f"the judge has failed on it, and tries again later: {clean_line(why)}", style="yellow")
        return
    said = f"{counted(ahead, 'submission')} ahead of yours" if ahead else "yours is next"
    if wait_s is not None and wait_s >= 1:
        about = f"{wait_s:.0f} s" if wait_s < 100 else f"{wait_s / 60:.0f} min"  # no finer than it is
        said += f"; it begins in about {about}"
    console.print(said, style="dim")


def _token(file: Path | None, site: str) -> str:
    """Return the token: of the file, of the environment, or as somebody types it. JudgeError E523 without one."""
    if file:
        try:
            with file.open("rb") as opened:
                found = opened.read(_MOST).decode(errors="replace").strip()
        except OSError as error:
            raise JudgeError("E435", f"{file} can't be opened: {error.strerror}", help="check the name") from None
    elif found := os.environ.get(TOKEN, "").strip():
        pass
    elif sys.stdin.isatty():
        found = str(click.prompt(f"Your token for {site}", hide_input=True, err=True)).strip()
    repair = f"make one on the site, under Tokens, and put it into {TOKEN}, or into a file for --token-file"
    if not found:
        raise JudgeError("E523", f"a token is needed to hand in at {site}", help=repair)
    if not _SECRET.fullmatch(found):
        raise JudgeError("E523", "this is no token: it has other characters, or too many", help=repair)
    return found

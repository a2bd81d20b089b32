"""`judge submit --to`: hand in at a site, and see the same as where it is judged here."""

from __future__ import annotations

import os
import re
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

import click
import msgspec

from judge.cli.submit import Handed
from judge.client import Progress, Site
from judge.errors import JudgeError
from judge.files import write_json
from judge.model import Entry, Preparing, Ran, Readied, Submission
from judge.reports import Live, OwnResult, PlainConsole
from judge.scoring import exit_status
from judge.submissions import declared_problem, files_of, read_submission
from judge.text import clean_line, counted

TOKEN: Final = "JUDGE_TOKEN"
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,128}")
_MOST: Final = 1024  # bytes of a file with a token


def submit_to(handed: Handed, json_file: Path | None) -> int:
    """Hand in a file, or a folder of which one file is run, show it being judged, and return the exit status."""
    console = PlainConsole()
    file, main = handed.file, handed.main
    site = Site(handed.to, partial(_token, handed.token_file), lambda words: console.print(words, style="yellow"))
    read_submission(file, "", main=main)  # what is wrong with the file is said before anybody is asked for a token
    problem = site.problem(handed.problem or declared_problem(file, main) or "")
    submission = read_submission(file, problem, f"{file} --problem {problem}", main=main)
    whole = file.is_dir()  # all of it is sent, as the site says what is judged of it
    files = files_of(file) if whole else ((submission.path.name, submission.source),)
    run = str(submission.path.relative_to(file)) if whole else ""
    try:
        begun = site.submit(problem, files, run)
    except KeyboardInterrupt:
        return _interrupted("it may have arrived", site.home, console)
    for remark in begun.remarks:
        console.print(remark, style="yellow", soft_wrap=True)
    page = site.page(begun.job)
    try:
        _follow(site, begun, submission, console)
        result = site.result(begun.job)
    except KeyboardInterrupt:
        return _interrupted("it is judged all the same", page, console)
    except JudgeError as error:
        repair = f"{error.help}; it is there all the same: {page}" if error.code == "E522" else error.help
        raise JudgeError(error.code, error.message, error.place, error.note, repair) from None
    own = msgspec.structs.replace(submission, sha256=result.judgement.submission.sha256)
    judgement = msgspec.structs.replace(result.judgement, submission=own)
    console.print(OwnResult(judgement, result.place, result.ground, quieter=""))  # on another machine: nothing helps
    if json_file:
        write_json(json_file, result.said)
    return exit_status([judgement])


def _interrupted(what: str, page: str, console: PlainConsole) -> int:
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

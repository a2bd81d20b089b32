"""The commands of a student whose results are kept: submit and board. What they need is imported inside them."""

from __future__ import annotations

import math
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from judge.cli.options import FILE, as_name, on_a_bench, repeating, sandboxes, to_json, to_the_end
from judge.errors import JudgeError
from judge.model import Algorithm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.cli.options import Happened
    from judge.judging.session import GradingSession
    from judge.model import Problem, Submission
    from judge.model.record import Conditions
    from judge.reports.export.write import Results
    from judge.reports.terminal.console import PlainConsole
    from judge.sandbox.sandbox import Sandbox
    from judge.scoring.leaderboard import Leaderboard
    from judge.store import Store

ALGORITHMS = ("BFS", "DFS", "SA", "ANY")
_UNCLEAR = ("E431", "E435", "E438")  # about what was handed in, not about the problem


class _View(msgspec.Struct, frozen=True):
    """How a board is asked for: with a `key` all others than `own` are shown under pseudonyms."""

    own: str
    algorithm: Algorithm | None = None
    before_s: float = math.inf
    key: bytes = b""


def _moment(_: click.Context, option: click.Parameter, text: str | None) -> datetime | None:
    """A time, by the clock of this place where it names no zone."""
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        words = f"{text!r} is no time; write it as '2026-11-21 18:00' or, with a zone, '2026-11-21 18:00+01:00'"
        raise click.BadParameter(words, param=option) from None


@click.command()
@click.argument("file", type=FILE)
@click.option("--problem", metavar="NAME|DIR", help="A package, by name or by folder. Default: as FILE says.")
@as_name
@click.option("--again", is_flag=True, help="Run it even if the same bytes were judged before.")
@click.option("--gradescope", type=FILE, help="Write Gradescope's results.json here, anew after every case.")
@repeating
@on_a_bench
@to_json
def submit(file: Path, problem: str | None, name: str, json_file: Path | None, **words: Any) -> int:
    """Judge a solution, keep the result, show the rank.

    The same FILE is not run twice under the same conditions, unless --again is given.
    """
    from judge.judging.session import GradingSession
    from judge.model.record import Batch, conditions
    from judge.reports.export.atomic import write_json
    from judge.reports.export.run_json import run_json
    from judge.reports.export.write import Results
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.leaderboard import as_visible, place_line, submitted
    from judge.scoring import ranking
    from judge.scoring.leaderboard import Ground, placed
    from judge.store import Store

    again, gradescope, repeat = words.pop("again"), words.pop("gradescope"), words.pop("repeat")
    console = plain_console()
    chosen, submission = _one_submission(file, problem, gradescope)
    with Store() as store, sandboxes(words, console, trust=True) as (opened, host):
        under = conditions(chosen, host, repeat)
        batch = store.begin(Batch("submit", chosen, host, under, again=again, repeat=repeat))
        ticket = store.enter(batch, submission, name)
        results = Results(gradescope, ticket, chosen, ranking.clock_of(host))
        with results:
            sitting = GradingSession(store, batch, [ticket])
            if not _submitted(sitting, opened, results, console):
                return 130
        record = store.record(ticket.id, chosen)
        assert record is not None, "it is finished"
        ground = Ground(chosen.name, under.package, under.limits, ranking.clock_of(host), host.sandbox != "plain")
        place = placed(store.scores.best(ground), name, chosen)
    judgement = msgspec.structs.replace(record.judgement, submission=submission)
    results.close(judgement)
    if ticket.done and not sitting.total:
        console.print("the same bytes were judged before, so nothing was run; --again runs them again", style="dim")
    console.print(submitted(judgement, chosen.piece, console.width))
    console.print(place_line(place, judgement))
    if json_file:
        rank = place.rank if place and not judgement.faults else None
        write_json(json_file, run_json(host, {chosen.name: chosen.limits}, [(as_visible(judgement), rank)]))
    return ranking.exit_status([judgement])


@click.command()
@click.argument("problem", required=False, metavar="[NAME|DIR]")
@click.option("--algorithm", type=click.Choice(ALGORITHMS), help="On the cases of this algorithm alone. Default: all.")
@click.option("--pseudonyms", is_flag=True, help="Show all others under a pseudonym.")
@click.option("--freeze", callback=_moment, metavar="TIME", help="As it stood then: '2026-11-21 18:00' here.")
@click.option("--repeat", type=click.IntRange(1, 1000), default=1, help="Of what was submitted with this --repeat.")
@as_name
@to_json
def board(problem: str | None, name: str, json_file: Path | None, **words: Any) -> int:
    """Show the leaderboard of all that was submitted.

    Show that of a problem, and that of each of its algorithms. Default: of every problem under testcases/ that
    somebody has submitted to.
    """
    from judge.model import Host
    from judge.model.record import conditions
    from judge.problems.package import read_package
    from judge.reports.export.atomic import write_json
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.leaderboard import boards_json, boards_lines
    from judge.store import Store
    from judge.submissions.choice import package_folders

    freeze: datetime | None = words["freeze"]
    only: Algorithm | None = words["algorithm"]
    nowhere = Host("", (), (), "", "", "", "", 0)  # rows of all hosts may stand side by side
    found: list[Leaderboard] = []
    with Store() as store:
        view = _View(name, only, freeze.timestamp() if freeze else math.inf, store.key if words["pseudonyms"] else b"")
        for chosen in map(read_package, package_folders([problem] if problem else [])):
            if problem and only and only not in chosen.algorithms:
                known = ", ".join(chosen.algorithms)
                raise click.BadParameter(
                    f"{chosen.name} has no cases for {only}, but for {known}", param_hint="--algorithm"
                )
            found += _boards(store, chosen, conditions(chosen, nowhere, words["repeat"]), view)
    plain_console().print(boards_lines(found, freeze))
    if json_file:
        write_json(json_file, boards_json(found, freeze))
    return 0


def _one_submission(file: Path, word: str | None, gradescope: Path | None) -> tuple[Problem, Submission]:
    """What is to be judged. Gradescope is told why, where nothing can be."""
    from judge.reports.export.write import write_refusal
    from judge.submissions.choice import Choice, entries

    refusal = JudgeError("E431", f"{file} holds several submissions", help="submit one of them, by its name")
    try:
        found = entries(Choice((file,), (word,) if word else ()))
    except JudgeError as error:
        refusal = error
    else:
        if len(found) == 1 and len(found[0].submissions) == 1:
            return found[0].problem, found[0].submissions[0]
    if gradescope and refusal.code in _UNCLEAR:
        write_refusal(gradescope, refusal)
    raise refusal


def _submitted(sitting: GradingSession, opened: Sequence[Sandbox], results: Results, console: PlainConsole) -> bool:
    """Show a submission being judged; say whether it came to its end."""
    from judge.judging.session import Judged
    from judge.reports.terminal.progress import Live

    live = Live(console, sitting.total)

    def show(event: Happened) -> None:
        if not isinstance(event, Judged):
            live.event(event)
            results.event(event)

    return to_the_end(sitting.events(opened), live, show, console)


def _boards(store: Store, problem: Problem, under: Conditions, view: _View) -> list[Leaderboard]:
    """The board of all cases, then that of each algorithm where there are several; or the one that is asked for."""
    from judge.scoring.leaderboard import signed

    if view.algorithm:
        asked: list[Algorithm | None] = [view.algorithm] if view.algorithm in problem.algorithms else []
    else:
        used = [name for name in problem.algorithms if any(case.board.algorithm == name for case in problem.cases)]
        asked = [None, *(used if len(used) > 1 else ())]
    found = [store.board(problem, under, algorithm, view.before_s) for algorithm in asked]
    return [signed(one, view.own, view.key) for one in found if one.rows or one.stale or one.apart or one.faulty]

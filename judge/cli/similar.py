"""The command of an instructor that compares the submissions of a class: similar. What it needs is imported inside."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from judge.classroom.intake import read_roll
from judge.classroom.similar.compare import given_to_all, similarities, unclear, works_of
from judge.cli.class_argument import WEB, ClassArgument, maybe_of_a_problem
from judge.cli.declaration import command, option
from judge.cli.options import JsonFile, missing, refuse_given
from judge.model.similarity import Similarities
from judge.reports.export.atomic import write_json, write_whole
from judge.reports.export.class_json import similar_json
from judge.reports.similar_page import similar_page
from judge.reports.terminal.class_report import similar_report
from judge.reports.terminal.console import plain_console

_CLASS = maybe_of_a_problem(f"A package, by name or by folder; {WEB} needs it.")


class _Others(msgspec.Struct, frozen=True):
    """What a class is compared with besides itself."""

    starters: Annotated[tuple[Path, ...], option("--starter", "A file or folder that all were given: no copy.")]
    past: Annotated[tuple[Path, ...], option("--past", "An earlier class, to compare with.", metavar="FOLDER|ZIP")]


@command
def similar(
    handed_in: Annotated[ClassArgument, _CLASS],
    others: _Others,
    html_file: Annotated[Path | None, option("--html", "Write the pairs side by side to this page.")],
    json_file: JsonFile,
) -> int:
    """Show which submissions are unusually alike.

    It compares each two, tells which are more alike than this class is, and shows what they share. That is no proof
    of anything: read both, and ask. Nothing is run.
    """
    console, found = plain_console(), _found(handed_in, others)
    if html_file:
        write_whole(html_file, similar_page(found))
    if json_file:
        write_json(json_file, similar_json(found))
    console.print(similar_report(found))
    if found.circles:
        console.print(f"side by side: {html_file}" if html_file else "--html similar.html  shows them side by side")
    return 0


def _found(handed_in: ClassArgument, others: _Others) -> Similarities:
    given = given_to_all(others.starters)
    if not handed_in.on_the_web:
        refuse_given(("problem",), f"{WEB}, what was handed in on the web")
    elif not handed_in.problem:
        raise missing("problem")
    roll = handed_in.read()[1] if handed_in.on_the_web else handed_in.roll(None)
    works, left_out = works_of(roll), unclear(roll)
    for path in others.past:
        earlier, name = read_roll(path), path.resolve().name.removesuffix(".zip")
        works += works_of(earlier, name)
        left_out += [(f"{who} ({name})", why) for who, why in unclear(earlier)]
    return similarities(handed_in.name, works, given, left_out)

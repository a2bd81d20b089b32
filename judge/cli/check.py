"""The command `judge check`: whether an answer that is in a file answers a case."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import click

from judge.cli.completion import problem_names
from judge.cli.declaration import argument, command, option
from judge.cli.options import Flags, SvgFile, read_problem, write_picture
from judge.errors import JudgeError
from judge.judging import Checked
from judge.model import Verdict
from judge.problems import chosen_cases
from judge.reports import PlainConsole, Scene, drawable, finding_lines, given_on, notice_lines
from judge.text import listed


@command
def check(
    words: Annotated[tuple[str, ...], argument("{PROBLEM CASE|INPUT}", shell_complete=problem_names)],
    answer: Annotated[Path, argument("OUTPUT")],
    puzzle: Annotated[str | None, Flags.PUZZLE.saying("Default: what the package of INPUT says, else lizards.")],
    strict: Annotated[bool, option("--strict", "Refuse what is only read tolerantly.")],
    svg: SvgFile,
) -> int:
    """Check an answer that is in a file.

    Say whether the file OUTPUT answers a case: a CASE of a PROBLEM, as in "judge check lizards assignment-8
    output.txt", or the file INPUT. A case of a package is judged as judge run does: by all that problem.toml says of
    answers, and by the package's own validator. Any other INPUT is judged by the rules of its puzzle, and OUTPUT must
    be in the exact form. Exit status 0: yes, 1: no.
    """
    console, case = PlainConsole(), _case_file(words)
    checked = Checked.of_files(case, answer, puzzle, strict)
    piece = checked.problem.piece
    for notices, path in ((checked.case_notices, case), (checked.answer_notices, answer)):
        if notices:
            console.print(notice_lines(notices, str(path), console.width))
    if checked.finding is None:
        console.print("OK", style="bold green")
    else:
        console.print(finding_lines(checked.finding, checked.board, piece, width=console.width))
    if svg and drawable(checked.shown):
        cells = checked.finding.cells if checked.finding else ()
        write_picture(svg, Scene.of(checked.shown, piece, cells, given_on(checked.grid), checked.layer), console)
    elif svg:
        said = f"not written: {svg}; the answer can't be drawn as a board"
        console.print(said, style="dim", markup=False, soft_wrap=True)
    if checked.finding is None:
        return 0
    return 3 if checked.finding.verdict is Verdict.JE else 1


def _case_file(words: Sequence[str]) -> Path:
    """Return the file of the case that the words name: its path, or a problem and the name of a case."""
    if len(words) == 1:
        return Path(words[0])
    if not words:
        raise click.UsageError("OUTPUT is missing")
    if len(words) > 2:
        raise click.UsageError("name a case by one file, or by a problem and a case: three words at most")
    problem = read_problem(words[0])
    [case, *more] = chosen_cases(problem, (), words[1:])
    if more:
        names = listed([one.path for one in (case, *more)])
        raise JudgeError("E433", f"{words[1]} names several cases: {names}", help="name one of them")
    return Path(problem.path) / case.path / "input.txt"

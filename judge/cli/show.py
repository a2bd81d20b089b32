"""The commands that look at files: show a problem or a case, check whether an answer in a file answers a case."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import click

from judge.cli.declaration import argument, command, option
from judge.cli.manual import page
from judge.cli.options import Flags, SvgFile, read_problem, write_picture
from judge.cli.values import case_names, problem_names
from judge.errors import JudgeError
from judge.judging import Checked
from judge.model import Instance, Problem, ReadWarning, Verdict
from judge.problems import OneCase, about_of, chosen_cases, package_folder
from judge.reports import (
    ManualPage,
    PlainConsole,
    Scene,
    around,
    draw_case,
    drawable,
    finding_lines,
    general_case,
    given_on,
    notice_lines,
    problem_page,
)
from judge.text import listed

_Window = tuple[int, int, int, int]


class Window(click.ParamType[_Window]):
    """A part of a board: the row and the column it begins at, then how many of each, 0 for all there is room for."""

    name = "row,column[,rows,columns]"

    def convert(self, value: str | _Window, param: click.Parameter | None, ctx: click.Context | None) -> _Window:
        found = re.fullmatch(r"([1-9]\d{0,5}),([1-9]\d{0,5})(?:,([1-9]\d{0,5}),([1-9]\d{0,5}))?", str(value))
        if not found:
            self.fail(f"{value!r} is no part of a board; write ROW,COLUMN or ROW,COLUMN,ROWS,COLUMNS", param, ctx)
        row, column, rows, columns = (int(word) if word else 0 for word in found.groups())
        return row, column, rows, columns


@command
def show(
    what: Annotated[str, argument("PROBLEM|INPUT", shell_complete=problem_names)],
    case: Annotated[str | None, argument(shell_complete=case_names)],
    window: Annotated[_Window | None, option("--window", "Only this part of the board.", type=Window())],
    svg: SvgFile,
) -> int:
    """Show a problem and its samples, or draw a case.

    PROBLEM is a package, by name or by folder: its statement, the function to write, its groups and its samples. With
    the name of a CASE, that case is drawn; or else name its file, INPUT.
    """
    if case is None and (path := _file_of(what)):
        one = OneCase.alone(path)
        _draw(one.case.board, one.problem, window, svg, (str(path), one.warnings))
    elif case is None:
        if window:
            raise click.UsageError("--window is a part of a board: name a case of the problem too")
        if svg:
            raise click.UsageError("--svg draws a board: name a case of the problem too")
        problem = read_problem(what)
        page(ManualPage(problem_page(problem, about_of(problem, what))))
    else:
        problem = read_problem(what)
        found = chosen_cases(problem, (), (case,))[0]
        if found.text is None:
            _draw(found.board, problem, window, svg)
        elif window:
            raise click.UsageError("--window is a part of a board, and this problem has none")
        elif svg:
            message = f"{problem.name} is a problem without a board, so there is nothing to draw; nothing was written"
            raise JudgeError("E467", message, help=f"judge show {what} {case}  prints input and answer")
        else:
            page(ManualPage(general_case(found)))  # its input and known answer
    return 0


def _file_of(what: str) -> Path | None:
    """Return the input.txt that is meant; None where it is a package. What looks like a path is one."""
    path = Path(what)
    try:
        if path.is_file():
            return path
        if (path / "input.txt").is_file():
            return path / "input.txt"
        package_folder(what)
    except OSError:  # a name that is longer than any path
        return path
    except JudgeError:
        if path.exists() or {"/", "."} & set(what):
            return path
        raise
    return None


def _draw(
    board: Instance,
    problem: Problem,
    window: _Window | None,
    svg: Path | None,
    read: tuple[str, Sequence[ReadWarning]] = ("", ()),
) -> None:
    """Print the board, or a part of it; above it what its file was forgiven, below it which picture was written."""
    console = PlainConsole()
    if read[1]:
        console.print(notice_lines(read[1], read[0], console.width))
    room = max(10, console.height - 4)
    layered = Instance.Layer.of(board, parted=problem.parted)
    scene = Scene.of(board.grid, problem.piece, (), given_on(board.grid), layered)
    if window and (window[0] > scene.board.shape[0] or window[1] > scene.board.shape[1]):
        size = "{} rows and {} columns".format(*scene.board.shape)
        raise click.BadParameter(f"the board has {size}", param_hint="--window")
    console.print(draw_case(scene, (console.width, room), window), soft_wrap=bool(window))
    pieces = "as many as possible" if problem.scored else board.pieces
    console.print(": ".join(filter(None, (board.wanted_algorithm, f"{pieces} to place on {around(board.grid)}"))))
    if svg:
        if window:
            scene = scene.part(window[:2], window[2:])
        write_picture(svg, scene, console)


# --- an answer --------------------------------------------------------------------------------------------------------
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

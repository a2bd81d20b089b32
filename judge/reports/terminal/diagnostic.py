"""Faults as rustc shows them: what, where, the board with the place marked, one note, one help.

Everything here returns rich's text whose lines are at most `width` characters; nothing is printed. Messages may carry
words of a submission or names of files, so all of them are cleaned first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Judgement, ReadWarning, Run, Verdict, WrongKey, fault_of
from judge.reports.palette import LOOKS, style_of
from judge.reports.quoted import quoted, shortened
from judge.reports.views.submission import alike, notices, repeated, rerun, times
from judge.text import clean, clean_line, fold, seconds

if TYPE_CHECKING:
    from judge.errors import JudgeError
    from judge.model import Finding
    from judge.reports.picture.scene import Cell

_PICTURE_INDENT = "   "
_SHOWN_WHOLE = 5  # diagnostics with their boards; the rest in a line each, or fifty pictures would hide the first
_NAMED = 12  # of the cases that are alike; the rest is counted
_SIZES = 3  # smaller boards that a time-out is held against
_ARRANGEMENTS = 3  # that are drawn; a wrong generator may give a hundred wrong keys
_ROWS = 24  # of an arrangement


def finding_lines(
    finding: Finding, board: Any = None, piece: str = "lizard", headline: str = "", width: int = 100
) -> Text:
    """Return why an answer or a run was refused.

    `board` is the refused (n, n) array of 0, 1, 2, or anything else for no picture; it is drawn only when the
    finding names cells. `headline` begins with the verdict: `WA  lizards/secret/forest-07   0.41 s of 5 s`.
    """
    text = Text()
    if headline:
        verdict, _, rest = clean_line(headline).partition(" ")
        text.append(verdict, style_of(verdict)).append(f" {rest}\n", "bold")
    say(text, "error", finding.code, finding.message, width)
    _point(text, finding.where, width)
    if finding.excerpt:
        text.append_text(quoted(finding.excerpt, width))
    if finding.cells and board is not None and (drawing := indented(board, piece, width, finding.cells)):
        text.append_text(drawing).append("\n")
    return _end(text, finding.note, finding.help, width)


def indented(board: Any, piece: str, width: int, cells: Sequence[Cell] = (), rows: int = 40) -> Text:
    """Return a board as it is drawn below a line."""
    from judge.reports.picture.text import picture

    drawing = picture(board, piece, cells, width - len(_PICTURE_INDENT), rows)
    return Text("\n").join(Text(_PICTURE_INDENT).append_text(line) for line in drawing.split("\n") if drawing)


def error_lines(error: JudgeError, width: int = 100) -> Text:
    """Return what stopped the judge, in the same manner."""
    text = Text()
    say(text, "error", error.code, error.message, width)
    _point(text, str(error.place or ""), width)
    return _end(text, error.note, error.help, width)


def notice_lines(notices: Iterable[ReadWarning], file: str, width: int = 100) -> Text:
    """Return what was read tolerantly from `file`: a warning and its first place each."""
    text = Text()
    for notice in notices:
        say(text, "warning", notice.code, notice.message, width)
        _point(text, f"{file} line {notice.line}" if notice.line else file, width)
    text.rstrip()
    return text


def say(text: Text, severity: str, code: str, message: str, width: int) -> None:
    """Append `error[E106]: two lizards can eat each other`."""
    head = f"{severity}[{code}]" if code else severity
    lines = fold(clean(message).strip(), width, f"{head}: ", "  ")
    text.append(head, "bold red" if severity == "error" else "bold yellow")
    text.append("\n".join(lines)[len(head) :] + "\n", "bold")


def _point(text: Text, where: str, width: int) -> None:
    if where:
        lines = fold(clean_line(where, 500), width, "  --> ", "      ")
        text.append("  -->", "blue").append("\n".join(lines)[len("  -->") :] + "\n")


def _end(text: Text, note: str, help_: str, width: int) -> Text:
    for name, message in (("note", note), ("help", help_)):
        if message:
            head = f"  = {name}:"
            lines = shortened(fold(clean(message).strip(), width, f"{head} ", " " * (len(head) + 1)), " " * 10)
            text.append(head, "blue" if name == "note" else "green").append("\n".join(lines)[len(head) :] + "\n")
    text.rstrip()
    return text


# --- the cases of a submission ----------------------------------------------------------------------------------------
def diagnostics(
    judgement: Judgement, width: int, *, every_case: bool = True, whole: bool = True
) -> list[RenderableType]:
    """Return the cases that are not AC, the first ones with their boards; or why it could not be compiled. Unless
    `every_case` is asked for, each kind of mistake is shown once, on its smallest board. Unless the reader sees the
    `whole` of every case, hidden ones have no command that shows more."""
    if judgement.prepare.finding:
        headline = f"{judgement.prepare.verdict}  {judgement.submission.path.name}"
        return [Text(), finding_lines(judgement.prepare.finding, headline=headline, width=width)]
    parts: list[RenderableType] = []
    runs = [run for run in judgement.runs if run.finding and not run.not_run]
    missed = alike(runs) if every_case else _kinds_of(runs, judgement)
    for run, *same in missed[:_SHOWN_WHOLE]:
        assert run.finding is not None
        took = "   ".join(filter(None, (times(judgement, run), repeated(run))))
        headline = f"{run.verdict}  {_path(judgement, run)}   {took}"
        command = rerun(judgement, run) if whole or judgement.problem.shows(run.group) else ""
        again = f"rerun only this case:  {command}" if command else ""
        finding = msgspec.structs.replace(run.finding, help="\n".join(filter(None, (run.finding.help, again))))
        try:
            parts += [Text(), finding_lines(finding, run.board, judgement.problem.piece, headline, width)]
        except Exception as error:  # of one case: the others are shown as ever
            parts += [Text(), finding_lines(fault_of(error), headline=headline, width=width)]
        parts += _others(same, width) if every_case else _more_of_kind(same, judgement.submission.words)
    if rest := [run for same in missed[_SHOWN_WHOLE:] for run in same]:
        how = ", each shown whole with  --case NAME" if whole else ""
        parts += [Text(), Text(f"and {len(rest)} more{how}", "bold")]
        parts += [_short(judgement, run) for run in rest]
    return parts + _warnings(judgement, width)


def _warnings(judgement: Judgement, width: int) -> list[RenderableType]:
    """Return what was read with a warning: each kind once, with the number of cases and the first of them."""
    parts: list[RenderableType] = []
    for run, notice, others in notices(judgement.runs):
        place = f"{_path(judgement, run)}{others}"
        parts.append(notice_lines([notice], f"{place}:" if notice.line else place, width))
    return parts


def _others(same: Sequence[Run], width: int) -> list[Text]:
    """Return `and the same on 3 more: six, seven, eight`; nothing where there are no others."""
    if not same:
        return []
    names = [run.case for run in same[:_NAMED]]
    left = len(same) - _NAMED
    more = f" and {left} other{'s' * (left > 1)}" if left > 0 else ""
    said = f"and the same on {len(same)} more: {', '.join(names)}{more}"
    return [Text("\n".join(fold(said, width, "  ", "    ")), "dim")]


def _short(judgement: Judgement, run: Run) -> Text:
    text = Text("  ").append(f"{run.verdict:<3}", LOOKS[run.verdict].style)
    return text.append(f"  {_path(judgement, run)}  {run.code}  {clean_line(run.message)}")


def _path(judgement: Judgement, run: Run) -> str:
    return f"{judgement.problem.name}/{run.group}/{run.case}"


def with_sizes(judgement: Judgement) -> Judgement:
    """Return the judgement whose time-outs say at which size they came, and how long smaller boards took."""
    sizes = {case.place: case.board.n for case in judgement.problem.cases}
    right: dict[int, float] = {}
    for run in judgement.runs:
        n = sizes.get(run.place, 0)
        if run.verdict is Verdict.AC and n:
            right[n] = max(right.get(n, 0.0), run.cpu_s)

    def told(run: Run) -> Run:
        n = sizes.get(run.place, 0)
        if run.verdict is not Verdict.TLE or run.finding is None or run.not_run or not n:
            return run
        note = _growth(n, sorted((size, spent) for size, spent in right.items() if size < n))
        return msgspec.structs.replace(run, finding=run.finding.noted(note))

    return msgspec.structs.replace(judgement, runs=tuple(map(told, judgement.runs)))


def _growth(n: int, smaller: Sequence[tuple[int, float]]) -> str:
    if not smaller:
        return f"n is {n}, and no smaller board was solved"
    took = ", ".join(f"n = {size}: {seconds(spent)}" for size, spent in smaller[-_SIZES:])
    return f"n is {n}; it took for {took}"


def _kinds_of(missed: Sequence[Run], judgement: Judgement) -> list[list[Run]]:
    """Return the missed cases by their code, each kind with its smallest board first, in the order of the cases."""
    sizes = {case.place: case.board.n for case in judgement.problem.cases}
    kinds: dict[tuple[Verdict, str], list[Run]] = {}
    for run in missed:
        kinds.setdefault((run.verdict, run.code), []).append(run)
    return [sorted(kind, key=lambda run: sizes.get(run.place, 0)) for kind in kinds.values()]


def _more_of_kind(same: Sequence[Run], words: str) -> list[Text]:
    """Return `3 more of this kind:  judge run mine.py --all`; nothing where there are no others."""
    return [Text(f"{len(same)} more of this kind:  judge run {words} --all", "dim")] if same else []


# --- wrong answer keys ------------------------------------------------------------------------------------------------
def wrong_key_lines(keys: Iterable[WrongKey]) -> Group:
    """Return a line for each, with what is to be done below it."""
    return Group(*(text for key in keys for text in (_said(key), _repairs(key))))


def _said(key: WrongKey) -> Text:
    text = Text(str(key), "bold red")
    return text.append(f"\n  = note: {key.note}", "default") if key.note else text


def _repairs(key: WrongKey) -> Text:
    """Return a line for each, never folded: they are to be copied."""
    first, then = key.repairs
    return Text(f"  = help: {first}\n    then: {then}", "dim", no_wrap=True, overflow="ignore")


def witness_lines(judgements: Sequence[Judgement], width: int = 100) -> list[RenderableType]:
    """Return the boards in the order of the cases; nothing where nobody refutes anybody. Each is shown once, with the
    arrangement that a submission has found."""
    from judge.reports.witness_words import head, witnesses

    found = witnesses(judgements)
    parts: list[RenderableType] = [Text(), Text(head(judgements[0].problem), "bold")] if found else []
    for place, witness in enumerate(found):
        parts.append(Text("\n".join(fold(witness.words, width, "  ", "    "))))
        if place < _ARRANGEMENTS and witness.board is not None:
            parts.append(indented(witness.board, judgements[0].problem.piece, width, rows=_ROWS))
    return parts

"""From a whole run and the words of who asks to plots: which problem, whose, and which family of cases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from judge.errors import JudgeError, meant
from judge.model import Clock, Standing
from judge.model.run_record import RunRecord
from judge.reports.laws import family_label
from judge.reports.plots.cactus import cactus
from judge.reports.plots.growth import families, growth
from judge.reports.plots.nothing import nothing
from judge.reports.plots.plot import Plot
from judge.reports.plots.points import points
from judge.reports.plots.scatter import scatter
from judge.reports.sanitize import clean_line
from judge.scoring.scaling import Family

Kind = Literal["cactus", "scatter", "growth", "points"]
KINDS: Final[tuple[Kind, ...]] = ("cactus", "scatter", "growth", "points")


class Asked(msgspec.Struct, frozen=True):
    """What to plot; what is empty is not narrowed."""

    kind: Kind
    problem: str = ""
    submissions: tuple[str, ...] = ()
    family: str = ""


class _Rows(msgspec.Struct, frozen=True):
    """The rows of one leaderboard that were chosen, each with its place there: that is its style."""

    rows: tuple[Standing, ...]
    places: tuple[int, ...]


class Plots(msgspec.Struct, frozen=True):
    """A plot for each problem that has something to plot, with its name; and why the others have none."""

    made: tuple[tuple[str, Plot], ...]
    left_out: tuple[tuple[str, JudgeError], ...]


def plots_of(record: RunRecord, asked: Asked) -> Plots:
    """Return the plots of a run. JudgeError E470 where no problem has one, and for a name that is not in the run."""
    chosen = _chosen(record, asked)
    made: list[tuple[str, Plot]] = []
    left_out: list[tuple[str, JudgeError]] = []
    for name, rows in chosen:
        try:
            made.append((name, _plot(rows, asked, record.clock)))
        except JudgeError as fault:
            left_out.append((name, fault))
    if not made:
        raise left_out[0][1] if left_out else nothing("the run is empty", "problems", [], "run something first")
    return Plots(tuple(made), tuple(left_out))


def _chosen(record: RunRecord, asked: Asked) -> list[tuple[str, _Rows]]:
    """Return the rows that are meant, each leaderboard with the name of its problem."""
    boards = [(board[0].judgement.problem.name, board) for board in record.boards if board]
    if asked.problem:
        _check("problem", [asked.problem], [name for name, _ in boards])
        boards = [(name, board) for name, board in boards if name == asked.problem]
    _check("submission", asked.submissions, [row.judgement.submission.name for _, board in boards for row in board])
    found = [(name, _rows(board, asked.submissions)) for name, board in boards]
    return [(name, rows) for name, rows in found if rows.rows]


def _rows(board: Sequence[Standing], names: Sequence[str]) -> _Rows:
    kept = [at for at, row in enumerate(board) if not names or row.judgement.submission.name in names]
    return _Rows(tuple(board[at] for at in kept), tuple(kept))


def _check(what: str, names: Sequence[str], known: Sequence[str]) -> None:
    """Raise JudgeError E470 for a name that is none, with the one that was meant."""
    for name in names:
        if name not in known:
            message = f"the run has no {what} {clean_line(name)!r}{meant(name, map(clean_line, known))}"
            raise nothing(message, f"{what}s", dict.fromkeys(known), "name one as the leaderboard does")


def _plot(chosen: _Rows, asked: Asked, clock: Clock) -> Plot:
    judgements = [row.judgement for row in chosen.rows]
    if asked.kind == "cactus":
        return cactus(chosen.rows, clock, chosen.places)
    if asked.kind == "points":
        return points(judgements)
    if asked.kind == "growth":
        family = _family(asked.family, families(judgements, clock)) if asked.family else None
        return growth(judgements, clock, family, chosen.places)
    pair = judgements if asked.submissions else judgements[:2]
    if len(pair) != 2:
        names = [one.submission.name for one in judgements]
        what = f"a scatter takes two submissions, and there {'is' if len(pair) == 1 else 'are'} {len(pair)}"
        raise nothing(what, "submissions", names, "name two:  --submission ONE --submission OTHER")
    if asked.submissions:  # the first one that is named goes to the right
        pair.sort(key=lambda one: asked.submissions.index(one.submission.name))
    return scatter(pair[0], pair[1], clock)


def _family(word: str, known: Sequence[Family]) -> Family:
    """Return the family that a word names: as it is shown, `forest*, SA`, or its stem where only one has that."""
    shown = {family_label(family): family for family in known}
    stems = [family for family in known if word.rstrip("*") == family.stem]
    if word in shown or len(stems) == 1:
        return shown.get(word) or stems[0]
    what = f"several families begin with {clean_line(word)!r}" if stems else f"there is no family {clean_line(word)!r}"
    raise nothing(f"{what} that can be plotted", "families", shown, "name one as it is shown, in quotes")

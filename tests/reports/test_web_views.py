"""What the site shows: boards, scoreboards and statements as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model import About, Schedule
from judge.reports import LiveBoard, ScoreboardView, problem_words
from judge.scoring import Leaderboard, Scoreboard
from tests.contests import FINAL, LATER, START_MS, TRIES, at, schedule_of
from tests.make import replace
from tests.problems.told import hold
from tests.reports import make
from tests.reports.graded import STRANGERS
from tests.reports.make import problem, record


def _view(count: int) -> LiveBoard:
    [row] = record(1, 1).boards[0][:1]
    rows = tuple(Leaderboard.Row(f"s{at}", f"s{at}", replace(row, rank=at)) for at in range(1, count + 1))
    return LiveBoard.of(Leaderboard(row.judgement.problem, Leaderboard.Ground("lizards", "", ""), rows), b"key")


def _shown(found: str) -> str:
    """Return the ranks that are shown, the own one in brackets, and how many are left out."""
    rows = re.findall(r'<tr(?: class="(own)")?>(?:<td[^>]*>(\d+)</td>|.*?(\d+ more|one more))', found)
    return " ".join(more or (f"({rank})" if own else rank) for own, rank, more in rows)


def statement(text: str, title: str = "Queens") -> str:
    return str(problem_words(replace(problem(1), title=title), About("x", text, "", ""))["statement"])


@pytest.mark.parametrize("text", [text for kind, text in STRANGERS if kind == "statement"])
def test_nothing_in_it_runs_or_loads(text: str) -> None:
    found = statement(text)
    tags = " ".join(re.findall(r"<[^>]*>", found)).replace("&quot;", "")
    assert not re.search(r"<(script|img)|\son\w+=\"|javascript:|data:|\"//", tags, re.IGNORECASE)


@given(st.text(max_size=200))
def test_any_text_has_only_known_tags(text: str) -> None:
    names = set(re.findall(r"<(\w+)", statement(text)))
    known = "p h2 h3 h4 h5 h6 ul ol li pre code em strong a blockquote hr br table thead tbody tr th td div"
    assert names <= set(known.split())


STATEMENTS = (
    *("# Queens\n\n## Rules\n", "# Other\n\n## Rules\n", "## Rules\n"),  # the first heading is that of the page
    "[x](https://e.org) ![a <b>](x.png)\n\n|a|\n|-|\n|1|\n",
)


def view(as_of: Scoreboard.AsOf = FINAL, **changes: object) -> ScoreboardView:
    return ScoreboardView.of(Scoreboard.of(schedule_of(**changes), TRIES, as_of, {"eve": 2}))


def cells(found: ScoreboardView) -> Iterator[str]:
    for row in found.rows:
        yield from (f"{row.id} {cell.words}: {cell.said} ({cell.kind})" for cell in row.cells if cell.words)


TEAMS = tuple(Schedule.Team(f"c{number}", f"Crew {number}", (f"c{number}",)) for number in range(61))
TASKS = tuple(Schedule.Task(f"P{at}", f"p{at}", problem=f"p{at}", digest="now") for at in range(13))
WHEN = {
    "before": Scoreboard.AsOf(START_MS - 1),
    "running": Scoreboard.AsOf(at(5)),
    "frozen": Scoreboard.AsOf(at(250)),
    "jury": Scoreboard.AsOf(at(250), jury=True),
    "over": LATER,
    "final": FINAL,
}


def words_of_views() -> Iterator[str]:
    """What cells say to eyes and to ears, how far a contest is, what is waited for and meant; and statements."""
    views = {name: view(as_of) for name, as_of in WHEN.items()} | {"by points": view(FINAL, scoring="score")}
    for name, found in views.items():
        yield f"{name}: {found.state}, until {found.until_ms}, {found.heads}: {found.words}"
        yield from map("    {}".format, (*cells(found), *found.notes, found.legend))
    yield from map(statement, STATEMENTS)
    for own in ("nobody", "s4", "s21", "s31", "s39", "s40"):  # readers see the top, and who is just ahead
        yield f"{own} of 40: {_shown(_view(40).lines_for(own))}"
    yield f"s2 of 2: {_shown(_view(2).lines_for('s2'))}"
    yield f"nobody: {_view(0).lines_for('s1')}; with names: {_view(0).lines_with_names({})}"
    for count in (3, 12, 20, 21, 61):  # a page of a projector has thirty teams
        shown = view(teams=TEAMS[:count])
        yield f"{count} teams: {shown.size}, {[*map(len, shown.pages)]}"
    sizes = (f"{count} {view(tasks=TASKS[:count]).size}" for count in (5, 6, 12, 13))  # few are wide, many narrow
    yield f"problems: {', '.join(sizes)}"


def test_each_word_of_a_view_is_as_it_is_kept() -> None:
    hold(make.TOLD / "views.txt", words_of_views())

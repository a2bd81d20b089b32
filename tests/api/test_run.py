"""`judge.run` from Python: what it judges, what it returns, and how it ends."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock, Mock

import pytest
from rich.console import Console

import judge
from judge import RunResult
from judge.model import Judgement, RunRecord
from judge.sandbox import Sandbox
from judge.scoring import boards
from judge.store import read_run
from tests.conftest import RIGHT, WRONG, MakePackage, refused
from tests.make import HOST, replace
from tests.reports.graded import EVIL, judgement, uncompiled
from tests.reports.test_class import assert_tame
from tests.warm import in_place, using


@pytest.fixture
def here(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with a package and two submissions."""
    monkeypatch.chdir(tmp_path)
    package("testcases/pkg", time_limit=0.3)
    (tmp_path / "right.py").write_text("# judge: problem = pkg\n" + RIGHT)
    (tmp_path / "wrong.py").write_text("# judge: problem = pkg\n" + WRONG)
    return tmp_path


@pytest.fixture
def warm(sandbox: Sandbox) -> Iterator[None]:
    """The sandbox of all tests stands for each arena."""
    with in_place(lambda *_, **__: using(sandbox, lasting=False)):
        yield


pytestmark = pytest.mark.filterwarnings("ignore:not enforced on this host")


@pytest.mark.usefixtures("warm")
def test_one_call_is_a_contest_of_what_was_asked_for(here: Path) -> None:
    result = judge.run(["right.py", here / "wrong.py"], problem="pkg", repeat=2)
    assert [(row["submission"], row["verdict"]) for row in result.leaderboard()] == [("right", "AC"), ("wrong", "WA")]
    assert [len(run.samples) for row in result.judgements for run in row.runs] == [2] * 4
    assert not result.ok
    assert sorted(path.name for path in here.iterdir()) == ["right.py", "testcases", "wrong.py"], "nothing is written"
    result = judge.run("right.py", cases="secret/four", time_limit=0.2)
    assert [(row["group"], row["case"]) for row in result.records()] == [("secret", "four")]
    assert result.judgements[0].problem.limits.time_limit == 0.2
    assert result.ok


@pytest.mark.usefixtures("here", "warm")
def test_it_runs_beside_an_event_loop_and_in_its_thread() -> None:
    """As a notebook does it, whose own loop is running."""

    async def cell() -> list[judge.RunResult]:
        return [await asyncio.to_thread(judge.run, "right.py", cases="six"), judge.run("right.py", cases="six")]

    assert [one.ok for one in asyncio.run(cell())] == [True, True]


@pytest.mark.usefixtures("here")
def test_an_interrupt_closes_the_sandboxes(monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox) -> None:
    arena = MagicMock()
    arena.return_value.__enter__.return_value = [sandbox]
    monkeypatch.setattr(Sandbox, "start", Mock(side_effect=KeyboardInterrupt))
    with in_place(arena), pytest.raises(KeyboardInterrupt):
        judge.run("right.py")
    arena.return_value.__exit__.assert_called_once()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"submissions": 5}, "submissions is 5, but it must be a name or a list of names"),
        ({"problem": [5]}, "problem is [5], but"),
        ({"cases": None}, "cases is None, but"),
        ({"time_limit": 0}, "time_limit is 0, but it must be seconds, from 0.01 to 86400"),
        ({"time_limit": float("nan")}, "time_limit is nan, but"),
        ({"time_limit": "2s"}, "time_limit is '2s', but"),
        ({"repeat": 1.5}, "repeat is 1.5, but it must be a whole number from 1 to 1000"),
        ({"repeat": True}, "repeat is True, but"),
        ({"repeat": 0}, "repeat is 0, but"),
    ],
)
def test_what_can_t_be_asked_for_is_told(words: dict[str, Any], said: str) -> None:
    error = refused(judge.run, **words)
    assert (error.code, error.message.startswith(said), error.help != "") == ("E471", True, True)


@pytest.mark.usefixtures("here")
def test_a_word_that_names_nothing_is_the_error_of_the_command() -> None:
    words = {"problem": "quiz"}, {"cases": ["7"]}
    found = [refused(judge.run, "right.py", **one).code for one in words]
    assert [refused(judge.run, *one).code for one in (("missing.py",), ())] + found == ["E431", "E431", "E432", "E433"]


@pytest.mark.usefixtures("here", "warm")
def test_what_the_host_does_not_enforce_is_a_warning(monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox) -> None:
    open_host = replace(sandbox.host(), sandbox="plain", missing=("files",))
    monkeypatch.setattr(Sandbox, "host", lambda _: open_host)
    with pytest.warns(RuntimeWarning, match=r"not enforced on this host \(plain sandbox\): files"):
        result = judge.run("right.py", cases="six")
    assert result.host.missing == ("files",)


# --- what it returns --------------------------------------------------------------------------------------------------


def named(row: Judgement, name: str) -> Judgement:
    return replace(row, submission=replace(row.submission, name=name, sha256=name.encode().hex()))


def result_of(*rows: Judgement) -> RunResult:
    return RunResult(RunRecord.of(boards(rows, "cpu"), HOST))


@pytest.fixture
def three() -> RunResult:
    rows = (judgement("AC AC WA AC", 25.0), judgement("AC AC AC AC", 50.0), uncompiled())
    return result_of(*(named(row, name) for row, name in zip(rows, ("wrong", "right", "broken"), strict=True)))


def test_each_case_and_each_submission_has_its_row_best_first(three: RunResult) -> None:
    rows, board = three.records(), three.leaderboard()
    assert (len(rows), {tuple(row) for row in rows}) == (8, {tuple(rows[0])}), "every row has every column"
    refused = [(row["submission"], row["case"], row["code"], row["n"]) for row in rows if row["verdict"] != "AC"]
    assert refused == [("wrong", "secret-1", "E106", 4)]
    assert all(type(value) in (str, int, float) for row in rows for value in row.values())
    told = [(row["rank"], row["submission"], row["solved"], row["cases"]) for row in board]
    assert told == [(1, "right", 4, 4), (2, "wrong", 3, 4), (3, "broken", 0, 4)]
    assert "is not valid Python" in board[2]["message"]
    assert [row.submission.name for row in three.judgements] == ["right", "wrong", "broken"]


def test_printed_it_is_the_leaderboard_and_what_was_not_expected(three: RunResult) -> None:
    said = str(three)
    assert said.index("right") < said.index("wrong") < said.index("broken")
    assert "3 submissions: 1 as expected, 2 not" in said
    assert "\x1b" not in said
    assert repr(three) == "<judge.RunResult pkg/right AC, pkg/wrong WA, pkg/broken CE>"
    page = io.StringIO()
    Console(width=60, file=page).print(three)
    assert "3 submissions: 1 as expected, 2 not" in page.getvalue()
    assert max(map(len, page.getvalue().splitlines())) <= 60, "rich prints it as wide as its console is"


def test_the_page_shows_each_row_and_what_the_host_does_not_enforce(three: RunResult) -> None:
    text = assert_tame(three._repr_html_()).text
    words = ("right", "wrong", "broken", "4/4", "3/4", "AC", "WA", "CE", "The pkg", "function")
    assert all(word in text for word in (*words, "is not valid Python: ]]> <b>"))
    on_it = RunResult(replace(three.record, host=replace(HOST, sandbox="plain", missing=("files",))))
    for said in (str(on_it), on_it._repr_html_()):
        assert "not enforced on this host (plain sandbox): files" in said


def test_one_alone_has_its_diagnostics_and_no_submission_writes_on_the_page() -> None:
    for count in (1, 2):
        result = result_of(*(named(judgement("AC AC WA AC", 25.0), f"{''.join(EVIL)}{at}") for at in range(count)))
        assert_tame(result._repr_html_())
        for said in (str(result), result._repr_html_()):
            assert ("error[E106]: row 1 is" in said, "lizard A" in said) == (count == 1, count == 1)
        assert "\x1b" not in f"{result!r}{result}{result.records()[0]['submission']}"


def test_nothing_is_shown_as_that_and_a_long_field_by_its_first_ones() -> None:
    nothing = RunResult(RunRecord.of([], HOST))
    assert "nothing was judged" in nothing._repr_html_()
    assert (nothing.records(), repr(nothing)) == ([], "<judge.RunResult of nothing>")
    field = result_of(*(named(judgement("AC AC AC AC", 50.0), f"s{at}") for at in range(5)))
    assert repr(field).endswith(", pkg/s2 AC and 2 more>")


def test_it_is_kept_as_the_command_keeps_it_and_written_as_pages(three: RunResult, tmp_path: Path) -> None:
    path = three.save(tmp_path / "run.json")
    kept = json.loads(path.read_text())
    assert kept["schema"] == "judge.run/1"
    assert [(one["name"], one["rank"]) for one in kept["submissions"]] == [("right", 1), ("wrong", 2), ("broken", 3)]
    assert "can't be written" in refused(three.save, tmp_path / "nowhere" / "run.json").message
    assert three.report(tmp_path / "pages") == tmp_path / "pages/index.html"
    assert (tmp_path / "pages/index.html").is_file()
    read = read_run(path).record()
    assert [[row.rank for row in board] for board in read.boards] == [[row.rank for row in three.boards[0]]]

"""What `judge.run` returns: rows for a data frame, the object of --json, and a page that no submission writes."""

from __future__ import annotations

import io
import json
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

import judge
from judge.api.run_result import RunResult
from judge.model import Host, Judgement, Submission
from judge.reports.recorded import recorded
from judge.scoring.ranking import boards
from judge.store.saved import read_record
from tests.reports.graded import EVIL, judgement, uncompiled
from tests.reports.test_class_pages import assert_tame

HOST = Host("namespaces", ("time",), (), "cgroup", "Linux", "3.11", "0.68", 2)


def named(row: Judgement, name: str) -> Judgement:
    submission: Submission = msgspec.structs.replace(row.submission, name=name, sha256=name.encode().hex())
    return msgspec.structs.replace(row, submission=submission)


def result_of(*rows: Judgement) -> RunResult:
    return RunResult(recorded(boards(rows, "cpu"), HOST))


@pytest.fixture
def three() -> RunResult:
    rows = (judgement("AC AC WA AC", 25.0), judgement("AC AC AC AC", 50.0), uncompiled())
    return result_of(*(named(row, name) for row, name in zip(rows, ("wrong", "right", "broken"), strict=True)))


def test_a_row_for_each_case(three: RunResult) -> None:
    rows = three.records()
    assert len(rows) == 8
    assert {tuple(row) for row in rows} == {tuple(rows[0])}, "every row has every column"
    refused = [row for row in rows if row["verdict"] != "AC"]
    assert [(row["submission"], row["case"], row["code"], row["n"]) for row in refused] == [
        ("wrong", "secret-1", "E106", 4)
    ]
    assert all(type(value) in (str, int, float) for row in rows for value in row.values())


def test_a_row_for_each_submission_best_first(three: RunResult) -> None:
    rows = three.leaderboard()
    assert [(row["rank"], row["submission"], row["solved"], row["cases"]) for row in rows] == [
        (1, "right", 4, 4),
        (2, "wrong", 3, 4),
        (3, "broken", 0, 4),
    ]
    assert "is not valid Python" in rows[2]["message"]
    assert [row.submission.name for row in three.judgements] == ["right", "wrong", "broken"]


def test_it_says_whether_all_is_as_expected(three: RunResult) -> None:
    assert not three.ok
    assert result_of(judgement("AC AC AC AC", 50.0)).ok


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


def test_a_submission_that_is_alone_has_its_diagnostics() -> None:
    alone = result_of(judgement("AC AC WA AC", 25.0))
    for said in (str(alone), alone._repr_html_()):
        assert "error[E106]: row 1 is" in said
        assert "lizard A" in said


def test_a_long_field_is_named_by_its_first_ones() -> None:
    field = result_of(*(named(judgement("AC AC AC AC", 50.0), f"s{at}") for at in range(5)))
    assert repr(field).endswith(", pkg/s2 AC and 2 more>")


def test_the_page_shows_each_row(three: RunResult) -> None:
    seen = assert_tame(three._repr_html_())
    for word in ("right", "wrong", "broken", "4/4", "3/4", "AC", "WA", "CE", "The pkg"):
        assert word in seen.text
    assert "sample 2/2, secret 1/2" in seen.text
    assert "is not valid Python: ]]> <b>" in seen.text


@pytest.mark.parametrize("evil", EVIL)
def test_no_submission_writes_on_the_page(evil: str) -> None:
    for rows in ([judgement("AC AC WA AC", 25.0)], [judgement("AC AC WA AC", 25.0)] * 2):
        result = result_of(*(named(row, f"{evil}{at}") for at, row in enumerate(rows)))
        assert_tame(result._repr_html_())
        assert "\x1b" not in f"{result!r}{result}{result.records()[0]['submission']}"


def test_what_the_host_does_not_enforce_is_said(three: RunResult) -> None:
    open_host = msgspec.structs.replace(HOST, sandbox="plain", missing=("files",))
    on_it = RunResult(msgspec.structs.replace(three.record, host=open_host))
    for said in (str(on_it), on_it._repr_html_()):
        assert "not enforced on this host (plain sandbox): files" in said


def test_nothing_judged_is_shown_as_that() -> None:
    assert "nothing was judged" in RunResult(recorded([], HOST))._repr_html_()
    assert RunResult(recorded([], HOST)).records() == []
    assert repr(RunResult(recorded([], HOST))) == "<judge.RunResult of nothing>"


def test_it_is_kept_as_the_command_keeps_it(three: RunResult, tmp_path: Path) -> None:
    path = three.save(tmp_path / "run.json")
    kept = json.loads(path.read_text())
    assert kept["schema"] == "judge.run/1"
    assert [(one["name"], one["rank"]) for one in kept["submissions"]] == [("right", 1), ("wrong", 2), ("broken", 3)]
    with pytest.raises(judge.JudgeError, match="can't be written"):
        three.save(tmp_path / "nowhere" / "run.json")


def test_it_is_written_as_pages_and_read_again(three: RunResult, tmp_path: Path) -> None:
    index = three.report(tmp_path / "pages")
    assert index == tmp_path / "pages/index.html"
    assert index.is_file()
    read = read_record(three.save(tmp_path / "run.json"))
    assert [[row.rank for row in board] for board in read.boards] == [[row.rank for row in three.boards[0]]]

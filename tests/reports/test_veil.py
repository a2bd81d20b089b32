"""What everybody may see of a store and of a case, and nothing else of anybody."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec import to_builtins

from judge.files import as_json
from judge.model import Answer, Case, Finding, Instance, Judgement, Problem, RunRecord, Submission, Verdict
from judge.reports import BoardsReport
from judge.scoring import Leaderboard
from judge.store import run_json
from tests.make import record, replace
from tests.refused import refused
from tests.reports import make
from tests.reports.graded import feedback, graded
from tests.reports.make import judged, problem, uncompiled

BOXED = Leaderboard.Ground("lizards", "", "")
KEY = b"a key of the store"
SAID, CELLS = "two lizards can eat each other", ((2, 2), (3, 3))
SECRET = "home/prof/ada.py"  # in every word that a submission has


def rows() -> list[Judgement]:
    chosen = replace(
        problem(12, text=""),
        groups={"sample": Problem.Group(0.0), "secret": Problem.Group(100.0)},
        path="/home/prof/lizards",
    )
    made = [judged(chosen, number, text=f" {SECRET}") for number in range(3)]
    crash = Finding("E205", f"it raised {SECRET}", verdict=Verdict.RTE, traceback=SECRET, note=SECRET, help=SECRET)
    crash = crash.at(Finding.Excerpt(SECRET, 3, f"x = open('{SECRET}')", 1, 4))
    run = replace(
        made[1].runs[0], verdict=Verdict.RTE, code="E205", message=crash.message, finding=crash, found_by=SECRET
    )
    made[1] = replace(made[1], runs=(run, *made[1].runs[1:]))
    broken = uncompiled(chosen, f" {SECRET}")
    words = {"source": b"x", "files": ((SECRET, b"x"),), "fault": crash, "remarks": (SECRET,), "place": SECRET}
    return [replace(one, submission=replace(one.submission, **words)) for one in (*made, broken)]


def board_of(algorithm: Instance.Algorithm | None = None, ground: Leaderboard.Ground = BOXED) -> Leaderboard:
    owners = ("Ada", "Bob", "Cy", "Dan")
    records = [record(owner, row, id=at) for at, (owner, row) in enumerate(zip(owners, rows(), strict=True))]
    chosen = records[0].judgement.problem
    return Leaderboard(chosen, ground).filled(records, algorithm)


def published(*boards: Leaderboard, freeze_s: float | None = None) -> RunRecord:
    freeze = None if freeze_s is None else datetime.fromtimestamp(freeze_s, UTC)
    return BoardsReport(boards, freeze).published()


def test_names_and_numbers_are_those_of_the_leaderboard() -> None:
    board = board_of().signed("Cy", KEY)
    [shown] = published(board, freeze_s=1.5).boards
    for row, one in zip(board.rows, shown, strict=True):
        assert one.judgement.submission.name == row.shown
        numbers = ("rank", "solved", "par2_s", "ratio", "tied", "ratio_within", "slowest_case", "slowest_s")
        assert [getattr(one, name) for name in numbers] == [getattr(row.standing, name) for name in numbers]
    assert "Cy" in {one.judgement.submission.name for one in shown}
    assert not {"Ada", "Bob", "Dan"} & {one.judgement.submission.name for one in shown}


def test_no_word_path_or_digest_of_a_submission_is_in_it() -> None:
    made = published(board_of().signed(key=KEY))
    for row in made.judgements:
        left = row.submission
        assert left == Submission(left.name, left.problem, left.contract, Path(left.name), b"", "", left.expected)
        said = msgspec.json.encode((left.name, row.prepare)).decode()
        assert "prof" not in said + row.problem.path + row.problem.title
    assert b"prof" not in as_json(run_json(made))


def test_of_what_came_of_a_case_that_is_not_shown_whole_there_is_a_verdict() -> None:
    runs = [run for row in published(board_of()).judgements for run in row.runs]
    assert {one.group for one in runs} == {"sample", "secret"}
    for run in (one for one in runs if one.group == "secret"):
        assert (run.board, run.given, run.cells, run.notices) == (None, None, (), ())
        assert run.finding is None or (run.finding.note, run.finding.where, run.finding.help) == ("", "", "")
    assert any(run.given for run in runs if run.group == "sample")


def public(row: Judgement) -> Judgement:
    [[one]] = published(Leaderboard(row.problem, BOXED).filled([record("Ada", row)])).boards
    return one.judgement


def test_a_message_is_a_sentence_of_ours_and_a_wrong_answer_to_a_sample_shows_its_pieces() -> None:
    """An old record has messages alone."""
    row = judged(problem(6), 3)
    bare = tuple(replace(run, finding=None, message=SECRET) for run in row.runs)
    old = public(replace(row, runs=bare))
    assert not [run for run in old.runs if SECRET in run.message or (run.finding and SECRET in str(run.finding))]
    found = Finding("E106", SAID, CELLS, where=SECRET)
    refused = replace(row.runs[0], verdict=Verdict.WA, code="E106", message=SAID, cells=CELLS, finding=found)
    assert public(replace(row, runs=(refused, *row.runs[1:]))).runs[0].finding == Finding("E106", SAID, CELLS)


def test_the_board_of_one_algorithm_has_its_cases_alone() -> None:
    whole, alone = published(board_of(), board_of("BFS")).boards
    cases = [{case.board.algorithm for case in board[0].judgement.problem.cases} for board in (whole, alone)]
    assert cases == [{"BFS", "DFS"}, {"BFS"}]
    assert alone[0].judgement.problem.title == f"{whole[0].judgement.problem.title}, BFS alone"
    assert {run.algorithm for row in alone for run in row.judgement.runs} == {"BFS"}


def test_two_clocks_are_refused_nobody_is_no_report_and_what_is_known_of_hosts_is_said() -> None:
    by_wall = published(board_of(ground=Leaderboard.Ground("queens", "", "", "wall")))
    with refused("E465"):
        published(board_of(), board_of(ground=Leaderboard.Ground("queens", "", "", "wall")))
    assert published(replace(board_of(), rows=())).judgements == ()
    known = Leaderboard.Ground("lizards", "", "", boxed=False, host_class="Some CPU")
    made, boxed = published(board_of(ground=known), freeze_s=2.5), published(board_of())
    assert (made.host.sandbox, made.host.host_class, made.made_s) == ("plain", "Some CPU", 2.5)
    assert (boxed.host.sandbox, boxed.host.clock) == ("", "cgroup")
    assert (by_wall.clock, by_wall.host.clock) == ("wall", "process")
    assert Path(made.judgements[0].submission.path).name == made.judgements[0].submission.name


BOARD = Instance("DFS", 2, 1, np.ones((2, 2), np.int8), np.full((2, 2), 77, np.int64))
HIDDEN = Case("one", "hidden", BOARD, Answer(count=5), "why", b"text", b"as is")


@pytest.mark.parametrize("parted", [True, False])
def test_nothing_of_a_secret_case_is_left(parted: bool) -> None:
    """Its weights are the case: whoever has them has its board."""
    chosen = make.problem(2)
    groups = {**chosen.groups, "hidden": replace(chosen.groups["secret"], visibility="sentence")}
    shown = replace(HIDDEN, group="sample", answer=None)
    chosen = replace(chosen, groups=groups, cases=(shown, *chosen.cases, HIDDEN), parted=parted)
    made = published(Leaderboard(chosen, BOXED).filled([record("Ada", judged(chosen, 0))]))
    left = made.problems[0].cases[-1]
    empty = Case(left.name, left.group, left.board)
    for field in Case.__struct_fields__[3:]:
        assert getattr(left, field) == getattr(empty, field), field
    assert (left.board.algorithm, left.board.n, left.board.pieces) == ("DFS", 2, 1)
    assert (left.board.grid.size, left.board.layer) == (0, None)
    written = to_builtins(run_json(made))["problems"]["lizards"]["cases"]
    held = [[bool(case[key]) for key in ("board", "regions", "weights")] for case in (written[0], written[-1])]
    assert held == [[True, parted, not parted], [False] * 3]


@pytest.mark.parametrize("parted", [None, True, False])
def test_pieces_regions_and_weights_of_a_sample_are_on_a_student_s_answer(parted: bool | None) -> None:
    chosen = make.problem(4)
    case = chosen.cases[0]
    grid = case.board.grid.copy()
    grid[1, 1] = 1
    layer = None if parted is None else np.arange(grid.size).reshape(grid.shape)
    case = replace(case, board=replace(case.board, grid=grid, layer=layer))
    chosen, run = replace(chosen, cases=(case,), parted=parted is True), make.result(case, Verdict.WA, 0.01)
    page = feedback(graded(1, replace(judged(chosen, 0), runs=(run,), verdict=Verdict.WA)))
    assert "marked-given" in page.partition("</style>")[2]
    assert page.count('class="border"') == (parted is True)
    assert (page.count('class="weight2"') > 0) == (parted is False)

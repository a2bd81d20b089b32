"""Documents in JSON, held to the byte; and the journal of a contest that is running: what it writes, and leaves out."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import to_builtins

from judge import reports
from judge.files import as_json, write_json
from judge.model import Answer, Deadline, Entry, Finding, Given, Hunt, Prepared, Record, Run, RunRecord, Verdict
from judge.scoring import Leaderboard, Scoreboard, boards
from judge.store import Journal, run_json
from tests.contests import FINAL, LATER, START_MS, schedule_of, tries_of
from tests.make import AC, JE, WA, board, grid, growing, replace, submission
from tests.make import judgement as measured
from tests.make import problem as problem_of
from tests.problems.told import hold
from tests.reports import graded
from tests.reports.graded import SECRET, judgement
from tests.reports.make import HOST, TOLD, alike, problem, result, told, uncompiled, unlike
from tests.reports.make import judged as invented
from tests.reports.test_class import BATCH, HANDED_IN, RIGHT, WAITING
from tests.reports.test_class import ROLL as CLASS
from tests.reports.test_diagnostic import SLOWER, judged
from tests.reports.test_problem_text import FITS
from tests.reports.test_ranking import MINE, board_of
from tests.schemas import document
from tests.scoring.test_differences import compared as difference

SOURCE = b"secret"
PACKED = re.compile(r'(?<=\d )eA[\w+/]+=*(?=")')  # by zlib, in its own way
ANN, BOB, EVE = HANDED_IN
ANN = replace(ANN, files=(("a.py", SOURCE), ("b\udcff.txt", b"")))
EVE = replace(EVE, files=ANN.files[:1])
ROLL = replace(CLASS, members=(ANN, BOB, EVE), twins=((ANN, EVE),))
TRIES = tries_of(("t1", "A", 45, "AC"), ("t2", "B", 250, "AC"))
BOARD, ARRANGED = board(rows=".T .."), grid("QT ..")
MINE_AND_YOURS = tuple(submission(name=name, sha256="ab") for name in "ab")
DID = (Run("b", "h", "DFS", WA, "E113", "the answer is FAIL"), Run("b", "h", "DFS", AC))
HUNT = Hunt(3, 2.0, 1.0, {1: 4, 2: 9}, shrunk=5)
OTHERS = [measured(problem_of(1), [(AC, 1.1)], "near"), measured(problem_of(1), [(JE, 1.0)], "broken")]
SHARED = tuple(Leaderboard.Row(str(at), str(at), row) for at, row in enumerate(boards([MINE, *OTHERS])[0]))
BROKEN = difference(judged({"a": AC, "b": AC}, "old"), judged({"a": WA, "c": AC}, "new"))
LATE = replace(graded.everybody()[0], lateness=Deadline.Lateness(1e9, 90061, 1 / 3))


def hunted(answer: Answer | None = None, *, found: bool = True) -> object:
    one, other = MINE_AND_YOURS
    said = Hunt.Hack.Said(one, DID[0]), Hunt.Hack.Said(other, DID[1], ARRANGED)
    hack = Hunt.Hack(BOARD, BOARD, ("E113", "right"), said, 2, 3, answer)
    hunt = replace(HUNT, hack=hack) if found else replace(HUNT, complete=True)
    return reports.HuntReport(hunt, problem(2)).document(MINE_AND_YOURS, Path("pkg/secret/hack-2-1") if found else None)


def run() -> RunRecord:
    """A wrong answer that is placed, one that does not compile, and times that follow a law; measured in rounds."""
    row = invented(problem(4), 2, repeat=2)
    wrong = result(row.problem.cases[0], WA, 0.01, repeat=2)
    assert wrong.finding
    wrong = replace(wrong, finding=wrong.finding.at(Finding.Excerpt("mine.py", 3, "x = 1", 1, 2)), score=0.5)
    row = replace(row, runs=(wrong, *row.runs[1:]), verdict=WA)
    parts = ([row, uncompiled(row.problem)], [growing("law", lambda n: 1e-6 * n**2, (50, 100, 200, 400, 1600))])
    measuring = RunRecord.Measuring(0.03, (RunRecord.Settling("lizards", 60.0, 2, 1.5, (("a", "b"),), 8),), "a seed")
    standings = [tuple(boards(rows, "cpu", 0.03)[0]) for rows in parts]
    return RunRecord(tuple(standings), HOST, "cpu", measuring, made_s=1e9, judge="0.1.0")


def contest(as_of: Scoreboard.AsOf, **changes: object) -> object:
    return reports.ScoreboardReport(Scoreboard.of(schedule_of(**changes), TRIES, as_of, {"eve": 2})).document()


OF_A_CLASS: dict[str, object] = {
    "who is who": reports.RollReport(ROLL).document(),
    "what is alike": reports.SimilarReport(alike()).document(),
    "nothing alike": reports.SimilarReport(unlike()).document(),
    "a gradebook": reports.GradebookReport([*graded.everybody()[2:5], LATE], graded.problem()).document(),
    "a regrade": reports.RegradeReport(BATCH, [Record.Change(WAITING, RIGHT), Record.Change(RIGHT, None)]).document(),
}
OF_A_CONTEST: dict[str, object] = {
    "a run": run_json(run()),
    "shared ranks": reports.BoardsReport([replace(board_of(elsewhere=2), rows=SHARED)]).document(),
    "a contest": contest(FINAL),
    "a frozen contest": contest(LATER),
    "before a contest": contest(Scoreboard.AsOf(START_MS - 1), freeze_ms=None),
}
OF_AUTHORS: dict[str, object] = {
    "two comparisons": reports.DiffReport("a", "b", [SLOWER, BROKEN]).document(),
    "a board without an answer": hunted(),
    "a board without an arrangement": hunted(Answer(fail=True)),
    "a board with an arrangement": hunted(Answer(board=ARRANGED)),
    "a board with a number": hunted(Answer(count=2680)),
    "a board with many arrangements": hunted(Answer(columns=np.zeros((4, 6), np.int64))),
    "nothing found": hunted(found=False),
    "limits": reports.LimitsReport(FITS, problem(2).limits, HOST).document(),
}
DOCUMENTS = OF_A_CLASS | OF_A_CONTEST | OF_AUTHORS
FILES = {
    "documents_class.txt": OF_A_CLASS,
    "documents_contest.txt": OF_A_CONTEST,
    "documents_authors.txt": OF_AUTHORS,
}


def lines(document: object) -> Iterator[str]:
    """Yield each field of a document, and each part of a list."""
    for field, value in json.loads(as_json(document), parse_float=lambda text: float(f"{float(text):.9g}")).items():
        parts = value if isinstance(value, list) and value and isinstance(value[0], dict) else [value]
        yield from (f"{field}: {PACKED.sub('packed', json.dumps(part))}" for part in parts)


def test_each_document_is_as_it_is_kept() -> None:
    for file, documents in FILES.items():
        hold(TOLD / file, told({name: "\n".join(lines(one)) for name, one in documents.items()}))
    assert SOURCE not in as_json(DOCUMENTS["who is who"])


def test_each_document_is_as_its_schema_says(tmp_path: Path) -> None:
    for one in DOCUMENTS.values():
        write_json(tmp_path / "one.json", one)
        document(tmp_path / "one.json")


# --- the journal of a contest that is running -------------------------------------------------------------------------
def test_where_it_has_no_place_it_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".judge").write_text("a file of this name")
    journal = Journal(None, HOST, [], list)
    journal.event()
    journal.close(RunRecord.of([], HOST))
    assert Path(".judge").read_text() == "a file of this name"


def test_each_board_is_packed_once_however_often_a_run_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nobody has a rank before the end."""
    packed, real, now_s = list[Any](), Given.Packed.of, itertools.count(100.0, 2.0)

    def counted(board: Any, *kind: str) -> Given.Packed:
        packed.append(board)
        return real(board, *kind)

    monkeypatch.setattr(Given.Packed, "of", counted)
    monkeypatch.setattr("time.monotonic", lambda: next(now_s))
    whole, path = invented(problem(4), 3), tmp_path / "out.json"
    journal = Journal(path, HOST, [Entry(whole.problem, (whole.submission,))], lambda: [whole])
    for _ in range(3):
        journal.event()
    written = json.loads(path.read_text())
    assert (written["complete"], [one["rank"] for one in written["submissions"]]) == (False, [None])
    journal.close(RunRecord.of(boards([whole]), HOST))
    assert [sum(one is case.board.grid for one in packed) for case in whole.problem.cases] == [1] * 4
    held = [case["board"] for case in json.loads(path.read_text())["problems"]["lizards"]["cases"]]
    assert held == [real(case.board.grid).text for case in whole.problem.cases]


@pytest.mark.parametrize(
    ("shape", "written"),
    [((256, 256), True), ((257, 257), False), ((4, 5), True), ((4, 257), False), ((9,), False), ((0, 0), False)],
)
def test_a_refused_board_is_written_where_it_is_one(shape: tuple[int, ...], written: bool) -> None:
    row = invented(problem(1), 0)
    row = replace(row, runs=(replace(row.runs[0], board=np.zeros(shape, np.int8)),))
    [run] = to_builtins(run_json(RunRecord.of(boards([row]), HOST)))["submissions"][0]["runs"]
    assert (run["board"] is not None) == written


def test_of_what_is_not_complete_there_is_no_law() -> None:
    row = growing("mine", lambda n: 1e-6 * n**2, (50, 100, 200, 400, 800, 1600), limit_s=2.0)
    [unfinished] = to_builtins(run_json(RunRecord.of(boards([row], ranked=False), HOST, complete=False)))["submissions"]
    assert unfinished["scaling"] == []


def test_tracebacks_are_in_it_but_not_for_the_student() -> None:
    row = judgement("JE AC JE AC", None)
    fault = Finding("E304", "the judge itself failed", verdict=Verdict.JE, traceback=f"Traceback {SECRET}")
    runs = tuple(replace(run, finding=fault) if run.code else run for run in row.runs)
    row = replace(row, prepare=Prepared(Verdict.JE, finding=fault), runs=runs)

    def told(document: object) -> tuple[str, list[str]]:
        [found] = to_builtins(document)["submissions"]
        assert (found["points"], found["rank"]) == (None, None)
        return found["prepare"]["traceback"], [run["traceback"] for run in found["runs"]]

    whole = run_json(RunRecord.of(boards([row], ranked=False), HOST))
    assert told(whole) == (fault.traceback, [fault.traceback, "", fault.traceback, ""])
    assert told(reports.OwnResult(row, None).document(HOST)) == ("", ["", "", "", ""]), "they name folders of the host"

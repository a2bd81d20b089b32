"""The rows of stores that are on disk already: attempts and results are written and read as they ever were."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from judge.model import Batch, Finding, Given, Prepared, ReadWarning, Run, Submission, Verdict
from judge.scoring import judgement_of
from judge.store import Store, pack_submission, unpack_submission
from tests.make import replace
from tests.store.make import PROBLEM, batch_of, script, sql, submission_of

# As the judge wrote them when one noun stood for an attempt and for a case's result. Never edit them.
ATTEMPT = (
    '{"run":{"case":"six","group":"secret","algorithm":"DFS","verdict":"WA","code":"E106",'
    '"message":"two can eat each other","cells":[[1,2]],"wall_s":0.25,"cpu_s":0.125,"memory_bytes":4096,'
    '"samples":[{"verdict":"WA","wall_s":0.25,"cpu_s":0.125,"memory_bytes":4096,"lost_s":0.5,"load_cpu_s":1.5,'
    '"round":3}],'
    '"finding":{"code":"E106","message":"two can eat each other","cells":[[1,2]],"where":"output.txt line 2",'
    '"note":"n","help":"h","verdict":"WA","traceback":"","excerpt":null},"notices":[{"code":"W102","message":"CRLF","line":1}],'
    '"board":null,"given":{"fail":true},"score":null},"side":2,"cells":"eJxjZGJgBAAADwAF"}'
)
NOT_RUN = (
    '{"run":{"case":"six","group":"secret","algorithm":"DFS","verdict":"TLE","code":"E209","message":"not run",'
    '"cells":[],"wall_s":0.0,"cpu_s":0.0,"memory_bytes":0,"samples":[],"finding":null,"notices":[],"board":null,"given":null,"score":null},'
    '"side":0,"cells":""}'
)
RIGHT_TOO = '{"verdict":"AC","wall_s":0.25,"cpu_s":0.125,"memory_bytes":4096,"lost_s":0.5,"load_cpu_s":1.5,"round":3}'
RESULTS = f"[{ATTEMPT.replace('}],', '},' + RIGHT_TOO + '],', 1)}]"

MEASURED = Run.Measurement(Verdict.WA, 0.25, 0.125, 4096, 0.5, 1.5, 3)
MADE = Run(
    case="six",
    group="secret",
    algorithm="DFS",
    verdict=Verdict.WA,
    code="E106",
    message="two can eat each other",
    cells=((1, 2),),
    wall_s=0.25,
    cpu_s=0.125,
    memory_bytes=4096,
    samples=(MEASURED,),
    finding=Finding("E106", "two can eat each other", ((1, 2),), "output.txt line 2", "n", "h"),
    notices=(ReadWarning("W102", "CRLF", 1),),
    board=np.array([[1, 2], [0, 1]], dtype=np.int8),
    given=Given(fail=True),
)


@pytest.fixture
def ticket(store: Store) -> Batch.Ticket:
    return store.enter(batch_of(store), submission_of(), "ann")


def written(store: Store, path: Path, ticket: Batch.Ticket, run: Run) -> str:
    """What the row of an attempt holds."""
    store.record_run(ticket, run)
    return str(sql(path, "SELECT facts FROM run ORDER BY id DESC LIMIT 1")[0][0])


def read(store: Store, path: Path, ticket: Batch.Ticket, facts: str) -> Run:
    """The attempt of a row that was written long ago."""
    script(path, f"INSERT INTO run VALUES (NULL, {ticket.id}, '{facts}')")
    [one] = store.regrades.tickets(batch_of(store))
    return one.runs[-1]


def test_an_attempt_keeps_its_form(store: Store, path: Path, ticket: Batch.Ticket) -> None:
    assert written(store, path, ticket, MADE) == ATTEMPT
    found = read(store, path, ticket, ATTEMPT)
    assert found.board.tolist() == [[1, 2], [0, 1]]
    assert replace(found, board=None) == replace(MADE, board=None)
    placed = Finding("E205", "no").at(Finding.Excerpt("mine.py", 3, "    x = f()", 9, 12))
    assert read(store, path, ticket, written(store, path, ticket, replace(MADE, finding=placed))).finding == placed
    found = read(store, path, ticket, NOT_RUN)
    assert (found, found.not_run) == (Run("six", "secret", "DFS", Verdict.TLE, "E209", "not run"), True)
    assert written(store, path, ticket, found) == NOT_RUN


@pytest.mark.parametrize(("shape", "kept"), [((1, 1), True), ((64, 64), True), ((65, 65), False), ((3, 0), False)])
def test_a_board_is_kept_up_to_64_cells_a_side(
    store: Store, path: Path, ticket: Batch.Ticket, shape: tuple[int, int], kept: bool
) -> None:
    oblong = np.array([[1, 2, 0], [0, 1, 2]], dtype=np.int8)
    for board, is_there in ((np.eye(*shape, dtype=np.int8), kept), (oblong, True)):
        text = written(store, path, ticket, replace(MADE, board=board))
        found = read(store, path, ticket, text).board
        assert (found is not None) == is_there
        assert not is_there or np.array_equal(found, board)
    assert '"side":2' in text


def test_a_result_keeps_its_form(store: Store, path: Path, ticket: Batch.Ticket) -> None:
    made = replace(MADE, samples=(MEASURED, msgspec.json.decode(RIGHT_TOO, type=Run.Measurement)))
    store.finish(ticket, judgement_of(ticket.submission, PROBLEM, Prepared(), (made,)))
    [(data,)] = sql(path, "SELECT runs FROM outcome")
    assert json.loads(zlib.decompress(data)) == json.loads(RESULTS)
    fields = [*json.loads(RESULTS)[0]["run"], "if_refuted", "found_by"]  # these are of a contest, and never stored
    assert fields == list(Run.__struct_fields__), "their order, too"
    [record] = store.records(PROBLEM)
    [found] = record.judgement.runs
    assert replace(found, board=None) == replace(made, board=None)


def test_a_submission_keeps_its_fault_and_how_it_was_read() -> None:
    one = Submission(
        "ada_hw", "quiz", "program", Path("x/ada.py"), b"", "a" * 64, (Verdict.AC,), Finding("E112", "ada", where="3"),
        words="x/ada.py", remarks=("adas report.txt: left out",),
    )  # fmt: skip
    assert unpack_submission(pack_submission(replace(one, source=b"code"))) == one
    without = pack_submission(replace(one, remarks=()))
    assert ("remarks" in without, unpack_submission(without).remarks) == (False, ())


@pytest.mark.parametrize(
    ("later", "now"),
    [
        (',"round":3', {"samples": (replace(MEASURED, round=0),)}),
        (',"excerpt":null', {}),
        (',"given":{"fail":true}', {"given": None}),
    ],
)
def test_what_was_stored_before_a_key_came_is_read(
    store: Store, path: Path, ticket: Batch.Ticket, later: str, now: dict[str, Any]
) -> None:
    assert later in ATTEMPT
    found = read(store, path, ticket, ATTEMPT.replace(later, ""))
    assert replace(found, board=None) == replace(MADE, board=None, **now)

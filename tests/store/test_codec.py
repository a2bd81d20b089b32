"""The rows of stores that are on disk already: attempts and results are written and read as they ever were."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from judge.judging.contest import merged
from judge.model import Attempt, CaseResult, Excerpt, Finding, Measurement, Prepared, ReadWarning, Submission, Verdict
from judge.model.given import Given
from judge.model.job import RegradeWish
from judge.store import codec

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

MEASURED = Measurement(Verdict.WA, 0.25, 0.125, 4096, 0.5, 1.5, 3)
MADE = Attempt(
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
RIGHT = msgspec.structs.replace(MADE, verdict=Verdict.AC, samples=(msgspec.json.decode(RIGHT_TOO, type=Measurement),))


def test_an_attempt_keeps_its_form() -> None:
    assert codec.pack_run(MADE) == ATTEMPT
    found = codec.unpack_run(ATTEMPT)
    assert isinstance(found, Attempt)
    assert found.board.tolist() == [[1, 2], [0, 1]]
    assert msgspec.structs.replace(found, board=None) == msgspec.structs.replace(MADE, board=None)


def test_what_was_answered_is_forgotten_with_its_author() -> None:
    [bare] = codec.unpack_runs(codec.bare_runs(codec.pack_runs([merged([MADE])])))
    assert (bare.verdict, bare.given, bare.board) == (Verdict.WA, None, None)


def test_a_place_in_the_source_is_kept() -> None:
    placed = Finding("E205", "no").at(Excerpt("mine.py", 3, "    x = f()", 9, 12))
    found = codec.unpack_run(codec.pack_run(msgspec.structs.replace(MADE, finding=placed)))
    assert found.finding == placed


def test_a_case_that_was_not_run_keeps_its_form() -> None:
    found = codec.unpack_run(NOT_RUN)
    assert found == Attempt("six", "secret", "DFS", Verdict.TLE, "E209", "not run")
    assert found.not_run
    assert codec.pack_run(found) == NOT_RUN


def test_a_result_keeps_its_form() -> None:
    made = merged([MADE, RIGHT])
    assert isinstance(made, CaseResult)
    assert json.loads(zlib.decompress(codec.pack_runs([made]))) == json.loads(RESULTS)
    fields = [*json.loads(RESULTS)[0]["run"], "if_refuted", "found_by"]  # these are of a contest, and never stored
    assert fields == list(CaseResult.__struct_fields__), "their order, too"
    [found] = codec.unpack_runs(zlib.compress(RESULTS.encode()))
    assert isinstance(found, CaseResult)
    assert msgspec.structs.replace(found, board=None) == msgspec.structs.replace(made, board=None)


@pytest.mark.parametrize(("side", "kept"), [(1, True), (64, True), (65, False)])
def test_a_board_is_kept_up_to_64_cells_a_side(side: int, kept: bool) -> None:
    board = np.eye(side, dtype=np.int8)
    found = codec.unpack_run(codec.pack_run(msgspec.structs.replace(MADE, board=board)))
    assert (found.board is not None) == kept
    assert not kept or np.array_equal(found.board, board)


def test_a_submission_keeps_its_fault() -> None:
    fault = Finding("E112", "it is not UTF-8", where="mine.py line 3")
    one = Submission("mine", "pkg", "function", Path("mine.py"), b"", "0" * 64, (Verdict.AC,), fault, words="mine.py")
    assert codec.unpack_submission(codec.pack_submission(one)) == one


def test_a_submission_keeps_how_it_was_read_until_its_author_is_forgotten() -> None:
    one = Submission("mine", "quiz", "program", Path("mine.py"), b"", "a" * 64, remarks=("adas report.txt: left out",))
    packed = codec.pack_submission(one)
    assert codec.unpack_submission(packed) == one
    assert "ada" not in codec.bare_submission(packed, "b" * 64, "forgotten.py")
    without = codec.pack_submission(msgspec.structs.replace(one, remarks=()))
    assert "remarks" not in without
    assert codec.unpack_submission(without).remarks == ()


def test_a_bare_submission_has_nothing_that_its_author_chose() -> None:
    fault = Finding("E208", "ada wrote no code")
    one = Submission("ada_hw", "pkg", "program", Path("x/ada.py"), b"code", "a" * 64, fault=fault, words="x/ada.py")
    bare = codec.unpack_submission(codec.bare_submission(codec.pack_submission(one), "b" * 64, "forgotten.py"))
    assert bare == Submission("", "pkg", "program", Path("forgotten.py"), b"", "b" * 64)


def test_texts_are_changed_but_those_of_the_judge_and_of_the_package() -> None:
    finding = Finding("E208", "ada", note="ada", excerpt=Excerpt("ada.py", 3, "ada = 1"))
    said = Prepared(Verdict.CE, 1.5, "in ada.py", finding, "c", 0.25)
    assert codec.reworded(said, str.upper) == Prepared(
        Verdict.CE,
        1.5,
        "IN ADA.PY",
        Finding("E208", "ADA", note="ADA", excerpt=Excerpt("ADA.PY", 3, "ADA = 1")),
        "c",
        0.25,
    )
    run = msgspec.structs.replace(MADE, message="ada", notices=(ReadWarning("w102", "ada", 1),))
    [made] = codec.reworded((run,), str.upper)
    assert (made.message, made.notices[0].message, made.given) == ("ADA", "ADA", run.given)
    assert (made.case, made.group, made.algorithm, made.verdict) == (run.case, run.group, run.algorithm, run.verdict)
    one = Submission(
        "ada_hw", "pkg", "program", Path("x/ada.py"), b"code", "a" * 64, words="x/ada.py", remarks=("ada",)
    )
    paper = codec.reworded(codec.unpack_paper(codec.pack_submission(one)), str.upper)
    assert codec.unpack_submission(codec.pack(paper)) == msgspec.structs.replace(
        one, name="ADA_HW", path=Path("X/ADA.PY"), source=b"", words="X/ADA.PY", remarks=("ADA",)
    )
    wish = RegradeWish("ada asked", ("ada",), ("c1",))
    assert codec.reworded(codec.unpack_paper(codec.pack(wish)), str.upper) == RegradeWish(
        "ADA ASKED", ("ADA",), ("c1",)
    )


def test_an_oblong_board_is_kept_as_it_is() -> None:
    oblong = np.array([[1, 2, 0], [0, 1, 2]], dtype=np.int8)
    kept = codec.pack_run(msgspec.structs.replace(MADE, board=oblong))
    assert '"side":2' in kept
    assert codec.unpack_run(kept).board.tolist() == oblong.tolist()


def test_a_board_without_a_cell_is_not_kept() -> None:
    kept = codec.pack_run(msgspec.structs.replace(MADE, board=np.zeros((3, 0), dtype=np.int8)))
    assert codec.unpack_run(kept).board is None


@pytest.mark.parametrize(
    ("later", "now"),
    [
        (',"round":3', {"samples": (msgspec.structs.replace(MEASURED, round=0),)}),
        (',"excerpt":null', {}),
        (',"given":{"fail":true}', {"given": None}),
    ],
)
def test_what_was_stored_before_a_key_came_is_read(later: str, now: dict[str, Any]) -> None:
    assert later in ATTEMPT
    found = codec.unpack_run(ATTEMPT.replace(later, ""))
    assert msgspec.structs.replace(found, board=None) == msgspec.structs.replace(MADE, board=None, **now)

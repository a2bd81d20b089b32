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
from judge.model import (
    Excerpt,
    Finding,
    Given,
    Measurement,
    Prepared,
    ReadWarning,
    RegradeWish,
    Run,
    Submission,
    Verdict,
)
from judge.store import codec
from tests.store.make import replace

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
RIGHT = replace(MADE, verdict=Verdict.AC, samples=(msgspec.json.decode(RIGHT_TOO, type=Measurement),))


def test_an_attempt_keeps_its_form() -> None:
    assert codec.pack_run(MADE) == ATTEMPT
    found = codec.unpack_run(ATTEMPT)
    assert isinstance(found, Run)
    assert found.board.tolist() == [[1, 2], [0, 1]]
    assert replace(found, board=None) == replace(MADE, board=None)


def test_what_was_answered_is_forgotten_with_its_author() -> None:
    [bare] = codec.unpack_runs(codec.bare_runs(codec.pack_runs([merged([MADE])])))
    assert (bare.verdict, bare.given, bare.board) == (Verdict.WA, None, None)


def test_a_place_in_the_source_is_kept() -> None:
    placed = Finding("E205", "no").at(Excerpt("mine.py", 3, "    x = f()", 9, 12))
    assert codec.unpack_run(codec.pack_run(replace(MADE, finding=placed))).finding == placed


def test_a_case_that_was_not_run_keeps_its_form() -> None:
    found = codec.unpack_run(NOT_RUN)
    assert (found, found.not_run) == (Run("six", "secret", "DFS", Verdict.TLE, "E209", "not run"), True)
    assert codec.pack_run(found) == NOT_RUN


@pytest.mark.parametrize(("shape", "kept"), [((1, 1), True), ((64, 64), True), ((65, 65), False), ((3, 0), False)])
def test_a_board_is_kept_up_to_64_cells_a_side(shape: tuple[int, int], kept: bool) -> None:
    board = np.eye(*shape, dtype=np.int8)
    found = codec.unpack_run(codec.pack_run(replace(MADE, board=board)))
    assert (found.board is not None) == kept
    assert not kept or np.array_equal(found.board, board)
    oblong = np.array([[1, 2, 0], [0, 1, 2]], dtype=np.int8)
    text = codec.pack_run(replace(MADE, board=oblong))
    assert ('"side":2' in text, codec.unpack_run(text).board.tolist()) == (True, oblong.tolist())


def test_a_result_keeps_its_form() -> None:
    made = merged([MADE, RIGHT])
    assert isinstance(made, Run)
    assert json.loads(zlib.decompress(codec.pack_runs([made]))) == json.loads(RESULTS)
    fields = [*json.loads(RESULTS)[0]["run"], "if_refuted", "found_by"]  # these are of a contest, and never stored
    assert fields == list(Run.__struct_fields__), "their order, too"
    [found] = codec.unpack_runs(zlib.compress(RESULTS.encode()))
    assert isinstance(found, Run)
    assert replace(found, board=None) == replace(made, board=None)


def test_a_submission_keeps_its_fault_and_how_it_was_read_until_its_author_is_forgotten() -> None:
    one = Submission(
        "ada_hw", "quiz", "program", Path("x/ada.py"), b"", "a" * 64, (Verdict.AC,), Finding("E112", "ada", where="3"),
        words="x/ada.py", remarks=("adas report.txt: left out",),
    )  # fmt: skip
    packed = codec.pack_submission(replace(one, source=b"code"))
    assert codec.unpack_submission(packed) == one
    bare = codec.bare_submission(packed, "b" * 64, "forgotten.py")
    assert codec.unpack_submission(bare) == Submission("", "quiz", "program", Path("forgotten.py"), b"", "b" * 64)
    assert "ada" not in bare
    without = codec.pack_submission(replace(one, remarks=()))
    assert ("remarks" in without, codec.unpack_submission(without).remarks) == (False, ())


def test_texts_are_changed_but_those_of_the_judge_and_of_the_package() -> None:
    def prepared(name: str, line: str) -> Prepared:
        placed = Finding("E208", name, note=name, excerpt=Excerpt(f"{line[:3]}.{line[-2:]}", 3, name))
        return Prepared(Verdict.CE, 1.5, line, placed, "c", 0.25)

    assert codec.reworded(prepared("ada", "ada in py"), str.upper) == prepared("ADA", "ADA IN PY")
    run = replace(MADE, message="ada", notices=(ReadWarning("w102", "ada", 1),))
    [made] = codec.reworded((run,), str.upper)
    assert (made.message, made.notices[0].message, made.given) == ("ADA", "ADA", run.given)
    assert (made.case, made.group, made.algorithm, made.verdict) == (run.case, run.group, run.algorithm, run.verdict)
    named = {"name": "ada_hw", "words": "x/ada.py", "remarks": ("ada",)}
    one = Submission(problem="pkg", contract="program", path=Path("x/ada.py"), source=b"", sha256="a" * 64, **named)  # type: ignore[arg-type]
    paper = codec.reworded(codec.unpack_paper(codec.pack_submission(one)), str.upper)
    assert codec.unpack_submission(codec.pack(paper)) == replace(
        one, name="ADA_HW", path=Path("X/ADA.PY"), words="X/ADA.PY", remarks=("ADA",)
    )
    wish, loud = RegradeWish("ada asked", ("ada",), ("c1",)), RegradeWish("ADA ASKED", ("ADA",), ("c1",))
    assert codec.reworded(codec.unpack_paper(codec.pack(wish)), str.upper) == loud


@pytest.mark.parametrize(
    ("later", "now"),
    [
        (',"round":3', {"samples": (replace(MEASURED, round=0),)}),
        (',"excerpt":null', {}),
        (',"given":{"fail":true}', {"given": None}),
    ],
)
def test_what_was_stored_before_a_key_came_is_read(later: str, now: dict[str, Any]) -> None:
    assert later in ATTEMPT
    found = codec.unpack_run(ATTEMPT.replace(later, ""))
    assert replace(found, board=None) == replace(MADE, board=None, **now)

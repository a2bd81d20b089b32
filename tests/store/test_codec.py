"""The rows of stores that are on disk already: attempts and results are written and read as they ever were."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from judge.judging.contest import merged
from judge.model import (
    Excerpt,
    Finding,
    Judgement,
    Measurement,
    Prepared,
    Problem,
    ReadWarning,
    Run,
    Submission,
    Verdict,
)
from judge.model.given import Given
from judge.model.job import RegradeWish
from judge.problems.package import read_package
from judge.store import codec, failed
from judge.store.failed import FAILED, Failed, as_json, failed_after, here, read_failed
from judge.submissions.read import read_submission
from tests.conftest import case_text

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
RIGHT = msgspec.structs.replace(MADE, verdict=Verdict.AC, samples=(msgspec.json.decode(RIGHT_TOO, type=Measurement),))


def test_an_attempt_keeps_its_form() -> None:
    assert codec.pack_run(MADE) == ATTEMPT
    found = codec.unpack_run(ATTEMPT)
    assert isinstance(found, Run)
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
    assert found == Run("six", "secret", "DFS", Verdict.TLE, "E209", "not run")
    assert found.not_run
    assert codec.pack_run(found) == NOT_RUN


def test_a_result_keeps_its_form() -> None:
    made = merged([MADE, RIGHT])
    assert isinstance(made, Run)
    assert json.loads(zlib.decompress(codec.pack_runs([made]))) == json.loads(RESULTS)
    fields = [*json.loads(RESULTS)[0]["run"], "if_refuted", "found_by"]  # these are of a contest, and never stored
    assert fields == list(Run.__struct_fields__), "their order, too"
    [found] = codec.unpack_runs(zlib.compress(RESULTS.encode()))
    assert isinstance(found, Run)
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


# --- What failed last ------------------------------------------------------------------------------------------------
MakePackage = Callable[..., Path]
KEY = ("pkg", "mine.py")


@pytest.fixture
def problem(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Problem:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def solve(algorithm, n, lizards, grid):\n    return None\n")
    return read_package(package("pkg", {f"secret/{name}": (case_text(4), "") for name in "abc"}))


def mine(problem: Problem, *expected: Verdict) -> Submission:
    header = f"# @EXPECTED_RESULTS@: {', '.join(expected)}\n" if expected else ""
    Path("mine.py").write_text(header + "def solve(algorithm, n, lizards, grid):\n    return None\n")
    return read_submission(Path("mine.py"), problem.name)


def judged(problem: Problem, verdicts: dict[str, str], *expected: Verdict, prepared: str = "AC") -> Judgement:
    runs = tuple(Run(case, "secret", "DFS", Verdict(verdict)) for case, verdict in verdicts.items())
    return Judgement(mine(problem, *expected), problem, Prepared(Verdict(prepared)), runs, Verdict.WA)


@pytest.mark.parametrize(
    ("before", "verdicts", "after"),
    [
        ((), {"a": "AC", "b": "WA", "c": "TLE"}, ("secret/b", "secret/c")),
        (("secret/a", "secret/b"), {"a": "AC"}, ("secret/b",)),
        (("secret/a", "secret/b"), {"c": "RTE"}, ("secret/a", "secret/b", "secret/c")),
        (("secret/a",), {"a": "JE"}, ("secret/a",)),
        (("secret/a", "secret/b"), {"a": "AC", "b": "AC", "c": "AC"}, ()),
    ],
)
def test_a_case_is_added_when_it_fails_and_dropped_when_it_is_right(
    problem: Problem, before: tuple[str, ...], verdicts: dict[str, str], after: tuple[str, ...]
) -> None:
    assert failed_after({KEY: before}, [judged(problem, verdicts)]) == {KEY: after}


def test_what_can_not_be_prepared_has_failed_on_all(problem: Problem) -> None:
    found = failed_after({}, [judged(problem, {}, prepared="CE")])
    assert found == {KEY: ("secret/a", "secret/b", "secret/c")}


def test_what_is_meant_not_to_compile_is_no_failure(problem: Problem) -> None:
    assert failed_after({}, [judged(problem, {}, Verdict.CE, prepared="CE")]) == {KEY: ()}


def test_what_its_author_declared_is_no_failure(problem: Problem) -> None:
    found = failed_after({}, [judged(problem, {"a": "TLE", "b": "WA"}, Verdict.AC, Verdict.TLE)])
    assert found == {KEY: ("secret/b",)}


def test_what_is_written_is_read_again(problem: Problem) -> None:
    kept: Failed = {KEY: ("secret/a",), ("pkg", "gone.py"): ("secret/a",), ("other", "mine.py"): ()}
    FAILED.parent.mkdir()
    FAILED.write_text(json.dumps(as_json(kept)))
    assert read_failed() == {KEY: ("secret/a",)}, "of a file that is gone, and without a case, nothing is kept"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "judge.run/1"}', '{"schema": "judge.failed/1"}', "\xff"])
def test_a_file_that_can_not_be_read_remembers_nothing(problem: Problem, text: str) -> None:
    assert read_failed() == {}
    FAILED.parent.mkdir()
    FAILED.write_bytes(text.encode("latin-1"))
    assert read_failed() == {}


def test_a_file_that_is_too_long_is_not_read(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Path(".judge/last-failed.json") == FAILED
    FAILED.parent.mkdir()
    FAILED.write_text(json.dumps(as_json({KEY: ("secret/a",)})))
    monkeypatch.setattr(failed, "_LARGEST", FAILED.stat().st_size)
    assert read_failed() == {KEY: ("secret/a",)}
    monkeypatch.setattr(failed, "_LARGEST", FAILED.stat().st_size - 1)
    assert read_failed() == {}


def test_a_path_is_relative_where_it_lies_in_here(tmp_path: Path, problem: Problem) -> None:
    assert here(tmp_path / "deep/mine.py") == "deep/mine.py"
    assert here(Path("deep/../mine.py")) == "mine.py"
    assert here(Path("/usr/mine.py")) == "/usr/mine.py"

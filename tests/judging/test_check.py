"""An answer in a file or as values gets what `judge run` gives a program: by all that the package says."""

from __future__ import annotations

import contextlib
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.judging import Checked
from judge.model import Finding, Verdict
from judge.problems import read_package
from judge.sandbox import Sandbox
from tests.boxed import kill_zygote, ran
from tests.conftest import MakeSubmission, refused, there
from tests.judging.make import rows_of
from tests.make import files

SHAPES, CASE = 'answers = "shapes"', "secret/one/input.txt"
EMPTY = "ANY\n4\n4\n0000\n0000\n0000\n0000\n"
RIGHT = "OK\n0100\n0001\n1000\n0010\n"


class Asked(NamedTuple):
    """An answer to a case, what problem.toml says of answers, and what is told: the code of the finding, and of the
    first warning."""

    puzzle: str
    answer: str
    code: str = ""
    warning: str = ""
    keys: str = SHAPES
    case: str = EMPTY
    truth: str = RIGHT


TABLE = rows_of("asked.toml")
ASKED = {name: Asked(**row) for name, row in TABLE["answers"].items()} | {
    "as long as may be": Asked("queens", RIGHT.ljust(1 << 20, "\n"), "", "W106", keys=""),
    "too long": Asked("queens", RIGHT + "\n" * (1 << 20), "E204", keys=""),
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which an answer is called as that of a program."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def packed(folder: Path, asked: Asked) -> Path:
    """Write the package of a case; return the case."""
    tables, keys = "\n[limits]\ntime_limit = 5.0\noutput = 1\n[groups.secret]\npoints = 1\n", asked.keys
    algorithms = "" if "algorithms" in keys else 'algorithms = ["ANY"]\n'
    manifest = f'title = "Pkg"\npuzzle = "{asked.puzzle}"\n{algorithms}{keys.replace("algorithms = []", "")}{tables}'
    answer = {"secret/one/answer.txt": asked.truth} if asked.truth else {}
    (folder / "pkg/secret/one/answer.txt").unlink(missing_ok=True)
    return files(folder / "pkg", {"problem.toml": manifest, CASE: asked.case, **answer}) / CASE


def code(finding: Finding | None) -> str:
    return finding.code if finding else ""


def checked(case: Path, answer: bytes, *, strict: bool = False) -> Checked:
    """Check an answer in a file that is called as programs call theirs."""
    path = Path("output.txt")
    path.write_bytes(answer)
    return Checked.of_files(case, path, None, strict)


@pytest.mark.parametrize("name", ASKED)
def test_an_answer_is_read_as_its_package_says(here: Path, name: str) -> None:
    asked = ASKED[name]
    done = checked(packed(here, asked), asked.answer.encode())
    assert code(done.finding) == asked.code, done.finding
    assert [notice.code for notice in done.answer_notices[:1]] == ([asked.warning] if asked.warning else [])


@pytest.mark.nightly(sample=4)
@pytest.mark.parametrize("name", ASKED)
def test_it_is_told_what_a_program_is_told(here: Path, sandbox: Sandbox, submission: MakeSubmission, name: str) -> None:
    asked = ASKED[name]
    done = checked(packed(here, asked), asked.answer.encode())
    problem = read_package(here / "pkg")
    stdio = problem.programs.io == "stdio"
    opened = "sys.stdout.buffer" if stdio else "open('output.txt', 'wb')"
    data = zlib.compress(asked.answer.encode())  # a source has a limit, too
    run = ran(sandbox, submission(f"import sys, zlib\n{opened}.write(zlib.decompress({data!r}))\n"), problem)
    wanted = done.finding
    if wanted and not asked.answer:
        assert (run.verdict, run.code) == (wanted.verdict, "E101"), "of a program it is told that it printed nothing"
        return
    if wanted and stdio:
        wanted = msgspec.structs.replace(wanted, where=wanted.where.replace("output.txt", "stdout"))
    assert (run.finding, run.notices) == (wanted, done.answer_notices)


def test_what_is_strict_takes_no_shape_and_no_word(here: Path) -> None:
    for name, told in (("signs", "E102"), ("a word", "E102"), ("tolerant", "E119"), ("exact", "")):
        done = checked(packed(here, ASKED[name]), ASKED[name].answer.encode(), strict=True)
        assert code(done.finding) == told, name


def test_an_answer_alone_is_read_in_its_own_form(here: Path) -> None:
    (here / "input.txt").write_text(EMPTY)
    finding = there(checked(here / "input.txt", ASKED["signs"].answer.encode()).finding)
    assert finding.code == "E102"
    assert finding.note.endswith('only the exact form is read; one with answers = "shapes" reads this too')
    assert 'answers = "shapes"' not in str(checked(here / "input.txt", b"what?\n").finding)
    case = packed(here, ASKED["signs"]._replace(keys=""))
    assert "exact form" not in there(checked(case, ASKED["signs"].answer.encode()).finding).note
    case = packed(here, ASKED["signs"])
    (here / "output.txt").write_text(ASKED["signs"].answer)
    for puzzle, told in ((None, ""), ("queens", ""), ("spies", "E102")):
        found = Checked.of_files(case, here / "output.txt", puzzle, False).finding
        assert code(found) == told, "of another puzzle the case is alone"


def test_files_are_called_as_they_were_named(here: Path) -> None:
    case = packed(here, ASKED["signs"])
    case.write_text("ANY\n4\nfour\n")
    for named in (case, case.relative_to(here)):
        assert there(refused(checked, named, b"").place).file == str(named)


def test_what_else_lies_in_the_folder_of_a_case_is_left_alone(here: Path) -> None:
    case = packed(here, ASKED["signs"])
    mine = case.with_name("output.txt")
    mine.write_text(ASKED["signs"].answer)
    assert Checked.of_files(case, mine, None, False).finding is None
    edited = case.rename(case.with_name("edited.txt"))
    assert Checked.of_files(edited, mine, None, False).finding is None
    assert refused(Checked.of_files, case, mine, None, False).code == "E435"


@pytest.mark.slow
def test_the_validator_of_a_package_looks_at_it_and_has_a_second_try(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files(here / "pkg/output_validators", {"validate.py": TABLE["SUM"]})
    case = packed(here, ASKED["a token"]._replace(case="7\n"))
    finding = there(checked(case, b"5 5\n").finding)
    assert (finding.code, finding.note) == ("E256", "the sum is to be 7")
    assert refused(Checked.of_values, case, 7).message.endswith("has no board"), "only a file or a text is an answer"
    start, asked = Sandbox.start, list[Sandbox]()

    def starting(sandbox: Sandbox, home: Any, limits: Any, job: Any) -> Any:
        if job.input == ".input":  # the validator is run
            asked.append(sandbox)
            if len(asked) < 4:
                kill_zygote(sandbox)
        return start(sandbox, home, limits, job)

    monkeypatch.setattr(Sandbox, "start", starting)
    assert there(checked(case, b"1 6\n").finding).code == "E309"
    assert len(asked) == 2
    assert checked(case, b"1 6\n").finding is None, "its second try goes well"


def test_of_several_answers_the_first_wrong_one_is_told(here: Path) -> None:
    case, right = packed(here, ASKED["signs"]), [[1, 3, 0, 2], [2, 0, 3, 1]]
    assert checked(case, "\n".join(map(str, right)).encode()).finding is None
    found = checked(case, "\n".join(map(str, [*right, [3, 1, 2, 0], [0, 2, 1, 3]])).encode())
    assert code(found.finding) == "E106"
    assert there(found.board).argmax(axis=1).tolist() == [3, 1, 2, 0]


# --- a case without a package ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("text", "known", "told", "strictly"), TABLE["alone"])
def test_of_a_case_alone_the_answer_beside_it_says_what_is_right(
    tmp_path: Path, text: str, known: str, told: str, strictly: str
) -> None:
    files(tmp_path, {"input.txt": "SA\r\n2\n1\n00\n00\n", "mine.txt": text} | ({"answer.txt": known} if known else {}))
    for strict, said in ((False, told), (True, strictly)):
        assert code(Checked.of_files(tmp_path / "input.txt", tmp_path / "mine.txt", None, strict).finding) == said


def test_what_can_not_be_checked_has_a_code(tmp_path: Path) -> None:
    case, answer = tmp_path / "secret/one/input.txt", tmp_path / "mine.txt"
    case.parent.mkdir(parents=True)

    def why(puzzle: str | None = None) -> str:
        return refused(Checked.of_files, case, answer, puzzle, False).code

    case.write_text("SA\n2\n2\n00\n02\n")
    assert why() == "E435", "there is no answer"
    answer.write_text("FAIL\n")
    assert Checked.of_files(case, answer, None, False).puzzle == "lizards", "where no package says another"
    assert why("queens") == "E410", "trees"
    case.write_text("SA\n2\n2\n00\n01\n")
    assert why() == "E407"
    case.unlink()
    assert why() == "E435"


# --- both as values ---------------------------------------------------------------------------------------------------
ZEROS = np.zeros((4, 4), np.int8)
PLACED = np.array([[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]])
LIZARDS = Path("testcases/lizards/sample/assignment-8")


def test_who_gives_no_number_of_pieces_is_told_so() -> None:
    three = PLACED.copy()
    three[0] = 0
    for answer, pieces, told in ((three, None, True), (PLACED, 3, False)):
        finding = there(Checked.of_values(ZEROS, answer, pieces=pieces).finding)
        assert (finding.code, "unless pieces says" in finding.note) == ("E108", told)
    assert Checked.of_values(ZEROS, three, pieces=3).finding is None


def test_where_nobody_knows_it_is_not_the_answer_that_is_wrong() -> None:
    for board, answer, puzzle in ((ZEROS, None, "lizards"), (np.zeros((12, 12)), 14200, "all-queens")):
        finding = there(Checked.of_values(board, answer, puzzle).finding)
        assert (finding.code, finding.verdict) == ("E302", Verdict.JE)
        assert "package" not in finding.message
        assert "pathlib.Path('.../input.txt'), with an answer.txt beside it" in finding.help


def test_beside_a_file_of_a_case_lies_what_is_right(tmp_path: Path) -> None:
    case, right = LIZARDS / "input.txt", LIZARDS / "answer.txt"
    for answer, pieces, told in ((None, None, "E113"), (right, None, ""), (right, 3, "E108")):
        assert code(Checked.of_values(case, answer, pieces=pieces).finding) == told
    (tmp_path / "mine.txt").write_text("OK\n")
    found = Checked.of_values(case, tmp_path / "mine.txt").finding
    assert there(found) == Checked.of_files(case, tmp_path / "mine.txt", None, False).finding


def test_what_is_no_case_answer_or_puzzle_is_refused() -> None:
    nowhere = Path("nowhere.txt")
    for board, answer, puzzle, code in (
        ("20\n00", None, "queens", "E410"),
        (ZEROS, PLACED, "quens", "E471"),
        (ZEROS, PLACED, 5, "E471"),
        (nowhere, PLACED, "queens", "E435"),
        (ZEROS, nowhere, "queens", "E435"),
    ):
        assert refused(Checked.of_values, board, answer, puzzle).code == code
    assert refused(Checked.of_values, ZEROS, None, "queens", pieces=3).code == "E410"


TABLES = st.lists(st.lists(st.integers(-3, 300), max_size=5), max_size=5)


@given(table=TABLES, puzzle=st.sampled_from(["lizards", "spies", "all-queens"]))
def test_any_table_gets_a_verdict_or_a_judge_error(table: list[list[int]], puzzle: str) -> None:
    with contextlib.suppress(JudgeError):
        checked = Checked.of_values(np.zeros((4, 4)), table, puzzle)
        assert checked.finding is None or checked.finding.code.startswith("E1")

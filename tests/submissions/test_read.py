"""What a source file says about itself, read and never run."""

from __future__ import annotations

import ast
import hashlib
import os
from pathlib import Path

import pytest

from judge.model import Submission, Verdict
from judge.store import pack_submission, unpack_submission
from judge.submissions import LIMITS, declared_problem, handed_in, read_again, read_submission
from tests.conftest import MakeSubmission, refused, there
from tests.make import files as write_folder
from tests.make import replace
from tests.submissions.make import SOLVE, rows_of

ROWS = rows_of("declared.toml")


def test_a_submission_is_read_and_never_run(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"raise SystemExit('it was run')\n{SOLVE}")
    read = read_submission(path, "lizards")
    assert (read.name, read.problem, read.contract, read.path) == ("mine", "lizards", "function", path)
    assert read.source == path.read_bytes()
    assert read.sha256 == hashlib.sha256(read.source).hexdigest()
    assert read.expected == (Verdict.AC,)
    assert read.fault is None


def test_of_two_copies_in_a_folder_the_one_that_is_run_makes_another_submission(tmp_path: Path) -> None:
    """What a copy imports lies beside it: in `v1` it may be right, and in `v2` wrong."""
    main = b"import board\nboard.show(open('input.txt').read())\n"
    files = {"v1/board.py": b"x = 1\n", "v1/main.py": main, "v2/board.py": b"x = 2\n", "v2/main.py": main}
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    paths = "v1/main.py", "v2/main.py"
    found = [handed_in("ann", "lizards", path, tuple(files.items())) for path in paths]
    assert [one.main for one in found] == [*paths]
    assert found[0].sha256 != found[1].sha256
    assert [read_submission(tmp_path, "lizards", main=path).sha256 for path in paths] == [one.sha256 for one in found]
    assert [Submission.digest_of(path, tuple(files.items())) for path in paths] == [one.sha256 for one in found]


@pytest.mark.parametrize("main", ["main.py", "v2/main.py"])
@pytest.mark.parametrize("source", ["import board\nprint(input(), board.x)\n", "from board import x\n" + SOLVE])
def test_in_a_folder_called_like_its_inner_one(tmp_path: Path, main: str, source: str) -> None:
    """The path of the upper one ends with the name of the lower one."""
    files = {"board.py": b"x = 1\n", "main.py": source.encode()}
    write_folder(tmp_path / "v2", {f"{folder}{name}": data for folder in ("", "v2/") for name, data in files.items()})
    found = read_submission(tmp_path / "v2", "lizards", main=main)
    assert found.main == main
    assert found.sha256 == Submission.digest_of(main, found.files)
    assert replace(unpack_submission(pack_submission(found)), files=found.files, source=found.source).main == main


# --- what it declares ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("line", "expected"), ROWS["expected"])
def test_the_verdicts_that_a_file_expects_are_read(submission: MakeSubmission, line: str, expected: str) -> None:
    assert " ".join(submission(f"x = 1\n{line}\n{SOLVE}").expected) == expected


@pytest.mark.parametrize("words", ["", "SLOW", "AC TLE", "AC,", "\x1b[31m"])
def test_a_verdict_that_there_is_none_of(submission: MakeSubmission, words: str) -> None:
    error = refused(submission, f"x = 1\n# @EXPECTED_RESULTS@: {words}\n{SOLVE}")
    assert error.code == "E431"
    assert there(error.place).line == 2
    assert "TLE" in error.help


@pytest.mark.parametrize(("source", "problem"), ROWS["declared"])
def test_the_problem_it_declares(tmp_path: Path, source: str, problem: str) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(source.encode())
    assert declared_problem(path) == (problem or None)


def test_a_folder_declares_the_problem_and_the_file_comes_first(tmp_path: Path) -> None:
    path = tmp_path / "solutions" / "spies" / "mine.py"
    path.parent.mkdir(parents=True)
    path.write_text(SOLVE)
    assert declared_problem(path) == "spies"
    path.write_text(f"# judge: problem = queens\n{SOLVE}")
    assert declared_problem(path) == "queens"


# --- what is no submission -------------------------------------------------------------------------------------------
def test_what_can_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "long.py").write_bytes(b"#" * (LIMITS.source + 1))
    (tmp_path / "full.py").write_bytes(SOLVE.encode().ljust(LIMITS.source, b"#"))
    for name, code in (("nobody.py", "E431"), ("folder.py", "E431"), ("long.py", "E431"), ("x" * 300 + ".py", "E435")):
        error = refused(read_submission, tmp_path / name, "lizards")
        assert error.code == code, name
        assert name[:20] in error.message
    assert read_submission(tmp_path / "full.py", "lizards").fault is None


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    assert refused(read_submission, tmp_path / "pipe.py", "lizards").code == "E431"


# --- what the judge itself fails to read ------------------------------------------------------------------------------
@pytest.mark.parametrize("files", [(("a.py", b"x = 1\n"),), (("a.py", b"x = 1\n"), ("b.py", b""))])
def test_what_is_not_read_is_read_again(monkeypatch: pytest.MonkeyPatch, files: tuple[tuple[str, bytes], ...]) -> None:
    fine = handed_in("ann", "pkg", "a.py", files)
    with monkeypatch.context() as broken:
        broken.setattr(ast, "walk", lambda *_: 1 // 0)
        unread = handed_in("ann", "pkg", "a.py", files)
        assert read_again(unread).fault is not None
    assert unread.fault is not None
    assert (unread.fault.code, unread.fault.verdict) == ("E304", Verdict.JE)
    assert "ZeroDivisionError" in unread.fault.traceback
    assert read_again(unread) == fine
    assert read_again(fine) is fine

"""Submissions as programs for other judges: in the folder of their verdicts, and each runs alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from judge.model import Problem, Programs, Submission, Verdict
from judge.submissions import Exported, read_submission
from tests.make import AC, CE, TLE, WA, replace
from tests.make import files as laid
from tests.problems.make import whole
from tests.submissions.make import rows_of

ROWS = rows_of("exported.toml")
FUNCTION: str = ROWS["function"]


def source(folder: Path, name: str, text: str) -> Submission:
    return read_submission(laid(folder, {name: text}) / name, "lizards")


def one(submission: Submission, *verdicts: Verdict, problem: Problem | None = None) -> Exported:
    return Exported.of(problem or whole("lizards"), [replace(submission, expected=verdicts)])


def answered(folder: Path, made: Exported, main: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
    laid(folder, dict(made.programs[0].files))
    return subprocess.run(
        [sys.executable, "-P", str(folder / main)],
        input=given,
        capture_output=True,
        check=False,
        env={"PYTHONPATH": str(folder / main / "..")},
    )


@pytest.mark.parametrize(("verdicts", "folder", "required", "words"), ROWS["folders"])
def test_what_is_expected_is_said(tmp_path: Path, verdicts: str, folder: str, required: str, words: str) -> None:
    given = source(tmp_path, "a.py", f"# @EXPECTED_RESULTS@: {verdicts}\r\nprint('FAIL')\n")
    (program,) = one(given, *map(Verdict, verdicts.split(", "))).programs
    assert (program.folder, " ".join(program.required)) == (folder, required)
    allowed = tuple(name for name in ("AC", "WA", "TLE", "RTE") if name == "AC" or name in required)
    assert program.permitted == allowed or folder == "mixed"
    comment = f"@EXPECTED_RESULTS@: {words}" if words else "expected: as its folder says"
    assert program.files == ((f"{folder}/a.py", f"# {comment}\r\nprint('FAIL')\n".encode()),)


def test_mixed_ones_are_described_where_the_version_knows_that(tmp_path: Path) -> None:
    made = one(source(tmp_path, "a.py", "print('FAIL')\n"), AC, TLE)
    files, said = made.files("2025-09")
    assert yaml.safe_load(files["submissions.yaml"]) == {"mixed/a.py": {"permitted": ["AC", "TLE"]}}
    assert said == ()
    files, said = made.files("legacy")
    assert files == {}
    assert said == ("mixed/a.py: left out, as legacy has no folder for what is expected",)
    both = one(source(tmp_path, "a.py", "print('FAIL')\n"), WA, TLE)
    files, _ = both.files("2025-09")
    allowed = {"permitted": ["AC", "WA", "TLE"], "required": ["WA", "TLE"]}
    assert yaml.safe_load(files["submissions.yaml"]) == {"mixed/a.py": allowed}


@pytest.mark.parametrize(("verdicts", "longer"), [("AC", True), ("WA", True), ("TLE", False), ("WA TLE", False)])
def test_functions_have_time_to_compile_unless_a_program_must_be_late(
    tmp_path: Path, verdicts: str, *, longer: bool
) -> None:
    function = replace(source(tmp_path, "f.py", FUNCTION), expected=(AC,))
    other = replace(source(tmp_path, "a.py", "print('FAIL')\n"), expected=tuple(map(Verdict, verdicts.split())))
    made = [Exported.of(whole("lizards"), given) for given in ([other], [function, other])]
    assert [one.limit_s(2.0) for one in made] == [2.0, 2.0 + longer * Exported.COMPILING_S]


def test_what_can_be_no_program_there_is_left_out_with_a_reason(tmp_path: Path) -> None:
    wrong = one(source(tmp_path, "a.py", "def solve(x): ...\n"), CE)
    assert wrong.programs == ()
    assert "does not compile" in wrong.left_out[0]
    broken = one(source(tmp_path, "b.py", "def solve(:\n"), WA)
    assert "is not valid Python" in broken.left_out[0]
    on_files = one(source(tmp_path, "c.c", 'int main() { fopen("input.txt", "r"); }\n'), AC)
    assert "it reads input.txt" in on_files.left_out[0]
    both = one(source(tmp_path, "d.c", 'int main() { fopen("input.txt", "r"); scanf(stdin); }\n'), AC)
    assert [program.name for program in both.programs] == ["d.c"]


@pytest.mark.parametrize(("text", "io", "wrapped"), ROWS["files"])
def test_a_program_that_needs_a_file_is_found(tmp_path: Path, text: str, io: str, wrapped: bool) -> None:
    made = one(source(tmp_path, "a.py", text), AC, problem=replace(whole("lizards"), programs=Programs(io=io)))  # type: ignore[arg-type]
    assert (made.programs[0].name == "a") is wrapped


def test_a_file_that_the_format_would_not_see_leaves_its_program_out(tmp_path: Path) -> None:
    source(tmp_path / "mine", "my part.py", "X = 1\n")
    source(tmp_path / "mine", "main.py", "print('FAIL')\n")
    found = one(read_submission(tmp_path / "mine", "lizards"), AC)
    assert "'my part.py'" in found.left_out[0]


def test_names_are_those_that_the_format_allows(tmp_path: Path) -> None:
    given = [source(tmp_path / folder, "-a b.py", "print('FAIL')\n") for folder in ("x", "y")]
    found = Exported.of(whole("lizards"), given).programs
    assert [program.files[0][0] for program in found] == ["accepted/_-a_b.py", "accepted/_-a_b_2.py"]


def test_a_folder_goes_along_whole(tmp_path: Path) -> None:
    source(tmp_path / "mine", "part.py", "X = 1\n")
    source(tmp_path / "mine", "main.py", "import part\nprint('FAIL')\n")
    found = read_submission(tmp_path / "mine", "lizards")
    (program,) = one(found, AC).programs
    assert [name for name, _ in program.files] == ["accepted/mine/main.py", "accepted/mine/part.py"]


def test_a_function_becomes_a_program(tmp_path: Path) -> None:
    made = one(source(tmp_path, "a.py", FUNCTION), AC)
    files = dict(made.programs[0].files)
    assert files.keys() == {"accepted/a/main.py", "accepted/a/solution.py"}
    assert files["accepted/a/solution.py"] == FUNCTION.encode()
    done = answered(tmp_path / "there", made, "accepted/a/main.py", b"DFS\n2\n1\n02\n00\n")
    assert (done.returncode, done.stdout) == (0, b"OK\n02\n10\n"), done.stderr
    assert done.stderr.startswith(b"debug DFS 2 1 (2, 2) int8")


def test_a_program_on_files_in_folders_is_given_them(tmp_path: Path) -> None:
    rules = Programs(io="files", input_file="data/in/a b.txt", output_file="out/x/answer.txt")
    text = ROWS["on_files"].replace("input.txt", rules.input_file).replace("output.txt", rules.output_file)
    made = one(source(tmp_path, "a.py", text), AC, problem=replace(whole("spies"), programs=rules))
    done = answered(tmp_path / "there", made, "accepted/a/main.py", b"2\n")
    assert (done.returncode, done.stdout) == (0, b"OK\n00\n00\nANY\n2\n2"), done.stderr

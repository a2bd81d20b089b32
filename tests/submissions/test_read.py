"""What a source file says about itself, read and never run."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import Submission, Verdict
from judge.submissions import read as source
from judge.submissions.read import SOURCE_LIMIT, declared_problem, handed_in, is_program, main_file, read_submission

MakeSubmission = Callable[..., Submission]
SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"


def test_it_is_read_and_never_run(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"raise SystemExit('it was run')\n{SOLVE}")
    read = read_submission(path, "lizards")
    assert (read.name, read.problem, read.contract, read.path) == ("mine", "lizards", "function", path)
    assert read.source == path.read_bytes()
    assert read.sha256 == hashlib.sha256(read.source).hexdigest()
    assert read.expected == (Verdict.AC,)
    assert read.fault is None


@pytest.mark.parametrize(
    "source",
    [
        SOLVE,
        "def solve(a, b, c, d): pass",
        "def solve(a, b, c, d, e=1): pass",
        "def solve(a, b, /, c, *, d=4): pass\ndef solve(*args): pass",
        "def solve(a, *rest): pass",
        "solve = lambda a, n, p, g: None",
        "solve: object = print",
        "from helpers import solve",
        "from helpers import best as solve",
        "import numba\n@numba.njit\ndef solve(algorithm, n, lizards, grid): pass",
        "if True:\n    def solve(a, n, p, g): pass",
        "try:\n    import numba\nfinally:\n    def solve(a, n, p, g): pass",
        "try:\n    from fast import solve\nexcept ImportError:\n    def solve(a, n, p, g): pass",
        "try:\n    import fast\nexcept ImportError:\n    def solve(a, n, p, g): pass",
        "with open('x'):\n    solve = 1",
        "\ufeff" + SOLVE,
        SOLVE.replace("\n", "\r\n"),
        "# -*- coding: latin-1 -*-\n" + SOLVE,
    ],
)
def test_solve_is_found(submission: MakeSubmission, source: str) -> None:
    assert submission(source).fault is None


@pytest.mark.parametrize(
    ("code", "source"),
    [
        ("E212", ""),
        ("E212", "def slove(a, b, c, d): pass"),
        ("E212", "class A:\n    def solve(self, a, b, c): pass"),
        ("E212", "def outer():\n    def solve(a, b, c, d): pass"),
        ("E212", "import solve_it"),
        ("E213", "def solve(): pass"),
        ("E213", "def solve(a, b, c): pass"),
        ("E213", "def solve(a, b, c, d, e): pass"),
        ("E213", "def solve(a, b, c, d, *, e): pass"),
        ("E213", "async def solve(a, b, c, d): pass"),
        ("E213", SOLVE + "def solve(n): pass"),
        ("E211", "def solve(a, b, c, d) pass"),
        ("E211", "\tdef solve(a, b, c, d): pass"),
        ("E211", "# -*- coding: nonsense -*-\n" + SOLVE),
        ("E211", b"x = '\xff'\n"),
        ("E211", b"\xff\xfed\0e\0f\0"),
        ("E211", "x = 1\0"),
        ("E211", "(" * 5000),
        ("E211", "-" * 200_000 + "1"),
        ("E211", "x = 1" + " + 1" * 50_000 + "\n" + SOLVE),
    ],
)
def test_a_fault_is_told(submission: MakeSubmission, code: str, source: str | bytes) -> None:
    fault = submission(source).fault
    assert fault is not None
    assert (fault.verdict, fault.code) == (Verdict.CE, code)
    assert fault.message.startswith(("mine.py", "solve"))
    assert "\n" not in fault.message


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("mine.py", "print('FAIL')"),
        ("mine.py", "def main():\n    open('output.txt', 'w')\nmain()"),
        ("mine.py", "import numba\nclass Solver:\n    def solve(self): print()\n"),
        ("homework.cpp", "int main() {}"),
        ("homework.c", "def solve(a, b, c, d): pass"),
        ("homework.java", ""),
        ("homework.hs", "main = interact id"),
        ("homework", "#!/bin/sh"),
    ],
)
def test_what_is_no_python_file_with_solve_is_a_program(submission: MakeSubmission, name: str, source: str) -> None:
    read = submission(source, f"./{name}")
    assert (read.contract, read.fault, read.name) == ("program", None, name.partition(".")[0])


def test_a_python_file_with_solve_is_a_function(submission: MakeSubmission) -> None:
    assert submission(f"print('hello')\n{SOLVE}print('bye')").contract == "function"


def test_places_count_from_one(submission: MakeSubmission) -> None:
    syntax = submission("x = 1\ny = (2\n", "syntax").fault
    parameters = submission("x = 1\nif x:\n    def solve(n): pass\n", "parameters").fault
    assert syntax is not None
    assert parameters is not None
    assert syntax.where == "syntax.py line 2, column 5"
    assert parameters.where == "parameters.py line 3, column 5"


@given(st.binary(max_size=300) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
@settings(max_examples=150, deadline=None)
def test_no_bytes_stop_the_judge(tmp_path_factory: pytest.TempPathFactory, source: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.py"
    path.write_bytes(source)
    declared_problem(path)
    if b"@EXPECTED_RESULTS@:" not in source:
        read = read_submission(path, "lizards")
        assert read.fault is None or read.fault.code in ("E211", "E212", "E213")


# --- what it declares ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("# @EXPECTED_RESULTS@: TLE", [Verdict.TLE]),
        ("# @EXPECTED_RESULTS@: AC, TLE", [Verdict.AC, Verdict.TLE]),
        ("# @EXPECTED_RESULTS@: wa ,rte\r", [Verdict.WA, Verdict.RTE]),
        ("# @EXPECTED_RESULTS@: TIMELIMIT", [Verdict.TLE]),
        ("# @EXPECTED_RESULTS@: CORRECT, WRONG-ANSWER, RUN-ERROR", [Verdict.AC, Verdict.WA, Verdict.RTE]),
        ("# @EXPECTED_RESULTS@: COMPILER-ERROR", [Verdict.CE]),
    ],
)
def test_expected_verdicts(submission: MakeSubmission, line: str, expected: list[Verdict]) -> None:
    assert list(submission(f"x = 1\n{line}\n{SOLVE}").expected) == expected


@pytest.mark.parametrize("words", ["", "SLOW", "AC TLE", "AC,", "\x1b[31m"])
def test_a_verdict_that_there_is_none_of(submission: MakeSubmission, words: str) -> None:
    with pytest.raises(JudgeError) as caught:
        submission(f"x = 1\n# @EXPECTED_RESULTS@: {words}\n{SOLVE}")
    assert caught.value.code == "E431"
    assert caught.value.place is not None
    assert caught.value.place.line == 2
    assert "TLE" in caught.value.help


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("# judge: problem = queens\n", "queens"),
        ("x = 1\n#judge:problem=all-queens  \r\n", "all-queens"),
        ("# judge: problem = a\n# judge: problem = b\n", "a"),
        ("x = 'judge: problem = queens'\n", None),
        ("    # judge: problem = queens\n", None),
        ("# judge: problem =\n", None),
        ("", None),
    ],
)
def test_the_problem_it_declares(tmp_path: Path, source: str, problem: str | None) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(source.encode())
    assert declared_problem(path) == problem


def test_a_folder_declares_the_problem_and_the_file_comes_first(tmp_path: Path) -> None:
    path = tmp_path / "solutions" / "spies" / "mine.py"
    path.parent.mkdir(parents=True)
    path.write_text(SOLVE)
    assert declared_problem(path) == "spies"
    path.write_text(f"# judge: problem = queens\n{SOLVE}")
    assert declared_problem(path) == "queens"


# --- folders ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("files", "main"),
    [
        ({"anything.cpp": "int main() {}", "notes.txt": "int main("}, "anything.cpp"),
        ({"homework3.py": "", "util.py": "def main(): pass"}, "homework3.py"),
        ({"search.cpp": "int search() {}", "nursery.cpp": "int\tmain (int argc) {}"}, "nursery.cpp"),
        ({"A.java": "class A {}", "B.java": "class B {\n\tpublic static void main(String[] a) {} }"}, "B.java"),
        ({"a.py": "x = 1", "b.py": "import a\nif __name__ == '__main__':\n    print(a.x)"}, "b.py"),
        ({"src/usc/main.java": "", "src/usc/A.java": ""}, "src/usc/main.java"),
        ({"homework.cpp": "int main() {}", "homework_parts.cpp": "int parts() {}"}, "homework.cpp"),
        ({"homework.py": "import homework_parts", "homework_parts.py": "x = 1"}, "homework.py"),
        ({"main.py": "from solution import solve", "solution.py": "def solve(): pass"}, "main.py"),
        ({"homework.java": "class A {}", "old/homework.java": "class A {}"}, "homework.java"),
        ({"homework.py": "print(1)", "homework3.py": "print(2)"}, None),
        ({"homework.cpp": "int main() {}", "homework.java": "static void main() {}"}, None),
        ({"homework.py": "print(1)", "main.py": "print(2)"}, None),
        ({"v1/homework.py": "print(1)", "v2/homework.py": "print(2)"}, None),
        ({"a.py": "print(1)", "b.py": "print(2)"}, None),
        ({"a.c": "int main() {}", "b.c": "int main() {}"}, None),
        ({"README.md": ""}, None),
    ],
)
def test_which_file_of_a_folder_is_run(tmp_path: Path, files: dict[str, str], main: str | None) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    if main:
        assert main_file(tmp_path) == tmp_path / main
        return
    with pytest.raises(JudgeError) as caught:
        main_file(tmp_path)
    assert caught.value.code == "E431"
    assert "homework" in caught.value.help


@pytest.mark.parametrize(
    ("files", "one"),
    [
        ({"Driver.java": "static void main() {}", "Input.java": "class Input {}"}, True),
        ({"search.cpp": "int search() {}", "nursery.cpp": "int main() {}", "nursery.h": ""}, True),
        ({"a/homework.py": "print(1)", "b.py": "print(2)"}, True),
        ({"a.java": "static void main() {}", "b.java": "static void main() {}"}, False),
        ({"a.java": "class A {}", "b.java": "class B {}"}, False),
        ({"a.cpp": "int main() {}", "b.py": "print(2)"}, False),
        ({"a.cpp": "int main() {}"}, False),
        ({"a.py": "def main(): pass", "b.py": "print(2)"}, False),
    ],
)
def test_a_folder_is_one_program_or_one_of_submissions(tmp_path: Path, files: dict[str, str], one: bool) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert is_program(tmp_path) is one


def test_a_folder_may_hold_large_files_that_are_no_source(tmp_path: Path) -> None:
    (tmp_path / "homework.java").write_text("class homework {}")
    for name in ("report.pdf", "fast.jar"):
        (tmp_path / name).write_bytes(bytes(SOURCE_LIMIT + 1))
    read = read_submission(tmp_path, "lizards")
    assert sorted(name for name, _ in read.files) == ["fast.jar", "homework.java"], "a jar is compiled against"
    (tmp_path / "long.java").write_bytes(bytes(SOURCE_LIMIT + 1))
    with pytest.raises(JudgeError):
        read_submission(tmp_path, "lizards")


def test_tabs_that_python_3_does_not_take(submission: MakeSubmission) -> None:
    mixed = "if 1:\n\tprint(1)\n        print(2)\n"
    assert submission(mixed).contract == "program", "Python 2 takes them"
    fault = submission(SOLVE + mixed).fault
    assert fault is not None
    assert fault.code == "E211"


# --- what is no submission -------------------------------------------------------------------------------------------
def test_what_can_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "long.py").write_bytes(b"#" * (SOURCE_LIMIT + 1))
    (tmp_path / "full.py").write_bytes(SOLVE.encode().ljust(SOURCE_LIMIT, b"#"))
    for name, code in (
        ("nobody.py", "E431"),
        ("folder.py", "E431"),
        ("long.py", "E431"),
        ("x" * 300 + ".py", "E435"),
    ):
        with pytest.raises(JudgeError) as caught:
            read_submission(tmp_path / name, "lizards")
        assert caught.value.code == code, name
        assert name[:20] in caught.value.message
    assert read_submission(tmp_path / "full.py", "lizards").fault is None


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(JudgeError) as caught:
        read_submission(tmp_path / "pipe.py", "lizards")
    assert caught.value.code == "E431"


# --- what the judge itself fails to read ------------------------------------------------------------------------------
@pytest.mark.parametrize("files", [(("a.py", b"x = 1\n"),), (("a.py", b"x = 1\n"), ("b.py", b""))])
def test_what_the_judge_fails_to_read_is_its_own_fault_and_is_read_again(
    monkeypatch: pytest.MonkeyPatch, files: tuple[tuple[str, bytes], ...]
) -> None:
    fine = handed_in("ann", "pkg", "a.py", files)
    with monkeypatch.context() as broken:
        broken.setattr(source, "_contract", lambda *_: 1 // 0)
        unread = handed_in("ann", "pkg", "a.py", files)
        assert source.read_again(unread).fault is not None
    assert unread.fault is not None
    assert (unread.fault.code, unread.fault.verdict) == ("E304", Verdict.JE)
    assert "ZeroDivisionError" in unread.fault.traceback
    assert source.read_again(unread) == fine
    assert source.read_again(fine) is fine

"""Which file of a folder is run, and as what: run, submit and grade make one choice, for every folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.classroom import read_roll
from judge.errors import JudgeError
from judge.model import Submission
from judge.problems import read_package
from judge.submissions import LIMITS, Choice, entries, handed_in, languages, read_submission
from tests.conftest import refused

JAVA, MAIN_JAVA = "class A {}", "static void main() {}"
JUNIT = "import static org.junit.Assert.assertEquals;"
SOLVE = "import numpy as np\ndef solve(algorithm, n, lizards, grid):\n    return np.array(grid)\n"
READS = "case = open('input.txt').read()\nprint('OK')\n"
MAIN = "def main():\n    print(open('input.txt').read())\n\nif __name__ == '__main__':\n    main()\n"
PARTS = "def rows(n):\n    return [n]\n"
TESTED = "def rows(n):\n    return [n]\n\nif __name__ == '__main__':\n    print(rows(4))\n"
TESTS = "import unittest\nimport hw\nunittest.main()\n"
TRIES = "from hw import solve\nprint(solve('DFS', 1, 1, [[0]]))\n"
CPP = "int main() {}\n"


class Way(NamedTuple):
    """What one command makes of a folder: the file that is run, and whether as a function, or the code of its fault;
    the sources that go along; or nothing, with the reason where one file needs another."""

    main: str = ""
    contract: str = ""
    sources: frozenset[str] = frozenset()
    why: str = ""


UNCLEAR = Way()
PACKAGE = Path()


@pytest.fixture(scope="module", autouse=True)
def package(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A package that is read quickly, beside which the folders lie."""
    global PACKAGE  # noqa: PLW0603 - hypothesis asks for no fixture of its own
    PACKAGE = tmp_path_factory.mktemp("packages") / "pkg"
    (PACKAGE / "sample/tiny").mkdir(parents=True)
    (PACKAGE / "problem.toml").write_text('title = "Quiz"\npuzzle = "lizards"\nalgorithms = ["DFS"]\n[groups.sample]\n')
    (PACKAGE / "sample/tiny/input.txt").write_text("DFS\n2\n1\n00\n02\n")


def _chosen(folder: Path, *, as_one: bool) -> Way:
    """Return what `judge run FOLDER` makes of it, or `judge submit` as one; also UNCLEAR where it judges each file."""
    try:
        [entry] = entries(Choice((folder,), (str(PACKAGE),), as_one=as_one))
    except JudgeError as error:
        if error.code != "E431":
            raise
        return UNCLEAR
    return _way(entry.submissions[0], folder) if len(entry.submissions) == 1 else UNCLEAR


def by_grade(folder: Path) -> Way:
    """Return what it is as the folder of a student, in a class of two."""
    problem = read_package(PACKAGE)
    roll = read_roll(folder.parent, problem=problem)
    [member] = [one for one in roll.members if one.folder == folder.name]
    if not member.main:
        needs = member.doubt and "defines solve, which is judged as one file" in member.doubt.what
        return Way(why=member.doubt.what) if member.doubt and needs else UNCLEAR
    return _way(handed_in("x", problem.name, member.main, member.files, problem.programs), folder)


def _way(submission: Submission, folder: Path) -> Way:
    if submission.fault and submission.fault.code == "E217":
        return Way(why=submission.fault.message)  # a function that needs another file
    path = submission.path
    name = submission.main if submission.files else str(path.relative_to(folder) if path.is_absolute() else path)
    code = submission.fault.code if submission.fault else submission.contract
    sources = (languages().as_in_table(path) for path, _ in submission.files)
    return Way(languages().as_in_table(name), code, frozenset(path for path in sources if path.endswith(".py")))


def written(folder: Path, files: Mapping[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def ways(files: Mapping[str, str], name: str = "hw1") -> list[Way]:
    with TemporaryDirectory() as held:
        folder = written(Path(held, name), files)
        written(Path(held, "zoe"), {"homework.py": READS})
        return [_chosen(folder, as_one=False), _chosen(folder, as_one=True), by_grade(folder)]


# --- what is known ----------------------------------------------------------------------------------------------------
EACH = "each"
TRIES_MAIN, SOLVES = f"{TRIES}{MAIN}", "def solve(n): return n\n"
TESTS_OLD = "if __name__ == '__main__':\n    import old\n"
THREE, SOLVES_OF_A_CASE = "def solve(n, p, grid): pass\n", "print('OK', solve(*open('input.txt').read().split()))\n"
EITHER = "try:\n    from search import solve\nexcept ImportError:\n    def solve(*given): pass\n"
# What is made of a folder called queens: the file that is run, and as what; "" where that is not clear; EACH where
# `judge run` takes each file as a submission.
FOLDERS: list[tuple[str, dict[str, str]]] = [
    # a program and its helpers
    ("hw1.py program", {"hw1.py": f"import board\n{READS}", "board.py": PARTS}),
    ("hw1.py program", {"hw1.py": f"from board import rows\n{MAIN}", "board.py": TESTED}),
    ("HW1.py program", {"HW1.PY": f"import board\n{READS}", "board.py": PARTS}),
    ("hw1.py program", {"hw1.py": f"import queue, board\n{READS}", "board.py": PARTS}),
    ("hw.py program", {"hw.py": MAIN, "test_hw.py": TESTS}),
    ("b.py program", {"a.py": "x = 1", "b.py": f"import a\n{MAIN}"}),
    ("b.py program", {"a.py": "import b", "b.py": "print(2)"}),
    ("", {"a.py": f"import board\n{READS}", "b.py": f"import board\n{READS}", "board.py": PARTS}),
    ("search.js program", {"search.js": "require('./board')\n", "board.js": "exports.n = 1\n"}),
    ("hw1.cpp program", {"hw1.CPP": CPP, "parts.cpp": "int n;\n"}),
    ("nursery.cpp program", {"search.cpp": "int search() {}", "nursery.cpp": "int\tmain (int argc) {}"}),
    ("q.cpp program", {"q.cpp": CPP, "b.cpp": "int parts() {}", "helper/Show.java": MAIN_JAVA}),
    ("a.cpp program", {"a.cpp": CPP, "b.py": "print(2)"}),
    ("a.cpp program", {"a.cpp": CPP, "notes.txt": "int main("}),
    ("", {"a.cpp": CPP, "b.cpp": CPP}),
    ("", {"hw.cpp": CPP, "old/hw.cpp": CPP}),
    ("", {"p/a.cpp": "int main() { b; }", "p/b.cpp": CPP}),
    ("", {"a.py": READS, "b.py": READS}),
    ("", {"README.md": ""}),
    # the names that are run
    ("main.py program", {"a.py": f"import board\n{READS}", "main.py": f"import board\n{READS}", "board.py": PARTS}),
    ("__main__.py program", {"__main__.py": f"import board\n{READS}", "board.py": PARTS}),
    ("__main__.py program", {"__main__.py": "import board", "board.py": "print(2)"}),
    ("__main__.py program", {"__main__.py": "from main import main\nmain()", "main.py": "x = 1"}),
    ("main.py program", {"main.py": "import app.__main__", "app/__main__.py": READS}),
    ("main.py program", {"main.py": READS, "words.csv": ""}),
    ("app/__main__.py program", {"app/__main__.py": "import board", "app/board.py": ""}),
    ("homework3.py program", {"homework3.py": "", "util.py": "def main(): pass"}),
    ("homework.cpp program", {"homework.cpp": CPP, "homework_parts.cpp": "int parts() {}"}),
    ("homework.py program", {"homework.py": "import homework_parts", "homework_parts.py": "x = 1"}),
    ("main.py program", {"main.py": "from solution import solve", "solution.py": "def solve(): pass"}),
    ("homework.java program", {"homework.java": JAVA, "old/homework.java": JAVA}),
    ("a/homework.py program", {"a/homework.py": "print(1)", "b.py": "print(2)"}),
    ("main.cpp program", {"hw.py": READS, "main.cpp": CPP}),
    ("", {"homework.py": READS, "main.py": READS}),
    ("", {"homework.py": "print(1)", "homework3.py": "print(2)"}),
    ("", {"v1/homework.py": "print(1)", "v2/homework.py": "print(2)"}),
    ("", {"homework.cpp": CPP, "homework.java": MAIN_JAVA}),
    # one that defines solve, and what tries it out
    ("x.py E212", {"x.py": ""}),
    ("hw.py function", {"hw.py": SOLVE, "plots.py": PARTS}),
    ("hw.py function", {"hw.py": SOLVE, "test.py": TRIES}),
    ("hw.py function", {"hw.py": SOLVE, "test.py": TRIES_MAIN.replace("input.txt", "x")}),
    ("hw.py function", {"main.py": TRIES, "hw.py": SOLVE}),
    ("hw.py function", {"hw.py": SOLVE + TESTED[24:], "notes.py": READS}),
    ("hw.py function", {"hw.py": SOLVE, "parts.cpp": "int n;"}),
    ("a.py function", {"a.py": SOLVE, "b.py": "print(2)"}),
    ("homework.py function", {"homework.py": SOLVE, "hw.py": SOLVE}),
    ("homework.py function", {"homework.py": SOLVE, "test.cpp": CPP}),
    ("queens.py function", {"queens.py": SOLVE, "test.cpp": CPP}),
    ("main.py function", {"main.py": SOLVE, "board.py": PARTS}),
    ("main.py function", {"main.py": SOLVE, "report.pdf": "", "data.csv": ""}),
    ("main.py function", {"main.py": SOLVE, "test.py": "import main"}),
    ("main.py function", {"main.py": SOLVE + TESTS_OLD, "old.py": ""}),
    ("__main__.py function", {"__main__.py": SOLVE, "old.py": "x = 1"}),
    ("", {"main.py": f"import board\n{SOLVE}", "board.py": PARTS}),
    ("", {"main.py": f"from lib.fast import f\n{SOLVE}", "lib/fast.py": ""}),
    ("", {"main.py": f"import lib\n{SOLVE}", "lib/__init__.py": ""}),
    ("", {"main.py": f"def f():\n    import a, b\n{SOLVE}", "a.py": "", "b.py": ""}),
    ("", {"main.py": EITHER, "search.py": SOLVE}),
    # a solve of other parameters
    ("main.py E213", {"main.py": THREE}),
    ("main.py E213", {"main.py": THREE, "data.csv": ""}),
    ("main.py program", {"main.py": THREE, "a.py": "x = 1"}),
    ("main.py program", {"main.py": THREE + SOLVES_OF_A_CASE, "a.py": "x = 1"}),
    ("main.py program", {"main.py": f"from search import solve\n{SOLVES_OF_A_CASE}", "search.py": SOLVES}),
    ("main.py program", {"main.py": f"from hw import solve\n{READS}", "hw.py": SOLVE}),
    ("main.py program", {"main.py": f"from solver import solve\n{READS}solve()\n", "solver.py": PARTS}),
    ("main.py program", {"hw.py": SOLVE, "main.py": TRIES, "board.py": READS}),
    ("main.py program", {"hw.py": SOLVE, "main.py": "print 1\n"}),
    ("main.cpp program", {"hw.py": SOLVE, "main.cpp": CPP}),
    ("", {"hw.py": SOLVE, "hw.cpp": CPP}),
    ("", {"homework.py": SOLVE, "homework.cpp": CPP}),
    ("", {"a.py": SOLVE, "b.py": READS}),
    # projects of Java
    ("B.java program", {"A.java": JAVA, "B.java": "class B {\n\tpublic static void main(String[] a) {} }"}),
    ("Driver.java program", {"Driver.java": MAIN_JAVA, "Input.java": "class Input {}"}),
    ("Queens.java program", {"Queens.java": MAIN_JAVA, "Test.java": MAIN_JAVA}),
    ("src/Trees.java program", {"src/Trees.java": MAIN_JAVA}),
    ("src/usc/main.java program", {"src/usc/main.java": "", "src/usc/A.java": ""}),
    ("src/edu/x/Main.java program", {"src/edu/x/Main.java": MAIN_JAVA, "src/edu/x/Board.java": "class Board {}"}),
    ("p/Start.java program", {
        "p/Start.java": f"{MAIN_JAVA} Reader", "p/Reader.java": MAIN_JAVA, "p/T.java": f"{JUNIT}{MAIN_JAVA} Start",
    }),
    ("", {"p/One.java": f"{MAIN_JAVA} Two", "p/Two.java": f"{MAIN_JAVA} One"}),
    ("", {"Start.java": f"{MAIN_JAVA} Reader", "Reader.java": MAIN_JAVA}),
    ("", {"Start.java": MAIN_JAVA, "old/Start.java": f"{MAIN_JAVA} Start"}),
    ("", {"a.java": MAIN_JAVA, "b.java": MAIN_JAVA}),
    ("", {"a.java": JAVA, "b.java": "class B {}"}),
    # files that need no other
    (EACH, {"a.py": SOLVE, "b.py": SOLVE}),
    (EACH, {"a.py": SOLVE, "b.py": SOLVES, "c.py": READS, "d.cpp": CPP}),
    (EACH, {"a.py": SOLVE, "b.py": SOLVES, "old/c.py": SOLVE}),
    (EACH, {"a.py": SOLVE, "b.py": "def solve(:"}),
]  # fmt: skip


@pytest.mark.parametrize(("found", "files"), FOLDERS, ids=[f"{found}: {' '.join(files)}" for found, files in FOLDERS])
def test_all_take_the_same_file(tmp_path: Path, found: str, files: dict[str, str]) -> None:
    [made] = set(ways(files, "queens"))
    assert f"{made.main} {made.contract}".strip() == found.replace(EACH, "")
    if found == EACH:
        assert each_of(written(tmp_path / "queens", files)) == {name for name in files if "/" not in name}


@pytest.mark.parametrize(
    ("place", "kept"),
    [("solutions/pkg", True), ("quiz/submissions/accepted", True), ("class/submissions/ada", False), ("quiz", False)],
)
def test_where_submissions_are_kept_each_file_is_one(tmp_path: Path, place: str, kept: bool) -> None:
    files = {"a.py": READS, "b.py": READS}
    written(tmp_path / "quiz", {"problem.toml": ""})
    assert each_of(written(tmp_path / place, files)) == (set(files) if kept else {"E431"})


def each_of(folder: Path) -> set[str]:
    """Return the files that `judge run` takes as submissions of their own, or the code of its question."""
    try:
        [entry] = entries(Choice((folder,), (str(PACKAGE),)))
    except JudgeError as error:
        return {error.code}
    return {str(one.path.relative_to(folder)) for one in entry.submissions}


def test_sources_that_lie_too_deep_are_named(tmp_path: Path) -> None:
    folder = written(tmp_path, {"p/One.java": MAIN_JAVA, "p/Two.java": MAIN_JAVA})
    error = refused(entries, Choice((folder,), (str(PACKAGE),)))
    assert error.code == "E431"
    assert error.note == ("2 lie in folders below, such as p/One.java; a program begins in p/One.java, p/Two.java")
    assert "be called homework, main or solution" in error.help


def test_a_folder_may_hold_large_files_that_are_no_source(tmp_path: Path) -> None:
    (tmp_path / "homework.java").write_text("class homework {}")
    for name in ("report.pdf", "fast.jar"):
        (tmp_path / name).write_bytes(bytes(LIMITS.source + 1))
    read = read_submission(tmp_path, "lizards")
    assert sorted(name for name, _ in read.files) == ["fast.jar", "homework.java"], "a jar is compiled against"
    (tmp_path / "long.java").write_bytes(bytes(LIMITS.source + 1))
    with pytest.raises(JudgeError):
        read_submission(tmp_path, "lizards")


# --- the file is named ------------------------------------------------------------------------------------------------
@pytest.fixture
def hw1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of which it is not clear what is run, named from the folder around it."""
    (tmp_path / "hw1/old").mkdir(parents=True)
    for name in ("a.py", "b.py", "old/a.py", "old/c.py"):
        (tmp_path / "hw1" / name).write_text(READS)
    monkeypatch.chdir(tmp_path)
    return Path("hw1")


@pytest.mark.parametrize(
    ("main", "run"),
    [("b.py", "b.py"), ("a", "a.py"), ("hw1/b.py", "b.py"), ("old/a.py", "old/a.py"), ("c.py", "old/c.py")],
)
@pytest.mark.parametrize("as_one", [False, True])
def test_a_main_file_is_named(hw1: Path, main: str, run: str, as_one: bool) -> None:
    [entry] = entries(Choice((hw1,), (str(PACKAGE),), as_one=as_one, main=main))
    [one] = entry.submissions
    assert (one.name, one.path, one.contract) == ("hw1", hw1 / run, "program")
    assert f"--main {main}" in one.words


def test_the_problem_is_declared_in_the_named_file(hw1: Path) -> None:
    (hw1 / "b.py").write_text(f"# judge: problem = queens\n{READS}")
    assert [entry.problem.name for entry in entries(Choice((hw1,), main="b.py"))] == ["queens"]


@pytest.mark.parametrize("main", ["hw2.py", "d.py"])
def test_a_file_that_the_package_asks_for_is_run_where_it_is_there(hw1: Path, tmp_path: Path, main: str) -> None:
    package = tmp_path / "asks"
    copytree(PACKAGE, package)
    (package / "problem.toml").write_text(f'main = "{main}"\n{(PACKAGE / "problem.toml").read_text()}')
    (hw1 / "hw2.py").write_text(READS)
    found = Choice((hw1,), (str(package),))
    if main == "hw2.py":
        assert [one.path for entry in entries(found) for one in entry.submissions] == [hw1 / main]
    else:
        assert code_of(found) == "E431"


@pytest.mark.parametrize(
    ("words", "main"),
    [(("hw1",), "x.py"), (("hw1/a.py",), "a.py"), ((), "a.py"), (("hw1",), ""), (("hw1", "hw1/a.py"), "x/y.py")],
)
def test_what_is_no_main_file_is_refused(hw1: Path, words: tuple[str, ...], main: str) -> None:
    if len(words) < 2:
        assert code_of(Choice(tuple(map(Path, words)), (str(PACKAGE),), main=main)) == "E431"
        return
    [entry] = entries(Choice(tuple(map(Path, words)), (str(PACKAGE),), main=main))
    assert [one.fault.code if one.fault else "" for one in entry.submissions] == ["E431", ""]


def test_two_files_of_the_named_kind_are_a_question(hw1: Path) -> None:
    (hw1 / "new").mkdir()
    (hw1 / "new/c.py").write_text(READS)
    assert code_of(Choice((hw1,), (str(PACKAGE),), main="c.py")) == "E431"
    [entry] = entries(Choice((hw1,), (str(PACKAGE),), main="new/c.py"))
    assert entry.submissions[0].path == hw1 / "new/c.py"


def test_the_question_names_the_files_and_how_to_answer(hw1: Path) -> None:
    error = refused(entries, Choice((hw1,), (str(PACKAGE),)))
    assert "a.py" in error.message
    assert "b.py" in error.message
    answer = re.search(r"--main (\S+)", error.help)
    assert answer
    [entry] = entries(Choice((hw1,), (str(PACKAGE),), main=answer[1]))
    assert entry.submissions[0].fault is None


def test_a_folder_is_called_as_it_is_called_elsewhere(hw1: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(hw1)
    [entry] = entries(Choice((Path(),), (str(PACKAGE),), main="a.py"))
    assert entry.submissions[0].name == "hw1"


def code_of(choice: Choice) -> str:
    error = refused(entries, choice)
    assert error.help
    return error.code


# --- generated --------------------------------------------------------------------------------------------------------
NAMES = ("hw", "board", "main", "homework", "x/util", "hw1")
BODIES = (SOLVE, READS, MAIN, PARTS, TESTED, "", "print 1\n", "def sovle(a, b, c, d):\n    pass\n")


@st.composite
def folders(draw: st.DrawFn) -> dict[str, str]:
    """Files that import each other, run or not, in several languages, with endings in capitals."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True))
    files = {}
    for name in names:
        others = [PurePosixPath(other).name for other in names if other != name]
        taken = draw(st.lists(st.sampled_from(others), max_size=2, unique=True))
        imports = "".join(
            draw(st.sampled_from((f"import {other}\n", f"from {other} import rows\n", f"from {other} import solve\n")))
            for other in taken
        )
        ending = draw(st.sampled_from((".py", ".py", ".py", ".PY", ".cpp", ".CPP", ".js")))
        python = ending.lower() == ".py"
        files[name + ending] = imports + draw(st.sampled_from(BODIES)) if python else CPP * (ending != ".js")
    return files


def assert_the_same(files: Mapping[str, str]) -> None:
    run, submit, grade = ways(files)
    assert submit == grade
    assert run in (submit, UNCLEAR)
    if run == UNCLEAR != submit:  # it judges each file: several define solve
        assert sum("def solve(" in text for text in files.values()) > 1


AGAIN = {  # once it was taken for a second function
    "hw1.py": SOLVE, "x/util.py": READS, "hw.py": READS,
    "board.py": "from hw1 import solve\n\nif __name__ == '__main__':\n    print(solve)\n",
}  # fmt: skip


@example(AGAIN)
@settings(max_examples=100, deadline=None)
@given(folders())
def test_every_folder_is_read_the_same(files: dict[str, str]) -> None:
    assert_the_same(files)

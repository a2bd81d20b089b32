"""Which file of a folder is run, and as what: run, submit and grade make one choice, for every folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from pathlib import Path, PurePosixPath
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom.content import Assignment, content_of
from judge.classroom.file import File
from judge.classroom.shapes import Pile
from judge.errors import JudgeError
from judge.model import Submission
from judge.problems.package import read_package
from judge.submissions.choice import Choice, entries
from judge.submissions.languages import as_in_table
from judge.submissions.read import handed_in, main_of

SOLVE = "import numpy as np\ndef solve(algorithm, n, lizards, grid):\n    return np.array(grid)\n"
READS = "case = open('input.txt').read()\nprint('OK')\n"
MAIN = "def main():\n    print(open('input.txt').read())\n\nif __name__ == '__main__':\n    main()\n"
PARTS = "def rows(n):\n    return [n]\n"
TESTED = "def rows(n):\n    return [n]\n\nif __name__ == '__main__':\n    print(rows(4))\n"
TESTS = "import unittest\nimport hw\nunittest.main()\n"
TRIES = "from hw import solve\nprint(solve('DFS', 1, 1, [[0]]))\n"
CPP = "int main() {}\n"


class Way(NamedTuple):
    """What one command makes of a folder: the file that is run, and whether as a function; or neither."""

    main: str = ""
    contract: str = ""


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


def by_run(folder: Path) -> Way:
    """Return what `judge run FOLDER` makes of it as one submission; also UNCLEAR where it judges each file."""
    return _chosen(folder, as_one=False)


def by_submit(folder: Path) -> Way:
    return _chosen(folder, as_one=True)


def _chosen(folder: Path, *, as_one: bool) -> Way:
    try:
        [entry] = entries(Choice((folder,), (str(PACKAGE),), as_one=as_one))
    except JudgeError as error:
        if error.code != "E431":
            raise
        return UNCLEAR
    return _way(entry.submissions[0], folder) if len(entry.submissions) == 1 else UNCLEAR


def by_grade(folder: Path) -> Way:
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    problem = read_package(PACKAGE)
    pile = Pile(folder.name, [])
    for path, data in files.items():
        pile.add(path, File(path, len(data), lambda limit, data=data: data[:limit]), folder.name)  # type: ignore[misc]
    member = content_of(pile, Assignment.of(problem))
    if not member.main:
        return UNCLEAR
    return _way(handed_in("x", problem.name, member.main, member.files, problem.programs), folder)


def _way(submission: Submission, folder: Path) -> Way:
    if submission.fault and submission.fault.code == "E217":
        return UNCLEAR  # a function that needs another file: refused in each of the ways
    path = submission.path
    name = main_of(submission) if submission.files else str(path.relative_to(folder) if path.is_absolute() else path)
    return Way(as_in_table(name), submission.contract)


def ways(files: Mapping[str, str], name: str = "hw1") -> list[Way]:
    with TemporaryDirectory() as held:
        folder = Path(held, name)
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        return [by_run(folder), by_submit(folder), by_grade(folder)]


# --- what is known ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("files", "way"),
    [
        ({"hw1.py": f"import board\n{READS}", "board.py": PARTS}, Way("hw1.py", "program")),
        ({"hw1.py": f"from board import rows\n{MAIN}", "board.py": TESTED}, Way("hw1.py", "program")),
        ({"HW1.PY": f"import board\n{READS}", "board.py": PARTS}, Way("HW1.py", "program")),
        ({"hw1.py": f"import queue, board\n{READS}", "board.py": PARTS}, Way("hw1.py", "program")),
        ({"hw.py": MAIN, "test_hw.py": TESTS}, Way("hw.py", "program")),
        ({"__main__.py": f"import board\n{READS}", "board.py": PARTS}, Way("__main__.py", "program")),
        ({"main.py": TRIES, "hw.py": SOLVE}, Way("hw.py", "function")),
        ({"main.py": f"from hw import solve\n{READS}", "hw.py": SOLVE}, Way("main.py", "program")),
        ({"main.py": f"from solver import solve\n{READS}solve()\n", "solver.py": PARTS}, Way("main.py", "program")),
        ({"main.py": SOLVE, "board.py": PARTS}, Way("main.py", "function")),
        ({"main.py": f"import board\n{SOLVE}", "board.py": PARTS}, UNCLEAR),
        ({"a.py": f"import board\n{READS}", "b.py": f"import board\n{READS}", "board.py": PARTS}, UNCLEAR),
        ({"a.py": f"import board\n{READS}", "main.py": f"import board\n{READS}", "board.py": PARTS},
         Way("main.py", "program")),
        ({"homework.py": READS, "main.py": READS}, UNCLEAR),
        ({"search.js": "require('./board')\n", "board.js": "exports.n = 1\n"}, Way("search.js", "program")),
        ({"hw1.CPP": CPP, "parts.cpp": "int n;\n"}, Way("hw1.cpp", "program")),
        ({"hw.py": SOLVE, "hw.cpp": CPP}, UNCLEAR),
        ({"hw.py": SOLVE, "main.cpp": CPP}, Way("main.cpp", "program")),
        ({"hw.py": READS, "main.cpp": CPP}, Way("main.cpp", "program")),
        ({"a.py": READS, "b.py": READS}, UNCLEAR),
        ({"a.py": SOLVE, "b.py": READS}, UNCLEAR),
        ({"a.cpp": CPP, "b.cpp": CPP}, UNCLEAR),
        ({"hw.py": SOLVE, "plots.py": PARTS}, Way("hw.py", "function")),
    ],
)  # fmt: skip
def test_all_take_the_same_file(files: dict[str, str], way: Way) -> None:
    assert ways(files) == [way] * 3


@pytest.mark.parametrize(
    ("place", "files"),
    [
        ("hw1", {"a.py": SOLVE, "b.py": SOLVE}),
        ("hw1", {"a.py": SOLVE, "b.py": "def solve(n):\n    return n\n", "c.py": READS, "d.cpp": CPP}),
        ("solutions/pkg", {"a.py": READS, "b.py": READS}),
        ("quiz/submissions/accepted", {"a.cpp": CPP, "b.cpp": CPP}),
    ],
)
def test_files_that_need_no_other_are_submissions_of_their_own(
    tmp_path: Path, place: str, files: dict[str, str]
) -> None:
    folder = tmp_path / place
    folder.mkdir(parents=True)
    (tmp_path / "quiz").mkdir(exist_ok=True)
    (tmp_path / "quiz/problem.toml").write_text("")
    for name, text in files.items():
        (folder / name).write_text(text)
    [entry] = entries(Choice((folder,), (str(PACKAGE),)))
    assert {one.path.name for one in entry.submissions} == set(files)
    assert by_submit(folder) == by_grade(folder) == UNCLEAR


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
    with pytest.raises(JudgeError) as caught:
        entries(Choice((hw1,), (str(PACKAGE),)))
    assert "a.py" in caught.value.message
    assert "b.py" in caught.value.message
    answer = re.search(r"--main (\S+)", caught.value.help)
    assert answer
    [entry] = entries(Choice((hw1,), (str(PACKAGE),), main=answer[1]))
    assert entry.submissions[0].fault is None


def test_a_folder_is_called_as_it_is_called_elsewhere(hw1: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(hw1)
    [entry] = entries(Choice((Path(),), (str(PACKAGE),), main="a.py"))
    assert entry.submissions[0].name == "hw1"


def code_of(choice: Choice) -> str:
    with pytest.raises(JudgeError) as caught:
        entries(choice)
    assert caught.value.help
    return caught.value.code


# --- the help is followed ---------------------------------------------------------------------------------------------
def test_what_the_help_says_leads_to_a_run() -> None:
    """Whatever was not clear is clear once the file that is run is called so, and no other."""
    for name in ("homework.py", "main.py", "solution.py"):
        files = {name: f"import board\n{READS}", "b.py": f"import board\n{READS}", "board.py": PARTS}
        assert ways(files) == [Way(name, "program")] * 3


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


def test_a_file_that_takes_solve_from_another_one_is_no_submission_beside_it() -> None:
    program = "case = open('input.txt').read()\nprint('OK')\n"
    again = "from hw1 import solve\n\nif __name__ == '__main__':\n    print(solve)\n"
    function = "def solve(algorithm, n, lizards, grid):\n    return grid\n"
    assert_the_same({"hw1.py": function, "x/util.py": program, "hw.py": program, "board.py": again})


@settings(max_examples=100, deadline=None)
@given(folders())
def test_every_folder_is_read_the_same(files: dict[str, str]) -> None:
    assert_the_same(files)


def test_every_pair_is_read_the_same() -> None:
    """Each name with each body, beside a helper that the first takes in or that takes in the first."""
    for name, body, helper, links in product(("hw1", "main"), BODIES[:5], BODIES[:5], ((1, 0), (0, 1), (1, 1))):
        files = {
            f"{name}.py": "import board\n" * links[0] + body,
            "board.py": f"from {name} import rows\n" * links[1] + helper,
        }
        run, submit, grade = ways(files)
        assert run == submit == grade, files

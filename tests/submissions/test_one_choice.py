"""Which file of a folder is run, and as what: run, submit and grade make one choice, for every folder."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from shutil import copytree
from string import Template
from subprocess import run
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.classroom import read_roll
from judge.errors import JudgeError
from judge.model import Programs, Submission
from judge.problems import read_package
from judge.submissions import LIMITS, Choice, MainFile, entries, handed_in, languages, read_submission, version_in
from tests.conftest import refused
from tests.make import files as written
from tests.submissions.make import rows_of

ROWS = rows_of("folders.toml")
TEXTS = ROWS["parts"]
SOLVE, READS, MAIN, PARTS, TESTED = (TEXTS[name] for name in ("SOLVE", "READS", "MAIN", "PARTS", "TESTED"))
CPP, MAIN_JAVA = TEXTS["CPP"], TEXTS["MAIN_JAVA"]


class Way(NamedTuple):
    """What one command makes of a folder: the file that is run, and whether as a function, or the code of its fault;
    the sources that go along; or nothing, with the reason where one file needs another."""

    main: str = ""
    contract: str = ""
    sources: frozenset[str] = frozenset()
    why: str = ""


UNCLEAR = Way()
PACKAGE = Path()
read_once = cache(read_package)


@pytest.fixture(scope="module", autouse=True)
def package(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A package that is read quickly, beside which the folders lie."""
    global PACKAGE  # noqa: PLW0603 - hypothesis asks for no fixture of its own
    PACKAGE = tmp_path_factory.mktemp("packages") / "pkg"
    manifest = 'title = "Quiz"\npuzzle = "lizards"\nalgorithms = ["DFS"]\n[groups.sample]\n'
    written(PACKAGE, {"problem.toml": manifest, "sample/tiny/input.txt": "DFS\n2\n1\n00\n02\n"})


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
    problem = read_once(PACKAGE)
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


def ways(files: Mapping[str, str], name: str = "hw1") -> list[Way]:
    with TemporaryDirectory() as held:
        folder = written(Path(held, name), files)
        written(Path(held, "zoe"), {"homework.py": READS})
        return [_chosen(folder, as_one=False), _chosen(folder, as_one=True), by_grade(folder)]


# --- what is known ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("found", "texts"), ROWS["folders"], ids=[" ".join(texts) for _, texts in ROWS["folders"]])
def test_every_way_of_handing_in_takes_the_same_file(tmp_path: Path, found: str, texts: dict[str, str]) -> None:
    files = {name: Template(text).substitute(TEXTS) for name, text in texts.items()}
    [made] = set(ways(files, "queens"))
    assert f"{made.main} {made.contract}".strip() == found.replace("each", "")
    if found == "each":
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
    assert error.note == "2 lie in folders below, such as p/One.java"
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


def test_a_repository_beside_a_program_is_passed_over(tmp_path: Path) -> None:
    objects = {f".git/objects/{number}": "" for number in range(LIMITS.files)}
    folder = written(tmp_path / "hw1", {"hw1.py": READS, "notes.txt": "", **objects})
    assert each_of(folder) == {"hw1.py"}
    assert [name for name, _ in read_submission(folder, "lizards").files] == ["hw1.py", "notes.txt"]


@pytest.mark.parametrize("as_one", [False, True])
@pytest.mark.parametrize(
    ("source", "beside"), [("hw1.cpp", "board.h"), ("hw1.js", "package.json"), ("hw1.py", "a/b.csv")]
)
def test_what_lies_beside_the_only_source_goes_along(tmp_path: Path, source: str, beside: str, as_one: bool) -> None:
    folder = written(tmp_path / "work", {source: READS if source.endswith(".py") else CPP, beside: ""})
    [entry] = entries(Choice((folder,), (str(PACKAGE),), as_one=as_one))
    [one] = entry.submissions
    assert ({name for name, _ in one.files}, one.main) == ({source, beside}, source)
    written(folder, {f"data/{number}.txt": "" for number in range(LIMITS.files)})
    assert each_of(folder) == {source}, "where that is too much for a program, the source is judged alone"


def test_each_submission_of_a_folder_is_judged_however_many_there_are(tmp_path: Path) -> None:
    files = {f"student{number}.py": SOLVE for number in range(LIMITS.files + 1)}
    assert each_of(written(tmp_path, files)) == files.keys()


def test_folders_may_lie_deeper_than_the_stack(tmp_path: Path) -> None:
    (tmp_path / "hw1.py").write_text(READS)
    with contextlib.ExitStack() as stack:
        stack.callback(os.chdir, Path.cwd())
        os.chdir(tmp_path)
        for _ in range(sys.getrecursionlimit()):
            Path("a").mkdir()
            os.chdir("a")
    assert each_of(tmp_path) == {"hw1.py"}
    run(["rm", "-r", str(tmp_path / "a")], check=True)  # pytest would not get down there


# --- the file is named ------------------------------------------------------------------------------------------------
@pytest.fixture
def hw1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of which it is not clear what is run, named from the folder around it."""
    written(tmp_path / "hw1", dict.fromkeys(("a.py", "b.py", "old/a.py", "old/c.py", "old/d.py", "new/d.py"), READS))
    monkeypatch.chdir(tmp_path)
    return Path("hw1")


def run_of(*words: str, main: str = "", as_one: bool = False, package: Path | None = None) -> list[str]:
    """Return which file is run of each word, or the code of what is wrong with it."""
    try:
        [entry] = entries(Choice(tuple(map(Path, words)), (str(package or PACKAGE),), as_one=as_one, main=main))
    except JudgeError as error:
        return [error.code if error.help else ""]
    return [one.fault.code if one.fault else str(one.path) for one in entry.submissions]


@pytest.mark.parametrize(
    ("main", "run"),
    [("b.py", "b.py"), ("a", "a.py"), ("hw1/b.py", "b.py"), ("new/d.py", "new/d.py"), ("c.py", "old/c.py")],
)
@pytest.mark.parametrize("as_one", [False, True])
def test_a_main_file_is_named(hw1: Path, main: str, run: str, as_one: bool) -> None:
    [entry] = entries(Choice((hw1,), (str(PACKAGE),), as_one=as_one, main=main))
    [one] = entry.submissions
    assert (one.name, one.path, one.contract) == ("hw1", hw1 / run, "program")
    assert f"--main {main}" in one.words


def test_the_named_file_declares_the_problem(hw1: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (hw1 / "b.py").write_text(f"# judge: problem = queens\n{READS}")
    assert [entry.problem.name for entry in entries(Choice((hw1,), main="b.py"))] == ["queens"]
    monkeypatch.chdir(hw1)
    [entry] = entries(Choice((Path(),), (str(PACKAGE),), main="a.py"))
    assert entry.submissions[0].name == "hw1"


@pytest.mark.parametrize(("main", "run"), [("hw2.py", "hw1/hw2.py"), ("x.py", "E431")])
def test_a_file_that_the_package_asks_for_is_run(hw1: Path, tmp_path: Path, main: str, run: str) -> None:
    package = tmp_path / "asks"
    copytree(PACKAGE, package)
    (package / "problem.toml").write_text(f'main = "{main}"\n{(PACKAGE / "problem.toml").read_text()}')
    (hw1 / "hw2.py").write_text(READS)
    assert run_of("hw1", package=package) == [run]


@pytest.mark.parametrize(
    ("words", "main", "run"),
    [
        *(("hw1", name, ["E431"]) for name in ("x.py", "d.py", "")),
        ("hw1/a.py", "a.py", ["E431"]),
        ("", "a.py", ["E431"]),
        ("hw1 hw1/a.py", "x/y.py", ["E431", "hw1/a.py"]),
    ],
)
def test_what_is_no_main_file_is_refused(hw1: Path, words: str, main: str, run: list[str]) -> None:
    assert run_of(*words.split(), main=main) == run


def test_the_question_names_the_files_and_how_to_answer(hw1: Path) -> None:
    error = refused(entries, Choice((hw1,), (str(PACKAGE),)))
    assert all(name in error.message for name in ("a.py", "b.py"))
    [answer] = re.findall(r"--main (\S+)", error.help)
    assert run_of("hw1", main=answer) == [f"hw1/{answer}"]


# --- the file that stands out, or that is named, of these texts -------------------------------------------------------
MAIN_BY_NAME = rows_of("names.toml")
SOLVE_FILE, TEST_FILE = SOLVE.encode(), TEXTS["TRIES"].encode()
MAIN_FILE = b"if __name__ == '__main__':\n    print(1)\n"
JAVA_FILE = b"class A {\n    public static void main(String[] words) {}\n}\n"


@pytest.mark.parametrize(("more", "paths"), [(0, ["hw.py"]), (1, ["hw.py", "notes.py", "data.java"])])
def test_what_is_too_long_to_be_parsed_is_not_looked_into(more: int, paths: list[str]) -> None:
    notes = b"x = 1".ljust((512 << 10) - len(SOLVE_FILE) + more, b"#")
    assert MainFile.of({"hw.py": SOLVE_FILE, "notes.py": notes, "data.java": bytes(999)}, Programs()).paths == paths


def test_where_a_package_expects_programs_a_main_comes_before_solve() -> None:
    sources = {"hw.py": SOLVE_FILE, "test.py": TEST_FILE + MAIN_FILE}
    found = MainFile.of(sources, Programs(io="stdio"))
    assert (found.paths, found.why) == (["test.py"], "")
    found = MainFile.of({"hw.py": SOLVE_FILE, "test.py": TEST_FILE}, Programs(io="stdio"))
    assert found.paths == ["hw.py"]
    assert "defines solve" in found.why


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["a.py", "b.py", "main.py", "homework.py", "x/main.py", "M.java", "m.c"]),
        st.sampled_from([b"", SOLVE_FILE, TEST_FILE, MAIN_FILE, READS.encode(), JAVA_FILE, b"int main() {}"]),
        min_size=1,
    )
)
def test_a_choice_is_one_of_them_and_only_a_guess_departs_from_the_rule(sources: dict[str, bytes]) -> None:
    found = MainFile.of(sources, Programs())
    assert found.paths
    assert set(found.paths) <= set(sources)
    called = [path for path in sources if path in ("main.py", "homework.py")] or [*{"x/main.py"} & {*sources}]
    if found.why:
        assert len(found.paths) == 1
    elif len(called) == 1 and sources[called[0]] != SOLVE_FILE:
        assert called[0] in found.paths, "by its name"


@pytest.mark.parametrize(("paths", "wanted", "found"), MAIN_BY_NAME["named"])
def test_which_files_a_word_names(paths: str, wanted: str, found: str) -> None:
    assert MainFile.named(paths.split(), wanted) == found.split()


@pytest.mark.parametrize(("wanted", "exact"), [("hw1.py", True), ("src/hw1", True), ("HW1.py", False), ("a.py", False)])
def test_which_file_a_word_names_exactly(wanted: str, exact: bool) -> None:
    assert MainFile.named(["src/hw1.py", "src/a-1.py"], wanted, exactly=True) == ["src/hw1.py"] * exact
    assert MainFile.named(["src/hw1.py", "src/a-1.py"], wanted)


@pytest.mark.parametrize(("name", "before", "version"), MAIN_BY_NAME["versions"])
def test_what_a_file_was_called_before_canvas(name: str, before: str, version: int) -> None:
    assert version_in(name) == (before, version)


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


AGAIN = {  # once it was taken for a second function
    "hw1.py": SOLVE, "x/util.py": READS, "hw.py": READS,
    "board.py": "from hw1 import solve\n\nif __name__ == '__main__':\n    print(solve)\n",
}  # fmt: skip


@example(AGAIN)
@settings(max_examples=100, deadline=None)
@given(folders())
def test_every_folder_is_read_the_same(files: dict[str, str]) -> None:
    run, submit, grade = ways(files)
    assert submit == grade
    assert run in (submit, UNCLEAR)
    if run == UNCLEAR != submit:  # it judges each file: several define solve
        assert sum("def solve(" in text for text in files.values()) > 1

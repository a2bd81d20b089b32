"""Packages on disk: what is read, in which order, how each fault is told, and what of one is kept. No link is followed
out of its package, and one that leads to itself is an error with its place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError, Place
from judge.files import lies_inside
from judge.model import Answer, Instance, Limits, Problem
from judge.problems import about_of, package_files, read_package, validate_package, write_case_files
from judge.problems.generators import GenerateWish, generate
from judge.problems.icpc import export_package, import_package, name_of
from judge.problems.prove import CERTIFICATE
from judge.submissions import expected_submissions
from judge.text import natural
from tests.conftest import refused, there
from tests.make import answer as shown
from tests.make import case_text, files, package, replace
from tests.problems.icpc.packages import LEGACY, write
from tests.problems.make import INPUT, SMALL, TOML, put
from tests.problems.told import rows_of


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return files(tmp_path / "small", SMALL)


def refusal(root: Path) -> tuple[JudgeError, Place]:
    error = refused(read_package, root)
    return error, there(error.place)


def said(problem: Problem) -> list[tuple[str, Any, str]]:
    """Return each case with its answer, as a board or FAIL, and why it is FAIL."""
    answers = [(case.path, case.answer, case.why_fail) for case in problem.cases]
    return [
        (path, one and ("FAIL" if one.fail else None if one.board is None else one.board.tolist()), why)
        for path, one, why in answers
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_package_is_read_whole_and_in_order(tmp_path: Path, end: str) -> None:
    more = {name: text.replace("\n", end) for name, text in SMALL.items() if name != "problem.toml"}
    hidden = dict.fromkeys(("README.md", ".DS_Store", "secret/.DS_Store", "secret/tree-9/.DS_Store"), "x")
    left = dict.fromkeys(("__MACOSX/a", "secret/Thumbs.db", "secret/tree-9/desktop.ini"), "x")
    problem = read_package(files(tmp_path / "small", SMALL | more | hidden | left))
    assert (problem.name, problem.title, problem.puzzle) == ("small", "Save the lizards", "lizards")
    assert (problem.algorithms, problem.strict, problem.limits) == (("DFS", "SA"), False, Limits(time_limit=2.0))
    assert problem.groups == {"secret": Problem.Group(50.0), "sample": Problem.Group(0.0)}
    assert said(problem) == [
        ("secret/tree-9", "FAIL", "counted by hand"),
        ("secret/tree-10", [[1, 0], [0, 2]], ""),
        ("sample/first", None, ""),
    ]
    assert problem.cases[1].board.grid.tolist() == [[0, 0], [0, 2]]
    forgiven = {"\n": [], "\r\n": ["W102"], "\r": ["W103"]}[end]
    answers = [case.answer for case in problem.cases if case.answer]
    assert [[notice.code for notice in answer.warnings] for answer in answers] == [forgiven] * 2, "a proof is none"


@pytest.mark.parametrize(("count", "fits"), [(100, True), (101, False)])
def test_all_or_count_is_refused_where_a_count_could_be_more_than_all(root: Path, count: int, fits: bool) -> None:
    for number in range(count - 2):
        shutil.copytree(root / "secret/tree-10", root / f"secret/more-{number}")
    put(root / "problem.toml", 'scheme = "all-or-count"\n' + TOML)
    if fits:
        assert read_package(root).scheme == Problem.Scheme("all-or-count")
        return
    fault, place = refusal(root)
    assert (fault.code, place.line, "101 cases count" in fault.message) == ("E422", 1, True)


def test_a_group_may_be_empty_but_not_all_of_them(root: Path) -> None:
    put(root / "problem.toml", TOML + "[groups.huge]\n")
    assert len(read_package(root).cases) == 3
    shutil.rmtree(root / "sample")
    shutil.rmtree(root / "secret")
    fault, _ = refusal(root)
    assert (fault.code, "huge" in fault.message) == ("E424", True)


@pytest.mark.parametrize(("file", "text", "told", "word"), rows_of(Path(__file__).with_name("package.txt")))
def test_a_file_that_is_wrong_or_in_the_wrong_place(tmp_path: Path, file: str, text: str, told: str, word: str) -> None:
    texts = {"INPUT": INPUT, "TOML": TOML.replace('"lizards"', '"queens"')}
    root = files(tmp_path, SMALL | {file: texts.get(text, text)})
    fault, place = refusal(root)
    assert f"{fault.code} {place.line}" == told
    assert word in f"{fault.message} {fault.note} {fault.help}" or word == "-"
    named = "secret/tree-10/input.txt" if file == "problem.toml" else str(Path(file).parent)
    assert place.file.startswith(str(root / named)) or fault.code == "E425"


def test_an_algorithm_that_no_case_can_name_is_refused_at_its_line(tmp_path: Path) -> None:
    """The case has no line 1 that could be corrected."""
    toml = 'title = "Stars"\npuzzle = "no-three-in-line"\nalgorithms = ["DFS"]\n[groups.secret]\n'
    fault, place = refusal(files(tmp_path, {"problem.toml": toml, "secret/a/input.txt": "4 8\n"}))
    assert (fault.code, place.line, fault.help) == ("E422", 3, "delete the key algorithms")


@pytest.mark.parametrize(
    ("name", "way"), [("tree-9/input.txt", "open"), ("tree-9/answer.txt", "open"), ("tree-9", "iterdir")]
)
def test_what_can_not_be_opened_is_named(root: Path, monkeypatch: pytest.MonkeyPatch, name: str, way: str) -> None:
    opened = getattr(Path, way)

    def refuse(file: Path, *how: Any, **named: Any) -> Any:
        if file == root / "secret" / name:
            raise PermissionError(13, "Permission denied")
        return opened(file, *how, **named)

    monkeypatch.setattr(Path, way, refuse)
    fault, place = refusal(root)
    assert (fault.code, place) == ("E435", Place(str(root / "secret" / name)))


# --- what is written and kept -----------------------------------------------------------------------------------------
def test_what_is_written_can_be_read(root: Path) -> None:
    board = Instance("SA", 2, 2, np.array([[0, 2], [0, 0]], np.int8))
    write_case_files(root / "sample/second", "lizards", board, shown("LT .L"))
    write_case_files(root / "sample/third", "lizards", board, Answer(fail=True), "nobody knows")
    problem = read_package(root)
    assert said(problem)[-2:] == [("sample/second", [[1, 2], [0, 1]], ""), ("sample/third", "FAIL", "nobody knows")]
    assert (problem.cases[-2].board.grid == board.grid).all()


@pytest.mark.parametrize("proof", ["", " ", "two\nlines"])
def test_a_fail_is_not_written_without_its_proof(tmp_path: Path, proof: str) -> None:
    board = Instance("SA", 1, 1, np.zeros((1, 1), np.int8))
    assert refused(write_case_files, tmp_path / "second", "lizards", board, Answer(fail=True), proof).code == "E423"
    assert not (tmp_path / "second").exists()


@given(st.text("ab-", min_size=1), st.integers(0, 10**6), st.integers(0, 10**6))
def test_natural_order_reads_numbers(word: str, one: str, other: str) -> None:
    assert (natural(f"{word}{one}") < natural(f"{word}{other}")) == (one < other)
    assert (natural(f"{one}{word}") < natural(f"{other}{word}")) == (one < other)


def test_the_store_keeps_its_manifest_its_statement_and_its_cases(tmp_path: Path) -> None:
    arranged = "OK\n0100\n0001\n1000\n0010\n"
    folder = package(tmp_path, cases={"sample/six": (case_text(6), ""), "secret/four": (case_text(4), arranged)})
    kept = {
        "problem.toml": (folder / "problem.toml").read_text(),
        "problem_statement/board.png": "board",
        "problem_statement/problem.en.md": "problem",
        "sample/six/input.txt": case_text(6),
        "secret/four/input.txt": case_text(4),
        "secret/four/answer.txt": arranged,
        "secret/four/certificate.json": "{}",
    }
    files(folder, kept | {"problem_statement/.hidden": "x", "notes.txt": "of the author"})
    assert package_files(read_package(folder)) == tuple((name, text.encode()) for name, text in kept.items())
    assert package_files(replace(read_package(folder), path=f"{folder}/gone")) == ()


# --- links ------------------------------------------------------------------------------------------------------------
OUT = pytest.mark.parametrize("out", [False, True])
READERS: dict[str, Callable[[Path], object]] = {
    **dict.fromkeys(
        ("problem.toml", "secret/tree-9", *(f"secret/tree-9/{one}.txt" for one in ("input", "answer"))), read_package
    ),
    "generators.toml": lambda root: list(generate(root, GenerateWish(check=True))),
    "submissions/accepted/one.py": expected_submissions,
}


def link(file: Path, out: Path | None = None) -> None:
    """Replace a file or a folder by a link to itself, or to the same out of the package."""
    if out and file.exists():
        file.rename(out)
    elif out:
        put(out, "{}")
    else:
        shutil.rmtree(file) if file.is_dir() else file.unlink(missing_ok=True)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.symlink_to(out or file.name)


def test_which_links_lie_inside_a_folder(tmp_path: Path) -> None:
    files(tmp_path, {"in/file": "", "out": ""})
    for name, to in {"here": "file", "there": "../out", "self": "self", "below": "self/deeper"}.items():
        (tmp_path / "in" / name).symlink_to(to)
    (tmp_path / "same").symlink_to("in")
    inside = {path.name for path in (tmp_path / "in").iterdir() if lies_inside(path, tmp_path / "same")}
    assert inside - {"self", "below"} == {"file", "here"}
    assert lies_inside(tmp_path / "in/nothing", tmp_path / "in")


@OUT
@pytest.mark.parametrize("name", READERS)
def test_a_link_out_or_to_itself_is_refused_with_its_place(tmp_path: Path, name: str, out: bool) -> None:
    root = files(tmp_path / "small", SMALL)
    link(root / name, tmp_path / "out" if out else None)
    error = refused(READERS[name], root)
    assert error.code in ("E417", "E425", "E435")
    assert str(error.place).startswith(str(root / name))


@OUT
def test_links_out_or_to_themselves_that_hold_nothing(tmp_path: Path, out: bool) -> None:
    root = files(tmp_path / "small", SMALL | {"sample/first/answer.txt": "OK\n10\n02\n"})
    for name in (f"secret/tree-9/{CERTIFICATE}", "problem_statement/problem.en.md", "times.json"):
        link(root / name, tmp_path / f"{name}.out" if out else None)
    problem = read_package(root)
    assert any("E414" in str(remark) for remark in validate_package(problem))
    assert about_of(problem, "it").statement == ""
    assert about_of(problem, "it").reference is None
    _, lost = export_package(problem, {}, tmp_path / "cup", "2025-09", scoring=False)
    assert any("there is no statement" in said for said in lost)
    kept = [name for name, _ in package_files(problem)]
    assert not [name for name in kept if name.startswith("problem_statement") or CERTIFICATE in name]


@pytest.mark.parametrize(
    "name",
    ["", "problem.yaml", ".timelimit", "data", "data/secret", "data/secret/2.in", "submissions/accepted/right.py"],
)
def test_a_link_to_itself_in_a_package_of_the_icpc(tmp_path: Path, name: str) -> None:
    given = write(LEGACY, tmp_path / "given")
    link(given / name)
    assert name_of(given) == "given"
    assert refused(import_package, given, tmp_path / "made", (".py",)).code == "E428"

"""Packages on disk: what is read, in which order, and how each fault is told."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError, Place
from judge.model import Answer, Case, Group, Instance, Limits, ReadWarning, Scheme
from judge.problems import natural, package_files, read_package, validate_package, write_case_files
from tests.conftest import MakePackage
from tests.make import case_text

TESTCASES = Path(__file__).parents[2] / "testcases"
BELIEVED = [f"infeasible/over-{name}" for name in ("20-10", "40-40", "50-50")]
SHIPPED = sorted(path.parent for path in TESTCASES.glob("*/problem.toml"))
TOML = """\
title = "Save the lizards"
puzzle = "lizards"
algorithms = ["DFS", "SA"]

[limits]
time_limit = 2

[groups.secret]
points = 50

[groups.sample]
points = 0
"""
INPUT = "DFS\n2\n1\n00\n02\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return small_package(tmp_path)


def small_package(folder: Path) -> Path:
    """Write a package of three cases: an arrangement, a FAIL, and one without an answer."""
    package = folder / "small"
    put(package / "problem.toml", TOML)
    put(package / "secret/tree-10/input.txt", INPUT)
    put(package / "secret/tree-10/answer.txt", "OK\n10\n02\n")
    put(package / "secret/tree-9/input.txt", "SA\n2\n2\n00\n00\n")
    put(package / "secret/tree-9/answer.txt", "FAIL\nproof: counted by hand\n")
    put(package / "sample/first/input.txt", INPUT)
    return package


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, newline="")


def refusal(root: Path) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        read_package(root)
    return caught.value


def place_of(fault: JudgeError) -> Place:
    assert fault.place is not None
    return fault.place


def answer_of(case: Case) -> Answer:
    assert case.answer is not None
    return case.answer


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_proof_is_read_below_any_end_of_a_line(root: Path, end: str) -> None:
    put(root / "secret/tree-9/answer.txt", end.join(["FAIL", "proof: counted by hand", ""]))
    assert read_package(root).cases[0].why_fail == "counted by hand"


def test_a_package_is_read_whole_and_in_order(root: Path) -> None:
    problem = read_package(root)
    assert (problem.name, problem.title, problem.puzzle) == ("small", "Save the lizards", "lizards")
    assert problem.algorithms == ("DFS", "SA")
    assert problem.strict is False
    assert problem.limits == Limits(time_limit=2.0)
    assert problem.groups == {"secret": Group(50.0), "sample": Group(0.0)}
    assert [f"{case.group}/{case.name}" for case in problem.cases] == [
        "secret/tree-9",
        "secret/tree-10",
        "sample/first",
    ]
    impossible, arranged, unknown = problem.cases
    assert answer_of(impossible).fail
    assert impossible.why_fail == "counted by hand"
    assert np.array_equal(answer_of(arranged).board, [[1, 0], [0, 2]])  # type: ignore[arg-type]  # None is unequal
    assert arranged.board.grid.tolist() == [[0, 0], [0, 2]]
    assert unknown.answer is None


@pytest.mark.parametrize(("count", "fits"), [(100, True), (101, False)])
def test_all_or_count_is_refused_where_a_count_could_be_more_than_all(root: Path, count: int, fits: bool) -> None:
    for number in range(count - 2):
        shutil.copytree(root / "secret/tree-10", root / f"secret/more-{number}")
    put(root / "problem.toml", TOML)
    there = sum(case.group == "secret" for case in read_package(root).cases)
    assert there == count
    put(root / "problem.toml", 'scheme = "all-or-count"\n' + TOML)
    if fits:
        assert read_package(root).scheme == Scheme("all-or-count")
        return
    with pytest.raises(JudgeError, match="101 cases count") as refused:
        read_package(root)
    assert refused.value.code == "E422"
    assert (refused.value.place or Place("")).line == 1


def test_a_group_may_be_empty_but_not_all_of_them(root: Path) -> None:
    put(root / "problem.toml", TOML + "[groups.huge]\n")
    assert len(read_package(root).cases) == 3
    shutil.rmtree(root / "sample")
    shutil.rmtree(root / "secret")
    fault = refusal(root)
    assert fault.code == "E424"
    assert "huge" in fault.message


@pytest.mark.parametrize(
    ("file", "text", "told", "word"),
    [
        ("secrets/a/input.txt", INPUT, ("E425", 0), "not a group"),
        ("secret/tree_/input.txt", INPUT, ("E425", 0), "name of a case"),
        ("secret/tree 1/input.txt", INPUT, ("E425", 0), "name of a case"),
        ("secret/notes.md", INPUT, ("E425", 0), "no folder"),
        ("secret/tree-9/anwser.txt", INPUT, ("E425", 0), "no file of a case"),
        ("secret/empty/answer.txt", INPUT, ("E425", 0), "no input.txt"),
        ("secret/tree-9/input.txt", INPUT.replace("DFS", "BFS"), ("E410", 1), "DFS, SA"),
        ("secret/tree-9/input.txt", "SA\n2\n2\n00\n01\n", ("E407", 5), ""),
        ("secret/tree-9/answer.txt", "FAIL\n", ("E423", 2), "proof:"),
        ("secret/tree-9/answer.txt", "FAIL\nbecause\n", ("E423", 2), "proof:"),
        ("secret/tree-9/answer.txt", "OK\n10\n0\n", ("E423", 0), ""),
        ("secret/tree-9/answer.txt", "maybe\n", ("E423", 0), ""),
        ("secret/tree-9/answer.txt", "", ("E423", 0), ""),
        ("problem.toml", TOML.replace('"lizards"', '"queens"'), ("E410", 5), ""),
    ],
)
def test_a_file_that_is_wrong_or_in_the_wrong_place(
    root: Path, file: str, text: str, told: tuple[str, int], word: str
) -> None:
    put(root / file, text)
    fault = refusal(root)
    assert (fault.code, place_of(fault).line) == told
    assert word in f"{fault.message} {fault.note} {fault.help}"
    named = "secret/tree-10/input.txt" if file == "problem.toml" else str(Path(file).parent)
    assert place_of(fault).file.startswith(str(root / named)) or fault.code == "E425"
    assert fault.help


def test_hidden_files_and_a_readme_are_left_alone(root: Path) -> None:
    put(root / "README.md", "about")
    put(root / ".DS_Store", "x")
    put(root / "secret/.DS_Store", "x")
    put(root / "secret/tree-9/.DS_Store", "x")
    assert len(read_package(root).cases) == 3


@pytest.mark.parametrize("name", ["input.txt", "answer.txt"])
def test_a_file_that_can_not_be_opened_is_named(root: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    opened = Path.open

    def refuse(file: Path, *how: Any) -> Any:
        if file.name == name:
            raise PermissionError(13, "Permission denied")
        return opened(file, *how)

    monkeypatch.setattr(Path, "open", refuse)
    fault = refusal(root)
    assert (fault.code, place_of(fault)) == ("E435", Place(str(root / "secret/tree-9" / name)))


def test_an_input_that_is_a_folder(root: Path) -> None:
    (root / "secret/tree-9/input.txt").unlink()
    (root / "secret/tree-9/input.txt").mkdir()
    assert refusal(root).code == "E425"


SEEN = TOML.replace("[groups.secret]", '[groups.secret]\nvisibility = "full"')
WENT = [f"{TOML}\n[calibration]\n{keys}" for keys in ("figure_s = 0.0092\n", 'work = "none"\n[calibration.x]\n')]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, []),  # a proof behind FAIL is nothing to forgive
        (
            {"secret/tree-9/input.txt": "SA\r\n2\r\n2\r\n00\r\n00\r\n", "secret/tree-9/answer.txt": "OK\n10\n01\n"},
            ["secret/tree-9/input.txt W102", "secret/tree-9/answer.txt E106"],
        ),
        ({"sample": ""}, ["problem.toml W116"]),
        ({"sample": "", "problem.toml": SEEN}, []),
        *(({"problem.toml": text}, [f"problem.toml W131 {TOML.count(chr(10)) + 2}"]) for text in WENT),
    ],
)
def test_what_validating_says(root: Path, changes: dict[str, str], told: list[str]) -> None:
    put(root / "sample/first/answer.txt", "OK\n10\n02\n")
    digest = read_package(root).digest
    for name, text in changes.items():
        put(root / name, text) if text else shutil.rmtree(root / name)
    problem = read_package(root)
    for remark, said in zip(validate_package(problem), told, strict=True):
        file, code, *line = said.split()
        assert (remark.file, remark.what.code) == (str(root / file), code)
        assert remark.case == str(Path(file).parent).removeprefix(".")
        if line:
            assert isinstance(remark.what, ReadWarning)
            assert remark.what.line == int(line[0])
            assert problem.digest == digest, "it changes no verdict"


def test_what_is_written_can_be_read(root: Path) -> None:
    grid = np.array([[0, 2], [0, 0]], np.int8)
    board = Instance("SA", 2, 2, grid)
    placed = np.array([[1, 2], [0, 1]], np.int8)
    write_case_files(root / "sample/second", "lizards", board, Answer(board=placed))
    write_case_files(root / "sample/third", "lizards", board, Answer(fail=True), "nobody knows")
    second, third = read_package(root).cases[-2:]
    assert (second.board.grid == grid).all()
    assert np.array_equal(answer_of(second).board, placed)  # type: ignore[arg-type]  # None is unequal
    assert (answer_of(third).fail, third.why_fail) == (True, "nobody knows")


@pytest.mark.parametrize("proof", ["", " ", "two\nlines"])
def test_a_fail_is_not_written_without_its_proof(root: Path, proof: str) -> None:
    board = Instance("SA", 1, 1, np.zeros((1, 1), np.int8))
    with pytest.raises(JudgeError, match="E423"):
        write_case_files(root / "sample/second", "lizards", board, Answer(fail=True), proof)
    assert not (root / "sample/second").exists()


@given(st.text("ab-", min_size=1), st.integers(0, 10**6), st.integers(0, 10**6))
def test_natural_order_reads_numbers(word: str, one: str, other: str) -> None:
    assert (natural(f"{word}{one}") < natural(f"{word}{other}")) == (one < other)
    assert (natural(f"{one}{word}") < natural(f"{other}{word}")) == (one < other)


@pytest.mark.parametrize("root", SHIPPED, ids=lambda path: path.name)
def test_every_shipped_package_is_valid_and_almost_all_of_it_proven(root: Path) -> None:
    remarks = validate_package(read_package(root))
    assert {remark.what.code for remark in remarks} <= {"W118"}
    assert [remark.case for remark in remarks] == (BELIEVED if root.name == "lizards" else [])


# --- what the store keeps
ARRANGED = "OK\n0100\n0001\n1000\n0010\n"


def test_the_store_keeps_its_manifest_its_statement_and_its_cases(package: MakePackage) -> None:
    folder = package(cases={"sample/six": (case_text(6), ""), "secret/four": (case_text(4), ARRANGED)})
    (folder / "problem_statement").mkdir()
    (folder / "secret/four/certificate.json").write_text("{}")
    for name in ("problem.en.md", "board.png", ".hidden"):
        (folder / "problem_statement" / name).write_bytes(name.encode())
    (folder / "notes.txt").write_text("of the author")
    assert package_files(read_package(folder)) == (
        ("problem.toml", (folder / "problem.toml").read_bytes()),
        ("problem_statement/board.png", b"board.png"),
        ("problem_statement/problem.en.md", b"problem.en.md"),
        ("sample/six/input.txt", case_text(6).encode()),
        ("secret/four/input.txt", case_text(4).encode()),
        ("secret/four/answer.txt", ARRANGED.encode()),
        ("secret/four/certificate.json", b"{}"),
    )
    assert package_files(msgspec.structs.replace(read_package(folder), path=f"{folder}/gone")) == ()

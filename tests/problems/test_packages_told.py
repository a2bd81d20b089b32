"""Every word about a package that is refused, and what is read and written of others, as it is kept in `kept/`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from judge.model import Answer, Instance
from judge.problems.package import read_package, write_case_files
from judge.problems.validation import validate_package
from tests.problems import told
from tests.problems.test_package import INPUT, TOML, put, small_package

KEPT = Path(__file__).parent / "kept"
QUEENS = TOML.replace('"lizards"', '"queens"')


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return small_package(tmp_path)


def remarks(root: Path) -> list[object]:
    """Return the package, and all that validating it remarks."""
    problem = read_package(root)
    told_first = [problem.name, problem.path, problem.piece, problem.strict, problem.limits, problem.groups]
    told_then = [problem.programs, problem.scheme, problem.title, problem.puzzle]
    cases = [part for case in problem.cases for part in (case.name, case.group, case.board, case.answer, case.why_fail)]
    found = [part for remark in validate_package(problem) for part in (remark.case, remark.file, remark.what)]
    return [*told_first, *told_then, problem.algorithms, *cases, "remarks:", *found]


GONE, FOLDER = object(), object()
PACKAGES: dict[str, dict[str, object]] = {  # what is written, what is made a folder, and what is gone; -> is a link
    "good": {},
    "strict": {"problem.toml": 'answers = "strict"\nverdict_rule = "all"\n' + TOML},
    "all-or-count": {"problem.toml": 'scheme = "all-or-count"\nio = "files"\n' + TOML},
    "queens": {"problem.toml": QUEENS},
    "queens, too many": {"problem.toml": QUEENS, "secret/tree-9/input.txt": "SA\n2\n3\n00\n00\n"},
    "no cases": {"sample": GONE, "secret": GONE},
    "a folder of no group": {"secrets/a/input.txt": INPUT},
    "a case with a blank": {"secret/tree 1/input.txt": INPUT},
    "a case with a line at its end": {"secret/tree_/input.txt": INPUT},
    "a file among the cases": {"secret/notes.md": INPUT},
    "a file of no case": {"secret/tree-9/anwser.txt": INPUT},
    "two files of no case": {"secret/tree-9/b": "x", "secret/tree-9/a": "x"},
    "no input": {"secret/empty/answer.txt": INPUT},
    "hidden files": {".git/x": "x", "secret/.x": "", "a.md": ""},
    "an input that is a folder": {"secret/tree-9/input.txt": FOLDER},
    "an answer that is a folder": {"sample/first/answer.txt": FOLDER},
    "an answer out of the package": {"secret/tree-9/answer.txt": "->../elsewhere"},
    "an input out of the package": {"secret/tree-9/input.txt": "->../elsewhere"},
    "an input of another case": {"sample/first/input.txt": "->secret/tree-10/input.txt"},
    "a group that is a file": {"sample": "x"},
    "another algorithm": {"secret/tree-9/input.txt": INPUT.replace("DFS", "BFS")},
    "a wrong input": {"secret/tree-9/input.txt": "SA\n2\n2\n00\n01\n"},
    "FAIL without more": {"secret/tree-9/answer.txt": "FAIL"},
    "FAIL without a proof": {"secret/tree-9/answer.txt": "FAIL\nbecause\n"},
    "FAIL with a proof and blanks": {"secret/tree-9/answer.txt": "FAIL\n  proof:  so \nend\n"},
    "FAIL with a proof, not ended": {"secret/tree-9/answer.txt": "FAIL\nproof: so"},
    "an answer cut short": {"secret/tree-9/answer.txt": "OK\n10\n0"},
    "FAIL, bytes": {"secret/tree-9/answer.txt": b"FAIL\nproof: \xff\n"},
    "an answer too short": {"secret/tree-9/answer.txt": "OK\n10\n0\n"},
    "an answer of prose": {"secret/tree-9/answer.txt": "maybe\n"},
    "no answer at all": {"secret/tree-9/answer.txt": ""},
    "a wrong answer": {"secret/tree-9/answer.txt": "OK\n10\n01\n"},
    "a wrong answer behind an unknown one": {
        "secret/tree-9/answer.txt": GONE,
        "secret/tree-10/answer.txt": "OK\n11\n02\n",
    },
    "FAIL against a theorem": {
        "problem.toml": QUEENS,
        "secret/tree-10/input.txt": "SA\n1\n1\n0\n",
        "secret/tree-10/answer.txt": "FAIL\nproof: none\n",
        "sample/first/input.txt": "SA\n1\n1\n0\n",
    },
    "warnings": {
        "secret/tree-9/input.txt": "SA\r\n2\r\n2\r\n00\r\n00",
        "secret/tree-10/answer.txt": "ok\n1 0\n02\nmore\n",
        "sample/first/answer.txt": "OK\n10\n01\n\n",
    },
    "many cases": {f"sample/{name}/input.txt": INPUT for name in ("a2", "a10", "A3", "2b", "10", "0z")},
}


def change(root: Path, changes: dict[str, object]) -> None:
    for name, text in changes.items():
        file = root / name
        if not isinstance(text, bytes) and file.is_dir():
            shutil.rmtree(file)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        if isinstance(text, bytes):
            file.write_bytes(text)
        elif isinstance(text, str) and text.startswith("->"):
            file.symlink_to(root / text[2:])
        elif isinstance(text, str):
            put(file, text)
        elif text is FOLDER:
            file.mkdir()


def told_of_packages(root: Path) -> Iterator[str]:
    fresh = root.parent / "fresh"
    shutil.copytree(root, fresh)
    put(root.parent / "elsewhere", INPUT)
    for name, changes in PACKAGES.items():
        shutil.rmtree(root)
        shutil.copytree(fresh, root)
        change(root, changes)
        yield from [name, *(f"    {line}" for line in told.told(lambda: remarks(root)))]


def test_what_is_told_of_a_package(root: Path) -> None:
    told.hold(KEPT / "package.txt", told.plain(told_of_packages(root), root))


@pytest.mark.parametrize("name", ["input.txt", "answer.txt"])
def test_a_file_that_can_not_be_opened_is_named(root: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    read = Path.read_bytes

    def refuse(file: Path) -> bytes:
        if file.name == name:
            raise PermissionError(13, "Permission denied")
        return read(file)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert list(told.plain(told.told(lambda: read_package(root)), root)) == [
        f"E435 PACKAGE/secret/tree-9/{name}: {name} can't be opened: Permission denied",
        "  help: make the file readable",
    ]


def test_what_is_written(tmp_path: Path) -> None:
    grid = np.array([[0, 2], [0, 0]], np.int8)
    board, placed = Instance("SA", 2, 2, grid), np.array([[1, 2], [0, 1]], np.int8)
    lines = list[str]()
    answers = (Answer(board=placed), Answer(fail=True), Answer(columns=np.array([[1, 0]])), Answer(count=3))
    for number, answer in enumerate(answers):
        for proof in ("", "  ", "two\nlines", "nobody knows"):
            folder = tmp_path / f"a/{number}"
            lines += told.plain(told.told(lambda: write_case_files(folder, board, answer, proof)), tmp_path)  # noqa: B023
            lines += [f"{file.name} {file.read_bytes()!r}" for file in sorted(folder.glob("*"))]
    lines += told.plain(told.told(lambda: write_case_files(tmp_path / "b", board, Answer(fail=True))), tmp_path)
    told.hold(KEPT / "written.txt", lines)

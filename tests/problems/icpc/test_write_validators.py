"""The validators as files of a package: they run with nothing but Python, and are one text with the rules here."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
import pytest

from judge.model import Problem
from judge.problems import read_package
from tests.manual import ROOT
from tests.problems.make import exported
from tests.shipped import few_first

PACKAGES = sorted(path.name for path in (ROOT / "testcases").iterdir())


@cache
def shipped(name: str) -> Problem:
    return read_package(ROOT / "testcases" / name)


def with_answer(name: str) -> tuple[bytes, bytes]:
    """The smallest case to which FAIL is wrong, and its answer."""
    files, _ = exported(shipped(name))
    right = [path for path, data in files.items() if path.endswith(".ans") and not data.startswith((b"FAIL", b"0\n"))]
    case, path = min((files[f"{path[:-4]}.in"], path) for path in right)
    return case, files[path]


@cache
def programs(name: str) -> tuple[bytes, bytes]:
    """Return the validators of the inputs and of the outputs."""
    files, _ = exported(msgspec.structs.replace(shipped(name), cases=shipped(name).cases[:1]))
    return files["input_validators/validator.py"], files["output_validator/validator.py"]


def run(program: Path, *words: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
    """In a Python that sees no installed package and no variable of this one."""
    command = [sys.executable, "-I", "-S", str(program), *words]
    return subprocess.run(command, input=given, capture_output=True, check=False)


@pytest.mark.parametrize("name", few_first(PACKAGES, ("lizards",)))
def test_they_need_nothing_but_python(name: str, tmp_path: Path) -> None:
    case, answer = with_answer(name)
    validator, checker = tmp_path / "in.py", tmp_path / "out.py"
    validator.write_bytes(programs(name)[0])
    checker.write_bytes(programs(name)[1])
    (tmp_path / "c.in").write_bytes(case)
    (tmp_path / "c.ans").write_bytes(answer)
    files = (str(tmp_path / "c.in"), str(tmp_path / "c.ans"), f"{tmp_path}/")
    assert run(validator, given=case).returncode == 42
    assert run(validator, given=case + b"0\n").returncode == 43
    assert run(checker, *files, given=answer).returncode == 42
    assert not (tmp_path / "judgemessage.txt").exists()
    done = run(checker, *files, given=b"FAIL\n")
    assert (done.returncode, done.stdout, done.stderr) == (43, b"", b"")
    assert (tmp_path / "judgemessage.txt").read_text() == (tmp_path / "teammessage.txt").read_text() != ""


def test_teams_are_told_what_is_wrong_and_judges_where(tmp_path: Path) -> None:
    checker = tmp_path / "out.py"
    checker.write_bytes(programs("lizards")[1])
    (tmp_path / "c.in").write_bytes(b"BFS\n2\n2\n00\n00\n")
    (tmp_path / "c.ans").write_bytes(b"FAIL\nproof: they see each other\n")
    files = (str(tmp_path / "c.in"), str(tmp_path / "c.ans"), f"{tmp_path}/")
    assert run(checker, *files, given=b"OK\n10\n01\n").returncode == 43
    assert (tmp_path / "teammessage.txt").read_text() == "two lizards can eat each other\n"
    where = "row 1, column 1 and row 2, column 2"
    assert (tmp_path / "judgemessage.txt").read_text() == f"two lizards can eat each other: {where}\n"


def test_an_answer_file_that_is_refuted_is_the_judges_fault(tmp_path: Path) -> None:
    checker = tmp_path / "out.py"
    checker.write_bytes(programs("lizards")[1])
    (tmp_path / "c.in").write_bytes(b"BFS\n1\n1\n0\n")
    for said, why in ((b"FAIL\nproof: none\n", "valid"), (b"?\n", "can't be read")):
        (tmp_path / "c.ans").write_bytes(said)
        done = run(checker, str(tmp_path / "c.in"), str(tmp_path / "c.ans"), f"{tmp_path}/", given=b"OK\n1\n")
        assert done.returncode not in (42, 43)
        assert why in (tmp_path / "judgemessage.txt").read_text()


@pytest.mark.parametrize("name", PACKAGES)
def test_no_name_of_a_part_hides_that_of_another(name: str) -> None:
    for text in programs(name):
        tree = ast.parse(text, feature_version=(3, 9))
        defined = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        targets = [node.targets[0] for node in tree.body if isinstance(node, ast.Assign)]
        defined += [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
        assert [one for one, times in Counter(defined).items() if times > 1] == []
        imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        roots = {getattr(node, "module", "") or node.names[0].name for node in imported}
        assert {root.partition(".")[0] for root in roots} - set(sys.stdlib_module_names) <= {"numpy"}, "for types alone"
        assert b"judge." not in text
        assert b"noqa" not in text

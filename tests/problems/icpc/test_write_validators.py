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

from judge.model import Problem, Programs
from judge.problems.icpc.write_validators import form_of, input_validator, output_validator, terms_of
from judge.problems.package import read_package
from judge.problems.rules import plain
from tests.manual import ROOT

RIGHT = {
    "lizards": b"OK\n10\n02\n",
    "queens": b"OK\n1\n",
    "spies": b"2 4 1 3\n",
    "all-queens": b"2\n2 4 1 3\n3 1 4 2\n",
    "most-queens": b"OK\n1002\n0010\n",
    "completion": b"2 4 1 3\n",
    "scooters": b"5\n",
    "star-battle": b"OK\n0100\n0001\n1000\n0010\n",
    "no-three-in-line": b"OK\n11\n11\n",
    "count-queens": b"1\n",
    "verify-queens": b"invalid\n",
}
CASES = {
    "lizards": b"BFS\n2\n1\n00\n02\n",
    "queens": b"ANY\n1\n1\n0\n",
    "spies": b"4\n",
    "all-queens": b"ANY\n4\n4\n" + b"0000\n" * 4,
    "most-queens": b"2 4\n0002\n0000\n",
    "completion": b"4 1\n1 2\n",
    "scooters": b"2\n1\n1\n" + b"0,1\n" * 5 + b"1,1\n" * 4 + b"1,0\n" * 3,
    "star-battle": b"4 1\n1 1 1 1\n2 2 2 2\n3 3 3 3\n4 4 4 4\n",
    "no-three-in-line": b"2 4\n",
    "count-queens": b".*..\n....\n....\n....\n",
    "verify-queens": b"*.\n.*\n",
}
PACKAGES = tuple(CASES)


@cache
def shipped(name: str) -> Problem:
    return read_package(ROOT / "testcases" / name)


def run(program: Path, *words: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
    """In a Python that sees no installed package and no variable of this one."""
    command = [sys.executable, "-I", "-S", str(program), *words]
    return subprocess.run(command, input=given, capture_output=True, check=False)


@pytest.mark.parametrize("name", ["lizards", *(pytest.param(name, marks=pytest.mark.slow) for name in PACKAGES[1:])])
def test_they_need_nothing_but_python(name: str, tmp_path: Path) -> None:
    validator, checker = tmp_path / "in.py", tmp_path / "out.py"
    validator.write_bytes(input_validator(shipped(name)))
    checker.write_bytes(output_validator(shipped(name)))
    (tmp_path / "c.in").write_bytes(CASES[name])
    (tmp_path / "c.ans").write_bytes(RIGHT[name])
    files = (str(tmp_path / "c.in"), str(tmp_path / "c.ans"), f"{tmp_path}/")
    assert run(validator, given=CASES[name]).returncode == 42
    assert run(validator, given=CASES[name] + b"0\n").returncode == 43
    assert run(checker, *files, given=RIGHT[name]).returncode == 42
    assert not (tmp_path / "judgemessage.txt").exists()
    done = run(checker, *files, given=b"FAIL\n")
    assert (done.returncode, done.stdout, done.stderr) == (43, b"", b"")
    assert (tmp_path / "judgemessage.txt").read_text() == (tmp_path / "teammessage.txt").read_text() != ""


def test_teams_are_told_what_is_wrong_and_judges_where(tmp_path: Path) -> None:
    checker = tmp_path / "out.py"
    checker.write_bytes(output_validator(shipped("lizards")))
    (tmp_path / "c.in").write_bytes(b"BFS\n2\n2\n00\n00\n")
    (tmp_path / "c.ans").write_bytes(b"FAIL\nproof: they see each other\n")
    files = (str(tmp_path / "c.in"), str(tmp_path / "c.ans"), f"{tmp_path}/")
    assert run(checker, *files, given=b"OK\n10\n01\n").returncode == 43
    assert (tmp_path / "teammessage.txt").read_text() == "two lizards can eat each other\n"
    where = "row 1, column 1 and row 2, column 2"
    assert (tmp_path / "judgemessage.txt").read_text() == f"two lizards can eat each other: {where}\n"


def test_an_answer_file_that_is_refuted_is_the_judges_fault(tmp_path: Path) -> None:
    checker = tmp_path / "out.py"
    checker.write_bytes(output_validator(shipped("lizards")))
    (tmp_path / "c.in").write_bytes(b"BFS\n1\n1\n0\n")
    for said, why in ((b"FAIL\nproof: none\n", "valid"), (b"?\n", "can't be read")):
        (tmp_path / "c.ans").write_bytes(said)
        done = run(checker, str(tmp_path / "c.in"), str(tmp_path / "c.ans"), f"{tmp_path}/", given=b"OK\n1\n")
        assert done.returncode not in (42, 43)
        assert why in (tmp_path / "judgemessage.txt").read_text()


@pytest.mark.parametrize("name", PACKAGES)
def test_no_name_of_a_part_hides_that_of_another(name: str) -> None:
    for text in (input_validator(shipped(name)), output_validator(shipped(name))):
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


def test_the_rules_in_it_are_those_of_the_judge() -> None:
    text = output_validator(shipped("lizards")).decode()
    ours = Path(plain.__file__).read_text()
    assert ours.partition("Cell = ")[2].strip() in text


def test_a_form_follows_the_package() -> None:
    lizards = shipped("lizards")
    assert form_of(lizards).lines == ("algorithm", "n", "lizards", "cells")
    assert form_of(lizards).algorithms == ("BFS", "DFS", "SA")
    assert form_of(shipped("spies")).lines == ("n",)
    bare = msgspec.structs.replace(lizards, programs=Programs(dialect="no-algorithm"))
    assert form_of(bare).lines == ("n", "lizards", "cells")
    assert terms_of(shipped("all-queens")).asks == "all"
    assert terms_of(shipped("spies")).rules == ("attack", ("line", 2))
    assert terms_of(msgspec.structs.replace(lizards, strict=True)).strict

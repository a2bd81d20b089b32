"""The validators as files of a package: they run with nothing but Python, and are one text with the rules here."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.make import replace
from tests.problems.make import SHIPPED, exported, whole
from tests.shipped import few_first

VALIDATORS = ("input_validators/validator.py", "output_validator/validator.py")


@cache
def files_of(name: str) -> dict[str, bytes]:
    return dict(exported(whole(name))[0])


def run(folder: Path, name: str, given: bytes, *words: str) -> int:
    """Run one in a Python that sees no installed package and no variable of this one; return its status."""
    program = folder / "validator.py"
    program.write_bytes(files_of(name)[VALIDATORS[bool(words)]])
    command = [sys.executable, "-I", "-S", str(program), *words]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert not words or done.returncode not in (42, 43) or (done.stdout, done.stderr) == (b"", b"")
    return done.returncode


def judged(folder: Path, name: str, case: bytes, key: bytes, answer: bytes) -> tuple[int, str, str]:
    """Return what the validator of outputs says: its status, what a team is told, and what the judges are told."""
    for file, data in (("c.in", case), ("c.ans", key)):
        (folder / file).write_bytes(data)
    status = run(folder, name, answer, str(folder / "c.in"), str(folder / "c.ans"), f"{folder}/")
    files = (folder / f"{who}message.txt" for who in ("team", "judge"))
    team, judges = (file.read_text() if file.exists() else "" for file in files)
    return status, team, judges


@pytest.mark.parametrize("name", few_first(SHIPPED, ("lizards",)))
def test_they_need_nothing_but_python(name: str, tmp_path: Path) -> None:
    files = files_of(name)
    right = [path for path, data in files.items() if path.endswith(".ans") and not data.startswith((b"FAIL", b"0\n"))]
    case, path = min((files[f"{path[:-4]}.in"], path) for path in right)
    assert run(tmp_path, name, case) == 42
    assert run(tmp_path, name, case + b"0\n") == 43
    assert judged(tmp_path, name, case, files[path], files[path]) == (42, "", "")
    status, team, judges = judged(tmp_path, name, case, files[path], b"FAIL\n")
    assert (status, team) == (43, judges)
    assert team


@pytest.mark.parametrize(
    ("key", "answers"), [("FAIL\n", {"0\n": 42, "FAIL\n": 42, "1\n": 43}), ("0\n", {"FAIL\n": 42})]
)
def test_a_count_may_say_fail_for_none(key: str, answers: dict[str, int], tmp_path: Path) -> None:
    for answer, status in answers.items():
        assert judged(tmp_path, "count-queens", b"..\n..\n", key.encode(), answer.encode())[0] == status


def test_no_name_of_a_part_hides_that_of_another() -> None:
    """Each validator is one text with all parts, and behind it what a row says."""
    for file in VALIDATORS:
        small = (replace(whole(name), cases=whole(name).cases[:1]) for name in ("lizards", "scooters"))
        [text] = {exported(problem)[0][file].partition(b"\nFORM = ")[0] for problem in small}
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

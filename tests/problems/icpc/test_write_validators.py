"""The validators as files of a package: they run with nothing but Python, and are one text with the rules here."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.make import replace
from tests.problems.make import exported, whole

VALIDATORS = ("input_validators/validator.py", "output_validator/validator.py")


def run(folder: Path, program: bytes, given: bytes, *words: str) -> int:
    """Run one in a Python that sees no installed package and no variable of this one; return its status."""
    (folder / "validator.py").write_bytes(program)
    command = [sys.executable, "-I", "-S", str(folder / "validator.py"), *words]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert not words or done.returncode not in (42, 43) or (done.stdout, done.stderr) == (b"", b"")
    return done.returncode


def test_they_need_nothing_but_python(tmp_path: Path) -> None:
    """Those of one package, which but for what a row says are those of all."""
    files = exported(whole("lizards"))[0]
    inputs, outputs = (files[name] for name in VALIDATORS)
    right = [path for path, data in files.items() if path.endswith(".ans") and not data.startswith(b"FAIL")]
    case, path = min((files[f"{path[:-4]}.in"], path) for path in right)
    assert [run(tmp_path, inputs, one) for one in (case, case + b"0\n")] == [42, 43]
    (tmp_path / "c.in").write_bytes(case)
    (tmp_path / "c.ans").write_bytes(files[path])
    words = (str(tmp_path / "c.in"), str(tmp_path / "c.ans"), f"{tmp_path}/")
    assert run(tmp_path, outputs, files[path], *words) == 42
    told = [tmp_path / f"{who}message.txt" for who in ("team", "judge")]
    assert not any(file.exists() for file in told)
    assert run(tmp_path, outputs, b"FAIL\n", *words) == 43
    assert told[0].read_text() == told[1].read_text() != ""


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

"""BAPCtools and problemtools accept what is exported, and give each submission the verdict that the judge gives."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from judge.problems import puzzle_named, read_package, reference_in, write_skeleton
from judge.problems.icpc import Version, export_package
from judge.submissions import Exported, expected_submissions
from tests.commands import Call
from tests.make import files, replace, texts_of
from tests.problems.make import SHIPPED, reduced
from tests.problems.row.rows import NEW, own

BIN = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
BT, VERIFY = shutil.which("bt", path=BIN), shutil.which("verifyproblem", path=BIN)
needs_bt = pytest.mark.skipif(BT is None, reason="BAPCtools is not installed: pip install '.[author]'")
needs_verify = pytest.mark.skipif(VERIFY is None, reason="problemtools is not installed: pip install '.[author]'")
LARGEST = 6  # rows of the cases
PARTS = ("config", "data", "submissions")  # a statement takes LaTeX
OTHERS = texts_of(Path(__file__).with_name("others.txt").read_text())


def few_cases(name: str, folder: Path) -> Path:
    """A shipped package with few small cases of each group, and submissions that know what answers them."""
    package = reduced(name, folder, LARGEST)
    known = {
        case.read_text(): case.with_name("answer.txt").read_text().strip() for case in package.glob("*/*/input.txt")
    }
    answers = {case: "FAIL" if answer.startswith("FAIL") else answer for case, answer in known.items()}
    programs = {"accepted/function.py": puzzle_named(name).starter, **(OTHERS if name == "lizards" else {})}
    texts = {f"submissions/{path}": text.replace("ANSWERS", str(answers)) for path, text in programs.items()}
    return files(package, texts)


@pytest.fixture
def tool(tmp_path: Path) -> Path:
    """Run a tool: its folder for programs has a pypy3, which is this Python, and its home is of its own."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/pypy3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (tmp_path / "bin/pypy3").chmod(0o755)
    return tmp_path


def run(tool: Path, folder: Path, *command: str) -> str:
    """What it prints. It must end with 0: neither an error nor, of BAPCtools, a warning."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "XDG_"))}
    own = {"PATH": f"{tool}/bin{os.pathsep}{BIN}", "HOME": str(tool), "OPENBLAS_NUM_THREADS": "1"}
    environment = kept | own | {"NUMBA_DISABLE_JIT": "1"}  # each run would else compile the starter anew
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", done.stdout + done.stderr)


def exported(package: Path, folder: Path, version: Version) -> Path:
    """The package in this version, with so much time that a busy machine makes nobody late."""
    problem = read_package(package)
    problem = replace(problem, limits=replace(problem.limits, time_limit=60))
    programs, _ = Exported.of(problem, expected_submissions(package, problem.programs)).files(version)
    target = folder / f"{version[:4]}/{package.name.replace('-', '')}"
    export_package(problem, programs, target, version, scoring=False)
    return target


def in_time(target: Path) -> list[str]:
    return [str(path.relative_to(target)) for path in sorted(target.glob("submissions/[amrw]*/*"))]


@pytest.mark.slow
@needs_bt
def test_bapctools_has_no_objection(tool: Path) -> None:
    target = exported(few_cases("lizards", tool), tool, "2025-09")
    run(tool, target, str(BT), "validate", "-B", "-i", "-a")
    said = run(tool, target, str(BT), "run", "-B", "--timeout", "600", *in_time(target))
    for path in in_time(target):
        assert path.removeprefix("submissions/") in said
    late = map(str, target.glob("submissions/time*/*"))
    run(tool, target, str(BT), "run", "-B", "--time-limit", "1", *late)


@pytest.mark.slow
@pytest.mark.timeout(600)
@needs_verify
def test_problemtools_have_no_objection_to_either_form(tool: Path) -> None:
    target = exported(few_cases("lizards", tool), tool, "2023-07")
    older = exported(few_cases("queens", tool), tool, "legacy")
    said = run(tool, tool, str(VERIFY), "-p", *PARTS, "-s", "^[arw]", "--", str(target), str(older))
    assert said.count(" 0 errors") == 2
    assert len(re.findall(r" OK: ", said)) == len(in_time(target)) + len(in_time(older))
    run(tool, tool, str(VERIFY), "-p", "submissions", "-t", "1", "-s", "^time", "--", str(target))


@pytest.mark.nightly(sample=3)
@pytest.mark.timeout(600)
@needs_bt
@needs_verify
@pytest.mark.parametrize("name", [*SHIPPED, *NEW])
def test_the_tools_have_no_objection_to_any_puzzle(
    name: str, tool: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    """Their programs read the cases and answers, and give the solution that `judge init` writes its verdict."""
    monkeypatch.chdir(tool)
    package = reduced(name, tool) if name in SHIPPED else write_skeleton(tool, name, own(name))
    if name in NEW:
        call.done("generate", name)
        call.done("answers", name, "--share-core")
    files(package, {"submissions/accepted/starter.py": puzzle_named(reference_in(package)).starter})
    target = exported(package, tool, "2025-09")
    run(tool, target, str(BT), "validate", "-B", "-i", "-a")
    said = run(tool, target, str(BT), "run", "-B", "--timeout", "600", "data/sample", *in_time(target))
    assert re.search(r"accepted/starter: +AC", said)
    older = str(exported(package, tool, "2023-07"))
    said = run(tool, tool, str(VERIFY), "-p", "config", "data", "validators", "--", older)
    assert "0 errors" in said


@pytest.mark.slow
def test_the_judge_says_what_the_folders_expect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call) -> None:
    monkeypatch.chdir(tmp_path)
    package = few_cases("lizards", tmp_path)
    sources = sorted(package.glob("submissions/*/*.py"))
    words = ("--problem", str(package), "--time-limit", "1", "--share-core", "--json", "run.json")
    call.ends(1, "run", *map(str, sources), *words)
    verdicts = {one["name"]: one["verdict"] for one in json.loads(Path("run.json").read_text())["submissions"]}
    folders = {"accepted": "AC", "wrong_answer": "WA", "mixed": "WA", "run_time_error": "RTE"}
    assert verdicts == {path.stem: folders.get(path.parent.name, "TLE") for path in sources}

"""What is installed from a wheel, without a clone: it brings the packages, and its boxes do not see their answers."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.commands import ran
from tests.manual import ROOT
from tests.shell import checkout
from tests.web.running import started, until

LARGEST = 3 << 20  # bytes of a wheel
pytestmark = pytest.mark.slow
SPY = """\
# judge: problem = lizards
import glob


def solve(algorithm, n, lizards, grid):
    import html, sqlite3, ast  # modules are found as ever
    from judge.sandbox.inside.jail import SHIPPED

    seen = 0
    for path in [file for shipped in SHIPPED for file in glob.glob(f"{shipped}/*/**")] + [
        f"{SHIPPED[0]}/lizards/sample/assignment-8/answer.txt",
        f"{SHIPPED[1]}/lizards/champion.py",
    ]:
        try:
            seen += len(open(path).read())
        except OSError:
            pass
    raise RuntimeError(f"{SHIPPED[0]} shows {seen} characters")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as pip builds it, from a copy of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), "."]
    source = checkout(tmp_path_factory.mktemp("source"))
    subprocess.run(command, cwd=source, check=True, capture_output=True, text=True, timeout=150)
    (built,) = folder.glob("puzzle_judge-*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that holds the wheel, and finds what it needs where this one does."""
    folder = tmp_path_factory.mktemp("installed")
    folder.chmod(0o755)  # a box that runs as another user has to enter it
    venv.create(folder)
    (libraries,) = folder.glob("lib/python3*/site-packages")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(libraries)
    (libraries / "needs.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin/python"


def judge(python: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "COLUMNS": "160", "HOME": str(python.parent)}
    return ran(str(python), "-m", "judge", *words, cwd=folder, env=environment, timeout=150)


def test_it_brings_every_package_and_solution_and_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size < LARGEST
    with zipfile.ZipFile(wheel) as packed:
        there = {name.removeprefix("judge/shipped/") for name in packed.namelist() if "/shipped/" in name}
    names = ("testcases", "solutions", "judge/shipped/examples", "judge/shipped/starters")
    folders = [ROOT / name for name in names]
    files = [(folder, path) for folder in folders for path in folder.rglob("*") if path.is_file()]
    assert there == {f"{folder.name}/{path.relative_to(folder)}" for folder, path in files if path.suffix != ".pyc"}


def test_a_student_without_a_clone_begins_in_an_empty_folder(python: Path, tmp_path: Path) -> None:
    begun = judge(python, tmp_path, "init", "lizards", "mine.py")
    assert begun.returncode == 0, begun.stderr
    done = judge(python, tmp_path, "run", "mine.py", "--group", "sample", "--share-core")
    assert done.returncode == 0, done.stdout + done.stderr
    cases = len(list((ROOT / "testcases/lizards/sample").iterdir()))
    assert f"lizards, {cases} cases" in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == [".judge", "mine.py"]
    (tmp_path / "output.txt").write_text("FAIL\n")
    assert judge(python, tmp_path, "check", "lizards", "assignment-8", "output.txt").returncode == 1
    shipped = judge(python, tmp_path, "run", "queens/backjumping", "--case", "n-0004", "--share-core")
    assert shipped.returncode == 0, shipped.stdout + shipped.stderr


def test_an_instructor_without_a_clone_grades_the_example_class(python: Path, tmp_path: Path) -> None:
    assert judge(python, tmp_path, "new", "--example", "class").returncode == 0
    done = judge(python, tmp_path, "grade", "class", "--problem", "quiz", "--roster", "roster.csv", "--share-core")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "class-graded/gradebook.csv").read_text("utf-8-sig").startswith("id,")


def test_a_submission_does_not_see_the_answers(python: Path, tmp_path: Path) -> None:
    (tmp_path / "spy.py").write_text(SPY)
    words = ("run", "spy.py", "--case", "assignment-8", "--share-core")
    done = judge(python, tmp_path, *words)
    assert done.returncode == 1, done.stdout + done.stderr
    said = " ".join(done.stdout.split())
    assert f"{python.parents[1]}/lib/" in said.replace(" ", "")
    assert "shows 0 characters" in said


def test_a_host_serves_what_is_installed(python: Path, tmp_path: Path) -> None:
    with started(tmp_path, "--problem", "queens", "--share-core", python=str(python), path="") as site:
        until(site.well)
        for page, said in (("/static/htmx.js", b"htmx"), ("/", b"<html")):
            with urlopen(site.address + page, timeout=30) as answer:
                assert said in answer.read()
        assert site.stop() == 0

"""What the rooms may know and do, beyond the import contract of pyproject.toml that lint-imports holds.

The source is read as syntax trees, so a word in a comment or a message breaks no rule.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import judge

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "judge"
TOP = {"README.md", "pyproject.toml", "judge", "solutions", "testcases", "tests"}
HEAVY = {"numpy", "numba", "jinja2", "hypothesis", "starlette", "distributed"}
STARTS_OR_KILLS = {
    *(f"os.{name}" for name in ("fork", "forkpty", "kill", "killpg", "system", "popen", "posix_spawn", "pidfd_open")),
    *("signal.pidfd_send_signal", "pty", "subprocess", "multiprocessing"),
}
PRINTS = {"print", "sys.stdout.write", "sys.stderr.write", "click.echo", "click.secho", "rich", "colorama", "curses"}
STARTERS = ("web/processes.py", "cli/icpc.py", "cli/main.py")  # of judges, BAPCtools, git; never of a submission
# What is forbidden, the rooms that may do it, and files that do.
ONLY: dict[str, tuple[set[str], set[str], tuple[str, ...]]] = {
    "start and kill": (
        STARTS_OR_KILLS,
        {"sandbox"},
        ("sandbox/zygote_client.py", "sandbox/inside/zygote.py", *STARTERS),
    ),
    "print and colour": (PRINTS, {"reports", "cli"}, ("reports/terminal/view.py",)),
    "exit": ({"sys.exit", "exit", "quit"}, {"cli"}, ("cli/main.py",)),
}
CARRIED = {PACKAGE / "submissions/drivers"}  # into packages: they run elsewhere
TYPES = {"Array", "Grid", "Table", "Value"}  # for mypy alone
MOST_NAMES = 330  # that doors offer; fewer is better
MOST_LOADED = 145  # modules, to judge a function that is right: what words of a failure need comes with the failure
MOST_OF_PROBLEMS, MOST_OF_REPORTS = 40, 15  # of them
MOST_FRAMES = 20  # of the judge's, from `main` to the rule of a puzzle
RUN = ["judge", "run", "queens/row_by_row", "--problem", "queens", "--group", "sample", "--share-core"]
DEEPEST = """
import judge

deepest, end, room = [], os._exit, os.path.dirname(judge.__file__) + "/"

def look(frame, event, _):
    if event == "call" and frame.f_code.co_filename.endswith(("problems/rules.py", "problems/constraints.py")):
        calls = []
        while frame:
            calls.append((frame.f_code.co_filename, frame.f_code.co_name))
            frame = frame.f_back
        ours = [f"{file.removeprefix(room)} {name}" for file, name in calls if file.startswith(room)]
        if any(call.endswith(" judge_answer") for call in ours) and len(ours) > len(deepest):
            deepest[:] = ours

def told(status):
    sys.setprofile(None)
    print("FRAMES", *reversed(deepest), sep="\\n", file=sys.stderr, flush=True)
    end(status)

os._exit = told
sys.setprofile(look)
"""
Found = list[tuple[int, str]]


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if not {"shipped", "packaging"} & {*path.parts})


def room(path: Path) -> str:
    """The folder of judge/ that a file lies in, or its own name: `sandbox`, `cli`."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


class Words(NamedTuple):
    """What a file says that a rule may forbid, each with its line."""

    imported: Found  # the whole name of everything that it imports, wherever
    called: Found  # the dotted name of every call: `os.kill`, `print`
    keywords: Found  # the names in calls: `shell=`


@cache  # each rule asks for most files
def words(path: Path) -> Words:
    found = Words([], [], [])
    for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
        match node:
            case ast.Import(names=names):
                found.imported.extend((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=0):
                found.imported.extend((node.lineno, f"{module}.{alias.name}") for alias in names)
            case ast.Call(func=ast.Name() | ast.Attribute() as func):
                found.called.append((node.lineno, ast.unparse(func)))
            case ast.keyword(arg=str(name)):
                found.keywords.append((node.value.lineno, name))
    return found


def places(path: Path, found: Found, forbidden: set[str]) -> list[str]:
    """`judge/x.py:12 os.kill` for each name that is forbidden or lies within a forbidden module."""
    heads = tuple(f"{name}." for name in forbidden)
    where = path.relative_to(ROOT)
    return [f"{where}:{line} {name}" for line, name in found if name in forbidden or name.startswith(heads)]


def said_by(code: str) -> str:
    """What a fresh interpreter says on stderr."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stderr


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter holds after `code`, and the packages in which they lie at the top."""
    said = said_by(f"{code}\nimport sys; print(*sys.modules, file=sys.stderr)")
    return {part for name in said.split() for part in (name, name.partition(".")[0])}


def test_the_package_itself_loads_nothing() -> None:
    assert not loaded_by("import judge") & {*HEAVY, "msgspec", "click", "rich"}
    assert "pathlib" not in loaded_by("import judge.sandbox.inside.zygote") - loaded_by(""), "by the door of its room"
    assert not loaded_by("from judge.model import Judgement") & {*HEAVY, "judge.model.record"}


def test_a_function_is_judged_by_few_modules(tmp_path: Path) -> None:
    lines = [
        f"import os, sys; os.chdir({str(tmp_path)!r}); sys.argv = {RUN}",
        *("from judge.cli import entry_point", "try: entry_point()", "except SystemExit: pass"),
    ]
    loaded = sorted(name for name in loaded_by("\n".join(lines)) if name.partition(".")[0] == "judge")
    of_problems = [name for name in loaded if name.startswith("judge.problems.")]
    of_reports = [name for name in loaded if name.startswith("judge.reports")]
    assert 10 < len(of_problems) <= MOST_OF_PROBLEMS, of_problems
    assert 5 < len(of_reports) <= MOST_OF_REPORTS, of_reports
    assert 100 < len(loaded) <= MOST_LOADED, loaded


def test_few_calls_lead_from_the_command_to_a_rule(tmp_path: Path) -> None:
    begin = f"import os, sys; os.chdir({str(tmp_path)!r}); sys.argv = {RUN}"
    said = said_by(f"{begin}\n{DEEPEST}\nfrom judge.__main__ import main; main()")
    deepest = said.partition("FRAMES\n")[2].splitlines()
    assert deepest[0] == "__main__.py main"
    assert 10 < len(deepest) <= MOST_FRAMES, deepest


def test_public_names_are_there_and_no_others() -> None:
    assert {name for name in judge.__all__ if callable(getattr(judge, name))} == set(judge.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'solve'"):
        getattr(judge, "solve")  # noqa: B009


def test_dir_lists_what_can_be_used_and_no_folder_that_is_loaded() -> None:
    assert "judge.errors" in sys.modules, "so the folder's own names are there"
    assert [name for name in dir(judge) if not name.startswith("__")] == sorted(judge.__all__)


def test_a_door_offers_what_others_use_and_nothing_is_hidden_by_a_file() -> None:
    """Prints the names of each room that others use: there may be fewer, never more."""
    imported = [(path, name) for path in sources(PACKAGE) for _, name in words(path).imported]
    offered = {}
    for head in PACKAGE.rglob("__init__.py"):
        if "__getattr__ = door(" in head.read_text() and head.parent != PACKAGE:
            package = import_module(".".join(head.parent.relative_to(ROOT).parts))
            offered[package.__name__] = package.__all__
            assert all(getattr(package, name) is not None for name in package.__all__ if name not in TYPES)
            assert not {path.stem for path in head.parent.iterdir()} & {*package.__all__}
            used = {name for path, name in imported if room(path) != room(head)}
            assert {f"{package.__name__}.{name}" for name in package.__all__} <= used
    print({name: len(names) for name, names in offered.items()})
    assert len(offered) >= 17
    assert sum(map(len, offered.values())) <= MOST_NAMES


def test_top_level_holds_what_the_design_names_and_dot_files() -> None:
    """As git knows it, without what a student keeps beside it; as it lies there where git has no say."""
    there = {path.name for path in ROOT.iterdir()} - {"build", "dist", "puzzle_judge.egg-info"}
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        command = [git, "-c", f"safe.directory={ROOT}", "ls-files", "--cached", "-z"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        there = {name.partition("/")[0] for name in listed.split("\0") if name}
    assert {name for name in there if not name.startswith(".")} == TOP


def test_judge_and_solutions_do_not_know_each_other() -> None:
    def knows(folder: Path, others: set[str]) -> list[str]:
        return [place for path in sources(folder) for place in places(path, words(path).imported, others)]

    assert knows(ROOT / "solutions", {"numpy"})
    assert not knows(ROOT / "solutions", {"judge", "tests", "solutions"})
    assert not knows(PACKAGE, {"solutions", "tests"})


def test_judging_needs_nothing_that_is_optional() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    plain = {needed.partition(">")[0] for needed in project["dependencies"]}
    imported = {name.partition(".")[0] for path in sources(PACKAGE / "judging") for _, name in words(path).imported}
    assert {"hypothesis", "numpy"} <= imported - sys.stdlib_module_names - {"judge"} <= plain


@pytest.mark.parametrize("what", ONLY)
def test_what_only_some_rooms_do(what: str) -> None:
    forbidden, allowed, examples = ONLY[what]

    def does(path: Path) -> list[str]:
        return places(path, words(path).imported + words(path).called, forbidden)

    assert all(does(PACKAGE / file) for file in examples), "so the search does find what it looks for"
    others = [path for path in sources(PACKAGE) if room(path) not in allowed and path.parent not in CARRIED]
    others = [path for path in others if path not in map(PACKAGE.joinpath, examples)]
    assert not [place for path in others for place in does(path)]


def test_no_shell_anywhere() -> None:
    assert words(Path(__file__)).keywords
    assert not [place for path in sources(PACKAGE) for place in places(path, words(path).keywords, {"shell"})]


def test_the_contract_of_the_wall_names_every_file_of_the_sandbox() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    wall = next(one for one in contracts if one.get("source_modules") == ["judge.sandbox.inside"])
    files = {f"judge.sandbox.{path.stem}" for path in (PACKAGE / "sandbox").glob("*.py")}
    assert set(wall["forbidden_modules"]) == files - {"judge.sandbox.__init__", "judge.sandbox.protocol"}


def test_what_heads_and_the_guide_say_of_files_is_there() -> None:
    """The files that a package's docstring or CONTRIBUTING names; of what a reader writes there are examples."""
    files = [f"/{path.relative_to(ROOT)}" for folder in (PACKAGE, ROOT / "tests") for path in folder.rglob("*.*")]
    guide = ROOT / ".github/CONTRIBUTING.md"
    heads = {path: ast.get_docstring(ast.parse(path.read_bytes())) or "" for path in PACKAGE.rglob("__init__.py")}
    name = r"[\w/]+\.py\b|\w+/[\w/]+\.(?:toml|html)\b"
    named = {word for text in (*heads.values(), guide.read_text()) for word in re.findall(name, text)}
    assert named > {"sandbox/sandbox.py", "problems/puzzles.toml", "templates/page/blocks.html"}
    assert not [word for word in named - {"mine.py"} if not any(file.endswith(f"/{word}") for file in files)]

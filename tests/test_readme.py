"""The README is run: every command in its ```sh blocks, in order, in a copy of the checkout; what it shows is compared.

A ```text block after a command, in a block or as `judge ...` in the sentence before it, is what that command prints:
its lines must occur there in this order, figures of time and memory apart. `# exit status N` behind a command is
held as well. The two commands that set everything up are run for true by the tests marked slow and by .ci/run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from judge.cli import commands
from judge.model import Limits, Verdict
from judge.problems.manifest import read_manifest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CHECKED_OUT = ("README.md", "pyproject.toml", "judge", "solutions", "testcases", "tests")
SETS_UP = "python3 -m venv .venv && .venv/bin/pip install "
JOURNEYS = ("For students", "For contest hosts", "For instructors")
DEVELOPERS = "For developers"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Command(NamedTuple):
    line: str
    status: int


class Shown(NamedTuple):
    """A text block and the command whose output it shows."""

    command: str
    text: str


def sections() -> dict[str, str]:
    """The text below each heading of the second level."""
    heads = re.split(r"^## (.*)$", README, flags=re.MULTILINE)
    return dict(zip(heads[1::2], heads[2::2], strict=True))


def blocks(text: str, language: str) -> list[str]:
    return [body for found, body in BLOCK.findall(text) if found == language]


def commands_in(text: str) -> list[Command]:
    found = []
    for line in "".join(blocks(text, "sh")).splitlines():
        command, _, comment = line.partition("  # ")
        status = re.search(r"exit status (\d+)", comment)
        found.append(Command(command.strip(), int(status[1]) if status else 0))
    return found


def commands_of(title: str) -> list[Command]:
    return commands_in(sections()[title])


def shown() -> Iterator[Shown]:
    for block in BLOCK.finditer(README):
        sentence = README[: block.start()].strip().rpartition("\n\n")[2]
        named = re.findall(r"`(judge [^`]+)`", sentence)
        if block[1] == "text" and named:
            yield Shown(named[-1], block[2])


def figures_apart(text: str) -> list[str]:
    """The lines without times, sizes and ratios, and without the blanks that align them."""
    text = re.sub(r"\d[\d.,]* (ms|s|min|MiB)\b(?! CPU)|\d[\d.,]*x", "#", text)
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def steady(line: str) -> str:
    """A row of a leaderboard up to its figures: which case is the slowest may differ from machine to machine."""
    return re.sub(r"(?<=\d/\d)(\d* #).*", r"\1", line)


def settled(line: str) -> bool:
    """Whether a line of the leaderboards is the same on a slower machine: who runs out of time is not."""
    return not re.search(r"TLE|[.TW-]{4}|^[a-z_]+ sample|^(hard|medium|infeasible)", line)


def assert_shows(output: str, block: str) -> None:
    """Every line of the block, in this order, one right behind the other or with others between."""
    printed = iter([steady(line) for line in figures_apart(output)])
    for line in figures_apart(block):
        assert steady(line) in printed, f"{line!r} is not, or not in this order, in\n{output}"


def run(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The line in a shell whose `judge` and `python3` are those of this interpreter's environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    dropped = ("PYTHON", "PYTEST", "NUMBA", "VIRTUAL_ENV", "FORCE_COLOR", "TTY_")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(dropped)}
    return subprocess.run(
        ["bash", "-c", line],
        cwd=cwd,
        env={**kept, "PATH": path, "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def checkout(folder: Path) -> Path:
    """What a fresh clone holds, without what lies beside it here."""
    for name in CHECKED_OUT:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        else:
            shutil.copy2(source, target)
    return folder


def assert_runs(title: str, folder: Path) -> None:
    """Every command of a section, in order, and what it is said to print."""
    for command in commands_of(title):
        done = run(command.line, folder)
        assert done.returncode == command.status, f"{command.line}\n{done.stdout}"
        assert "Traceback" not in done.stdout
        for block in shown():
            if block.command == command.line:
                assert_shows(done.stdout, block.text)


@pytest.mark.parametrize("title", JOURNEYS)
def test_the_commands_of_a_journey_do_what_is_said(title: str, tmp_path: Path) -> None:
    assert len(commands_of(title)) > 4
    assert_runs(title, checkout(tmp_path))


def test_every_command_is_run_by_some_test() -> None:
    ran = {"Two commands", *JOURNEYS, DEVELOPERS}
    assert {title for title, text in sections().items() if commands_in(text)} == ran
    assert not commands_in(README.partition("\n## ")[0])


def test_what_is_shown_is_compared() -> None:
    journeys = {command.line for title in JOURNEYS for command in commands_of(title)}
    compared = {block.command for block in shown()} - {"judge run"}
    assert len(compared) == 2
    assert compared <= journeys


def test_two_commands_set_up_and_run() -> None:
    first, second = (command.line for command in commands_of("Two commands"))
    assert first == f"{SETS_UP}'.[field]' && .venv/bin/judge run --time-limit 2 -j 2"
    assert second == f"{SETS_UP}-e '.[test]' && .venv/bin/pytest"


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_first_command_ends_with_the_leaderboards(tmp_path: Path) -> None:
    """The true thing: an empty environment, an installation, every solution on every case."""
    done = run(commands_of("Two commands")[0].line, checkout(tmp_path))
    assert done.returncode == 0, done.stdout
    (leaderboards,) = (block.text for block in shown() if block.command == "judge run")
    assert_shows(done.stdout, "\n".join(filter(settled, figures_apart(leaderboards))))
    for package in (ROOT / "testcases").iterdir():
        cases = len(list(package.glob("*/*/input.txt")))
        assert f"{package.name}, {cases} case" in done.stdout
    assert "submissions: all as expected" in done.stdout


def test_developers_have_these_tools() -> None:
    tools = [command.line.removeprefix(".venv/bin/").split()[0] for command in commands_of(DEVELOPERS)]
    assert set(tools) == {"pytest", "ruff", "mypy", "lint-imports", "python"}
    for tool in tools:
        assert (Path(sys.executable).parent / tool).exists(), f"{tool} is not in the extra `test`"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "shown"), [("validator", "1000 x 1000"), ("overhead", "fresh"), ("programs", "C++")])
def test_a_benchmark_runs(name: str, shown: str) -> None:
    (line,) = (command.line for command in commands_of(DEVELOPERS) if command.line.endswith(f"tests.bench.{name}"))
    done = run(line.removeprefix(".venv/bin/"), ROOT)
    assert done.returncode == 0, done.stdout
    assert shown in done.stdout


def test_problem_toml_is_as_it_is_read(tmp_path: Path) -> None:
    (text,) = blocks(README, "toml")
    (tmp_path / "problem.toml").write_text(text)
    manifest = read_manifest(tmp_path)
    assert manifest.limits == Limits(), "the README says that these are the defaults"
    assert set(tomllib.loads(text)["limits"]) == set(msgspec.structs.asdict(Limits()))


def test_the_tables_are_complete() -> None:
    rows = set(re.findall(r"^\| `?([\w-]+)`? \|", README, flags=re.MULTILINE))
    assert set(Verdict) <= rows
    assert {"0", "1", "2", "3", "130"} <= rows
    assert {"lizards", "queens", "spies", "all-queens"} <= rows


def test_no_command_or_option_is_promised_that_there_is_not() -> None:
    code = re.findall(r"`([^`\n]+)`", README) + "\n".join(blocks(README, "sh")).splitlines()
    calls = [call.partition("  # ")[0].split() for call in code if call.startswith("judge ")]
    assert {call[1] for call in calls} == set(commands.commands), "each command there is has its sentence"
    options = {name for command in commands.commands.values() for option in command.params for name in option.opts}
    promised = set(re.findall(r"(?<![\w-])--[a-z-]+", "\n".join(code)))
    assert promised - options == {"--check"}, "ruff's is the only option that is not the judge's"

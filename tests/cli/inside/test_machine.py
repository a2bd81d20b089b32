"""The options of the machine: before and after every command, in variables and in a file, and which of them counts."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from judge.cli.machine import OPTIONS, Machine, MachineCommand, MachineGroup, configuration, machine
from judge.cli.main import commands
from judge.errors import Place
from judge.sandbox import Waiting
from tests.conftest import refused, there


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def said(*words: str, **variables: str) -> Machine:
    """What a command of a group is told."""
    found: list[Machine] = []

    @click.group(params=[*OPTIONS])
    def group() -> None: ...

    @group.command(cls=MachineCommand)
    @click.option("--file")
    def run(file: str | None) -> None:
        found.append(machine())

    done = CliRunner().invoke(group, words, env=variables, standalone_mode=False)
    if done.exception:
        raise done.exception
    [one] = found
    return one


def configured(text: str) -> None:
    configuration().parent.mkdir(parents=True, exist_ok=True)
    configuration().write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "variable", "line", "expected"),
    [
        (["--cores", "0,2-3"], "0,2-3", 'cores = "0,2-3"', Machine(cores="0,2-3")),
        (["--sandbox", "plain"], "plain", 'sandbox = "plain"', Machine(tier="plain")),
        (["--no-cache"], "1", "no-cache = true", Machine(cache=False)),
        (["--share-core"], "1", "share-core = true", Machine(share_core=True)),
        (["--wait", "2m"], "2m", 'wait = "2m"', Machine(wait_s=120.0)),
        (["--languages", "l.toml"], "l.toml", 'languages = "l.toml"', Machine(languages=Path("l.toml"))),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else None,
)
def test_each_is_taken_in_each_of_four_places(words: list[str], variable: str, line: str, expected: Machine) -> None:
    Path("l.toml").touch()
    configuration().unlink(missing_ok=True)
    assert said(*words, "run") == expected
    assert said("run", *words) == expected
    assert said("run", **{f"JUDGE_{words[0][2:].upper().replace('-', '_')}": variable}) == expected
    configured(line)
    configuration().with_name("l.toml").touch()
    found = said("run")
    if expected.languages:
        assert found.languages == configuration().with_name("l.toml"), "never one that lies here"
    else:
        assert found == expected


def test_what_stands_nearer_to_the_command_counts() -> None:
    default = Machine("", "auto", cache=True, share_core=False, wait_s=Waiting.MOST_S, languages=None)
    assert said("run") == said("run", "--file=--cores") == default, "a value of another option is none of them"
    configured('cores = "4"\nsandbox = "plain"\n')
    assert said("run").cores == "4"
    assert said("run", JUDGE_CORES="3").cores == "3"
    assert said("--cores", "2", "run", JUDGE_CORES="3").cores == "2"
    assert said("--cores", "2", "run", "--cores", "1", JUDGE_CORES="3").cores == "1"
    assert said("--cores", "2", "run").tier == "plain"


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ('sandbx = "plain"\n', 1, "sandbox"),
        ('cores = "1"\nsandbox = "none"\n', 2, "landlock"),
        ('no-cache = "yes"\n', 1, "true or false"),
        ('wait = "soon"\n', 1, "write 90, 60s or 2m"),
        ("cores = \n", 0, "config.toml"),
    ],
)
def test_what_the_file_gets_wrong_is_said_with_its_line(text: str, line: int, word: str) -> None:
    configured(text)
    error = refused(said, "run")
    assert (error.code, error.place) == ("E422", Place(str(configuration()), line))
    assert word in f"{error} {error.note} {error.help}"


def test_every_command_takes_them() -> None:
    def each(name: str, command: click.Command) -> None:
        assert isinstance(command, MachineCommand), name
        if isinstance(command, MachineGroup):
            for below, one in command.commands.items():
                each(f"{name} {below}", one)

    context = click.Context(commands)
    for name in commands.list_commands(context):
        each(name, there(commands.get_command(context, name)))


def test_help_is_there_whatever_the_file_says() -> None:
    configured("nonsense")
    assert CliRunner().invoke(commands, ["help", "options"]).exit_code == 0
    assert CliRunner().invoke(commands, ["explain", "E106"]).exit_code == 0

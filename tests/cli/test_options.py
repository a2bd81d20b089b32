"""Options that commands share: declared once, and one value for each command that has them."""

from __future__ import annotations

import click
import msgspec
import pytest
from click.testing import CliRunner

from judge.cli.diff import REPEAT
from judge.cli.machine import Machine, MachineCommand
from judge.cli.main import commands
from judge.cli.options import BUDGET_S, RunOptions, as_one, run_options, to_settle
from judge.cli.values import Duration

RUNNING = {
    "run": False,
    "watch": False,
    "diff": False,
    "limits": False,
    "hack": False,
    "submit": False,
    "validate": False,
    "grade": True,
    "regrade": True,
    "board": True,
    "serve": True,
}  # whether strangers' code is run


class Pair(msgspec.Struct, frozen=True):
    left: str
    right: int = 7


def asked(*words: str, strangers: bool = False) -> RunOptions:
    """The options that a command gets for these words."""
    found: list[RunOptions] = []

    @click.command(cls=MachineCommand)
    @run_options(strangers=strangers)
    def command(options: RunOptions) -> None:
        found.append(options)

    done = CliRunner().invoke(command, words)
    assert done.exit_code == 0, done.output
    [options] = found
    return options


def test_words_that_are_fields_become_one_value_and_others_stay() -> None:
    @as_one(Pair, "pair")
    def command(pair: Pair, other: str) -> tuple[Pair, str]:
        return pair, other

    assert command(left="a", right=1, other="b") == (Pair("a", 1), "b")  # type: ignore[call-arg]
    assert command(left="a", other="b") == (Pair("a"), "b"), "its default"  # type: ignore[call-arg]


def test_without_words_the_options_are_their_defaults() -> None:
    assert asked() == RunOptions()


def test_every_option_of_a_run_arrives() -> None:
    words = ["--repeat", "3", "-j", "2", "--cores", "0,1", "--share-core", "--sandbox", "plain", "--trust-submissions"]
    machine = Machine("0,1", "plain", share_core=True, wait_s=120.0)
    assert asked(*words, "--wait", "2m", strangers=True) == RunOptions(3, 2, True, machine=machine)


def test_strangers_code_is_trusted_only_on_request() -> None:
    assert not asked(strangers=True).trust
    assert asked().trust, "one's own code always is"


@pytest.mark.parametrize(("name", "strangers"), RUNNING.items(), ids=RUNNING)
def test_commands_that_run_submissions_have_the_same_options(name: str, strangers: bool) -> None:
    declared = {param.name: param.to_info_dict() for param in commands.all_commands()[name].params}

    @click.command()
    @run_options(strangers=strangers, repeat={"diff": REPEAT, "limits": 3}.get(name, 1))
    def command(options: RunOptions) -> None: ...

    for param in command.params:
        if param.name != "repeat" or name not in ("board", "hack"):  # they do something else with it
            assert declared[param.name] == param.to_info_dict()
    assert ("trust" in declared) == strangers


def test_no_other_command_runs_submissions() -> None:
    repeating = {name for name, one in commands.all_commands().items() if any(p.name == "jobs" for p in one.params)}
    assert repeating == {*RUNNING, "worker"}, "worker runs them for another host"


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("60s", 60), ("2m", 120), ("0", 0), ("1.5 m", 90), ("0.5", 0.5)]
)
def test_a_length_of_time(text: str, seconds: float) -> None:
    assert Duration().convert(text, None, None) == seconds


@pytest.mark.parametrize("text", ["", "s", "1h", "-1", "1e9", "nan", "inf", "1 2", "99999999", "\uff12m"])
def test_what_is_no_length_of_time(text: str) -> None:
    with pytest.raises(click.BadParameter, match="write 90, 60s or 2m"):
        Duration().convert(text, None, None)


@pytest.mark.parametrize(
    ("words", "budget_s"), [((), None), (("--rank",), BUDGET_S), (("--rank", "--budget", "2m"), 120.0)]
)
def test_a_budget_is_for_rank(words: tuple[str, ...], budget_s: float | None) -> None:
    found: list[float | None] = []

    @click.command()
    @to_settle
    def command(budget_s: float | None) -> None:
        found.append(budget_s)

    assert CliRunner().invoke(command, words).exit_code == 0
    assert found == [budget_s]
    assert CliRunner().invoke(command, ("--budget", "5")).exit_code == 2

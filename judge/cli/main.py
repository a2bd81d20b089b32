"""The command `judge`: the table of its commands, its errors, and the only place that exits.

Each command parses its words, calls one function, and shows what that returns.

0 as expected; 1 a verdict that was not expected; 2 wrong use, or a file that can't be read; 3 a judge error;
130 interrupted. The module of a command is loaded when it runs: `judge --help` loads neither numpy nor numba.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, Literal

import click
from click.exceptions import BadOptionUsage, BadParameter, MissingParameter, NoSuchOption, UsageError
from click.shell_completion import CompletionItem

from judge.cli.machine import OPTIONS
from judge.errors import WENT, JudgeError, gone, meant, own_fault

COMMANDS: Final = {  # the file in which each lies, and the first line of its help
    "Students": {
        "init": ("new", "Write a first solution to begin with."),
        "run": ("run", "Judge solutions and print the leaderboards."),
        "watch": ("watch", "Judge a solution each time it is saved."),
        "check": ("show", "Check an answer that is in a file."),
        "show": ("show", "Show a problem and its samples, or draw a case."),
        "diff": ("diff", "Compare two solutions or two saved runs."),
        "submit": ("submit", "Judge a solution, keep the result, show the rank."),
        "board": ("board", "Show the leaderboard of all that was submitted."),
    },
    "Hosts": {
        "new": ("new", "Write a problem package to begin with."),
        "generate": ("package", "Make the cases that generators.toml describes."),
        "answers": ("package", "Write the answers that cases lack, with proofs."),
        "validate": ("package", "Check problem packages and their answers."),
        "limits": ("package", "Measure which time limit fits a package."),
        "hack": ("hack", "Search for a board on which solutions are wrong."),
        "import": ("icpc", "Take over a package of the ICPC: Kattis, DOMjudge."),
        "doctor": ("host", "Examine this host: what it enforces, how noisy it is."),
        "worker": ("host", "Judge on this machine for a cluster."),
        "serve": ("serve", "Serve a course or a contest on the web."),
        "cache": ("host", "Show or remove what earlier runs have compiled."),
    },
    "Instructors": {
        "grade": ("instructor", "Judge a class; write a gradebook and feedback."),
        "export": ("instructor", "Write gradebooks, or an ICPC package."),
        "regrade": ("instructor", "Judge a class again; publish it after a look."),
        "report": ("report", "Show a class at a glance, or a run again."),
        "mark": ("instructor", "Give points, an excuse or a comment by hand."),
        "similar": ("report", "Show which submissions are unusually alike."),
        "course": ("report", "Show a gradebook of several homeworks."),
        "store": ("store", "Keep what was judged: count it, copy it, forget."),
    },
    "Help": {
        "help": ("manual", "Show a topic of the manual, or list the topics."),
        "explain": ("manual", "Explain an error code, such as E106, or a verdict."),
        "completion": ("manual", "Print a script that completes words in your shell."),
    },
}
FIRST: Final = ("init", "show", "run", "watch", "check", "explain", "diff", "submit", "board", "doctor", "help")
_CALLED: Final = {"import": "import_package", "help": "show_help"}  # in its file, where not like the command
_ROWS: Final = {name: row for rows in COMMANDS.values() for name, row in rows.items()}


class CommandTable(click.Group):
    """List the commands of students, hosts and instructors apart."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return [*_ROWS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in _ROWS:
            return None
        found = getattr(import_module(f"judge.cli.{_ROWS[cmd_name][0]}"), _CALLED.get(cmd_name, cmd_name))
        assert isinstance(found, click.Command)
        return found

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command or an option; click would load each command, and cut what it does at 45 characters."""
        items = [CompletionItem(name, help=row[1]) for name, row in _ROWS.items() if name.startswith(incomplete)]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        for reader, names in COMMANDS.items():
            with formatter.section(reader):
                self._list(tuple(names), formatter)

    def first_page(self, ctx: click.Context) -> str:
        """Return what `judge` alone shows: the commands that a student needs, and where others begin."""
        formatter = ctx.make_formatter()
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        with formatter.section("Commands"):
            self._list(FIRST, formatter)
        with formatter.section("More"):
            formatter.write_dl(
                [
                    ("judge help authoring", "for hosts: make problems and run contests"),
                    ("judge help grading", "for instructors: grade a class"),
                    ("judge --help", "all commands, by reader"),
                ]
            )
        return formatter.getvalue()

    def _list(self, names: Sequence[str], formatter: click.HelpFormatter) -> None:
        width = max(map(len, _ROWS))
        formatter.write_dl([(name.ljust(width), _ROWS[name][1]) for name in names])


def entry_point() -> None:
    """Run the command `judge`: this is its entry point."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy would start a thread for each core: 80 ms of CPU
    out = sys.stdout
    try:
        status = commands(prog_name="judge", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        if error.ctx and error.ctx.command is commands:
            click.echo(commands.first_page(error.ctx), err=True, nl=False)
        else:
            error.show()
        status = 2
    except click.ClickException as error:
        status = _refuse(_as_judge_error(error))
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)  # who has more to say of it ends the command itself
        status = 130
    except JudgeError as error:
        status = _refuse(error)
    except (BrokenPipeError, SystemExit) as end:
        if isinstance(end, SystemExit) and sys.stdout is out:  # click has completed a word; else it has met the pipe
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # `judge run | head`: the reader has enough
        status = 141
    except Exception as error:
        status = _refuse(own_fault(error))
    sys.exit(status)


def _version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """Show the version, which a source tree that nobody has installed does not know."""
    if not asked or context.resilient_parsing:
        return
    from judge.model import version_of

    at = _revision()
    click.echo(f"judge, version {version_of() or 'unknown'}" + (f", revision {at}" if at else ""))
    context.exit()


def _revision() -> str:
    """Return the short name of the revision that this clone stands at; empty where the judge lies in no clone."""
    import subprocess
    from pathlib import Path

    root = Path(__file__).parents[2]
    if not (root / ".git").exists():
        return ""
    command = ["git", "-C", str(root), "describe", "--always", "--dirty=+", "--exclude=*"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):  # no git, or a clone of somebody else
        return ""
    return found.stdout.strip()


@click.group(
    cls=CommandTable,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="judge help TOPIC is the manual; judge COMMAND --help lists the options. Those of the machine, such as "
    "--cores and --sandbox, may stand before and after every command: judge help options.",
    params=[*OPTIONS],
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit."
)
def commands() -> None:
    """Judge solutions of placement puzzles: fair times, in a sandbox, each wrong answer drawn on its board.

    \b
    Begin with:
      judge init lizards mine.py
      judge run mine.py --group sample
    """


def _refuse(error: JudgeError) -> int:
    """Print why a command ends, and return its exit status."""
    from judge.reports import PlainConsole

    PlainConsole(stderr=True).fault(error)
    return 3 if error.code.startswith("E3") else 2


# --- wrong use: one sentence, how the command is used, and what to do, as of every other error ------------------------
def _as_judge_error(error: click.ClickException) -> JudgeError:
    """Return what click refuses as an error of the judge: E430."""
    context = error.ctx if isinstance(error, UsageError) else None
    if context is None:
        message = sentence(error.format_message())
        if isinstance(error, BadOptionUsage):
            message = f"{error.option_name} needs a value"
        return JudgeError("E430", message, help="judge COMMAND --help  lists the options")
    usage = " ".join(context.get_usage().split())
    if isinstance(error, NoSuchOption) and (instead := _instead("option", error.option_name, context)):
        return JudgeError("E430", f"the option {error.option_name} {WENT}", note=usage, help=instead)
    if (word := _no_command(error, context)) and (instead := _instead("command", word, context)):
        return JudgeError("E430", f"the command {word} {WENT}", note=usage, help=instead)
    what = "commands" if isinstance(context.command, click.Group) else "options"
    return JudgeError(
        "E430", _message(error, context), note=usage, help=f"{context.command_path} --help  lists the {what}"
    )


def _instead(kind: Literal["option", "command"], name: str, context: click.Context) -> str | None:
    """Return what to use in place of an option or a command that went."""
    return gone(kind, " ".join([*context.command_path.split()[1:], name]))


def _message(error: click.ClickException, context: click.Context) -> str:
    if isinstance(error, NoSuchOption):
        options = [name for param in context.command.get_params(context) for name in param.opts]
        return f"there is no option {error.option_name}{meant(error.option_name, options)}"
    if isinstance(error, MissingParameter) and error.param is not None:
        return f"{_name(error.param)} is missing"
    if isinstance(error, BadParameter) and error.param is not None and error.param_hint is None:
        return f"{_name(error.param)}: {sentence(error.message)}"
    if wrong := _no_command(error, context):
        assert isinstance(context.command, click.Group)
        return f"there is no command {wrong!r}{meant(wrong, context.command.list_commands(context))}"
    return sentence(error.format_message())


def _no_command(error: click.ClickException, context: click.Context) -> str:
    """Return the word that click found to be no command; click 8.3 has no exception of its own for that."""
    begin, _, rest = error.message.partition("No such command ")
    is_wrong = isinstance(context.command, click.Group) and rest and not begin
    return rest.rstrip(".").strip("'\"") if is_wrong else ""


def _name(param: click.Parameter) -> str:
    """Return what a command line calls it: --repeat, or PROBLEM."""
    return param.opts[-1] if isinstance(param, click.Option) else param.metavar or (param.name or "").upper()


def sentence(message: str) -> str:
    """Return a sentence as the judge writes one: it begins small, and has no full stop."""
    small = message[:1].lower() if message[1:2].islower() else message[:1]
    return (small + message[1:]).rstrip(".")

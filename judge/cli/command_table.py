"""The table of commands, by reader. A command is loaded when it is called: a list loads none."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final

import click
from click.shell_completion import CompletionItem

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
        "generate": ("cases", "Make the cases that generators.toml describes."),
        "answers": ("cases", "Write the answers that cases lack, with proofs."),
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
        "regrade": ("regrade", "Judge a class again; publish it after a look."),
        "report": ("report", "Show a class at a glance, or a run again."),
        "mark": ("instructor", "Give points, an excuse or a comment by hand."),
        "similar": ("report", "Show which submissions are unusually alike."),
        "course": ("report", "Show a gradebook of several homeworks."),
        "store": ("store", "Keep what was judged: count it, copy it, forget."),
    },
    "Help": {
        "help": ("manual", "Show a topic of the manual, or list the topics."),
        "explain": ("manual", "Explain an error code, such as E106, or a verdict."),
        "completion": ("completion", "Print a script that completes words in your shell."),
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

    def all_commands(self) -> dict[str, click.Command]:
        """Return each command by its name."""
        context = click.Context(self)
        return {name: one for name in _ROWS if (one := self.get_command(context, name))}

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

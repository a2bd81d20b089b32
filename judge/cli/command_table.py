"""The table of commands, by reader. A command is loaded when it is called: a list loads none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import click
from click.shell_completion import CompletionItem

from judge.cli import loaded

COMMANDS: Final[dict[str, dict[str, tuple[Callable[[], click.Command], str]]]] = {  # and the first line of its help
    "Students": {
        "init": (lambda: loaded.init, "Write a first solution to begin with."),
        "run": (lambda: loaded.run, "Judge solutions and print the leaderboards."),
        "watch": (lambda: loaded.watch, "Judge a solution each time it is saved."),
        "check": (lambda: loaded.check, "Check an answer that is in a file."),
        "show": (lambda: loaded.show, "Show a problem and its samples, or draw a case."),
        "diff": (lambda: loaded.diff, "Compare two solutions or two saved runs."),
        "submit": (lambda: loaded.submit, "Judge a solution, keep the result, show the rank."),
        "board": (lambda: loaded.board, "Show the leaderboard of all that was submitted."),
    },
    "Hosts": {
        "new": (lambda: loaded.new, "Write a problem package to begin with."),
        "generate": (lambda: loaded.generate, "Make the cases that generators.toml describes."),
        "answers": (lambda: loaded.answers, "Write the answers that cases lack, with proofs."),
        "validate": (lambda: loaded.validate, "Check problem packages and their answers."),
        "limits": (lambda: loaded.limits, "Measure which time limit fits a package."),
        "hack": (lambda: loaded.hack, "Search for a board on which solutions are wrong."),
        "import": (lambda: loaded.import_package, "Take over a package of the ICPC: Kattis, DOMjudge."),
        "doctor": (lambda: loaded.doctor, "Examine this host: what it enforces, how noisy it is."),
        "worker": (lambda: loaded.worker, "Judge on this machine for a cluster."),
        "serve": (lambda: loaded.serve, "Serve a course or a contest on the web."),
        "cache": (lambda: loaded.cache, "Show or remove what earlier runs have compiled."),
    },
    "Instructors": {
        "grade": (lambda: loaded.grade, "Judge a class; write a gradebook and feedback."),
        "export": (lambda: loaded.export, "Write gradebooks, or an ICPC package."),
        "regrade": (lambda: loaded.regrade, "Judge a class again; publish it after a look."),
        "report": (lambda: loaded.report, "Show a class at a glance, or a run again."),
        "mark": (lambda: loaded.mark, "Give points, an excuse or a comment by hand."),
        "similar": (lambda: loaded.similar, "Show which submissions are unusually alike."),
        "course": (lambda: loaded.course, "Show a gradebook of several homeworks."),
        "store": (lambda: loaded.store, "Keep what was judged: count it, copy it, forget."),
    },
    "Help": {
        "help": (lambda: loaded.show_help, "Show a topic of the manual, or list the topics."),
        "explain": (lambda: loaded.explain, "Explain an error code, such as E106, or a verdict."),
        "completion": (lambda: loaded.completion, "Print a script that completes words in your shell."),
    },
}
FIRST: Final = ("init", "show", "run", "watch", "check", "explain", "diff", "submit", "board", "doctor", "help")
_ROWS: Final = {name: row for rows in COMMANDS.values() for name, row in rows.items()}


class CommandTable(click.Group):
    """List the commands of students, hosts and instructors apart."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return [*_ROWS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        return _ROWS[cmd_name][0]() if cmd_name in _ROWS else None

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

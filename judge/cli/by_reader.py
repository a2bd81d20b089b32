"""The table of commands, by reader. A command's module is loaded when it is needed: few commands need another's."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final

import click
from click.shell_completion import CompletionItem

COMMANDS: Final = {  # each with the module that holds it
    "Students": {
        **{"init": "student", "run": "student", "watch": "watch", "check": "student", "show": "show", "diff": "diff"},
        **{"submit": "submit", "board": "submit"},
    },
    "Hosts": {
        **{"new": "new", "generate": "generate", "answers": "answers", "validate": "validate", "limits": "limits"},
        **{
            "hack": "hack",
            "import": "import_",
            "doctor": "host",
            "worker": "cluster",
            "serve": "serve",
            "cache": "cache",
        },
    },
    "Instructors": {
        **{"grade": "instructor", "export": "instructor", "regrade": "regrade"},
        **{"report": "report", "mark": "mark", "similar": "similar", "course": "course", "store": "store"},
    },
    "Help": {"help": "manual", "explain": "manual", "completion": "completion"},
}
FIRST: Final = ("init", "show", "run", "watch", "check", "explain", "diff", "submit", "board", "doctor", "help")
_MODULES: Final = {name: module for modules in COMMANDS.values() for name, module in modules.items()}


class ByReader(click.Group):
    """List the commands of students, hosts and instructors apart."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return [*_MODULES]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in _MODULES:
            return None
        module = import_module(f"judge.cli.{_MODULES[cmd_name]}")
        found = (one for one in vars(module).values() if isinstance(one, click.Command) and one.name == cmd_name)
        return next(found)

    def all_commands(self) -> dict[str, click.Command]:
        """Return each command by its name."""
        context = click.Context(self)
        return {name: one for name in _MODULES if (one := self.get_command(context, name))}

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command or an option; click would cut what a command does at 45 characters."""
        items = super().shell_complete(ctx, incomplete)
        for item in items:
            if command := self.get_command(ctx, item.value):
                item.help = command.get_short_help_str(100)
        return items

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
        known, width = self.all_commands(), max(map(len, _MODULES))
        formatter.write_dl([(name.ljust(width), known[name].get_short_help_str(formatter.width)) for name in names])

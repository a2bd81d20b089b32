"""Help: the commands by reader, `judge help`, which shows the topics of the manual in help/, and `judge explain`."""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.shell_completion import CompletionItem

from judge.cli.completion import code_names, topic_names
from judge.errors import JudgeError, codes, meant, verdicts

if TYPE_CHECKING:
    from rich.console import RenderableType

HELP: Final = Path(__file__).parent / "help"
COMMANDS: Final = {
    "Students": ("init", "run", "watch", "check", "show", "diff", "submit", "board"),
    "Hosts": ("validate", "doctor", "cache"),
    "Instructors": ("grade", "export", "regrade"),
    "Help": ("help", "explain", "completion"),
}
TOPICS: Final = {
    "Students": ("verdicts", "function", "program", "formats", "languages", "speed"),
    "Hosts": ("package", "options", "ranking", "exit-status", "sandbox", "cache", "hosts", "json"),
    "Instructors": ("grading", "export", "regrade", "gradescope"),
    "Developers": ("api", "ci", "developing", "field", "changes"),
}


class ByReader(click.Group):
    """List the commands of students, hosts and instructors apart."""

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.commands))
        for reader, names in COMMANDS.items():
            with formatter.section(reader):
                formatter.write_dl(
                    [(name.ljust(width), self.commands[name].get_short_help_str(formatter.width)) for name in names]
                )

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command or an option; click would cut what a command does at 45 characters."""
        items = super().shell_complete(ctx, incomplete)
        for item in items:
            if item.value in self.commands:
                item.help = self.commands[item.value].get_short_help_str(100)
        return items


def read_topic(name: str) -> str:
    """Return the Markdown of a topic. Its first line is `# name: what it is about`."""
    return (HELP / f"{name}.md").read_text(encoding="utf-8")


@click.command("help")
@click.argument("name", metavar="[TOPIC|COMMAND]", required=False, shell_complete=topic_names)
@click.pass_context
def show_help(ctx: click.Context, name: str | None) -> int:
    """Show a topic of the manual, or list the topics.

    For the name of a command, show its options.
    """
    parent = ctx.parent
    assert parent is not None
    assert isinstance(parent.command, click.Group)
    known = parent.command.commands
    if name is None:
        _print(_contents(ctx))
    elif name in _topics():
        page(_rendered(read_topic(name)))
    elif name in known:
        with click.Context(known[name], info_name=name, parent=parent) as of_command:
            _print(known[name].get_help(of_command))
    else:
        raise click.UsageError(_unknown(name, [*_topics(), *known]), ctx)
    return 0


@click.command()
@click.argument("code", required=False, shell_complete=code_names)
def explain(code: str | None) -> int:
    """Explain an error code, such as E106, or a verdict.

    CODE is what a message has in brackets: there is an example, and what to do. WA and other verdicts are explained
    too. Without a CODE all are listed.
    """
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.diagnostic import explain_lines
    from judge.reports.terminal.explain import all_lines, verdict_lines

    width, name = min(plain_console().width, 100), (code or "").upper()
    if code is None:
        page(all_lines(verdicts(), codes(), width))
    elif row := codes().get(name):
        plain_console().print(explain_lines(name, row, width))
    elif row := verdicts().get(name):
        plain_console().print(verdict_lines(name, row, codes(), width))
    else:
        message = f"there is no code or verdict {code!r}{meant(code, verdicts())}"
        raise JudgeError("E434", message, help="judge explain  lists them")
    return 0


def _topics() -> list[str]:
    return [name for names in TOPICS.values() for name in names]


def _contents(ctx: click.Context) -> str:
    """Return the list of topics, each with what its first line says."""
    formatter = ctx.make_formatter()
    formatter.write_usage("judge help", "TOPIC")
    width = max(map(len, _topics()))
    for reader, names in TOPICS.items():
        with formatter.section(reader):
            formatter.write_dl([(name.ljust(width), _summary(name)) for name in names])
    formatter.write_paragraph()
    formatter.write_text("judge help COMMAND lists the options; judge explain CODE explains an error.")
    return formatter.getvalue().rstrip()


def _summary(name: str) -> str:
    return read_topic(name).partition("\n")[0].partition(": ")[2]


def _unknown(name: str, known: list[str]) -> str:
    if re.fullmatch(r"[EeWw]\d{3}", name):
        return f"there is no topic {name!r}; codes are explained by  judge explain {name.upper()}"
    begun = [one for one in known if one.startswith(name.lower())]
    near = begun or difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.7)
    hint = f"did you mean {near[0]}?" if near else "judge help  lists the topics"
    return f"there is no topic or command {name!r}; {hint}"


def _rendered(text: str) -> RenderableType:
    from judge.reports.terminal.manual import ManualPage

    return ManualPage(text)


def _print(text: str) -> None:
    from judge.reports.terminal.console import plain_console

    plain_console().print(text, soft_wrap=True)


def page(shown: RenderableType) -> None:
    """Print something long; on a terminal that is too small for it, page through it."""
    from judge.reports.terminal.console import plain_console

    console = plain_console()
    with console.capture() as caught:
        console.print(shown, end="")
    if console.is_terminal and caught.get().count("\n") >= console.height:
        click.echo_via_pager(caught.get())
    else:
        console.print(shown, end="")

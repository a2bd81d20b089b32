"""Help: `judge help`, which shows the topics of the manual in help/, `judge explain`, and `judge completion`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Final

import click
from click.shell_completion import get_completion_class

from judge.cli.declaration import argument, declared
from judge.cli.machine import TextCommand
from judge.cli.main import sentence
from judge.cli.values import code_names, topic_names
from judge.errors import WENT, JudgeError, codes, gone, meant, verdicts
from judge.reports import PlainConsole

HELP: Final = Path(__file__).parent / "help"
_TABLE: Final = re.compile(r"^Options of ((?:`[a-z ]+`(?:, )?)+).*:$", re.MULTILINE)  # what it lists goes below it
_TAKES: Final = {"path": "FILE", "integer range": "N", "float range": "N", "text": "TEXT"}  # where nothing else is said
TOPICS: Final = {
    "Students": ("verdicts", "function", "program", "formats"),
    "Hosts": (
        *("package", "authoring", "icpc", "contest", "serve"),
        *("options", "ranking", "sandbox", "cluster", "json"),
    ),
    "Instructors": ("grading", "report", "export", "store"),
    "Developers": ("api", "changes"),
}
_OWN_WORDS: Final = "<!-- words of further rules -->\n"  # the end of a table
_NAMES: Final = [name for names in TOPICS.values() for name in names]


def read_topic(name: str) -> str:
    """Return the Markdown of a topic. Its first line is `# name: what it is about`."""
    return (HELP / f"{name}.md").read_text(encoding="utf-8")


@click.command("help", cls=TextCommand)
@declared
def show_help(name: Annotated[str | None, argument("[TOPIC|COMMAND]", shell_complete=topic_names)]) -> int:
    """Show a topic of the manual, or list the topics.

    For the name of a command, show its options.
    """
    ctx = click.get_current_context()
    parent = ctx.parent
    assert parent is not None
    assert isinstance(parent.command, click.Group)
    known = parent.command.list_commands(parent)
    if name is None:
        PlainConsole().print(_contents(ctx), soft_wrap=True)
    elif (topic := gone("topic", name) or name) in _NAMES:
        from judge.problems import own_words  # the list does without
        from judge.reports import ManualPage

        text = read_topic(topic).replace(_OWN_WORDS, own_words())
        page(ManualPage(_TABLE.sub(lambda found: _with_options(found, ctx), text)))
    elif topic != name:
        raise JudgeError("E430", f"the topic {name} {WENT}", help=topic)
    elif name in known:
        command = parent.command.get_command(parent, name)
        assert command, "it is listed"
        with click.Context(command, info_name=name, parent=parent) as of_command:
            PlainConsole().print(command.get_help(of_command), soft_wrap=True)
    else:
        begun = [one for one in (*_NAMES, *known) if one.startswith(name.lower())]
        hint = f"; did you mean {begun[0]}?" if begun else meant(name, [*_NAMES, *known])
        message, repair = f"there is no topic or command {name!r}{hint}", "judge help  lists the topics"
        if re.fullmatch(r"[EeWw]\d{3}", name):
            message, repair = f"there is no topic {name!r}", f"codes are explained by  judge explain {name.upper()}"
        raise JudgeError("E430", message, help=repair)
    return 0


@click.command(cls=TextCommand)
@declared
def explain(code: Annotated[str | None, argument(shell_complete=code_names)]) -> int:
    """Explain an error code, such as E106, or a verdict.

    CODE is what a message has in brackets: there is an example, and what to do. WA and other verdicts are explained
    too. Without a CODE all are listed.
    """
    from judge.reports import explanation

    width, name = min(PlainConsole().width, 100), (code or "").upper()
    if code is None:
        page(explanation(width=width))
    elif name in codes() or name in verdicts():
        PlainConsole().print(explanation(name, width))
    else:
        if instead := gone("code", name):
            raise JudgeError("E434", f"the code {name} {WENT}", help=instead)
        message = f"there is no code or verdict {code!r}{meant(code, verdicts())}"
        raise JudgeError("E434", message, help="judge explain  lists them")
    return 0


@click.command(cls=TextCommand)
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")), metavar="bash|zsh|fish")
@click.pass_context
def completion(ctx: click.Context, shell: str) -> int:
    """Print a script that completes words in your shell.

    It completes commands, options, and the names of problems, groups, cases and codes. For bash, add this line to
    ~/.bashrc:  eval "$(judge completion bash)"
    """
    kind = get_completion_class(shell)
    assert kind, "click has each of these"
    click.echo(kind(ctx.find_root().command, {}, "judge", "_JUDGE_COMPLETE").source())
    return 0


def _contents(ctx: click.Context) -> str:
    """Return the list of topics, each with what its first line says."""
    formatter = ctx.make_formatter()
    formatter.write_usage("judge help", "TOPIC")
    width = max(map(len, _NAMES))
    for reader, names in TOPICS.items():
        with formatter.section(reader):
            heads = [read_topic(name).partition("\n")[0] for name in names]
            formatter.write_dl(
                [(name.ljust(width), head.partition(": ")[2]) for name, head in zip(names, heads, strict=True)]
            )
    formatter.write_paragraph()
    formatter.write_text("judge help COMMAND lists the options; judge explain CODE explains an error.")
    return formatter.getvalue().rstrip()


# --- the options of commands ------------------------------------------------------------------------------------------
def _with_options(found: re.Match[str], ctx: click.Context) -> str:
    """Return a line of a topic that names commands, and below it a row for each of their options: what it does, as
    options.toml says it, else in the words of the help. Commands of which the same is said share a row."""
    said = tomllib.loads((HELP / "options.toml").read_text(encoding="utf-8"))
    rows: dict[tuple[str, str], list[str]] = {}
    for name in re.findall("`(.*?)`", found[1]):
        own = [words.items() for of, words in said.items() if of == "all" or name in of.split(", ")]
        more = {flag: (rest, text) for words in own for key, text in words for flag, *rest in [key.split(" ", 1)]}
        for param in _command(name, ctx).params:
            if isinstance(param, click.Option) and not param.hidden:
                rest, text = more.get(param.opts[-1], ([], sentence(param.help or "")))
                takes = rest or ([] if param.is_flag else [_value_name(param, ctx)])
                flags = ", ".join(f"`{' '.join([one, *takes])}`" for one in param.opts)
                rows.setdefault((flags.replace("|", "\\|"), text), []).append(name)
    cells = (f"| {flags} | {', '.join(names)} | {text} |" for (flags, text), names in rows.items())
    return "\n".join([found[0], "", "| option | of | what it does |", "|---|---|---|", *cells])


def _command(name: str, ctx: click.Context) -> click.Command:
    """Return a command by its name, or one below it, such as `store prune`."""
    command = ctx.find_root().command
    for word in name.split():
        assert isinstance(command, click.Group)
        found = command.get_command(ctx, word)
        assert found, f"there is no command {name}"
        command = found
    return command


def _value_name(option: click.Option, ctx: click.Context) -> str:
    """Return what stands behind an option."""
    return option.metavar or _TAKES.get(option.type.name) or option.make_metavar(ctx)


def page(shown: object) -> None:
    """Print something long; on a terminal that is too small for it, page through it."""
    console = PlainConsole()
    with console.capture() as caught:
        console.print(shown, end="")
    text = caught.get()
    if console.is_terminal and text.count("\n") >= console.height:
        click.echo_via_pager(text)
    else:
        console.file.write(text)

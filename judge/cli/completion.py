"""The command `judge completion`, and the names that a shell completes: packages, groups, cases, codes and topics."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click
from click.shell_completion import CompletionItem, get_completion_class

from judge.cli.machine import TextCommand
from judge.errors import said_codes, verdicts

_Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


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


def _completing(names: Callable[[click.Context], Iterable[str]], *, files: bool = False) -> _Complete:
    """Return what completes a word by these names; with `files`, by those of files where no name begins so. What can't
    be read completes nothing, and says nothing."""

    def complete(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
        found: list[str] = []
        with contextlib.suppress(Exception):  # a word is being typed: no place for a message
            found += [name for name in names(ctx) if name.lower().startswith(begun.lower())]
        if files and not found:
            return [CompletionItem(begun, type="file")]
        return [CompletionItem(name) for name in dict.fromkeys(found)]

    return complete


def _folders(ctx: click.Context) -> list[Path]:
    """Return the packages that the words so far name, else those that the files so far declare, else all."""
    from judge.problems import all_packages, package_folder
    from judge.submissions import declared_problem

    said = ctx.params
    words = [*(said.get("problems") or ()), *filter(None, (said.get("problem"), said.get("what")))]
    if not words:
        files = [*(said.get("submissions") or ()), *filter(None, (said.get("file"),))]
        files = files or ctx.args  # where the last word is an option that waits for its value, click stops before them
        words = [name for path in files if (name := declared_problem(Path(path)))]
    return [package_folder(word) for word in words] or all_packages()


def _packages(_: click.Context) -> Iterator[str]:
    from judge.problems import all_packages

    yield from (folder.name for folder in all_packages())


def _groups(ctx: click.Context) -> Iterator[str]:
    from judge.problems import read_manifest

    for folder in _folders(ctx):
        yield from read_manifest(folder).groups


def _cases(ctx: click.Context) -> Iterator[str]:
    """Yield names of cases, and with their groups, for who begins with a group."""
    from judge.text import natural

    for folder in _folders(ctx):
        found = sorted(folder.glob("*/*/input.txt"), key=lambda path: natural(path.parent.name))
        yield from (path.parent.name for path in found)
        yield from (f"{path.parts[-3]}/{path.parts[-2]}" for path in found)


def _saved(_: click.Context) -> Iterable[str]:
    from judge.store import saved_names

    return saved_names()


problem_names = _completing(_packages, files=True)
run_names = _completing(_saved, files=True)
group_names, case_names = _completing(_groups), _completing(_cases)
code_names = _completing(lambda _: (*said_codes(), *verdicts()))


def solution_names(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete files, and behind a first letter the names of shipped solutions."""
    from judge.submissions import solution_names as names

    found = [CompletionItem(name) for name in names() if begun and name.startswith(begun)]
    return found or [CompletionItem(begun, type="file")]


def topic_names(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete a topic of the manual, or a command."""
    from judge.cli.manual import TOPICS

    root = ctx.find_root()
    known = [name for names in TOPICS.values() for name in names]
    known += root.command.list_commands(root) if isinstance(root.command, click.Group) else []
    return [CompletionItem(name) for name in dict.fromkeys(known) if name.startswith(begun)]

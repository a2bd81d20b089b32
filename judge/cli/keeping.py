"""Where `judge run` writes what it measured: files, a folder of pages, and by name for `judge diff`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from judge.cli.options import FILE, as_one
from judge.cli.pages import to_pages

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Keep(msgspec.Struct, frozen=True):
    """Files for the run, a name under which it is kept, and a folder for its pages; all may be missing."""

    json_file: Path | None = None
    name: str | None = None
    html_folder: Path | None = None
    junit_file: Path | None = None


def keeping(command: _Command) -> _Command:
    """Give a command --json, --junit, --save and --html, as one value `keep`."""
    command = as_one(Keep, "keep")(command)
    for option in (to_pages, _SAVE, _JUNIT, _JSON):
        command = option(command)
    return command


def _checked(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    """Refuse what is no name before anything is judged."""
    if name is not None:
        from judge.store.saved import run_path

        run_path(name)
    return name


_JSON = click.option(
    "--json", "json_file", type=FILE, help="Write all that was measured here, not to .judge/last-run.json."
)
_JUNIT = click.option("--junit", "junit_file", type=FILE, help="Write the verdicts as JUnit XML, for CI systems.")
_SAVE = click.option("--save", "name", metavar="NAME", callback=_checked, help="Keep it by this name, for judge diff.")

"""The command `judge plot`: a run as a plot for a paper or a lecture. What it needs is imported inside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from judge.cli.completion import run_names
from judge.cli.machine import MachineCommand
from judge.cli.options import as_one
from judge.errors import JudgeError

if TYPE_CHECKING:
    from judge.reports.plots.asked import Asked
    from judge.reports.plots.plot import Plot

KINDS: Final = ("cactus", "scatter", "growth", "points")
_BY_DEFAULT: Final = (".svg", ".png")


class PlotFile(click.Path):
    """A file to draw into: its ending says as what."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from judge.reports.plots.drawn import ENDINGS

        path = Path(value)
        if path.suffix.lower() not in ENDINGS:
            self.fail(f"{str(value)!r} does not say as what to draw; let it end in .svg, .png or .pdf", param, ctx)
        return path


class _Words(msgspec.Struct, frozen=True):
    """What is plotted, as it was said."""

    kind: str
    problem: str
    submissions: tuple[str, ...]
    family: str


@click.command(cls=MachineCommand)
@click.argument("run", metavar="RUN.json", shell_complete=run_names)
@click.argument("kind", type=click.Choice(KINDS), metavar="|".join(KINDS))
@click.option("--problem", default="", metavar="NAME", help="Of several problems, only this one.")
@click.option("--submission", "submissions", multiple=True, metavar="NAME", help="Only this submission.")
@click.option("--family", default="", metavar="NAME", help="Of growth, the family of cases, such as 'forest*, SA'.")
@click.option("--dark", is_flag=True, help="Draw on a dark ground.")
@click.option("-o", "--out", "files", type=PlotFile(), multiple=True, help="Where to: .svg, .png or .pdf.")
@as_one(_Words, "words")
def plot(run: str, words: _Words, files: tuple[Path, ...], *, dark: bool) -> int:
    """Draw a run as SVG, PNG or PDF.

    RUN.json is the file of judge run --json, or the name of judge run --save. cactus: cases solved against time.
    scatter: two submissions, case by case. growth: time against n. points: how many have which.
    """
    from judge.reports.plots.asked import plots_of
    from judge.reports.plots.drawn import draw
    from judge.reports.sanitize import clean_line
    from judge.reports.terminal.console import plain_console
    from judge.store.saved import read_record

    asked = _asked(words)
    found = plots_of(read_record(_path(run)), asked)
    console = plain_console()
    for (_, made), targets in zip(found.made, _targets(words.kind, found.made, files), strict=True):
        for path in targets:
            draw(made, path, dark=dark)
        written = ", ".join(clean_line(str(path)) for path in targets)
        console.print(f"{written}: {clean_line(made.title)}", soft_wrap=True)
        console.print(f"  {clean_line(made.summary, 2000)}", soft_wrap=True)
    for name, fault in found.left_out:
        console.print(f"{clean_line(name)}: no plot; {fault.message}", soft_wrap=True)
    return 0


def _asked(words: _Words) -> Asked:
    from judge.reports.plots.asked import Asked

    if words.family and words.kind != "growth":
        raise click.UsageError("--family is an option for growth")
    return msgspec.convert(msgspec.structs.asdict(words), Asked)


def _path(run: str) -> Path:
    """Return the file of a run: what a word names here, or what is kept by that name."""
    from judge.store.saved import run_path, saved_names

    if run.endswith(".json") or Path(run).is_file():
        return Path(run)
    kept = saved_names()
    if run in kept:
        return run_path(run)
    raise JudgeError(
        "E441",
        f"{run!r} is neither a file nor a saved run",
        note=f"saved runs: {', '.join(kept) or 'none here'}",
        help="write one:  judge run --json RUN.json",
    )


def _targets(kind: str, found: Sequence[tuple[str, Plot]], files: Sequence[Path]) -> Iterator[Sequence[Path]]:
    """Yield the files of each plot: those that were named, or here as KIND.svg and KIND.png; of several problems as
    KIND-PROBLEM.svg and so on."""
    if files and len(found) > 1:
        names = ", ".join(name for name, _ in found)
        raise click.UsageError(f"there is a plot for each of {names}; choose one for the file with --problem NAME")
    seen: set[str] = set()
    for at, (name, _) in enumerate(found, 1):
        word = re.sub(r"[^\w.-]|^\.", "_", name[:50])
        stem = f"{kind}-{word}" if len(found) > 1 else kind
        stem = stem if stem not in seen else f"{stem}-{at}"  # two names may differ in what no file is called
        seen.add(stem)
        yield files or [Path(f"{stem}{ending}") for ending in _BY_DEFAULT]

"""The command `judge import`: a problem package of the ICPC becomes one of the judge."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.options import FILE


@click.command("import")
@click.argument("source", type=FILE, metavar="DIR|ZIP")
@click.option("--to", "folder", type=FILE, default=Path("testcases"), help="Where packages lie. Default: testcases.")
@click.option("--name", help="What it is called here. Default: as its folder or zip.")
def import_package(source: Path, folder: Path, name: str | None) -> int:
    """Take over a package of the ICPC: Kattis, DOMjudge.

    DIR or ZIP is the package, in the older form or that of 2025-09. Its cases, groups, limits, statement, submissions
    and its output validator become a package in testcases/. Nothing in DIR is changed, and nothing of it runs yet.
    """
    from judge.problems.icpc.read import import_package as taken_over
    from judge.problems.icpc.read import name_of
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.imported import imported_lines
    from judge.submissions.languages import endings

    console = plain_console()
    made = taken_over(source, folder / (name or name_of(source)), endings())
    console.print(imported_lines(made.problem, made.submissions, made.notices, console.width))
    return 0

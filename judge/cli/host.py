"""The commands of a contest's host: validate and doctor. What they need is imported inside them."""

from __future__ import annotations

import click

from judge.cli.completion import problem_names
from judge.cli.options import of_languages


@click.command()
@click.argument("packages", nargs=-1, metavar="[NAME|DIR]...", shell_complete=problem_names)
def validate(packages: tuple[str, ...]) -> int:
    """Check problem packages and their answers.

    Check the form of each file, and every answer.txt by the rules. Default: all packages under testcases/.
    """
    from judge.problems.package import read_package
    from judge.problems.places import package_folders
    from judge.problems.validation import validate_package
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.validation import is_fault, validation

    console, faults = plain_console(), 0
    for folder in package_folders(packages):
        problem = read_package(folder)
        remarks = validate_package(problem)
        console.print(validation(problem, [(remark.file, remark.what) for remark in remarks], console.width))
        faults += sum(is_fault(remark.what) for remark in remarks)
    return 2 if faults else 0


@click.command()
@of_languages
def doctor() -> int:
    """Examine this host: what it enforces, how noisy it is.

    Each line that is not ok says how to fix it. The last lines take a few seconds.
    """
    from judge.judging.doctor import examine
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.doctor import check_line

    console = plain_console()
    missing = 0
    for found in examine():
        console.print(check_line(found), soft_wrap=True)
        missing += found.state == "missing"
    return 1 if missing else 0

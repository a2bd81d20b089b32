"""The command `judge`: its group of commands, its errors, and the only place that exits.

Each command parses its words, calls one function, and shows what that returns.

0 as expected; 1 a verdict that was not expected; 2 wrong use, or a file that can't be read; 3 a judge error;
130 interrupted. What a command needs is imported inside it: `judge --help` loads neither numpy nor numba.
"""

from __future__ import annotations

import os
import sys

import click

from judge.cli.command_table import CommandTable
from judge.cli.machine import BEFORE
from judge.cli.wrong_use import as_judge_error
from judge.errors import JudgeError, own_fault


def main() -> None:
    """Run the command `judge`: this is its entry point."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy would start a thread for each core: 80 ms of CPU
    try:
        status = commands(prog_name="judge", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        if error.ctx and error.ctx.command is commands:
            click.echo(commands.first_page(error.ctx), err=True, nl=False)
        else:
            error.show()
        status = 2
    except click.ClickException as error:
        status = _refuse(as_judge_error(error))
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)  # who has more to say of it ends the command itself
        status = 130
    except JudgeError as error:
        status = _refuse(error)
    except BrokenPipeError:  # `judge run | head`: the reader has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 141
    except Exception as error:
        status = _refuse(own_fault(error))
    sys.exit(status)


def _version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """Show the version, which a source tree that nobody has installed does not know."""
    if not asked or context.resilient_parsing:
        return
    from judge.model.installed import judge_version, revision

    at = revision()
    click.echo(f"judge, version {judge_version()}" + (f", revision {at}" if at else ""))
    context.exit()


@click.group(
    cls=CommandTable,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="judge help TOPIC is the manual; judge COMMAND --help lists the options. Those of the machine, such as "
    "--cores and --sandbox, may stand before and after every command: judge help options.",
    params=[*BEFORE],
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit."
)
def commands() -> None:
    """Judge solutions of placement puzzles: fair times, in a sandbox, each wrong answer drawn on its board.

    \b
    Begin with:
      judge init lizards mine.py
      judge run mine.py --group sample
    """


def _refuse(error: JudgeError) -> int:
    """Print why a command ends, and return its exit status."""
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.diagnostic import error_lines

    console = plain_console(stderr=True)
    console.print(error_lines(error, console.width))
    return 3 if error.code.startswith("E3") else 2

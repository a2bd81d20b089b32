"""Say what is wrong with a command line in the way of every other error: one sentence, how it is used, what to do."""

from __future__ import annotations

from typing import Literal

import click
from click.exceptions import BadOptionUsage, BadParameter, MissingParameter, NoSuchOption, UsageError

from judge.errors import WENT, JudgeError, gone, meant

_CODE = "E430"


def as_judge_error(error: click.ClickException) -> JudgeError:
    """Return what click refuses as an error of the judge: E430."""
    context = error.ctx if isinstance(error, UsageError) else None
    if context is None:
        message = _sentence(error.format_message())
        if isinstance(error, BadOptionUsage):
            message = f"{error.option_name} needs a value"
        return JudgeError(_CODE, message, help="judge COMMAND --help  lists the options")
    usage = " ".join(context.get_usage().split())
    if isinstance(error, NoSuchOption) and (instead := _instead("option", error.option_name, context)):
        return JudgeError(_CODE, f"the option {error.option_name} {WENT}", note=usage, help=instead)
    if (word := _no_command(error, context)) and (instead := _instead("command", word, context)):
        return JudgeError(_CODE, f"the command {word} {WENT}", note=usage, help=instead)
    return JudgeError(_CODE, _message(error, context), note=usage, help=_help(context))


def _instead(kind: Literal["option", "command"], name: str, context: click.Context) -> str | None:
    """Return what to use in place of an option or a command that went."""
    return gone(kind, " ".join([*context.command_path.split()[1:], name]))


def _message(error: click.ClickException, context: click.Context) -> str:
    if isinstance(error, NoSuchOption):
        options = [name for param in context.command.get_params(context) for name in param.opts]
        return f"there is no option {error.option_name}{meant(error.option_name, options)}"
    if isinstance(error, MissingParameter) and error.param is not None:
        return f"{_name(error.param)} is missing"
    if isinstance(error, BadParameter) and error.param is not None and error.param_hint is None:
        return f"{_name(error.param)}: {_sentence(error.message)}"
    if wrong := _no_command(error, context):
        assert isinstance(context.command, click.Group)
        return f"there is no command {wrong!r}{meant(wrong, context.command.list_commands(context))}"
    return _sentence(error.format_message())


def _no_command(error: click.ClickException, context: click.Context) -> str:
    """Return the word that click found to be no command; click 8.3 has no exception of its own for that."""
    begin, _, rest = error.message.partition("No such command ")
    is_wrong = isinstance(context.command, click.Group) and rest and not begin
    return rest.rstrip(".").strip("'\"") if is_wrong else ""


def _name(param: click.Parameter) -> str:
    """Return what a command line calls it: --repeat, or PROBLEM."""
    return param.opts[-1] if isinstance(param, click.Option) else param.metavar or (param.name or "").upper()


def _sentence(message: str) -> str:
    """Return a sentence as the judge writes one: it begins small, and has no full stop."""
    small = message[:1].lower() if message[1:2].islower() else message[:1]
    return (small + message[1:]).rstrip(".")


def _help(context: click.Context) -> str:
    what = "commands" if isinstance(context.command, click.Group) else "options"
    return f"{context.command_path} --help  lists the {what}"

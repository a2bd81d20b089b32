"""The options of the machine: which cores and which sandbox, whatever the command.

Each is declared once. It may stand before or after every command, in a variable such as JUDGE_CORES, or in config.toml
in the user's folder for configuration, and counts in this order: after the command, before it, the variable, the file.
`judge help options` lists them; the help of a command does not.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from judge.cli.values import Duration
from judge.errors import JudgeError, Place, meant
from judge.files import own_folder
from judge.sandbox import TIERS, Tier, Waiting

if TYPE_CHECKING:
    from judge.sandbox import Sandbox

_SAID: Final = "judge.machine"  # in the meta of a click context: what was said, by the name of an option
_PARSING: Final = "judge.machine.parsing"
_HELP: Final = "judge help options  lists what can stand in it"


class Machine(msgspec.Struct, frozen=True):
    """What was said of the machine: the cores that time, in the words of --cores, and how they are held and used."""

    cores: str = ""
    tier: Tier = "auto"
    cache: bool = True
    share_core: bool = False
    wait_s: float = Waiting.MOST_S
    languages: Path | None = None

    def arena(self, jobs: int, say: Callable[..., object]) -> AbstractContextManager[list[Sandbox]]:
        """Open so many sandboxes on the cores of this host; what one waits for is said."""
        from judge.sandbox import arena

        return arena(self.tier, self.cores, jobs, self.share_core, say, wait_s=self.wait_s, lasting=self.cache)


class MachineCommand(click.Command):
    """A command that takes the options of the machine, too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the options of the machine for this once: neither the command's help nor its usage lists them."""
        ctx.meta[_PARSING] = True
        rest = super().parse_args(ctx, args)
        for param in self.params:  # no command reads stdin or writes a file to stdout, and none makes a file called so
            if isinstance(param.type, click.Path) and ctx.params.get(param.name or "") == Path("-"):
                message = "- is not stdin or stdout here; name a file (./- is one of that name)"
                raise click.BadParameter(message, ctx, param)
        if not ctx.resilient_parsing:  # completion asks for words by their names
            for name, (shape, fields) in getattr(self.callback, "__shapes__", {}).items():
                ctx.params[name] = shape(**{field: ctx.params.pop(field) for field in fields})
        return rest

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters; while its words are read, also those of the machine."""
        return [*super().get_params(ctx), *(OPTIONS if _PARSING in ctx.meta else ())]

    def invoke(self, ctx: click.Context) -> Any:
        """Take the table of languages that was named before the command begins."""
        from judge.submissions import Language

        Language.use_table(machine().languages)
        return super().invoke(ctx)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say where the options of the machine are listed, below the options of a command that runs something."""
        super().format_epilog(ctx, formatter)
        if any(param.name == "repeat" for param in self.params):
            formatter.write_paragraph()
            formatter.write_text("Also --cores, --sandbox and the like: judge help options.")

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the options of the machine where one is begun."""
        own = super().shell_complete(ctx, incomplete)
        names = [option.opts[-1] for option in OPTIONS if incomplete and option.opts[-1].startswith(incomplete)]
        return [*own, *map(CompletionItem, names)]


class TextCommand(MachineCommand):
    """A command that prints a text, whatever is wrong with the file of configuration."""

    def invoke(self, ctx: click.Context) -> Any:
        """Begin at once."""
        return click.Command.invoke(self, ctx)


class MachineGroup(MachineCommand, click.Group):
    """A group of such commands."""

    command_class = MachineCommand

    def invoke(self, ctx: click.Context) -> Any:
        """Leave the table to the command below."""
        return click.Group.invoke(self, ctx)


def machine() -> Machine:
    """Return what was said of the machine. JudgeError E422 for what the file of configuration gets wrong."""
    context = click.get_current_context(silent=True)
    said = {**_read_file(), **(context.meta.get(_SAID, {}) if context else {})}
    without_cache = said.pop("no_cache", False)
    return Machine(**said, cache=not without_cache)


def _keep(ctx: click.Context, option: click.Parameter, value: Any) -> None:
    """Keep what is said. After the command the variables are read again: they give way to what stands before it."""
    said, source = ctx.meta.setdefault(_SAID, {}), ctx.get_parameter_source(str(option.name))
    if value is not None and (source is ParameterSource.COMMANDLINE or option.name not in said):
        said[option.name] = value


def _option(flag: str, name: str, **attributes: Any) -> click.Option:
    """Return an option of the machine; `judge help options` says what it does."""
    variable = f"JUDGE_{flag[2:].replace('-', '_').upper()}"
    return click.Option(
        [flag, name], envvar=variable, expose_value=False, hidden=True, default=None, callback=_keep, **attributes
    )


OPTIONS: Final = (
    _option("--cores", "cores", metavar="LIST"),
    _option("--sandbox", "tier", type=click.Choice(("auto", *TIERS))),
    _option("--no-cache", "no_cache", is_flag=True),
    _option("--share-core", "share_core", is_flag=True),
    _option("--wait", "wait_s", type=Duration()),
    _option("--languages", "languages", type=click.Path(path_type=Path)),
)


def configuration() -> Path:
    """Return where this user's file of configuration is, if there is one."""
    return own_folder() / "config.toml"


def _read_file() -> dict[str, Any]:
    """Return what the file says: the options without their hyphens in front. JudgeError E422 for what is wrong."""
    path = configuration()
    if not (path.is_absolute() and path.is_file()):
        return {}
    try:
        text = path.read_text(encoding="utf-8")
        words = tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise JudgeError("E422", f"the file can't be read: {error}", Place(str(path)), help=_HELP) from error
    known = {option.opts[-1].removeprefix("--"): option for option in OPTIONS}
    found = {}
    for key, word in words.items():
        line = next((at for at, one in enumerate(text.splitlines(), 1) if one.lstrip().startswith(key)), 0)
        place = Place(str(path), line)
        if key not in known:
            note = f"the keys are {', '.join(known)}"
            raise JudgeError("E422", f"the key {key!r} is unknown{meant(key, known)}", place, note, _HELP)
        found[str(known[key].name)] = _value(known[key], key, word, place)
    return found


def _value(option: click.Option, key: str, word: object, place: Place) -> Any:
    """Return the value of a key of the file, read as a word of the command line is."""
    if option.is_flag is not isinstance(word, bool) or not isinstance(word, bool | int | float | str):
        wanted = "true or false" if option.is_flag else "a text"
        raise JudgeError("E422", f"{key} is {word!r}, but must be {wanted}", place, help=_HELP)
    if option.is_flag:
        return word
    try:
        value = option.type.convert(str(word), option, None)
    except click.BadParameter as error:
        raise JudgeError("E422", f"{key}: {error.message.rstrip('.')}", place, help=_HELP) from error
    # From the folder of the file: where one stands may lie a table that somebody handed in, with commands of theirs.
    return Path(place.file).parent / value if isinstance(value, Path) else value

"""`--svg FILE` and `--png FILE`: write what a command draws as a picture."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from judge.errors import JudgeError

if TYPE_CHECKING:
    from judge.reports.picture.scene import Scene

_Command = TypeVar("_Command", bound=Callable[..., Any])
_FILE = click.Path(path_type=Path, dir_okay=False)


class Pictures(msgspec.Struct, frozen=True):
    """Where pictures are to be written; None: nowhere. JudgeError E468 for a name that is none of a picture."""

    svg: Path | None = None
    png: Path | None = None

    def __post_init__(self) -> None:
        for path, ending in ((self.svg, ".svg"), (self.png, ".png")):
            if path is not None and path.suffix.lower() != ending and not _is_device(path):
                message = f"{path} does not end in {ending}, and is to hold a picture"
                raise JudgeError("E468", message, help=f"name a file such as board{ending}")

    @property
    def wanted(self) -> tuple[Path, ...]:
        """Return the files to write."""
        return tuple(path for path in (self.svg, self.png) if path is not None)

    def write(self, scene: Scene) -> str:
        """Write them, and return what to say: nothing where nobody asked for one. JudgeError E435 when one can't be
        written."""
        from judge.reports.picture.files import write_png, write_svg

        if self.svg:
            write_svg(self.svg, scene)
        if self.png:
            write_png(self.png, scene)
        return f"written: {' and '.join(map(str, self.wanted))}" if self.wanted else ""

    def refused(self, why: str) -> str:
        """Return that they are not written, and why; nothing where nobody asked for one."""
        return f"not written: {' and '.join(map(str, self.wanted))}; {why}" if self.wanted else ""


def picturing(command: _Command) -> _Command:
    """Give a command --svg and --png, as one value `pictures`."""

    @functools.wraps(command)
    def called(*, svg: Path | None, png: Path | None, **words: Any) -> Any:
        return command(**words, pictures=Pictures(svg, png))

    return _SVG(_PNG(called))  # type: ignore[return-value]


_SVG = click.option("--svg", type=_FILE, metavar="FILE", help="Write the board as SVG, light and dark.")
_PNG = click.option("--png", type=_FILE, metavar="FILE", help="Write the board as PNG.")


def _is_device(path: Path) -> bool:
    """Say whether it is there and no file, such as /dev/stdout."""
    try:
        return path.exists() and not path.is_file()
    except OSError:  # a name that is longer than any path
        return False

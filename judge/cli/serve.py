"""The command of a host that serves the judge on the web."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import urlsplit

import click
import msgspec

from judge.cli.declaration import command, option
from judge.cli.options import AsName, Flags, RunOptions, package, run_options
from judge.cli.running import hands
from judge.errors import JudgeError
from judge.model import installs
from judge.reports import PlainConsole
from judge.sandbox import usable_cores
from judge.store import Store
from judge.web import Settings, run_part, serve_site

Network = IPv4Network | IPv6Network
_ROOT: Final = re.compile(r"(/[A-Za-z0-9._~-]+)*")
_HEADER: Final = re.compile(r"(?!(?:authorization|cookie|host|origin|sec-fetch-site)$)[a-z0-9-]{1,64}", re.IGNORECASE)


class _NetworkType(click.ParamType[Network]):
    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Network:
        try:
            return ip_network(value, strict=False)
        except ValueError:
            self.fail(f"{value!r} is no address; write 10.0.0.5 or 10.0.0.0/24", param, ctx)


class _Asked(msgspec.Struct, frozen=True):
    """What is served, and where."""

    course: Annotated[
        Path | None, option("--course", "Serve the homeworks of this course.toml, with its roster.", metavar="FILE")
    ]
    contest: Annotated[Path | None, Flags.CONTEST.saying("Serve the contest of this contest.toml.")]
    problems: Annotated[tuple[str, ...], package("Serve this package; may be given again.")]
    host: Annotated[
        str, option("--host", "Listen here. Default: this machine alone.", default="127.0.0.1", metavar="ADDRESS")
    ]
    port: Annotated[
        int, option("--port", "Default: 8000. 0: one that is free.", type=click.IntRange(0, 65535), default=8000)
    ]
    url: Annotated[
        str, option("--url", "The address that people type: https://judge.example.edu.", default="", metavar="URL")
    ]
    proxies: Annotated[tuple[Network, ...], option("--proxy", "Believe this proxy's headers.", type=_NetworkType())]
    user_header: Annotated[
        str, option("--user-header", "The header in which a proxy says who asks.", default="", metavar="NAME")
    ]
    name: AsName

    def settings(self) -> Settings:
        """Return them as the web process takes them. A UsageError where they contradict each other."""
        if self.user_header and not self.proxies:
            raise click.UsageError("--user-header says who somebody is: name the proxies that may say so with --proxy")
        if self.user_header and not _HEADER.fullmatch(self.user_header):
            raise click.BadParameter(
                f"{self.user_header!r} can't say who asks; write X-User", param_hint="--user-header"
            )
        root = _root(self.url)
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(self.url)) if self.url else ""
        said = msgspec.structs.asdict(self) | {"url": origin and origin + root, "root_path": root}
        del said["name"]
        made = Settings(Store.PATH.absolute(), **said)
        if not (made.local or self.url):
            raise click.UsageError(
                f"{self.host} is reached by others: say with --url which address they type, "
                "such as https://judge.example.edu"
            )
        return made


def _root(url: str) -> str:
    """Return the path under which people find the site: "" or such as /judge. A UsageError where that can't be."""
    found = urlsplit(url)
    whole = (
        found.scheme in ("http", "https") and found.hostname and not (found.query or found.fragment or found.username)
    )
    root = found.path.rstrip("/")
    if url and not (whole and _ROOT.fullmatch(root)):
        raise click.BadParameter(f"{url!r} is no address; write https://judge.example.edu", param_hint="--url")
    return root


@command
def serve(asked: _Asked, options: Annotated[RunOptions, run_options(strangers=True, far=True)]) -> int:
    """Serve a course or a contest on the web.

    A link is printed that signs the host in. With -j N, N judges work at once. Ctrl-C ends it: `judge help serve`.
    """
    if missing := [name for name in ("uvicorn", "starlette", "python_multipart") if find_spec(name) is None]:
        message = "the web server is not installed"
        raise JudgeError("E509", message, note=f"missing: {', '.join(missing)}", help=installs("web"))
    settings = asked.settings()
    here = hands(msgspec.structs.replace(options, jobs=1), PlainConsole(stderr=True))
    if (status := run_part(settings, here, options.repeat)) is not None:
        return status
    console, faults = PlainConsole(), PlainConsole(stderr=True)

    def tell(what: str | JudgeError) -> None:
        with suppress(OSError):  # who reads that has gone: the site goes on
            if isinstance(what, JudgeError):
                faults.fault(what)
            else:
                console.print(what, soft_wrap=True, markup=False, highlight=False)

    if not options.cluster:
        usable_cores(options.machine.cores, options.jobs)  # too few are said before anything starts
    # As when it is installed, no file of this folder is a module of it: a class may have a queue.py.
    alone = [] if str(Path.cwd()) in sys.path else ["-P"]
    command = [sys.executable, *alone, "-m", "judge", *sys.argv[1:]]
    return serve_site(settings, asked.name, options.jobs, command, tell)

"""The command of a host that serves the judge on the web. What it needs is imported inside."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import click
import msgspec

from judge.cli.completion import problem_names
from judge.cli.options import FILE, RunOptions, as_name, as_one, run_options
from judge.errors import JudgeError

if TYPE_CHECKING:
    from judge.web.settings import Settings

Network = IPv4Network | IPv6Network
LINK_S: Final = 24 * 3600.0  # how long the printed link lets the host in


class _NetworkType(click.ParamType[Network]):
    name = "network"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Network:
        try:
            return ip_network(value, strict=False)
        except ValueError:
            self.fail(f"{value!r} is no address; write 10.0.0.5 or 10.0.0.0/24", param, ctx)


class _Asked(msgspec.Struct, frozen=True):
    """What is served, and where."""

    course: Path | None
    contest: Path | None
    problems: tuple[str, ...]
    host: str
    port: int
    url: str
    root_path: str
    proxies: tuple[Network, ...]
    user_header: str
    part: str
    listening: int | None
    name: str

    def settings(self) -> Settings:
        """Return them as the web process takes them. A UsageError where they contradict each other."""
        from judge.store import PATH
        from judge.web.settings import Settings

        if self.user_header and not self.proxies:
            raise click.UsageError("--user-header says who somebody is: name the proxies that may say so with --proxy")
        if self.url and not (urlsplit(self.url).scheme in ("http", "https") and urlsplit(self.url).netloc):
            raise click.BadParameter(f"{self.url!r} is no address; write https://judge.example.edu", param_hint="--url")
        made = Settings(
            store=PATH.absolute(),
            host=self.host,
            port=self.port,
            url=self.url.rstrip("/"),
            root_path="/" + self.root_path.strip("/") if self.root_path.strip("/") else "",
            proxies=self.proxies,
            user_header=self.user_header,
            course=self.course,
            contest=self.contest,
            problems=self.problems,
        )
        if not (made.local or self.url):
            raise click.UsageError(
                f"{self.host} is reached by others: say with --url which address they type, "
                "such as https://judge.example.edu"
            )
        return made


@click.command()
@click.option("--course", type=FILE, metavar="FILE", help="Serve the homeworks of this course.toml, with its roster.")
@click.option("--contest", type=FILE, metavar="FILE", help="Serve the contest of this contest.toml.")
@click.option(
    "--problem",
    "problems",
    multiple=True,
    metavar="NAME|DIR",
    help="Serve this package; may be given again.",
    shell_complete=problem_names,
)
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Listen here. Default: this machine alone.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, help="Default: 8000.")
@click.option("--url", default="", metavar="URL", help="What people type: https://judge.example.edu.")
@click.option("--root-path", default="", metavar="PATH", help="Where a proxy puts the site: /judge.")
@click.option(
    "--proxy", "proxies", multiple=True, type=_NetworkType(), metavar="ADDRESS", help="Believe this proxy's headers."
)
@click.option("--user-header", default="", metavar="NAME", help="The header in which a proxy says who asks.")
@click.option("--part", type=click.Choice(("", "web", "judge")), default="", hidden=True)
@click.option("--listening", type=int, hidden=True)
@as_name
@run_options(strangers=True, far=True)
@as_one(_Asked, "asked")
def serve(asked: _Asked, options: RunOptions) -> int:
    """Serve a course or a contest on the web.

    A link is printed that signs the host in. With -j N, N judges work at once. Ctrl-C ends it: `judge help serve`.
    """
    if find_spec("uvicorn") is None or find_spec("starlette") is None:
        raise JudgeError("E509", "the web server is not installed", help="pip install 'judge[web]'")
    settings = asked.settings()
    if asked.part == "web":
        from judge.web.serving import serve as serve_web

        serve_web(settings, asked.listening)
        return 0
    if asked.part == "judge":
        return _judge(settings, options)
    return _supervise(settings, asked.name, options.jobs)


def _supervise(settings: Settings, name: str, judges: int) -> int:
    """Start everything, and print how the host comes in."""
    from judge.reports.terminal.console import plain_console
    from judge.web.opening import opened
    from judge.web.site import Site
    from judge.web.supervisor import Supervisor

    console = plain_console()
    site = Site(settings)  # what is wrong with course, contest or packages is said before anything starts

    def say(words: str) -> None:
        console.print(words, soft_wrap=True, markup=False)

    supervisor = Supervisor(settings, [sys.executable, "-m", "judge", *sys.argv[1:]], judges, say)
    link = opened(site, name, LINK_S)
    say(f"{site.title}: {len(site.names)} problem{'s' * (len(site.names) > 1)} at {settings.address}")
    say(f"you come in as host within a day by {link}")
    supervisor.run()
    return 0


def _judge(settings: Settings, options: RunOptions) -> int:
    """Judge what is waiting, until the supervisor says stop or is gone."""
    from judge.cli.running import hands
    from judge.judging.queue import QueueJudge
    from judge.reports.terminal.console import plain_console
    from judge.store import Store
    from judge.web.lifeline import Lifeline
    from judge.web.site import Site

    lifeline, console = Lifeline(), plain_console(stderr=True)
    options = msgspec.structs.replace(options, jobs=1)
    with Store(settings.store) as store, hands(options, console) as (opened, host):
        QueueJudge(store, opened, host, Site(settings).problem, options.repeat).run(lifeline.stopping)
    return 0

"""Open what submissions are run by: sandboxes on cores of this host, or the stations of a cluster."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from judge.cli.options import RunOptions, refuse_given
from judge.errors import JudgeError
from judge.model import installs

if TYPE_CHECKING:
    from pathlib import Path

    from judge.cli.following import WaitingLine
    from judge.judging import Hands
    from judge.model import Host
    from judge.reports import PlainConsole
    from judge.sandbox import Sandbox, Waiting


@contextmanager
def sandboxes(options: RunOptions, console: PlainConsole) -> Iterator[tuple[list[Sandbox], Host]]:
    """Open the sandboxes that the options ask for, and look at the host: for a command that no cluster does."""
    with start_sandboxes(options) as opened, watch_workers(opened, options, console) as host:
        yield opened, host


@contextmanager
def hands(options: RunOptions, console: PlainConsole) -> Iterator[tuple[Hands, Host]]:
    """Open the same, or a cluster where the options name one."""
    with start_workers(options) as opened, watch_workers(opened, options, console) as host:
        yield opened, host


@contextmanager
def start_workers(
    options: RunOptions, check: Callable[[], object] = lambda: None, files: Sequence[Path] = ()
) -> Iterator[Hands]:
    """Open sandboxes as `start_sandboxes` does, or a cluster where the options name one."""
    if options.cluster:
        check()
        refuse_given(("jobs",), "cores of this host: with --cluster its machines choose")
        need_dask()
        from judge.cluster import ClusterCrew

        asked = options.machine
        joined = ClusterCrew.joined(options.cluster, asked.tier, trust=options.trust, share_core=asked.share_core)
        with joined as crew:
            yield crew
    else:
        with start_sandboxes(options, check, files) as opened:
            yield opened


@contextmanager
def watch_workers(opened: Hands, options: RunOptions, console: PlainConsole) -> Iterator[Host]:
    """Say what the sandboxes can't enforce, and at the end whether the host changed; or wait for stations and say which
    there are, at the end what each has done. Without trust nothing is run where no sandbox holds it: JudgeError E463.
    """
    if isinstance(opened, Sequence):
        from judge.reports import class_change, not_enforced
        from judge.sandbox import look_at_machine

        host = opened[0].host()
        console.warn(not_enforced(host))
        refuse_untrusted(host, options)
        yield host
        console.warn(class_change(host, look_at_machine(opened[0].core)))
    else:
        from judge.cluster import ClusterCrew
        from judge.reports import FleetReport

        assert isinstance(opened, ClusterCrew)
        host = opened.wait_for_stations(lambda words: console.print(words, style="dim", soft_wrap=True))
        console.print(FleetReport(opened.seen()), soft_wrap=True)
        yield host
        console.print(FleetReport(opened.seen()).shares(), soft_wrap=True)


@contextmanager
def start_sandboxes(
    options: RunOptions, check: Callable[[], object] = lambda: None, files: Sequence[Path] = ()
) -> Iterator[list[Sandbox]]:
    """Open the sandboxes before anything else is imported: their processes need most of the time. With one of `files`
    that may need it they begin to load numba at once.

    `check` says what is wrong with what was asked for. It is called before anybody waits for a core.
    """
    line: WaitingLine | None = None

    def say(words: str | Waiting) -> None:
        """Show how long it waits for a core; nothing is imported where it need not wait."""
        nonlocal line
        if line is None:
            from judge.cli.following import WaitingLine

            check()
            line = WaitingLine()
            waiting.callback(line.over)
        line.say(words)

    if not all(file.exists() for file in files):
        check()
    with ExitStack() as waiting, options.machine.arena(options.jobs, say) as opened:
        waiting.close()
        if any(map(_may_need_numba, files)):
            for sandbox in opened:
                sandbox.warm_up()
        yield opened


def _may_need_numba(file: Path) -> bool:
    """Say whether this may be a function that numba compiles: by its imports, or as the name of shipped ones."""
    if not file.exists():
        return not file.suffix
    try:
        source = file.read_bytes() if file.suffix.lower() == ".py" else b""
    except OSError:
        return False
    return bool(re.search(rb"^\s*(?:from|import) numba\b", source, re.MULTILINE))


def refuse_untrusted(host: Host, options: RunOptions) -> None:
    """Raise JudgeError E463 where no sandbox holds what is run, and nobody said that it may be run all the same."""
    if host.sandbox == "plain" and not options.trust:
        raise JudgeError(
            "E463",
            "on this host nothing keeps a submission in its box, and these are not your own",
            note=f"what is missing: {', '.join(host.missing)}",
            help="judge doctor  says how to fix that; --trust-submissions  runs them all the same",
        )


def need_dask() -> None:
    """Say what to install where Dask is not there: JudgeError E498."""
    if find_spec("distributed") is None:
        raise JudgeError("E498", "Dask is not installed", help=installs("cluster"))

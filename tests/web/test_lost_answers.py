"""`judge submit --to` at a real site, over a connection that breaks after the site has stored what was sent."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from judge.client.address import read_address
from judge.client.connection import Clock, Connection
from judge.client.site import Site
from judge.store import Store
from tests.client.strangers import PATIENCE_S, Stranger, stranger
from tests.web.listening import Listening, listening
from tests.web.sites import RIGHT, WRONG


@contextmanager
def losing(site: Listening, lost: int) -> Iterator[tuple[Site, Stranger]]:
    """Return the site behind a proxy that passes each request on, but loses the first answers to a submission."""
    left = lost

    def passed_on(one: socket.socket) -> None:
        nonlocal left
        request = re.sub(
            rb"(?im)^host: .*\r$", b"Host: " + urlsplit(site.url).netloc.encode() + b"\r", at.heard[-1], count=1
        )
        answer = _answered(site, request)
        if request.startswith(b"POST") and left:
            left -= 1
        else:
            one.sendall(answer)

    with stranger(passed_on) as at:
        clock = Clock(sleep=lambda _: None)
        yield Site(Connection(read_address(at.url), site.token(), clock=clock)), at


def _answered(site: Listening, request: bytes) -> bytes:
    """Return the whole answer: by then the site has stored what it was sent."""
    place = urlsplit(site.url)
    with socket.create_connection((place.hostname, place.port), PATIENCE_S) as there:
        there.sendall(request)
        return b"".join(iter(lambda: there.recv(65536), b""))


@pytest.mark.parametrize("lost", [1, 3])
def test_it_is_handed_in_once_and_followed(tmp_path: Path, lost: int) -> None:
    with listening(tmp_path) as site, losing(site, lost) as (seen, at):
        begun = seen.submit(seen.problem("quiz"), [("mine.py", WRONG)])
        assert sum(request.startswith(b"POST") for request in at.heard) == lost + 1
        with Store(site.settings.store) as store:
            assert [job.code for job in store.queue.of("ada")] == [begun.job]
        assert seen.progress(begun.job, 0).state == "waiting"


def test_what_is_handed_in_anew_counts_anew(tmp_path: Path) -> None:
    """The same bytes too: somebody has typed the command again."""
    with listening(tmp_path) as site, losing(site, 0) as (seen, _):
        jobs = [seen.submit("quiz", [("mine.py", source)]).job for source in (WRONG, WRONG, RIGHT)]
    assert len(set(jobs)) == 3

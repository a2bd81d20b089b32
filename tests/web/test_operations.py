"""What those who run a site ask it, and what its host is told before the first visitor."""

from __future__ import annotations

import re
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Student
from judge.store import Store
from judge.web import Settings, serve_site
from tests.conftest import refused
from tests.make import replace
from tests.web.sites import TestSite, contest, quiz, restarted, says

SAMPLE = re.compile(r'([a-z_]+(?:\{[a-z]+="[^"\\\n]*"(?:,[a-z]+="[^"\\\n]*")*\})?) (\S+)')


def samples(text: str) -> dict[str, float]:
    """Read the text format: each line is a comment or a sample."""
    read = [SAMPLE.fullmatch(line) for line in text.splitlines() if not line.startswith("#")]
    assert all(read), text
    return {one[1]: float(one[2]) for one in read if one}


# --- metrics ---------------------------------------------------------------------------------------------------------
def test_metrics_are_for_staff_and_their_programs(site: TestSite) -> None:
    assert site.browser("ada").get("/metrics").status_code == 403
    well = site.browser("").get("/health")
    assert (well.status_code, well.json()) == (503, {"ok": False, "judges": 0, "store": "writable"}), "nobody judges"
    said = site.program("gil").get("/metrics")
    assert said.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    found = samples(said.text)
    assert found["judge_judges"] == found["judge_queue_waiting"] == 0
    assert found["process_resident_memory_bytes"] > 1e6
    assert found['judge_requests_total{method="GET",route="/metrics",status="403"}'] == 1
    assert not re.search(r"ada|gil|127\.0", said.text)


def test_a_stranger_can_not_fill_the_metrics(site: TestSite) -> None:
    for path in ("/in/somebody", "/in/else", "/nothing/1", "/nothing/2"):
        site.browser("").get(path)
    text = site.browser("gil").get("/metrics").text
    says(text, 'route="/in/{secret}",status="404"', 'method="*",route="(none)",status="404"')
    says(text, "!somebody", "!else", "!nothing")


# --- before the first visitor -----------------------------------------------------------------------------------------
@pytest.fixture(name="signals")
def _signals() -> Iterator[None]:
    """Leave the handlers of signals as they were."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def opened(settings: Settings, code: str = "raise SystemExit(2)") -> tuple[int, list[str]]:
    """Serve a site whose processes run this code; return the exit status, and what the host was told."""
    said: list[str] = []
    command = [sys.executable, "-S", "-c", code]
    return serve_site(settings, "hal", 1, command, lambda words: said.append(str(words))), said


@pytest.mark.usefixtures("signals")
def test_what_never_starts_ends_all_and_what_refuses_has_said_so_itself(tmp_path: Path) -> None:
    settings = Settings(store=tmp_path / "store.db", port=0, problems=(str(quiz(tmp_path)),))
    refuses = "os.environ['JUDGE_PART'].startswith('judge') and sys.exit(2)"
    status, said = opened(settings, f"import os, sys, time; {refuses}; os.write(0, b'+'); time.sleep(60)")
    assert (status, len(said)) == (2, 2), "which site, and how its host comes in"
    error = refused(opened, settings, "raise SystemExit(3)")
    assert (error.code, "ended with status 3" in error.message) == ("E525", True)


def test_what_can_not_be_listened_at_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as port:
        for host, number in (("127.0.0.1", port.getsockname()[1]), ("192.0.2.1", 0)):
            error = refused(opened, Settings(store=tmp_path / "store.db", host=host, port=number))
            assert (error.code, f"{host}:{number}: " in error.message, "--port" in error.help) == ("E508", True, True)


@pytest.mark.usefixtures("signals")
def test_who_competes_has_an_account_and_keeps_the_one_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id,name,group\nlin,Lin,Toads\n")
    teams = '[[team]]\nname = "The Newts"\n[[team]]\nname = "Frogs"\nmembers = ["new", "fay"]\n'
    with contest(tmp_path, -30, 90, 'roster = "roster.csv"', teams) as site:
        settings = replace(site.settings, store=tmp_path / "other.db", port=0)
    with Store(settings.store) as store:
        store.accounts.enter(Student("fay", "Fay"), "grader", "")
    _, said = opened(settings)
    with Store(settings.store) as store:
        found = {one.owner: (one.student.name, one.student.group, one.role) for one in store.accounts.everybody()}
    assert found["lin"] == ("Lin", "Toads", "student")
    assert found["new"] == ("", "Frogs", "student")
    assert found["the-newts"] == ("The Newts", "", "student")
    assert found["fay"] == ("Fay", "", "grader")
    link = re.search(r"/in/[\w-]{22}", said[1])
    with restarted(replace(settings, port=8000)) as site:
        assert link
        assert "hal" in site.browser("").get(link[0]).text

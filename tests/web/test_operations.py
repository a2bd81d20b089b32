"""What those who run a site ask it, and what it writes into its log: no figure and no line is of a person."""

from __future__ import annotations

import io
import logging
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.web import operations
from judge.web.operations import BUCKETS_S, Meter, text_of
from judge.web.processes import open_port
from tests.web.sites import TestSite, says

SAMPLE = re.compile(r'([a-z_]+(?:\{[a-z]+="[^"\\\n]*"(?:,[a-z]+="[^"\\\n]*")*\})?) (\S+)')


@pytest.fixture(name="lines")
def _lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the log says, while no other handler is there."""
    said = io.StringIO()
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    monkeypatch.setattr("sys.stderr", said)
    root.handlers = []
    operations.log_to_stderr()
    try:
        yield said
    finally:
        root.handlers = handlers
        root.setLevel(level)
        logging.getLogger("judge.web.requests").setLevel(logging.NOTSET)


def samples(text: str) -> dict[str, float]:
    """Read the text format: each line is a comment or a sample."""
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            read = SAMPLE.fullmatch(line)
            assert read, line
            found[read[1]] = float(read[2])
    return found


# --- health ----------------------------------------------------------------------------------------------------------
def test_without_a_judge_it_is_not_well(site: TestSite) -> None:
    said = site.browser("").get("/health")
    assert said.status_code == 503
    assert said.json() == {"ok": False, "judges": 0, "store": "writable"}


# --- metrics ---------------------------------------------------------------------------------------------------------
def test_metrics_are_for_staff_and_their_programs(site: TestSite) -> None:
    assert [site.browser(who).get("/metrics").status_code for who in ("", "ada", "gil")] == [401, 403, 200]
    with site.store() as store:
        secret, _ = store.credentials.make("token", store.accounts.of("gil"), "grader", 60, "gil")
    said = site.browser("").get("/metrics", headers={"authorization": f"Bearer {secret}"})
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


def test_a_histogram_counts_what_is_in_the_buckets_before_it_too() -> None:
    meter = Meter()
    for seconds in (0.001, 0.005, 0.3, 99.0):
        meter.observe("GET", "/", 200, seconds)
    found = samples(text_of(meter.metrics()))
    told = [found[f'judge_request_seconds_bucket{{method="GET",route="/",le="{le}"}}'] for le in (*BUCKETS_S, "+Inf")]
    assert told == [2.0] * 5 + [2.0] + [3.0] * 5 + [4.0]
    assert found['judge_request_seconds_count{method="GET",route="/"}'] == 4
    assert found['judge_request_seconds_sum{method="GET",route="/"}'] == pytest.approx(99.306)


# --- the log ---------------------------------------------------------------------------------------------------------
def test_a_line_names_the_route_and_nobody(lines: io.StringIO) -> None:
    operations.log_request("GET", "/submissions/{job}", 200, 0.0123)
    operations.log_request("GET", "/static/{name}", 200, 0.0)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ GET /submissions/\{job\} 200 12 ms\n", lines.getvalue())


def test_a_fault_of_ours_names_the_route_and_nobody(
    site: TestSite, lines: io.StringIO, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("ada")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("judge.web.site.Site.problem", fail)
    said = [site.browser("ada").get("/problems/quiz") for _ in range(3)][-1]
    assert said.status_code == 500
    assert "The judge itself has failed at this." in said.text
    [kept] = tmp_path.glob("judge-crash-*.txt")
    failed = f"/problems/{{problem}} failed: ValueError; the details are in {kept}\n"
    assert lines.getvalue().count(failed) == 3, "a traceback goes into a file, and once"
    assert "ada" not in lines.getvalue() + said.text


# --- the port --------------------------------------------------------------------------------------------------------
def test_what_can_not_be_listened_at_is_said_and_who_comes_while_nobody_serves_waits() -> None:
    with open_port("127.0.0.1", 0) as port, socket.create_connection(port.getsockname(), 5):
        taken = port.getsockname()[1]
        for host, number, said in (("127.0.0.1", taken, "Address already in use"), ("192.0.2.1", 0, "192.0.2.1:0: ")):
            with pytest.raises(JudgeError, match=re.escape(said)) as caught:
                open_port(host, number)
            assert (caught.value.code, "--port" in caught.value.help) == ("E508", True)

"""What a site counts, and what it writes into its log: no line is of a person."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.web import operations
from judge.web.operations import BUCKETS_S, Meter, text_of
from tests.web.sites import TestSite


def test_a_histogram_counts_what_is_in_the_buckets_before_it_too() -> None:
    meter = Meter()
    for seconds in (0.001, 0.005, 0.3, 99.0):
        meter.observe("GET", "/", 200, seconds)
    found = {name: float(value) for name, value in map(str.split, text_of(meter.metrics()).splitlines())}
    told = [found[f'judge_request_seconds_bucket{{method="GET",route="/",le="{le}"}}'] for le in (*BUCKETS_S, "+Inf")]
    assert told == [2.0] * 5 + [2.0] + [3.0] * 5 + [4.0]
    assert found['judge_request_seconds_count{method="GET",route="/"}'] == 4
    assert found['judge_request_seconds_sum{method="GET",route="/"}'] == pytest.approx(99.306)


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


def test_a_line_names_the_route_and_nobody(lines: io.StringIO) -> None:
    operations.log_request("GET", "/submissions/{job}", 200, 0.0123)
    operations.log_request("GET", "/static/{name}", 200, 0.0)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ GET /submissions/\{job\} 200 12 ms\n", lines.getvalue())


def test_a_fault_of_ours_names_the_route_and_nobody(
    own: TestSite, lines: io.StringIO, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("ada")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(own.app.state.site, "problem", fail)
    said = [own.browser("ada").get("/problems/quiz") for _ in range(3)][-1]
    assert (said.status_code, "The judge itself has failed at this." in said.text) == (500, True)
    [kept] = tmp_path.glob("judge-crash-*.txt")
    failed = f"/problems/{{problem}} failed: ValueError; the details are in {kept}\n"
    assert lines.getvalue().count(failed) == 3, "a traceback goes into a file, and once"
    assert "ada" not in lines.getvalue() + said.text

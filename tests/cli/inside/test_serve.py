"""The address of a site, as its options say it."""

from __future__ import annotations

from pathlib import Path

from judge.cli.serve import _Asked
from judge.web import Settings
from tests.problems.told import hold_rows

ASKED = {
    **{"course": None, "contest": None, "problems": (), "port": 8000},
    **{"proxies": (), "user_header": "", "name": "hal"},
}


def served(url: str, host: str = "127.0.0.1") -> Settings:
    return _Asked(**{**ASKED, "host": host, "url": url}).settings()  # type: ignore[arg-type]


def test_the_address_says_where_a_proxy_puts_the_site() -> None:
    hold_rows(Path(__file__).with_name("addresses.txt"), lambda url: f"{served(url).address} {served(url).root_path}")
    hosts = served("https://a.edu", "0.0.0.0").hosts
    assert {"a.edu", "127.0.0.1:8000", "localhost:8000"} <= hosts, "wherever it listens"
    assert "b.edu" not in hosts

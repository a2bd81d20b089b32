"""The address of a site, as its options say it."""

from __future__ import annotations

import pytest

from judge.cli.serve import _Asked

ASKED = {
    **{"course": None, "contest": None, "problems": (), "host": "127.0.0.1", "port": 8000, "url": ""},
    **{"proxies": (), "user_header": "", "name": "hal"},
}


@pytest.mark.parametrize(
    ("url", "address", "path"),
    [
        ("", "http://127.0.0.1:8000", ""),
        ("https://a.edu", "https://a.edu", ""),
        ("https://a.edu/", "https://a.edu", ""),
        ("https://a.edu/judge/", "https://a.edu/judge", "/judge"),
        ("https://a.edu:444/x/y/", "https://a.edu:444/x/y", "/x/y"),
    ],
)
def test_the_address_says_where_a_proxy_puts_the_site(url: str, address: str, path: str) -> None:
    made = _Asked(**{**ASKED, "url": url}).settings()  # type: ignore[arg-type]
    assert (made.address, made.root_path) == (address, path)
    made = _Asked(**{**ASKED, "host": "0.0.0.0", "url": "https://a.edu"}).settings()  # type: ignore[arg-type]
    assert {"a.edu", "127.0.0.1:8000", "localhost:8000"} <= made.hosts, "wherever it listens"
    assert "b.edu" not in made.hosts

"""Where a token may be sent."""

from __future__ import annotations

import pytest

from judge.client.connection import read_address
from judge.errors import JudgeError


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("https://judge.example.edu", "https://judge.example.edu"),
        (" https://judge.example.edu/course/ ", "https://judge.example.edu/course"),
        ("HTTPS://Judge.Example.EDU:8443/", "https://judge.example.edu:8443"),
        ("https://müller.example", "https://xn--mller-kva.example"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://localhost:8000/x", "http://localhost:8000/x"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]"),
    ],
)
def test_addresses(text: str, base: str) -> None:
    assert read_address(text).base == base


@pytest.mark.parametrize(
    "text",
    [
        *("", "judge.example.edu", "https://", "https:///x", "ftp://a.example", "file:///etc/passwd", "javascript:1"),
        *("https://ada:secret@a.example", "https://a.example?x", "https://a.example#x", "https://a.example:99999"),
        *("https://a b.example", "https://a.example/\r\nX: y", "https://[::1", "https://" + "a" * 600, "https://a..b"),
        *("http://judge.example.edu", "http://10.0.0.5", "http://127.0.0.1.example.com", "http://localhost.evil"),
    ],
)
def test_no_token_goes_there(text: str) -> None:
    with pytest.raises(JudgeError) as caught:
        read_address(text)
    assert caught.value.code == "E521"
    assert "secret" not in caught.value.message

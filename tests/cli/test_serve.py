"""What `judge serve` refuses before anything starts, and how an address is put together."""

from __future__ import annotations

import sqlite3
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from judge.model import installs
from judge.store import Store
from judge.web import Settings
from tests.commands import Call
from tests.web.sites import quiz

PROXIES = (ip_network("127.0.0.1"),)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({}, []),
        ({"url": "https://a.edu"}, ["--proxy"]),
        ({"url": "https://a.edu", "proxies": PROXIES}, []),
        ({"url": "http://a.edu"}, ["TLS"]),
        ({"url": "http://localhost:8000"}, []),
    ],
)
def test_what_may_be_meant_otherwise_is_said(words: dict[str, Any], said: list[str]) -> None:
    doubts = Settings(Path("s.db"), **words).doubts
    assert len(doubts) == len(said)
    assert all(word in doubt for word, doubt in zip(said, doubts, strict=True))


def test_without_the_web_server_nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert installs("web") in Call(200).refused("E509", "serve")


def test_the_store_of_a_newer_judge_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Store(Store.PATH):
        pass
    with sqlite3.connect(Store.PATH) as newer:
        newer.execute("PRAGMA user_version = 999")
    assert "error[E351" in Call().fails(3, "serve", "--problem", str(quiz(tmp_path)), "--port", "0")

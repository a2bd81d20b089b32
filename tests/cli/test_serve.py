"""What `judge serve` refuses before anything starts, and how an address is put together."""

from __future__ import annotations

import sqlite3
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path

import click
import psutil
import pytest

from judge.cli import serve as module
from judge.cli.main import commands
from judge.cli.serve import _Asked
from judge.errors import JudgeError
from judge.model import installs
from judge.store import STORE_PATH, Store
from judge.web import Settings, processes
from tests.conftest import refused
from tests.web.sites import quiz

ASKED = {
    **{"course": None, "contest": None, "problems": (), "host": "127.0.0.1", "port": 8000, "url": ""},
    **{"proxies": (), "user_header": "", "name": "hal"},
}


def settings(**words: object) -> Settings:
    return _Asked(**{**ASKED, **words}).settings()  # type: ignore[arg-type]


def listening() -> int:
    """Count the ports at which this process listens."""
    return sum(one.status == psutil.CONN_LISTEN for one in psutil.Process().net_connections("tcp"))


def call(*words: str) -> object:
    return commands.main(["serve", *words], prog_name="judge", standalone_mode=False)


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
    made = settings(url=url)
    assert (made.address, made.root_path) == (address, path)
    made = settings(host="0.0.0.0", url="https://a.edu")
    assert {"a.edu", "127.0.0.1:8000", "localhost:8000"} <= made.hosts, "wherever it listens"
    assert "b.edu" not in made.hosts


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"url": "judge.example.edu"}, "is no address"),
        ({"url": "https://a.edu/?x"}, "is no address"),
        ({"url": "https://me@a.edu/"}, "is no address"),
        ({"url": 'https://a.edu/"><b>'}, "is no address"),
        ({"host": "0.0.0.0"}, "say with --url"),
        ({"user_header": "X-User"}, "name the proxies"),
        ({"user_header": "X User", "proxies": (ip_network("127.0.0.1"),)}, "can't say who asks"),
        ({"user_header": "Authorization", "proxies": (ip_network("127.0.0.1"),)}, "can't say who asks"),
    ],
)
def test_words_that_contradict_each_other_are_wrong_use(words: dict[str, object], said: str) -> None:
    with pytest.raises(click.UsageError, match=said):
        settings(**words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({}, []),
        ({"url": "https://a.edu"}, ["--proxy"]),
        ({"url": "https://a.edu", "proxies": (ip_network("127.0.0.1"),)}, []),
        ({"url": "http://a.edu"}, ["TLS"]),
        ({"url": "http://localhost:8000"}, []),
    ],
)
def test_what_may_be_meant_otherwise_is_said(words: dict[str, object], said: list[str]) -> None:
    doubts = settings(**words).doubts
    assert len(doubts) == len(said)
    assert all(word in doubt for word, doubt in zip(said, doubts, strict=True))


def test_without_the_web_server_or_enough_cores_nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(call, "-j", "1024").code == "E440"
    monkeypatch.setattr(module, "find_spec", lambda name: None if name == "uvicorn" else find_spec(name))
    error = refused(call)
    assert (error.code, error.help) == ("E509", installs("web"))


def test_the_store_of_a_newer_judge_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Store(STORE_PATH):
        pass
    with sqlite3.connect(STORE_PATH) as newer:
        newer.execute("PRAGMA user_version = 999")
    before = listening()
    assert refused(call, "--problem", str(quiz(tmp_path)), "--port", "0").code == "E351"
    assert listening() == before, "nobody waits at a port for a site that does not come"


@pytest.mark.parametrize("fault", [JudgeError("E302", "it is wrong"), ValueError("a mistake of ours")])
def test_a_restart_that_can_not_be_is_said_and_ends_nothing(
    fault: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def site(_: Settings) -> None:
        raise fault

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(processes, "Site", site)
    said = list[JudgeError]()
    assert not processes.reads(settings(), said.append)
    assert [one.code[:3] for one in said] == ["E30"]

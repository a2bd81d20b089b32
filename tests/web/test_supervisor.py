"""The supervisor gives up what never starts, and says why."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import pytest

from judge.errors import JudgeError
from judge.web import processes
from judge.web.processes import Supervisor, open_port


@pytest.fixture(autouse=True)
def _signals_as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(processes, "_FIRST_S", 0.0)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def supervised(code: str) -> tuple[Supervisor, list[str]]:
    said: list[str] = []
    return Supervisor(open_port("127.0.0.1", 0), [sys.executable, "-S", "-c", code], 1, said.append), said


def test_what_never_starts_ends_all() -> None:
    supervisor, _ = supervised("raise SystemExit(3)")
    with pytest.raises(JudgeError, match="the web process does not start: it has ended with status 3") as caught:
        supervisor.run(lambda: True)
    assert caught.value.code == "E525"


def test_a_judge_that_refuses_ends_all_and_says_so_itself() -> None:
    refuses = "os.environ['JUDGE_PART'].startswith('judge') and sys.exit(2)"
    code = f"import os, sys, time; {refuses}; os.write(0, b'+'); time.sleep(60)"
    supervisor, said = supervised(code)
    assert supervisor.run(lambda: True) == 2
    assert said == []

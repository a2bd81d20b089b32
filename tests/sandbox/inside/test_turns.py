"""Whoever gets no turn on a busy host is waited for: the judge's own processes, and commands of the host."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from judge.sandbox import Sandbox, printed_folder
from tests.boxed import attempted, solving
from tests.conftest import refused

Starve = Callable[[bool], None]
CLOCK, CLIENT, HOST = "judge.sandbox.clock", "judge.sandbox.zygote_client", "judge.sandbox.host"


@pytest.fixture
def starve(monkeypatch: pytest.MonkeyPatch) -> Starve:
    """Have the kernel tell that others had the core all the time, or never."""

    def starve(no_turn: bool) -> None:
        monkeypatch.setattr(
            f"{CLOCK}.turns",
            lambda _: SimpleNamespace(computed_ns=0, waited_ns=time.monotonic_ns() if no_turn else 0),
        )

    return starve


@pytest.mark.parametrize(("no_turn", "code"), [(True, "E307"), (False, "E303")])
def test_a_zygote_that_gets_no_turn_is_waited_for_and_one_that_does_not_answer_is_ended(
    starve: Starve, monkeypatch: pytest.MonkeyPatch, no_turn: bool, code: str
) -> None:
    with Sandbox(tier="plain", warm=False) as own:
        assert own.tier == "plain"
        pid = own.zygote.pid
        monkeypatch.setattr(f"{CLIENT}.REPLY_S", 0.1)
        starve(no_turn)
        if no_turn:
            os.kill(pid, signal.SIGSTOP)
            goes_on = threading.Timer(0.5, os.kill, (pid, signal.SIGCONT))
            goes_on.start()
            own.keep({"a.txt": b"a"})
            goes_on.join()
        monkeypatch.setattr(f"{CLIENT}.GRACE_S", 0.1)
        os.kill(pid, signal.SIGSTOP)
        assert refused(own.keep, {"a.txt": b"a"}).code == code
        assert refused(own.keep, {"a.txt": b"a"}).code == "E303", "it is gone, which has it opened anew"
        own.restart()
        own.keep({"a.txt": b"a"})


@pytest.mark.parametrize(("starved", "told"), [(1000, "home"), (1, "E307"), (0, "")])
def test_a_shim_that_gets_no_turn_is_waited_for(
    tmp_path: Path, starve: Starve, monkeypatch: pytest.MonkeyPatch, starved: int, told: str
) -> None:
    """Else the language would be none of this host's, and each program in it a compile error."""
    shim = tmp_path / "old-python"
    shim.write_text("#!/bin/sh\nsleep 0.5\npwd -P\n")
    shim.chmod(0o755)
    monkeypatch.setattr(f"{HOST}.PROBE_S", 0.1)
    monkeypatch.setattr(f"{CLOCK}.STARVED", starved or 20)
    starve(bool(starved))
    if told == "E307":
        assert refused(printed_folder, (str(shim),)).code == told
    else:
        assert bool(printed_folder((str(shim),))) == bool(told)


def test_who_can_not_be_stopped_is_told_the_wall_less_what_others_took(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.sandbox.box.bring_to_rest", lambda _: False)
    facts = attempted(sandbox, solving("time.sleep(0.1)\nreturn None"))
    assert facts.cpu_s == pytest.approx(facts.wall_s - facts.lost_s)
    assert facts.cpu_s > 0.05

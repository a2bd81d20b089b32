"""A process of a site is started, heard, started again and ended as it should be; and the web process leaves the cores
to judges that time there."""

from __future__ import annotations

import os
import signal
import sys
import threading
from itertools import count
from pathlib import Path
from unittest.mock import Mock

import pytest

from judge.errors import JudgeError
from judge.web import Settings, processes, serving
from judge.web.processes import Child, ending
from judge.web.serving import OffCores
from tests.descriptors import none_left_open
from tests.web.running import until

READY = "import os, time; os.write(0, b'+'); time.sleep({})"


def python(code: str, said: list[str]) -> Child:
    return Child("judge", [sys.executable, "-S", "-c", code], said.append)


def ended(child: Child, now_s: float) -> bool:
    child.look(now_s)
    return not child.alive


def test_what_was_ready_is_never_given_up() -> None:
    said: list[str] = []
    child, clock = python(READY.format(0), said), count(step=40)
    until(lambda: ended(child, float(next(clock))) and len(said) >= 6)
    assert child.was_ready
    assert child.hopeless is None
    child._ends = 5000  # after some days
    until(lambda: ended(child, float(next(clock))) and len(said) >= 8)


def test_what_was_told_to_stop_is_not_complained_of() -> None:
    said: list[str] = []
    child = python(READY.format(60), said)
    child.look(0.0)
    until(lambda: not ended(child, 0.0) and child.was_ready)
    child.stop(signal.SIGTERM)
    until(lambda: not child.alive)
    child.look(0.0)
    assert child.alive, "it starts again at once"
    child.stop(signal.SIGKILL)
    until(lambda: not child.alive)
    assert said == []


def test_what_the_system_does_not_start_is_tried_again_later() -> None:
    said: list[str] = []
    child = Child("judge", ["/no/such/program"], said.append)
    with none_left_open():
        for now_s in (0.0, 1.0, 31.0):
            child.look(now_s)
    assert said == ["the judge process could not be started: No such file or directory; it is tried again"] * 2
    assert child.hopeless is None


def test_a_signal_without_a_name_is_said_by_its_number() -> None:
    assert ending(-40) == "was ended by signal 40"


def test_a_restart_on_which_the_judge_fails_is_said_and_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """tests/web/test_serving.py has one that is refused."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(processes, "Site", Mock(side_effect=ValueError("a mistake of ours")))
    said = list[JudgeError]()
    assert not processes.reads(Settings(tmp_path / "store.db"), said.append)
    assert [one.code for one in said] == ["E304"]


# --- the cores of judges ---------------------------------------------------------------------------------------------
two_cores = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="one core, or the system has no say",
)


@two_cores
def test_every_thread_keeps_off_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    cores, over = os.sched_getaffinity(0), threading.Event()
    other = threading.Thread(target=over.wait)
    other.start()
    assert other.native_id
    web, one = OffCores(), min(cores)
    for timed, free in (({one}, cores - {one}), (cores, cores), ({one}, cores - {one}), (set[int](), cores)):
        monkeypatch.setattr(serving, "timed_cores", lambda timed=timed: timed)
        web.move()
        assert os.sched_getaffinity(0) == os.sched_getaffinity(other.native_id) == free
    over.set()
    other.join()

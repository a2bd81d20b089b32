"""What a station sends is not believed, and no pickle of it is read.

An inside, because who lies speaks as a station does: its messages, and the functions that Dask calls there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.cluster import ClusterCrew
from judge.model import Judgement
from tests.cluster.real import PATIENCE_S, Cluster, cluster, crew, kill, wait_for
from tests.cluster.sitting import Sitting

pytestmark = pytest.mark.slow

LIES = {  # and what is said of whoever does that; who fails is not a liar, but asked once for each thing alone
    "a report on another order": ("return message.pack(msgspec.structs.replace(report, id='other'))", ["it lies"]),
    "no bytes": ("return print", ["it lies"]),
    "nothing, for ever": (
        "return message.pack(msgspec.structs.replace(report, made=(), lacking=('what',)))",
        ["it does nothing"],
    ),
    "an error": ("raise RuntimeError", []),
}
TRAP = """
import os, msgspec
from distributed import get_worker, worker
from distributed.protocol import pickle, to_serialize
from distributed.protocol.serialize import dask_dumps, dask_loads, register_serialization_family
from judge.cluster import message, station
class Trap(Exception):
    def __reduce__(self):
        return (os.system, ("cat /proc/$PPID/cmdline > {trap}",))
"""
LIAR = """
def error(*_, **__):
    return {{"op": "task-erred", "status": "error", "exception": to_serialize(pickle.dumps(Trap())),
        "traceback": None, "exception_text": "", "traceback_text": ""}}
worker.error_message = error
honest = station.work
def work(order):
    report = message.unpack(honest(order), message.Report)
    if report.made:
        {lie}
    return message.pack(report)
work.__module__, work.__qualname__ = "judge.cluster.station", "work"
station.work = work
"""
UNASKED = """
def lies(x, context=None):
    header, frames = dask_dumps(x, context=context)
    return {**header, "type-serialized": pickle.dumps(Trap())}, frames
register_serialization_family("dask", lies, dask_loads)
honest = station.facts
def facts():
    get_worker().log_event("warn", {"message": pickle.dumps(Trap())})
    return honest()
facts.__module__, facts.__qualname__ = "judge.cluster.station", "facts"
station.facts = facts
"""


@pytest.fixture(name="alone", scope="module")
def _alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of one station that does what it is told."""
    with cluster(tmp_path_factory.mktemp("honest") / "cluster", 1) as made:
        yield made


@pytest.fixture(name="honest")
def _honest(alone: Cluster) -> Iterator[Cluster]:
    """The same; who was added is gone when the next test begins."""
    yield alone
    for liar in alone.stations[1:]:
        kill(liar)
    with ClusterCrew.joined(alone.address, trust=True) as joined:
        wait_for(joined, 1, alone, refused=True)


@pytest.mark.parametrize("lie", LIES)
def test_what_a_station_lies_about_or_fails_on_is_done_elsewhere(
    tmp_path: Path, sitting: Sitting, honest: Cluster, here: dict[str, Judgement], lie: str
) -> None:
    """Whoever has a station's certificate may send what they like to the scheduler, such as an error that is a pickle:
    the client runs none of it."""
    (code, said), trap = LIES[lie], tmp_path / "trapped"
    honest.add(1, TRAP.format(trap=trap) + LIAR.format(lie=code))
    with crew(honest) as joined:
        list(sitting.events(joined))
        refused = [one.refused for one in joined.seen() if one.refused]
    assert sitting.judged() == here
    assert [words.split(":")[0] for words in refused] == said
    assert not trap.exists(), trap.read_text()


def test_no_pickle_in_what_dask_reads_by_itself_is_run(tmp_path: Path, honest: Cluster) -> None:
    """Neither in the type of a result nor in a warning."""
    trap = tmp_path / "trapped"
    honest.add(1, TRAP.format(trap=trap) + UNASKED)
    with ClusterCrew.joined(honest.address, trust=True) as joined:
        until_s = time.monotonic() + PATIENCE_S
        while sum(bool(one.host) or "asked what" in one.refused for one in joined.seen()) < 2:
            assert honest.stations[-1].poll() is None, honest.said()
            assert time.monotonic() < until_s, honest.said()
            joined.stations.look()
            time.sleep(0.05)
    assert not trap.exists(), trap.read_text()

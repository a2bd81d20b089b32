"""What a station sends is not believed, and no pickle of it is read.

An inside, because who lies speaks as a station does: its messages, and the functions that Dask calls there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.cluster import ClusterCrew
from judge.model import Judgement, Problem
from tests.cluster.real import PATIENCE_S, Cluster, cluster, crew, kill
from tests.cluster.sitting import Sitting, named

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
LIAR = """
import msgspec
from judge.cluster import message, station
honest = station.work
def work(order):
    report = message.unpack(honest(order), message.Report)
    if report.made:
        {lie}
    return message.pack(report)
work.__module__ = "judge.cluster.station"
work.__qualname__ = "work"
station.work = work
"""


@pytest.fixture(name="honest", scope="module")
def _honest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of one station that does what it is told."""
    with cluster(tmp_path_factory.mktemp("honest") / "cluster", 1) as made:
        yield made


@pytest.mark.parametrize("lie", LIES)
def test_what_a_station_lies_about_or_fails_on_is_done_elsewhere(
    sitting: Sitting, honest: Cluster, here: dict[str, Judgement], lie: str
) -> None:
    code, said = LIES[lie]
    honest.add(1, LIAR.format(lie=code))
    with crew(honest) as joined:
        list(sitting.events(joined))
        refused = [one.refused for one in joined.seen() if one.refused]
    kill(honest.stations[-1])
    assert sitting.judged() == here
    assert [words.split(":")[0] for words in refused] == said


def test_a_pickle_of_a_station_is_never_read(tmp_path: Path, problem: Problem) -> None:
    """Whoever has a station's certificate may send what they like to the scheduler; the client runs none of it."""
    trap, program = tmp_path / "trapped", "import os\nfrom judge.cluster import station\n"
    program += f"""
class Trap(Exception):
    def __reduce__(self):
        return (os.system, ("touch {trap}",))
from distributed import worker
from distributed.protocol import to_serialize, pickle
def lies(*_, **__):
    return {{"op": "task-erred", "status": "error", "exception": to_serialize(pickle.dumps(Trap())),
        "traceback": None, "exception_text": "", "traceback_text": ""}}
worker.error_message = lies
def work(order):
    raise RuntimeError
work.__module__ = "judge.cluster.station"
work.__qualname__ = "work"
station.work = work
"""
    with cluster(tmp_path / "cluster", 0) as made:
        made.add(1, program)
        with crew(made, 1) as joined:
            [prepared] = joined.prepare(problem, [named("right", problem)])
    assert prepared.verdict == "JE"
    assert not trap.exists()


PICKLES = {  # what a station would have read of it
    "the type of a result": """
from distributed.protocol.serialize import dask_dumps, dask_loads, register_serialization_family
def lies(x, context=None):
    header, frames = dask_dumps(x, context=context)
    return {**header, "type-serialized": pickle.dumps(Trap())}, frames
register_serialization_family("dask", lies, dask_loads)
""",
    "a warning": """
from distributed import get_worker
honest = station.facts
def facts():
    get_worker().log_event("warn", {"message": pickle.dumps(Trap())})
    return honest()
facts.__module__, facts.__qualname__ = "judge.cluster.station", "facts"
station.facts = facts
""",
}


def test_no_pickle_in_what_dask_reads_by_itself_is_run(tmp_path: Path, honest: Cluster) -> None:
    trap, heard = tmp_path / "trapped", "import os, pickle\nfrom judge.cluster import station\n"
    heard += (
        f"class Trap:\n    def __reduce__(self):\n        return (os.system, ('cat /proc/$PPID/cmdline > {trap}',))\n"
    )
    with ClusterCrew.joined(honest.address, trust=True) as joined:
        for where in PICKLES.values():
            honest.add(1, heard + where)
        until_s = time.monotonic() + PATIENCE_S
        while sum(bool(one.host) or "asked what" in one.refused for one in joined.seen()) <= len(PICKLES):
            assert all(one.poll() is None for one in honest.stations[-len(PICKLES) :]), honest.said()
            assert time.monotonic() < until_s, honest.said()
            joined.stations.look()
            time.sleep(0.05)
    assert not trap.exists(), trap.read_text()

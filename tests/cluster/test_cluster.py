"""A class is judged by real stations as it is here, and nothing is lost or made twice whatever ends on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.classroom import submissions_of
from judge.cluster.address import read_address
from judge.cluster.client import connected
from judge.cluster.stations import Stations
from judge.errors import JudgeError
from judge.judging import Contest, GradingSession, Hands, enter_all
from judge.model import Batch, Conditions, Entry, Judgement, Problem, Ran, Roll, Student, Submission, Ticket, Verdict
from judge.problems import read_package
from judge.sandbox import Sandbox
from judge.store import Store
from judge.submissions import read_submission
from tests.cluster.real import PATIENCE_S, WANTED, Cluster, cluster, crew, kill, wait_for, wait_for_seen
from tests.conftest import RIGHT, WRONG, MakePackage
from tests.make import case_text
from tests.make import package as write_package

pytestmark = pytest.mark.slow

CASES = {f"secret/c{number}": (case_text(6 if number == 3 else 4), "") for number in range(6)}
TEXTS = {
    "right": RIGHT,
    "wrong": WRONG,
    "again": RIGHT + "# again\n",
    "raises": "def solve(algorithm, n, lizards, grid):\n    raise ValueError(n)\n",
    "broken": "def solve(\n",
    "late": RIGHT.replace("    for row,", "    while n == 6:\n        pass\n    for row,"),
}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of two stations for those tests that break nothing."""
    with cluster(tmp_path_factory.mktemp("shared") / "cluster") as made:
        yield made


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    return read_package(package(cases=CASES))


def roll() -> Roll:
    members = [
        Roll.Member(
            Student(name), name, f"{name}/feedback", main="homework.py", files=(("homework.py", text.encode()),)
        )
        for name, text in TEXTS.items()
    ]
    return Roll("plain", tuple(members))


class Sitting:
    """A class in a store of its own."""

    def __init__(self, path: Path, problem: Problem, sandbox: Sandbox) -> None:
        self.store = Store(path)
        host = sandbox.host()
        self.batch = self.store.begin(Batch("grade", problem, host, Conditions.of(problem, host), label="class"))
        self.tickets: list[Ticket] = enter_all(self.store, self.batch, submissions_of(roll(), problem))

    def events(self, hands: Hands) -> Iterator[object]:
        yield from GradingSession(self.store, self.batch, self.tickets).events(hands)

    def judged(self) -> dict[str, Judgement]:
        """Return what is in the store, without what is measured."""
        records = {one.owner: self.store.record(one.id, self.batch.problem) for one in self.tickets}
        return {owner: timeless(record.judgement) for owner, record in records.items() if record}

    def attempts(self) -> Counter[tuple[str, str]]:
        """Return how often each case of each student was written down."""
        return Counter(
            (ticket.owner, f"{run.group}/{run.case}")
            for ticket in self.tickets
            for run in self.store.taken_up(ticket).runs
        )


def timeless(made: Judgement) -> Judgement:
    """Return a judgement without its times and paths."""
    bare: dict[str, Any] = {"wall_s": 0.0, "cpu_s": 0.0, "memory_bytes": 0, "samples": ()}
    runs = tuple(msgspec.structs.replace(run, board=None, **bare) for run in made.runs)
    prepare = msgspec.structs.replace(made.prepare, wall_s=0.0, startup_s=0.0)
    whole = (msgspec.structs.replace(run, message="late") if run.verdict is Verdict.TLE else run for run in runs)
    late = tuple(msgspec.structs.replace(run, finding=None) if run.verdict is Verdict.TLE else run for run in whole)
    return msgspec.structs.replace(made, runs=late, prepare=prepare, problem=None, submission=None)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory, sandbox: Sandbox) -> dict[str, Judgement]:
    """What the class comes to on this host alone."""
    folder = tmp_path_factory.mktemp("here")
    sitting = Sitting(folder / "here.db", read_package(write_package(folder, cases=CASES)), sandbox)
    list(sitting.events([sandbox]))
    return sitting.judged()


def test_a_class_comes_to_the_same_as_here(
    tmp_path: Path, problem: Problem, sandbox: Sandbox, shared: Cluster, here: dict[str, Judgement]
) -> None:
    sitting = Sitting(tmp_path / "there.db", problem, sandbox)
    with crew(shared) as joined:
        told = list(sitting.events(joined))
        assert {one.attempts > 0 for one in joined.stations.seen()} == {True}, "both have worked"
    assert sitting.judged() == here
    assert set(sitting.attempts().values()) == {1}
    assert sum(isinstance(event, GradingSession.Judged) for event in told) == len(TEXTS)


def test_a_contest_is_told_in_the_same_order_as_here(problem: Problem, sandbox: Sandbox, shared: Cluster) -> None:
    def told(hands: Hands) -> list[tuple[str, str, str]]:
        entry = Entry(problem, tuple(submissions))
        contest = Contest(hands, [entry], repeat=2)
        contest.seed = "of both"  # else each draws an order of its own
        return [
            (one.submission.name, one.run.case, one.run.verdict) for one in contest.events() if isinstance(one, Ran)
        ]

    submissions = [named(name, problem) for name in ("right", "wrong", "again")]
    with crew(shared) as joined:
        assert told(joined) == told([sandbox])


def named(name: str, problem: Problem) -> Submission:
    path = Path(problem.path).parent / f"{name}.py"
    path.write_text(TEXTS[name])
    return read_submission(path, problem.name)


def test_a_station_that_is_killed_costs_nothing(
    tmp_path: Path, problem: Problem, sandbox: Sandbox, here: dict[str, Judgement]
) -> None:
    """While it prepares, and another one while it runs."""
    sitting = Sitting(tmp_path / "there.db", problem, sandbox)
    with cluster(tmp_path / "cluster", 3) as made, crew(made, 3) as joined:
        for number, _ in enumerate(sitting.events(joined)):
            if number in (1, 14):
                kill(made.stations[number > 1])
                made.add()
    assert sitting.judged() == here
    assert set(sitting.attempts().values()) == {1}


def test_a_station_that_is_silent_is_not_waited_for(
    tmp_path: Path, problem: Problem, sandbox: Sandbox, here: dict[str, Judgement], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.cluster.stations.SILENT_S", 3.0)
    sitting = Sitting(tmp_path / "there.db", problem, sandbox)
    with cluster(tmp_path / "cluster") as made, crew(made) as joined:
        for number, _ in enumerate(sitting.events(joined)):
            if number == 2:
                os.kill(made.stations[0].pid, signal.SIGSTOP)
        os.kill(made.stations[0].pid, signal.SIGCONT)
        wait_for(joined.stations, 2)
    assert sitting.judged() == here
    assert set(sitting.attempts().values()) == {1}


def test_a_station_that_is_silent_when_it_is_sent_something_may_come_back(
    shared: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.cluster.stations.SILENT_S", 2.0)
    monkeypatch.setattr("judge.cluster.stations.ASK_S", 4.0)
    with crew(shared) as joined:
        for process in shared.stations:
            os.kill(process.pid, signal.SIGSTOP)
        joined.stations.provide(list(joined.stations.fleet.chosen), {"digest": ("nothing", b"")})
        for process in shared.stations:
            os.kill(process.pid, signal.SIGCONT)
        wait_for(joined.stations, 2)
        assert not joined.stations.fleet.refused


def test_a_scheduler_that_ends_is_said_and_the_same_command_goes_on(
    tmp_path: Path, problem: Problem, sandbox: Sandbox, here: dict[str, Judgement]
) -> None:
    sitting = Sitting(tmp_path / "there.db", problem, sandbox)
    with cluster(tmp_path / "cluster") as made:
        with crew(made) as joined, pytest.raises(JudgeError) as ended:
            list(killing(sitting.events(joined), 8, made.scheduler))
        assert ended.value.code == "E495"
        before = sitting.attempts()
        made.restart_scheduler()
        tickets = enter_all(sitting.store, sitting.batch, submissions_of(roll(), problem))
        sitting.tickets = tickets
        with crew(made) as joined:  # the stations have come back by themselves
            list(sitting.events(joined))
    assert sitting.judged() == here
    assert before <= sitting.attempts()
    assert set(sitting.attempts().values()) == {1}


def killing(events: Iterator[object], after: int, process: subprocess.Popen[bytes]) -> Iterator[object]:
    """Yield the events, and kill a process after so many."""
    for number, event in enumerate(events):
        if number == after:
            kill(process)
        yield event


def test_a_client_that_is_killed_goes_on_by_the_same_command(tmp_path: Path, problem: Problem, shared: Cluster) -> None:
    folder = tmp_path / "class"
    for name, text in TEXTS.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "homework.py").write_text(text)
    words = ["grade", "class", "--problem", problem.path, "--cluster", shared.address, "--trust-submissions"]
    command = [sys.executable, "-m", "judge", *words]
    first = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert first.stdout
    for line in first.stdout:
        if " cases " in line:
            break
    first.kill()
    first.wait()
    second = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert second.returncode == 0, second.stdout + second.stderr
    with Store(tmp_path / ".judge/store.db") as store:
        found = {record.owner: record.judgement.verdict for record in store.records(read_package(Path(problem.path)))}
    assert found == {"right": "AC", "wrong": "WA", "again": "AC", "raises": "RTE", "broken": "CE", "late": "TLE"}


LIES = {
    "a report on another order": "return message.pack(msgspec.structs.replace(report, id='other'))",
    "no bytes": "return print",
    "nothing, for ever": "return message.pack(msgspec.structs.replace(report, made=(), lacking=('what',)))",
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


@pytest.mark.parametrize("lie", LIES)
def test_a_station_that_lies_is_refused_and_its_work_done_elsewhere(
    tmp_path: Path, problem: Problem, sandbox: Sandbox, here: dict[str, Judgement], lie: str
) -> None:
    sitting = Sitting(tmp_path / "there.db", problem, sandbox)
    with cluster(tmp_path / "cluster", 1) as made:
        made.add(1, LIAR.format(lie=LIES[lie]))
        with crew(made) as joined:
            list(sitting.events(joined))
            refused = [one.refused for one in joined.stations.seen() if one.refused]
    assert sitting.judged() == here
    assert [words.split(":")[0] for words in refused] == ["it does nothing" if "nothing" in lie else "it lies"]


def test_a_pickle_of_a_station_is_never_read(tmp_path: Path, problem: Problem, sandbox: Sandbox) -> None:
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


PICKLES = {
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


@pytest.mark.parametrize("where", PICKLES)
def test_no_pickle_in_what_dask_reads_by_itself_is_run(tmp_path: Path, where: str) -> None:
    trap, heard = tmp_path / "trapped", "import os, pickle\nfrom judge.cluster import station\n"
    heard += (
        f"class Trap:\n    def __reduce__(self):\n        return (os.system, ('cat /proc/$PPID/cmdline > {trap}',))\n"
    )
    with cluster(tmp_path / "cluster", 0) as made, connected(read_address(made.address)) as client:
        made.add(1, heard + PICKLES[where])
        stations = Stations(client, made.address, WANTED)
        until_s = time.monotonic() + PATIENCE_S
        while not (seen := stations.seen()) or not (seen[0].host or "asked what" in seen[0].refused):
            assert made.stations[0].poll() is None, made.said()
            assert time.monotonic() < until_s, made.said()
            stations.look()
            time.sleep(0.05)
    assert not trap.exists(), trap.read_text()


REACHES = """
import os, socket, glob
def solve(algorithm, n, lizards, grid):
    found = []
    try:
        socket.create_connection(("127.0.0.1", {port}), 1).close()
        found.append("scheduler")
    except OSError:
        pass
    found += [name for name in os.environ if "DASK" in name or "TLS" in name]
    found += glob.glob({keys!r}) + glob.glob("/tmp/judge-station-*") + glob.glob("/tmp/**/*.pem")
    if found:
        raise ValueError(found)
    grid[...] = 0
    for row, column in enumerate((1, 3, 0, 2) if n == 4 else (1, 3, 5, 0, 2, 4)):
        grid[row, column] = 1
    return grid
"""


def test_a_submission_reaches_neither_the_scheduler_nor_its_keys(
    tmp_path: Path, problem: Problem, shared: Cluster
) -> None:
    keys = tmp_path / "keys"
    keys.mkdir()
    (keys / "worker.pem").write_text("secret")
    path = tmp_path / "reaches.py"
    path.write_text(REACHES.format(port=shared.address.rpartition(":")[2], keys=str(keys / "*.pem")))
    with crew(shared) as joined:
        if next(one.host for one in joined.stations.seen() if one.host).sandbox == "plain":
            pytest.skip("nothing holds a submission here")
        contest = Contest(joined, [Entry(problem, (read_submission(path, problem.name),))])
        list(contest.events())
    [made] = contest.judgements()
    assert made.verdict == "AC", [run.message for run in made.runs]


def test_doctor_shows_each_machine_and_why_one_is_refused(shared: Cluster) -> None:
    def examined(expected: int) -> list[str]:
        command = [sys.executable, "-m", "judge", "doctor", "--cluster", shared.address]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
        assert done.returncode == expected, done.stdout + done.stderr
        words = [line.split("  ")[0] for line in done.stdout.splitlines()]
        return [word for word in words if word in ("ok", "refused")]

    with crew(shared):
        assert examined(0) == ["ok", "ok"]
    command = [sys.executable, "-m", "distributed.cli.dask_worker", shared.address, "--no-nanny", "--no-dashboard"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as stranger:
        try:
            with crew(shared) as joined:
                wait_for_seen(joined.stations, 3)
            assert examined(1) == ["ok", "ok", "refused"]
        finally:
            stranger.kill()


def test_two_contests_at_once_each_get_their_own(problem: Problem, shared: Cluster, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "judge", "run", str(tmp_path / "mine.py"), "--problem", problem.path]
    (tmp_path / "mine.py").write_text(RIGHT)
    both = [
        subprocess.Popen(
            [*command, "--cluster", shared.address, "--json", f"{number}.json"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for number in range(2)
    ]
    assert [one.wait(300) for one in both] == [0, 0], [one.stdout and one.stdout.read() for one in both]
    for number in range(2):
        made = json.loads((tmp_path / f"{number}.json").read_text())
        assert [run["verdict"] for one in made["submissions"] for run in one["runs"]] == ["AC"] * len(CASES)

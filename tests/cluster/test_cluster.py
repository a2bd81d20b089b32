"""A class is judged by real stations as it is here, and nothing is lost or made twice whatever ends on the way."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from judge.judging import Contest, GradingSession, Hands
from judge.model import Entry, Judgement, Problem, Ran
from judge.problems import read_package
from judge.sandbox import Sandbox
from judge.store import Store
from judge.submissions import read_submission
from tests.cluster.real import PATIENCE_S, Cluster, crew, kill, started, wait_for
from tests.cluster.sitting import CASES, TEXTS, Sitting, named
from tests.conftest import RIGHT
from tests.make import files
from tests.web.running import until

pytestmark = pytest.mark.slow


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
        assert all(one.attempts for one in joined.seen()), "both have worked"


def test_stations_that_are_silent_when_they_are_sent_something_may_come_back(problem: Problem, shared: Cluster) -> None:
    def to_all(number: int) -> None:
        for process in shared.stations:
            os.kill(process.pid, number)

    with crew(shared) as joined:
        to_all(signal.SIGSTOP)
        again = threading.Timer(20.0, to_all, [signal.SIGCONT])
        again.start()
        try:
            [prepared] = joined.prepare(problem, [named("right", problem)])
        finally:
            again.join()
        assert prepared.verdict == "AC"
        wait_for(joined, 2, shared)


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
    keys = files(tmp_path / "keys", {"worker.pem": "secret"})
    path = tmp_path / "reaches.py"
    path.write_text(REACHES.format(port=shared.address.rpartition(":")[2], keys=str(keys / "*.pem")))
    with crew(shared) as joined:
        if next(one.host for one in joined.seen() if one.host).sandbox == "plain":
            pytest.skip("nothing holds a submission here")
        contest = Contest(joined, [Entry(problem, (read_submission(path, problem.name),))])
        list(contest.events())
    [made] = contest.judgements()
    assert made.verdict == "AC", [run.message for run in made.runs]


def test_doctor_shows_each_machine_and_why_one_is_refused(shared: Cluster) -> None:
    def examined(expected: int) -> list[str]:
        with started("doctor", "--cluster", shared.address) as doctor:
            said, _ = doctor.communicate(timeout=PATIENCE_S)
        assert doctor.returncode == expected, said
        return re.findall("^(ok|refused)  ", said, re.MULTILINE)

    with crew(shared):
        assert examined(0) == ["ok", "ok"]
    command = [sys.executable, "-m", "distributed.cli.dask_worker", shared.address, "--no-nanny", "--no-dashboard"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as stranger:
        try:
            with crew(shared) as joined:
                wait_for(joined, 3, shared, refused=True)
            assert examined(1) == ["ok", "ok", "refused"]
        finally:
            stranger.kill()


def test_two_contests_at_once_each_get_their_own(problem: Problem, shared: Cluster, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(RIGHT)
    words = ["run", "mine.py", "--problem", problem.path, "--cluster", shared.address, "--json"]
    with started(*words, "0.json", cwd=tmp_path) as one, started(*words, "1.json", cwd=tmp_path) as other:
        said = [each.communicate(timeout=PATIENCE_S)[0] for each in (one, other)]
        assert (one.returncode, other.returncode) == (0, 0), said
    for number in range(2):
        made = json.loads((tmp_path / f"{number}.json").read_text())
        assert [run["verdict"] for one in made["submissions"] for run in one["runs"]] == ["AC"] * len(CASES)


# --- what ends or falls silent: the cluster is whole again afterwards ------------------------------------------------
def test_stations_that_are_killed_or_silent_cost_nothing(
    sitting: Sitting, shared: Cluster, here: dict[str, Judgement]
) -> None:
    """One is killed while it prepares, another one while it runs, and one is silent: it is not waited for."""
    shared.add()
    judged, silent = 0, shared.stations[-1].pid
    with crew(shared, 3) as joined:
        for number, event in enumerate(sitting.events(joined)):
            judged += isinstance(event, GradingSession.Judged)
            if number in (1, 14):
                kill(shared.stations.pop(0))
            if number == 2:
                os.kill(silent, signal.SIGSTOP)
                shared.add()
        os.kill(silent, signal.SIGCONT)
        wait_for(joined, 2, shared)
    assert sitting.judged() == here
    assert (set(sitting.attempts().values()), judged) == ({1}, len(TEXTS))


def test_a_client_and_a_scheduler_that_are_killed_cost_nothing(
    tmp_path: Path, problem: Problem, shared: Cluster
) -> None:
    """The same command goes on, and stations come back by themselves to another scheduler."""
    slow = RIGHT.replace("    columns", "    import time\n\n    time.sleep(0.5)\n    columns")  # there is time to kill
    texts = {**TEXTS, **{f"slow-{number}": f"{slow}# {number}\n" for number in range(4)}}
    for name, text in texts.items():
        files(tmp_path / "class" / name, {"homework.py": text})
    words = ["grade", "class", "--problem", problem.path, "--cluster", shared.address, "--trust-submissions"]
    kept = tmp_path / ".judge/store.db"
    for killed, status in (("client", -9), ("scheduler", 2), ("", 0)):
        with started(*words, cwd=tmp_path) as client:
            if killed:
                wait_for_attempts(kept)
                kill(shared.scheduler if killed == "scheduler" else client)
            said, _ = client.communicate(timeout=PATIENCE_S)
        assert client.returncode == status, said
        assert ("error[E495]" in said, "Traceback" in said) == (killed == "scheduler", False)
        if killed == "scheduler":
            shared.restart_scheduler()
    with Store(kept) as store:
        records = store.records(read_package(Path(problem.path)))
        found = {record.owner: record.judgement.verdict for record in records}
    odd = {"wrong": "WA", "raises": "RTE", "broken": "CE", "late": "TLE"}
    assert found == dict.fromkeys(texts, "AC") | odd
    made = attempts(kept)
    assert len(made) == len({*made}) == len(CASES) * (len(texts) - 1), "each once; one could not be compiled"


def wait_for_attempts(path: Path) -> None:
    """Wait until more are written down than now."""
    before = len(attempts(path))
    until(lambda: len(attempts(path)) > before)


def attempts(path: Path) -> list[tuple[int, str]]:
    """Return what was written down in a store by now, each as the judgement and the case."""
    if not path.exists():
        return []
    with Store(path) as store:
        return [(at, run.case) for at in range(1, 3 * len(TEXTS)) for _, run in store.queue.runs_of(at)]

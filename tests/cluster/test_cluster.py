"""A class is judged by real stations as it is here, and nothing is lost or made twice whatever ends on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.classroom import submissions_of
from judge.errors import JudgeError
from judge.judging import Contest, GradingSession, Hands, enter_all
from judge.model import Entry, Judgement, Problem, Ran
from judge.problems import read_package
from judge.sandbox import Sandbox
from judge.store import Store
from judge.submissions import read_submission
from tests.cluster.real import Cluster, cluster, crew, kill, wait_for
from tests.cluster.sitting import CASES, TEXTS, Sitting, named, roll
from tests.conftest import RIGHT

pytestmark = pytest.mark.slow


def test_a_class_comes_to_the_same_as_here(sitting: Sitting, shared: Cluster, here: dict[str, Judgement]) -> None:
    with crew(shared) as joined:
        told = list(sitting.events(joined))
        assert {one.attempts > 0 for one in joined.seen()} == {True}, "both have worked"
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


def test_stations_that_are_killed_or_silent_cost_nothing(
    tmp_path: Path, sitting: Sitting, here: dict[str, Judgement]
) -> None:
    """One is killed while it prepares, another one while it runs, and one is silent: it is not waited for."""
    with cluster(tmp_path / "cluster", 3) as made, crew(made, 3) as joined:
        for number, _ in enumerate(sitting.events(joined)):
            if number in (1, 14):
                kill(made.stations[number > 1])
                made.add()
            if number == 2:
                os.kill(made.stations[2].pid, signal.SIGSTOP)
        os.kill(made.stations[2].pid, signal.SIGCONT)
        wait_for(joined, 3, made)
    assert sitting.judged() == here
    assert set(sitting.attempts().values()) == {1}


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


def test_a_scheduler_that_ends_is_said_and_the_same_command_goes_on(
    tmp_path: Path, sitting: Sitting, problem: Problem, here: dict[str, Judgement]
) -> None:
    with cluster(tmp_path / "cluster") as made:
        with crew(made) as joined, pytest.raises(JudgeError) as ended:
            list(killing(sitting.events(joined), 8, made.scheduler))
        assert ended.value.code == "E495"
        before = sitting.attempts()
        made.restart_scheduler()
        sitting.tickets = enter_all(sitting.store, sitting.batch, submissions_of(roll(), problem))
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
        if next(one.host for one in joined.seen() if one.host).sandbox == "plain":
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
                wait_for(joined, 3, shared, refused=True)
            assert examined(1) == ["ok", "ok", "refused"]
        finally:
            stranger.kill()


def test_two_contests_at_once_each_get_their_own(problem: Problem, shared: Cluster, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(RIGHT)
    command = [sys.executable, "-m", "judge", "run", "mine.py", "--problem", problem.path, "--cluster", shared.address]
    with (tmp_path / "said").open("wb") as said:
        both = [
            subprocess.Popen([*command, "--json", f"{number}.json"], cwd=tmp_path, stdout=said, stderr=said)
            for number in range(2)
        ]
        assert [one.wait(300) for one in both] == [0, 0], (tmp_path / "said").read_text()
    for number in range(2):
        made = json.loads((tmp_path / f"{number}.json").read_text())
        assert [run["verdict"] for one in made["submissions"] for run in one["runs"]] == ["AC"] * len(CASES)

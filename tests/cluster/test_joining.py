"""A worker that finds no scheduler says why, ends when it is told to, and gives up; real processes, and real TLS. And a
cluster of this machine alone ends with the run that has started it, whatever ends that."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import psutil
import pytest

from judge.sandbox import usable_cores
from tests.cluster.real import PATIENCE_S, cluster, kill


def nowhere() -> str:
    """An address at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"tcp://127.0.0.1:{free.getsockname()[1]}"


@contextlib.contextmanager
def worker(address: str, *words: str, env: Mapping[str, str] = os.environ) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "judge", "worker", address, "--share-core", *words]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdout=pipe, stderr=subprocess.STDOUT, text=True, env=env)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def line_with(process: subprocess.Popen[str], words: str) -> str:
    """The first line that holds these words; what else was said where none does."""
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if words in line:
            return line
    pytest.fail("".join(said))


def test_it_ends_at_once_while_it_looks_for_a_scheduler() -> None:
    with worker(address := nowhere(), "--cores", str(usable_cores()[-1])) as process:
        assert address in line_with(process, "nobody listens at ")
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0, "it would look for a minute"


# --- certificates -----------------------------------------------------------------------------------------------------
def made(folder: Path, name: str) -> None:
    """Make an authority that is its own certificate, and its key."""
    files = ["-keyout", str(folder / f"{name}.key"), "-out", str(folder / f"{name}.pem")]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "9", "-subj", "/CN=cluster", *files]
    subprocess.run(command, check=True, capture_output=True)


def tls(folder: Path, authority: str, certificate: str, key: str) -> dict[str, str]:
    """An environment in which Dask uses these."""
    prefix = "DASK_DISTRIBUTED__COMM__TLS__"
    files = {"CERT": str(folder / f"{certificate}.pem"), "KEY": str(folder / f"{key}.key")}
    roles = {f"{prefix}{role}__{part}": files[part] for role in ("CLIENT", "WORKER", "SCHEDULER") for part in files}
    return {**os.environ, f"{prefix}CA_FILE": str(folder / f"{authority}.pem"), **roles}


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tls")
    for name in ("own", "other"):
        made(folder, name)
    return folder


@pytest.fixture(scope="module")
def scheduler(certificates: Path) -> Iterator[str]:
    """The address of a scheduler that speaks TLS."""
    with cluster(certificates / "cluster", 0, tls(certificates, "own", "own", "own")) as made:
        yield made.address


@pytest.mark.slow
def test_it_gives_up_and_says_why_once(scheduler: str, certificates: Path) -> None:
    other, mixed = tls(certificates, "other", "other", "other"), tls(certificates, "own", "other", "other")
    cases = [
        ("E486", nowhere(), os.environ, "nobody listens at "),
        ("E487", scheduler, other, f"{scheduler} has a certificate of another authority"),
        ("E487", scheduler, mixed, f"{scheduler} refuses this machine's certificate"),
    ]
    with contextlib.ExitStack() as stack:
        workers = [stack.enter_context(worker(address, env=env)) for _, address, env, _ in cases]
        for process, (code, _, _, words) in zip(workers, cases, strict=True):
            said = " ".join(process.communicate(timeout=PATIENCE_S + 60)[0].split())
            assert process.returncode == 2
            assert f"error[{code}]: {words}" in said
            assert said.count(words) == 2, "at once, and in the end"
            assert "Traceback" not in said


@pytest.mark.slow
def test_a_key_of_another_certificate_is_told_as_such(scheduler: str, certificates: Path) -> None:
    with worker(scheduler, env=tls(certificates, "own", "own", "other")) as process:
        told, _ = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "error[E487]: distributed.comm.tls.client.key does not belong to" in told
    assert "dask scheduler" not in told, "one runs there"


@pytest.mark.slow
def test_right_certificates_join(scheduler: str, certificates: Path) -> None:
    with worker(scheduler, env=tls(certificates, "own", "own", "own")) as process:
        assert scheduler in line_with(process, "works for ")
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


@pytest.mark.slow
def test_a_scheduler_that_is_killed_is_told_without_tracebacks(tmp_path: Path) -> None:
    solution = tmp_path / "slow.py"
    solution.write_text("import time\n\n\ndef solve(algorithm, n, queens, grid):\n    time.sleep(2)\n")
    with cluster(tmp_path / "cluster", 1) as one:
        words = ["run", str(solution), "--problem", "queens", "--cluster", one.address, "--repeat", "9"]
        command = [sys.executable, "-m", "judge", *words]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path)
        try:
            line_with(process, "1 worker")
            time.sleep(2.0)
            kill(one.scheduler)
            said, _ = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
            process.communicate()
    assert "error[E495]" in said
    assert "Traceback" not in said


# --- a cluster of this machine alone --------------------------------------------------------------------------------
RUN = """
import signal, sys
from judge.cluster import ClusterCrew
signal.signal(2, signal.default_int_handler)
try:
    with ClusterCrew.joined("local:1", trust=True, share_core=True) as crew:
        crew.wait_for_stations()
        print("ready", flush=True)
        sys.stdin.read()
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_nothing_is_left_of_one_and_nothing_is_said(tmp_path: Path, number: signal.Signals, status: int) -> None:
    with (tmp_path / "said").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-c", RUN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            start_new_session=True,
        )
    assert process.stdout
    assert process.stdout.readline() == b"ready\n", (tmp_path / "said").read_text()
    children = psutil.Process(process.pid).children(recursive=True)
    assert len(children) >= 2, "a scheduler and a station"
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does
    else:
        process.kill()
    assert process.wait(60) == status
    _, left = psutil.wait_procs(children, timeout=60)
    assert not left
    assert (tmp_path / "said").read_text() == ""

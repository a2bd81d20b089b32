"""A worker that finds no scheduler says why, ends when it is told to, and gives up; real processes, and real TLS. And a
cluster of this machine alone ends with the run that has started it, whatever ends that."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from judge.sandbox import usable_cores
from tests.cluster.real import PATIENCE_S, cluster, started
from tests.web.running import free_port


def nowhere() -> str:
    """Return an address at which nobody listens."""
    return f"tcp://127.0.0.1:{free_port()}"


def line_with(process: subprocess.Popen[str], words: str) -> str:
    """Return the first line that holds these words; what else was said where none does."""
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if words in line:
            return line
    pytest.fail("".join(said))


def test_it_ends_at_once_while_it_looks_for_a_scheduler() -> None:
    with started("worker", address := nowhere(), "--share-core", "--cores", str(usable_cores()[-1])) as process:
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
def test_it_gives_up_and_says_why_at_once_and_in_the_end(scheduler: str, certificates: Path) -> None:
    cases = [  # the last one is told before anything is tried
        ("E486", nowhere(), "own own own", "nobody listens at ", 2),
        ("E487", scheduler, "other other other", f"{scheduler} has a certificate of another authority", 2),
        ("E487", scheduler, "own other other", f"{scheduler} refuses this machine's certificate", 2),
        ("E487", scheduler, "own own other", "distributed.comm.tls.client.key does not belong to", 1),
    ]
    with contextlib.ExitStack() as stack:
        workers = []
        for _, address, names, *_ in cases:
            env = tls(certificates, *names.split())
            workers.append(stack.enter_context(started("worker", address, "--share-core", env=env)))
        for process, (code, _, _, words, times) in zip(workers, cases, strict=True):
            said = " ".join(process.communicate(timeout=PATIENCE_S + 60)[0].split())
            assert process.returncode == 2
            assert f"error[{code}]: {words}" in said
            assert said.count(words) == times
            assert "Traceback" not in said
            assert times == 2 or "dask scheduler" not in said, "one runs there"


@pytest.mark.slow
def test_right_certificates_join(scheduler: str, certificates: Path) -> None:
    with started("worker", scheduler, "--share-core", env=tls(certificates, "own", "own", "own")) as process:
        assert scheduler in line_with(process, "works for ")
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


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
        command, pipe = [sys.executable, "-c", RUN], subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=said, start_new_session=True)
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

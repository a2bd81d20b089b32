"""Where a scheduler is, and by what right one speaks to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.cluster.address import read_address, security_for
from judge.errors import JudgeError

KEYS = ("ca-file", "client.cert", "client.key", "worker.cert", "worker.key")


@pytest.mark.parametrize(
    "words", ["tcp://127.0.0.1:8786", "tcp://localhost:1", "tcp://[::1]:8786", "tls://10.0.0.5:65535", "tls://a.b-c:1"]
)
def test_an_address_is_read_as_it_is_written(words: str) -> None:
    assert read_address(words).url == words


@pytest.mark.parametrize(
    "words",
    ["", "10.0.0.5:8786", "tcp://localhost", "ucx://a:1", "tcp://a:0", "tcp://a:65536", "tcp://a b:1", "local:x"],
)
def test_what_is_no_address_is_refused(words: str) -> None:
    with pytest.raises(JudgeError) as refused:
        read_address(words)
    assert refused.value.code == "E484"


@pytest.mark.parametrize(
    "words",
    [
        *("tcp://10.0.0.5:8786", "tcp://127.0.0.1.example.org:1", "tcp://host:8786", "tcp://0.0.0.0:1", "tcp://[::]:1"),
        *("tcp://[127.0.0.1%.de]:1", "tcp://[::ffff:10.0.0.1]:1", "tcp://LOCALHOST.:1", "tcp://0x7f.1:1"),
    ],
)
def test_beyond_this_machine_there_is_no_tcp(words: str) -> None:
    with pytest.raises(JudgeError) as refused:
        read_address(words)
    assert refused.value.code == "E487"
    assert "TLS" in refused.value.help


def test_tls_needs_every_certificate_and_says_which_is_missing(tmp_path: Path) -> None:
    address, there = read_address("tls://10.0.0.5:8786"), tmp_path / "there.pem"
    there.write_text("")
    import dask

    with dask.config.set({f"distributed.comm.tls.{key}": None for key in KEYS}):
        for key in KEYS:
            with pytest.raises(JudgeError, match=key) as refused:
                security_for(address)
            assert refused.value.code == "E487"
            dask.config.set({f"distributed.comm.tls.{key}": str(tmp_path / "absent.pem")})
            with pytest.raises(JudgeError, match=r"absent\.pem"):
                security_for(address)
            dask.config.set({f"distributed.comm.tls.{key}": str(there)})
        with pytest.raises(JudgeError, match=r"can't be read") as refused:
            security_for(address)
        assert refused.value.code == "E487"
    assert security_for(read_address("tcp://localhost:1")) is None

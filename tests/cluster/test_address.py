"""Where a scheduler is, and by what right one speaks to it."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import MagicMock

import dask
import pytest

from judge.cluster import ClusterCrew, serve_station
from tests.conftest import refused

KEYS = ("ca-file", "client.cert", "client.key", "worker.cert", "worker.key")


def serve(words: str) -> None:
    """Raise EOFError where the address was read: then a core is waited for."""
    core = MagicMock()
    core.__enter__.side_effect = EOFError
    serve_station(words, core, lambda _: None)


NONE = ("", "10.0.0.5:8786", "tcp://localhost", "ucx://a:1", "tcp://a:0", "tcp://a:65536", "tcp://a b:1", "local:x")
WITHOUT_TLS = (  # beyond this machine
    "tcp://10.0.0.5:8786 tcp://127.0.0.1.example.org:1 tcp://host:8786 tcp://0.0.0.0:1 tcp://[::]:1 "
    "tcp://[127.0.0.1%.de]:1 tcp://[::ffff:10.0.0.1]:1 tcp://LOCALHOST.:1 tcp://0x7f.1:1"
)


def test_an_address_is_read_before_anybody_waits_for_a_core() -> None:
    for words in ("tcp://127.0.0.1:8786", "tcp://localhost:1", "tcp://[::1]:8786", "tcp://[::1]:65535"):
        with pytest.raises(EOFError):
            serve(words)


@pytest.mark.parametrize("words", [*NONE, *WITHOUT_TLS.split()])
def test_what_is_no_address_and_what_has_no_tls_beyond_this_machine_is_refused(words: str) -> None:
    code = "E484" if words in NONE else "E487"
    for error in (refused(serve, words), refused(ClusterCrew.joined(words).__enter__)):
        assert error.code == code
        assert ("TLS" in error.help) == (code == "E487")


@pytest.mark.parametrize("words", ["tls://10.0.0.5:8786", "tls://a.b-c:1"])
def test_tls_needs_every_certificate_and_says_which_is_missing(tmp_path: Path, words: str) -> None:
    there = tmp_path / "there.pem"
    there.write_text("")

    def missing() -> str:
        error = refused(serve, words)
        assert error.code == "E487"
        return error.message

    with dask.config.set({f"distributed.comm.tls.{key}": None for key in KEYS}):
        for key in KEYS:
            assert key in missing()
            dask.config.set({f"distributed.comm.tls.{key}": str(tmp_path / "absent.pem")})
            assert "absent.pem" in missing()
            dask.config.set({f"distributed.comm.tls.{key}": str(there)})
        assert "can't be read" in missing()

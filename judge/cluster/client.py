"""Speak to a scheduler: Dask's client, which takes bytes from stations and no pickle.

Stations have the certificates of the cluster, but what they send is not run here: a result that is no bytes is
refused, and so is the pickle of an exception.

Dask reads more pickles than its option `deserializers` says: the type of each result, whatever a message marks as
pickled, and what a worker "warns" of. While a client is connected its reader of pickles knows one name, `bytes`: that
is the type of every honest result.
"""

from __future__ import annotations

import contextlib
import io
import logging
import pickle
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import distributed.client
import distributed.protocol.pickle
from distributed import Client, Future

from judge.cluster.address import Address, quieten, security_for, unreachable
from judge.errors import JudgeError

CONNECT_S: Final = 10.0
_SAFE: Final = ["dask", "msgpack"]  # Dask's ways to read bytes that run nothing


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> type[bytes]:
        """Return `bytes`, the one thing that a message may name. UnpicklingError for anything else."""
        if (module, name) != ("builtins", "bytes"):
            message = f"a message names {module}.{name}"
            raise pickle.UnpicklingError(message)
        return bytes


def loads(pickled: bytes, *, buffers: Iterable[object] = ()) -> object:
    """Read a pickle that holds plain data and the type bytes. UnpicklingError for any other."""
    return _Reader(io.BytesIO(pickled), buffers=buffers).load()


def guard() -> None:
    """Let Dask read no other pickle in this process, from now on. A station is never in it."""
    distributed.protocol.pickle.loads = loads
    distributed.client.loads = loads  # type: ignore[attr-defined]  # its own name for it


class Bytes(Client):
    """Dask's client. An error that a worker sends stays unread: it is a pickle. So is what it prints or warns of."""

    async def _handle_event(self, topic: object, event: object) -> None:
        """Do nothing: Dask would unpickle a warning."""

    def _handle_task_erred(self, key: object = None, exception: object = None, traceback: object = None) -> None:  # noqa: ARG002 - Dask's signature
        unread = RuntimeError("the station failed")
        super()._handle_task_erred(key, unread, None)  # type: ignore[no-untyped-call]


@contextlib.contextmanager
def connected(address: Address) -> Iterator[Bytes]:
    """Open a client, and close it in the end. JudgeError E486 where nobody answers, E487 for what TLS lacks."""
    quieten(logging.CRITICAL + 1)  # it is critical of each pickle that it can't read
    guard()
    security = security_for(address)
    try:
        client = Bytes(
            address.url,
            security=security,
            timeout=CONNECT_S,
            set_as_default=False,
            serializers=_SAFE,
            deserializers=_SAFE,
            name=f"judge-{uuid.uuid4().hex[:8]}",
        )
    except (OSError, TimeoutError, RuntimeError, ValueError) as error:
        raise unreachable(address, error) from error
    try:
        yield client
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=5)


def submitted(
    client: Bytes, called: Callable[..., bytes], words: Sequence[object], stations: Sequence[str]
) -> Future[bytes]:
    """Have one of these stations call a function of station.py."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a package of 20 MB is a large graph, and travels once
        key = f"judge-{called.__name__}-{uuid.uuid4().hex}"
        return client.submit(called, *words, key=key, workers=list(stations), allow_other_workers=False, pure=False)


def _answer(ask: Callable[[], Any]) -> Any:
    """Return what the scheduler says. JudgeError E495 where it is lost."""
    try:
        return ask()
    except Exception as error:
        raise lost() from error


def members(client: Bytes) -> dict[str, dict[str, Any]]:
    """Return what the scheduler says of each worker, by address. JudgeError E495 where it is lost."""
    if client.status != "running":
        raise lost()
    return dict(_answer(lambda: client.scheduler_info(n_workers=-1)["workers"]))


def holders(client: Bytes, future: Future[bytes]) -> list[str]:
    """Return the workers that hold a result. JudgeError E495 where the scheduler is lost."""
    return list(_answer(lambda: client.who_has([future]).get(future.key, ())))


def under_way(client: Bytes, workers: Sequence[str]) -> dict[str, Sequence[str]]:
    """Return what is under way at these workers. JudgeError E495 where the scheduler is lost."""
    return dict(_answer(lambda: client.processing(workers=list(workers))))


def scheduler_pages(client: Bytes) -> str:
    """Return where the scheduler shows its own pages; nothing where it shows none."""
    return client.dashboard_link if "dashboard" in client.scheduler_info()["services"] else ""


def lost() -> JudgeError:
    """Return the error that ends a run whose scheduler has ended."""
    message = "the scheduler is lost; what came back until then is stored"
    return JudgeError("E495", message, help="start it again; the same command goes on where this one stopped")

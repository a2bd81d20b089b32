"""Keep pickles out of a client: Dask reads more of them from stations than its option `deserializers` says.

It unpickles the type of each result, whatever a message marks as pickled, and what a worker "warns" of. While a client
is connected its reader of pickles knows one name, `bytes`: that is the type of every honest result.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterable

import distributed.client
import distributed.protocol.pickle


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

"""Where a scheduler is, and by what right one speaks to it.

Whoever speaks to a scheduler can run what they like on its workers. So beyond this machine the connection is TLS with
certificates on both sides, as Dask's own configuration names them (distributed.comm.tls).
"""

from __future__ import annotations

import ipaddress
import logging
import re
from pathlib import Path
from typing import Final

import dask
import msgspec
from distributed.security import Security

from judge.errors import JudgeError

_URL: Final = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:.%]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})")
_HELP: Final = "write it as the scheduler prints it, such as tls://10.0.0.5:8786"
_TLS: Final = "judge help cluster  shows how to make certificates, and where Dask looks for them"
START: Final = "start one there:  dask scheduler"
# What OpenSSL calls it, and what it is.
_REASONS: Final = (
    ("CERTIFICATE_VERIFY_FAILED", "has a certificate of another authority than distributed.comm.tls.ca-file"),
    ("TLS certificate does not match", "has a certificate of another authority than distributed.comm.tls.ca-file"),
    ("UNKNOWN_CA", "refuses this machine's certificate: it trusts another authority"),
    ("ALERT", "refuses this machine's certificate"),
    ("WRONG_VERSION_NUMBER", "speaks no TLS"),
)
_KEYS: Final = ("ca-file", "client.cert", "client.key", "worker.cert", "worker.key")


class Address(msgspec.Struct, frozen=True):
    """The address of a scheduler."""

    scheme: str
    host: str
    port: int

    @property
    def url(self) -> str:
        """Return it as Dask reads it."""
        return f"{self.scheme}://{self.host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Say whether it is on this machine. A name is asked of nobody: only localhost is."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return False


def quieten(level: int) -> None:
    """Let Dask log nothing below this level: some of its loggers have a level and a stream of their own."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(level)


def read_address(words: str) -> Address:
    """Read the address of a scheduler. JudgeError E484 for what is none, E487 where it has to be TLS and is not."""
    found = _URL.fullmatch(words.strip())
    if not found or not 0 < int(found[3]) < 1 << 16:
        raise JudgeError("E484", f"{words!r} is no address of a scheduler", help=_HELP)
    address = Address(found[1], found[2], int(found[3]))
    if address.scheme == "tcp" and not address.is_loopback:
        message = f"{address.url} is on another machine, and nothing keeps strangers out of tcp"
        raise JudgeError("E487", message, help=f"start the scheduler with TLS. {_TLS}")
    return address


def security_for(address: Address) -> Security | None:
    """Return the certificates that Dask's configuration names, None where none are needed. JudgeError E487 where one is
    missing."""
    if address.scheme == "tcp":
        return None
    for key in _KEYS:
        file = dask.config.get(f"distributed.comm.tls.{key}", None)
        if not file:
            raise JudgeError("E487", f"Dask's configuration names no distributed.comm.tls.{key}", help=_TLS)
        if "\n" not in file and not Path(file).is_file():
            raise JudgeError("E487", f"distributed.comm.tls.{key} is {file}, which is not there", help=_TLS)
    security = Security(require_encryption=True)
    for role in ("client", "worker"):
        try:
            security.get_connection_args(role)
        except OSError as error:  # as each of ssl's errors is
            named, mixed = f"distributed.comm.tls.{role}", getattr(error, "reason", "") == "KEY_VALUES_MISMATCH"
            why = f".key does not belong to {named}.cert" if mixed else ".cert, its key or ca-file can't be read"
            raise JudgeError("E487", f"{named}{why}", note=str(error), help=_TLS) from error
    return security


def unreachable(address: Address, error: Exception) -> JudgeError:
    """Return why no scheduler can be spoken to: E487 where certificates are the reason, else E486."""
    said = ""
    cause: BaseException | None = error
    while cause is not None:
        said += f"{type(cause).__name__}: {cause}\n"
        cause = cause.__cause__ or cause.__context__
    for mark, why in _REASONS:
        if mark in said:
            return JudgeError("E487", f"{address.url} {why}", note=str(error), help=_TLS)
    refused = "ConnectionRefusedError" in said
    message = f"nobody listens at {address.url}" if refused else f"no scheduler answers at {address.url}"
    return JudgeError("E486", message, note=str(error), help=START)

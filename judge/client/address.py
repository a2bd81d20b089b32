"""The address of a site, as people type it. A token goes to no other, and never where others can read along."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

import msgspec

from judge.errors import JudgeError
from judge.reports.sanitize import clean_line

_LONGEST: Final = 500  # characters
_REPAIR: Final = "write what opens the site in a browser: https://judge.example.edu"


class Address(msgspec.Struct, frozen=True):
    """`base` is what paths are written behind; `shown` names the site in a message."""

    base: str
    shown: str
    secure: bool


def read_address(text: str) -> Address:
    """Return the address. JudgeError E521 for what is none, and for http to another machine."""
    said = text.strip()
    shown = clean_line(said)
    try:
        found = urlsplit(said)
        host, port = (found.hostname or "").encode("idna").decode(), found.port
    except ValueError:
        raise _unusable(f"{shown} is no address") from None
    plain = said.isprintable() and " " not in said and len(said) <= _LONGEST
    if found.scheme not in ("http", "https") or not host or not plain:
        raise _unusable(f"{shown} is no address")
    if found.username is not None or found.query or found.fragment:
        raise _unusable(f"more than an address is given for {clean_line(host)}")  # a password, perhaps
    if found.scheme == "http" and not _is_here(host):
        raise _unusable(f"{shown} would send your token where others can read it", "write https in place of http")
    place = f"[{host}]" if ":" in host else host
    where = place if port is None else f"{place}:{port}"
    return Address(f"{found.scheme}://{where}{found.path.rstrip('/')}", where, found.scheme == "https")


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _unusable(message: str, repair: str = _REPAIR) -> JudgeError:
    return JudgeError("E521", message, help=repair)

"""Which stations may work together: machines of one class and one speed, with the same judge and a box that holds."""

from __future__ import annotations

import statistics
import sys
from collections import defaultdict, deque
from collections.abc import Mapping
from typing import Final, Self

import msgspec

from judge.cluster.message import Facts
from judge.model import Host, version_of

FAR_OFF: Final = 0.15  # of the calibration of its class: from then on a machine is not of that class
RECENT, BUSY = 20, 0.25  # attempts, and the share of them that others disturbed: such a station rests
REST_S: Final = 30.0


class Wanted(msgspec.Struct, frozen=True):
    """What a client asks of stations: its own judge, and a tier, or any that holds a submission in its box."""

    judge: str
    python: str
    numba: str
    tier: str = "auto"
    trust: bool = False

    @classmethod
    def like_this(cls, tier: str, *, trust: bool = False) -> Self:
        """Ask for all that this judge is."""
        python = ".".join(map(str, sys.version_info[:3]))
        return cls(version_of() or "unknown", python, version_of("numba") or "unknown", tier, trust)


class Fleet(msgspec.Struct, frozen=True):
    """The stations that work, by address, and why each of the others does not."""

    chosen: dict[str, Facts]
    refused: dict[str, str]

    @property
    def slots(self) -> int:
        """Return how many attempts they make at once."""
        return sum(facts.slots for facts in self.chosen.values())

    @property
    def host(self) -> Host | None:
        """Return the machine that stands for them: the one with the median calibration."""
        hosts = sorted((facts.host for facts in self.chosen.values()), key=lambda host: _calibration(host) or 0.0)
        return hosts[(len(hosts) - 1) // 2] if hosts else None


def chosen_of(known: Mapping[str, Facts], wanted: Wanted, liars: Mapping[str, str]) -> Fleet:
    """Choose the class of machines that has the most slots, and of it all that are as fast as its median."""
    refused = {address: why for address, facts in known.items() if (why := liars.get(facts.station))}
    refused |= {at: why for at, facts in known.items() if at not in refused and (why := _unfit(facts, wanted))}
    classes: dict[tuple[str, str], dict[str, Facts]] = defaultdict(dict)
    for address, facts in known.items():
        if address not in refused:
            classes[facts.host.host_class, facts.host.sandbox][address] = facts
    best = max(classes, key=lambda one: (sum(facts.slots for facts in classes[one].values()), one), default=None)
    for one, members in classes.items():
        if one != best:
            named = f"{one[0] or 'an unknown machine'}, sandbox {one[1]}"
            refused |= dict.fromkeys(members, f"it is of another class ({named}), so times can't be compared")
    members = classes[best] if best else {}
    known_s = [own for facts in members.values() if (own := _calibration(facts.host))]
    middle = statistics.median_low(known_s) if known_s else None
    off = {address: why for address, facts in members.items() if (why := _far_off(facts, middle))}
    return Fleet({address: facts for address, facts in members.items() if address not in off}, refused | off)


def _unfit(facts: Facts, wanted: Wanted) -> str:
    """Say why a station can't be used at all; nothing where it can."""
    host = facts.host
    for name, is_, should in (
        ("judge", facts.judge, wanted.judge),
        ("Python", host.python, wanted.python),
        ("numba", host.numba, wanted.numba),
    ):
        if is_ != should:
            return f"it has {name} {is_}, and this is {should}"
    if wanted.tier not in ("auto", host.sandbox):
        return f"its sandbox is {host.sandbox}, and {wanted.tier} was asked for"
    if host.sandbox == "plain" and not wanted.trust:
        return f"nothing keeps a submission in its box there: {', '.join(host.missing)}"
    return ""


def _far_off(facts: Facts, middle: float | None) -> str:
    own = _calibration(facts.host)
    if own is None or middle is None or abs(own / middle - 1) <= FAR_OFF:
        return ""
    word = "slower" if own > middle else "faster"
    return f"it is {abs(own / middle - 1):.0%} {word} than its class, and {FAR_OFF:.0%} is the most"


def _calibration(host: Host) -> float | None:
    return host.machine.calibration_s if host.machine else None


class Calm:
    """How quiet it is at each station: one that others keep busy is given a rest, and so less."""

    def __init__(self) -> None:
        self._recent: dict[str, deque[bool]] = defaultdict(lambda: deque(maxlen=RECENT))
        self._until_s: dict[str, float] = {}

    def note(self, station: str, disturbed: bool, now_s: float) -> None:
        """Take note of an attempt."""
        recent = self._recent[station]
        recent.append(disturbed)
        if len(recent) == RECENT and sum(recent) > BUSY * RECENT:
            self._until_s[station] = now_s + REST_S
            recent.clear()

    def rests(self, station: str, now_s: float) -> bool:
        """Say whether it is left alone for now."""
        return self._until_s.get(station, 0.0) > now_s

"""The stations that a client sees: who is there, who may work, who is silent, and what was sent to whom."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec
from distributed import Future

from judge.cluster import station
from judge.cluster.address import read_address
from judge.cluster.client import Bytes, connected, members, scheduler_pages, submitted
from judge.cluster.fleet import Calm, Fleet, Wanted, chosen_of
from judge.cluster.message import Facts, read_facts
from judge.cluster.parcel import Parcel
from judge.errors import JudgeError
from judge.model import Host

LOOK_S: Final = 0.5  # between two looks at who is there,
LOOK_EACH_S: Final = 0.005  # more for each that is: what the scheduler says of a thousand takes it a while
SILENT_S: Final = 15.0  # without a heartbeat: what runs there is run elsewhere,
BEAT_EACH_S: Final = 0.02  # more for each that is: Dask's heartbeats are rarer where there are many
VAIN: Final = 8  # times its slots: so many orders in a row may a station leave undone
ASK_S: Final = 60.0  # how long a station may take to keep a parcel
FETCH_S: Final = 10.0  # how long what it has made may be on its way


def examine_stations(words: str, tier: str = "auto") -> tuple[list[Host.Seen], str]:
    """Return what each worker of a scheduler is, and where Dask's own pages are, "" where it shows none. JudgeError
    E488 where nobody works there."""
    address = read_address(words)
    with connected(address) as client:
        stations = Stations(client, address.url, Wanted.like_this(tier, trust=True))
        stations.look_at_all()
        if seen := stations.seen():
            return seen, scheduler_pages(client)
        raise stations.nobody()


class Stations:
    """Those of one scheduler."""

    def __init__(self, client: Bytes, address: str, wanted: Wanted) -> None:
        self._client, self._address, self._wanted = client, address, wanted
        self._asked: dict[str, Future[bytes]] = {}
        self._known: dict[str, Facts] = {}
        self._strangers: dict[str, str] = {}  # workers that are no stations
        self._liars: dict[str, str] = {}
        self._beats: dict[str, tuple[float, float]] = {}  # the scheduler's time of the last one, and ours
        self._held: dict[str, set[str]] = defaultdict(set)  # digests, by address
        self._looked_s = 0.0
        self._names: dict[str, str] = {}  # of those who work, with their addresses
        self._awake: dict[str, str] = {}  # addresses of those who work and are heard of, with their names
        self._made = Counter[str]()  # attempts, by the name of the station
        self._disturbed = Counter[str]()
        self._vain = Counter[str]()  # orders in a row that came to nothing, by the name of the station
        self.calm = Calm()
        self.fleet = Fleet({}, {})

    def look(self) -> bool:
        """See who has come and gone, if the last look is some time ago; say whether it was. JudgeError E495 where the
        scheduler is lost."""
        now_s = time.monotonic()
        if now_s - self._looked_s < max(LOOK_S, len(self._asked) * LOOK_EACH_S):
            return False
        self._looked_s = now_s
        there = members(self._client)
        for address, facts in there.items():
            beat = float(facts.get("last_seen") or 0.0)
            if self._beats.get(address, (0.0, 0.0))[0] != beat:
                self._beats[address] = (beat, now_s)
            if address not in self._asked:
                self._asked[address] = submitted(self._client, station.facts, (), [address])
        for address in [one for one in self._asked if one not in there]:
            self._asked.pop(address)
            self._known.pop(address, None)
            self._held.pop(address, None)
            self._strangers.pop(address, None)
        self._take_facts()
        fleet = chosen_of(self._known, self._wanted, self._liars)
        self.fleet = Fleet(fleet.chosen, fleet.refused | self._strangers)
        self._names = {facts.station: address for address, facts in self._known.items()}
        self._awake = {at: one.station for at, one in self.fleet.chosen.items() if not self.is_silent(at)}
        return True

    def look_at_all(self) -> None:
        """Wait until every worker that is there has said what it is, or time is over."""
        until_s = time.monotonic() + ASK_S / 4
        while time.monotonic() < until_s:
            self.look()
            if self._asked and not set(self._asked) - set(self._known) - set(self._strangers):
                return
            time.sleep(LOOK_S / 5)

    def note(self, name: str, *, disturbed: bool) -> None:
        """Take note of an attempt that the station of this name has made."""
        self._made[name] += 1
        self._vain.pop(name, None)
        self._disturbed[name] += disturbed
        self.calm.note(name, disturbed, time.monotonic())

    def seen(self) -> list[Host.Seen]:
        """Return all that are there, those that work first."""
        found = [self._seen(address) for address in self._asked]
        return sorted(found, key=lambda one: (bool(one.refused), one.address))

    def _seen(self, address: str) -> Host.Seen:
        refused = self.fleet.refused.get(address, "" if address in self.fleet.chosen else "it has not answered yet")
        if not (facts := self._known.get(address)):
            return Host.Seen(address, refused=refused)
        made, disturbed = self._made[facts.station], self._disturbed[facts.station]
        return Host.Seen(address, facts.judge, facts.host, facts.slots, facts.cores, made, disturbed, refused)

    def nobody(self) -> JudgeError:
        """Return the error that ends a run for which there is no station."""
        why = "\n".join(f"{one}: {words}" for one, words in sorted(self.fleet.refused.items()))
        message = f"no worker at {self._address} can judge this" if why else f"no worker judges for {self._address}"
        return JudgeError("E488", message, note=why, help=f"start one:  judge worker {self._address}")

    def ready(self, without: Collection[str] = ()) -> list[str]:
        """Return the addresses of those who may work now, without these stations; with them where there are no
        others."""
        now_s = time.monotonic()
        able = [one for one, name in self._awake.items() if name not in without]
        return [one for one in able if not self.calm.rests(self._awake[one], now_s)] or able or list(self._awake)

    def is_ready(self, address: str) -> bool:
        """Say whether the station at an address may work now."""
        return address in self._awake and not self.calm.rests(self._awake[address], time.monotonic())

    def others(self, name: str) -> bool:
        """Say whether somebody else may work than the station of this name."""
        return any(one != name for one in self._awake.values())

    def is_silent(self, address: str) -> bool:
        """Say whether nothing was heard of it for a while."""
        return time.monotonic() - self._beats.get(address, (0.0, 0.0))[1] > SILENT_S + len(self._asked) * BEAT_EACH_S

    def address_of(self, name: str) -> str | None:
        """Return where the station of this name is."""
        return self._names.get(name)

    def refuse(self, address: str, why: str) -> None:
        """Believe a station nothing any more."""
        if address in self._known:
            self._liars[self._known[address].station] = why
        self._looked_s = 0.0
        self.look()

    def forgot(self, name: str) -> None:
        """Take note that a station lacks what it was sent."""
        if address := self.address_of(name):
            self._held.pop(address, None)
        self.failed(name, "it lacks what it was sent")

    def failed(self, name: str, why: str) -> None:
        """Take note of an order that a station left undone. After many in a row it is refused."""
        self._vain[name] += 1
        address = self.address_of(name)
        if address and self._vain[name] > VAIN * self._known[address].slots:
            self.refuse(address, f"it does nothing: {why}")

    def provide(self, addresses: Sequence[str], parcels: Mapping[str, Parcel]) -> None:
        """Send to each what it does not have yet. A station that can't take it is refused."""
        sent: dict[str, Future[bytes]] = {}
        for address in addresses:
            lacking = [digest for digest in parcels if digest not in self._held[address]]
            if lacking:
                kinds, data = zip(*(parcels[digest] for digest in lacking), strict=True)
                sent[address] = submitted(self._client, station.keep, (kinds, data), [address])
        for address, future in sent.items():
            why = self._why_not_kept(address, future)
            if why:
                self.refuse(address, f"it can't read what was sent: {why}")
            elif address in self._asked:  # whoever is lacking something all the same says so later
                self._held[address].update(parcels)

    def _why_not_kept(self, address: str, future: Future[bytes]) -> str:
        """Wait until a station has kept what it was sent; return why it has not. One that ends or falls silent
        meanwhile is not waited for, and nothing is wrong with it."""
        until_s = time.monotonic() + ASK_S
        while True:
            try:
                return bytes(future.result(timeout=LOOK_S)).decode(errors="replace")
            except Exception as error:
                self.look()
                if address not in self._asked or self.is_silent(address):
                    future.cancel(force=True)
                    return ""
                late = isinstance(error, TimeoutError)  # it may have come to its end since
                if (future.status != "pending" and not late) or time.monotonic() > until_s:
                    return f"it took no parcel ({type(error).__name__})"

    def _take_facts(self) -> None:
        for address, future in self._asked.items():
            if address in self._known or address in self._strangers or future.status == "pending":
                continue
            try:
                said = future.result(timeout=FETCH_S)
                if not said:
                    self._strangers[address] = "it was not started by  judge worker"
                    continue
                self._known[address] = read_facts(bytes(said))
            except (ValueError, msgspec.MsgspecError) as error:
                self._strangers[address] = f"it does not say what it is: {error}"
            except Exception:
                self._strangers[address] = "it can't be asked what it is: it was not started by  judge worker"

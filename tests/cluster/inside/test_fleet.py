"""Which stations may work together, and which rest."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.cluster.fleet import BUSY, FAR_OFF, RECENT, REST_S, Calm, chosen_of
from judge.cluster.message import Facts
from judge.cluster.stations import Stations
from judge.model import Host
from tests.cluster.inside.make import WANTED, facts, host


def known(*stations: Facts) -> dict[str, Facts]:
    return {f"tcp://{one.station}": one for one in stations}


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (facts("b", judge="0.9"), "judge 0.9"),
        (facts("b", own=msgspec.structs.replace(host(), python="3.12.1")), "Python 3.12.1"),
        (facts("b", own=msgspec.structs.replace(host(), numba="0.70")), "numba 0.70"),
        (facts("b", own=host(sandbox="plain")), "nothing keeps a submission in its box"),
        (facts("b", own=host("another core")), "another class"),
        (facts("b", own=host(calibration_s=0.12)), "20% slower"),
        (facts("b", own=host(calibration_s=0.08)), "20% faster"),
    ],
)
def test_a_station_that_differs_is_refused_with_the_reason(other: Facts, why: str) -> None:
    fleet = chosen_of(known(facts("a", slots=2), facts("c"), other), WANTED, {})
    assert set(fleet.chosen) == {"tcp://a", "tcp://c"}
    assert why in fleet.refused["tcp://b"]


def test_the_tier_that_was_asked_for_is_demanded_and_strangers_code_needs_a_box() -> None:
    strict = msgspec.structs.replace(WANTED, tier="landlock")
    assert chosen_of(known(facts("a")), strict, {}).chosen == {}
    trusting = msgspec.structs.replace(WANTED, trust=True)
    assert chosen_of(known(facts("a", own=host(sandbox="plain"))), trusting, {}).slots == 1


def test_a_liar_is_refused_whatever_it_is() -> None:
    fleet = chosen_of(known(facts("a"), facts("b")), WANTED, {"a": "it lies"})
    assert fleet.refused == {"tcp://a": "it lies"}
    assert set(fleet.chosen) == {"tcp://b"}


def test_the_host_of_a_fleet_has_the_median_calibration() -> None:
    times = (0.1, 0.104, 0.11)
    fleet = chosen_of(known(*(facts(str(at), own=host(calibration_s=one)) for at, one in enumerate(times))), WANTED, {})
    assert fleet.host == host(calibration_s=0.104)
    assert chosen_of({}, WANTED, {}).host is None


hosts = st.builds(host, st.sampled_from(["a", "b"]), st.none() | st.floats(0.05, 0.2), st.sampled_from(["one", "two"]))


@given(st.lists(st.tuples(hosts, st.integers(1, 8)), max_size=8))
def test_those_who_work_together_are_alike_and_everybody_else_has_a_reason(made: list[tuple[Host, int]]) -> None:
    there = known(*(facts(str(at), slots, own=own) for at, (own, slots) in enumerate(made)))
    fleet = chosen_of(there, WANTED, {})
    assert set(fleet.chosen) | set(fleet.refused) == set(there)
    assert not set(fleet.chosen) & set(fleet.refused)
    assert all(fleet.refused.values())
    assert len({(one.host.host_class, one.host.sandbox) for one in fleet.chosen.values()}) <= 1
    times = [own.machine.calibration_s for one in fleet.chosen.values() if (own := one.host).machine]
    measured = [one for one in times if one]
    assert not measured or max(measured) / min(measured) <= (1 + FAR_OFF) / (1 - FAR_OFF)
    assert bool(fleet.chosen) == bool(there)


def test_a_station_that_others_keep_busy_rests_for_a_while() -> None:
    calm = Calm()
    for at in range(RECENT):
        calm.note("busy", at <= BUSY * RECENT, 100.0)
        calm.note("quiet", at < BUSY * RECENT, 100.0)
    assert calm.rests("busy", 100.0)
    assert not calm.rests("busy", 100.0 + REST_S)
    assert not calm.rests("quiet", 100.0)
    assert not calm.rests("unknown", 100.0)


def test_a_parcel_that_was_taken_just_after_somebody_looked_was_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    class Late:
        status = "pending"

        def result(self, **_: float) -> bytes:
            if self.status == "finished":
                return b""
            self.status = "finished"
            raise TimeoutError

    stations: Any = Stations.__new__(Stations)
    stations._asked = {"tcp://a": None}
    monkeypatch.setattr(Stations, "look", lambda _: None)
    monkeypatch.setattr(Stations, "is_silent", lambda *_: False)
    assert stations._why_not_kept("tcp://a", Late()) == ""

"""What a station keeps, and for how long."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import msgspec
import pytest

from judge.cluster.message import PROBE, Order
from judge.cluster.parcel import digest_of, pack_problem, pack_sources
from judge.cluster.station import PROBLEMS, Station
from judge.problems import read_package
from judge.sandbox import Sandbox
from tests.cluster.inside.make import host
from tests.conftest import MakePackage, MakeSubmission


class _Nobody:
    """Stands for a sandbox in which nothing runs."""

    core = 1

    def host(self) -> object:
        return host()


@pytest.fixture
def station(tmp_path: Path) -> Station:
    folder = tmp_path / "station"
    folder.mkdir()
    return Station([cast(Sandbox, _Nobody())], folder)


def lacking(station: Station, problem: str, *submissions: str) -> tuple[str, ...]:
    """What a station says that it lacks: one submission that nobody has sent, at least."""
    return station.work(Order("order", problem, (*submissions, "absent"))).lacking


def test_packages_take_each_others_place_and_the_judges_own_stays(
    station: Station, package: MakePackage, tmp_path: Path
) -> None:
    problem = read_package(package())
    parcels = []
    for number in range(PROBLEMS + 2):
        limits = msgspec.structs.replace(problem.limits, time_limit=1.0 + number)
        parcels.append(pack_problem(msgspec.structs.replace(problem, limits=limits)))
        station.keep("problem", parcels[-1])
        assert lacking(station, digest_of(parcels[min(number, 1)])) == ("absent",), "one that is used stays"
    assert lacking(station, PROBE) == ("absent",)
    assert lacking(station, digest_of(parcels[-1])) == ("absent",)
    assert lacking(station, digest_of(parcels[0])) == (digest_of(parcels[0]), "absent")
    assert list((tmp_path / "station").iterdir()) == [], "nothing of them stays on the disk"


def test_what_is_kept_has_the_digest_that_the_station_has_counted(station: Station, submission: MakeSubmission) -> None:
    sent = pack_sources(submission(name="a"))
    station.keep("sources", sent)
    assert lacking(station, PROBE, digest_of(sent)) == ("absent",)

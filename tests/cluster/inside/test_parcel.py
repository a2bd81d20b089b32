"""Packages and sources are the same where they arrive, and a station keeps them for a while."""

from __future__ import annotations

import shutil
from pathlib import Path
from unittest.mock import Mock

import msgspec
import pytest

from judge.cluster.message import PROBE, Order
from judge.cluster.parcel import digest_of, pack_problem, pack_sources, unpack_problem, unpack_sources
from judge.cluster.station import PROBLEMS, Station
from judge.errors import JudgeError
from judge.model import Limits
from judge.problems import read_package
from tests.cluster.inside.make import host
from tests.conftest import MakePackage, MakeSubmission, refused
from tests.shipped import ROOT


@pytest.mark.parametrize("name", ["queens", "scooters", "star-battle", "completion", "spies"])
def test_a_package_arrives_as_it_was_sent(name: str, tmp_path: Path) -> None:
    whole = read_package(ROOT / "testcases" / name)
    problem = msgspec.structs.replace(whole, cases=whole.cases[1:4], limits=Limits(time_limit=0.25))
    parcel = pack_problem(problem)
    there = unpack_problem(parcel, tmp_path)
    assert there.digest == problem.digest
    assert (there.limits, there.name) == (problem.limits, name)
    assert digest_of(pack_problem(problem)) == digest_of(parcel)
    assert digest_of(pack_problem(whole)) != digest_of(parcel)


def test_a_package_that_is_gone_is_said_before_anything_is_sent(package: MakePackage) -> None:
    problem = read_package(folder := package())
    shutil.rmtree(folder)
    assert refused(pack_problem, problem).code == "E438"


def test_a_package_that_leads_out_of_its_folder_is_refused(package: MakePackage, tmp_path: Path) -> None:
    sent = msgspec.msgpack.decode(pack_problem(read_package(package())))
    for name, files in (("../x", sent["files"]), (sent["name"], [["../evil", b""]])):
        hostile = msgspec.msgpack.encode({**sent, "name": name, "files": files})
        with pytest.raises((JudgeError, ValueError, OSError)):
            unpack_problem(hostile, tmp_path / "there")
        assert not (tmp_path / "evil").exists()
        assert not (tmp_path / "x").exists()


def test_sources_arrive_as_they_were_sent(submission: MakeSubmission) -> None:
    one = submission(name="mine")
    folder = msgspec.structs.replace(one, files=(("a.py", b"\0\xff"), ("b/c.txt", b"")))
    for sent in (one, folder):
        assert unpack_sources(pack_sources(sent)) == sent


# --- what a station keeps, and for how long ---------------------------------------------------------------------------
@pytest.fixture
def station(tmp_path: Path) -> Station:
    """One with a sandbox in which nothing runs."""
    folder = tmp_path / "station"
    folder.mkdir()
    return Station([Mock(spec_set=["core", "host"], core=1, host=host)], folder)


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

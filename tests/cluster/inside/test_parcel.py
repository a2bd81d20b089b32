"""Packages and sources are the same where they arrive."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from judge.cluster.parcel import digest_of, pack_problem, pack_sources, unpack_problem, unpack_sources
from judge.errors import JudgeError
from judge.model import Limits
from judge.problems import read_package
from tests.conftest import MakePackage, MakeSubmission

ROOT = Path(__file__).parents[3]


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
    with pytest.raises(JudgeError) as refused:
        pack_problem(problem)
    assert refused.value.code == "E438"


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

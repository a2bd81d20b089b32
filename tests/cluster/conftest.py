"""What the tests of clusters share: a package, what its class comes to on this host alone, and two real stations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Judgement, Problem
from judge.problems import read_package
from judge.sandbox import Sandbox
from tests.cluster.real import Cluster, cluster
from tests.cluster.sitting import CASES, Sitting
from tests.conftest import MakePackage
from tests.make import package as write_package


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of two stations. Who breaks it leaves a whole one."""
    with cluster(tmp_path_factory.mktemp("shared") / "cluster") as made:
        yield made


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    return read_package(package(cases=CASES))


@pytest.fixture
def sitting(tmp_path: Path, problem: Problem, sandbox: Sandbox) -> Sitting:
    """The class, of which nothing is judged yet."""
    return Sitting(tmp_path / "there.db", problem, sandbox)


@pytest.fixture(scope="session")
def here(tmp_path_factory: pytest.TempPathFactory, sandbox: Sandbox) -> dict[str, Judgement]:
    """What the class comes to on this host alone."""
    folder = tmp_path_factory.mktemp("here")
    sitting = Sitting(folder / "here.db", read_package(write_package(folder, cases=CASES)), sandbox)
    list(sitting.events([sandbox]))
    return sitting.judged()

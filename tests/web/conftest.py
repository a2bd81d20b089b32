"""The site that the tests of one file share, and its problem, where they need no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge.model import Problem
from judge.problems.package import read_package
from tests.web.sites import TestSite, served


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    with served(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(name="problem")
def _problem(site: TestSite) -> Problem:
    return read_package(site.settings.store.parent / "quiz")

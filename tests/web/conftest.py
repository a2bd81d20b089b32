"""The sites that the tests of one file share, or that each has for itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.sites import TestSite, served
from tests.web.strangers import strangers


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    with served(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(name="strange", scope="module")
def _strange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    """A contest whose every text means harm."""
    with strangers(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(name="own")
def _own(tmp_path: Path) -> Iterator[TestSite]:
    """A site that a test may spoil."""
    with served(tmp_path) as made:
        yield made

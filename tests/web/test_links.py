"""Each link that a page shows answers its reader, and no two places of a page have one name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import pytest

from judge.model import Verdict
from tests.web.sites import ADDRESS, TestSite, contest, served, submit
from tests.web.strangers import strangers
from tests.web.table import READERS

_LEADS: Final = re.compile(r'(?:href|src|hx-get|sse-connect)="([^"#][^"]*)"')
_PLACES: Final = re.compile(r'<[a-z][^<>]* id="([^"]*)"')
_FORMS: Final = re.compile(r'<form [^>]*method="get"[^>]*action="([^"]*)"|<form (?![^>]*method=)[^>]*action="([^"]*)"')


@contextmanager
def a_contest(folder: Path) -> Iterator[TestSite]:
    with contest(folder, -100, 10, 'freeze = "15min"') as site:
        submit(site, "ada", -50, Verdict.AC, Verdict.WA, judged=-49)
        submit(site, "bob", -1)
        yield site


@contextmanager
def a_class(folder: Path) -> Iterator[TestSite]:
    with served(folder) as site:
        submit(site, "ada", -50, Verdict.AC, Verdict.WA)
        submit(site, "ada", -10)
        yield site


@pytest.fixture(
    name="site",
    scope="module",
    params=[a_contest, *(pytest.param(one, marks=pytest.mark.slow) for one in (strangers, a_class))],
)
def _site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    with request.param(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.mark.parametrize("owner", READERS)
def test_each_link_answers_its_reader_and_has_one_place(site: TestSite, owner: str) -> None:
    browser = site.browser(owner)
    shown_on, waiting = {"/": "/"}, ["/"]
    dead, twice = [], []
    while waiting:
        path = waiting.pop()
        answer = browser.get(path)
        if answer.status_code != 200:
            dead.append(f"{path} on {shown_on[path]}: {answer.status_code}")
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        twice += [f"{name} on {path}" for name, count in Counter(_PLACES.findall(answer.text)).items() if count > 1]
        for link in _links(answer.text, path):
            if link not in shown_on:
                shown_on[link] = path
                waiting.append(link)
    assert not dead
    assert not twice
    assert len(shown_on) > (5 if owner else 1)


def _links(page: str, path: str) -> list[str]:
    """Return where a page leads on this site."""
    said = [*_LEADS.findall(page), *(found for pair in _FORMS.findall(page) for found in pair if found)]
    there = [urljoin(ADDRESS + path, unescape(one)).partition("#")[0] for one in said if not one.startswith("data:")]
    return [one.removeprefix(ADDRESS) for one in there if one.startswith(f"{ADDRESS}/")]

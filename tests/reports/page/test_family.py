"""The pages of students, of classes and of alike works are one family: one policy, one set of colours, one base."""

from __future__ import annotations

import re

import pytest

from judge.reports.class_page.page import class_page
from judge.reports.export.feedback import page as feedback
from judge.reports.page.style import style
from judge.reports.similar_page.page import similar_page
from tests.reports.classroom import overview
from tests.reports.page import made
from tests.reports.similarities import alike

BEFORE_ITS_OWN, AFTER_ITS_OWN = style("/**/").split("/**/")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


@pytest.fixture(scope="module", params=["student", "class", "alike"])
def page(request: pytest.FixtureRequest) -> str:
    if request.param == "student":
        rows = made.students()
        return feedback(rows["wrong"], made.sheet(list(rows.values())))
    return class_page(overview(5)) if request.param == "class" else similar_page(alike())


def test_they_share_policy_and_style(page: str) -> None:
    assert f'content="{POLICY}"' in page
    [found] = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    assert found.startswith(BEFORE_ITS_OWN)
    assert found.endswith(AFTER_ITS_OWN)


def test_every_colour_of_a_page_has_a_name(page: str) -> None:
    own = page.partition("</style>")[0].partition(BEFORE_ITS_OWN)[2]
    assert not re.search(r"(?<!-)(?:color|background|fill|stroke):#", own), "a page has no colour beside the variables"
    used = set(re.findall(r"var\((--\w+)\)", page))
    assert used <= set(re.findall(r"(--\w+):#", page))

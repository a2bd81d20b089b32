"""Instructors change when a homework is due; what can't be read is said at its field, and changes nothing."""

from __future__ import annotations

import re

import pytest

from judge.model.deadline import Term
from tests.web.pages.newcomers import newcomer
from tests.web.sites import Browser, TestSite

TERMS = "/staff/problems/quiz/terms"


@pytest.fixture(name="ines")
def _ines(site: TestSite) -> Browser:
    return site.browser(newcomer(site, "instructor"))


def terms(site: TestSite) -> dict[str, Term]:
    with site.store() as store:
        return store.terms.of("quiz")


def test_the_dates_of_a_class_are_changed_and_taken_back(site: TestSite, ines: Browser) -> None:
    assert "There is no deadline." in ines.get(TERMS).text
    form = {"deadline": "2026-12-01 12:00 Europe/Berlin", "grace": "15min", "late_penalty": "10% per day"}
    sent = ines.fill(TERMS, TERMS, form)
    assert sent.status_code == 303
    page = ines.get(sent.headers["location"]).text
    assert "On time until 2026-12-01 12:00:00 Europe/Berlin, and up to 15 min later" in page
    assert 'value="15min"' in page
    assert "On time until 2026-12-01" in site.browser("gil").get("/staff").text
    assert ines.fill(TERMS, TERMS, dict.fromkeys(form, "")).status_code == 303
    assert terms(site) == {}


def test_a_student_gets_longer_and_loses_it_again(site: TestSite, ines: Browser) -> None:
    dan = newcomer(site)
    ines.fill(TERMS, TERMS, {"deadline": "2026-12-01 12:00 Europe/Berlin"})
    assert ines.fill(TERMS, TERMS, {"id": dan, "extension": "2 days"}).status_code == 303
    page = ines.get(TERMS).text
    assert "2026-12-03 12:00:00 Europe/Berlin" in page
    assert terms(site)[dan] == Term(extension="2 days")
    ines.fill(TERMS, TERMS, {"id": dan, "extension": ""})
    assert dan not in terms(site)
    with site.store() as store:
        deed = store.deeds.latest(1)[0][1]
    assert (deed.what, deed.about, deed.problem) == ("extension changed", dan, "quiz")


@pytest.mark.parametrize(
    ("form", "field", "said"),
    [
        ({"deadline": "soon"}, "deadline", "the deadline can&#39;t be read"),
        ({"deadline": "2026-12-01 Mars/North"}, "deadline", "the zone &#39;Mars/North&#39; is not known"),
        ({"deadline": "2026-12-01", "grace": "a bit"}, "grace", "grace is no length of time"),
        ({"deadline": "2026-12-01", "late_penalty": "all"}, "late_penalty", "late_penalty can&#39;t be read"),
        ({"id": "ada", "extension": "soon"}, "extension", "neither a date nor a length of time"),
        ({"id": "gil", "extension": "1 day"}, "id", "Nobody of the class has this id"),
        ({"id": "nobody", "extension": "1 day"}, "id", "Nobody of the class has this id"),
    ],
)
def test_wrong_words_are_said_at_their_field_and_change_nothing(
    site: TestSite, ines: Browser, form: dict[str, str], field: str, said: str
) -> None:
    before = terms(site)
    sent = ines.fill(TERMS, TERMS, form)
    assert sent.status_code == 422
    assert re.search(rf'id="w-{field}">[^<]*{re.escape(said)}', sent.text)
    assert terms(site) == before


def test_too_long_a_field_is_refused_and_another_problem_has_no_dates(ines: Browser) -> None:
    assert ines.fill(TERMS, TERMS, {"deadline": "x" * 201}).status_code == 400
    assert ines.get("/staff/problems/none/terms").status_code == 404

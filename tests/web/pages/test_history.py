"""One's own submissions, and how two of them differ."""

from __future__ import annotations

from judge.model import Verdict
from judge.problems.package import read_package
from tests.web.judged import judge
from tests.web.pages.newcomers import newcomer
from tests.web.sites import RIGHT, WRONG, Browser, TestSite

_EVIL = WRONG + b"# <script>alert(1)</script>\n"


def _handed_in(site: TestSite, browser: Browser, *sources: bytes) -> list[str]:
    """Hand these in, have them judged, and return their codes."""
    problem = read_package(site.settings.store.parent / "quiz")
    found = []
    for source in sources:
        answer = browser.post("/problems/quiz/submissions", files=[("file", ("mine.py", source))])
        found.append(answer.headers["location"].rpartition("/")[2])
        with site.store() as store:
            judge(store, problem, Verdict.AC, Verdict.AC if source == RIGHT else Verdict.WA)
    return found


def test_history_has_verdicts_points_and_links(site: TestSite) -> None:
    browser = site.browser(newcomer(site))
    assert "handed in nothing" in browser.get("/problems/quiz/submissions").text
    first, second = _handed_in(site, browser, WRONG, RIGHT)
    page = browser.get("/problems/quiz/submissions").text
    assert page.index(second) < page.index(first)
    for part in ("the newest counts", "10 of 10", "0 of 10", "2 of 2", f"/submissions/{second}/diff?with={first}"):
        assert part in page
    assert "the newest counts" in browser.get("/problems/quiz").text


def test_difference_is_from_the_older_to_the_newer_and_escaped(site: TestSite) -> None:
    browser = site.browser(newcomer(site))
    first, second = _handed_in(site, browser, WRONG, _EVIL)
    for code, other in ((first, second), (second, first)):
        page = browser.get(f"/submissions/{code}/diff?with={other}").text
        assert '<span class="added">+# &lt;script&gt;' in page
        assert "<script>alert" not in page


def test_difference_to_what_is_another_s_is_not_there(site: TestSite) -> None:
    mine, theirs = site.browser(newcomer(site)), site.browser(newcomer(site))
    [own], [other] = _handed_in(site, mine, RIGHT), _handed_in(site, theirs, WRONG)
    for path in (f"{own}/diff?with={other}", f"{other}/diff?with={own}", f"{own}/diff", f"{own}/diff?with=x"):
        assert mine.get(f"/submissions/{path}").status_code == 404
    assert site.browser("gil").get(f"/submissions/{own}/diff?with={own}").status_code == 200
    assert site.browser("gil").get(f"/submissions/{own}/diff?with={other}").status_code == 404

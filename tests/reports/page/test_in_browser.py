"""The page of a student in a browser: at every width, in the dark, on paper, for a screen reader; and nothing runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.model.classroom import Graded
from judge.reports.export.feedback import page as feedback
from tests.reports.page import made
from tests.reports.page.browser import WIDTHS, faults, needs_chromium, opened

if TYPE_CHECKING:
    from playwright.sync_api import Page

needs_chromium()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

STUDENTS = made.students()
SHEET = made.sheet([row for row in STUDENTS.values() for _ in range(3)])
OPEN_ALL = "for (const one of document.querySelectorAll('details')) one.open = true"
TAGS = "[...document.querySelectorAll('*')].map(one => one.tagName + ':' + one.getAttributeNames().sort())"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
Show = Callable[[str], None]


@pytest.fixture(scope="module")
def tab() -> Iterator[Page]:
    with opened() as page:
        yield page


@pytest.fixture(scope="module")
def tame(tab: Page, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the elements of a page in which every text of the student is an x."""
    file = tmp_path_factory.mktemp("tame") / "page.html"
    file.write_text(feedback(named(STUDENTS["uncompiled"], "x"), SHEET), encoding="utf-8")
    tab.goto(file.as_uri())
    found: list[str] = tab.evaluate(TAGS)
    return found


@pytest.fixture
def show(tab: Page, tmp_path: Path) -> Iterator[Show]:
    """Open a page from a file, as a student does. Nothing else may be asked for, nothing refused, nothing pop up."""
    asked, said = list[str](), list[str]()
    handlers: dict[str, Callable[..., None]] = {
        "request": lambda request: asked.append(request.url),
        "console": lambda message: said.append(message.text),
        "dialog": lambda dialog: said.append(dialog.message),  # nobody answers it: the test ends here
        "popup": lambda popup: said.append(popup.url),
    }
    listening: Any = tab  # a name that is no literal fits none of its overloads
    for name, handler in handlers.items():
        listening.on(name, handler)

    def shown(text: str) -> None:
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8")
        asked.clear()
        tab.goto(file.as_uri())
        assert asked == [file.as_uri()]
        assert said == []

    yield shown
    assert said == []
    for name, handler in handlers.items():
        tab.remove_listener(name, handler)
    tab.emulate_media(media="screen", color_scheme="light")


@pytest.mark.parametrize("kind", STUDENTS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(tab: Page, show: Show, kind: str, scheme: Literal["light", "dark"]) -> None:
    tab.set_viewport_size({"width": 390, "height": 800})
    tab.emulate_media(color_scheme=scheme)
    show(feedback(STUDENTS[kind], SHEET))
    tab.evaluate(OPEN_ALL)
    assert faults(tab) == []


@pytest.mark.parametrize("width", WIDTHS[1:])
def test_axe_finds_nothing_on_a_wide_screen(tab: Page, show: Show, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    show(feedback(STUDENTS["wrong"], SHEET))
    assert faults(tab) == []


def test_axe_would_find_it(tab: Page, show: Show) -> None:
    show(feedback(STUDENTS["right"], SHEET).replace("--soft:#434a57", "--soft:#e0e0e0").replace(' lang="en"', ""))
    assert {one.partition(":")[0] for one in faults(tab)} == {"color-contrast", "html-has-lang"}


@pytest.mark.parametrize("kind", STUDENTS)
def test_no_page_is_scrolled_sideways(tab: Page, show: Show, kind: str) -> None:
    long = "x" * 400
    texts = [feedback(row, SHEET) for row in (STUDENTS[kind], named(STUDENTS[kind], long))]
    for width in (320, *WIDTHS):
        tab.set_viewport_size({"width": width, "height": 800})
        for text in texts:
            show(text)
            tab.evaluate(OPEN_ALL)
            assert tab.evaluate(WIDE) == 0, width


def test_on_paper_it_is_light_and_whole(tab: Page, show: Show) -> None:
    tab.emulate_media(media="print", color_scheme="dark")
    show(feedback(STUDENTS["wrong"], SHEET))
    style = "getComputedStyle(document.documentElement).getPropertyValue('--page')"
    assert tab.evaluate(style) == "#ffffff"
    closed = tab.locator("details.told:not([open]) .inside")
    assert closed.count() > 1
    assert all(one.bounding_box() for one in closed.all())


def test_a_link_of_the_strip_opens_its_case(tab: Page, show: Show) -> None:
    show(feedback(STUDENTS["wrong"], SHEET))
    case = tab.locator("details.case").nth(2)
    assert case.get_attribute("open") is None
    tab.get_by_role("link", name="nursery-40: wrong answer").first.click()
    assert case.get_attribute("open") is not None


def test_a_screen_reader_hears_verdicts_times_and_boards(tab: Page, show: Show) -> None:
    show(feedback(STUDENTS["wrong"], SHEET))
    heard = tab.locator("main").aria_snapshot()
    for said in (
        'heading "Homework 1: Save the lizards" [level=1]',
        'link "nursery-11: out of time"',
        "wrong answer 0.21 s of 5 s",
        "lizard A in row 2, column 2. lizard B in row 8, column 8. A line joins them.",
    ):
        assert said in heard


def named(row: Graded, text: str) -> Graded:
    """Return the row with a text wherever a student may have put one."""
    made_again = made.uncompiled(text) if row.judgement and not row.judgement.runs else None
    if row.judgement and row.judgement.runs:
        made_again = made.judged(" ".join(str(run.verdict) for run in row.judgement.runs), row.points, text)
    student = msgspec.structs.replace(row.student, name=text, id=f"{text}.")
    return msgspec.structs.replace(row, student=student, note=text, judgement=made_again)


@pytest.mark.parametrize("kind", ["wrong", "uncompiled", "nothing"])
def test_no_script_runs_whatever_one_is_called(tab: Page, show: Show, kind: str) -> None:
    """Each page has the same elements and attributes as that of somebody with a tame name, and its own title."""
    show(feedback(named(STUDENTS[kind], "tame"), SHEET))
    tags = tab.evaluate(TAGS)
    for evil in made.VECTORS:
        show(feedback(named(STUDENTS[kind], evil), SHEET))
        assert tab.evaluate(TAGS) == tags, evil
        assert tab.evaluate("document.title").startswith("Homework 1: Save the lizards:"), evil


@pytest.mark.parametrize("evil", [made.VECTORS[0], made.VECTORS[1], made.VECTORS[2]])
def test_what_got_in_all_the_same_would_be_stopped_and_seen(tab: Page, tmp_path: Path, evil: str) -> None:
    file = tmp_path / "page.html"
    file.write_text(feedback(STUDENTS["right"], SHEET).replace("</main>", f'<p title="{evil}">{evil}</p></main>'))
    with tab.expect_console_message(lambda message: "Content Security Policy" in message.text):
        tab.goto(file.as_uri())
    assert tab.evaluate("document.title").startswith("Homework 1")
    assert tab.evaluate("document.querySelectorAll('main script, main img, main p svg').length") > 0


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_characters="\r\n"), max_size=60))
def test_any_text_is_text(tab: Page, tame: list[str], show: Show, text: str) -> None:
    show(feedback(named(STUDENTS["uncompiled"], f"x{text}"), SHEET))
    assert tab.evaluate(TAGS) == tame

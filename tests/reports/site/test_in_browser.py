"""The pages of a run in a browser, from files: at every width, in the dark, on paper, by keyboard, without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from PIL import Image

from judge.reports.site.write import write_site
from tests.reports.page.browser import faults, needs_chromium, opened
from tests.reports.page.made import VECTORS
from tests.reports.runs import record
from tests.reports.site.made import KINDS

if TYPE_CHECKING:
    from playwright.sync_api import Page

needs_chromium()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

WIDTHS = (320, 390, 900, 1920)
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
DRAWN = "() => document.querySelectorAll('figure.plot canvas').length === {count}"
ROWS = "[...document.querySelectorAll('#grid tbody tr')]"
SHOWN = f"{ROWS}.filter(row => !row.hidden).map(row => row.cells[0].innerText)"
PAINTED = "one => one.getContext('2d').getImageData(0, 0, one.width, one.height).data.some(value => value)"
GRID = "1-lizards.html"
Show = Callable[[str], None]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site") / "report"
    write_site(record(6, 12), made)
    return made


@pytest.fixture(scope="module")
def tab() -> Iterator[Page]:
    with opened() as page:
        yield page


@pytest.fixture
def show(tab: Page, folder: Path) -> Iterator[Show]:
    """Open a page from its file. Nothing may be asked for from elsewhere, nothing said on the console."""
    asked, said = list[str](), list[str]()
    handlers: dict[str, Callable[..., None]] = {
        "request": lambda request: asked.append(request.url),
        "console": lambda message: said.append(message.text),
        "pageerror": lambda error: said.append(str(error)),
    }
    listening: Any = tab  # a name that is no literal fits none of its overloads
    for name, handler in handlers.items():
        listening.on(name, handler)

    def shown(name: str) -> None:
        tab.goto("about:blank")  # else another place of the same page is no new page
        tab.goto((folder / name).as_uri())
        assert all(url.startswith(("file:", "about:", "data:")) for url in asked)

    yield shown
    assert said == []
    for name, handler in handlers.items():
        tab.remove_listener(name, handler)
    tab.emulate_media(media="screen", color_scheme="light")
    tab.set_viewport_size({"width": 1280, "height": 900})


def of_each_kind(folder: Path) -> list[str]:
    """Return a page of each kind: the contest, a problem, and the first of its submissions and cases."""
    names = sorted(one.name for one in folder.glob("*.html"))
    kinds = {found[1] if (found := re.match(r"\d+-([sc])\d", name)) else name: name for name in reversed(names)}
    return sorted(kinds.values())


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 900, 1920])
def test_axe_finds_nothing(tab: Page, show: Show, folder: Path, width: int, scheme: Literal["light", "dark"]) -> None:
    tab.set_viewport_size({"width": width, "height": 900})
    tab.emulate_media(color_scheme=scheme)
    for name in of_each_kind(folder):
        show(name)
        tab.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert faults(tab) == [], name


def test_no_page_is_scrolled_sideways(tab: Page, show: Show, folder: Path) -> None:
    for width in WIDTHS:
        tab.set_viewport_size({"width": width, "height": 900})
        for name in of_each_kind(folder):
            show(name)
            assert tab.evaluate(WIDE) == 0, (name, width)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("usual", "many rows")])
def test_a_run_of_any_kind_is_silent_fits_and_has_no_fault(tab: Page, tmp_path: Path, kind: str) -> None:
    said = list[str]()
    tab.on("pageerror", lambda error: said.append(str(error)))
    write_site(KINDS[kind](), tmp_path / "report")
    tab.set_viewport_size({"width": 390, "height": 900})
    for page in (tmp_path / "report").glob("*.html"):
        tab.goto(page.as_uri())
        assert tab.evaluate(WIDE) == 0, page.name
        assert tab.evaluate("document.documentElement.dataset.ready") is not None
    for name in of_each_kind(tmp_path / "report"):
        tab.goto((tmp_path / "report" / name).as_uri())
        tab.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert faults(tab) == [], name
    assert said == []


def test_plots_are_drawn_when_they_are_scrolled_to(tab: Page, show: Show) -> None:
    tab.set_viewport_size({"width": 1280, "height": 900})
    show(GRID)
    count = tab.locator("figure.plot").count()
    assert count >= 2
    for figure in tab.locator("figure.plot").all():
        figure.scroll_into_view_if_needed()
    tab.wait_for_function(DRAWN.format(count=count))
    for canvas in tab.locator("figure canvas").all():
        assert canvas.get_attribute("role") == "img"
        assert len(canvas.get_attribute("aria-label") or "") > 20
    assert tab.locator("figure canvas").first.evaluate(PAINTED)


def test_a_plot_is_saved_by_its_button_on_a_ground_of_its_own(tab: Page, show: Show) -> None:
    show(GRID)
    tab.locator("figure.plot").first.scroll_into_view_if_needed()
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Save as PNG").first.click()
    assert saved.value.suggested_filename.endswith(".png")
    with Image.open(saved.value.path()) as image:
        assert image.convert("RGBA").getpixel((0, 0)) == (255, 255, 255, 255)


def test_on_paper_it_is_light_and_each_plot_is_drawn(tab: Page, show: Show) -> None:
    tab.emulate_media(color_scheme="dark")
    show(GRID)
    assert tab.pdf(prefer_css_page_size=True).startswith(b"%PDF")
    tab.wait_for_function(DRAWN.format(count=tab.locator("figure.plot").count()))
    tab.emulate_media(media="print", color_scheme="dark")
    assert tab.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--page')") == "#ffffff"
    assert not tab.locator("form.filter").is_visible()


def test_a_table_is_sorted_by_keyboard_and_stays_so(tab: Page, show: Show) -> None:
    show(GRID)
    head = tab.locator("#grid thead th").nth(2)
    head.get_by_role("button").focus()
    tab.keyboard.press("Enter")
    tab.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    order = tab.evaluate(SHOWN)
    sizes = [int(text) for text in tab.locator("#grid tbody tr td:nth-child(3)").all_inner_texts()]
    assert sizes == sorted(sizes, reverse=True)
    tab.reload()
    assert tab.evaluate(SHOWN) == order
    assert tab.locator("#grid thead th").nth(2).get_attribute("aria-sort") == "descending"


def test_times_sort_as_times_and_missed_cases_come_last(tab: Page, show: Show) -> None:
    show(GRID)
    tab.get_by_role("button", name="sort by dfs").click()
    column = tab.locator("#grid thead th").evaluate_all("all => all.findIndex(one => one.dataset.column === 'dfs')")
    kinds = tab.locator(f"#grid tbody td:nth-child({column + 1})").evaluate_all("all => all.map(one => one.className)")
    assert set(kinds) > {"AC"}
    assert kinds == sorted(kinds, key=lambda kind: kind != "AC")


def test_a_filter_is_set_by_keyboard_said_and_survives(tab: Page, show: Show) -> None:
    show(GRID)
    tab.get_by_label("Search").focus()
    tab.keyboard.type("forest")
    shown = tab.evaluate(SHOWN)
    assert 0 < len(shown) < 12
    assert all("forest" in one for one in shown)
    status = f"{len(shown)} of 12 cases shown"
    assert tab.get_by_role("status").inner_text() == status
    assert "grid.q=forest" in tab.evaluate("location.hash")
    tab.reload()
    assert tab.evaluate(SHOWN) == shown
    assert tab.get_by_role("status").inner_text() == status
    tab.get_by_role("button", name="Show all").press("Enter")
    assert tab.get_by_role("status").inner_text() == "12 of 12 cases shown"
    assert tab.evaluate("location.hash") == ""


def test_rows_and_columns_are_chosen(tab: Page, show: Show, folder: Path) -> None:
    show(GRID)
    tab.get_by_label("Rows").select_option("missed")
    missed = tab.evaluate(SHOWN)
    assert 0 < len(missed) < 12
    tab.get_by_label("Rows").select_option("differ")
    assert set(tab.evaluate(SHOWN)) <= set(missed)
    tab.get_by_label("Rows").select_option("")
    tab.get_by_label("Group").select_option("sample")
    assert len(tab.evaluate(SHOWN)) == 3
    tab.locator(".filter summary").press("Enter")
    tab.get_by_role("checkbox", name="dfs").press("Space")
    assert tab.locator("#grid thead th[hidden]").get_attribute("data-column") == "dfs"
    tab.keyboard.press("Escape")
    assert tab.locator(".filter details[open]").count() == 0
    tab.get_by_label("Cells").select_option("letters")
    assert not tab.locator("#grid tbody small").first.is_visible()
    link = tab.evaluate("location.hash")
    tab.goto("about:blank")
    tab.goto((folder / GRID).as_uri() + link)
    assert tab.locator("#grid thead th[hidden]").get_attribute("data-column") == "dfs"
    assert len(tab.evaluate(SHOWN)) == 3


@pytest.mark.parametrize("state", ["grid.sort=99d&grid.group=none&grid.hide=x..-1", "grid.q=<img src=x>", "%ff=%"])
def test_a_state_that_is_none_breaks_nothing(tab: Page, show: Show, state: str) -> None:
    show(f"{GRID}")
    tab.evaluate("state => { location.hash = '#?' + state }", state)
    tab.reload()
    assert tab.get_by_role("status").count() == 1
    assert tab.locator("#grid tbody tr").count() == 12


def test_without_a_script_all_numbers_are_there(folder: Path, tab: Page) -> None:
    browser = tab.context.browser
    assert browser
    bare = browser.new_context(java_script_enabled=False)
    page = bare.new_page()
    page.goto((folder / GRID).as_uri())
    assert page.locator("#grid tbody tr").count() == 12
    assert page.locator("#grid tbody td a:visible").count() == 72
    assert page.locator("form, button").count() == 0
    assert page.get_by_text("The plot is drawn by a script").first.is_visible()
    page.goto((folder / "index.html").as_uri())
    assert page.locator("table").count() >= 2
    bare.close()


def test_a_screen_reader_hears_ranks_verdicts_and_laws(tab: Page, show: Show) -> None:
    show("index.html")
    heard = tab.locator("main").aria_snapshot()
    for said in (
        'heading "Save the lizards and Save the queens" [level=1]',
        "columnheader",
        'rowheader "champion"',
        "AC",
    ):
        assert said in heard


def test_no_script_runs_whatever_one_is_called(tab: Page, tmp_path: Path) -> None:
    said = list[str]()
    tab.on("dialog", lambda dialog: said.append(dialog.message))
    for number, evil in enumerate(VECTORS):
        folder = tmp_path / str(number)
        write_site(record(2, 3, text=evil), folder)
        for name in of_each_kind(folder):
            tab.goto((folder / name).as_uri())
            for figure in tab.locator("figure.plot").all():
                figure.scroll_into_view_if_needed()
            assert tab.evaluate("document.title") != "ran", (evil, name)
            assert tab.locator("main img[onerror], main iframe, main style").count() == 0
    assert said == []


def test_the_contest_page_answers_soon(tab: Page, tmp_path: Path) -> None:
    write_site(record(20, 80), tmp_path / "report")
    tab.goto((tmp_path / "report" / "index.html").as_uri())
    ready_ms = tab.evaluate("Number(document.documentElement.dataset.ready)")
    print(f"the script was done after {ready_ms} ms")
    assert ready_ms > 0
    tab.locator("#board-1 thead th").nth(1).get_by_role("button").click()
    assert tab.locator("#board-1 thead th").nth(1).get_attribute("aria-sort") == "ascending"

"""Pages and pictures as a browser shows them: axe finds nothing, and nothing runs or loads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pytest
from PIL import Image

from judge.model import Graded
from judge.reports import ClassReport, Scene, SimilarReport, SiteFolder, svg_file
from tests.make import replace
from tests.reports import students as made
from tests.reports.browser import SIDEWAYS, faults, needs_chromium, opened
from tests.reports.graded import feedback
from tests.reports.make import alike, overview, record, uncompiled
from tests.reports.pages import KINDS
from tests.reports.students import VECTORS
from tests.reports.test_colours import modes
from tests.reports.test_pictures import board

if TYPE_CHECKING:
    from playwright.sync_api import Page

needs_chromium()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
STUDENTS = made.students()
SHEET = made.sheet([row for row in STUDENTS.values() for _ in range(3)])
OPEN_ALL = "for (const one of document.querySelectorAll('details')) one.open = true"
TAGS = "[...document.querySelectorAll('*')].map(one => one.tagName + ':' + one.getAttributeNames().sort())"
Look = Callable[[Path | str], None]
Scheme = Literal["light", "dark"]


@pytest.fixture(scope="module")
def tab() -> Iterator[Page]:
    with opened() as page:
        yield page


@pytest.fixture
def look(tab: Page, tmp_path: Path) -> Iterator[Look]:
    """Open a page from its file, as a student does, or a text as one. Nothing is asked for from elsewhere, nothing
    refused or said, and nothing pops up."""
    asked, said = list[str](), list[str]()
    handlers: dict[str, Callable[..., None]] = {
        "request": lambda request: asked.append(request.url),
        "console": lambda message: said.append(message.text),
        "dialog": lambda dialog: said.append(dialog.message),  # nobody answers it: the test ends here
        "popup": lambda popup: said.append(popup.url),
        "pageerror": lambda error: said.append(str(error)),
    }
    listening: Any = tab  # a name that is no literal fits none of its overloads
    for name, handler in handlers.items():
        listening.on(name, handler)

    def looked(page: Path | str) -> None:
        file = page if isinstance(page, Path) else tmp_path / "page.html"
        if isinstance(page, str):
            file.write_text(page, encoding="utf-8")
        tab.goto("about:blank")  # else another place of the same page is no new page
        tab.goto(file.as_uri())
        assert all(url.startswith(("file:", "about:", "data:")) for url in asked)
        assert said == []

    yield looked
    assert said == []
    for name, handler in handlers.items():
        tab.remove_listener(name, handler)
    tab.emulate_media(media="screen", color_scheme="light")
    tab.set_viewport_size({"width": 1280, "height": 900})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the pages of a run."""
    return SiteFolder(tmp_path_factory.mktemp("site")).write(record(6, 12)).index.parent


@pytest.fixture
def grid(look: Look, folder: Path) -> Path:
    """Show the table of the cases of the run."""
    look(folder / "1-lizards.html")
    return folder / "1-lizards.html"


def of_each_kind(folder: Path) -> list[Path]:
    """Return a page of each kind: the contest, a problem, and the first of its submissions and cases."""
    names = sorted(one.name for one in folder.glob("*.html"))
    kinds = {found[1] if (found := re.match(r"\d+-([sc])\d", name)) else name: name for name in reversed(names)}
    return [folder / name for name in sorted(kinds.values())]


@pytest.fixture(scope="module")
def every(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return a page of each kind that there is: of a run, of students, of a class and of what is alike in it."""
    made = tmp_path_factory.mktemp("pages")
    texts = {"class": ClassReport(overview(60)).page(), "alike": SimilarReport(alike()).page()}
    for kind in ("wrong", "waits", "uncompiled", "nothing"):  # the others have no part that these have not
        row = STUDENTS[kind]
        texts |= {kind: feedback(row, SHEET), f"{kind}-long": feedback(named(row, "x" * 400), SHEET)}
    for name, text in texts.items():
        (made / f"{name}.html").write_text(text, encoding="utf-8")
    return [*sorted(made.iterdir()), *of_each_kind(folder)]


@pytest.mark.parametrize(
    ("width", "scheme"), [(320, "light"), (390, "dark"), (900, "light"), (1280, "dark"), (1920, "light")]
)
def test_axe_finds_nothing_and_nothing_but_tables_scrolls_sideways(
    tab: Page, look: Look, every: list[Path], width: int, scheme: Scheme
) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.emulate_media(color_scheme=scheme)
    for file in every:
        look(file)
        tab.evaluate(OPEN_ALL)
        assert tab.evaluate(SIDEWAYS) == 0, file.name
        if width in (390, 1920) and "-long" not in file.name:
            assert faults(tab) == [], file.name


def test_on_paper_every_page_is_light(tab: Page, look: Look, every: list[Path]) -> None:
    tab.emulate_media(media="print", color_scheme="dark")
    for file in every:
        look(file)
        assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)", file.name
        if file.name == "wrong.html":
            closed = tab.locator("details.told:not([open]) .inside")
            assert closed.count() > 1
            assert all(one.bounding_box() for one in closed.all())
        elif file.name == "class.html":
            assert tab.evaluate("getComputedStyle(document.querySelector('.grid')).overflow") == "visible"
        elif file.name == "alike.html":
            colours = "[...document.querySelectorAll('mark')].map(one => getComputedStyle(one).backgroundColor)"
            assert len(set(tab.evaluate(colours))) == 2


def test_axe_would_find_it(tab: Page, look: Look) -> None:
    page = feedback(STUDENTS["right"], SHEET)
    for right, wrong in (
        ("--soft:#434a57", "--soft:#e0e0e0"),
        (' lang="en"', ""),
        ('role="img" aria-label', 'role="img" id'),
    ):
        assert right in page
        page = page.replace(right, wrong, 1)
    look(page)
    assert {one.partition(":")[0] for one in faults(tab)} == {"color-contrast", "html-has-lang", "svg-img-alt"}


def test_a_link_of_the_strip_opens_its_case_and_a_screen_reader_hears_all(tab: Page, look: Look) -> None:
    look(feedback(STUDENTS["wrong"], SHEET))
    fault = tab.locator("details.fault").nth(3)
    assert fault.get_attribute("open") is None
    heard = tab.locator("main").aria_snapshot()
    for said in (
        'heading "Homework 1: Save the lizards" [level=1]',
        'link "nursery-07: out of time"',
        "wrong answer (WA) 0.21 s of 5 s",
        "lizard A in row 2, column 2. lizard B in row 8, column 8. A line joins them.",
    ):
        assert said in heard
    tab.locator("ul.strip a[href='#fault-4']").first.click()
    assert fault.get_attribute("open") is not None


def named(row: Graded, text: str) -> Graded:
    """Return the row with a text wherever a student may have put one."""
    made_again = uncompiled(made.problem(text), text) if row.judgement and not row.judgement.runs else None
    if row.judgement and row.judgement.runs:
        made_again = made.judged(" ".join(str(run.verdict) for run in row.judgement.runs), row.points, text)
    student = replace(row.student, name=text, id=f"{text}.")
    return replace(row, student=student, note=text, judgement=made_again)


@pytest.mark.nightly(sample=3)
@pytest.mark.parametrize("evil", VECTORS)
def test_no_script_runs_whatever_one_is_called(tab: Page, look: Look, tmp_path: Path, evil: str) -> None:
    """Each page of a student has the same elements and attributes as that of somebody with a tame name."""
    for kind in ("wrong", "uncompiled", "nothing"):
        tags = []
        for name in ("tame", evil):
            look(feedback(named(STUDENTS[kind], name), SHEET))
            tags.append(tab.evaluate(TAGS))
            assert tab.evaluate("document.title").startswith("Homework 1: Save the lizards:")
        assert tags[0] == tags[1]
    SiteFolder(tmp_path / "report").write(record(2, 3, text=evil))
    for page in of_each_kind(tmp_path / "report"):
        look(page)
        for figure in tab.locator("figure.plot").all():
            figure.scroll_into_view_if_needed()
        assert tab.evaluate("document.title") != "ran", page.name
        assert tab.locator("main img[onerror], main iframe, main style").count() == 0


def test_what_got_in_all_the_same_would_be_stopped_and_seen(tab: Page, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    for evil in VECTORS[:3]:
        page = feedback(STUDENTS["right"], SHEET)
        file.write_text(page.replace("</main>", f'<p title="{evil}">{evil}</p></main>'))
        with tab.expect_console_message(lambda message: "Content Security Policy" in message.text):
            tab.goto(file.as_uri())
        assert tab.evaluate("document.title").startswith("Homework 1")
        assert tab.evaluate("document.querySelectorAll('main script, main img, main p svg').length") > 0


DRAWN = "() => document.querySelectorAll('figure.plot canvas').length === {count}"
ROWS = "[...document.querySelectorAll('#grid tbody tr')]"
SHOWN = f"{ROWS}.filter(row => !row.hidden).map(row => row.cells[0].innerText)"
PAINTED = "one => one.getContext('2d').getImageData(0, 0, one.width, one.height).data.some(value => value)"


@pytest.mark.nightly(sample=2)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("usual", "many rows")])
def test_a_run_of_any_kind_is_silent_fits_and_has_no_fault(tab: Page, look: Look, tmp_path: Path, kind: str) -> None:
    SiteFolder(tmp_path / "report").write(KINDS[kind]())
    tab.set_viewport_size({"width": 390, "height": 900})
    pages = list((tmp_path / "report").glob("*.html"))
    assert pages
    for page in pages:
        look(page)
        assert tab.evaluate(SIDEWAYS) == 0, page.name
        assert tab.evaluate("document.documentElement.dataset.ready") is not None
    for page in of_each_kind(tmp_path / "report"):
        look(page)
        tab.evaluate(OPEN_ALL)
        assert faults(tab) == [], page.name


def test_plots_are_drawn_when_they_are_scrolled_to_saved_on_a_ground_and_printed(tab: Page, grid: Path) -> None:
    tab.set_viewport_size({"width": 1280, "height": 900})
    figures = tab.locator("figure.plot").all()
    assert len(figures) >= 2
    for figure in figures:
        figure.scroll_into_view_if_needed()
    tab.wait_for_function(DRAWN.format(count=len(figures)))
    for canvas in tab.locator("figure canvas").all():
        assert canvas.get_attribute("role") == "img"
        assert len(canvas.get_attribute("aria-label") or "") > 20
    assert tab.locator("figure canvas").first.evaluate(PAINTED)
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Save as PNG").first.click()
    assert saved.value.suggested_filename.endswith(".png")
    with Image.open(saved.value.path()) as image:
        assert image.convert("RGBA").getpixel((0, 0)) == (255, 255, 255, 255)
    tab.reload()
    tab.emulate_media(color_scheme="dark")
    assert tab.pdf(prefer_css_page_size=True).startswith(b"%PDF")
    tab.wait_for_function(DRAWN.format(count=len(figures)))
    tab.emulate_media(media="print")
    assert not tab.locator("form.filter").is_visible()


def test_a_table_is_sorted_by_keyboard_and_stays_so_and_missed_cases_come_last(tab: Page, grid: Path) -> None:
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
    assert head.get_attribute("aria-sort") == "descending"
    tab.get_by_role("button", name="sort by dfs").click()
    column = tab.locator("#grid thead th").evaluate_all("all => all.findIndex(one => one.dataset.column === 'dfs')")
    kinds = tab.locator(f"#grid tbody td:nth-child({column + 1})").evaluate_all("all => all.map(one => one.className)")
    assert set(kinds) > {"AC"}
    assert kinds == sorted(kinds, key=lambda kind: kind != "AC")


def test_a_filter_is_set_by_keyboard_said_and_survives(tab: Page, grid: Path) -> None:
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


def test_rows_and_columns_are_chosen(tab: Page, grid: Path) -> None:
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
    tab.goto(grid.as_uri() + link)
    assert tab.locator("#grid thead th[hidden]").get_attribute("data-column") == "dfs"
    assert len(tab.evaluate(SHOWN)) == 3
    for state in ("grid.sort=99d&grid.group=none&grid.hide=x..-1", "grid.q=<img src=x>", "%ff=%"):  # none is one
        tab.evaluate("state => { location.hash = '#?' + state }", state)
        tab.reload()
        assert tab.get_by_role("status").count() == 1
        assert tab.locator("#grid tbody tr").count() == 12


def test_without_a_script_all_numbers_are_there(tab: Page, folder: Path) -> None:
    browser = tab.context.browser
    assert browser
    bare = browser.new_context(java_script_enabled=False)
    page = bare.new_page()
    page.goto((folder / "1-lizards.html").as_uri())
    assert page.locator("#grid tbody tr").count() == 12
    assert page.locator("#grid tbody td a:visible").count() == 72
    assert page.locator("form, button").count() == 0
    assert page.get_by_text("The plot is drawn by a script").first.is_visible()
    page.goto((folder / "index.html").as_uri())
    assert page.locator("table").count() >= 2
    bare.close()


LIGHT = 0
COLOURS = modes(feedback(STUDENTS["right"], SHEET).partition("</style>")[0])


def pixels_of(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(BytesIO(png)).convert("RGB")).astype(int)


def lacking(pixels: np.ndarray, mode: int, least: dict[str, int]) -> list[str]:
    """Return the colours that are seen in fewer pixels than they have to be."""
    found = {name: [int(COLOURS[mode][name][k : k + 2], 16) for k in (1, 3, 5)] for name in least}
    return [name for name in least if int((abs(pixels - found[name]).max(axis=2) < 3).sum()) < least[name]]


def on_the_screen(tab: Page, file: Path, scene: Scene) -> None:
    """Show a picture by itself, in a window that is large enough for it."""
    file.write_text(svg_file(scene), encoding="utf-8")
    tab.set_viewport_size({"width": 1200, "height": 1200})
    tab.goto(file.as_uri())


def test_a_file_is_seen_by_itself(tab: Page, look: Look, tmp_path: Path) -> None:
    scene = Scene.of(board(8, (1, 1), (4, 4), (8, 1), trees=[(2, 2)]), "queen", ((1, 1), (4, 4)))
    least = dict.fromkeys(("page", "cell", "text", "tree", "alarm"), 20)
    schemes: tuple[Scheme, ...] = ("light", "dark")
    for mode, scheme in enumerate(schemes):
        tab.emulate_media(color_scheme=scheme)
        on_the_screen(tab, tmp_path / "board.svg", scene)
        assert lacking(pixels_of(tab.screenshot()), mode, least) == []


def test_the_board_that_answers_share_is_seen_below_each(tab: Page, look: Look, folder: Path) -> None:
    look(folder / "1-c007.html")
    picture = tab.locator("svg.board:has(use):has(.piece)").first
    assert lacking(pixels_of(picture.screenshot()), LIGHT, dict.fromkeys(("cell", "tree", "text"), 10)) == []


SCROLLED = """
    () => {
        const grid = document.querySelector('.grid');
        grid.scrollLeft = 200;
        grid.scrollTop = 400;
        const left = grid.querySelectorAll('tbody th')[30].getBoundingClientRect().left;
        const top = grid.querySelectorAll('thead th')[3].getBoundingClientRect().top;
        const box = grid.getBoundingClientRect();
        return [Math.abs(left - box.left) < 2, Math.abs(top - box.top) < 2];
    }
"""


def test_names_and_cases_stay_in_sight_while_the_table_is_scrolled(tab: Page, look: Look) -> None:
    tab.set_viewport_size({"width": 390, "height": 800})
    look(ClassReport(overview(60)).page())
    assert tab.evaluate(SCROLLED) == [True, True]

"""The pictures of README.md are those of a real run: the same words on a terminal, figures apart, and the same page."""

from __future__ import annotations

import io
import os
from itertools import takewhile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from judge.model import RunRecord
from judge.reports import SiteFolder, View
from judge.store import read_run
from tests import pictures
from tests.manual import FIRST, PICTURES, README, commands_of, picture_of, words
from tests.reports.browser import needs_chromium, opened
from tests.shell import assert_shows, checkout, figures_apart, run, settled

needs_chromium()
pytestmark = pytest.mark.timeout(900)
# The slow tests of tests/test_readme.py compare the words of the pictures with the same commands.
AT_NIGHT = pytest.mark.nightly

WRONG = "judge run mine.py --case forest-7"
BOARD = "judge run solutions/lizards --group sample --group medium --time-limit 0.3 -j 2"
SIZE = (1240, 940)
OFF = 12.0  # of 255, how far pixels may differ on average: times and curves of another run


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("pictured"))


def judged(place: Path, command: str, name: str) -> RunRecord:
    """What a command of the README has judged, read from its file."""
    done = run(f"{command} --json {name}.json", place)
    assert (place / f"{name}.json").is_file(), done.stdout
    return read_run(place / f"{name}.json").record()


@pytest.fixture(scope="module")
def contest(place: Path) -> RunRecord:
    return judged(place, BOARD, "board")


def kept(name: str, made: str) -> str:
    """The picture as it is kept; with JUDGE_TESTS_TELL it is written anew."""
    if os.environ.get("JUDGE_TESTS_TELL"):
        PICTURES.mkdir(exist_ok=True)
        (PICTURES / f"{name}.svg").write_text(made, encoding="utf-8")
    return picture_of(name)


@AT_NIGHT
def test_the_wrong_answer_is_that_of_the_first_success(place: Path) -> None:
    lines = [command.line for command in commands_of(FIRST)]
    for line in lines[: lines.index(WRONG)]:
        run(line, place)
    ((standing,),) = judged(place, WRONG, "wrong").boards
    shown: Any = View().board((standing,))
    [faults] = [one for one in shown.blocks if type(one).__name__ == "Diagnostics"]
    made = pictures.terminal(WRONG, [type(shown)(faults.found)])
    assert_shows("\n".join(words(made)), "\n".join(words(kept("wrong-answer", made))))


@AT_NIGHT
def test_the_leaderboard_is_that_of_the_first_command(contest: RunRecord) -> None:
    (board,) = contest.boards
    shown = View(contest.clock).board(board)
    first = [type(one).__name__ for one in shown.blocks].index("Table") - 1
    rows = type(shown)(takewhile(lambda one: "scaling" not in str(one), shown.blocks[first:]))
    made = pictures.terminal("judge run", [rows])
    lines = figures_apart("\n".join(words(kept("leaderboard", made))))
    assert len(lines) > len(board)
    assert_shows("\n".join(words(made)), "\n".join(filter(settled, lines)))


@AT_NIGHT
def test_the_page_looks_as_it_is_shown(contest: RunRecord, tmp_path: Path) -> None:
    from PIL import Image, ImageChops, ImageStat

    SiteFolder(tmp_path / "report").write(contest)
    with opened() as tab:
        made = pictures.page_picture(tab, next((tmp_path / "report").glob("1-lizards.html")), "A page.", SIZE)
    images = [Image.open(io.BytesIO(pictures.pixels(one))).convert("L") for one in (made, kept("report", made))]
    assert images[0].size == images[1].size
    assert ImageStat.Stat(ImageChops.difference(*images)).mean[0] < OFF


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wrong-answer", "leaderboard", "report"])
def test_a_picture_stands_alone(name: str) -> None:
    text = picture_of(name)
    root = ElementTree.fromstring(text)
    assert root.attrib["role"] == "img"
    assert not [one for one in root.iter() if one.tag.endswith("script")]
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert f"(.pictures/{name}.svg)" in README

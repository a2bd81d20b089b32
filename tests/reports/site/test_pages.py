"""The pages of a run: whole, linked, the same numbers as everywhere, and no stranger's name is more than text."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import numpy as np
import pytest
from markupsafe import escape

from judge.model import Answer, Verdict
from judge.model.run_record import RunRecord
from judge.reports.export.run_json import run_json
from judge.reports.leaderboard_row import leaderboard_row
from judge.reports.plots.cactus import cactus
from judge.reports.site import contest, problem
from judge.reports.site.board import law_tables
from judge.reports.site.contents import contents_of
from judge.reports.site.problem import expected_answer, grid_of
from judge.reports.units import seconds
from tests.reports.page.made import VECTORS
from tests.reports.runs import record
from tests.reports.site.made import KINDS, Page, broken_links, pages


@pytest.mark.parametrize("kind", KINDS)
def test_each_page_is_well_formed_and_each_link_leads_somewhere(kind: str) -> None:
    read = {name: Page(text) for name, text in pages(KINDS[kind]()).items()}
    assert "index.html" in read
    assert [*broken_links(read)] == []
    for name, page in read.items():
        assert len(page.ids) == len(set(page.ids)), name
        assert page.tags.count("h1") == 1, name


@pytest.mark.parametrize("kind", ["usual", "judge failed"])
def test_a_page_holds_no_script_no_style_and_nothing_from_a_network(kind: str) -> None:
    for name, text in pages(KINDS[kind]()).items():
        page = Page(text)
        assert not {one for one in page.attributes if one == "style" or one.startswith("on")}, name
        assert all("src" in one or one.get("type") == "application/json" for one in page.scripts), name
        assert not re.search(r"https?:|//[a-z]", " ".join(page.links)), name
        assert "script-src 'self'" in text, name


@pytest.mark.parametrize("evil", VECTORS)
def test_a_name_is_text_on_each_page(evil: str) -> None:
    tame, hostile = (pages(record(3, 4, text=text)) for text in ("x", evil))
    for one, other in zip(tame.values(), hostile.values(), strict=True):
        assert Page(other).tags == Page(one).tags


def test_the_leaderboard_says_what_the_terminal_and_json_say() -> None:
    made = record(6, 12)
    texts = pages(made)
    for part in contents_of(made).parts:
        for at, standing in enumerate(part.standings):
            row = leaderboard_row(standing, len(part.problem.cases))
            cells = [row.rank, row.solved, row.par2, row.ratio, row.slowest, row.memory, row.contract]
            for text in (texts["index.html"], texts[part.file]):
                link = (
                    f'<th scope="row"><a href="{part.submission_file(at)}"><bdi class="long">{row.name}</bdi></a></th>'
                )
                line = next(one for one in text.split("<tr>") if link in one)
                assert all(f">{escape(cell)}<" in line for cell in cells)
                assert f'data-value="{row.par2_s:.4g}"' in line
    assert [one["rank"] for one in _said(made)] == [row.rank for board in made.boards for row in board]


def test_the_grid_has_the_times_of_the_record() -> None:
    (part, _) = contents_of(record(4, 9)).parts
    for row in grid_of(part, "cpu"):
        for at, cell in enumerate(row.cells):
            run = part.result(at, row.at)
            if run is None:
                assert cell is None
                continue
            assert cell is not None
            assert (cell.kind, cell.time) == (run.verdict, seconds(run.cpu_s))
            assert (cell.said == "") is (run.verdict is Verdict.AC)


def test_a_cell_is_small() -> None:
    text = next(text for _, text in problem.pages(contents_of(record(20, 6))))
    cells = re.findall(r'<td class="[A-Z]+" data-value=.*?</td>', text)
    assert len(cells) == 120
    assert max(map(len, cells)) < 190
    assert sum(map(len, cells)) / len(cells) < 145


def test_who_grows_fastest_is_said_with_the_exponent() -> None:
    made = record(4, 30)
    part = contents_of(made).parts[0]
    first = law_tables(part.judgements, "cpu")[0]
    laws = {one["stem"]: one["laws"] for one in _json_scaling(made, first.rows[0].name)}
    assert first.fastest.startswith(f"{first.rows[0].name} grows fastest on {first.label}: {first.rows[0].words}.")
    assert f"n^{laws[first.family.stem][0]['value']:.2f}" in first.fastest
    assert first.fastest in dict(contest.pages(contents_of(made)))["index.html"]
    values = [float(row.words.split("^")[1].split()[0]) for row in first.rows if row.words.startswith("n^")]
    assert values == sorted(values, reverse=True)


def _json_scaling(made: RunRecord, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = next(one for one in _said(made) if one["name"] == name)["scaling"]
    return found


def _said(made: RunRecord) -> list[dict[str, Any]]:
    """Return what the JSON of a run says of its submissions."""
    found: list[dict[str, Any]] = run_json(made)["submissions"]
    return found


def test_a_plot_in_a_page_has_the_numbers_of_the_record() -> None:
    made = record(3, 6)
    text = pages(made)["index.html"]
    data = [json.loads(one) for one in re.findall(r'application/json">(.*?)</script>', text)]
    drawn = cactus(made.boards[0], "cpu")
    assert drawn is not None
    assert data[0]["title"] == drawn.title
    for series, shown in zip(drawn.series, data[0]["series"], strict=True):
        assert shown.get("y", []) == pytest.approx([1000 * dot.y for dot in series.dots], rel=1e-3)


def test_a_run_that_was_stopped_says_so_and_gives_no_final_verdict() -> None:
    text = pages(KINDS["stopped"]())["index.html"]
    assert "stopped before its end" in text
    assert "so far" in text
    assert "grows fastest" not in text


def test_with_images_nobody_has_a_rank() -> None:
    text = pages(KINDS["images"]())["index.html"]
    assert "nobody has a rank" in text
    assert "PAR-2" not in text


def test_nothing_judged_is_said() -> None:
    assert "Nothing was judged" in pages(KINDS["empty"]())["index.html"]


def test_an_answer_is_known_in_a_word() -> None:
    (part, _) = contents_of(record(1, 3)).parts
    assert [expected_answer(one.case) for one in part.cases] == ["arrangement", "arrangement", "FAIL"]
    assert expected_answer(None) == "not known"
    assert part.cases[0].case is not None
    listed = msgspec.structs.replace(part.cases[0].case, answer=Answer(columns=np.zeros((0, 0), np.int64)))
    assert expected_answer(listed) == "a number"

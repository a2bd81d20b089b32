"""The pages of a run as a folder: written whole, each link leads somewhere, and nothing in them runs."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.files import as_json
from judge.model import ReadWarning
from judge.reports import SiteFolder
from judge.store import read_run, run_json
from tests.make import files, replace
from tests.refused import refused
from tests.reports.make import record
from tests.reports.pages import KINDS, Page, broken_links, pages
from tests.reports.students import SEVERAL
from tests.reports.test_files import full_disk

MARK = "judge-report.txt"


def held(folder: Path) -> set[str]:
    return {str(one.relative_to(folder)) for one in folder.rglob("*") if not one.is_dir()}


def test_a_report_replaces_an_earlier_one_and_what_is_not_of_it_stays(tmp_path: Path) -> None:
    """And a link is not followed."""
    report, other, own = tmp_path / "new/report", tmp_path / "other", {"run.json", "notes/today.txt", "mine.html"}
    other.mkdir()
    SiteFolder(report).write(record(3, 6))
    files(report, dict.fromkeys(own, "mine"))
    for path in (report / "assets").iterdir():
        path.unlink()
    (report / "assets").rmdir()
    (report / "assets").symlink_to(other)
    made = SiteFolder(report).write(record(1, 1))
    SiteFolder(tmp_path / "fresh").write(record(1, 1))
    written = held(tmp_path / "fresh")
    assert (held(report), held(other)) == (own | written, set())
    assert [one.name for one in report.parent.iterdir()] == ["report"]
    assert (made.index, made.pages) == (report / "index.html", len([one for one in written if one.endswith(".html")]))
    assert made.size_bytes == sum((report / one).stat().st_size for one in written - {MARK})


def test_a_folder_in_which_somebody_stands_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = tmp_path.stat().st_ino
    for _ in range(2):
        SiteFolder(Path()).write(record(1, 1))
    assert Path().stat().st_ino == before
    assert "index.html" in os.listdir()  # noqa: PTH208 - of the folder itself, by whatever name


def test_a_writer_that_was_killed_leaves_nothing(tmp_path: Path) -> None:
    report = tmp_path / "report"
    report.mkdir()
    writer = os.fork()
    if not writer:
        try:
            setattr(Path, "replace", lambda *_: os.kill(os.getpid(), signal.SIGKILL))  # noqa: B010 - it has a type
            SiteFolder(report).write(record(1, 1))
        finally:
            os._exit(1)
    assert os.waitpid(writer, 0) == (writer, signal.SIGKILL)
    assert any(name.startswith(".judge-") for name in held(report))
    SiteFolder(report).check()
    SiteFolder(report).write(record(1, 1))
    SiteFolder(tmp_path / "new").write(record(1, 1))
    assert held(report) == held(tmp_path / "new")


def test_what_can_not_be_written_changes_nothing(tmp_path: Path) -> None:
    SiteFolder(tmp_path / "old").write(record(1, 1))
    before = {name: (tmp_path / "old" / name).read_bytes() for name in held(tmp_path / "old")}
    for folder in (tmp_path / "old", tmp_path / "new"):
        with full_disk(), refused("E435"):
            SiteFolder(folder).write(record(2, 3))
    assert [one.name for one in tmp_path.iterdir()] == ["old"]
    assert {name: (tmp_path / "old" / name).read_bytes() for name in held(tmp_path / "old")} == before


def test_what_is_no_folder_of_a_report_stays_as_it_is(tmp_path: Path) -> None:
    file, link, own = tmp_path / "report", tmp_path / "link", tmp_path / "own" / "homework.py"
    file.write_text("x")
    link.symlink_to(tmp_path / "nothing")
    own.parent.mkdir()
    own.write_text("print(1)")
    for place in (file, file / "inside", link, tmp_path / ("x" * 300)):
        with refused("E435") as raised:
            SiteFolder(place).check()
    for check in (lambda folder: SiteFolder(folder).check(), lambda folder: SiteFolder(folder).write(record(1, 3))):
        with pytest.raises(JudgeError, match="is not empty") as raised:
            check(own.parent)
        assert raised.value.code == "E475"
        assert [*own.parent.iterdir()] == [own]


@pytest.mark.parametrize("kind", KINDS)
def test_each_page_is_well_formed_leads_somewhere_and_loads_nothing_from_a_network(kind: str) -> None:
    texts = pages(KINDS[kind]())
    read = {name: Page(text) for name, text in texts.items()}
    assert "index.html" in read
    assert [*broken_links(read)] == []
    for name, page in read.items():
        assert len(page.ids) == len(set(page.ids)), name
        assert page.tags.count("h1") == 1, name
        assert not {one for one in page.attributes if one == "style" or one.startswith("on")}, name
        assert all("src" in one or one.get("type") == "application/json" for one in page.scripts), name
        assert not re.search(r"https?:|//[a-z]", " ".join(page.links)), name
        assert "script-src 'self'" in texts[name], name


def test_boards_of_one_problem_have_pages_of_their_own() -> None:
    whole = record(2, 3)
    twice = replace(whole, boards=whole.boards[:1] * 2)
    once, read = (pages(replace(whole, boards=whole.boards[:1])), pages(twice))
    assert len(read) - len(once) == len([name for name in once if name.startswith("1-")])
    for name, text in read.items():
        leads = [link[0] for link in Page(text).links if re.match(r"[12]-", link)]
        assert leads.count("1") == leads.count("2") if name == "index.html" else {*leads} <= {name[0]}, name
    assert [*broken_links({name: Page(text) for name, text in read.items()})] == []


def tags(text: str, code: str = "") -> list[object]:
    """The elements of each page of a run with this text for every name, or this code for every warning."""
    made = record(1, 1) if code else record(3, 4, text=text)
    if code:
        row = made.boards[0][0]
        runs = tuple(replace(run, notices=(ReadWarning(code, "a guess"),)) for run in row.judgement.runs)
        made = replace(made, boards=((replace(row, judgement=replace(row.judgement, runs=runs)),),))
    return [Page(one).tags for one in pages(made).values()]


def test_a_name_and_a_code_that_is_none_of_ours_are_text_on_each_page() -> None:
    tame, unknown = tags("x"), tags("", "x")
    for evil in SEVERAL:
        assert tags(evil) == tame, evil
        assert tags("", evil) == unknown, evil


@pytest.mark.parametrize("lost", ["problems", "groups"])
def test_a_record_of_cases_without_their_groups_has_its_pages(lost: str, tmp_path: Path) -> None:
    held = json.loads(as_json(run_json(record(2, 3))))
    problems = {name: {**one, "groups": []} for name, one in held["problems"].items()}
    file = tmp_path / "run.json"
    file.write_text(json.dumps({**held, "problems": {} if lost == "problems" else problems}))
    assert "1-lizards.html" in pages(read_run(file).record())

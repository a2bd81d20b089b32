"""Pages of students who are gone go; whatever is not ours, or was changed, stays."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from judge.reports.export.former_pages import LIST, remove_former


def write(folder: Path, *names: str, ending: str = "html") -> int:
    """Write a page for each of these students, as an export of exactly this class does."""
    pages = [f"{name}/feedback" for name in names]
    for page in pages:
        path = folder / f"{page}.{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"page of {page}")
    return remove_former(folder, [f"{page}.{ending}" for page in pages], pages)


def left(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path.name != LIST)


def test_who_is_gone_has_no_page_any_more_and_no_empty_folder(tmp_path: Path) -> None:
    assert write(tmp_path, "ada", "bob", "cy") == 0
    assert write(tmp_path, "ada", "dan") == 2
    assert left(tmp_path) == ["ada/feedback.html", "dan/feedback.html"]
    assert not (tmp_path / "bob").exists()
    assert write(tmp_path, "ada", "dan") == 0


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    write(tmp_path, "ada", "bob", "cy")
    (tmp_path / "bob/notes.txt").write_text("mine")
    (tmp_path / "cy/feedback.html").write_text("page of cy/feedback, and a word of mine")
    (tmp_path / "eve").mkdir()
    (tmp_path / "eve/feedback.html").write_text("of somebody else")
    assert write(tmp_path, "ada") == 1
    assert left(tmp_path) == ["ada/feedback.html", "bob/notes.txt", "cy/feedback.html", "eve/feedback.html"]


def test_the_other_form_of_a_student_who_is_there_stays(tmp_path: Path) -> None:
    write(tmp_path, "ada", "bob")
    assert write(tmp_path, "ada", "bob", ending="md") == 0
    assert write(tmp_path, "ada", ending="md") == 2
    assert left(tmp_path) == ["ada/feedback.html", "ada/feedback.md"]


def test_two_classes_may_share_a_folder(tmp_path: Path) -> None:
    write(tmp_path, "ada", "bob")
    assert write(tmp_path, "eve", "fay") == 0
    assert write(tmp_path, "ada") == 1
    assert write(tmp_path, "eve") == 1
    assert left(tmp_path) == ["ada/feedback.html", "eve/feedback.html"]


def test_a_page_that_could_not_be_drawn_again_stays_listed(tmp_path: Path) -> None:
    write(tmp_path, "ada", "bob")
    assert remove_former(tmp_path, ["ada/feedback.html"], ["ada/feedback", "bob/feedback"]) == 0
    assert left(tmp_path) == ["ada/feedback.html", "bob/feedback.html"]
    assert write(tmp_path, "ada") == 1


@pytest.mark.parametrize("text", ["", "{", "[]", '{"classes": [{"ada/feedback.html": 1}]}', "\udcff"])
def test_a_list_that_is_damaged_removes_nothing(tmp_path: Path, text: str) -> None:
    write(tmp_path, "ada", "bob")
    (tmp_path / LIST).write_bytes(text.encode(errors="surrogateescape"))
    assert write(tmp_path, "ada") == 0
    assert left(tmp_path) == ["ada/feedback.html", "bob/feedback.html"]


def test_a_list_that_leads_out_of_the_folder_removes_nothing(tmp_path: Path) -> None:
    folder, other = tmp_path / "pages", tmp_path / "mine.html"
    write(folder, "ada")
    other.write_text("mine")
    whole = json.loads((folder / LIST).read_text())
    digest = hashlib.sha256(b"mine").hexdigest()
    whole["classes"][0] |= {"../mine.html": digest, str(other): digest, "link.html": digest}
    (folder / "link.html").symlink_to(other)
    (folder / LIST).write_text(json.dumps(whole))
    assert write(folder, "ada") == 0
    assert other.read_text() == "mine"
    assert (folder / "link.html").is_symlink()


def test_nothing_is_listed_where_nothing_was_written(tmp_path: Path) -> None:
    assert remove_former(tmp_path / "none", [], []) == 0
    assert not (tmp_path / "none").exists()

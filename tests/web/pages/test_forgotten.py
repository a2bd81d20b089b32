"""Who is forgotten is in nothing that the site serves: in no class either that was uploaded and waits."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

import pytest

from judge.model.classroom import Student
from judge.store import Store
from judge.store.classes import folder_of, forget_in
from tests.web.pages.test_class_upload import settle, upload
from tests.web.sites import RIGHT, WRONG, served


@pytest.mark.parametrize(
    ("folder", "who", "gone"),
    [
        ("ada", "", True),
        ("Ada Lovelace_17_assignsubmission_file", "", True),
        ("team7", "ada", True),
        ("team7", "bob", False),
        ("adalbert", "", False),
    ],
)
def test_an_upload_that_names_them_is_deleted(tmp_path: Path, folder: str, who: str, *, gone: bool) -> None:
    with served(tmp_path) as site:
        with site.store() as store:
            store.accounts.enter(Student("ada", "Ada Lovelace"), "student", "")
            store.accounts.enter(Student("bob", "Bob Babbage"), "student", "")
        hal = site.browser("hal")
        upload(hal, {f"{folder}/main.py": RIGHT, "x9/main.py": WRONG})
        if who:
            settle(hal, f"{folder},{who},")
        copy = tmp_path / "ended" / "store.db"  # as the site's own threads have the file open still
        copy.parent.mkdir()
        shutil.copytree(folder_of(site.settings.store), folder_of(copy))
        with site.store() as store:
            store.upkeep.backup(copy)
    assert (folder_of(copy) / "quiz").exists()
    with Store(copy) as store:
        done = store.upkeep.forget("ada")
    assert (done.uploads, done.left) == ((("quiz",), ()) if gone else ((), ("quiz",)))
    assert (folder_of(copy) / "quiz").exists() is not gone


@pytest.mark.parametrize("damage", [b"ad\xff", b""], ids=["a name that is no UTF-8", "half of it"])
def test_an_upload_that_can_not_be_read_is_left_and_told(tmp_path: Path, damage: bytes) -> None:
    """To forget somebody must not end there, half done."""
    (tmp_path / "quiz").mkdir()
    path = tmp_path / "quiz" / "class.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("ad\u00e9/main.py", RIGHT)
    whole = path.read_bytes()
    path.write_bytes(whole.replace("ad\u00e9".encode()[:3], damage) if damage else whole[: len(whole) // 2])
    assert forget_in(tmp_path, re.compile("ada")) == ((), ("quiz",))

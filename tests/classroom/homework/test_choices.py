"""Which files of what was handed in might be run."""

from __future__ import annotations

import io
import zipfile

from judge.classroom.files.file import File
from judge.classroom.homework.content import choices_in
from judge.classroom.shapes import Pile


def _pile(files: dict[str, bytes]) -> Pile:
    made = Pile("", [])
    for name, body in files.items():
        made.add(name, File(name, len(body), lambda most, body=body: body[:most]), name)  # type: ignore[misc]
    return made


def test_sources_and_notebooks_may_be_run() -> None:
    assert choices_in(_pile({"b.py": b"", "a.CPP": b"", "n.ipynb": b"", "r.pdf": b""})) == ("a.CPP", "b.py", "n.ipynb")


def test_those_in_a_zip_are_named_within_it() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("hw/a.py", "")
        archive.writestr("hw/sub/b.py", "")
    assert choices_in(_pile({"hw.zip": packed.getvalue()})) == ("a.py", "sub/b.py")


def test_what_can_t_be_opened_offers_nothing() -> None:
    assert choices_in(_pile({"hw.zip": b"PK no zip"})) == ()
    assert choices_in(_pile({})) == ()

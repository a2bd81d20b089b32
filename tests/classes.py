"""A made-up class of 200, and its submissions as a folder and as LMSs export them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests import make

RIGHT = "def solve(algorithm, n, lizards, grid):\n    return grid  # {}\n"
CPP = "#include <iostream>\nint main() {{ std::cout << {}; }}\n"
NAMES = (
    *("Ada Lovelace", "李小龍", "Ольга Петрова", "محمد الفارسي"),
    *("José Ñúñez", "Đặng Thị Hoa", "O'Neil, Sean", "山田 太郎"),
)


class Pupil(NamedTuple):
    """A student of the made-up class; `files` by name, none for who handed in an empty folder."""

    number: int
    name: str
    files: dict[str, bytes]

    @property
    def email(self) -> str:
        return f"s{self.number}@example.edu"


def pupils(count: int = 200) -> list[Pupil]:
    """Right, wrong, empty, twice the same, and in two languages; every name is one of a kind."""
    return [Pupil(1000 + k, f"{NAMES[k % len(NAMES)]} {k}", _files(k)) for k in range(count)]


def _files(k: int) -> dict[str, bytes]:
    right = {"homework.py": RIGHT.format(k).encode()}
    others = {
        0: {"homework.py": RIGHT.format("copied").encode()},  # byte for byte the same
        1: {"homework.cpp": CPP.format(k).encode()},
        2: {"homework.py": b"print(%d)\n" % k, "helper.py": b"X = %d\n" % k},
        3: {"homework.py": b""},
        4: {**right, "README.md": b"# how it works"},
    }
    return others.get(k % 10, right)


def zipped(files: Mapping[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return held.getvalue()


def write_zip(path: Path, files: Mapping[str, bytes]) -> Path:
    path.write_bytes(zipped(files))
    return path


def plain(root: Path, everybody: list[Pupil]) -> Path:
    held = {f"{pupil.name}/{name}": data for pupil in everybody for name, data in pupil.files.items()}
    return make.files(root / "class", held)


def moodle(root: Path, everybody: list[Pupil]) -> Path:
    files = {
        f"{pupil.name.replace('_', ' ')}_{pupil.number}_assignsubmission_file_/{name}": data
        for pupil in everybody
        for name, data in pupil.files.items()
    }
    return write_zip(root / "CSCI-561-Homework 1-42.zip", files)


def canvas(root: Path, everybody: list[Pupil]) -> Path:
    files: dict[str, bytes] = {}
    for pupil in everybody:
        squeezed = "".join(character for character in pupil.name.lower() if character.isalnum())
        late = "_LATE" if pupil.number % 7 == 0 else ""
        for index, (name, data) in enumerate(pupil.files.items()):
            files[f"{squeezed}{late}_{pupil.number}_{90000 + 10 * pupil.number + index}_{name}"] = data
    return write_zip(root / "submissions.zip", files)


def gradescope(root: Path, everybody: list[Pupil]) -> Path:
    lines, files = ["---"], dict[str, bytes]()
    for pupil in everybody:
        folder = f"submission_{400000 + pupil.number}"
        lines += [f"{folder}:", "  :submitters:", f"  - :name: {json.dumps(pupil.name, ensure_ascii=False)}"]
        lines += [f"    :sid: '{pupil.number}'", f"    :email: {pupil.email}", "  :score: 1.0", "  :results:"]
        lines += ["    output: |-", "      submission_1:", "        :submitters:", "        - :name: nobody"]
        files |= {f"assignment_9_export/{folder}/{name}": data for name, data in pupil.files.items()}
    files["assignment_9_export/submission_metadata.yml"] = "\n".join(lines).encode()
    return write_zip(root / "assignment_9_export.zip", files)


def blackboard(root: Path, everybody: list[Pupil]) -> Path:
    files: dict[str, bytes] = {}
    for pupil in everybody:
        attempt = f"Homework_1_{pupil.number}_attempt_2026-11-21-18-00-00"
        receipt = [f"Name: {pupil.name} ({pupil.number})", "Assignment: Homework_1", "Files:"]
        for name, data in pupil.files.items():
            files[f"{attempt}_{name}"] = data
            receipt += [f"\tOriginal filename: {name}", f"\tFilename: {attempt}_{name}"]
        files[f"{attempt}.txt"] = "\r\n".join(receipt).encode()
    return write_zip(root / "gradebook_CSCI-561_Homework_1_2026-11-22.zip", files)


SHAPES = {"plain": plain, "Moodle": moodle, "Canvas": canvas, "Gradescope": gradescope, "Blackboard": blackboard}

"""What is run of what a student handed in: archives in archives, attempts, and choices."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.classroom import read_roll, read_upload
from judge.model import AttemptRule
from tests.classes import write_zip, zipped
from tests.classroom.make import SOURCE, bounded, by_id, doubt_of, lone, roll_of
from tests.judging.make import problem_of

PROGRAM = b"import util\nprint(1)\n"


@pytest.mark.parametrize(
    ("name", "inside", "main", "kept"),
    [
        ("hw1.zip", {"hw1.py": SOURCE}, "hw1.py", ["hw1.py"]),
        ("HW1.ZIP", {"hw1/main.py": PROGRAM, "hw1/util.py": b""}, "main.py", ["main.py", "util.py"]),
        ("hw1.zip", {"a/b/main.py": PROGRAM, "a/b/util.py": b"", "__MACOSX/a/b/._main.py": b"\0"}, "main.py",
         ["main.py", "util.py"]),
        ("hw1.zip", {"hw1/": b"", "hw1/hw1.py": SOURCE, "hw1/.DS_Store": b"x", ".git/x.py": b"x"}, "hw1.py",
         ["hw1.py"]),
        ("hw1.zip", {"src/main.py": PROGRAM, "src/util.py": b"", "data.csv": b"1"}, "src/main.py",
         ["data.csv", "src/main.py", "src/util.py"]),
    ],
)  # fmt: skip
def test_one_zip_is_opened(tmp_path: Path, name: str, inside: dict[str, bytes], main: str, kept: list[str]) -> None:
    member = lone(tmp_path, {name: zipped(inside), "report.pdf": b"%PDF"})
    assert (member.doubt, member.main, member.page) == (None, main, "ada/feedback")
    assert [path for path, _ in member.files if path != "report.pdf"] == kept


def test_what_is_left_out_of_a_zip_is_told(tmp_path: Path) -> None:
    inner = zipped({"hw1.py": SOURCE, "old.zip": b"PK", "big.bin": bytes(300 << 10), "report.txt": b""})
    member = lone(tmp_path, {"hw1.zip": inner, "report.pdf": b"%PDF"})
    assert list(member.remarks) == [
        "big.bin: it is longer than 256 KiB",
        "old.zip: it is an archive in the archive, which is not opened",
        "report.pdf, report.txt: not part of the program",
    ]


def test_a_loose_zip_of_an_export_is_opened_and_its_page_lies_beside_it(tmp_path: Path) -> None:
    files = {"adams_5_801_hw1.zip": zipped({"main.py": PROGRAM, "util.py": b""}), "bell_6_802_hw1.py": SOURCE}
    rows = by_id(read_roll(write_zip(tmp_path / "submissions.zip", files)))
    assert (rows["5"].main, rows["5"].page, rows["5"].folder) == ("main.py", "adams_5_801_hw1", "adams_5_801_hw1.zip")


@pytest.mark.parametrize(
    "beside", [{"main.py": SOURCE}, {"MAIN.PY": SOURCE}, {"hw1.ipynb": b'{"nbformat": 4}'}], ids=["py", "PY", "ipynb"]
)
def test_beside_a_source_a_zip_stays_closed(tmp_path: Path, beside: dict[str, bytes]) -> None:
    member = lone(tmp_path, {"other.zip": zipped({"other.py": PROGRAM}), **beside})
    assert not any("other.py" in path for path, _ in member.files)
    assert member.doubt or member.remarks[0] == "other.zip: it is an archive in the archive, which is not opened"


# --- what can't be judged ---------------------------------------------------------------------------------------------
def link() -> bytes:
    held = io.BytesIO()
    info = zipfile.ZipInfo("hw1.py")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(held, "w") as made:
        made.writestr(info, "/etc/passwd")
    return held.getvalue()


def lying() -> bytes:
    """A file of 64 MiB that claims to be small."""
    data = zipped({"hw1.py": bytes(64 << 20)})
    return data.replace((64 << 20).to_bytes(4, "little"), (100).to_bytes(4, "little"))


def locked() -> bytes:
    data = bytearray(zipped({"hw1.py": SOURCE}))
    data[data.rindex(b"PK\1\2") + 8] |= 1
    return bytes(data)


TWO = {"a.zip": zipped({"a.py": SOURCE}), "b.zip": zipped({"b.py": SOURCE})}
# What lies in the zip; of the doubt the place below ada, and the begin of its words.
DOUBTS: dict[str, tuple[bytes | dict[str, bytes], str, str]] = {
    "in a zip again": (zipped({"hw1.zip": zipped({"hw1.py": SOURCE})}), "", "it is an archive in the archive: hw1.zip"),
    "nothing": (zipped({}), "", "there is nothing in hw1.zip"),
    "an empty folder": (zipped({"hw1/": b""}), "", "there is nothing in hw1.zip"),
    "no zip": (b"Rar!\x1a\x07\x00", "/hw1.zip", "it is not a whole zip: File is not a zip file"),
    "a link": (link(), "/hw1.zip/hw1.py", "it is a link"),
    "a bomb": (zipped({"hw1.py": bytes(1 << 20)}), "/hw1.zip/hw1.py", "it is longer than 256 KiB"),
    "a bomb that claims to be small": (lying(), "/hw1.zip/hw1.py", "it is damaged: "),
    "a lock": (locked(), "/hw1.zip/hw1.py", "it is encrypted"),
    "a way out": (
        zipped({"../../etc/hw1.py": SOURCE}), "/hw1.zip/../../etc/hw1.py", "its name leads out of its folder",
    ),
    "a long name": (zipped({"x" * 300 + ".py": SOURCE}), f"/hw1.zip/{'x' * 300}.py", "its name is too long"),
    "two programs": (
        zipped({"a.py": b"print(1)", "b.py": b"print(1)"}), "",
        "it is not clear which of its programs is run: a.py, b.py",
    ),
    "two zips": (TWO, "", "it is not clear which of its archives is the submission: a.zip, b.zip"),
}  # fmt: skip


@pytest.mark.parametrize("kind", DOUBTS)
def test_what_can_not_be_judged_costs_its_student_alone(tmp_path: Path, kind: str) -> None:
    data, where, said = DOUBTS[kind]
    with bounded(8 << 20):
        found = lone(tmp_path, {"hw1.zip": data} if isinstance(data, bytes) else data).doubt
    assert found
    assert (found.where, found.what.startswith(said), found.help != "") == (f"ada{where}", True, True)


@pytest.mark.parametrize("main", ["b.zip", "b.zip/b.py"])
def test_of_two_zips_the_one_that_is_named_is_opened(main: str) -> None:
    found, _ = read_upload(problem_of(1), [(name, name, data) for name, data in TWO.items()], main)
    assert (found.main, found.doubt) == ("b.py", None)


def pad(path: Path, size: int) -> None:
    """Write a zip of this size: it may begin with anything, such as a hole, which takes no room on the disk."""
    data = zipped({"hw1.py": SOURCE})
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        file.seek(size - len(data))
        file.write(data)


def test_a_zip_has_bounds(tmp_path: Path) -> None:
    """64 MiB, and 1 MiB of names."""
    pad(tmp_path / "class/most/hw1.zip", 64 << 20)
    pad(tmp_path / "class/over/hw1.zip", (64 << 20) + 1)
    names = {f"{number:0200}.txt": b"" for number in range(4500)}
    found = by_id(roll_of(tmp_path, {"many/hw1.zip": zipped(names)}))
    assert {who: one.main or doubt_of(one).what for who, one in found.items()} == {
        "many": "it has too many files", "most": "hw1.py", "over": "it is longer than 64 MiB",
    }  # fmt: skip
    assert doubt_of(found["over"]).where == "over/hw1.zip"


def test_what_is_let_go_takes_nothing_of_the_class_s_bound(tmp_path: Path) -> None:
    """Zips that together are longer than a class may be, and one student of a folder that is too large."""
    for number in range(5):
        pad(tmp_path / f"class/s{number}/hw1.zip", 60 << 20)
    files = {f"eve/{number}.txt": b"#" * (256 << 10) for number in range(17)} | {"eve/hw1.py": SOURCE}
    rows = by_id(roll_of(tmp_path, files))
    assert rows.pop("eve").doubt
    assert [(one.main, one.doubt) for one in rows.values()] == [("hw1.py", None)] * 5


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_broken_zip_is_read_or_its_student_s_doubt(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    raw = bytearray(zipped({"hw1/hw1.py": SOURCE, "hw1/notes.txt": b"x" * 99}))
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    member = lone(tmp_path_factory.mktemp("broken"), {"hw1.zip": bytes(raw)})
    assert bool(member.main) != bool(member.doubt)
    assert member.doubt is None or not member.doubt.ours


def test_an_environment_in_a_zip_is_no_part_of_the_program(tmp_path: Path) -> None:
    """As many as come with pip: more files than a student may have."""
    packages = {f"hw1/venv/Lib/site-packages/pip/{number}.py": b"x" for number in range(2100)}
    member = lone(tmp_path, {"hw1.zip": zipped({"hw1/hw1.py": SOURCE, "hw1/venv/pyvenv.cfg": b"", **packages})})
    assert (member.main, member.remarks) == ("hw1.py", ("venv/pyvenv.cfg: not part of the program",))


def attempts(folder: Path, files: Sequence[str], rule: AttemptRule = "newest") -> str:
    """Which files of each student count, the newest first; several that nobody can tell apart stand by themselves."""
    problem = replace(problem_of(1), attempt=rule)
    roll = roll_of(
        folder,
        {f"{name}/hw.py" if "," in name else f"{name}_hw.py": name.encode() for name in files},
        problem=problem,
        kind="zip",
    )
    of = [[one.folder for one in ((() if one.doubt else (one,)) + one.others)] for one in roll.members]
    waits = [bool(one.doubt) for one in roll.members]
    return "; ".join(("|" if wait else " > ").join(map(short, names)) for names, wait in zip(of, waits, strict=True))


def short(folder: str) -> str:
    """What is told of an attempt: its day, its version, or its hour."""
    return folder.removesuffix("_hw.py").rpartition("-11-")[2].rpartition(" - ")[2].rpartition("@x_")[2]


def days(*said: str) -> list[str]:
    return [f"31-999 - Ann Lee - {day}, 2026 926 PM" for day in said]


@pytest.mark.parametrize(
    ("files", "order"),
    [
        ([f"HW_{who}_attempt_2026-11-{day}-10-00-00" for who, day in (
            ("ann", 19), ("bob", 10), ("ann", 21), ("ann", 20))],
         "21-10-00-00 > 20-10-00-00 > 19-10-00-00; 10-10-00-00"),
        (["ann@x_2", "ann@x_10", "ann@x_9"], "10 > 9 > 2"),
        (days("Nov 9", "Nov 10"), "Nov 10, 2026 926 PM > Nov 9, 2026 926 PM"),
        # Where nobody can tell, each stands by itself.
        (days("9 sept.", "Nov 10"), "9 sept., 2026 926 PM|Nov 10, 2026 926 PM"),
        (days("9 sept.", "1 okt."), "1 okt., 2026 926 PM|9 sept., 2026 926 PM"),
    ],
)  # fmt: skip
def test_the_newest_comes_first_and_each_user_where_the_export_has_them(
    tmp_path: Path, files: list[str], order: str
) -> None:
    for number, some in enumerate((files, files[::-1])):
        assert attempts(tmp_path / str(number), some) == order


def test_an_export_whose_times_can_not_be_read_waits_and_is_settled_by_the_match_file(tmp_path: Path) -> None:
    old, new, alone = (
        f"{who} {day} 2026 926" for who, day in (
            ("31-999 - Ann Lee -", "30 sept."), ("31-999 - Ann Lee -", "1 oct."), ("32-999 - Bo Ray -", "1 oct."),
        )
    )  # fmt: skip
    files, roster = {f"{name}/hw.py": name.encode() for name in (old, new, alone)}, "id,name\n1,Ann Lee\n2,Bo Ray\n"
    ann, bo = roll_of(tmp_path, files, roster).members
    assert (bo.doubt, bo.main) == (None, "hw.py")
    assert (doubt_of(ann).what, ann.main, len(ann.others)) == ("1 has two submissions", "", 2)
    settled = roll_of(tmp_path, {}, roster, f"file,student,main\n{new},1,\n").members
    assert [(one.folder, one.doubt) for one in settled] == [(new, None), (alone, None)]


@pytest.mark.parametrize(
    ("files", "choices"),
    [
        ({"b.py": b"", "a.CPP": b"", "n.ipynb": b"", "r.pdf": b""}, ("a.CPP", "b.py", "n.ipynb")),
        ({"hw.zip": zipped({"hw/a.py": b"", "hw/sub/b.py": b""})}, ("a.py", "sub/b.py")),
        ({"hw.zip": b"PK no zip"}, ()),
        ({}, ()),
    ],
)
def test_what_may_be_run_is_offered(files: dict[str, bytes], choices: tuple[str, ...]) -> None:
    assert read_upload(problem_of(1), [(name, name, data) for name, data in files.items()])[1] == choices

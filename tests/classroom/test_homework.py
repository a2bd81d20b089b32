"""What is run of what a student handed in: archives in archives, attempts, and choices."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom import archive, hand_in, read_roll
from judge.classroom.content import choices_in, content_of
from judge.classroom.file import File
from judge.classroom.intake import by_user
from judge.classroom.shapes.pile import Pile
from judge.model import AttemptRule
from tests.classes import write_zip, zipped
from tests.classroom.make import SOURCE, bounded, by_id, doubt_of, lone, pile_of, roll_of

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
    found = content_of(pile_of(TWO, main=main))
    assert (found.main, found.doubt) == ("b.py", None)


@pytest.mark.parametrize("claims", [True, False])
def test_a_zip_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, claims: bool) -> None:
    data = zipped({"hw1.py": SOURCE})
    monkeypatch.setattr(hand_in, "ZIP_LIMIT", len(data))
    assert lone(tmp_path, {"hw1.zip": data}).main == "hw1.py"
    monkeypatch.setattr(hand_in, "ZIP_LIMIT", len(data) - 1)
    if not claims:
        monkeypatch.setattr("judge.classroom.archive.File", lambda path, _, *more: File(path, 0, *more))
    doubt = doubt_of(lone(tmp_path, {"hw1.zip": data}, "folder"))
    assert (doubt.where, doubt.what) == ("ada/hw1.zip", "it is longer than 0 MiB")


def test_a_list_of_contents_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_in, "LIST_LIMIT", 1 << 10)
    doubt = doubt_of(lone(tmp_path, {"hw1.zip": zipped({f"{number:040}.txt": b"" for number in range(20)})}))
    assert (doubt.where, doubt.what) == ("ada/hw1.zip", "it has too many files")


def test_what_is_let_go_takes_nothing_of_the_class_s_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty zips that together are longer than a class may be, and one student of a folder that is too large."""
    monkeypatch.setattr(archive, "READ_LIMIT", 5 << 20)
    padded = bytes(1 << 20) + zipped({"hw1.py": SOURCE})  # a zip may begin with anything
    files = {f"s{number}/hw1.zip": padded for number in range(20)}
    files |= {f"eve/{number}.txt": b"#" * (256 << 10) for number in range(17)} | {"eve/hw1.py": SOURCE}
    rows = by_id(read_roll(write_zip(tmp_path / "class.zip", files)))
    assert rows.pop("eve").doubt
    assert [(one.main, one.doubt) for one in rows.values()] == [("hw1.py", None)] * 20


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


AT = datetime(2026, 11, 20, 12)


def pile(name: str, minute: int | None = None, version: int = 0, user: str = "u") -> Pile:
    at = None if minute is None else AT + timedelta(minutes=minute)
    return Pile(name, [], handed_in=at, user=user, version=version)


def named(piles: Sequence[Pile], rule: AttemptRule = "newest") -> list[list[str]]:
    return [[one.folder for one in attempts] for attempts in by_user(piles, rule)]


@pytest.mark.parametrize(
    ("piles", "order"),
    [
        ([pile("a", 1), pile("b", user=""), pile("c", 3), pile("d", 2), pile("e", user=""), pile("x", 9, user="v")],
         "c d a|b|e|x"),
        ([pile("a_2", version=2), pile("a_10", version=10)], "a_10 a_2"),
        ([pile("a_2", 5, version=2), pile("a_10", 1, version=10)], "a_2 a_10"),  # a time comes before the count
        # Where nobody can tell, each stands by itself.
        ([pile("31-999", 5), pile("31-1000", 5)], "31-999|31-1000"),
        ([pile("30_sept._2026"), pile("1_oct._2026")], "30_sept._2026|1_oct._2026"),
        ([pile("a", 1), pile("b")], "a|b"),
        ([pile("a", 5, 3), pile("b", 5, 3), pile("c", 1, 1)], "a|b|c"),
    ],
)  # fmt: skip
def test_the_newest_comes_first_and_each_user_where_the_export_has_them(piles: list[Pile], order: str) -> None:
    assert "|".join(map(" ".join, named(piles))) == order


def test_older_ones_of_one_time_matter_to_the_last_on_time_alone() -> None:
    made = [pile("new", 9), pile("a", 5), pile("b", 5)]
    assert len(named(made)) == len(named(made, "best")) == 1
    assert named(made, "last-on-time") == [["new"], ["a"], ["b"]]
    east, west = (AT.replace(tzinfo=UTC).astimezone(zone) for zone in (UTC, None))
    one, other = pile("a"), pile("b")
    one.handed_in, other.handed_in = east, west + timedelta(seconds=1)
    assert named([one, other]) == [["b", "a"]], "times with zones are compared as moments"


TOLD = st.tuples(st.none() | st.integers(0, 5), st.integers(0, 3))


@settings(deadline=None)
@given(
    st.lists(TOLD, min_size=1, max_size=5),
    st.lists(st.text(min_size=1, max_size=3), min_size=5, max_size=5, unique=True),
    st.permutations(range(5)),
    st.sampled_from(["newest", "best", "last-on-time"]),
)
def test_other_names_of_the_piles_and_another_order_of_the_export_change_nothing(
    told: list[tuple[int | None, int]], names: list[str], shuffled: list[int], rule: AttemptRule
) -> None:
    def newest(of: Sequence[int], names: Sequence[str]) -> set[int]:
        """Which are first in a list of their own: one alone, or all of them."""
        made = [pile(names[number], *told[number]) for number in of]
        return {names.index(attempts[0].folder) for attempts in by_user(made, rule)}

    there = [number for number in shuffled if number < len(told)]
    assert newest(range(len(told)), "abcde") == newest(there, names)


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
    assert choices_in(pile_of(files)) == choices

"""What the names in an export say, platform by platform: whose each file is, how it is called, and what belongs to
nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Roll, Student
from tests.classroom.make import BERLIN, bounded, moment, read, roll_of, written_rows
from tests.refused import refused

HW = b"print(1)\n"


# --- Blackboard's receipts --------------------------------------------------------------------------------------------
JANE = "HW_1_j_doe_attempt_2026-11-20-23-59-01"
NAMED = b"Name: Jane Doe (j_doe)"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        *((f"{label}: Jane Doe (j_doe)\r\nX: Y\r\n\r\nName: Doe (doe)\r\n".encode(), True) for label in (
            "Name", "Nombre", "Nom ", "الاسم", "名前")),
        ("\ufeffName:  Jane Doe  (j_doe)\r\nAssignment: HW_1\r\n".encode(), True),
        (b"Assignment: HW_1\nName: Jane Doe (j_doe) \n\xf6", True),
        (b"#" * ((64 << 10) - 1 - len(NAMED)) + b"\n" + NAMED, True),
        (b"#" * (64 << 10) + b"\n" + NAMED, False),
        (b"Name: Jane Doe (somebody)", False),
        (b"Assignment: HW_1\n\nName: Doe (doe)\n", False),  # as a student writes it
        (b"", False),
    ],
)  # fmt: skip
def test_a_receipt_names_the_user(tmp_path: Path, data: bytes, told: bool) -> None:
    [jane] = read(tmp_path, {f"{JANE}.txt": data, f"{JANE}_a.py": HW}).members
    assert jane.student == (Student("j_doe", "Jane Doe", login="j_doe") if told else Student("doe", login="doe"))
    assert (jane.folder, jane.page, jane.main) == (f"{JANE}.txt", f"{JANE}_a", "a.py")
    [jane] = read(tmp_path, {f"{JANE}.txt": data}).members
    assert jane.doubt, "a receipt alone is no program"


# --- Gradescope's list ------------------------------------------------------------------------------------------------
LIST = "submission_metadata.yml"


def listed(folder: Path, text: str | bytes, *files: str) -> dict[str, list[Student]]:
    """Whose each submission is, where the list says so."""
    data = text if isinstance(text, bytes) else text.encode(errors="surrogateescape")
    roll = read(folder, {LIST: data} | {name: name.encode() for name in (*files, "submission_99/a.py")})
    assert roll.shape == "Gradescope"
    found: dict[str, list[Student]] = {}
    for one in roll.members:
        mine = found.setdefault(one.folder, [])
        mine += [one.student] if one.student.id != one.folder else []
    assert found.pop("submission_99") == []
    return found


VALUES = {
    "Ann Lee ": "Ann Lee", "'Bob''s'": "Bob's", "'": "'", "''": "", "'x": "'x", "x'": "x'",
    '"J\\xF6rg \\u00e9"': "J\u00f6rg \u00e9", '"x': '"x', "J\udcf6rg": "J\ufffdrg", "~": "", "null": "",
    "x" * 5000: "x" * (4096 - len("    :name: ")),  # a line has a bound
}  # fmt: skip


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_name_is_read_as_ruby_writes_it(tmp_path: Path, end: str) -> None:
    entry = "submission_{}:\n  :submitters:\n  - :sid: {}\n    :name: {}\n"
    lines = [entry.format(at, at, value) for at, value in enumerate(VALUES)]
    found = listed(tmp_path, "".join(lines).replace("\n", end))
    assert [one.name for [one] in found.values()] == list(VALUES.values())


ANN = "  :submitters:\n  - :name: Ann\n"


@pytest.mark.parametrize(
    "text",
    [
        b"".join(b"submission_%d:\n" % number for number in range(20_001)),
        b"submission_1:\n  :submitters:\n" + b"  - :name: A\n" * 160_000,
        b"submission_1:\n  :submitters:\n" + (b"  - :name: " + b"A" * 4000 + b"\n") * 4200,
    ],
    ids=["submissions", "names", "letters"],
)
def test_how_long_a_list_may_be(tmp_path: Path, text: bytes) -> None:
    with refused("E461") as caught:
        read(tmp_path, {LIST: text, "submission_1/a.py": HW})
    assert caught.value.help == "grade a part of the class"


def test_a_long_list_of_submitters_costs_little_more_than_itself(tmp_path: Path) -> None:
    printed = b"      output: |-\n" + b"        a line of a test\n" * 400_000
    entry = b"submission_%d:\n  :submitters:\n  - :name: Ann\n    :sid: '%d'\n  :results:\n%s"
    text = b"".join(entry % (k, k, printed) for k in (1, 2))
    with bounded(3 * len(text)):
        found = listed(tmp_path, text)
    assert [one.id for who in found.values() for one in who] == ["1", "2"]


def test_a_list_that_is_cut_names_nobody_by_half(tmp_path: Path) -> None:
    """64 MiB are read: a hole, which takes no room on the disk, and then somebody of whom the last bytes are gone."""
    path = tmp_path / "class" / LIST
    path.parent.mkdir()
    one, more, two = (f"submission_{k}:\n  :submitters:\n  - :sid: '123{k}'\n".encode() for k in (1, 2, 3))
    with path.open("wb") as file:
        file.write(one + more + b"      output: ")
        file.seek((64 << 20) - len(two) + 3)
        file.write(b"\n" + two)
    roll = roll_of(tmp_path, {f"submission_{k}/a.py": b"" for k in (1, 2, 3)})
    assert [one.student.id for one in roll.members] == ["1231", "1232", "submission_3"]


@pytest.mark.parametrize(
    ("text", "name", "source", "student"),
    [
        (f"submission_1:\n{ANN}", LIST, "submission_1/a.py", "submission_1"),
        (NAMED.decode(), f"{JANE}.txt", f"{JANE}_a.py", "doe"),
        ("2026-11-21 18:00:00", "submitted/bob/hw1/timestamp.txt", "submitted/bob/hw1/a.py", "bob"),
    ],
)
def test_what_is_a_link_tells_nothing(tmp_path: Path, text: str, name: str, source: str, student: str) -> None:
    (tmp_path / "secret").write_text(text)
    path = tmp_path / "class" / name
    path.parent.mkdir(parents=True)
    path.symlink_to(tmp_path / "secret")
    [one] = roll_of(tmp_path, {source: HW}, problem=BERLIN).members
    assert (one.student.id, moment(one)) == (student, "2026-11-20 22:59:01" if student == "doe" else "")


# --- times ------------------------------------------------------------------------------------------------------------
def test_times_as_they_are_written_and_spoken(tmp_path: Path) -> None:
    def shown(roll: Roll) -> list[str]:
        return [moment(one) for one in sorted(roll.members, key=lambda one: int(one.student.id))]

    written, spoken = (written_rows("exports.toml", name) for name in ("written", "spoken"))
    files = {f"submitted/{at}/hw1/a.py": b"print(%d)" % at for at in range(len(written))}
    files |= {f"submitted/{at}/hw1/timestamp.txt": text.encode() for at, (text, _) in enumerate(written)}
    assert shown(read(tmp_path / "written", files)) == [time for _, time in written]
    names = [f"{at}-9 - Ann - {text}/a.py" for at, (text, _) in enumerate(spoken)]
    assert shown(read(tmp_path / "spoken", names)) == [time for _, time in spoken]


@pytest.mark.parametrize("begin", ["submitted/", "", "Submitted files/"])
def test_a_tree_is_of_one_assignment(tmp_path: Path, begin: str) -> None:
    """Of nbgrader, and of Teams."""
    inside, own = ("Version 1/", ()) if begin.startswith("S") else ("", ("ann/hw1/timestamp.txt",))
    names = (*(f"{name}/{inside}a.py" for name in ("ann/hw1", "bob/hw1", "bob/hw2")), *own)
    with refused("E461", "it holds 2 assignments: hw1, hw2"):
        read(tmp_path, [begin + name for name in names])

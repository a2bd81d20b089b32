"""Class lists of any platform and spreadsheet: the people in them, by whatever they are called."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.classroom import Roster, read_lms_list
from judge.model import LmsList, Student
from tests.classroom.make import roll_of, written_rows
from tests.conftest import there
from tests.refused import refused


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "roster.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(("count", "first", "text"), written_rows("lists.toml", "roster"))
def test_a_roster_of_any_platform_is_read(tmp_path: Path, count: int, first: dict[str, Any], text: str) -> None:
    students = Roster.read(written(tmp_path, text)).students
    assert (students[0], len(students)) == (Student(**first), count)


@pytest.mark.parametrize(("groups", "text"), written_rows("lists.toml", "groups"))
def test_groups_are_added_to_the_roster(tmp_path: Path, groups: list[str], text: str) -> None:
    assert [one.group for one in ROSTER.with_groups(written(tmp_path, text)).students] == groups


@pytest.mark.parametrize(("columns", "text"), written_rows("lists.toml", "gradebook"))
def test_the_columns_of_a_platform_s_gradebook_are_found(tmp_path: Path, columns: list[list[Any]], text: str) -> None:
    found = tuple(LmsList.Column(*column) for column in columns)
    assert read_lms_list(written(tmp_path, text)) == LmsList(found)


@pytest.mark.parametrize(("line", "said", "text"), written_rows("wrong.toml", "roster"))
def test_a_roster_that_can_not_be_read_says_where(tmp_path: Path, line: int, said: str, text: str) -> None:
    path = written(tmp_path, text.encode("latin-1"))
    with refused("E462", f"roster.csv can't be read as a roster: {said}", path, line) as caught:
        Roster.read(path)
    assert "columns" in caught.value.help


def test_a_head_in_another_encoding_is_told(tmp_path: Path) -> None:
    """Excel's plain CSV is in the encoding of its country's Windows."""
    with refused("E462", "its first line names no column id or name, but") as caught:
        Roster.read(written(tmp_path, b"\xd4\xc8\xce;Email\n\xcf\xe5\xf2\xf0;a@x\n"))
    assert str(caught.value.help).startswith("save it as CSV UTF-8 first")


def test_a_roster_has_bounds(tmp_path: Path) -> None:
    roster = Roster.read(written(tmp_path, "id,name,main\n1,Ann,src/hw.py\n1,Ann,\n" + "\n" * 19_998))
    assert (len(roster.students), roster.mains) == (1, {"1": "src/hw.py"})
    path = written(tmp_path, "id,name\n1,Ann\n" + "\n" * 20_000)
    with refused("E462", "it has more than 20,000 rows", path, 20_002):
        Roster.read(path)
    # A hole takes no room on the disk, and no more than the bound is read.
    for length, said in ((16 << 20, "a workbook"), ((16 << 20) + 1, "longer than 16 MiB"), (1 << 36, "longer than")):
        with written(tmp_path, "PK\3\4").open("r+b") as file:
            file.truncate(length)
        with refused("E462", said):
            Roster.read(path)
    path.unlink()
    with refused("E435") as caught:
        Roster.read(path)
    assert caught.value.help


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_a_spreadsheet_may_write_utf_16_or_excel_s_own_encoding(tmp_path: Path, encoding: str) -> None:
    mark = "\ufeff" if encoding[-2:] in ("le", "be") else ""
    roster = Roster.read(written(tmp_path, f"{mark}id\tname\r\n7\tZoë Núñez\r\n".encode(encoding)))
    assert roster.students == (Student("7", "Zoë Núñez"),)
    assert bool(roster.remarks) == (encoding == "cp1252")


def test_the_names_that_an_error_offers_are_known(tmp_path: Path) -> None:
    with refused("E462") as caught:
        Roster.read(Path("r.csv"), b"foo\n")
    ids, names, emails, logins = caught.value.help.partition("for example ")[2].split("; ")
    for field, header in ((0, ids), (2, emails), (3, logins)):
        for one in header.replace(" or ", ", ").split(", "):
            [student] = Roster.read(written(tmp_path, f"{one},Name\nx@y,Ann\n")).students
            assert (student.id, student.email, student.login)[(0, 0, 1, 2)[field]] == "x@y"
    for names_of in names.split(", or ")[1:]:
        first, last = names_of.split(" and ")
        assert Roster.read(written(tmp_path, f"{last};{first}\nLee;Ann\n")).students[0].name == "Ann Lee"


ROWS = st.tuples(st.sampled_from("123"), st.sampled_from(["Ann", "Bo", ""]), st.sampled_from("XYZ"))


@given(st.lists(ROWS, min_size=1))
def test_rows_of_one_id_are_one_student_or_an_error(rows: list[tuple[str, str, str]]) -> None:
    """In whatever order: nobody is lost, no section is, and no two people become one."""
    text = "id,name,section\n" + "".join(f"{','.join(row)}\n" for row in rows)
    names = {number: {name for one, name, _ in rows if one == number and name} for number, _, _ in rows}
    if any(len(called) > 1 for called in names.values()):
        with refused("E462", "twice"):
            Roster.read(Path("r.csv"), text.encode())
        return
    students = Roster.read(Path("r.csv"), text.encode()).students
    sections = {number: {section for one, _, section in rows if one == number} for number in names}
    assert {one.id: (one.name, set(one.section.split(", "))) for one in students} == {
        number: ("".join(called), sections[number]) for number, called in names.items()
    }


NAMES = st.lists(st.sampled_from(["Ann Lee", "Bo Ray", "Cy van Fox", "Di Elm Oak", "Lee Ann"]), unique=True, min_size=2)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names=NAMES, order=st.sampled_from(["as it is", "last first", "first last"]))
def test_names_may_be_turned_round(tmp_path_factory: pytest.TempPathFactory, names: list[str], order: str) -> None:
    """Only where all of it is: of a class in which one name is right that way alone, no other is turned."""
    by = {"as it is": 0, "last first": -1, "first last": 1}[order]
    told = [" ".join(name.split()[by:] + name.split()[:by]) for name in names]
    roster = Roster([Student(f"s{k}", name) for k, name in enumerate(names)])
    roll = roll_of(tmp_path_factory.mktemp("turned"), {f"{name}/a.py": name.encode() for name in told}, roster)
    for one in roll.members:
        assert sorted(one.student.name.split()) == sorted(names[int(one.student.id[1:])].split())
    called = {one.student.name for one in roll.members}
    if set(told) == set(names):
        assert (roll.remarks, called <= set(names)) == ((), True)
    else:
        assert roll.remarks
        assert [one.folder for one in roll.members] == [told[int(one.student.id[1:])] for one in roll.members]
        assert (2 * len(roll.members) >= len(names), called <= set(told)) == (True, True)


def test_what_is_to_be_said_of_a_roster_is_said_of_the_class(tmp_path: Path) -> None:
    """Its names are the other way round, it is not UTF-8, and a group has lost its zeros."""
    files = {f"{name}/hw.py": name.encode() for name in ("Zoë Lee", "Bo Ray", "0429")}
    roster = Roster.read(Path("r.csv"), "id;name;group\n1;Lee Zoë;\n2;Ray Bo;\n3;Fox Cy;429\n".encode("cp1252"))
    roll = roll_of(tmp_path, files, roster)
    assert {member.student.id: member.folder for member in roll.members} == {"1": "Zoë Lee", "2": "Bo Ray"}
    assert [one.student.name for one in roll.members] == [one.folder for one in roll.members]
    assert [(one.folder, [student.id for student in one.nearest]) for one in roll.unmatched] == [("0429", ["3"])]
    first, second = roll.remarks
    assert ("Windows-1252" in first, "the other way round: 2 of 3" in second) == (True, True)
    assert roll.place == str((tmp_path / "class").resolve())


ROSTER = Roster([Student("1", "Ann", "ann@x", "ann"), Student("2", "Bob", "bob@x"), Student("3", "Bob", group="Old")])


@pytest.mark.parametrize(("line", "said", "text"), written_rows("wrong.toml", "groups"))
def test_a_list_that_can_not_be_read_says_where(tmp_path: Path, line: int, said: str, text: str) -> None:
    path = written(tmp_path, text)
    with refused("E474", f": {said}", path, line):
        ROSTER.with_groups(path)
    found = there(Roster.listed(None, written(tmp_path, "id,name,group\n7,Zoe,A\n")))
    assert found.students == (Student("7", "Zoe", section="A", group="A"),), "without a roster the list is one"


@pytest.mark.parametrize(("name", "same", "others"), written_rows("names.toml", "alike"))
def test_accents_are_letters_and_case_is_nothing(name: str, same: list[str], others: list[str]) -> None:
    roster = Roster([Student("1", name), Student("José", "X")])
    assert [[one.id for one in roster.find(word)] for word in same] == [["1"]] * len(same)
    assert [roster.find(word) for word in others] == [()] * len(others)
    assert [one.id for one in roster.find(" Jose\u0301\u200b ")] == ["José"]


ENGLISH = [
    *("Identifier", "Full name", "ID number", "Email address", "Status", "Grade", "Maximum grade"),
    *("Grade can be changed", "Last modified (submission)", "Last modified (grade)", "Feedback comments"),
]
RUSSIAN = [f"столбец {place}" for place in range(11)]
GIVEN = ["Saturday, 21 November 2026, 6:00 PM", "-", "вс, 22 ноября 2026, 09:05"]


def rows(head: list[str], most: str = "100.00", word: str = "Participant ") -> list[list[str]]:
    who = [("Ann Lee", "07", "a@x"), ("Bob", "", "b@x"), ("Cy", "9", "c@x")]
    marks = ["", most.replace("100", "7"), ""]
    made = [[f"{word}{k + 1}", *who[k], "Submitted", marks[k], most, "Yes", GIVEN[0], GIVEN[k], ""] for k in range(3)]
    return [head, *made]


def text_of(table: list[list[str]]) -> bytes:
    file = io.StringIO(newline="")
    csv.writer(file).writerows(table)
    return file.getvalue().encode()


@pytest.mark.parametrize(("first", "own"), [(1, True), (2, False), (501, False)])
def test_the_times_of_another_assignment_say_nothing(tmp_path: Path, first: int, own: bool) -> None:
    """In a list of one's own they do, whatever numbers it has."""
    files = {f"{name}_{first + k}_assignsubmission_file/a.py": b"1" for k, name in enumerate(("Ann Lee", "Bob", "Cy"))}
    worksheet = text_of(rows(ENGLISH)).decode()
    roll = roll_of(tmp_path, files, worksheet)
    assert [one.student.handed_in for one in roll.members] == [GIVEN[0] if own else ""] * 3
    nick = {name.replace("Cy", "Nick"): data for name, data in files.items()}
    [nobody] = roll_of(tmp_path, nick, worksheet).unmatched
    settled = roll_of(tmp_path, nick, worksheet, f"file,student\n{nobody.folder},Cy\n")
    assert [one.student.handed_in for one in settled.members] == [GIVEN[0] if own else ""] * 3
    typed = "id,name,canvas_user_id,handed_in\n" + "".join(
        f"s{k},{name},{k},2026-11-20 12:00\n" for k, name in enumerate(("Ann Lee", "Bob", "Cy"))
    )
    assert {one.student.handed_in for one in roll_of(tmp_path, files, typed).members} == {"2026-11-20 12:00"}


def worksheet_of(table: list[list[str]]) -> LmsList.Worksheet | None:
    return read_lms_list(Path("list.csv"), text_of(table)).worksheet


PLACES = LmsList.Worksheet.Places
WHOLE = PLACES(0, 5, 9, name=1, email=3, maximum=6, comment=10)


@pytest.mark.parametrize(
    ("table", "places"),
    [
        *((rows(head, word=word), WHOLE) for word in ("Teilnehmer/in", "Участник ") for head in (ENGLISH, RUSSIAN)),
        (rows(ENGLISH), WHOLE),
        (rows(RUSSIAN, "100,00"), WHOLE),
        # A blind one has no names, also where all are late, with a status for each.
        *(([[row[0], f"{row[4]}{late * k}", *row[5:]] for k, row in enumerate(rows(RUSSIAN))],
           PLACES(0, 2, 6, maximum=3, comment=7)) for late in ("", ", a day late")),
        # One who has no address hides none of the others'.
        ([[*row[:3], "" if at == 2 else row[3], *row[4:]] for at, row in enumerate(rows(RUSSIAN))], WHOLE),
        # Online text and a group lie between; an address may come behind two fields more.
        ([[*row[:5], "Group A", *row[5:9], "print(1)", *row[9:]] for row in rows(RUSSIAN)],
         PLACES(0, 6, 11, name=1, email=3, maximum=7, comment=12)),
        ([[*row[:3], "x", "y", *row[3:]] for row in rows(RUSSIAN)],
         PLACES(0, 7, 11, name=1, email=5, maximum=8, comment=12)),
        # A scale has no maximum.
        ([[*row[:6], "Scale" if k == 0 else "A\nB", *row[7:]] for k, row in enumerate(rows(ENGLISH))],
         PLACES(0, 5, 9, name=1, email=3, comment=10)),
        # A row may be short or empty.
        ([*rows(ENGLISH), [], [""] * 11, ["Participant 9", "Dan"]], WHOLE),
    ],
)  # fmt: skip
def test_the_columns_of_a_worksheet_are_found_by_name_or_place(table: list[list[str]], places: PLACES) -> None:
    found = there(worksheet_of(table))
    assert (found.places, found.comma) == (places, any("100,00" in row for row in table))
    assert (found.head, found.prefix) == (tuple(table[0]), table[1][0].removesuffix("1"))
    assert list(found.rows) == ["1", "2", "3", *(["9"] if ["Participant 9", "Dan"] in table else [])]
    assert found.rows["2"] == tuple(table[2])


@pytest.mark.parametrize(
    "table",
    [
        [],
        [ENGLISH],
        [["id", "name", "email"], ["s1", "Ann", "a@x"], ["s2", "Bob", "b@x"]],
        [["Identifier", "Grade"], ["Participant 1", "5"]],
        [["id", "points", "max", "when"], ["s1", "5", "10", "2026-11-22 10:00"], ["t2", "5", "10", "2026-11-22 10:00"]],
        [["id", "a", "b", "c"], ["s1", "x", "y", "z"]],
        [row[:1] for row in rows(RUSSIAN)],
        [RUSSIAN, rows(RUSSIAN)[1], rows(RUSSIAN)[1]],
        [ENGLISH, ["", "Ann", *[""] * 9]],
    ],
)
def test_nothing_else_is_a_worksheet(table: list[list[str]]) -> None:
    assert worksheet_of(table) is None


END = ["-", "", "100,00", "Ja", "-", "-", ""]


def test_a_list_that_only_looks_like_a_worksheet_is_none() -> None:
    for table in (
        [["Deltaker 17", "Ann", *END], ["Gjest 18", "Bob", *END]], [["S17", "Ann", "a@x", *END]],
        [["Deltaker", "Ann", "a@x", *END]], [["Deltaker 17", "Ann", "a@x"]], [], [[], [""]],
    ):  # fmt: skip
        with refused("E462"):
            Roster.read(Path("r.csv"), text_of([RUSSIAN, *table]))
    with refused("E462"):
        read_lms_list(Path("r.csv"), b"\xff\xfe\x00")

"""Class lists of any platform and spreadsheet: the people in them, by whatever they are called."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.classroom import Roster, read_lms_list
from judge.model import LmsList, Roll, Student
from tests.classroom.make import roll_of
from tests.refused import refused

LMS = "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "roster.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id,name,email\n07,Ann,a@x\n", Student("07", "Ann", "a@x")),
        ("\ufeffID;Name\r\n07;Ann\r\n", Student("07", "Ann")),
        ("id\tname\r07\tAnn\r", Student("07", "Ann")),
        ("id;name\n07;Lee, Ann, Dr., B.A.\n", Student("07", "Lee, Ann, Dr., B.A.")),
        ("name\nMax X. Xu\n", Student("Max X. Xu", "Max X. Xu")),
        ('id,name\n 07 ,"Ann\r\nLee"\n', Student("07", "Ann\r\nLee")),
        ("student id,login,group\n07,ann,A\n", Student("07", login="ann", section="A", group="A")),
        ("id,name,username,sections\n07,Ann,ann,A\n", Student("07", "Ann", login="ann", section="A")),
        ("id,name,email\n07,Ann\n", Student("07", "Ann")),
        ("name,email\nAnn,a@x\n", Student("a@x", "Ann", "a@x")),
        ("id,student id,name\n5,07,Ann\n", Student("07", "Ann")),
        (LMS + '"Lee, Ann",5,U7,ann,A\n', Student("U7", "Lee, Ann", "", "ann", "A", "5", lms="Canvas")),
        (LMS + '"Lee, Ann",5,,ann,A\n"Student, Test",9,,,\n',
         Student("5", "Lee, Ann", "", "ann", "A", "5", lms="Canvas")),
        ("Identifier,Full name,ID number,Email address,Grade\nParticipant 123,Ann Lee,,a@x,\n",
         Student("123", "Ann Lee", "a@x", lms_id="123", lms="Moodle")),
        ("First Name,Last Name,SID,Email,Role\nAnn,Lee,7,a@x,Student\n", Student("7", "Ann Lee", "a@x")),
        ("First Name,Last Name\nAnn,Lee\n", Student("Ann Lee", "Ann Lee")),
        ("First Name,Last Name\nAnn\n", Student("Ann", "Ann")),
        ("id,name,section\n07,Ann,L1\n08,Bo,L1\n07,Ann,D2\n", Student("07", "Ann", section="L1, D2")),
        ("id,name,email\n07,Ann,\n07,ANN,a@x\n07,,a@x\n", Student("07", "Ann", "a@x")),
        ("email,name,group\na@x,Ann,A\na@x,Ann,A\na@x,Ann,B\n",
         Student("a@x", "Ann", "a@x", section="A, B", group="A, B")),
        ("sep=;\r\nid;name\r\n07;Ann, Dr.\r\n", Student("07", "Ann, Dr.")),
        ('"sep=\t"\nid\tname\n07\tAnn\n', Student("07", "Ann")),
        ('id,name\n="07",Ann\n', Student("07", "Ann")),
        ('id,name\n"=""07""","=""Ann"""\n', Student("07", "Ann")),
        ("id,name\n'07,'Abd Ali\n", Student("07", "'Abd Ali")),
        ("Matrikelnummer;Vorname;Nachname;E-Mail\n07;Ann;Lee;a@x\n", Student("07", "Ann Lee", "a@x")),
        ("Matr.-Nr.;Name;Vorname;E-Mail-Adresse\n07;Lee;Ann;a@x\n", Student("07", "Ann Lee", "a@x")),
        ("Name;Vorname;Matrikelnummer\nLee, Ann;Ann;07\n", Student("07", "Lee, Ann")),
        ("Anrede;Vorname;Nachname;Benutzername;E-Mail;Matrikelnummer\nFrau;Ann;Lee;alee;a@x;07\n",
         Student("07", "Ann Lee", "a@x", "alee")),
        ("startHISsheet\nmtknr;nachname;vorname\n07;Lee;Ann\nendHISsheet\n", Student("07", "Ann Lee")),
        ("Teilnehmerliste\n\nMatrikelnummer;Familienname;Vorname\n07;Lee;Ann\n", Student("07", "Ann Lee")),
        ("REGISTRATION_NUMBER;FAMILY_NAME_OF_STUDENT;FIRST_NAME_OF_STUDENT;EMAIL_ADDRESS\n07;Lee;Ann;a@x\n",
         Student("07", "Ann Lee", "a@x")),
        ("Student Name,ID,Email\n\"Lee, Ann\",07,a@x\n", Student("07", "Lee, Ann", "a@x")),
        ("Emplid,Last,First Name,Email\n07,Lee,Ann,a@x\n", Student("07", "Ann Lee", "a@x")),
        ("Nom;Prénom;Numéro étudiant;Courriel\nLee;Ann;07;a@x\n", Student("07", "Ann Lee", "a@x")),
        ("Nombre,Apellido(s),Número de ID,Dirección de correo\nAnn,Lee,07,a@x\n", Student("a@x", "Ann Lee", "a@x")),
        ("Nombre,ID\nAnn Lee,07\n", Student("07", "Ann Lee")),
        ("Cognome,Nome,Matricola\nLee,Ann,07\n", Student("07", "Ann Lee")),
        ("学号,姓名\n07,李小龙\n", Student("07", "李小龙")),
        ("Vollständiger Name;Benutzername\nAnn Lee;alee\n", Student("alee", "Ann Lee", login="alee")),
        ("id,name\n#07,Ann #2 O'1\n", Student("07", "Ann #2 O'1")),
        ("Name;Vorname;Matrikel\nAlba;Al;07\n", Student("07", "Al Alba")),
        ("First Name,Name,ID\nAnn,Ann Lee,07\n", Student("07", "Ann Lee")),
        ("id,name\n07,Latest Student\n08,Test Student\n", Student("07", "Latest Student")),
        # As platforms write them.
        ("ID,Vollständiger Name,ID-Nummer,E-Mail-Adresse,Status,Gruppe,Bewertung,Bestwertung,Änderbar,Zuletzt,"
         "Feedback\nTeilnehmer/in17,Ann Lee,S1,ann@x,Keine Abgabe,Team A,,100,Ja,-,",
         Student("S1", "Ann Lee", "ann@x", lms_id="17", group="Team A", lms="Moodle")),
        ("Identificador,Nombre completo,Dirección de correo,Estado,Calificación,Máxima,Editable,Envío,Nota,"
         "Comentarios\nParticipante 17,Ann Lee,ann@x,Enviado,,100,Sí,-,-,",
         Student("17", "Ann Lee", "ann@x", lms_id="17", lms="Moodle")),
        ("Identifier,Full name,ID number,Email address,Status,Group,Grade\n"
         "Participant 17,Ann Lee,S1,ann@x,-,Team A,",
         Student("S1", "Ann Lee", "ann@x", "", "Team A", "17", "Team A", "Moodle")),
        ("OrgDefinedId,Username,Last Name,First Name,Email,hw1 Points Grade,End-of-Line Indicator\n"
         "#0012,#alee,Lee,Ann,ann@x,,#", Student("0012", "Ann Lee", "ann@x", "alee")),
        ("identifier,github_username,github_id,name\nS1,annlee,77,Ann\n", Student("S1", "Ann", login="annlee")),
        ("id,email,login,section,group,main\nS001,ann@x,ann,A,B,x.py\n",
         Student("S001", "", "ann@x", "ann", "A", group="B")),
    ],
)  # fmt: skip
def test_rosters_of_all_kinds(tmp_path: Path, text: str, expected: Student) -> None:
    students = Roster.read(written(tmp_path, text)).students
    assert (students[0], len(students)) == (expected, 2 if "08,Bo" in text else 1)


def test_a_roster_may_say_which_file_is_run(tmp_path: Path) -> None:
    assert Roster.read(written(tmp_path, "id,name,main\n1,Ann,src/hw.py\n2,Bob,\n")).mains == {"1": "src/hw.py"}


@pytest.mark.parametrize(
    ("data", "said", "line"),
    [
        (b"", "its first line names no column id or name, but nothing", 1),
        (b"foo,b,c,d,e,f,g\n1,2\n", "its first line names no column id or name, but foo, b, c, d, e, f", 1),
        (b"first name\nAnn\n", "its first line names no column id or name, but first name", 1),
        (b"id,name\n1,Ann\n1,Bob\n", "'1' is in the roster twice, with the name Ann and Bob", 3),
        (b"id,email\n1,a@x\n2,b@x\n1,c@x\n", "'1' is in the roster twice, with the email a@x and c@x", 4),
        (b"id,main\n1,a.py\n1,b.py\n", "'1' is in the roster twice, with another main", 3),
        (b"name\nAnn Lee\nAnn Lee\n", "'Ann Lee' is in the roster twice, and nothing but the name says who it is", 3),
        (b"sep=;\r\nfoo;bar\r\n", "its first line names no column id or name, but foo, bar", 1),
        (b"sep=;\r\nid;name\r\n1;Ann\r\n;\r\n1;Bob\r\n", "'1' is in the roster twice, with the name Ann and Bob", 5),
        (b"PK\x03\x04 and so on", "it is a workbook: save it as CSV UTF-8", 0),
        (b"id,name,section\n1,Ann,\n,,A\n", "the row has neither an id nor a name", 3),
        (
            b"id,name\n1,Ann\n,\n , \n2,\x81\n",
            "it is neither UTF-8 nor Windows-1252: in Excel, save it as CSV UTF-8",
            5,
        ),
        (b'id,name\n1,"Ann\n', "it is no CSV: unexpected end of data", 2),
        (b"id,name\n", "there is no student in it", 0),
        (b"id,name\n1,Ann\n" + b"\n" * 20_000, "it has more than 20,000 rows", 20_002),
    ],
)
def test_a_roster_that_can_not_be_read_says_where(tmp_path: Path, data: bytes, said: str, line: int) -> None:
    path = written(tmp_path, data)
    with refused("E462", f"roster.csv can't be read as a roster: {said}", path, line) as caught:
        Roster.read(path)
    assert "columns" in caught.value.help


def test_a_roster_has_bounds(tmp_path: Path) -> None:
    assert len(Roster.read(written(tmp_path, b"id,name\n1,Ann\n" + b"\n" * 19_999)).students) == 1
    rows = [(b"%d," % number).ljust((1 << 16) - 1, b"x") for number in range(256)]
    whole = b"\n".join([b"id,notes", rows[0][:-9], *rows[1:], b""])
    assert len(whole) == 16 << 20
    path = written(tmp_path, whole)
    assert len(Roster.read(path).students) == 256
    for longer in (len(whole) + 1, 1 << 36):  # a hole: it takes no room on the disk, and no more than the bound is read
        with path.open("r+b") as file:
            file.truncate(longer)
        with refused("E462", "it is longer than 16 MiB", path):
            Roster.read(path)
    path.unlink()
    with refused("E435") as caught:
        Roster.read(path)
    assert caught.value.help == "name a CSV file"


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


ROWS = st.lists(
    st.tuples(st.sampled_from("123"), st.sampled_from(["Ann", "Bo", ""]), st.sampled_from("XYZ")), min_size=1
)


@given(ROWS)
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
def test_a_class_may_be_the_other_way_round(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], order: str
) -> None:
    """Only where all of it is: of a class in which one name is right, no other is turned."""
    by = {"as it is": 0, "last first": -1, "first last": 1}[order]
    told = [" ".join(name.split()[by:] + name.split()[:by]) for name in names]
    roster = Roster([Student(f"s{k}", name) for k, name in enumerate(names)])
    roll = roll_of(tmp_path_factory.mktemp("turned"), {f"{name}/a.py": name.encode() for name in told}, roster)
    for one in roll.members:
        assert sorted(one.student.name.split()) == sorted(names[int(one.student.id[1:])].split())
    if set(told) & set(names):
        assert roll.remarks == ()
        assert {one.student.name for one in roll.members} <= set(names)
    else:
        assert roll.remarks
        assert (2 * len(roll.members) >= len(names), {one.student.name for one in roll.members} <= set(told)) == (
            True,
        ) * 2


def test_what_is_to_be_said_of_a_roster_is_said_of_the_class(tmp_path: Path) -> None:
    """Its names are the other way round, it is not UTF-8, and a group has lost its zeros."""
    files = {f"{name}/hw.py": name.encode() for name in ("Zoë Lee", "Bo Ray", "0429")}
    roster = Roster.read(Path("r.csv"), "id;name;group\n1;Lee Zoë;\n2;Ray Bo;\n3;Fox Cy;429\n".encode("cp1252"))
    roll = roll_of(tmp_path, files, roster)
    assert {member.student.id: member.folder for member in roll.members} == {"1": "Zoë Lee", "2": "Bo Ray"}
    assert [one.student.name for one in roll.members] == [one.folder for one in roll.members]
    assert nearest(roll) == {"0429": ["3"]}
    first, second = roll.remarks
    assert ("Windows-1252" in first, "the other way round: 2 of 3" in second) == (True, True)
    assert roll.place == str((tmp_path / "class").resolve())


def nearest(roll: Roll) -> dict[str, list[str]]:
    """Whose each submission may be that is nobody's for certain."""
    return {one.folder: [student.id for student in one.nearest] for one in roll.unmatched}


ROSTER = Roster([Student("1", "Ann", "ann@x", "ann"), Student("2", "Bob", "bob@x"), Student("3", "Bob", group="Old")])


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("group,id\nTeam A,1\nTeam A,2\n", ["Team A", "Team A", "Old"]),
        ("Team;E-Mail;email\nA;;ann@x\nB;;bob@x\nB;;\n;;ann@x\n", ["A", "B", "Old"]),
        ("login,Group Name\nann,A\nann,B\n", ["A, B", "", "Old"]),
        ("name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id\nX,5,3,,,A,9\n", ["", "", "A"]),
        ("First Name,Last Name,group\nAnn,,A\n", ["A", "", "Old"]),
    ],
)
def test_groups_are_added_to_the_roster(tmp_path: Path, text: str, groups: list[str]) -> None:
    assert [one.group for one in ROSTER.with_groups(written(tmp_path, text)).students] == groups


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("id,name\n1,Ann\n", "its first line names no column group, but id, name", 1),
        ("", "its first line names no column group, but nothing", 1),
        ("group,id\nA,1\nA,9\n", "'9' is nobody in the roster", 3),
        ("group,name\nA,Bob\n", "'Bob' is 2 students in the roster", 2),
    ],
)
def test_a_list_that_can_not_be_read_says_where(tmp_path: Path, text: str, said: str, line: int) -> None:
    path = written(tmp_path, text)
    with refused("E474", f": {said}", path, line):
        ROSTER.with_groups(path)
    found = Roster.listed(None, written(tmp_path, "id,name,group\n7,Zoe,A\n"))
    assert found
    assert found.students == (Student("7", "Zoe", section="A", group="A"),), "without a roster the list is one"


def test_a_group_that_lost_its_zeros_is_near(tmp_path: Path) -> None:
    groups = (("1", "429"), ("2", "00429, Team A"), ("3", "Team 7"), ("4", ""))
    roster = Roster([Student(name, group=group) for name, group in groups])
    words = ("0429", "4290", "team-07", "Team 70", "-")
    assert nearest(roll_of(tmp_path, {f"{word}/a.py": word.encode() for word in words}, roster)) == {
        "0429": ["1", "2"], "team-07": ["3"], "4290": [], "Team 70": [], "-": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "same", "others"),
    [
        ("José  Núñez", ["josé núñez ", "JOSE\u0301 NU\u0301N\u0303EZ\u00ad", "Núñez, José"], ["jose nunez"]),
        ("O\u2019Neil, Sean J.", ["sean j. o'neil", "o'neil, SEAN J."], ["Sean O'Neil", "J. Sean O'Neil"]),
        ("Jean\u2010Luc", ["jean-luc"], ["Jean Luc"]),
        ("राम", ["राम\u200d"], ["रीमा"]),
        ("Weiß", ["WEIß"], ["Weiss"]),
        ("Đặng", ["ĐẶNG"], ["Đang"]),
        ("Łukasz", ["łukasz"], ["Lukasz"]),
    ],
)  # fmt: skip
def test_accents_are_letters_and_case_is_nothing(name: str, same: list[str], others: list[str]) -> None:
    roster = Roster([Student("1", name), Student("José", "X")])
    assert [[one.id for one in roster.find(word)] for word in same] == [["1"]] * len(same)
    assert [roster.find(word) for word in others] == [()] * len(others)
    assert [one.id for one in roster.find(" Jose\u0301\u200b ")] == ["José"]


def test_who_is_near(tmp_path: Path) -> None:
    roster = Roster([
        Student("1", "Anna Karenina"), Student("2", "Levin"), Student("akarenina", "A."), Student("4", "Anna Karenina"),
    ])  # fmt: skip
    files = {f"{name}/a.py": name.encode() for name in ("anna_karenin", "Zoe", "LÉVIN")}
    assert nearest(roll_of(tmp_path, files, roster)) == {
        "anna_karenin": ["1", "4", "akarenina"], "Zoe": [], "LÉVIN": ["2"],
    }  # fmt: skip


CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (12),Final Score,Lab (3) (4)\n"


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("id,name,email\n1,Ann,a@x\n", ()),
        ("id,name,Homework 1 (12)\n1,Ann,\n", ()),
        (CANVAS + "    Points Possible,,,,,10.00,(read only),\nAnn,5,,,A,,,\n",
         (LmsList.Column("Canvas", "Homework 1 (12)", 10), LmsList.Column("Canvas", "Lab (3) (4)"))),
        (CANVAS + "Manual Posting\n    Points Possible,,,,,10\n",
         (LmsList.Column("Canvas", "Homework 1 (12)", 10), LmsList.Column("Canvas", "Lab (3) (4)"))),
        (CANVAS, (LmsList.Column("Canvas", "Homework 1 (12)"), LmsList.Column("Canvas", "Lab (3) (4)"))),
        ('"Last Name","First Name","Username","Homework [Total Pts: 100 Score] |118854","Total [Total Pts: 0] |9"\n',
         (LmsList.Column("Blackboard", "Homework [Total Pts: 100 Score] |118854", 100),
          LmsList.Column("Blackboard", "Total [Total Pts: 0] |9", 0))),
        ("OrgDefinedId,Username,Homework 1 Points Grade,End-of-Line Indicator\n#1,#a,,#\n",
         (LmsList.Column("Brightspace", "Homework 1 Points Grade"),)),
        ("OrgDefinedId,HW Points Grade <Numeric MaxPoints:10>,End-of-Line Indicator\n#1,,#\n",
         (LmsList.Column("Brightspace", "HW Points Grade <Numeric MaxPoints:10>"),)),
    ],
)  # fmt: skip
def test_columns_are_found(tmp_path: Path, text: str, columns: tuple[LmsList.Column, ...]) -> None:
    (tmp_path / "list.csv").write_text(text)
    assert read_lms_list(tmp_path / "list.csv") == LmsList(columns)
    (tmp_path / "list.csv").write_bytes(b"\xff\xfe\x00")
    with refused("E462"):
        read_lms_list(tmp_path / "list.csv")


ENGLISH = [
    *("Identifier", "Full name", "ID number", "Email address", "Status", "Grade", "Maximum grade"),
    *("Grade can be changed", "Last modified (submission)", "Last modified (grade)", "Feedback comments"),
]
RUSSIAN = [f"столбец {place}" for place in range(11)]
GIVEN = ["Saturday, 21 November 2026, 6:00 PM", "-", "вс, 22 ноября 2026, 09:05"]


def rows(head: list[str], most: str = "100.00", word: str = "Participant ") -> list[list[str]]:
    who = [("Ann Lee", "07", "a@x"), ("Bob", "", "b@x"), ("Cy", "9", "c@x")]
    grades = ["", most.replace("100", "7"), ""]
    return [head] + [
        [f"{word}{k + 1}", *who[k], "Submitted", grades[k], most, "Yes", GIVEN[0], GIVEN[k], ""] for k in range(3)
    ]


def text_of(table: list[list[str]]) -> bytes:
    file = io.StringIO(newline="")
    csv.writer(file).writerows(table)
    return file.getvalue().encode()


def worksheet_of(table: list[list[str]]) -> LmsList.Worksheet | None:
    return read_lms_list(Path("list.csv"), text_of(table)).worksheet


@pytest.mark.parametrize("head", [ENGLISH, RUSSIAN], ids=["English", "Russian"])
@pytest.mark.parametrize("word", ["Participant ", "Teilnehmer/in", "Участник "])
def test_the_columns_are_found_by_name_or_place(head: list[str], word: str) -> None:
    found = worksheet_of(rows(head, word=word))
    assert found is not None
    assert found.places == LmsList.Worksheet.Places(0, 5, 9, name=1, email=3, maximum=6, comment=10)
    assert (found.head, found.prefix, found.comma) == (tuple(head), word, False)
    assert list(found.rows) == ["1", "2", "3"]
    assert found.rows["2"][:2] == (f"{word}2", "Bob")


def no_address(table: list[list[str]]) -> list[list[str]]:
    """The second row has no address, which hides none of the others'."""
    return [[*row[:3], "" if at == 2 else row[3], *row[4:]] for at, row in enumerate(table)]


@pytest.mark.parametrize(
    ("table", "places"),
    [
        # A blind one has no names; where all are late it has a status for each.
        ([[row[0], *row[4:]] for row in rows(RUSSIAN)], LmsList.Worksheet.Places(0, 2, 6, maximum=3, comment=7)),
        ([[row[0], f"{row[4]}, {k} days late", *row[5:]] for k, row in enumerate(rows(RUSSIAN))],
         LmsList.Worksheet.Places(0, 2, 6, maximum=3, comment=7)),
        (no_address(rows(RUSSIAN)), LmsList.Worksheet.Places(0, 5, 9, name=1, email=3, maximum=6, comment=10)),
        # Online text and a group lie between.
        ([[*row[:5], "Group A", *row[5:9], "print(1)", *row[9:]] for row in rows(RUSSIAN)],
         LmsList.Worksheet.Places(0, 6, 11, name=1, email=3, maximum=7, comment=12)),
        # A scale has no maximum.
        ([[*row[:6], "Scale" if k == 0 else "A\nB", *row[7:]] for k, row in enumerate(rows(ENGLISH))],
         LmsList.Worksheet.Places(0, 5, 9, name=1, email=3, comment=10)),
        (rows(RUSSIAN, "100,00"), LmsList.Worksheet.Places(0, 5, 9, name=1, email=3, maximum=6, comment=10)),
        # A row may be short or empty.
        ([*rows(ENGLISH), [], [""] * 11, ["Participant 9", "Dan"]],
         LmsList.Worksheet.Places(0, 5, 9, name=1, email=3, maximum=6, comment=10)),
    ],
)  # fmt: skip
def test_where_columns_lie_in_other_worksheets(table: list[list[str]], places: LmsList.Worksheet.Places) -> None:
    found = worksheet_of(table)
    assert found is not None
    assert (found.places, found.comma) == (places, any("100,00" in row for row in table))
    assert list(found.rows) == ["1", "2", "3", *(["9"] if ["Participant 9", "Dan"] in table else [])]


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


def rows_of(*rows: str) -> list[list[str]]:
    return [[*row.split("|"), *END] for row in rows]


def moodle(sid: str, name: str = "", email: str = "") -> Student:
    return Student(sid, name, email, lms_id="17", lms="Moodle")


@pytest.mark.parametrize(
    ("rows", "first"),
    [
        (rows_of("参与者 17|李小龙|S1|a@x", "参与者 18|王伟|S2|b@x"), moodle("S1", "李小龙", "a@x")),
        (rows_of("Teilnehmer/in17|Ann|a@x", "Teilnehmer/in18|Bob|b@x"), moodle("17", "Ann", "a@x")),
        (rows_of("Deltaker 17|Ann|S1|x|a@x"), moodle("S1", "Ann", "a@x")),
        (rows_of("Deltaker 17|Ann", "Deltaker 18|Bob"), moodle("17", "Ann")),
        (rows_of("Deltaker 17|Levert", "Deltaker 18|Levert", "Deltaker 19|Levert"), moodle("17")),
        ([["Deltaker 17", "Levert, 1 dag sent", *END[1:]], ["Deltaker 18", "Levert, 2 dager sent", *END[1:]]],
         moodle("17")),
        (rows_of("Deltaker 17|Ann", "Gjest 18|Bob"), None),
        (rows_of("S17|Ann|a@x"), None),
        (rows_of("Deltaker|Ann|a@x"), None),
        ([["Deltaker 17", "Ann", "a@x"]], None),
        ([], None),
        ([[], [""]], None),
    ],
)  # fmt: skip
def test_its_columns_are_known_by_their_place_and_content(rows: list[list[str]], first: Student | None) -> None:
    data = text_of([RUSSIAN, *rows])
    if first:
        assert Roster.read(Path("r.csv"), data).students[0] == first
        return
    with refused("E462"):
        Roster.read(Path("r.csv"), data)

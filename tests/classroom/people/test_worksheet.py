"""Moodle's worksheet in languages that are not known here, and what is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom.people.lms_list import worksheet_columns
from judge.classroom.people.roster import read_roster
from judge.model.classroom import Student

END = ["-", "", "100,00", "Ja", "-", "-", ""]


def rows_of(*rows: str) -> list[list[str]]:
    return [[*row.split("|"), *END] for row in rows]


def fields(rows: list[list[str]]) -> dict[str, list[int]]:
    return {field: columns for field, columns in worksheet_columns(rows).items() if columns}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (rows_of("参与者 17|李小龙|S1|a@x", "参与者 18|王伟|S2|b@x"),
         {"lms_id": [0], "name": [1], "id": [2], "email": [3]}),
        (rows_of("Teilnehmer/in17|Ann|a@x", "Teilnehmer/in18|Bob|b@x"), {"lms_id": [0], "name": [1], "email": [2]}),
        (rows_of("Deltaker 17|Ann|S1|x|a@x"), {"lms_id": [0], "name": [1], "id": [2], "email": [4]}),
        (rows_of("Deltaker 17|Ann", "Deltaker 18|Bob"), {"lms_id": [0], "name": [1]}),
        (rows_of("Deltaker 17|Levert", "Deltaker 18|Levert", "Deltaker 19|Levert"), {"lms_id": [0]}),
        ([["Deltaker 17", "Levert, 1 dag sent", *END[1:]], ["Deltaker 18", "Levert, 2 dager sent", *END[1:]]],
         {"lms_id": [0]}),
        (rows_of("Deltaker 17|Ann", "Gjest 18|Bob"), {}),
        (rows_of("S17|Ann|a@x"), {}),
        (rows_of("Deltaker|Ann|a@x"), {}),
        ([["Deltaker 17", "Ann", "a@x"]], {}),
        ([], {}),
        ([[], [""]], {}),
    ],
)  # fmt: skip
def test_its_columns_are_known_by_their_place_and_content(
    rows: list[list[str]], expected: dict[str, list[int]]
) -> None:
    assert fields(rows) == expected


@pytest.mark.parametrize(
    ("head", "row", "expected"),
    [
        ("ID,Vollständiger Name,ID-Nummer,E-Mail-Adresse,Status,Gruppe,Bewertung,Bestwertung,Änderbar,Zuletzt,Feedback",
         "Teilnehmer/in17,Ann Lee,S1,ann@x,Keine Abgabe,Team A,,100,Ja,-,",
         Student("S1", "Ann Lee", "ann@x", lms_id="17", group="Team A", lms="Moodle")),
        ("Identificador,Nombre completo,Dirección de correo,Estado,Calificación,Máxima,Editable,Envío,Nota,Comentarios",
         "Participante 17,Ann Lee,ann@x,Enviado,,100,Sí,-,-,",
         Student("17", "Ann Lee", "ann@x", lms_id="17", lms="Moodle")),
        ("Identifier,Full name,ID number,Email address,Status,Group,Grade",
         "Participant 17,Ann Lee,S1,ann@x,-,Team A,",
         Student("S1", "Ann Lee", "ann@x", "", "Team A", "17", "Team A", "Moodle")),
        ("OrgDefinedId,Username,Last Name,First Name,Email,hw1 Points Grade,End-of-Line Indicator",
         "#0012,#alee,Lee,Ann,ann@x,,#", Student("0012", "Ann Lee", "ann@x", "alee")),
        ("identifier,github_username,github_id,name", "S1,annlee,77,Ann", Student("S1", "Ann", login="annlee")),
        ("id,email,login,section,group,main", "S001,ann@x,ann,A,B,x.py",
         Student("S001", "", "ann@x", "ann", "A", group="B")),
    ],
)  # fmt: skip
def test_class_lists_as_platforms_write_them(tmp_path: Path, head: str, row: str, expected: Student) -> None:
    path = tmp_path / "roster.csv"
    path.write_text(f"{head}\n{row}\n", encoding="utf-8")
    assert read_roster(path).students == (expected,)


def test_a_roster_may_say_which_file_is_run(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_text("id,name,main\n1,Ann,src/hw.py\n2,Bob,\n")
    assert read_roster(path).mains == {"1": "src/hw.py"}

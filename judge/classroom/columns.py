"""The columns of a class list, by their names: those of learning platforms, student systems and one's own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

import msgspec

from judge.classroom import csv_file
from judge.classroom.names import squeezed
from judge.model import Student

# The columns of a field, by the letters and digits of their header; the first that is there and holds something counts.
# German ones are those of Moodle, ILIAS, Stud.IP, OLAT, HISinOne and CAMPUSonline; Banner, PeopleSoft and Ladok follow.
_COLUMNS = {
    "id": (
        "sisuserid", "idnumber", "sid", "studentid", "orgdefinedid", "userid", "matrikelnummer", "matrikelnr",
        "matrnummer", "matrnr", "matnr", "matrikel", "mtknr", "matriculationnumber", "matricno", "registrationnumber",
        "studentnumber", "studentno", "bannerid", "emplid", "campusid", "idnummer", "institutionsnummer",
        "numéroétudiant", "numeroetudiant", "matricola", "matrícula", "studentnummer", "personnummer", "学号",
        "númerodeidentificación", "númerodeidentificação", "numérodidentification", "codiceidentificativo",
        # Moodle's `idnumber`, as its language packs of 2026 have it; names and addresses of the same languages follow.
        "númerodeid", "númeroid", "númerodeidentificaçãoid", "numărid", "nummerid", "idnumaras\u0131", "idnumeris",
        "idzenbakia", "αναγνωριστικόςαριθμός", "индивидуальныйномер", "індивідуальнийномер", "رقمالمعرف", "آئیڈینمبر",
        "學號", "idナンバ", "id번호",
        # Schoology, Canvas's list of people, GitHub Classroom's grades; then student systems of more languages. NIM
        # comes last, as a homework may be on Nim.
        "uniqueuserid", "schooluid", "sisid", "rosteridentifier", "nétudiant", "nralbumu", "numeralbumu", "učo",
        "osobníčíslo", "neptunkód", "öğrencino", "öğrencinumaras\u0131", "studienummer", "opiskelijanumero", "学籍番号",
        "학번", "numérodétudiant", "numerodetudiant", "ra", "nousp", "númeromecanográfico", "mssv",
        "номерзачётнойкнижки", "номерзачетнойкнижки", "الرقمالجامعي",
        # Names that universities of the United States have for it.
        "uscid", "universityid", "collegeid", "cwid", "uin", "puid", "gtid", "psuid", "asuid", "ucid", "pid", "id",
        "uid", "nim",
    ),
    "lms_id": ("identifier", "identificativo", "canvasuserid", "id"),
    "name": (
        "student", "fullname", "studentname", "namevorname", "name", "姓名", "фио", "nom", "nombre", "nome",
        "ad\u0131", "vardas", "izena", "имя", "імя", "이름", "氏名", "név", "họvàtên", "nama", "اسمالطالب",
    ),
    "whole": ("vollständigername", "nomcomplet", "nombrecompleto", "nomecompleto"),
    "first": (
        "firstname", "firstnames", "givenname", "givennames", "forename", "forenames", "firstnameofstudent",
        "vorname", "rufname", "prénom", "prenom", "nombre",
        "nome", "voornaam", "förnamn", "prenume", "ad\u0131", "vardas", "izena", "μικρόβαπτιστικόόνομα", "имя", "імя",
        "الاسمالأول", "پہلانام", "名", "이름", "fornavn", "etunimi", "etunimet", "imię", "imiona", "jméno", "meno",
        "ad",
    ),
    "last": (
        "lastname", "last", "surname", "familyname", "familynameofstudent", "nachname", "familienname", "zuname",
        "apellidos", "apellido", "cognome", "sobrenome", "achternaam", "efternamn", "cognoms", "nomdefamille",
        "apelido", "apelidos", "numedefamilie", "soyad\u0131", "pavardė", "abizenak", "επίθετο", "фамилия", "прізвище",
        "الاسمالأخير", "نامکاآخریحصہ", "姓", "성", "etternavn", "efternavn", "sukunimi", "nazwisko", "příjmení",
        "priezvisko", "soyad",
    ),
    "email": (
        "emailaddress", "email", "mail", "emailadresse", "mailadresse", "courriel", "adressedecourriel",
        "adresseemail", "correoelectrónico", "direccióndecorreo", "indirizzoemail", "epost", "邮箱", "电子邮件",
        "adreçaelectrònica", "enderezodecorreo", "emailadres", "adresadeemail", "epostadress", "epostaadresi",
        "endereçodeemail", "elpaštoadresas", "helbideelektronikoa", "διεύθυνσηηλεταχυδρομείου", "адресэлектроннойпочты",
        "електроннапошта", "عنوانالبريدالإلكتروني", "ایمیلاڈریس", "メールアドレス", "이메일주소", "电子邮件地址",
        "електроннаадреса", "sähköposti",
    ),
    "login": (
        "sisloginid", "loginid", "login", "githubusername", "username", "benutzername", "nutzername", "anmeldename",
        "kennung", "netid",
    ),
    "section": ("section", "sections", "group"),
    "extension": ("extension",),
    "group": (
        "group", "groupname", "groups", "team", "teamname", "groupcode", "groupnumber", "gruppe", "gruppen", "groupe",
        "grupo", "gruppo", "groep", "группа", "组",
    ),
    "main": ("main",),
    "role": ("role",),
    "handed_in": ("handedin", "lastmodifiedsubmission"),
}  # fmt: skip
_FLOAT = re.compile(r"\A(\d+)\.0\Z")  # as pandas writes a number in a column with an empty cell
_MARK = "#"  # before ids and user names of Brightspace


def numbered_by(head: list[str]) -> Literal["", "Canvas", "Moodle"]:
    """Return whose numbers the column lms_id holds."""
    if {"identifier", "identificativo"} & set(head) and "githubusername" not in head:
        return "Moodle"
    return "Canvas" if {"sisuserid", "sisloginid", "canvasuserid"} & set(head) else ""


def columns_of(head: list[str]) -> dict[str, list[int]]:
    """Return which column holds which field; nothing where their names name nobody."""
    columns = columns_named(head)
    if "githubusername" in head and "identifier" in head:
        columns["id"], columns["lms_id"] = columns["lms_id"], []
    elif not numbered_by(head):
        columns["lms_id"] = []
    names = columns["name"] or columns["whole"] or (columns["first"] and columns["last"])
    return columns if columns["id"] or names else {}


def keys(cells: Iterable[str]) -> list[str]:
    """Return the names of columns as they are compared: letters and digits alone."""
    return ["".join(one for one in squeezed(cell) if one.isalnum()) for cell in cells]


def columns_named(head: list[str]) -> dict[str, list[int]]:
    """Return the columns of each field, by the names in a first line. What is a name and a first name, as `Nombre`, is
    that of a first name only beside last ones."""
    found = {
        field: [index for name in names for index, key in enumerate(head) if key == name]
        for field, names in _COLUMNS.items()
    }
    names, first = found["name"], found["first"]
    if found["last"]:
        found["name"] = [index for index in names if index not in first]
    else:
        found["first"] = [index for index in first if index not in names]
    return found


def cell_of(row: list[str], columns: Iterable[int]) -> str:
    """Return the first of these cells that holds something, without what keeps a number as it is in Excel."""
    cells = (csv_file.unguarded(row[index].strip()) for index in columns if index < len(row))
    return next((text for text in cells if text), "")


def student_of(row: list[str], columns: dict[str, list[int]]) -> Student:
    """Return whom a row names."""
    lms_id = re.sub(r"^\D{3,}(?=\d+$)", "", cell_of(row, columns["lms_id"]))  # Moodle: Participant 1234567
    name = _name_of(row, columns)
    email, login, section = (cell_of(row, columns[field]) for field in ("email", "login", "section"))
    known, login = (word.removeprefix(_MARK) for word in (cell_of(row, columns["id"]), login))
    known, lms_id = (_FLOAT.sub(r"\1", word) for word in (known, lms_id))
    known = known or lms_id or email or login or name
    found = Student(known, name, email, login, section, lms_id, cell_of(row, columns["group"]))
    times = {field: cell_of(row, columns.get(field, ())) for field in ("extension", "handed_in")}
    return msgspec.structs.replace(found, **times)


def _name_of(row: list[str], columns: dict[str, list[int]]) -> str:
    """Return the whole name: beside a first name, a column Name or Nom may hold the last one alone, and beside a last
    name the first one."""
    fields = ("whole", "name", "first", "last")
    full, whole, first, last = (cell_of(row, columns.get(field, ())) for field in fields)
    if full and not (first and last):
        return full
    if not whole:
        return " ".join(filter(None, (first, last)))
    words, ends = set(squeezed(whole).replace(",", " ").split()), set(squeezed(last).split())
    if first or not last:
        held = first and set(squeezed(first).split()) <= words
        return whole if held or (columns.get("last") and not words <= ends) else f"{first} {whole}".strip()
    return whole if words & ends else f"{whole} {last}"

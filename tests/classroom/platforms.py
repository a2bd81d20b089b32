"""Made-up classes: who is in them, their class list, and what a platform makes of what they hand in.

Most classes are of one family of names that are alike, in twelve scripts. Some students are missing in the list, some
are twins by name; lists have more columns or fewer, other orders and cases, and numbers of another assignment. The name
of a file, which its author chooses, looks like the begin of somebody else's. A source says whose it is.

A whole class is of many students, with names in many scripts, and a full list, as the platform exports it or as an
instructor keeps it; some hand in nothing, some twice, and the last is in no list.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Literal

FAMILIES = tomllib.loads(Path(__file__).with_name("names.toml").read_text(encoding="utf-8"))["families"]
NAMES = (
    "Lovelace, Ada", "李, 小龍", "Петрова, Ольга", "الفارسي, محمد", "Ñúñez, José", "O'Neil, Sean", "山田, 太郎",
    "Ray-Orr, Eve", "Lee, Ann", "lee, ann", "de la Cruz, Ana María", "1234, 77",
)  # fmt: skip
_FORMS: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFC", "NFD")
TEAMS = ("Moodle, teams", "Canvas, groups")
EARLY = " too early"  # what the source of an attempt says when there is a newer one
SHAPES = (
    "plain", "Moodle", "Moodle, blind", "Moodle, teams", "Canvas", "Gradescope", "Blackboard", "Brightspace",
    "Google Classroom", "Autolab", "nbgrader", "GitHub Classroom", "Sakai", "ILIAS", "Schoology", "Teams",
)  # fmt: skip


@dataclass(frozen=True)
class One:
    """A student. `number` is the platform's, `listed` says whether the class list has a row."""

    sid: str
    first: str
    last: str
    login: str
    number: int
    group: str
    listed: bool

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip()

    @property
    def email(self) -> str:
        return f"{self.login}@x.edu"


@dataclass
class Made:
    """An export: its files, its class list, and whose each source is, by what stands in it."""

    shape: str
    people: list[One]
    files: dict[str, bytes] = field(default_factory=dict)
    owners: dict[str, tuple[str, ...]] = field(default_factory=dict)
    head: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    missing: list[list[str]] = field(default_factory=list)  # rows of those who are not in the list
    rest: str = ""
    made: int = 0
    whole: bool = False
    absent: list[One] = field(default_factory=list)

    @property
    def roster(self) -> str:
        points = [["    Points Possible", "", "", "", ""]] if self.whole and "SIS User ID" in self.head else []
        return _table([self.head, *points, *self.rows])

    @property
    def groups(self) -> str:
        """The other list of Canvas, of who is in which group."""
        rows = [[one.name, str(one.number), one.sid, one.login, one.group] for one in self.people]
        return _table([["name", "canvas_user_id", "user_id", "login_id", "group_name"], *rows])

    @property
    def teams(self) -> dict[str, list[One]]:
        return {one.group: [other for other in self.people if other.group == one.group] for one in self.people}

    def add(self, path: str, owners: tuple[str, ...], more: str = "") -> None:
        """Add a source of these students; the same path twice is nobody's file system."""
        self.made += 1
        if path not in self.files and all(len(part.encode()) < 250 for part in path.split("/")):
            mark = f"p{self.made}"
            self.owners[mark] = owners
            self.files[path] = f"print(1)  # {mark};{more}\n".encode()


def _table(rows: list[list[str]]) -> str:
    file = io.StringIO(newline="")
    csv.writer(file).writerows(rows)
    return file.getvalue()


def marks_in(data: bytes) -> list[str]:
    """Return which submissions a source says that it is."""
    return re.findall(r"# (p\d+);", data.decode(errors="replace"))


def made_class(seed: int, shape: str = "", rest: str = "") -> Made:
    """Make a class. The same seed makes the same; `rest` is what every student calls the file."""
    rng = Random(seed)
    shape = shape or rng.choice(SHAPES)
    made = Made(shape, _people(rng, shape), rest=rest)
    _list(rng, made)
    _WRITE[shape.partition(",")[0]](rng, made)
    return made


def whole_class(seed: int, shape: str, count: int) -> Made:
    rng = Random(seed)
    made = Made(shape, _everybody(shape, count), whole=True)
    _list(rng, made)
    if not made.people[0].group:
        made.absent = made.people[5::11]
        made.people = [one for one in made.people if one not in made.absent]
    _WRITE[shape.partition(",")[0]](rng, made)
    return made


# --- who there is -----------------------------------------------------------------------------------------------------
def _everybody(shape: str, count: int) -> list[One]:
    """Return students: names come again with other letters behind them, and Ann Lee and ann lee without."""
    found = []
    for k in range(count):
        last, first = NAMES[k % len(NAMES)].split(", ")
        mark = k // 24 if k % 12 in (8, 9) and k // 12 % 2 == 0 else k
        behind = str(mark) if last == "1234" else chr(97 + mark // 26) + chr(97 + mark % 26)
        team = f"Team {k // 3}" if shape in TEAMS else ""
        team = "" if shape == "Moodle, teams" and k >= count - 3 else team
        found.append(One(f"S{k:03}", first, last + behind, f"u{k:03}", 5000 + k, team, shape in TEAMS or k < count - 1))
    return found


def _people(rng: Random, shape: str) -> list[One]:
    family = rng.choice(FAMILIES)
    found: list[One] = []
    base = rng.choice((1, 100, 5000, 57000))
    for k in range(rng.randint(2, 7)):
        firsts, lasts = family if rng.random() < 0.7 else rng.choice(FAMILIES)
        first, last = rng.choice(firsts), rng.choice(lasts)
        if rng.random() < 0.1:
            first = ""  # one word is all of the name
        if found and rng.random() < 0.12:
            twin = rng.choice(found)
            first, last = twin.first, twin.last
        sid = rng.choice((f"S{k:03}", f"{base + rng.randint(0, 20)}", f"a{k}"))
        if any(one.sid == sid for one in found):
            sid = f"S{k:03}"
        number = base + k if rng.random() < 0.5 else base + 7 * k
        one = One(sid, first, last, "", number, f"Team {k // 2}", rng.random() > 0.18)
        found.append(replace(one, login=_login(rng, one, {other.login for other in found}, k)))
    if shape == "GitHub Classroom":
        found = [replace(one, login=re.sub(r"[^A-Za-z0-9]+", "-", one.login).strip("-")) for one in found]
    return found


def _login(rng: Random, one: One, taken: set[str], k: int) -> str:
    first, last = (re.sub(r"[^a-z]+", "", _plain(word).lower()) for word in (one.first, one.last))
    forms = [f"{first}_{last}", last, first, f"{first[:1]}{last}", f"{first}{last}", f"{last}_{first}_{k}"]
    forms = [form.strip("_") for form in forms] if len(first + last) > 2 else []
    login = rng.choice([f"u{k}", *(form for form in forms if form and form not in taken)])
    return login if login not in taken else f"u{k}"


def _plain(text: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFD", text) if not "\u0300" <= one <= "\u036f")


# --- the class list ---------------------------------------------------------------------------------------------------
def _list(rng: Random, made: Made) -> None:
    style = "first" if made.whole else rng.choice(("first", "first", "last", "last", "capitals", "mixed"))
    form = rng.choice(_FORMS)

    def name_of(one: One) -> str:
        own = rng.choice(("first", "last", "capitals")) if style == "mixed" else style
        name = f"{one.last}, {one.first}" if own == "last" and one.first else one.name
        return unicodedata.normalize(form, name.upper() if own == "capitals" else name)

    shift = rng.choice((0, 0, 0, 7, rng.randint(1, 40)))  # of another assignment
    listed = [one for one in made.people if one.listed] or made.people[:1]
    made.people[:] = [replace(one, listed=one in listed) for one in made.people]
    everybody = rng.sample(made.people, len(made.people))
    kind = made.shape.partition(",")[0] if made.whole or rng.random() < 0.5 or made.shape == "Moodle, blind" else ""
    if kind == "Moodle":
        groups = made.shape == "Moodle, teams" or rng.random() < 0.3
        word, head = rng.choice((
            ("Participant ", "Identifier,Full name,ID number,Email address,Status"),
            ("Teilnehmer/in", "ID,Vollständiger Name,ID-Nummer,E-Mail-Adresse,Status"),
        ))  # fmt: skip
        rest = ["Grade", "Maximum grade", "Grade can be changed", "Last modified (submission)",
                "Last modified (grade)", "Feedback comments"]  # fmt: skip
        made.head = [*head.split(","), *(["Group"] if groups else []), *rest]
        shift = 0 if made.shape == "Moodle, blind" else shift
        for one in everybody:
            cells = [f"{word}{one.number + shift}", name_of(one), one.sid, one.email, "-"]
            made.rows.append([*cells, *([one.group] if groups else []), "", "100.00", "Yes", "-", "-", ""])
    elif kind == "Canvas":
        made.head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
        made.rows = [[f"{one.last}, {one.first}", str(one.number), one.sid, one.login, "A"] for one in everybody]
    elif kind == "GitHub Classroom":
        made.head = ["identifier", "github_username", "github_id", "name"]
        made.rows = [[one.sid, one.login, str(one.number), name_of(one)] for one in everybody]
    elif made.whole and kind == "Brightspace":
        made.head = ["OrgDefinedId", "Username", "Last Name", "First Name", "Email", "End-of-Line Indicator"]
        made.rows = [[f"#{one.sid}", f"#{one.login}", one.last, one.first, one.email, "#"] for one in everybody]
    elif made.whole and kind == "Gradescope":
        made.head, made.rows = ["Name", "SID", "Email"], [[name_of(one), one.sid, one.email] for one in everybody]
    else:
        more = [name for name in ("email", "login", "group", "note") if made.whole or rng.random() < 0.5]
        columns = ["id", "name", *more]
        if made.shape == "Moodle, teams" and "group" not in columns:
            columns.append("group")
        made.head = columns
        for one in everybody:
            told = {"id": one.sid, "name": name_of(one), "email": one.email, "login": one.login, "group": one.group}
            made.rows.append([told.get(column, one.name) for column in columns])
    rows = dict(zip((one.sid for one in everybody), made.rows, strict=True))
    made.rows = [row for sid, row in rows.items() if any(one.sid == sid for one in listed)]
    made.missing = [row for row in rows.values() if row not in made.rows]


def another(rng: Random, made: Made) -> list[str]:
    """Return one more row of the list: of a student who was missing, or with a name that is like the others'."""
    if made.missing and rng.random() < 0.5:
        return rng.choice(made.missing)
    place = made.head.index(next(name for name in made.head if "name" in name.lower() or name == "Student"))
    row = [f"{cell}990" if cell and at != place else cell for at, cell in enumerate(made.rows[0])]
    if "Group" in made.head or "group" in made.head:
        at = made.head.index("Group" if "Group" in made.head else "group")
        row[at] = rng.choice([one[at] for one in made.rows])
    firsts, lasts = next((pair for pair in FAMILIES if made.people[0].last in pair[1]), FAMILIES[0])
    row[place] = f"{rng.choice(firsts)} {rng.choice(lasts)}" if rng.random() < 0.8 else made.people[-1].name
    return row


# --- what platforms write ---------------------------------------------------------------------------------------------
def rest_of(rng: Random, made: Made) -> str:
    """Return how a student may call a file: like something of another's."""
    other = rng.choice(made.people)
    name = rng.choice((
        "hw.py", "hw1.py", f"x_{other.login}_attempt_2026-11-20-12-00-00_hw.py", f"{other.name}_{other.number}_hw.py",
        f"{other.name}_{other.number}_assignsubmission_file_hw.py", f"{other.email}_1_hw.py", f"{other.sid}.py",
        f"{other.name} - hw.py", f"_{other.number}_9_hw.py",
    )).replace("/", "")  # fmt: skip
    return made.rest or name


def _moodle_name(name: str) -> str:
    return re.sub(r"\.\.+", "", re.sub(r"[\x00-\x1f&<>\"`|':\\/]", "", name.replace("_", " ")))


def _moodle(rng: Random, made: Made) -> None:
    flat = rng.random() < 0.3
    blind = rng.choice(("Participant", "Teilnehmerin", "Participante")) if made.shape == "Moodle, blind" else ""
    grouped = "Group" in made.head and rng.random() < 0.3
    owners: dict[str, tuple[str, ...]] = {}
    for one in made.people:
        before = f"{one.group}-" if grouped and one.group and not blind else ""
        mark = "\u200f" if made.whole and one.last.startswith("الفارسي") else ""
        owners[f"{before}{_moodle_name(blind or one.name)}{mark}_{one.number}"] = (one.sid,)
    if made.shape == "Moodle, teams":
        owners = {
            f"{team}_{rng.choice(made.people).number + at}" if team else "Standardgruppe": tuple(
                one.sid for one in them
            )
            for at, (team, them) in enumerate(made.teams.items())
        }
    for head, sids in owners.items():
        name = f"{head}_assignsubmission_file"
        made.add(f"{name}_{rest_of(rng, made)}" if flat else f"{name}/hw.py", sids)


def _canvas(rng: Random, made: Made) -> None:
    grouped = made.shape == "Canvas, groups"
    for at, them in enumerate(made.teams.values() if grouped else [[one] for one in made.people]):
        one = them[0]  # of a group, one represents it
        name = unicodedata.normalize("NFC", (one.group if grouped else f"{one.last}{one.first}").lower())
        name = "".join(c for c in name if unicodedata.category(c).startswith(("L", "M", "Nd", "Pc")))
        late = "LATE_" if rng.random() < 0.2 else ""
        made.add(f"{name}_{late}{one.number}_{900 + at}_{rest_of(rng, made)}", tuple(one.sid for one in them))


def _gradescope(rng: Random, made: Made) -> None:
    lines, told = ["---"], "all" if made.whole else rng.choice(("all", "all", "email", "name"))
    for at, one in enumerate(made.people):
        first = rng.choice((one.first, one.first, one.first[:1] or one.first, "Nick"))
        name = f"{first} {one.last}".strip()
        lines += [f"submission_{at}:", "  :submitters:", f"  - :name: {json.dumps(name, ensure_ascii=False)}"]
        lines += [f"    :sid: '{one.sid}'"] if told == "all" else []
        lines += [f"    :email: {one.email}"] if told != "name" else []
        made.add(f"submission_{at}/{rest_of(rng, made)}", (one.sid,))
    made.files["submission_metadata.yml"] = "\n".join([*lines, ""]).encode()


def _attempts(rng: Random) -> list[tuple[str, int]]:
    """Return the minutes of one attempt or two, and of which there is a newer one."""
    earlier, last = sorted(rng.sample(range(10, 60), 2))
    return [*([(EARLY, earlier)] if rng.random() < 0.3 else []), ("", last)]


def _blackboard(rng: Random, made: Made) -> None:
    title, receipts = rng.choice(("HW1", "Homework 1", "HW_1", "ann")), rng.choice((0.0, 0.0, 0.5, 1.0))
    word = rng.choice(("Name", "Name", "Nombre"))
    for one in made.people:
        for early, second in _attempts(rng):
            head = f"{title}_{one.login}_attempt_2026-11-20-10-00-{second}"
            made.add(f"{head}_{rest_of(rng, made)}", (one.sid,), early)
            if rng.random() < receipts:
                text = f"{word}: {one.name} ({one.login})\r\nAssignment: {title}\r\n\r\nx\r\n"
                made.files[f"{head}.txt"] = text.encode()


_NAMED = {  # where a time is in it, a student may have two attempts
    "Brightspace": "{pair} - {name} - Nov 20, 2026 9{time} PM/{rest}",
    "Google Classroom": "{name} - {rest}",
    "Autolab": "{login}@x.edu_{time}_{rest}",
    "nbgrader": "submitted/{known}/hw1/hw.py",
    "GitHub Classroom": "{title}-{login}/hw.py",
    "Schoology": "HW 1/{turned} - {known}/Revision {time} - On time/{rest}",
    "Teams": "Submitted files/{name}/{title}/Version {time}/{rest}",
}


def _named(rng: Random, made: Made) -> None:
    form, title, by = _NAMED[made.shape], rng.choice(("hw1", "hw-1", "hw1-ann", "quiz")), rng.choice(("login", "sid"))
    same = rng.random() < 0.4
    for one in made.people:
        said = {"name": one.name, "login": one.login, "known": getattr(one, by), "title": title}
        said["turned"] = f"{one.last}, {one.first}" if one.first else one.last
        said["pair"] = "397063-2557369" if same else f"{one.number}-777"
        for early, time in _attempts(rng) if "{time}" in form else [("", 0)]:
            made.add(form.format(**said, time=time, rest=rest_of(rng, made)), (one.sid,), early)


def _folder(rng: Random, made: Made) -> None:
    lost = str.maketrans("", "", rng.choice(("", "", "'\u2019", ".", '<>:"|?*')))
    names: list[Callable[[One], str]] = [
        lambda one: one.sid, lambda one: one.login, lambda one: one.email, lambda one: one.name.translate(lost),
        lambda one: one.name.translate(lost).replace(" ", "_"),
        lambda one: f"{one.last}, {one.first}" if one.first else one.last, lambda one: one.name.translate(lost).lower(),
    ]  # fmt: skip
    form, own = rng.choice(_FORMS), rng.choice(names[:-1] if made.whole else names)
    around = "{}" if made.whole else rng.choice(("{}", "{}", "hw1_{}", "HW 1 - {}", "{}_hw1", "{}-homework"))
    sections = rng.choice(("", "", "", "Section {}/"))
    for at, one in enumerate(made.people):
        name, section = around.format(unicodedata.normalize(form, own(one))), sections.format(at % 2)
        made.add(f"{section}{name}/{rest_of(rng, made)}", (one.sid,))


def _sakai(rng: Random, made: Made) -> None:
    for one in made.people:
        name = _plain(f"{one.last}, {one.first}").replace("?", "")
        if rng.random() < 0.5:
            name = "".join(letter for letter in name if letter.isascii())
        folder = f"HW 1/{name}({one.login})"
        made.add(f"{folder}/Submission attachment(s)/{rest_of(rng, made)}", (one.sid,))
        made.files[f"{folder}/timestamp.txt"] = b"20261120153012345"


def _ilias(rng: Random, made: Made) -> None:
    stamped = rng.random() < 0.7
    for at, one in enumerate(made.people):
        name = "".join(c if c.isascii() else "_" * len(c.encode()) for c in _plain(f"{one.last}_{one.first}"))
        stamp = "20261120153012_" if stamped else ""
        made.add(f"{name}_{one.login}_{5000 + at}/{stamp}{rest_of(rng, made)}", (one.sid,))


_WRITE: dict[str, Callable[[Random, Made], None]] = {
    "plain": _folder, "Moodle": _moodle, "Canvas": _canvas, "Gradescope": _gradescope, "Blackboard": _blackboard,
    **dict.fromkeys(_NAMED, _named), "Sakai": _sakai, "ILIAS": _ilias,
}  # fmt: skip

"""Whose a submission is: what an export tells of it, held against the roster. Nothing is guessed.

One idea carries it: a student is a candidate where the platform could have written the student's name so. One candidate
whom nothing contradicts is certain; all else is a doubt, with the candidates named. A number, an id, an address or a
user name is a claim: it is believed where the name agrees, or where two of them meet in one student.

Moodle numbers groups as it numbers participants, and the numbers of a worksheet are those of its own assignment: they
count where most of them agree with the whole name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

import msgspec

from judge.classroom.names import Written, agree, ascii_forms, squeezed
from judge.classroom.roster import Roster, each_once, group_names, without_zeros
from judge.classroom.shapes.pile import Told
from judge.model import Roll, Student

MATCH = "--match FILE  takes it"
_STRANGER = "add the student to the roster, or give the student's row in the match file", MATCH
_SETTLE = "say whose it is in the match file", MATCH
_WORKSHEET = (
    "give this assignment's worksheet as the class list, downloaded after the identities are revealed",
    "--roster FILE  takes it",
)
_NUMBERED = ("Canvas", "Moodle")
_MOST_DASHES = 8  # of a name of Moodle, before which a group may stand
_MOST_CUTS = 12  # of a folder's name, between a student's name and an id
_LEAST_CUT = 3  # user names that have to be known before it is clear where all of them begin
# What Moodle calls everybody in an anonymous assignment: mod_assign's string `participant`, without a slash.
_PARTICIPANT = (
    "participant", "participante", "partecipante", "teilnehmer", "teilnehmerin", "teilnehmer/in", "deelnemer",
    "deltager", "deltagare", "deltaker", "osallistuja", "uczestnik", "účastník", "résztvevő", "udeleženec", "sudionik",
    "kat\u0131l\u0131mc\u0131", "partaidea", "участник", "учасник", "συμμετέχων", "المشارك", "משתתף", "参与人",
    "参与者", "參與者", "参加者", "참가자",
)  # fmt: skip
_AROUND = " _-()[]"
# What stands between a name and an id: less beside a digit.
_BETWEEN = re.compile(r"[ _]+(?:- )?[(\[]?|[)\]][ _]*|(?<=\d)[-.,](?=\D)|(?<=\D)[-.,](?=\d)")
_Rows = tuple[Student, ...]


class Whose(msgspec.Struct, frozen=True):
    """Whose a submission is: one student, the members of a group, or nobody, and then why that is not clear."""

    students: _Rows = ()
    how: str = ""  # what says so: "id", "email", "login", "name", "group"
    doubt: str = ""
    todo: tuple[str, str] = ("", "")
    nearest: _Rows = ()


class _Claim(NamedTuple):
    how: str
    word: str
    rows: _Rows
    sure: bool = True  # else the word may begin elsewhere


class Matching:
    """Finds the students of an export of a class. `told` is what the export tells of each submitter."""

    def __init__(self, roster: Roster, shape: Roll.Shape, told: Sequence[Told]) -> None:
        self._roster, self._shape = roster, shape
        self._rows = _by((row.name, row) for row in roster.students if row.name)
        self._members = _by((name, row) for row in roster.students for name in group_names(row.group))
        self._names = Written(shape, self._rows)
        self._groups = Written(shape, self._members, turned=False)
        self._own = any(row.lms_id and row.lms in ("", shape) for row in roster.students)  # the platform's numbers
        self._numbers = _by((number, row) for row in roster.students if (number := self._number(row)))
        self._knows_numbers = self._own or any(one.number in self._numbers for one in told)
        self._blind = shape == "Moodle" and self._all_blind(told)
        self._believed, self._compared = self._numbers_hold(told)
        self._before_at: dict[str, list[Student]] = {}
        self._before_at = self._users_of_addresses(told)
        self._columns = dict(self._cuts(told))
        self._whole = self._mostly_whole(told)
        said = [(field, word) for one in told for field, words in _said(one) for word in words]
        self._used = {field for field, word in said if self._roster.by(field, word)}  # by which the class is known

    def knows(self, name: str) -> bool:
        """Say whether somebody or a group may be written so."""
        return bool(self._names.of(name) or self._groups.of(name) or self._roster.by_any(("id", "login"), name)[1])

    def whose(self, told: Told) -> Whose:
        """Return whose a submission is."""
        person, group = self._person(told), self._group(told)
        by_name = person.how == "name" or told.words or (person.students and self._blind)
        people = person.students or person.nearest
        if by_name and people and group.students and people != group.students:
            return _differ(f"{told.text} is a student and a group", people)
        return person if person.students or not (group.students or group.doubt) else group

    def is_called(self, student: Student, told: Told) -> bool:
        """Say whether the platform may have written this student so, and no group."""
        found = self._group(told)
        return student in self._named(told) and not (found.students or found.nearest)

    # --- a person -----------------------------------------------------------------------------------------------------
    def _person(self, told: Told) -> Whose:
        named, claims = self._named(told), [claim for claim in self._claims(told) if claim.rows]
        if not claims:
            return self._by_name(told, named)
        (how, word, rows, sure), *others = claims
        for _, other, more, _ in others:
            both = tuple(row for row in rows if row in more)
            if not both:
                return _differ(f"{word} is {_listed(rows)}, and {other} is {_listed(more)}", (*rows, *more))
            rows = both
        if not (sure or others):
            agreed = tuple(row for row in rows if row in named or self._agrees(row, told))
            if len(agreed) != 1:
                return _differ(f"it is not clear where the user's name begins: {told.text}", rows)
            rows = agreed
        if len(rows) > 1:
            return _shared(how, word, rows)
        why = "" if others else self._apart(claims[0]._replace(rows=rows), told, named)
        return _differ(why, (*rows, *named)) if why else Whose(rows, how)

    def _claims(self, told: Told) -> list[_Claim]:
        number = told.number if self._believed else ""
        claims = [_Claim("id", number, tuple(self._numbers.get(number, ())))]
        said = (told.sid, ("id",)), (told.email, ("email", "id", "login"))  # which may be an address
        claims += [self._among(fields, word) for word, fields in said if word]
        claims += [self._cut(told.logins, self._login)] if told.logins else []
        if told.words:
            whole, *ends = told.words  # what is called so as a whole needs no cut, where most are called so
            ends = ends if self._may_cut(len(ends)) else []
            claims.append(self._any(whole)._replace(sure=not ends or self._whole))
            claims += [self._cut(ends, self._any)] if ends else []
        return claims

    def _login(self, word: str) -> _Claim:
        return self._among(("login", "id"), word)

    def _among(self, fields: Iterable[str], word: str) -> _Claim:
        how, rows = self._roster.by_any(fields, word)
        return _Claim(how, word, rows)

    def _any(self, word: str) -> _Claim:
        """Return whom a word names that may be any field: an id does not go before another student's name."""
        how, rows = self._any_of(word)
        named = self._written(word) if self._shape == "plain" else ()  # else it is a user name
        if self._shape == "plain" and not (rows or named):
            how, rows = "id", self._both(word)
        return _Claim(how or "name", word, each_once((*rows, *named)))

    def _any_of(self, word: str) -> tuple[str, _Rows]:
        how, rows = self._roster.by_any(("id", "login", "email"), word)
        users = () if rows else tuple(self._before_at.get(squeezed(word), ()))
        return ("email", users) if users else (how, rows)

    def _both(self, word: str) -> _Rows:
        """Return whom both a name and the id or user name before it or behind it tell, as in `Ann Lee (12345)`."""
        word = word.strip(_AROUND)
        cuts = [(word[: one.start()], word[one.end() :]) for one in islice(_BETWEEN.finditer(word), _MOST_CUTS)]
        pairs = [*cuts, *((last, first) for first, last in cuts)]
        found = ((row, name) for known, name in pairs for row in self._any_of(known)[1])
        return each_once(row for row, name in found if row in self._written(name) or _words(name) == _words(row.name))

    def _apart(self, claim: _Claim, told: Told, named: _Rows) -> str:
        """Return how the name contradicts what else is told of the only row that a claim names."""
        [row] = claim.rows
        if claim.how == "name" and not self._names.certain(claim.word, row.name):
            return f"{claim.word} may be {row.name}, or somebody else"
        name = "" if self._blind else told.name
        if not name or row in named or self._agrees(row, told):
            return ""
        if not named and (claim.how in ("email", "login") or not (row.name or self._shape == "Moodle")):
            return ""
        if not (row.name or named):
            return f"the roster has no name for {claim.word}, and the export says {name}"
        return f"the export says {claim.word} for {name}, the roster has it for {row.name or 'somebody without a name'}"

    def _agrees(self, row: Student, told: Told) -> bool:
        """Say whether a name is near enough beside a claim. Moodle writes the whole name."""
        known = {row.name, *ascii_forms(row.name, self._shape)}
        return self._shape != "Moodle" and bool(told.name and row.name) and any(agree(told.name, one) for one in known)

    def _by_name(self, told: Told, named: _Rows) -> Whose:
        if len(named) > 1:
            return _shared("name", told.name, named)
        if not named:
            if self._blind and not self._believed:
                return Whose(doubt="the export is anonymous, and the roster lacks most of its numbers", todo=_WORKSHEET)
            text = told.text
            doubt = f"the roster has no row for {text}" if text else "the export does not say whose it is"
            return Whose(doubt=doubt, todo=_STRANGER)
        if not self._names.certain(told.name, named[0].name):
            return _differ(f"{told.text} may be {named[0].name}, or somebody else", named, "name")
        [row] = named
        known = {"number": self._number(row) if self._compared else ""}
        known |= {field: getattr(row, field) for field in self._used}
        if row.id in (row.name, row.email):  # which stands in the place of an id
            known["id"] = ""
        for field, words in (("number", [told.number] if told.number else []), *_said(told)):
            has = known.get(field, "")
            forms = (squeezed, without_zeros) if field == "id" else (squeezed,)
            if has and words and not any(form(has) in {*map(form, words)} - {""} for form in forms):
                return _differ(f"the export says {words[-1]} for {told.name}, the roster {has}", named)
        return Whose(named, "name")

    def _named(self, told: Told) -> _Rows:
        """Return the students whose name the platform may have written so. Up to version 4.0, Moodle wrote a group
        before it."""
        if self._blind or not told.name:
            return ()
        rows = self._written(told.name)
        if self._shape == "Moodle":
            for at in range(min(told.name.count("-"), _MOST_DASHES)):
                parts = told.name.split("-", at + 1)
                group = set(self._groups.of("-".join(parts[:-1])))
                rows += tuple(row for row in self._written(parts[-1]) if group.intersection(group_names(row.group)))
        return each_once(rows)

    def _written(self, name: str) -> _Rows:
        return each_once(row for one in self._names.of(name) for row in self._rows[one])

    # --- what the class as a whole says -------------------------------------------------------------------------------
    def _number(self, row: Student) -> str:
        """Return a student's number on the platform: where the roster has none, it may have them as ids, but for those
        that are another platform's numbers."""
        foreign = row.lms not in ("", self._shape) and (self._own or row.id == row.lms_id)
        if self._shape not in _NUMBERED or foreign:
            return ""
        return row.lms_id if self._own else row.id

    def _numbers_hold(self, told: Sequence[Told]) -> tuple[bool, bool]:
        """Say whether the roster's numbers are believed, and whether another number contradicts a name. Canvas's are
        the same everywhere; Moodle's count where most of those with a name agree with it, ids only of names that
        nobody shares."""
        numbered = [one for one in told if one.number]
        if self._blind:  # its own worksheet lists most: no other assignment of the site has the same number
            return 2 * sum(one.number in self._numbers for one in numbered) > len(numbered), False
        if self._shape == "Canvas" and any(row.lms == "Canvas" for row in self._roster.students):
            return True, True
        agreed = against = 0
        for one in numbered:
            rows, named = self._numbers.get(one.number, []), self._named(one)
            if not self._own and len(named) != 1:
                continue
            if any(row in named for row in rows):
                agreed += 1
            elif rows or any(map(self._number, named)):
                against += 1
        if not self._own:  # one alone may be a chance
            return (agreed > against + 1,) * 2
        return agreed > against, agreed >= max(1, against)

    def _users_of_addresses(self, told: Sequence[Told]) -> dict[str, list[Student]]:
        """Return the students by their addresses up to the @, where most folders are called so, and nothing else."""
        found = _by((squeezed(row.email.partition("@")[0]), row) for row in self._roster.students if "@" in row.email)
        words = [one.words[0] for one in told if one.words]
        called = sum(squeezed(word) in found and not self._any(word).rows for word in words)
        most = self._shape in ("plain", "nbgrader") and max(_LEAST_CUT, len(words) // 2 + 1) <= called
        return found if most else {}

    def _all_blind(self, told: Sequence[Told]) -> bool:
        """Say whether everybody has the same name, as in an anonymous assignment: `Participant`, also with the number
        behind it."""
        numbered = [one for one in told if one.number]
        names = {squeezed(squeezed(one.name).removesuffix(one.number)) for one in numbered}
        if len(names) != 1:
            return False
        [name] = names
        return name in _PARTICIPANT or (len(numbered) > 1 and not (self._names.of(name) or self._groups.of(name)))

    def _cuts(self, told: Sequence[Told]) -> Iterable[tuple[int, int]]:
        """Return, for so many candidates of a user's name, which of them it is: where one of them alone names students,
        most of the class."""
        several: dict[int, list[list[_Rows]]] = {}
        for one in told:
            for ends, look in ((one.logins, self._login), (one.words[1:], self._any)):
                if len(ends) > (self._shape != "plain"):
                    several.setdefault(len(ends), []).append([look(end).rows for end in ends])
        for size, heads in several.items():
            known = Counter(at for rows in heads for at in range(size) if rows[at])
            if len(known) == 1 and max(_LEAST_CUT, len(heads) // 2 + 1) <= known.total():
                yield size, next(iter(known))

    def _mostly_whole(self, told: Sequence[Told]) -> bool:
        """Say whether more of the class are known by whole names than by where names may begin: then what all names
        have in common is no assignment's."""
        known = [[bool(self._any(word).rows) for word in one.words] for one in told if len(one.words) > 1]
        return sum(whole for whole, *_ in known) > sum(any(ends) for _, *ends in known)

    def _may_cut(self, ends: int) -> bool:
        """Say whether names are cut at all: those of no platform only where most are known so."""
        return self._shape != "plain" or ends in self._columns

    def _cut(self, ends: Sequence[str], look: Callable[[str], _Claim]) -> _Claim:
        """Return whom the candidates of a user's name are."""
        if len(ends) in self._columns:
            ends = ends[self._columns[len(ends)] :][:1]
        claims = [look(end) for end in ends]
        first = next((claim for claim in claims if claim.rows), claims[0])
        return first._replace(rows=each_once(row for claim in claims for row in claim.rows), sure=len(ends) == 1)

    # --- a group ------------------------------------------------------------------------------------------------------
    def _group(self, told: Told) -> Whose:
        """Return the members of the group that a submission is called after. Canvas's number is that of a member; a
        user name has to be the group's as it was typed."""
        words = told.words if self._shape == "plain" else told.words[-1:]
        words = tuple(filter(self._groups.of, words)) or words
        name = told.name or next(iter((*words, *told.logins[-1:])), "")
        if self._shape == "nbgrader":
            return Whose()  # each folder is a student's user name
        names = self._groups.of(name) if name else []
        if not told.name and self._shape != "plain":
            names = [one for one in names if one == name]
        rows = each_once(row for one in names for row in self._members[one])
        if not rows:
            return Whose()
        if len({squeezed(one) for one in names}) > 1:
            return _differ(f"{name} may be several groups: {', '.join(names)}", rows)
        members = {word for row in rows for word in (row.lms_id, row.id)}
        if self._shape == "Canvas" and self._knows_numbers and told.number not in members:
            said = told.number or "nobody's number"
            return _differ(f"the export says {said} for the group {name}, which is none of its members", rows)
        return Whose(rows, "group")


def _words(name: str) -> list[str]:
    return sorted(squeezed(name).replace(",", " ").replace("_", " ").split())


def _by(pairs: Iterable[tuple[str, Student]]) -> dict[str, list[Student]]:
    found: dict[str, list[Student]] = {}
    for key, row in pairs:
        found.setdefault(key, []).append(row)
    return found


def _said(told: Told) -> tuple[tuple[str, list[str]], ...]:
    """Return what is told of single fields of a student: a user name or an address may be the id."""
    sid, email = (list(filter(None, [word])) for word in (told.sid, told.email))
    return ("id", [*sid, *email, *told.logins]), ("email", email), ("login", [*told.logins, *email])


def _shared(how: str, word: str, rows: _Rows) -> Whose:
    return _differ(f"{len(rows)} students share the {how} {word}: {', '.join(row.id for row in rows)}", rows, how)


def _differ(doubt: str, rows: Iterable[Student], how: str = "") -> Whose:
    return Whose(how=how, doubt=doubt, todo=_SETTLE, nearest=each_once(rows))


def _listed(rows: _Rows) -> str:
    return " or ".join(map(str, rows[:3]))

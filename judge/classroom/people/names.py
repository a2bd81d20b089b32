"""Names of people, as the tools on their way change them: which are the same, and which are alike."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

import msgspec

from judge.model.classroom import Student

LONGEST = 400  # characters of a name that are looked at; no file's name has more, and normalizing is not linear
_DROPPED = str.maketrans("_", " ", "&<>\"`|':\\/*?.\u2019")  # what Moodle and Windows leave out of the name of a folder
_SHOWN = 3  # names that are near, in a list


def visible(text: str) -> str:
    """Return a text without marks that can't be seen: they are the platform's, and no part of a name."""
    return text if text.isascii() else "".join(one for one in text if unicodedata.category(one) != "Cf")


def exact(word: str) -> str:
    """Return a name as it was typed, in the usual form of its accents."""
    return unicodedata.normalize("NFC", visible(word[:LONGEST])).strip()


def squeezed(word: str) -> str:
    """Return a name without what tools change in it: case, blanks at the ends and doubled, the form of its accents."""
    return " ".join(visible(unicodedata.normalize("NFKC", word[:LONGEST]).casefold()).split())


def in_a_path(name: str) -> str:
    """Return a name as it is in the name of a folder: first name first, without what no folder's name may hold."""
    last, comma, first = squeezed(name).partition(",")
    return " ".join((f"{first} {last}" if comma else last).translate(_DROPPED).split())


def glued(name: str) -> str:
    """Return the letters and digits of a name alone, as Canvas writes it."""
    return "".join(one for one in squeezed(name) if one.isalnum())


def glued_forms(name: str) -> set[str]:
    """Return a roster's name as Canvas may write it: as it is, and with the last name first."""
    *first, last = in_a_path(name).split() or [""]
    return {glued(name), glued("".join([last, *first])), glued("".join([*first, last]))} - {""}


def agree(told: str, known: str) -> bool:
    """Say whether an export's name may be that of a student whom its number names, too. A group's name may stand
    before it: `Group A-Ann Lee`."""
    if in_a_path(told) == in_a_path(known) or glued(told) in glued_forms(known):
        return True
    head, dash, _ = squeezed(told).partition("-")
    if dash and head and squeezed(told).endswith("-" + in_a_path(known)):
        return True
    one, other = (Counter(in_a_path(name).replace(",", " ").split()) for name in (told, known))
    return min(one.total(), other.total()) > 1 and (one <= other or other <= one)


class Near(msgspec.Struct):
    """Finds the students whose names are like a text: by the pairs of letters that both hold."""

    students: Sequence[Student]
    holders: dict[str, list[int]] = {}
    sizes: list[int] = []

    def to(self, word: str) -> tuple[Student, ...]:
        """Return the students nearest to `word`."""
        if not self.sizes:
            for index, student in enumerate(self.students):
                told = (student.id, student.name, student.login, student.email.partition("@")[0])
                held = set().union(*map(_pairs, told))
                self.sizes.append(len(held))
                for pair in held:
                    self.holders.setdefault(pair, []).append(index)
        wanted, shared = _pairs(word), Counter[int]()
        for pair in wanted:
            shared.update(self.holders.get(pair, ()))
        scores = {
            index: count / (len(wanted) + self.sizes[index])
            for index, count in shared.items()
            if 2 * count >= len(wanted)
        }
        return tuple(self.students[index] for index in sorted(scores, key=lambda one: (-scores[one], one))[:_SHOWN])


def _pairs(word: str) -> set[str]:
    plain = unicodedata.normalize("NFKD", squeezed(word))
    letters = "".join(one for one in plain if one.isalnum())
    return {letters[at : at + 2] for at in range(max(1, len(letters) - 1))} - {""}

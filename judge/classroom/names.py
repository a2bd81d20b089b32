"""Names of people: what no tool keeps of them, what a platform makes of them, and which are near."""

from __future__ import annotations

import difflib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html.entities import codepoint2name

import msgspec

from judge.model import Roll, Student
from judge.text import plainly

LONGEST = 400  # characters of a name that are looked at; no file's name has more, and normalizing is not linear
_ALIKE = str.maketrans("\u2018\u2019\u02bc\u00b4`\u2010\u2011", "'''''--")  # ways to type an apostrophe and a hyphen
_Table = dict[int, int | None]
_MOODLE: _Table = str.maketrans("_", " ", "&<>\"|':\\/")  # clean_param of PARAM_FILE
_FOLDER: _Table = str.maketrans("_", " ", "&<>\"|':\\/*?.")  # what else systems take out of a folder's name
_DROPPED: dict[Roll.Shape, _Table] = {"Moodle": _MOODLE, "plain": _FOLDER}
_GERMAN = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}
_SHOWN = 3  # names that are near, in a list
_OFFERED = 5  # names that are offered for one that is unknown


def visible(text: str) -> str:
    """Return a text without marks that can't be seen: they are the platform's, and no part of a name."""
    return text if text.isascii() else "".join(one for one in text if unicodedata.category(one) != "Cf")


def exact(word: str) -> str:
    """Return a word as it was typed, in the usual form of its accents."""
    return unicodedata.normalize("NFC", visible(word[:LONGEST])).strip()


@lru_cache(1 << 13)
def squeezed(word: str) -> str:
    """Return a word without what no tool keeps: case, blanks, the form of accents and apostrophes. Accents are
    letters, and so are vowel signs; `ß` is not `ss`."""
    text = unicodedata.normalize("NFKC", visible(word[:LONGEST]).translate(_ALIKE)).lower()
    return " ".join(unicodedata.normalize("NFKC", text).split())


def glued(name: str) -> str:
    """Return a name as Canvas's sanitize_file_name leaves it: letters, marks, digits and underscores."""
    return "".join(one for one in squeezed(name) if unicodedata.category(one).startswith(("L", "M", "Nd", "Pc")))


def ascii_forms(name: str, shape: Roll.Shape) -> set[str]:
    """Return what platforms that take accents out of names may make of one: nothing for all others."""
    if shape not in ("Sakai", "ILIAS"):
        return set()
    return {plainly(name)} | ({_as_ilias(name)} if shape == "ILIAS" else set())


def _as_ilias(name: str) -> str:
    """Return a name as ilUtil::getASCIIFilename leaves it: German umlauts as two letters, else the first letter of its
    entity in HTML 4, and blanks for a letter that has none."""
    letters = unicodedata.normalize("NFC", name)
    return "".join(
        one if one.isascii() else _GERMAN.get(one) or codepoint2name.get(ord(one), " ")[0] for one in letters
    )


def orders(name: str) -> set[str]:
    """Return a name in the orders in which it is the same: `Lee, Ann` is `Ann Lee`."""
    last, _, first = squeezed(name).partition(",")
    return {squeezed(name), f"{first.strip()} {last.strip()}".strip()} - {""}


class Written:
    """Finds the names of which a platform may have made a text. `turned` says that Canvas sorts their words."""

    def __init__(self, shape: Roll.Shape, names: Iterable[str], *, turned: bool = True) -> None:
        self.shape, self._turned = shape, turned
        self._by: dict[str, dict[str, None]] = {}  # names in their order
        for name in names:
            for form in self._forms(name):
                self._by.setdefault(self._loose(form), {})[name] = None

    def of(self, told: str) -> list[str]:
        """Return the names that may be written so: no letter is lost, and no mark is added."""
        forms = {glued(told)} if self.shape == "Canvas" else orders(told)
        found = dict.fromkeys(name for form in sorted(forms) for name in self._by.get(self._loose(form), ()))
        if self.shape not in _DROPPED:
            return list(found)
        return [name for name in found if any(self._left(form, whole) for form in forms for whole in self._forms(name))]

    def certain(self, told: str, name: str) -> bool:
        """Say whether no guess is needed: no file system drops an apostrophe, and where accents are taken out of
        names, another student's may have none."""
        if ascii_forms(name, self.shape):
            return not orders(told).isdisjoint(orders(name))
        return self.shape != "plain" or squeezed(told).count("'") == squeezed(name).count("'")

    def _forms(self, name: str) -> set[str]:
        if self.shape == "Canvas" and self._turned:  # the last name first, wherever it begins
            parts = [form.replace(",", " ").split() for form in orders(name)]
            return {glued("".join(words[at:] + words[:at])) for words in parts for at in range(len(words))} - {""}
        if self.shape == "Canvas":
            return {glued(name)} - {""}
        return orders(name) | {squeezed(made) for form in orders(name) for made in ascii_forms(form, self.shape)}

    def _loose(self, form: str) -> str:
        return " ".join(form.translate(_DROPPED[self.shape]).split()) if self.shape in _DROPPED else form

    def _left(self, told: str, whole: str) -> bool:
        """Say whether a form is what is left of another, where marks are dropped."""
        letters = iter(whole.replace("_", " "))
        return self._loose(told) == self._loose(whole) and all(one in letters for one in told.replace("_", " "))


def agree(told: str, known: str) -> bool:
    """Say whether two names may be a student's whom something else names, too: they have the same letters, or one has
    all words of the other, two at least."""
    if glued(told) == glued(known):
        return bool(glued(told))
    one, other = (Counter(squeezed(name).translate(_FOLDER).replace(",", " ").split()) for name in (told, known))
    return min(one.total(), other.total()) > 1 and (one <= other or other <= one)


def near_note(word: str, names: Iterable[str], otherwise: str) -> str:
    """Return in words which names look most like a word, whatever their case, or else have it as one of theirs; of
    those that are one, the first. Where none does, it is said `otherwise`."""
    by_shape: dict[str, str] = {}
    for name in names:
        by_shape.setdefault(squeezed(name), name)
    words = set(squeezed(word).split())
    near = difflib.get_close_matches(squeezed(word), by_shape, _OFFERED)
    near = near or [shape for shape in by_shape if words and words <= {*shape.replace(",", " ").split()}][:_OFFERED]
    return f"close to it: {', '.join(by_shape[shape] for shape in near)}" if near else otherwise


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

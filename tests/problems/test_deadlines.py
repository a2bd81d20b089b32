"""The words of a deadline, a grace, a penalty and an extension: what they mean, and what is said of others.

Those of `deadlines.txt` are a table as in problem.toml, or stand behind `extension` or `moment`. For `hold_rows` see
`told.py`.
"""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import ValueFault
from judge.model import Deadline
from judge.problems import read_deadline, read_extension, read_moment
from tests.problems.told import hold_rows

EVENING = datetime(2026, 11, 20, 23, 59, 59)


def in_words(found: object) -> str:
    """Return what is read: of a noun all that is not as usual."""
    if not isinstance(found, msgspec.Struct):
        return str(found)
    usual = {field.name: field.default for field in msgspec.structs.fields(found)}
    said = {name: value for name, value in msgspec.structs.asdict(found).items() if value != usual[name]}
    return ", ".join(f"{name} {in_words(value)}" for name, value in said.items())


def meaning(words: str) -> str:
    kind, _, rest = words.partition(" ")
    try:
        match kind:
            case "extension":
                return in_words(read_extension(rest))
            case "moment":
                return in_words(read_moment(rest))
        return in_words(read_deadline(tomllib.loads(f"said = {words}")["said"]))
    except ValueFault as fault:
        said = re.sub("date and time: .*", "date and time", fault.what)  # what follows are words of Python's own
        return f"wrong {fault.key}: {said}" if fault.help else "no help"


def test_what_words_mean_is_as_kept() -> None:
    hold_rows(Path(__file__).with_name("deadlines.txt"), meaning)


def test_what_a_course_does_not_say_is_as_in_the_package() -> None:
    base = Deadline(EVENING, 900, Deadline.Penalty(20))
    assert read_deadline({}, base) == base
    noon = read_deadline({"deadline": "2026-12-01 12:00"}, base)
    assert noon == Deadline(datetime(2026, 12, 1, 12), 900, Deadline.Penalty(20))
    assert read_deadline({"grace": "1h"}, base) == Deadline(EVENING, 3600, Deadline.Penalty(20))
    assert read_deadline({"late_penalty": "10%"}, base) == Deadline(EVENING, 900, Deadline.Penalty(10))
    short = read_deadline({"late_penalty": "10%, nothing after 5min"}, base)
    assert short == Deadline(EVENING, 900, Deadline.Penalty(10, cutoff_s=300)), "from the end of the grace"


@given(st.text(max_size=40) | st.text("0123456789 +-:.TZ%dhaymin,/AB", max_size=60))
def test_any_words_are_read_or_refused(words: str) -> None:
    for key in ("deadline", "grace", "late_penalty"):
        with suppress(ValueFault):
            read_deadline({"deadline": EVENING, key: words})
    with suppress(ValueFault):
        read_extension(words)
    read_moment(words)

"""Another way to give a program its case: what would let it crash on every case is found on the first one.

It may expect no line 1, or a file of another name, or lines that end in LF alone. Which of these fits is read off its
text, off the files that it could not open, and off the case's own bytes; one way is tried, and only told of where the
answer is right then. No verdict hangs on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from judge.executors.contract import Otherwise
from judge.executors.program.hints import Habits
from judge.model import Programs
from judge.problems.program_keys import may_be_called

_PLAIN = (
    "it answers right when the case is written plainly: each line ends in LF alone, the last one too, and without "
    'blanks. This package gives it the file byte for byte, such as with CRLF: bytes = "as-is"'
)
_DIALECTS = {
    "homework": ("no-algorithm", "left out"),
    "no-algorithm": ("homework", "there"),
}


def another_way(
    rules: Programs, habits: Habits, failed: Callable[[], Sequence[str]], *, names_algorithm: bool, odd_bytes: bool
) -> Otherwise | None:
    """Return the way that fits best. `failed` returns the files that it could not open, which takes a run; line 1 of a
    case may name the algorithm. `odd_bytes` are those of a case that is given as it is, and not as the judge writes
    it."""
    if rules.io != "stdio" and not rules.arguments and rules.input_file not in habits.text:
        known = (rules.input_file, rules.output_file, *habits.shipped)
        names = [name.removeprefix("./") for name in failed()]
        if name := next((name for name in names if may_be_called(name) and name not in known), ""):
            says = (
                f'it answers right when its input is called {name}: in problem.toml  input_file = "{name}"  does that'
            )
            return Otherwise(msgspec.structs.replace(rules, input_file=name), says)
    if odd_bytes:
        return Otherwise(msgspec.structs.replace(rules, bytes="canonical"), _PLAIN)
    if not names_algorithm or rules.reads or rules.dialect == "as-is":
        return None
    dialect, how = _DIALECTS[rules.dialect]
    says = f'it answers right when line 1, the algorithm, is {how}: in problem.toml  dialect = "{dialect}"  does that'
    return Otherwise(msgspec.structs.replace(rules, dialect=dialect), says)

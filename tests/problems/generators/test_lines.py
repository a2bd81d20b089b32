"""Keys are found where they stand, however the table is written."""

from __future__ import annotations

import pytest

from judge.problems.generators.read import line_of

TEXT = """\
by_hand = []
[secret.forest]   # a comment
n = 8
"pieces" = 5
[ sample ]
tiny = { n = 2 }
"a.b".n = 3
[secret."c.d"]
n = 1
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("by_hand",), 1),
        (("secret",), 2),
        (("secret", "forest"), 2),
        (("secret", "forest", "n"), 3),
        (("secret", "forest", "pieces"), 4),
        (("secret", "forest", "count"), 2),
        (("sample", "tiny", "n"), 6),
        (("sample", "a.b", "n"), 7),
        (("secret", "c.d", "n"), 9),
        (("nothing",), 0),
    ],
)
def test_the_line_of_a_key(path: tuple[str, ...], line: int) -> None:
    assert line_of(TEXT, *path) == line

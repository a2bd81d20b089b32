"""A class in which two are alike, for the reports that show it; names and sources are a stranger's."""

from __future__ import annotations

from judge.model.similarity import Circle, Pair, Part, Similarities, Span, Work

EVIL = "<script>alert(1)</script>\u202e\x1b[31m"
FIRST = "import sys\n" + "# far away\n" * 20 + "def first(a):\n    return a * 2  # <b>\x07\n"
SECOND = "def second(b):\n    return b * 3\n"
LEFT = (("main.py", FIRST + SECOND), ("empty.py", ""))
RIGHT = (("other.py", "x = 1\n"), ("hw.py", SECOND + "y = 2\n" + FIRST[FIRST.index("def") :]))


def span(files: tuple[tuple[str, str], ...], file: int, text: str) -> Span:
    start = files[file][1].index(text)
    return Span(file, start, start + len(text))


def alike() -> Similarities:
    """Return two students of this class and one of an earlier one, of whom two pairs are shown."""
    bodies = [FIRST[FIRST.index("def") :].rstrip(), SECOND.rstrip()]
    parts = tuple(Part(span(LEFT, 0, body), span(RIGHT, 1, body), 14) for body in bodies)
    works = (Work(("ada",), LEFT), Work((EVIL, "bob"), RIGHT), Work(("eve",), LEFT, "2025"), Work(("zed",), RIGHT))
    first, second, third = Pair(0, 1, 0.873, 0.6, parts), Pair(0, 2, 1.0, 0.7), Pair(1, 2, 0.7, 0.6)
    circle = Circle((0, 1, 2), (second, first, third), (second, first))
    left_out = (("dan", "it is empty"), ("fay", "it is empty"), (EVIL, EVIL))
    return Similarities("hw1.zip", works, (circle,), 3, 1, 0.04, left_out)


def unlike() -> Similarities:
    return Similarities("hw1.zip", (), (), 1)

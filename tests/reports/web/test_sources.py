"""Differences of two submissions: what was added and removed, in bounds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from judge.reports.web.sources import SourceFile, differences

_LINES = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=12)


def _file(text: str | bytes, name: str = "mine.py", *, main: bool = True) -> SourceFile:
    return SourceFile(name, text.encode() if isinstance(text, str) else text, main)


@given(_LINES, _LINES)
def test_lines_lead_from_one_to_the_other(before: list[str], after: list[str]) -> None:
    found = differences([_file("\n".join([*before, "end"]))], [_file("\n".join([*after, "end"]))])
    if before == after:
        assert found == ()
        return
    lines = found[0].lines
    count = {kind: sum(one.kind == kind for one in lines) for kind in ("added", "removed")}
    assert count["added"] - count["removed"] == len(after) - len(before)
    assert {one.sign for one in lines} <= {"", "+", "-", " "}


def test_main_files_are_one_whatever_they_are_called() -> None:
    same = _file("", "same.txt", main=False)
    [found] = differences([_file("a\n", "old.py"), same], [_file("b\n", "new.py"), same])
    assert found.name == "old.py, now new.py"
    assert [(one.kind, one.text) for one in found.lines[1:]] == [("removed", "a"), ("added", "b")]


def test_files_that_came_and_went_are_shown() -> None:
    before, after = _file("x\n", "gone.py", main=False), _file("y\n", "come.py", main=False)
    found = differences([_file("m"), before], [_file("m"), after])
    assert [(one.name, one.lines[-1].kind) for one in found] == [("gone.py", "removed"), ("come.py", "added")]


def test_what_can_t_be_shown_is_said() -> None:
    many = "\n".join(map(str, range(2000)))
    texts: list[tuple[str | bytes, str]] = [("a\r\n", "a\n"), (b"\0", "a\n"), (many, many.replace("1", "2"))]
    words = [differences([_file(old)], [_file(new)])[0].words for old, new in texts]
    assert words == [
        "It differs in the ends of lines alone.",
        "It is no text.",
        "It differs in too many lines to show them.",
    ]


def test_long_files_with_few_changes_are_shown() -> None:
    lines = [str(number) for number in range(5000)]
    changed = [*lines[:2500], "new", *lines[2500:]]
    [found] = differences([_file("\n".join(lines))], [_file("\n".join(changed))])
    assert [one.text for one in found.lines if one.kind == "added"] == ["new"]

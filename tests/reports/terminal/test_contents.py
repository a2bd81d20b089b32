"""What a store holds, as `judge store info` shows it."""

from __future__ import annotations

import io

from judge.model.contents import Contents, Counts, PackageHeld, WebHeld
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.contents import contents_lines

COUNTS = Counts(2, 5, 3, 1_000_036_800.0, 1_699_963_200.0)  # noon in Greenwich
DIGEST = "0123456789abcdef" * 4


def shown(held: Contents) -> list[list[str]]:
    console = PlainConsole(file=io.StringIO(), width=100)
    with console.capture() as caught:
        console.print(contents_lines(held))
    return [line.split() for line in caught.get().splitlines()]


def test_an_empty_store_is_one_line() -> None:
    assert shown(Contents(4096, Counts(), 0, 0, (), (), 0)) == [
        ["4", "KiB:", "0", "judgements", "of", "0", "students", "in", "0", "batches,", "0", "repetitions"]
    ]


def test_everything_is_said() -> None:
    packages = (
        PackageHeld("quiz\x1b[2J", DIGEST, COUNTS, whole=True),
        PackageHeld("old", DIGEST[::-1], Counts(1, 1, 1), whole=False),
    )
    lines = shown(Contents(3 << 20, COUNTS, 12345, 1, packages, ((2001, COUNTS),), 2048))
    assert " ".join(lines[0]) == "3.0 MiB: 5 judgements of 3 students in 2 batches, 12,345 repetitions"
    assert lines[2] == ["problem", "package", "batches", "judgements", "students", "first", "last"]
    assert lines[3][1:] == ["0123456789ab", "2", "5", "3", "2001-09-09", "2023-11-14"]
    assert lines[4] == ["old", "fedcba987654*", "1", "1", "1", "-", "-"]
    assert lines[6] == ["year", "batches", "judgements", "students", "first", "last"]
    assert lines[7] == ["2001", "2", "5", "3", "2001-09-09", "2023-11-14"]
    assert [" ".join(line) for line in lines[9:]] == [
        "* only the digest is known: it was judged by a judge that kept no packages",
        "1 student forgotten",
        "judge store prune could remove 2 KiB",
    ]
    assert "\x1b" not in str(lines)


def test_what_came_on_the_web_is_a_line() -> None:
    def said(web: WebHeld) -> str:
        return " ".join(shown(Contents(4096, Counts(), 0, 0, (), (), 0, web))[1])

    assert said(WebHeld(12, 340, 3, 55)) == (
        "on the web: 12 accounts; 340 submissions, 3 not judged yet; audit log: 55 lines"
    )
    assert said(WebHeld(1, 1, 0, 1)) == "on the web: 1 account; 1 submission; audit log: 1 line"

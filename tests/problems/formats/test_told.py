"""Every word about a case or an answer that is refused, or that is read with a warning, as it is kept in `kept/`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from judge.model import Answer, Instance
from judge.problems.formats.answer import write_answer
from judge.problems.formats.case import MAX_N, read_case, write_case
from judge.problems.formats.page import Page, digit_grid, first_fault, name_character, open_page, quote, split_rows
from judge.problems.puzzles import read_answer
from tests.problems import told
from tests.problems.formats.test_answer import FORGIVEN, GOOD, NUMBERS_REFUSED, REFUSED
from tests.problems.formats.test_case import GOOD as GOOD_CASE
from tests.problems.formats.test_case import REFUSED as CASES_REFUSED

KEPT = Path(__file__).parent / "kept"
CASES = {name: row[0] for name, row in CASES_REFUSED.items()} | {
    "good": GOOD_CASE,
    "one cell": b"ANY\n1\n1\n0\n",
    "lower case, blank": b" sa \n1\n1\n0\n",
    "blanks around": b"\t DFS \t\n1\n1\n0\n",
    "bytes beyond ASCII": b"BF\xc3\x9f\n1\n1\n0\n",
    "blank line 1": b" \n1\n1\n0\n",
    "the largest n": f"BFS\n{MAX_N}\n1\n0\n".encode(),
    "n beyond the largest": f"BFS\n{MAX_N + 1}\n1\n0\n".encode(),
    "n blank": b"BFS\n \n1\n0\n",
    "n not ended": b"BFS\n1",
    "n nothing": b"BFS",
    "p blank": b"BFS\n1\n\n0\n",
    "p missing, not ended": b"BFS\n3",
    "the largest p": b"BFS\n1\n" + b"9" * 18 + b"\n0\n",
    "p one beyond the largest": b"BFS\n1\n1" + b"0" * 18 + b"\n0\n",
    "p with a sign": b"BFS\n1\n+1\n0\n",
    "n and p with blanks behind": b"BFS\n1 \n1\t\n0\n",
    "one row missing": b"BFS\n2\n1\n00\n",
    "one row of one missing": b"BFS\n1\n1\n",
    "two rows for one": b"BFS\n1\n1\n0\n2\n",
    "two rows for one, blank line between": b"BFS\n1\n1\n0\n\n2 \n",
    "one cell too many": b"BFS\n1\n1\n00\n",
    "a row of one digit": b"BFS\n2\n1\n0\n00\n",
    "all rows too short": b"BFS\n3\n1\n00\n00\n",
    "one row, too short": b"BFS\n3\n1\n00\n",
    "a piece first": b"BFS\n2\n1\n10\n00\n",
    "a piece, CRLF": b"BFS\r\n2\r\n1\r\n00\r\n01\r\n",
    "a tab between": b"BFS\n2\n1\n0\t0\n00\n",
    "a wide character": "BFS\n2\n1\n0\u20ac\n00\n".encode(),
    "a broken character": b"BFS\n2\n1\n0\xff\n00\n",
    "a 1 behind the rows": b"BFS\n1\n1\n0\n1\n",
    "digits behind blank lines": b"BFS\n1\n1\n0\n\n\n 02 \n",
    "long text behind": b"BFS\n1\n1\n0\nwhat is this, and more of it, and more\nanother line\n",
    "text and no newline": b"BFS\n1\n1\n0\nend",
    "blank lines and blanks": b"BFS\n1\n1\n0 \n\t\n \n",
    "CRLF": b"BFS\r\n1\r\n1\r\n0\r\n",
    "lone CR": b"BFS\n1\r1\r0\r",
    "both line ends": b"BFS\r1\r\n1\r\n0\r",
    "no final newline": b"BFS\n2\n1\n00\n00",
    "no final newline, blank": b"BFS\n2\n1\n00\n00 ",
    "blanks behind the rows": b"BFS\n2\n1\n00\n00 \n",
    "NUL behind line ends of all kinds": b"BFS\r1\n1\r\n0\r0\0",
    "NUL at the start of a line": b"BFS\n\0",
    "big-endian UTF-16": "\ufeffBFS".encode("utf-16-be"),
    "two NULs": b"BFS\n0\0\n\0\n",
    "an X in a row": b"BFS\n2\n1\n0X\n00\n",
    "an X behind": b"BFS\n1\n1\n0\nX\n",
    "three lines behind": b"BFS\n1\n1\n0\na\nb\nc\n",
    "a form feed behind": b"BFS\n1\n1\n0\n\x0c a\x0c\n",
    "a form feed behind line 1": b"BFS\x0c\n1\n1\n0\n",
    "a form feed behind line 2": b"BFS\n1\x0c\n1\n0\n",
    "a form feed behind a row": b"BFS\n1\n1\n0\x0c\n",
    "a form feed as a row": b"BFS\n2\n1\n00\n\x0c\n",
    "a form feed alone behind": b"BFS\n1\n1\n0\n\x0c\n",
    "line ends first": b"\r\nBFS\r\n",
    "CR first": b"\rBFS\n1\r\n",
    "CR behind": b"BFS\n1\n1\n0\n\r",
}
ANSWERS = {f"refused, {name}": row[0] for name, row in REFUSED.items()}
ANSWERS |= {f"forgiven, {name}": row[0] for name, row in FORGIVEN.items()}
ANSWERS |= {
    "FAIL": b"FAIL\n",
    "fail, blanks around": b" fail \n",
    "FAIL and more": b"FAIL\n\nno way\n",
    "FAIL twice": b"FAIL\nFail\t\n",
    "an answer and FAIL": GOOD + b"\n fail",
    "OK and a NUL": b"OK\0\n010\n",
    "a NUL behind": b"Solution\0",
    "FAIL glued": b"fail!\n",
    "OK glued, blanks": b" \tOK\t 010\n",
    "OK, comma": b"OK, done\n",
    "rows without OK, blanks": b"  012\n",
    "a row of another n": b"0120\n",
    "big-endian UTF-16": "\ufeffOK".encode("utf-16-be"),
    "one row missing": b"OK\n010\n000\n\n",
    "two rows missing, text": b"OK\n010\n",
    "rows with blanks, then too long": b"OK\n0 1 0\n0 0 0\n0 0 2 2\n",
    "cut in the first row": b"OK\n0",
    "cut, blanks": b"OK\n010\n000\n0 0",
    "all rows too short": b"OK\n01\n00\n02\n",
    "all rows too long": b"OK\n0101\n0000\n",
    "a form feed": b"OK\n01\x0c\n",
    "blank lines first, and CR": b"\n\r\n \tOK\n010\n000\n002\n",
    "blank lines first, then prose": b"\n\n  what?\n",
    "byte order mark, blank line": b"\xef\xbb\xbf\nOK\n010\n000\n002\n",
    "byte order mark, prose": b"\xef\xbb\xbfHi\n",
    "no newline behind rows with blanks": b"OK\n010\n000 \n0 0 2",
    "blanks of all kinds": b"OK\n0 1\t0 \n000\n002\t\n",
    "blank lines behind": GOOD + b"\n\n",
    "a row too long, and blanks": b"OK\n010\n000\n0 0 2  1\n",
    "a short row with blanks behind": b"OK\n010\n0 0  \n002\n",
    "megabytes in one word": b"x" * 2_000_000,
    "OK and blanks without end": b"OK\n" + b" " * 2_000_000,
    "a blank and no end": b"OK\n010\n " + b"7" * 2_000_000,
    "a form feed behind OK": b"OK\x0c\n010\n000\n002\n",
    "a form feed behind a row": b"OK\n010\x0c\n000\n002\n",
    "a form feed as a row": b"OK\n010\n000\n\x0c\n",
    "a form feed behind": GOOD + b"\x0c\n",
    "a form feed first": b"\x0cOK\n010\n000\n002\n",
    "an X in a row": b"OK\n0X0\n000\n002\n",
    "line ends first": b"\r\nOK\r\n010\r000\n002\n",
    "a tab first": b"\tOK\n010\n000\n002\n",
    "a form feed and a row": b"\x0c012\n",
    "a row with an X": b"01X\n",
    "a form feed and OK as a row": b"OK\n\x0cOK\n",
    "blanks between, and more": b"OK\n0 1 0\n000\n002\nmore\n",
    "CR first": b"\rOK\n010\n000\n002\n",
    "only a tab between": b"OK\n010\n0\t00\n002\n",
    "behind many blank lines": b"\n" * 1_200_000 + GOOD,
}
NUMBERS = {
    "spies 4": {name: row[2] for name, row in NUMBERS_REFUSED.items() if row[0] == "spies"}
    | {
        "columns": b"2 4 1 3\n",
        "columns, n above": b"4\n2 4 1 3\n",
        "columns, 04 above": b" 04 \n2 4 1 3",
        "columns, blanks and more": b"\n 2  4\t1 3 \nbye\n",
        "columns and a second answer": b"2 4 1 3\nFAIL\n",
        "n and blank lines": b"4\n\n\n",
        "n and a blank line before": b"4\n\n2 4 1 3\n",
        "0 above": b"0\n2 4 1 3\n",
        "all zeros": b"00\n2 4 1 3\n",
        "one number": b"4\n3\n",
        "from 0": b"0 1 2 3\n",
        "n + 1": b"1 2 3 5\n",
        "18 digits and 19": b"1 2 " + b"0" * 17 + b"3 " + b"0" * 18 + b"4\n",
        "board": b"OK\n0100\n0001\n1000\n0010\n",
        "a row": b"0121\n",
        "a row of digits beyond 2": b"2413\n",
        "FAIL": b"FAIL\n",
        "letters": b"2 4 x 3\n",
        "a tab and a letter": b"2\t4 \xc3\xa9\n",
        "digit first": b"2.4.1.3\n",
        "a form feed behind n": b"4\x0c\n2 4 1 3\n",
    },
    "spies 2": {"n": b"2\n", "n, columns": b"2\n1 2\n", "columns": b"2 1\n", "a row": b"01\n", "n, more": b"2\nx\n"},
    "spies 1": {
        "one": b"1\n",
        "one twice": b"1\n1\n",
        "zero": b"0\n",
        "two": b"1\n2\n",
        "text": b"1\nx\n",
        "ok": b"OK\n1",
    },
    "all-queens 4": {
        name: row[2] for name, row in NUMBERS_REFUSED.items() if row[:2] == ("all-queens", 4) and len(row[2]) < 10_000
    }
    | {
        "both": b"2\n2 4 1 3\n3 1 4 2\n",
        "fewer": b"3\n2 4 1 3\n",
        "fewer, blank lines": b"3\n2 4 1 3\n\n \n",
        "more": b"1\n2 4 1 3\n3 1 4 2\n",
        "none": b"0\n",
        "none, blank": b" 0 \n\n",
        "FAIL": b"FAIL\n",
        "FAIL and more": b"fail\n2 4 1 3\n",
        "blanks": b"1\n2  4 1 3 ",
        "39 digits": b"9" * 39 + b"\n",
        "40 digits": b"9" * 40 + b"\n",
        "41 digits": b"9" * 41 + b"\n",
        "a form feed behind the count": b"2\x0c\n",
        "prose": b"There are 2\n",
        "a second answer": b"1\n2 4 1 3\nOK\n",
    },
    "all-queens 10": {"count alone": b"724\n", "one": b"1\n1 3 5 7 9 2 4 6 8 10\n", "FAIL": b"FAIL\n"},
    "all-queens 11": {"count": b"2680\n", "more": b"2680\n1 2\n", "blank lines": b"\n2680\n\n", "FAIL": b"FAIL\n"},
}


def test_what_is_told_of_a_case() -> None:
    told.hold(KEPT / "case.txt", told.each(CASES, lambda data: read_case(data, "mine.txt")))


@pytest.mark.parametrize("strict", [False, True], ids=["tolerant", "strict"])
def test_what_is_told_of_a_board(strict: bool) -> None:
    inputs = ANSWERS if not strict else {name: data for name, data in ANSWERS.items() if len(data) < 1_000_000}
    lines = told.each(inputs, lambda data: read_answer(data, "lizards", 3, strict, "out.txt"))
    told.hold(KEPT / f"board-{'strict' if strict else 'tolerant'}.txt", lines)


@pytest.mark.parametrize("wanted", NUMBERS)
def test_what_is_told_of_numbers(wanted: str) -> None:
    puzzle, n = wanted.split()
    inputs: Mapping[str, bytes] = NUMBERS[wanted]
    told.hold(KEPT / f"{puzzle}-{n}.txt", told.each(inputs, lambda data: read_answer(data, puzzle, int(n))))


QUOTED = {
    "empty": b"",
    "twenty": b"x" * 20,
    "twenty-one": b"x" * 21,
    "escape": b"\x1b[31m",
    "wide": "\u20ac".encode() * 21,
    "broken": b"\xff\xfe1",
    "four bytes each": "\U0001f451".encode() * 20,
    "four bytes each, one more": "\U0001f451".encode() * 21,
    "tab": b"a\tb",
}
CHARACTERS = {
    f"{byte}": bytes([byte]) for byte in (0, 1, 8, 9, 10, 31, 32, 33, 39, 48, 65, 126, 127, 128, 0xC3, 0xE2, 0xFF)
} | {
    "two bytes": "\xe9".encode(),
    "three bytes": "\u20ac".encode(),
    "four bytes": "\U0001f451".encode(),
    "three bytes, not printed": "\u200b".encode(),
    "cut": "\U0001f451".encode()[:3],
}


def test_how_foreign_text_is_told() -> None:
    lines = [*told.each(QUOTED, quote), *told.each(CHARACTERS, lambda raw: name_character(b".." + raw + b"..", 2))]
    told.hold(KEPT / "quoted.txt", lines)


def test_what_is_written_is_told() -> None:
    grid = np.array([[0, 2], [1, 0]], np.int8)
    some = np.array([[1, 0], [0, 1]], np.int64)
    answers = (
        Answer(fail=True),
        Answer(board=grid),
        Answer(columns=some),
        Answer(columns=some[:1]),
        Answer(columns=some[:0]),
        Answer(columns=some, count=2),
        Answer(columns=some[:1], count=1),
        Answer(count=14200),
        Answer(),
    )
    lines = [f"{write_answer(answer)!r}" for answer in answers]
    lines.append(f"{write_case(Instance('SA', 2, 7, grid))!r}")
    told.hold(KEPT / "written.txt", [*lines, *told.told(lambda: read_case(b""))])


def test_a_page_is_taken_line_by_line() -> None:
    lines = []
    for text in (b"", b"\n", b"ab", b"ab\n", b"\nab", b"a \nb\t \n\x0c\n"):
        for cut in (False, True):
            page = Page("a.txt", text, cut)
            for _ in range(4):
                facts = (page.unfinished(), page.rest_line(), page.at, page.line, page.take_stripped())
                lines.append(f"{text!r} {cut}: {facts}")
            lines += told.in_lines(page.notices())
    lines.append(f"{Page('a.txt', b'x').cut} {Page('a.txt', b'x').forgiven_at('W104')}")
    for code in ("W106", "W109"):
        for text in (b"", b"\n", b"a\n", b"\n\na\n", b"\x0c"):
            for cut in (False, True):
                page = Page("a.txt", text, cut)
                page.forgive_rest(code)
                lines.append(f"{code} {text!r} {cut}: {told.in_lines(page.notices())} {page.forgiven_at(code)}")
    told.hold(KEPT / "taken.txt", lines)


def test_a_page_is_told_by_its_limits() -> None:
    """Where a text is cut, and where it ends, decides what is forgiven."""
    inputs = {
        "plain": b"ab\ncd\n",
        "CRLF": b"ab\r\ncd\r\n",
        "CR": b"ab\rcd\r",
        "open": b"ab\ncd",
        "mixed": b"a\n\rb\r\n\rc",
    }

    def look(data: bytes) -> list[Page]:
        return [open_page(data, "a.txt", limit) for limit in (None, 0, 1, 2, 3, 4, 5, 6, 7, 8)]

    told.hold(KEPT / "page.txt", told.each(inputs, look))


def test_rows_are_split_and_counted() -> None:
    texts = (
        b"00\n00\n",
        b"00\n \n\t\n",
        b"00\n\n00\n",
        b"00\n",
        b"00\n00\n\n x\n",
        b"\n\n",
        b"0\n0\n0\n0\n",
        b"00\n0\x2f\n",
        b"00\n\n\x0c\n",
    )
    lines = []
    for text in texts:
        for at in (0, 1, 3):
            parts = [split_rows(Page("a.txt", text, at=at), n) for n in (1, 2, 3)]
            grids = [told.grid(digit_grid(text, at, (n, n))) for n in (1, 2, 3)]
            lines.append(f"{text!r} from {at}: {parts} {grids}")
    told.hold(KEPT / "rows.txt", lines)


def test_the_first_fault_is_told() -> None:
    rows = {
        "good": b"00\n02",
        "short": b"00\n0",
        "long": b"0 0 0\n00",
        "letter": b"0X\n00",
        "blank": b"\n00",
        "one": b"00",
    }
    faults = told.each(
        rows, lambda data: [repr(first_fault(data.split(b"\n"), 2, legal)) for legal in (b"02", b"02 \t")]
    )
    told.hold(KEPT / "faults.txt", faults)

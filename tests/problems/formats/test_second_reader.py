"""The readers of cases and boards agree with a second writing, line by line, on valid texts that were mutated.

Compared are what is read and each warning with its line, or the code of the refusal with its line.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from judge.errors import JudgeError
from judge.model import Answer
from judge.problems.puzzles import named, read_answer

Said = tuple[object, dict[str, int]] | tuple[str, int]  # what is read and the warnings; or a code and a line

BOM, UTF16 = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")
END = re.compile(rb"\r\n|\r|\n")
MOST_N, MOST_PIECES = 20_000, 10**18 - 1


class Refused(Exception):  # noqa: N818 - it is no error of the test
    pass


class Lines:
    """The lines of a text from 1 on, the next of them, and the warnings so far."""

    def __init__(self, data: bytes) -> None:
        self.all = END.split(data)
        self.warned: dict[str, int] = {}
        self.next = 1
        for number, end in enumerate(END.findall(data), 1):
            if end != b"\n":
                self.warn({b"\r\n": "W102", b"\r": "W103"}[end], number)
        if self.all[-1]:
            self.warn("W104", len(self.all))
        else:
            self.all.pop()

    def warn(self, code: str, line: int) -> None:
        self.warned.setdefault(code, line)

    def blank(self, number: int) -> bool:
        return not self.all[number - 1].strip(b" \t")

    def left(self) -> int:
        """The next line that is not blank; 0 if there is none."""
        return next((number for number in range(self.next, len(self.all) + 1) if not self.blank(number)), 0)

    def take(self) -> bytes:
        line = self.all[self.next - 1] if self.next <= len(self.all) else b""
        self.next += 1
        if line != line.rstrip(b" \t"):
            self.warn("W105", self.next - 1)
        return line.rstrip(b" \t")

    def close(self, code: str) -> None:
        if number := self.left():
            self.warn(code, number)
        elif self.next <= len(self.all):
            self.warn("W106", self.next)


def second_answer(data: bytes, n: int) -> Said:
    if data.startswith(UTF16):
        raise Refused("E111", 1)
    text = data[3:] if data.startswith(BOM) else data
    if not text.strip():
        raise Refused("E101", 0)
    lines = Lines(text)
    if text != data:
        lines.warn("W101", 1)
    if text[:1] in b" \t\r\n":
        lines.warn("W111", 1)
        lines.next = lines.left()
    line = lines.take()
    word = line.strip(b" \t")
    if word.upper() not in (b"OK", b"FAIL"):
        raise Refused("E111" if b"\0" in line else "E102", lines.next - 1)
    if word != word.upper():
        lines.warn("W108", lines.next - 1)
    if word.upper() == b"FAIL":
        lines.close("W110")
        return "FAIL", lines.warned
    board = second_board(lines, n)
    lines.close("W109")
    return board, lines.warned


def second_board(lines: Lines, n: int) -> list[list[int]]:
    if not lines.left():
        raise Refused("E103", lines.next)
    rows: list[tuple[int, bytes]] = []
    while len(rows) < n and (number := lines.left()):
        if number > lines.next:
            lines.warn("W106", lines.next)
        lines.next = number
        rows.append((number, lines.take()))
    number, first = rows[0]
    if first.strip(b" \t").upper() in (b"OK", b"FAIL"):
        raise Refused("E103", number)
    for number, row in rows:
        if re.search(rb"[^012 \t]", row):
            raise Refused("E111", number)
        if len(re.findall(rb"[012]", row)) != n:
            raise Refused("E105", number)
        if b" " in row or b"\t" in row:
            lines.warn("W107", number)
    if len(rows) < n:
        raise Refused("E104", lines.next)
    return [[int(cell) for cell in re.findall(rb"[012]", row)] for _, row in rows]


def second_case(data: bytes, _: int) -> Said:
    if data.startswith((*UTF16, BOM)):
        raise Refused("E409", 1)
    if not data.strip():
        raise Refused("E401", 0)
    if b"\0" in data:
        raise Refused("E409", len(END.findall(data[: data.index(b"\0")])) + 1)
    lines = Lines(data)
    head = lines.take().decode("latin-1")
    if head not in ("BFS", "DFS", "SA", "ANY"):
        raise Refused("E402", 1)
    numbers = []
    for code, most in (("E403", MOST_N), ("E404", MOST_PIECES)):
        digits = lines.take()
        if not re.fullmatch(rb"[1-9][0-9]{0,18}", digits) or int(digits) > most:
            raise Refused(code, lines.next - 1)
        numbers.append(int(digits))
    n, pieces = numbers
    rows: list[list[int]] = []
    while len(rows) < n and lines.left():
        row = lines.take()
        if re.search(rb"[^02]", row):
            raise Refused("E407", lines.next - 1)
        if len(row) != n:
            raise Refused("E405", lines.next - 1)
        rows.append([int(cell) for cell in row.decode()])
    if len(rows) < n:
        raise Refused("E406", lines.next)
    if number := lines.left():
        more = lines.all[number - 1].strip(b" \t")
        raise Refused("E408" if re.search(rb"[^02]", more) else "E406", number)
    lines.close("")
    return (head, n, pieces, rows), lines.warned


def line_in(place: str) -> int:
    found = re.search(r" line (\d+)", place)
    return int(found[1]) if found else 0


def first_answer(data: bytes, n: int) -> Said:
    read = read_answer(data, "lizards", n)
    of_queens = read_answer(data, "queens", n)
    if not isinstance(read, Answer):
        assert of_queens == read
        return read.code, line_in(read.where)
    assert isinstance(of_queens, Answer)
    assert of_queens.warnings == read.warnings
    said = "FAIL" if read.board is None else read.board.tolist()
    return said, {notice.code: notice.line for notice in read.warnings}


def first_case(data: bytes, _: int) -> Said:
    try:
        board, warnings = named("lizards").cases.read(data, "input.txt")
    except JudgeError as error:
        return error.code, line_in(str(error.place))
    said = board.algorithm, board.n, board.pieces, board.grid.tolist()
    return said, {notice.code: notice.line for notice in warnings}


def second(read: Callable[[bytes, int], Said], data: bytes, n: int) -> Said:
    try:
        return read(data, n)
    except Refused as refused:
        code, line = refused.args
        return code, line


PIECES = [
    b"\n", b"\n\n", b"\r\n", b"\r", b" ", b"\t", b"  \n", b"0", b"1", b"2", b"3", b"00", b"-", b"OK", b"ok", b"FAIL",
    b"Fail\n", b"OK\n", b"SA", b"ANY\n", b"DFS", b"\f", b"\v", b"\0", BOM, b"\xff\xfe", b"\xc3\xa9", b"solved", b"007",
]  # fmt: skip


def mutated(chance: random.Random, text: bytes) -> bytes:
    """A text with other ends of lines, perhaps, and up to three places replaced, doubled, left out or filled."""
    if chance.random() < 0.2:
        text = text.replace(b"\n", chance.choice([b"\r\n", b"\r", b"\n\n", b" \n", b"\n "]))
    for _ in range(chance.choice([0, 1, 1, 1, 2, 3])):
        at = chance.randint(0, len(text))
        end = min(len(text), at + chance.choice([0, 0, 1, 1, 4]))
        text = text[:at] + chance.choice([*PIECES, text[at:end] * 2, b""]) + text[end:]
    return text[: chance.randint(0, len(text))] if chance.random() < 0.05 else text


def answer_of(chance: random.Random, n: int) -> bytes:
    if chance.random() < 0.1:
        return b"FAIL\n"
    return b"OK\n" + b"".join(bytes(chance.choices(b"012", k=n)) + b"\n" for _ in range(n))


def case_of(chance: random.Random, n: int) -> bytes:
    head = f"{chance.choice(['BFS', 'DFS', 'SA', 'ANY'])}\n{n}\n{chance.randint(1, 12)}\n".encode()
    return head + b"".join(bytes(chance.choices(b"02", k=n)) + b"\n" for _ in range(n))


READERS = {"answer": (answer_of, first_answer, second_answer), "case": (case_of, first_case, second_case)}


def disagreements(kind: str, seed: int, count: int) -> tuple[list[str], int]:
    """Return where the two differ, and how many of the texts were read."""
    chance, (make, one, other), found, read = random.Random(seed), READERS[kind], [], 0
    for _ in range(count):
        n = chance.randint(1, 4)
        data = mutated(chance, make(chance, n))
        first, again = one(data, n), second(other, data, n)
        read += not isinstance(first[1], int)
        if first != again:
            found.append(f"{data!r}, n = {n}: {first}, but the second says {again}")
    return found, read


@pytest.mark.parametrize(
    ("seed", "count"),
    [(1, 1000), *(pytest.param(seed, 3000, marks=pytest.mark.nightly(sample=3)) for seed in range(2, 8))],
)
@pytest.mark.parametrize("kind", READERS)
def test_the_readers_agree_with_a_second_writing(kind: str, seed: int, count: int) -> None:
    found, read = disagreements(kind, seed, count)
    assert found[:5] == []
    assert count / 10 < read < count * 9 / 10, "texts of both sorts are compared"

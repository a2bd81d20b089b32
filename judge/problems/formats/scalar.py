"""Offer puzzles the formats of an answer without a board: one number, or one of two words."""

from __future__ import annotations

from functools import partial

from judge.model import Answer, ReadWarning
from judge.problems.formats.answer_format import AnswerFormat, Table, as_board
from judge.problems.formats.page import BLANKS, Page
from judge.problems.formats.refused import bad_first_line, too_long

_MOST_DIGITS = 40  # more than any number that is asked for


def numbers() -> AnswerFormat:
    """Return the format of one whole number from 0 up, or FAIL; a function returns an int, or None."""
    return AnswerFormat(read=read_number, take=as_board, wanted="one whole number, or FAIL")


def decisions(valid: str, invalid: str) -> AnswerFormat:
    """Return the format of one of two words, such as valid and invalid; a function returns True or False, or 1 or 0."""
    words = (invalid, valid)
    return AnswerFormat(
        read=partial(_read_word, words),
        take=_as_decision,
        write=partial(_write_word, words),
        wanted=f"{valid} or {invalid}",
    )


def read_number(page: Page, _: object) -> Answer:
    """Read one whole number, or FAIL."""
    line = _line(page)
    word, number = line.strip(BLANKS), page.line - 1
    if word.upper() == b"FAIL":
        if word != b"FAIL":
            page.forgive("W108", number)
        page.forgive_rest("W110")
        return Answer(fail=True, first_line=number)
    if not word.isdigit() or len(word) > _MOST_DIGITS:
        raise bad_first_line(page, line, "one whole number, or FAIL", headless=False)
    page.forgive_numbers(word, [word])
    page.forgive_rest("W109")
    return Answer(count=int(word), first_line=number)


def _read_word(words: tuple[str, str], page: Page, _: object) -> Answer:
    line = _line(page)
    word = line.strip(BLANKS).decode(errors="replace")
    said = [number for number, one in enumerate(words) if one.casefold() == word.casefold()]
    if not said:
        raise bad_first_line(page, line, f"{words[1]} or {words[0]}", headless=False)
    number = page.line - 1
    if word not in words:
        message = f"{word} is read as {words[said[0]]}: capitals are not as they should be"
        page.forgiven["W108"] = ReadWarning("W108", message, number)
    page.forgive_rest("W109")
    return Answer(count=said[0], first_line=number)


def _write_word(words: tuple[str, str], answer: Answer) -> bytes:
    return f"{words[bool(answer.count)]}\n".encode()


def _line(page: Page) -> bytes:
    if page.unfinished():
        raise too_long(page, page.line)
    return page.take_stripped()


def _as_decision(table: Table) -> Answer:
    """Take a truth value; an array is what it is, another kind of answer."""
    return Answer(count=int(table)) if table.ndim == 0 else Answer(board=table)

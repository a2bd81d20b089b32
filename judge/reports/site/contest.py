"""The first page: what was expected, the leaderboards of all problems, and the host; and what the codes mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from judge.errors import codes
from judge.model import Judgement, RunRecord, Verdict
from judge.reports.blocks import Para, Section, line
from judge.reports.measuring_words import class_words, measured, noise_words, not_enforced
from judge.reports.page.view import blocks_html
from judge.reports.reader import Reader
from judge.reports.site.contents import TOP, Contents, Part, made, page_of, run_title
from judge.reports.site.problem import board_of
from judge.reports.verdict_words import Fault, expectations, faults
from judge.reports.views.submission import meaning, meaning_head
from judge.text import counted


def pages(contents: Contents) -> Iterator[tuple[str, str]]:
    """Yield the name of the file and its text."""
    record = contents.record
    yield (
        "index.html",
        page_of(
            contents,
            "contest.html",
            run_title(contents),
            made=made(contents),
            record=record,
            summary=expectations(record.judgements),
            faults=_faults(contents),
            boards=[board_of(part, record) for part in contents.parts],
            measured=_measured(record),
            warnings=[*filter(None, [not_enforced(record.host), str(Judgement.Disturbance.of(record.judgements))])],
            host=_host(record),
        ),
    )


def _faults(contents: Contents) -> list[tuple[Fault, str]]:
    """Return what is not as expected, and where that is shown: the row of the case on the page of the submission. So
    far, where the run was stopped: then no AC is final."""
    whole = contents.record.complete
    found = [
        (faults([row])[0], _place(part, at, row))
        for part in contents.parts
        for at, row in enumerate(part.judgements)
        if not row.as_expected and (whole or row.verdict is not Verdict.AC)
    ]
    return sorted(found, key=lambda one: one[0].kind.verdict is not Verdict.JE)


def _place(part: Part, at: int, row: Judgement) -> str:
    """Return where the case is shown that the verdict comes from."""
    file = part.submission_file(at)
    for place in range(len(part.cases) if row.verdict is not Verdict.AC else 0):
        run = part.result(at, place)
        if run and run.verdict is row.verdict:
            return f"{file}#{part.case_anchor(place)}"
    return file


def _measured(record: RunRecord) -> list[str]:
    """Return how far the orders are settled, and the noise."""
    rounds = record.measuring.rounds
    lines = [words for words, _ in measured(rounds, named=len(rounds) > 1)]
    return [*lines, *filter(None, [noise_words(record.measuring.noise)])]


def _host(record: RunRecord) -> list[tuple[str, str]]:
    host = record.host
    versions = (("judge", record.judge), ("Python", host.python), ("numba", host.numba))
    facts = [
        ("class of host", class_words(host.host_class)),
        ("processors", counted(host.cores, "core")),
        ("clock", "CPU time" if record.clock == "cpu" else "wall time"),
        ("sandbox", host.sandbox),
        ("enforced", ", ".join(host.enforced) or "nothing"),
        ("not enforced", ", ".join(host.missing) or "nothing is missing"),
        ("system", host.system),
        ("versions", ", ".join(f"{name} {version}" for name, version in versions if version)),
    ]
    return [(name, text) for name, text in facts if text]


CODES: Final = "codes.html"


def codes_page(contents: Contents) -> Iterator[tuple[str, str]]:
    """Yield the name of the file and its text."""
    known = [code for code in sorted(set(_codes(contents))) if code in codes()]
    meanings = tuple(Section(meaning_head(code), meaning(code, Reader()), anchor=code) for code in known)
    found = meanings or (Para(line("No code occurs in this run.")),)
    yield CODES, page_of(contents, "codes.html", "What the codes mean", [TOP], body=blocks_html(found))


def _codes(contents: Contents) -> Iterator[str]:
    for judgement in contents.record.judgements:
        if judgement.prepare.finding:
            yield judgement.prepare.finding.code
        for run in judgement.runs:
            yield run.code
            yield from (notice.code for notice in run.notices)

"""A problem: what is to be written, its limits and groups, as Markdown; its samples; and all of that as the page of
`judge show PROBLEM`."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Iterator, Sequence

import msgspec

from judge.model import About, Case, Instance, Problem, Programs
from judge.reports.blocks import Picture
from judge.reports.picture.scene import drawable, given_on
from judge.reports.picture.text import numbers
from judge.reports.picture.words import around
from judge.reports.scheme import deadline_words
from judge.reports.views.leaderboard import other_limits
from judge.text import all_of, clean, counted, number, plural, seconds

_LARGEST = 12  # rows of a sample that is drawn
_GAP = "   "
_OTHER_BYTES = "Programs are given some files in other bytes, such as LF for CRLF"
_PLAIN_WORD = re.compile(r"[\w{}./=:-]+")
_CODE = 78  # characters of a line
_SHOWN, _LINES = 2000, 24  # bytes and lines of a text


def problem_page(problem: Problem, about: About) -> str:
    """Return the page."""
    statement = about.statement.strip() or f"# {problem.title}"
    if about.elsewhere:
        statement += f"\n\nThe statement is in `{problem.path}/{about.elsewhere}`."
    parts = [statement, contract(problem, about), groups(problem), _samples(problem, about)]
    if about.reference:
        parts.append(_times(about.reference))
    return "\n\n".join(filter(None, parts)) + "\n"


def contract(problem: Problem, about: About, *, terminal: bool = True) -> str:
    """Return what is to be written, and how it is called; on a `terminal` with the commands that say more."""
    if problem.programs.only:
        return _program(problem, about, terminal=terminal)
    head = "\n".join(textwrap.wrap(about.head, _CODE, subsequent_indent=" " * len("def solve(")))
    called = about.called
    own = problem.puzzle.startswith("{")  # a puzzle of the package's own, by its words
    judged = f"\n\n{_judged_by(problem)}" if problem.validator else ""
    run = "judge run mine.py" + (f" --problem {called}" if called != problem.puzzle else "")
    commands = f"""

`judge init {called if own else problem.puzzle} mine.py` writes a first solution and `{run}` judges it.
`judge show {called} CASE` draws a case."""
    function, program = _help("function", terminal), _help("program", terminal, "\n")
    return f"""\
## What to write

A Python file with this function{function}, or a whole program in any language{program}:

```python
{head}
```

{about.task}{judged}{commands if terminal else ""}"""


def _help(topic: str, terminal: bool, gap: str = " ") -> str:
    """Return where a terminal has more about it."""
    return f"{gap}(`judge help {topic}`)" if terminal else ""


def _program(problem: Problem, about: About, *, terminal: bool) -> str:
    """Return what a program is to do, where there is no board and no function, or it is called otherwise than with a
    whole case."""
    rules, called, more = problem.programs, about.called, _help("program", terminal)
    if problem.validator:
        stdio = f"It reads a case from stdin and prints its answer to stdout{more}."
        files = f"It reads a case from {rules.input_file} or stdin, and writes {rules.output_file} or to stdout."
        how = how_called(rules) if rules.arguments else stdio if rules.io == "stdio" else files
        said, shows = f". {how}\n{_judged_by(problem)}", "shows"
    else:
        said, shows = f"{more}. {how_called(rules)}\n\n{about.task}", "draws"
    commands = f"\n\n`judge run mine.cpp --problem {called}` judges it. `judge show {called} CASE` {shows} a case."
    return f"## What to write\n\nA whole program in any language{said}{commands if terminal else ''}"


def _judged_by(problem: Problem) -> str:
    words = "it must have the same words as the known answer"
    by_program = problem.validator and problem.validator.files
    return f"How an answer is judged: {'a program of the package looks at each answer' if by_program else words}."


def how_called(rules: Programs) -> str:
    """Return how a package has programs called, given a case and answer it."""
    said = []
    if rules.arguments:
        quoted = (word if _PLAIN_WORD.fullmatch(word) else shlex.quote(word) for word in rules.arguments)
        said.append(f"It is called as `PROGRAM {' '.join(quoted).replace('`', '')}`.")
    where = {"files": rules.input_file, "stdio": "stdin"}.get(rules.io, f"{rules.input_file} or stdin")
    where = where if rules.stdin or rules.io != "any" else rules.input_file
    case = f"a line `{rules.reads}` for each case" if rules.reads else "the case"
    said.append(f"It reads {case} from {where}.")
    to = {"files": f"to {rules.output_file}", "stdio": "to stdout"}.get(rules.io, f"to {rules.output_file} or stdout")
    said.append(f"It writes its answer {to}.")
    if rules.bytes == "as-is":
        said.append("It is given each input.txt byte for byte.")
    return " ".join(said)


def groups(problem: Problem, *, terminal: bool = True) -> str:
    """Return the limits, the deadline, and the groups of cases."""
    cpu = f"{problem.limits.time_limit:g} s of CPU{other_limits(problem)}"
    other_bytes = problem.programs.bytes == "canonical" and any(case.as_is is not None for case in problem.cases)
    table = [f"| group | cases | {'bytes' if problem.validator else 'n'} | points |", "|---|---|---|---|"]
    parts = [
        f"## Cases\n\nFor each case there are {cpu} and {problem.limits.memory} MiB of memory.",
        f"{_OTHER_BYTES}{_help('program', terminal)}." if other_bytes else "",
        deadline_words(problem.deadline) if problem.deadline else "",
        "\n".join([*table, *(_group(problem, name) for name in problem.groups)]),
        "\n".join(_conditions(problem)),
    ]
    return "\n\n".join(filter(None, parts))


def _group(problem: Problem, name: str) -> str:
    cases = [case for case in problem.cases if case.group == name]
    sizes = [case.board.n if case.text is None else len(case.text) for case in cases]
    span = "" if not sizes else f"{min(sizes)}" if min(sizes) == max(sizes) else f"{min(sizes)} to {max(sizes)}"
    return f"| `{name}` | {len(cases)} | {span} | {number(problem.groups[name].points)} |"


def _conditions(problem: Problem) -> Iterator[str]:
    """Yield what the points of a group hang on, beside each of its cases."""
    for name, group in problem.groups.items():
        if group.points and group.score_aggregation == "pass-fail":
            yield f"- `{name}` has no points unless all of its cases pass."
        if group.points and (needed := problem.required_by(name)):
            yield f"- `{name}` has no points unless all of {all_of([f'`{one}`' for one in needed])} pass."


# --- samples ----------------------------------------------------------------------------------------------------------
class Sample(msgspec.Struct, frozen=True, eq=False):
    """A case that is shown whole: what it is about, and pictures, or the beginning of its texts. `answer` is what it
    says that is no board."""

    case: Case
    about: str = ""
    pictures: tuple[Picture, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    answer: str = ""


def samples(problem: Problem, about: About) -> tuple[Sample, ...]:
    """Return the samples, in their order."""
    return tuple(_sample(case, problem, about) for case in problem.cases if case.group == Problem.SAMPLES)


def _sample(case: Case, problem: Problem, about: About) -> Sample:
    if case.text is not None:
        return Sample(case, texts=_texts(case))
    board, piece, layer = case.board, problem.piece, Instance.Layer.of(case.board, parted=problem.parted)
    asked = f"as many {plural(piece)} as possible" if problem.scored else counted(board.pieces, piece)
    boards = [("the board", board.grid)]
    if case.answer is not None and case.answer.board is not None:
        boards.append(("an answer", case.answer.board))
    given, summed = given_on(board.grid), problem.scored or (layer is not None and not layer.parted)
    return Sample(
        case,
        ", ".join(filter(None, (board.wanted_algorithm, f"{asked} on {around(board.grid)}"))),
        tuple(Picture(caption, one, piece, given=given, layer=layer) for caption, one in boards if drawable(one)),
        answer=about.answers.get(case.path) or _in_words(case, summed=summed),
    )


def _in_words(case: Case, *, summed: bool) -> str:
    """Return what an answer says that is no board; a number is of arrangements, unless it is `summed`."""
    if case.answer is None:
        return ""
    if case.answer.fail:
        return "FAIL, there is no arrangement"
    if case.answer.count is None:
        return ""
    return f"{case.answer.count:,d}" if summed else counted(case.answer.count, "arrangement", ",d")


def _texts(case: Case) -> tuple[tuple[str, str], ...]:
    """Return the beginning of input and known answer as they are; both are untrusted."""
    told = {"input": case.text or b"", "answer": (case.answer.text or b"") if case.answer else b""}
    return tuple((name, _beginning(data)) for name, data in told.items() if data)


def _beginning(data: bytes) -> str:
    lines = clean(data[:_SHOWN].decode(errors="replace")).splitlines()
    whole = len(data) <= _SHOWN and len(lines) <= _LINES
    return "\n".join([*lines[:_LINES], *([] if whole else [f"... ({len(data):,} bytes)"])])


# --- on a terminal ----------------------------------------------------------------------------------------------------
def _samples(problem: Problem, about: About) -> str:
    small = [one for one in samples(problem, about) if one.case.board.n <= _LARGEST]
    return "\n\n".join(["## Samples", *map(_drawn, small)]) if small else ""


def _drawn(one: Sample) -> str:
    """Return a sample that is not empty, and the answer that is known; side by side where that is a board."""
    if one.case.text is not None:
        return general_case(one.case)
    layer, columns = one.pictures[0].layer, one.case.answer.columns if one.case.answer else None
    weighed = layer and not layer.parted
    shown = [each.text for each in one.pictures if weighed or each.board.any()]
    regions = [numbers(layer.numbers)] if layer and layer.parted else []
    body = [*_beside([*regions, *shown]), *([f"answer: {one.answer}"] if one.answer else [])]
    if columns is not None and not one.answer:
        body.append("answer, as column numbers:")
        body += [" ".join(str(column + 1) for column in row) for row in columns.tolist()]
    head = f"`{one.case.path}`: {one.about}"
    return "\n".join([head, "", "```text", *body, "```"]) if body else head


def general_case(case: Case) -> str:
    """Return the beginning of input and known answer."""
    texts = {name: text.replace("```", "...").splitlines() for name, text in _texts(case)}
    body = (*texts.get("input", ()), "---", *texts.get("answer", ()))
    return "\n".join([f"`{case.path}`", "", "```text", *body, "```"])


def _beside(pictures: Sequence[str]) -> list[str]:
    """Return pictures as one. They end on the same line: the numbers of columns may take a line more in one."""
    height = max((len(one.splitlines()) for one in pictures), default=0)
    rows = zip(*([""] * (height - len(one.splitlines())) + one.splitlines() for one in pictures), strict=True)
    widths = [max(map(len, one.splitlines())) for one in pictures]
    return [_GAP.join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _times(reference: About.Reference) -> str:
    rows = [
        f"| `{one.name}` | {one.verdict} | {one.solved}/{reference.cases} | {seconds(one.par2_s)} "
        f"| {seconds(one.slowest_s)} | {one.slowest_case} |"
        for one in reference.solutions
    ]
    head = f"""\
## What the shipped solutions do

Measured on {reference.date} on {reference.host}, with {reference.time_limit:g} s of CPU for a case. On
another machine the times are others, and mostly in the same order. PAR-2 is the CPU time of all cases, a
missed one counted as twice the limit.

| solution | verdict | solved | PAR-2 | slowest | case |
|---|---|---|---|---|---|"""
    return "\n".join([head, *rows])

"""Write the page of `judge show PROBLEM` as Markdown: the statement, the contract, the groups and the samples."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Iterator, Sequence

from judge.model import About, Answer, Case, Instance, Problem, Programs
from judge.reports.picture.scene import Scene
from judge.reports.picture.text import drawn, numbers
from judge.reports.picture.words import around
from judge.reports.scheme import deadline_words
from judge.reports.views.leaderboard import other_limits
from judge.text import clean, counted, number, plural, seconds

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
    ]
    return "\n\n".join(filter(None, parts))


def _group(problem: Problem, name: str) -> str:
    cases = [case for case in problem.cases if case.group == name]
    sizes = [case.board.n if case.text is None else len(case.text) for case in cases]
    span = "" if not sizes else f"{min(sizes)}" if min(sizes) == max(sizes) else f"{min(sizes)} to {max(sizes)}"
    return f"| `{name}` | {len(cases)} | {span} | {number(problem.groups[name].points)} |"


def _samples(problem: Problem, about: About) -> str:
    small = [case for case in problem.cases if case.group == Problem.SAMPLES and case.board.n <= _LARGEST]
    return "\n\n".join(["## Samples", *(_sample(case, problem, about) for case in small)]) if small else ""


def _sample(case: Case, problem: Problem, about: About) -> str:
    """Return a case that is not empty, and the answer that is known; side by side where that is a board."""
    if case.text is not None:
        return general_case(case)
    board, answer, piece = case.board, case.answer, problem.piece
    layer = Instance.Layer.of(board, parted=problem.parted)
    asked = f"as many {plural(piece)} as possible" if problem.scored else counted(board.pieces, piece)
    boards = [board.grid] if board.grid.any() or (layer and not layer.parted) else []
    if answer is not None and answer.board is not None:
        boards.append(answer.board)
    pictures = [numbers(layer.numbers)] if layer and layer.parted else []
    pictures += [drawn(Scene.of(one, piece, layer=layer)).plain for one in boards]
    said = about.answers.get(case.path)
    words = [f"answer: {said}"] if said else _in_words(answer, layer) if answer else ()
    head = f"`{case.group}/{case.name}`: {board.algorithm}, {asked} on {around(board.grid)}"
    body = [*_beside(pictures), *words]
    return "\n".join([head, "", "```text", *body, "```"]) if body else head


def general_case(case: Case) -> str:
    """Return the beginning of input and known answer as they are; both are untrusted."""
    given, known = (_text(one or b"") for one in (case.text, case.answer.text if case.answer else b""))
    return "\n".join([f"`{case.group}/{case.name}`", "", "```text", *given, "---", *known, "```"])


def _text(data: bytes) -> list[str]:
    lines = clean(data[:_SHOWN].decode(errors="replace")).replace("```", "...").splitlines()
    whole = len(data) <= _SHOWN and len(lines) <= _LINES
    return lines[:_LINES] + ([] if whole else [f"... ({len(data):,} bytes)"])


def _beside(pictures: Sequence[str]) -> list[str]:
    """Return pictures as one. They end on the same line: the numbers of columns may take a line more in one."""
    height = max((len(one.splitlines()) for one in pictures), default=0)
    rows = zip(*([""] * (height - len(one.splitlines())) + one.splitlines() for one in pictures), strict=True)
    widths = [max(map(len, one.splitlines())) for one in pictures]
    return [_GAP.join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _in_words(answer: Answer, layer: Instance.Layer | None) -> Iterator[str]:
    """Yield what an answer says that is no board. Where cells have weights, a number is their sum."""
    if answer.fail:
        yield "answer: FAIL, there is no arrangement"
    elif answer.count is not None and layer and not layer.parted:
        yield f"answer: {answer.count:,d}"
    elif answer.count is not None:
        yield f"answer: {counted(answer.count, 'arrangement', ',d')}"
    elif answer.columns is not None:
        yield "answer, as column numbers:"
        yield from (" ".join(str(column + 1) for column in row) for row in answer.columns.tolist())


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

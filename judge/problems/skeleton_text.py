"""The texts of a new package: what its author reads first, and changes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.problems.puzzles import is_row
from judge.problems.puzzles.call import HOMEWORK
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.row.file import row_text

_PROBLEM = """\
# What this package says about itself: judge help package. An unknown key is an error.
title = {title}
{puzzle}{algorithms}answers = "tolerant"          # or "strict": no blanks, no other types

[limits]
time_limit = 5.0              # seconds of CPU for a case
memory = 512                  # MiB

# A folder of cases each, in the order in which they are run. Students see those of the sample whole.
[groups.sample]
points = 0

[groups.secret]
points = 10                   # shared by its cases
"""
_INFEASIBLE = """
# More {many} than the board holds: the answer is FAIL.
[groups.infeasible]
points = 5
"""
_HEAD = """\
# What `judge generate {name}` makes: judge help authoring.
# Each value of a list makes a case of its own, and so does each seed: `count` of them, from `seed` on.
by_hand = ["sample/*"]        # no recipe makes these
"""
_WITH_TREES = """
[secret.forest]               # 3 sizes, 2 densities, 3 seeds: 18 cases
n = [6, 8, 10]
density = [0.1, 0.25]         # this share of the cells are trees
seed = 1
count = 3
pieces = "n"                  # as many as rows; or a number

[secret.shape]                # 6 cases
n = 8
density = 0.3
pattern = ["blobs", "lines", "borders", "chess", "maze", "corridor"]   # or "random"
pieces = "80%"                # of the most that the board holds; "max" is all of them

[infeasible.crowd]            # 6 cases
n = [5, 6]
density = 0.15
seed = 1
count = 3
pieces = "max+1"              # one more than the board holds
"""
_WITHOUT_TREES = """
[secret.board]
n = [{sizes}]
"""
_WRONG = '''\
# judge: problem = {name}
# @EXPECTED_RESULTS@: WA
"""A wrong solution: it says of every board that nothing can be placed on it.

A good package refuses it. Put here what your students are likely to get wrong.
"""


def solve({parameters}):
    return None  # FAIL
'''
_STATEMENT = """\
# {name}

Place {many} on a board of n x n cells so that no two {attack}, or find out that this can't be done.

## Input

{input}

## Output

`OK` and the n rows with a 1 for each {one}, or the one line `FAIL` where there is no arrangement.
"""
_LINES = """\
| line | what it holds |
|---|---|
| 1 | the algorithm, which may be ignored |
| 2 | n, the number of rows and of columns |
| 3 | the number of {many} |
| 4 to n + 3 | a row of n digits: 0 is a free cell, 2 a tree |"""
_OWN_FORM = "As in the sample: say here what each line holds."


def problem_toml(name: str, puzzle: Puzzle, algorithms: Sequence[str], *, trees: bool) -> str:
    quoted = ", ".join(f'"{one}"' for one in algorithms)
    line = f"algorithms = [{quoted}]"
    said = f"{line:<29} # line 1 of a case is one of them\n" if puzzle.cases.names_algorithm else ""
    own = is_row(puzzle.name)
    title = msgspec.json.encode(puzzle.row.title or name).decode()
    text = _PROBLEM.format(title=title, puzzle="" if own else f'puzzle = "{puzzle.name}"\n', algorithms=said)
    return (
        text
        + (f"\n[puzzle]\n{row_text(puzzle.name)}" if own else "")
        + (_INFEASIBLE.format(many=puzzle.words.many) if trees else "")
    )


def generators_toml(name: str, sample_n: int, samples: str, *, trees: bool) -> str:
    """Return recipes of cases that a slow solution does in a moment: the puzzle's own, or the homework's."""
    sizes = ", ".join(str(n) for n in range(1, 10) if n != sample_n)
    return _HEAD.format(name=name) + (samples or (_WITH_TREES if trees else _WITHOUT_TREES.format(sizes=sizes)))


def wrong(name: str, puzzle: Puzzle) -> str:
    """Return a solution that is wrong on every board that has an answer."""
    called = puzzle.call or HOMEWORK
    return _WRONG.format(name=name, parameters=", ".join(called.signature.names))


def statement(name: str, puzzle: Puzzle) -> str:
    """Return the puzzle's own statement, or one in a few words, for a puzzle of which none is shipped."""
    if puzzle.statement:
        return f"# {name}\n\n{puzzle.statement}"
    words = puzzle.words
    lines = _LINES.format(many=words.many) if puzzle.homework else _OWN_FORM
    return _STATEMENT.format(name=name, many=words.many, one=words.one, attack=words.attack, input=lines)

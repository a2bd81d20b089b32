"""A puzzle as a row of words: what a host writes as `[puzzle]` in problem.toml, and what follows from it.

`words.py` holds the words, `read.py` reads them, and `check.py` refuses a row that makes no puzzle. Of a row, `case.py`
makes the form of its cases, `answers.py` that of answers, `goal.py` its goal and the boards that `solve` is compiled
on, `recipes.py` and `small.py` what `judge generate` and `judge hack` make, `statement.py` and `starter.py` their
texts. Its rules are those of `constraints.py`; `Puzzle` in `puzzles` puts all together.
"""

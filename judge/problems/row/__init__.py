"""A puzzle as a row of words: what a host writes as `[puzzle]` in problem.toml, and what follows from it.

`words.py` holds the words, and `read.py` refuses a row that makes no puzzle. Of a row, `case.py` makes the form of its
cases, `answers.py` that of answers, `rules.py` its rules, `every.py` all arrangements of a board, `recipes.py` what
`judge generate` and `judge hack` make, `statement.py` and `starter.py` their texts; `puzzle.py` puts them together.
"""

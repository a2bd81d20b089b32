"""A puzzle as a row of words: what a host writes as `[puzzle]` in problem.toml, and what follows from it.

`words.py` holds the words and refuses what makes no puzzle. Of a row, `case.py` makes the form of its cases, `rules.py`
its rules, `every.py` all arrangements of a board, `recipes.py` what `judge generate` and `judge hack` make, `texts.py`
statement and starter; `puzzle.py` puts them together.
"""

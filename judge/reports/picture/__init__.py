"""Boards as pictures, one noun for all forms: a Scene is what is drawn, as characters or as SVG.

scene -> text                      characters, for terminals
scene -> cells -> svg              a piece of a page, or a file that stands alone
scene -> overview -> svg           of a large board, a pixel or a few for each cell
"""

from judge.reports.picture.scene import drawable
from judge.reports.picture.text import cell_width, drawn, numbers, numbers_part, part, picture
from judge.reports.picture.words import around, caption

__all__ = ["around", "caption", "cell_width", "drawable", "drawn", "numbers", "numbers_part", "part", "picture"]

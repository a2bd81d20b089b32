"""Boards as pictures, one noun for all forms: a Scene is what is drawn, shapes are made of it once, and text and SVG
show them.

    scene -> text                      characters, for terminals
    scene -> shapes -> svg             a piece of a page, or a file that stands alone
    scene -> overview -> svg           of a large board, a pixel or a few for each cell
"""

from judge.reports.picture.scene import drawable
from judge.reports.picture.text import cell_width, drawn, part, picture
from judge.reports.picture.words import around, caption

__all__ = ["around", "caption", "cell_width", "drawable", "drawn", "part", "picture"]

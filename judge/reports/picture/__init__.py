"""Boards as pictures, one noun for all forms: a Scene is what is drawn, as characters or as SVG.

scene -> text                      characters, for terminals
scene -> cells -> svg              a piece of a page, or a file that stands alone
scene -> overview -> svg           of a large board, a pixel or a few for each cell
"""

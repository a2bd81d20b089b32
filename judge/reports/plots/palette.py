"""How the series of a plot are told apart: by colour, by shape and by dashes, each a number of its own.

The three lists have no length in common, so that neighbours differ in all three, and 42 styles in colour or shape. The
colours are the most different ones for three kinds of colour blindness, of hues like those of Okabe and Ito (Color
Universal Design, 2008), with 3 to 1 of contrast against the page; they differ in grey as well. Every shape has an
inside, so that an open one can be told from a full one. Chart.js knows all of them.
"""

from __future__ import annotations

from typing import Final

# Each on a light page, and on a dark one.
COLOURS: Final = (
    ("#1144ee", "#6688ff"),  # blue
    ("#aa8800", "#ffcc00"),  # gold
    ("#008855", "#66ff99"),  # green
    ("#990000", "#dd5522"),  # vermilion
    ("#bb2299", "#aa5588"),  # pink
    ("#000000", "#ddffff"),  # neither
)
# Of Chart.js, and by how many degrees each is turned.
SHAPES: Final = (
    ("circle", 0),
    ("rect", 0),
    ("triangle", 0),
    ("rectRot", 0),
    ("triangle", 180),
    ("triangle", 90),
    ("triangle", 270),
)
# Strokes and gaps, in widths of a line.
DASHES: Final[tuple[tuple[int, ...], ...]] = ((), (5, 2), (1, 2), (6, 2, 1, 2), (9, 3))

"""How each verdict looks, on a terminal, a page and a picture: the only place.

A letter, a colour and a shape each tell a verdict apart by themselves. Tests hold what colours must do: contrast, and
that the frequent ones differ for colour-blind readers.
"""

from __future__ import annotations

from typing import Final

import msgspec

from judge.model import Verdict

SIDE: Final = 24  # of the square that holds a shape
MIDDLE: Final = 16.5  # the baseline of a letter in the middle of it


class Look(msgspec.Struct, frozen=True):
    """`light` and `dark` are its colours on a page, `style` is rich's. `corners` are those of its shape in a square of
    SIDE, none for a circle; the letter in it stands on `baseline`."""

    letter: str
    light: str
    dark: str
    style: str
    corners: tuple[tuple[float, float], ...] = ()
    baseline: float = MIDDLE

    @property
    def colours(self) -> tuple[str, str]:
        """Return the colour of a light page and of a dark one."""
        return self.light, self.dark


_SQUARE: Final = ((2, 2), (22, 2), (22, 22), (2, 22))
_TRIANGLE: Final = ((12, 0.5), (24, 23), (0, 23))
_DIAMOND: Final = ((12, 0), (24, 12), (12, 24), (0, 12))
_PENTAGON: Final = ((12, 0.5), (24, 9.5), (19.5, 23.5), (4.5, 23.5), (0, 9.5))
_OCTAGON: Final = ((7.5, 1), (16.5, 1), (23, 7.5), (23, 16.5), (16.5, 23), (7.5, 23), (1, 16.5), (1, 7.5))
_TURNED: Final = ((0, 1), (24, 1), (12, 23.5))

LOOKS: Final = {
    Verdict.AC: Look("A", "#006b47", "#4fd1a5", "green"),
    Verdict.WA: Look("W", "#b3380a", "#ff9a5c", "bold red", _SQUARE),
    Verdict.TLE: Look("T", "#4a35b0", "#a99cff", "bold blue", _TRIANGLE, 20),
    Verdict.MLE: Look("M", "#7b3aa0", "#d3a4f5", "bold magenta", _DIAMOND),
    Verdict.OLE: Look("O", "#6d5900", "#e0cb52", "bold yellow", _PENTAGON, 17.5),
    Verdict.RTE: Look("R", "#8c1450", "#ff8fb5", "bold magenta", _OCTAGON),
    Verdict.CE: Look("C", "#3f4652", "#c3cad5", "bold magenta", _TURNED, 13.5),
    Verdict.JE: Look("J", "#525a68", "#a9b2c0", "bold reverse red"),
}


def style_of(word: str) -> str:
    """Return the style of a verdict on a terminal; any other word is bold."""
    return LOOKS[Verdict(word)].style if word in LOOKS else "bold"

"""A plot as a file for a paper or a lecture: SVG, PNG or PDF, drawn by matplotlib, which is not always installed.

What is drawn depends on the plot alone: on no display, no setting of the user, no date. Text stays text in an SVG: it
can be searched, read aloud and restyled, and a viewer has letters for what our font lacks.
"""

from __future__ import annotations

import io
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from judge.errors import JudgeError
from judge.model.installed import installs
from judge.reports.export.atomic import write_bytes
from judge.reports.plots.plot import Plot
from judge.reports.plots.texts import shown

ENDINGS: Final = (".svg", ".png", ".pdf")
_SETTINGS: Final[dict[Any, Any]] = {
    "text.parse_math": False,  # a name such as $x$ is a name
    "font.family": ["DejaVu Sans", "Noto Sans CJK SC", "sans-serif"],  # the first comes with matplotlib
    "font.size": 10,
    "svg.fonttype": "none",
    "svg.hashsalt": "judge",
    "pdf.fonttype": 42,  # letters that an editor of PDF knows
    "axes.unicode_minus": False,
}


def draw(plot: Plot, path: Path, *, dark: bool = False) -> None:
    """Write a plot to a file; its ending says as what. JudgeError E469 without matplotlib, E435 where it can't be
    written or has another ending than ENDINGS."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        what = f"{shown(str(path), 200)} can't be written: its name does not say as what"
        raise JudgeError("E435", what, help=f"let its name end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
    write_bytes(path, drawn(plot, ending, dark=dark))


def drawn(plot: Plot, ending: str, *, dark: bool = False) -> bytes:
    """Return the same as the bytes of the file: the same each time."""
    out = io.BytesIO()
    with _matplotlib():
        from judge.reports.plots.figure import figure_of

        figure_of(plot, dark=dark).savefig(out, format=ending[1:], metadata=_metadata(plot, ending))
    return out.getvalue()


@contextmanager
def _matplotlib() -> Iterator[None]:
    """Use matplotlib with our settings alone, and let it be silent: where a home can't be written to, and of letters
    that no font has."""
    log = logging.getLogger("matplotlib")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        import matplotlib as mpl

        with warnings.catch_warnings(), mpl.rc_context():
            warnings.simplefilter("ignore")
            mpl.rcdefaults()
            mpl.rcParams.update(_SETTINGS)
            yield
    except ImportError as error:
        message = "matplotlib is not installed, which draws plots"
        raise JudgeError("E469", message, help=installs("plots")) from error
    finally:
        log.setLevel(level)


def _metadata(plot: Plot, ending: str) -> dict[str, Any]:
    """Return the title and the summary, and no date."""
    title, summary = shown(plot.title, 200), shown(plot.summary, 2000)
    if ending == ".pdf":
        return {"Title": title, "Subject": summary, "CreationDate": None, "Producer": None, "Creator": "judge"}
    if ending == ".png":
        return {"Title": title, "Description": summary, "Software": None}
    return {"Title": title, "Description": summary, "Date": None, "Creator": "judge"}

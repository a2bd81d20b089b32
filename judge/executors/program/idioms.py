"""How each language says what a help asks for: to close a file, and to open one that lies beside the source."""

from __future__ import annotations

from pathlib import PurePath
from typing import Final

from judge.submissions.languages import language_of

_CLOSE: Final = {
    "C": "fclose the file before the program ends, and leave main by return or exit",
    "C++": "close the ofstream, or let its block end: exit() skips the destructors of local streams",
    "Java": "call close() on the PrintWriter or FileWriter: without it nothing that is buffered is written",
    "Python": "write in a block  with open(...) as file:  since os._exit skips what is buffered",
    "Node": "use fs.writeFileSync: process.exit() cuts off what is still being written",
}
_BESIDE: Final = {
    "Python": 'open it as  os.path.join(os.path.dirname(__file__), "{name}")',
    "Node": 'open it as  require("path").join(__dirname, "{name}")',
    "Java": 'open it as  Main.class.getResourceAsStream("/{name}")  with the name of your class',
}


def close_file(source: str) -> str:
    """Return what to do so that all that was written is in the file; `source` is the path of the program."""
    return _CLOSE.get(_language(source), "flush and close the file before the program ends")


def open_beside(source: str, name: str) -> str:
    """Return how to open a file that was handed in beside the source."""
    return _BESIDE.get(_language(source), "write what {name} holds into the source").format(name=name)


def _language(source: str) -> str:
    language = language_of(PurePath(source).suffix)
    return language.name if language else ""

"""The command `judge`: words in, a status out. It parses, calls one function of another room and shows what comes."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.cli.main import entry_point
else:
    __getattr__ = door(__name__)

"""Find the output validator of an ICPC package: one program, a file or a folder of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from judge.errors import JudgeError, Place
from judge.problems.icpc.read_files import Files, refused
from judge.problems.icpc.read_metadata import Metadata

_FOLDERS: Final = ("output_validator", "output_validators")  # of newer and of older versions
_SIDE = (".md", ".txt", ".h", ".hpp")  # beside a program of one file


def validator_files(files: Files, said: Metadata) -> Mapping[str, str]:
    """Return the paths of its files, by the name that each gets here; nothing where answers are compared.

    JudgeError E428 where the package asks for a program and has none, E429 for several programs.
    """
    found = {top: list(files.below(top)) for top in _FOLDERS}
    paths = [path for top in _FOLDERS for path in found[top]]
    asked = "custom" in said.validation.split()
    if asked and not paths:
        raise refused("it asks for a validator of its own, and has none", files.name)
    if not paths or (said.legacy and not asked):
        return {}
    if all(found.values()):
        raise _several(files, _FOLDERS)
    top = paths[0].split("/")[0]
    programs = sorted({path.split("/")[1] for path in paths})
    folders = [name for name in programs if f"{top}/{name}" not in files.sizes]
    if len(folders) > 1 or (folders and any(not name.endswith(_SIDE) for name in programs if name not in folders)):
        raise _several(files, programs)
    base = f"{top}/{folders[0]}/" if folders else f"{top}/"
    return {path.removeprefix(base): path for path in paths if path.startswith(base)}


def _several(files: Files, programs: tuple[str, ...] | list[str]) -> JudgeError:
    message = f"it has several validators: {', '.join(programs[:5])}"
    return JudgeError("E429", message, Place(files.name), help="leave the one in it that decides")

"""The example class that `judge new --example class` writes: a quiz, four students, their roster."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.errors import JudgeError, Place

EXAMPLES = Path(__file__).parents[1] / "shipped/examples"
_LEFT = shutil.ignore_patterns("__pycache__")


def write_example(folder: Path, name: str) -> list[Path]:
    """Copy the example into a folder and return what was written there, in order of name.

    JudgeError E436 when something of that name is there already, E435 when it can't be written: nothing is left then.
    """
    sources = sorted(path for path in (EXAMPLES / name).iterdir() if path.name != "__pycache__")
    targets = [folder / source.name for source in sources]
    for target in targets:
        if target.exists():
            message = f"{target} is there already"
            raise JudgeError("E436", message, help="go to another folder, or give --dir; nothing was changed")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder) as made:
            copy = Path(made, name)
            shutil.copytree(EXAMPLES / name, copy, ignore=_LEFT, copy_function=shutil.copyfile)
            for target in targets:
                (copy / target.name).rename(target)
    except OSError as error:
        raise JudgeError("E435", f"the example can't be written: {error.strerror}", Place(str(folder))) from error
    return targets

"""The example class that `judge new --example class` writes: a quiz, four students, their roster."""

from __future__ import annotations

import shutil
from pathlib import Path

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
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for source, target in zip(sources, targets, strict=True):
            written.append(target)
            if source.is_dir():
                shutil.copytree(source, target, ignore=_LEFT, copy_function=shutil.copyfile)
            else:
                shutil.copyfile(source, target)
    except OSError as error:
        for target in written:
            if target.is_dir():
                shutil.rmtree(target, ignore_errors=True)
            else:
                target.unlink(missing_ok=True)
        raise JudgeError("E435", f"the example can't be written: {error.strerror}", Place(str(folder))) from error
    return written

"""The example class that `judge new --example class` writes: a quiz, four students, their roster."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.errors import JudgeError, Place

EXAMPLES = Path(__file__).parents[1] / "shipped/examples"


def write_example(folder: Path, name: str) -> list[Path]:
    """Copy the example into a folder and return what was written there, in order of name.

    JudgeError E436 when something of that name is there already, E435 when it can't be written: nothing is left then.
    """
    top = EXAMPLES / name
    sources = [path for path in sorted(top.rglob("*")) if "__pycache__" not in path.parts]
    targets = [folder / source.name for source in sources if source.parent == top]
    for target in targets:
        if target.exists():
            message = f"{target} is there already"
            raise JudgeError("E436", message, help="go to another folder, or give --dir; nothing was changed")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder) as made:
            for source in sources:  # without its rights: what is installed may be read-only
                copy = Path(made, source.relative_to(top))
                if source.is_dir():
                    copy.mkdir()
                else:
                    shutil.copyfile(source, copy)
            for target in targets:
                Path(made, target.name).rename(target)
    except OSError as error:
        raise JudgeError("E435", f"the example can't be written: {error.strerror}", Place(str(folder))) from error
    return targets

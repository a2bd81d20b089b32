"""The command `judge`, also as `python -m judge`: it starts and ends quickly.

Of the 190 ms of CPU that `judge check` cost, Python spent 25 on collecting garbage while modules were loaded, and 25
on taking modules down at the end.
"""

import contextlib
import gc
import os
import sys
from pathlib import Path
from typing import NoReturn

COLLECTED_AFTER = 50_000  # new objects; Python's own 700 has it look through all modules again and again

# Python puts the current folder first: what lies there must not be taken for numpy, or for anything else.
if __name__ == "__main__" and not sys.flags.safe_path:
    first = sys.path.pop(0)
    if Path(__file__).resolve().parents[1] == Path(first).resolve():
        sys.path.append(first)


def main() -> NoReturn:
    """Run the command `judge`, and leave without taking anything down: all files are closed by then."""
    gc.set_threshold(COLLECTED_AFTER)
    for name in ("stdin", "stdout", "stderr"):  # that one is closed, as by `>&-`: else a file of ours has its number
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("r+"))  # noqa: SIM115 - until the process ends
    status = 0
    try:
        from judge.cli import entry_point

        entry_point()
    except KeyboardInterrupt:  # while modules are loaded
        status = 130
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BrokenPipeError):
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    main()

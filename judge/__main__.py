"""`python -m judge` is the command `judge`."""

import sys
from pathlib import Path

# Python puts the current folder first: what lies there must not be taken for numpy, or for anything else.
if __name__ == "__main__" and not sys.flags.safe_path:
    first = sys.path.pop(0)
    if Path(__file__).resolve().parents[1] == Path(first).resolve():
        sys.path.append(first)

from judge.cli.main import main

if __name__ == "__main__":
    main()

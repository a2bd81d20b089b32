"""A first validator: it takes whatever says more than FAIL. Write here what is right.

It is called as  validator INPUT ANSWER FOLDER/ < OUTPUT: judge help package
"""

import sys
from pathlib import Path

RIGHT, WRONG = 42, 43


def fault(case, answer):
    """Return why the lines of an answer are wrong for those of a case, or nothing."""
    return "" if answer and answer[0] != "FAIL" else "the answer is empty, or FAIL"


case = Path(sys.argv[1]).read_text().splitlines()
why = fault(case, sys.stdin.read().splitlines())
Path(sys.argv[3], "judgemessage.txt").write_text(why)
sys.exit(WRONG if why else RIGHT)

"""Validate an input of the package: 42 where it is as every case must be, else 43 and what is wrong."""

from __future__ import annotations

import sys
from typing import BinaryIO

from judge.problems.icpc.validators.case import CaseError, Form, read_case

RIGHT, WRONG = 42, 43


def check_input(source: BinaryIO, form: Form) -> int:
    """Read a case from `source`; return the exit status."""
    try:
        read_case(source.read(), form)
    except CaseError as error:
        print(error, file=sys.stderr)
        return WRONG
    return RIGHT

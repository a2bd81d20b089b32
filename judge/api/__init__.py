"""The judge for Python and notebooks: `judge.check` and `judge.run`, and what they return."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.api.checking import CheckResult, check
    from judge.api.running import RunResult, run
else:
    __getattr__ = door(__name__)

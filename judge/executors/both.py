"""The two executors by the contract that they keep: the only place that tells contracts apart.

A Ready goes back to the executor of its contract, which has made it.
"""

from __future__ import annotations

from typing import Any

from judge.executors import function, program
from judge.executors.contract import Executor
from judge.model import Contract

EXECUTORS: dict[Contract, Executor[Any]] = {"function": function, "program": program}

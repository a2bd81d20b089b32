"""What decides how a program is compiled, for the key under which it is kept."""

from __future__ import annotations

from collections.abc import Sequence

from judge.executors import kept
from judge.executors.program.commands import filled, home_of
from judge.executors.program.plan import Plan
from judge.model import Limits
from judge.sandbox.basis import stamp
from judge.sandbox.host import found


def fingerprint_of(plan: Plan, limits: Limits, beside: Sequence[str] = ()) -> tuple[object, ...]:
    """Return its bytes and names, its bounds, its language's commands, and which compilers and packages are here;
    `beside` are the names that lead to its working directory."""
    files = [(name, kept.digest(data)) for name, data in plan.files]
    how = (plan.language, home_of(plan.language), plan.main, plan.main_class)
    return files, how, limits, tuple(beside), _tools(plan), kept.installed()


def _tools(plan: Plan) -> list[tuple[str, int, int]]:
    """Return the compiler and what runs the program, as they are now. What the compiler makes is not there yet."""
    words = filled(plan.language, (plan.language.compile[0], plan.language.run[0]), {}, ())
    return [stamp(found(word) or word) for word in words if not word.startswith("{")]

"""The rows of a parametrized test are one case where no fixture stands between them: a case costs more than most rows.

A row that fails is named, and the rows after it still run. `pytest --apart` makes a case of each row.
"""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.fixtures import FixtureFunctionDefinition
from _pytest.mark.structures import ParameterSet
from hypothesis import is_hypothesis_test

Row = dict[str, Any]
SHARED: Final = {"solutions", "champion", "solve", "ask", "act", "write", "refused"}  # fixtures that no row changes
EACH: Final = {"tmp_path"}  # of which each row has its own
WIDEST: Final = 300  # characters of a row in the report


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that keeps rows apart."""
    parser.addoption("--apart", action="store_true", help="make a case of each row of a parametrized test")


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> pytest.Item | None:
    """Collect a parametrized test as one case, where its rows may share what its fixtures give."""
    if collector.config.getoption("--apart", default=False) or not isinstance(collector, pytest.Module):
        return None
    if not (name.startswith("test_") and inspect.isfunction(obj)) or is_hypothesis_test(obj):
        return None
    if any(map(_is_around_each, vars(collector.obj).values())):
        return None
    rows = _rows(obj)
    if not rows or not {*inspect.signature(obj).parameters} - {*rows[0]} <= SHARED | EACH:
        return None
    return pytest.Function.from_parent(collector, name=name, callobj=_on_each(obj, rows))


def _is_around_each(value: object) -> bool:
    marker = getattr(value, "_fixture_function_marker", None) if isinstance(value, FixtureFunctionDefinition) else None
    return marker is not None and marker.autouse and marker.scope == "function"


def _rows(test: Callable[..., None]) -> list[Row]:
    """Return the rows of a test; none where a row has marks, its values go to fixtures, or a sample is drawn."""
    own = getattr(test, "pytestmark", ())
    marks = [mark for mark in own if mark.name == "parametrize"]
    if not marks or any("sample" in mark.kwargs for mark in own):
        return []
    if any(len(mark.args) != 2 or {*mark.kwargs} - {"ids"} for mark in marks):
        return []
    tables = [list(_table(*mark.args)) for mark in reversed(marks)]
    if not all(row for table in tables for row in table):
        return []
    return [functools.reduce(dict.__or__, parts) for parts in itertools.product(*tables)]


def _table(names: str | tuple[str, ...] | list[str], values: Any) -> Iterator[Row]:
    words = [word.strip() for word in names.split(",")] if isinstance(names, str) else names
    for value in values:
        if isinstance(value, ParameterSet):
            yield {} if value.marks else dict(zip(words, value.values, strict=True))
        else:
            yield dict(zip(words, (value,) if len(words) == 1 else value, strict=True))


def _on_each(test: Callable[..., None], rows: list[Row]) -> Callable[..., None]:
    def run(**fixtures: Any) -> None:
        failed: list[BaseException] = []
        skipped: BaseException | None = None
        for number, row in enumerate(rows):
            try:
                test(**row, **{name: _own(value, number) for name, value in fixtures.items()})
            except pytest.skip.Exception as skip:
                skipped = skip
            except (Exception, pytest.fail.Exception) as error:
                failed.append(error)
                failed[0].add_note(f"{type(error).__name__} where {_shown(row)}")
        if failed:
            raise failed[0]
        if skipped:
            raise skipped

    functools.update_wrapper(run, test)
    del run.__dict__["__wrapped__"]  # else pytest asks for the arguments of that
    run.__dict__["pytestmark"] = [mark for mark in run.__dict__["pytestmark"] if mark.name != "parametrize"]
    signature = inspect.signature(test)
    fixtures = [one for name, one in signature.parameters.items() if name not in rows[0]]
    run.__dict__["__signature__"] = signature.replace(parameters=fixtures)
    return run


def _own(value: object, number: int) -> object:
    """Return what a row is given of a fixture: of a folder, one in it."""
    if not isinstance(value, Path):
        return value
    folder = value / str(number)
    folder.mkdir()
    return folder


def _shown(row: Row) -> str:
    words = ", ".join(f"{name} = {value!r}" for name, value in row.items())
    return words if len(words) <= WIDEST else f"{words[:WIDEST]}…"

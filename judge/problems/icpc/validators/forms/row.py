"""Read a case as the row of its puzzle says: lines of numbers, drawn cells, regions or weights, and single places."""

from typing import Any, NamedTuple

from judge.problems.icpc.validators.case import Case, CaseError, lines_of, number, numbers_of


class RowForm(NamedTuple):
    """What a row says of its cases. A product is a number and the names of fields."""

    lines: tuple[Any, ...]  # words of a line, or what a line adds, how a cell is written and how many lines
    signs: tuple[tuple[str, int], ...]  # how cells are drawn, and what is on them
    ranges: tuple[tuple[str, int, int], ...]  # of each field the least and the largest number
    bounds: tuple[tuple[str, Any, Any], ...]  # those that hang on other fields, as products
    pieces: Any
    exact: tuple[tuple[str, Any], ...]  # shares that must add up to the pieces

    def read(self, text: bytes) -> Case:
        """Return the case in a text; CaseError where it is none."""
        lines = lines_of(text, 1)
        values: dict[str, int] = {}
        drawn: dict[str, Any] = {"algorithm": "ANY"}
        for line in self.lines:
            lines = take_line(self, line, lines, values, drawn)
        if lines:
            raise CaseError(f"{len(lines)} lines follow, where none may")
        n, columns = values["n"], values["m"]
        rows = drawn.get("cells") or [bytes(n and columns) for _ in range(n)]
        layer = drawn.get("regions") or drawn.get("weights")
        case = Case(drawn["algorithm"], n, of(self.pieces, values), [bytes(row) for row in rows], layer, values)
        check_case(self, case, values)
        return case


def of(product: Any, values: dict[str, int]) -> int:
    """Return a number times fields."""
    found: int = product[0]
    for name in product[1]:
        found *= values[name]
    return found


def take_line(
    form: RowForm, line: Any, lines: list[bytes], values: dict[str, int], drawn: dict[str, Any]
) -> list[bytes]:
    """Read what one word of the form says from the first of these lines on; return those that are left."""
    if not isinstance(line, str):
        return take_places(line, lines, values, drawn)
    if not lines:
        raise CaseError(f"the case ends before {line}")
    if line in ("cells", "regions", "weights"):
        return take_layer(form, line, lines, values, drawn)
    if line == "algorithm":
        drawn["algorithm"] = lines[0].decode("ascii", "replace")
        if drawn["algorithm"] not in ("BFS", "DFS", "SA", "ANY"):
            raise CaseError(f"{lines[0][:40]!r} names no algorithm")
        return lines[1:]
    names = line.split()
    ranges = {name: (name, least, most) for name, least, most in form.ranges}
    for name, value in zip(names, numbers_of(lines[0], *[ranges[name] for name in names])):  # noqa: B905
        values[name] = value
    if "n" in values:
        values.setdefault("m", values["n"])
    return lines[1:]


def take_layer(
    form: RowForm, name: str, lines: list[bytes], values: dict[str, int], drawn: dict[str, Any]
) -> list[bytes]:
    """Read n rows of cells, or of numbers."""
    if "n" not in values:
        values["n"] = values["m"] = len(lines[0]) if name == "cells" else len(lines[0].split(b" "))
        number(b"%d" % values["n"], "n", {one: most for one, _, most in form.ranges}.get("n", 1000))
    n, columns = values["n"], values["m"]
    if len(lines) < n:
        raise CaseError(f"there are {len(lines)} rows of {name}, but n is {n}")
    if name == "cells":
        signs = {sign.encode(): state for sign, state in form.signs}
        for row, line in enumerate(lines[:n], 1):
            if len(line) != columns or any(line[at : at + 1] not in signs for at in range(columns)):
                raise CaseError(
                    f"row {row} must be {columns} cells, each {' or '.join(sign for sign, _ in form.signs)}"
                )
        drawn[name] = [bytearray(signs[line[at : at + 1]] for at in range(columns)) for line in lines[:n]]
    else:
        largest = [of(high, values) for one, _, high in form.bounds if one == name]
        most = largest[0] if largest else n * columns if name == "regions" else 10**9
        each = (name, 1 if name == "regions" else 0, most)
        drawn[name] = [numbers_of(line, *[each] * columns) for line in lines[:n]]
    return lines[n:]


def take_places(line: Any, lines: list[bytes], values: dict[str, int], drawn: dict[str, Any]) -> list[bytes]:
    """Read lines that add to the board one by one."""
    what, written, product = line
    n, columns, count = values["n"], values["m"], of(product, values)
    if len(lines) < count:
        raise CaseError(f"{len(lines)} lines follow, but there must be {count}")
    cells = drawn.setdefault("cells", [bytearray(columns) for _ in range(n)])
    weights = drawn.setdefault("weights", [[0] * columns for _ in range(n)]) if what == "weight" else None
    for text in lines[:count]:
        if written == "x,y":
            column, row = numbers_of(text, ("x", 0, columns - 1), ("y", 0, n - 1), between=b",")
        else:
            row, column = (one - 1 for one in numbers_of(text, ("a row", 1, n), ("a column", 1, columns)))
        if weights is not None:
            weights[row][column] += 1
        elif cells[row][column]:
            raise CaseError(f"row {row + 1}, column {column + 1} is named twice")
        else:
            cells[row][column] = {"piece": 1, "tree": 2, "closed": 3}[what]
    return lines[count:]


def check_case(form: RowForm, case: Case, values: dict[str, int]) -> None:
    """Refuse numbers out of bounds that hang on others, and shares that don't add up."""
    for name, low, high in form.bounds:
        if name in values and not of(low, values) <= values[name] <= of(high, values):
            raise CaseError(f"{name} is {values[name]}, but must be from {of(low, values)} to {of(high, values)}")
    if case.pieces < 1:
        raise CaseError("the case asks for no piece")
    regions = len({region for row in case.layer or [] for region in row})
    for part, each in form.exact:
        count = {"row": case.n, "column": case.columns, "region": regions}[part]
        if count * of(each, values) != case.pieces:
            raise CaseError(f"{count} {part}s of {of(each, values)} are not {case.pieces} pieces")

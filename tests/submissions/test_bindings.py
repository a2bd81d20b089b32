"""Where a file binds `solve`: every form that Python has for that."""

from __future__ import annotations

import ast

import pytest

from judge.submissions.bindings import bindings_of_solve


@pytest.mark.parametrize(
    "source",
    [
        "def solve(): pass",
        "async def solve(): pass",
        "class solve: pass",
        "@f\ndef solve(): pass",
        "solve = partial(core, 1)",
        "solve = lambda *given: None",
        "solve: object = core",
        "solve += core",
        "solve, VERSION = core, '1.2'",
        "[first, (solve, last)] = found",
        "*solve, last = found",
        "best = solve = core",
        "(solve := core)",
        "print(solve := core)",
        "[solve := name for name in names]",
        "with make() as solve: pass",
        "with make() as (solve, _): pass",
        "for solve in (core,): pass",
        "import solve",
        "import solve.fast",
        "import fast.kernels as solve",
        "from fast import solve",
        "from fast import best as solve",
        "from . import solve",
        "for f in (core,):\n    def solve(): pass",
        "while True:\n    solve = core\n    break",
        "if x:\n    pass\nelif y:\n    solve = 1",
        "if x:\n    pass\nelse:\n    solve = 1",
        "match x:\n    case 1:\n        def solve(): pass",
        "match x:\n    case {'solve': solve}: pass",
        "match x:\n    case [1, *solve]: pass",
        "match x:\n    case {1: 2, **solve}: pass",
        "with x:\n    def solve(): pass",
        "try:\n    def solve(): pass\nfinally:\n    pass",
        "try:\n    pass\nexcept E:\n    def solve(): pass",
        "try:\n    pass\nexcept E:\n    pass\nelse:\n    def solve(): pass",
        "try:\n    pass\nfinally:\n    def solve(): pass",
        "try:\n    pass\nexcept* E:\n    def solve(): pass",
        "globals()['solve'] = core",
        "vars()['solve'] = core",
        "globals().update(solve=core)",
        "globals().update({'solve': core})",
        "globals().setdefault('solve', core)",
        "setattr(sys.modules[__name__], 'solve', core)",
        "sys.modules[__name__].solve = core",
        "def main():\n    global solve\n    solve = core\nmain()",
        "def main():\n    global other, solve\n    def solve(): pass",
        "def main():\n    def inner():\n        global solve\n        from fast import solve",
        "def main():\n    globals()['solve'] = core",
        "if __name__ == '__main__':\n    pass\nelse:\n    solve = core",
        "if __name__ != '__main__':\n    solve = core",
    ],
)
def test_it_is_bound(source: str) -> None:
    assert bindings_of_solve(ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        "",
        "solve(1)",
        "solve: object",
        "solve.found = 1",
        "table['solve'] = 1",
        "globals()['solver'] = 1",
        "print(globals()['solve'])",
        "setattr(board, 'solve', 1)",
        "from fast import *",
        "from solve import fast",
        "import fast.solve",
        "try:\n    pass\nexcept E as solve:\n    pass",
        "[solve for solve in names]",
        "{solve: 1 for solve, _ in names}",
        "best = lambda: (solve := 1)",
        "def main():\n    solve = core",
        "def main():\n    def solve(): pass",
        "def main():\n    global solve\n    solve()",
        "def main(solve): pass",
        "class Board:\n    def solve(self): pass",
        "if __name__ == '__main__':\n    def solve(): pass",
        "if '__main__' == __name__:\n    solve = core",
        "if __name__ == '__main__' and DEBUG:\n    from fast import solve",
    ],
)
def test_it_is_not_bound(source: str) -> None:
    assert not bindings_of_solve(ast.parse(source))


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("def solve(a): pass\ndef solve(b): pass", 1),
        ("def solve(a): pass\nsolve = fast(solve)", 1),
        ("solve = core\nif x:\n    solve = fast", 2),
        ("if x:\n    solve = fast\nsolve = core", 1),
        ("try:\n    from fast import solve\nexcept ImportError:\n    def solve(): pass", 2),
        ("def main():\n    global solve\n    solve = fast\nsolve = core", 2),
    ],
)
def test_a_binding_that_is_always_reached_hides_those_above(source: str, count: int) -> None:
    assert len(bindings_of_solve(ast.parse(source))) == count

"""What the doctor looks at on this host first; what it makes of others is tested inside."""

from __future__ import annotations

import platform
from itertools import islice

from judge.judging import examine


def test_the_quick_checks_come_first() -> None:
    checks = list(islice(examine(), 5))
    assert [one.name for one in checks] == ["python", "sandbox namespaces", "sandbox landlock", "counting", "cores"]
    assert {one.state for one in checks} <= {"ok", "warning", "missing"}
    assert checks[0].state == "ok"
    assert platform.python_version() in checks[0].found
    for one in checks:
        assert one.found
        assert one.mend is None or one.state != "ok"

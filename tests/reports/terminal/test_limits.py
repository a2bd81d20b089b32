"""What `judge limits` says of a limit that fits, and of one that does not."""

from __future__ import annotations

import msgspec

from judge.model import Limits, Verdict
from judge.model.disturbance import Disturbance
from judge.reports.terminal.limits import contradiction, limits_lines
from judge.scoring.limits import Fault, Proposal, Worst

SLOWEST = Worst("champion", "secret/forest-50", 0.7, (0.6, 0.7, 0.65))
STOPPED = Worst("brute", "secret/forest-50", 3.3, (3.3,), stopped=True)
MEMORY = Worst("champion", "secret/forest-50", 300 << 20)
LANGUAGES = {"C": SLOWEST, "Java": SLOWEST}
FITS = Proposal("quiz", 2.0, SLOWEST, STOPPED, LANGUAGES, MEMORY, Disturbance(9, 1), ())
LIMITS = Limits(time_limit=5.0)


def test_each_fact_has_a_line() -> None:
    assert limits_lines(FITS, LIMITS, 200).plain.splitlines() == [
        "quiz: time limit 2 s",
        "  slowest accepted  champion on secret/forest-50: 0.70 s; times 2 is 1.4 s, in steps of 1 s",
        "  fastest too slow  brute on secret/forest-50: stopped after 2 s times 1.5 is 3 s",
        "  memory            champion on secret/forest-50: 300 MiB; times 2 is 600 MiB, and 512 are allowed: too few",
        "  by language       C 0.70 s, Java 0.70 s",
        "  noise             3 repetitions of the slowest differ by 17 %; 1 of 9 runs were disturbed",
        "  until now         time_limit = 5 in problem.toml",
    ]


def test_no_line_is_wider_than_the_terminal() -> None:
    assert max(map(len, limits_lines(FITS, LIMITS, 60).plain.splitlines())) <= 60


def test_two_that_are_in_each_other_s_way() -> None:
    quick = Worst("brute", "secret/forest-50", 1.2, (1.2,))
    near = msgspec.structs.replace(FITS, fastest=quick)
    lines = limits_lines(near, LIMITS, 200).plain.splitlines()
    assert lines[0] == "quiz: no time limit"
    assert lines[2] == "  fastest too slow  brute on secret/forest-50: 1.2 s; 2 s times 1.5 is 3 s"
    assert contradiction(near) == (
        "no time limit fits: champion on secret/forest-50 needs a limit of 2 s,"
        " and brute on secret/forest-50 needs only 1.2 s, not 3 s or more"
    )


def test_who_did_not_do_what_is_expected_can_t_write_to_the_terminal() -> None:
    fault = Fault("bad\x1b[2J", "secret/four", Verdict.WA, "E106", "two\nlizards")
    text = limits_lines(msgspec.structs.replace(FITS, faults=(fault,)), LIMITS, 200).plain
    assert text.startswith("quiz: no time limit\n")
    assert "\x1b" not in text
    assert text.splitlines()[-1].startswith("  bad")
    assert text.endswith("is to be accepted, but is WA E106 on secret/four: two\\nlizards")


def test_without_times_there_is_little_to_say() -> None:
    nothing = Proposal("quiz", None, None, None, {}, None, Disturbance(), ())
    assert limits_lines(nothing, LIMITS, 200).plain.splitlines() == [
        "quiz: no time limit",
        "  slowest accepted  nobody solved a case",
        "  until now         time_limit = 5 in problem.toml",
    ]

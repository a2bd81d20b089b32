"""A bucket of tokens: bursts are let through, and in the long run no more than the rate."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.web.ask import RefusedError
from judge.web.limits import CLASS, SUBMISSION, Rate, Rates, Sending, place_of


@given(st.lists(st.sampled_from([*[0.0] * 9, 0.25, 2.0, 30.0]), max_size=40))
def test_in_no_span_anybody_gets_more_than_burst_and_rate_and_who_waits_as_told_is_let_in(pauses: list[float]) -> None:
    now = [0.0]
    rates, rate, taken = Rates(lambda: now[0]), Rate(5, 0.5), list[float]()
    for number, pause in enumerate(pauses):
        now[0] += pause
        wait_s = rates.take(rate, "ada")
        assert rates.take(rate, f"bob {number}") == 0, "each has a bucket"
        if wait_s:
            now[0] += wait_s
            assert rates.take(rate, "ada") == 0
        taken.append(now[0])
        assert all(number + 1 - before <= 5 + 0.5 * (now[0] - at) + 1e-6 for before, at in enumerate(taken))


def test_many_at_once_get_no_more_than_one_would() -> None:
    rates, rate = Rates(lambda: 0.0), Rate(20, 1)
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda _: rates.take(rate, "ada") == 0, range(2000)))
    assert sum(found) == 20


def test_whoever_has_a_network_is_one() -> None:
    assert place_of("2001:db8:1:2::1") == place_of("2001:db8:1:2:ffff::9%eth0") != place_of("2001:db8:1:3::1")
    assert place_of("::ffff:10.0.0.1") == place_of("10.0.0.1") == "10.0.0.1" != place_of("10.0.0.2")
    assert place_of("testclient") == "testclient"
    assert place_of("") == ""


# --- what is being sent
def test_nobody_sends_more_at_once_than_they_may() -> None:
    sending = Sending()
    with sending.one("ada", SUBMISSION), sending.one("ada", SUBMISSION), sending.one("ada", 2 * SUBMISSION):
        with pytest.raises(RefusedError) as refused, sending.one("ada", 1):
            pass
        assert refused.value.status == 429
        with sending.one("bob", SUBMISSION):
            pass
    with sending.one("ada", CLASS):
        pass

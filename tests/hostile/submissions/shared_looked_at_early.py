# Waits for the board in the shared memory while it is still loading, to solve it before its clock runs.
# expect: AC
# cases: large
import sys
import time

from prelude import ATTEMPT

frame = sys._getframe()
while "desk" not in frame.f_locals:
    frame = frame.f_back
desk = frame.f_locals["desk"]
end = time.monotonic() + 0.2
while ATTEMPT and time.monotonic() < end:
    assert desk._shared.size, "no shared memory"
    assert not desk._shared.any(), "the board was there before READY"


def solve(algorithm, n, lizards, grid):
    if n != 160:
        return None
    grid[range(n), [*range(1, n, 2), *range(0, n, 2)]] = 1
    return grid

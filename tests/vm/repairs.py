"""Runs in a guest: the repairs that `judge doctor` prints there for the box and the meter. Prints one JSON array.

The rest of the doctor's work takes an emulated machine minutes.
"""

from __future__ import annotations

import itertools

import msgspec

from judge.judging import examine

QUICK = 4  # python, both tiers, counting


def main() -> None:
    """Examine, and print name, state and repair of each check."""
    print(msgspec.json.encode(list(itertools.islice(examine(), QUICK))).decode())


if __name__ == "__main__":
    main()

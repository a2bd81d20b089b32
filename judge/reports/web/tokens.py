"""What the page of one's tokens says."""

from __future__ import annotations

from shlex import quote

import msgspec


class TokenRow(msgspec.Struct, frozen=True):
    """A token, without its secret."""

    id: int
    words: str
    made: str
    expires: str


class Commands(msgspec.Struct, frozen=True):
    """What to type, ready to be copied."""

    curl: str
    export: str
    submit: str

    @classmethod
    def of(cls, address: str, problem: str, secret: str) -> Commands:
        """Return them for a site at this address. The secret is no word of a command line that others on the machine
        can see, where that can be avoided."""
        target = quote(f"{address}/api/problems/{problem}/submissions")
        return cls(
            f'curl -F file=@mine.py -H "Authorization: Bearer {secret}" {target}',
            f"export JUDGE_TOKEN={secret}",
            f"judge submit mine.py --problem {quote(problem)} --to {quote(address)}",
        )

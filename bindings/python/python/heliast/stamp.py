"""Stamps: a short delay as the price of a request.

::

    import time
    from heliast import Group, stamp

    # The server: one secret for all machines of a site, and the price of requests.
    issuer = stamp.PrivateIssuer(secret, Group.rsa_2048(), delays=[100_000])
    expected = stamp.Expected(b"/comments", b"203.0.113.0/24", 100_000, now_ms)
    challenge = issuer.challenge(expected, 100_000, now_ms, life_ms=120_000)

    # The sender waits for 100,000 squarings.
    answer = stamp.solve(bytes(challenge))

    # The server takes the stamp, once.
    spent = stamp.Spent()
    spent.spend(issuer.check(answer, expected))  # raises heliast.Invalid: false, late, spent before, ...

Everybody who has the :class:`StampKey` of a :class:`PublicIssuer` can check its stamps. Times are in milliseconds since
1970, delays in squarings. A refused stamp raises an error whose ``reason`` is the name in ``spec/stamp.md``.
"""

from heliast._native import (
    Expected,
    Paid,
    PrivateIssuer,
    PublicIssuer,
    Spent,
    StampChallenge,
    StampKey,
)
from heliast._native import stamp_solve as solve

__all__ = [
    "Expected",
    "Paid",
    "PrivateIssuer",
    "PublicIssuer",
    "Spent",
    "StampChallenge",
    "StampKey",
    "solve",
]

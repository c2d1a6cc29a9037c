"""`heliast.stamp`: the vectors, solving, and what is spent."""

from functools import cache

import pytest
from heliast import Group, HeliastError, Invalid, Malformed, Misuse, Refused, stamp
from vectors import CLASSES, Case, cases, load, names, read


@cache
def group(name: str) -> Group:
    return Group(int(load("moduli")[name]["decimal"]), 1024)


@cache
def private(name: str, secret: bytes) -> stamp.PrivateIssuer:
    """Prepared for all delays of the vectors but the one that a case is about."""
    delays = {case["t"] for case in cases("stamp", "challenge") if case["form"] == "private"}
    return stamp.PrivateIssuer(secret, group(name), sorted(delays))


@pytest.mark.parametrize("case", cases("stamp", "challenge"), ids=names)
def test_challenges_and_stamps(case: Case) -> None:
    where, secret = group(case["group"]), read(case, "secret")
    is_private = case["form"] == "private"
    expected = stamp.Expected(read(case, "resource"), read(case, "client"), case["t"], case["issued"])
    terms = (expected, case["t"], case["issued"], case["last"] - case["issued"])
    issuer = private(case["group"], secret) if is_private else stamp.PublicIssuer(secret, where)
    challenge = issuer.challenge(*terms, nonce=read(case, "nonce"))
    assert bytes(challenge) == read(case, "challenge")
    again = stamp.StampChallenge(bytes(challenge))
    assert (again.t, again.issued_ms, again.last_ms, again.group) == (case["t"], case["issued"], case["last"], where)
    told: list[float] = []
    solved = stamp.solve(bytes(challenge), told.append)
    assert solved == read(case, "stamp") and told and all(0 <= part <= 1 for part in told)
    checker = issuer if isinstance(issuer, stamp.PrivateIssuer) else issuer.public_key
    if isinstance(checker, stamp.StampKey):
        assert bytes(checker) == read(case, "public_key")
    paid = checker.check(solved, expected)
    assert (paid.id, paid.t, paid.until_ms) == (read(case, "id"), case["t"], case["last"])

    def stop(_: float) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        stamp.solve(bytes(challenge), stop)


@pytest.mark.parametrize("case", cases("stamp", "check"), ids=names)
def test_checks(case: Case) -> None:
    expected = stamp.Expected(
        read(case, "resource"), read(case, "client"), case["least"], case["now"], skew_ms=case["skew"]
    )
    data = read(case, "stamp")
    if case["form"] == "private":
        checker: stamp.PrivateIssuer | stamp.StampKey = private(case["group"], read(case, "secret"))
    else:
        checker = stamp.StampKey(read(case, "public_key"), group(case["group"]))
        (verdict,) = checker.check_many([(data, expected)])
        assert (verdict.reason if isinstance(verdict, HeliastError) else None) == case.get("reason")
    if "error" not in case:
        assert checker.check(data, expected).t >= case["least"]
        return
    with pytest.raises(CLASSES[case["error"]]) as caught:
        checker.check(data, expected)
    assert caught.value.reason == case["reason"]


def test_a_stamp_is_spent_once() -> None:
    now = 1_800_000_000_000
    issuer = stamp.PrivateIssuer(bytearray(32), group("RSA-1024"), [50])
    expected = stamp.Expected(b"/comments", b"", 50, now)
    spent = stamp.Spent(limit=2)

    def bought() -> stamp.Paid:
        return issuer.check(stamp.solve(bytes(issuer.challenge(expected, 50, now, 1000))), expected)

    paid = bought()
    spent.spend(paid)
    with pytest.raises(Invalid, match="spent before") as caught:
        spent.spend(paid)
    assert caught.value.reason == "spent" and len(spent) == 1
    spent.spend(bought())
    with pytest.raises(Refused, match="as many as are allowed"):
        spent.spend(bought())


def test_a_clock_that_is_set_back_makes_no_spent_stamp_good_again() -> None:
    start, hour = 1_800_000_000_000, 3_600_000
    issuer = stamp.PrivateIssuer(bytearray(32), group("RSA-1024"), [50])
    spent = stamp.Spent()

    def bought(now: int) -> stamp.Paid:
        expected = stamp.Expected(b"/comments", b"", 50, now)
        return issuer.check(stamp.solve(bytes(issuer.challenge(expected, 50, now, 1000))), expected)

    early = bought(start)
    spent.spend(early)
    spent.spend(bought(start + hour))
    with pytest.raises(Invalid, match="set back") as caught:
        spent.spend(early)
    assert caught.value.reason == "forgotten"
    spent.spend(bought(spent.forgotten_ms))


def test_many_are_judged_as_one_by_one() -> None:
    now = 1_800_000_000_000
    issuer = stamp.PublicIssuer(bytes(32), group("RSA-1024"))
    expected = stamp.Expected(b"/", b"", 50, now)
    good = stamp.solve(bytes(issuer.challenge(expected, 50, now, 1000)))
    late = stamp.Expected(b"/", b"", 50, now + 2000)
    verdicts = issuer.public_key.check_many([(good, expected), (good[:-1], expected), (good, late)], threads=2)
    assert isinstance(verdicts[0], stamp.Paid)
    assert isinstance(verdicts[1], Malformed) and verdicts[1].reason == "length"
    assert isinstance(verdicts[2], Invalid) and verdicts[2].reason == "late"


def test_mistakes() -> None:
    where, now = group("RSA-1024"), 1_800_000_000_000
    issuer = stamp.PrivateIssuer(bytes(32), where, [50, 60])
    assert issuer.delays == [50, 60] and "hidden" in repr(issuer)
    expected = stamp.Expected(b"/", b"", 1, now)
    for mistake in (
        lambda: stamp.PrivateIssuer(bytes(31), where, []),
        lambda: stamp.PrivateIssuer(bytes(32), where, [0]),
        lambda: stamp.PrivateIssuer(bytes(32), Group.class_group(bytes(32), 256), []),
        lambda: issuer.challenge(expected, 70, now, 1000),
        lambda: issuer.challenge(expected, 50, 2**53, 1000),
        lambda: issuer.challenge(expected, 50, now, 1000, nonce=b"short"),
        lambda: stamp.PublicIssuer(bytes(32), where).challenge(expected, 0, now, 1000),
        lambda: stamp.StampKey(bytes(31), where),
    ):
        with pytest.raises(Misuse):
            mistake()
    with pytest.raises(Malformed):
        stamp.StampKey(bytes(32), where)  # a weak key
    for data in (b"", bytes(200), bytes(issuer.challenge(expected, 50, now, 1000))[:-1]):
        with pytest.raises(Malformed):
            stamp.solve(data)
        with pytest.raises(Malformed):
            stamp.StampChallenge(data)

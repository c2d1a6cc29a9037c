"""vectors/sortition.json"""

from itertools import islice

from heliast_reference.encoding import uint
from heliast_reference.sortition import ONE, digest, fix, muldiv, power, thresholds, votes

from .common import document, stream

NAME = "sortition.json"
ABOUT = (
    "Votes. kind votes: VRF output and public_key to digest (32 bytes), and with stake, total, expected to votes."
    " kind rule: the same from a given digest; names with C(j) lie on a threshold or one above it. kind power: "
    "base = (total - expected) / total and base^stake as m (hexadecimal, 128 bits) and exponent e. All numbers are "
    "exact as doubles."
)
LARGEST = (1 << 256) - 1

# name: (stake, total, expected)
LOTTERIES = {
    "one unit of two": (1, 2, 1),
    "one unit of 100, expected 20": (1, 100, 20),
    "half of 8, expected 3": (4, 8, 3),
    "all of 8, expected 3": (8, 8, 3),
    "all of 100, expected 99": (100, 100, 99),
    "an eighth, expected 20": (125, 1000, 20),
    "10^10 units, mean 30": (10**10, 10**12, 3000),
    "10^10 units, mean 150": (10**10, 2 * 10**11, 3000),
    "10^10 units, mean 3000": (10**10, 10**10, 3000),
    "one unit of 10^10": (1, 10**10, 3000),
    "largest stake, mean 30": (2**48 - 1, 2**48 - 1, 30),
    "largest total, one unit": (1, 2**48 - 1, 1),
    "mean 500 of 1000": (1000, 2000, 1000),
    "10^16 units, mean 1": (10**16 // 3000, 10**16, 3000),
    "10^16 units, mean 300": (10**15, 10**16, 3000),
    "10^16 units, mean 1500": (10**16, 10**16, 1500),
    "one unit of 10^16": (1, 10**16, 1_000_000),
    "2^54 - 2 units, mean 30": (2**54 - 2, 2**54 - 2, 30),
    "half of 2^54 - 2 units, mean 20": (2**53 - 1, 2**54 - 2, 40),
    "most expected votes of 2^54 - 2 units": (10**9, 2**54 - 2, 4_294_967_295),
}
# expected >= total: every unit is a vote
CERTAIN = {"expected = total": (7, 10, 10), "expected > total": (7, 10, 4_294_967_295), "one unit, one vote": (1, 1, 1)}
# Nothing at stake, or no vote to win
NONE = {
    "no stake": (0, 10, 3),
    "no stake, all would win": (0, 10, 10),
    "no stake of 2^54 - 2": (0, 2**54 - 2, 3000),
    "nobody has a stake": (0, 0, 5),
    "no votes expected": (7, 10, 0),
    "no votes expected of 10^16 units": (10**16, 10**16, 0),
    "nothing at all": (0, 0, 0),
}


def make():
    cases = []
    for name, lottery in {**LOTTERIES, **CERTAIN, **NONE}.items():
        for i in range(4):
            output, key = stream(f"output {i}", 64), stream(f"key {i}", 32)
            cases.append(votes_case(f"{name}: output {i}", output, key, lottery))
        for label, d in {"0": 0, "1": 1, "2^255": 1 << 255, "2^256 - 2": LARGEST - 1, "2^256 - 1": LARGEST}.items():
            cases.append(rule_case(f"{name}: digest {label}", d, lottery))
    for name, lottery in LOTTERIES.items():
        cases += boundary_cases(name, lottery) + [power_case(name, lottery)]
    eighth = LOTTERIES["an eighth, expected 20"]
    cases.append(votes_case("output of 32 bytes, no key", stream("o", 32), b"", eighth))
    cases.append(votes_case("output of 32 bytes, long key", stream("o", 32), stream("k", 300), eighth))
    return document(ABOUT, "spec/sortition.md", cases)


def votes_case(name, output, key, lottery):
    d = digest(output, key)
    return {
        "name": name,
        "kind": "votes",
        "output": output.hex(),
        "public_key": key.hex(),
        "digest": uint(d, 32).hex(),
        **inputs(lottery),
        "votes": votes(d, *lottery),
    }


def rule_case(name, d, lottery):
    return {"name": name, "kind": "rule", "digest": uint(d, 32).hex(), **inputs(lottery), "votes": votes(d, *lottery)}


def inputs(lottery):
    stake, total, expected = lottery
    return {"stake": stake, "total": total, "expected": expected}


def boundary_cases(name, lottery):
    """Digests on and just above the first, the middle and the last thresholds."""
    steps = list(islice(thresholds(*lottery), 6000))
    above_zero = next((j for j, c in enumerate(steps) if c), 0)
    middle = next((j for j, c in enumerate(steps) if c >= 1 << 255), 0)
    chosen = sorted({0, above_zero, above_zero + 1, middle - 1, middle, middle + 1, len(steps) - 2, len(steps) - 1})
    cases = []
    for j in (j for j in chosen if 0 <= j < len(steps)):
        cases.append(rule_case(f"{name}: digest C({j})", steps[j], lottery))
        cases.append(rule_case(f"{name}: digest C({j}) + 1", steps[j] + 1, lottery))
    return cases


def power_case(name, lottery):
    stake, total, expected = lottery
    base = muldiv(ONE, total - expected, total)
    m, e = power(base, stake)
    numbers = {"base_m": f"{base[0]:x}", "base_e": base[1], "m": f"{m:x}", "e": e, "fix": uint(fix((m, e)), 32).hex()}
    return {"name": f"{name}: base and its power", "kind": "power", **inputs(lottery), **numbers}

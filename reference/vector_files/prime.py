"""vectors/prime.json"""

from heliast_reference.prime import is_prime, is_strong_lucas_probable_prime, is_strong_probable_prime, selfridge

from .common import TOYS, document, number, prime

NAME = "prime.json"
ABOUT = (
    "Baillie-PSW. n is decimal. strong_base_2 and strong_lucas are the two halves of the test for odd n from 3 "
    "on; strong_lucas is absent where no parameter D has (D/n) = -1 before n is seen to be composite or n = |D|."
)

SMALL = list(range(0, 50)) + [65519, 65521, 65535, 65536, 65537, 65539, 65541, 65543]
STRONG_PSEUDOPRIMES_BASE_2 = [
    2047,
    3277,
    4033,
    4681,
    8321,
    15841,
    29341,
    42799,
    49141,
    52633,
    65281,
    74665,
    80581,
    3215031751,
]
STRONG_LUCAS_PSEUDOPRIMES = [5459, 5777, 10877, 16109, 18971, 22499, 24569, 25199, 40309, 58519, 75077, 97439]
CARMICHAEL = [561, 1105, 1729, 2465, 41041, 825265, 321197185, 1590231231043178376951698401]
WIEFERICH_SQUARES = [1093**2, 3511**2]
MANY_BASES = {
    "strong pseudoprime to the bases 2 to 17": 341550071728321,
    "strong pseudoprime to the bases 2 to 37": 318665857834031151167461,
    "strong pseudoprime to the bases 2 to 41": 3317044064679887385961981,
}
LARGE_PRIMES = {
    "2^61 - 1": 2**61 - 1,
    "2^64 - 59": 2**64 - 59,
    "2^89 - 1": 2**89 - 1,
    "2^127 - 1": 2**127 - 1,
    "2^128 - 159": 2**128 - 159,
    "2^255 - 19": 2**255 - 19,
    "2^256 - 189": 2**256 - 189,
    "2^521 - 1": 2**521 - 1,
    "2^607 - 1": 2**607 - 1,
}


def make():
    cases = [case(str(n), n) for n in SMALL]
    cases += [case(f"strong base 2 pseudoprime {n}", n) for n in STRONG_PSEUDOPRIMES_BASE_2]
    cases += [case(f"strong Lucas pseudoprime {n}", n) for n in STRONG_LUCAS_PSEUDOPRIMES]
    cases += [case(f"Carmichael number {n}", n) for n in CARMICHAEL]
    cases += [case(f"square of a Wieferich prime {n}", n) for n in WIEFERICH_SQUARES]
    cases += [case(name, n) for name, n in MANY_BASES.items()]
    cases += [case(name, n) for name, n in LARGE_PRIMES.items()]
    for bits in (64, 128, 256, 512):
        cases += random_cases(bits)
    for bits in (32, 64, 128):
        cases.append(case(f"strong base 2 pseudoprime of {2 * bits + 1} bits", large_strong_pseudoprime(bits)))
        cases.append(case(f"strong Lucas pseudoprime of {2 * bits} bits", large_lucas_pseudoprime(bits)))
    p = prime("square", 128)
    cases += [case("square of a prime of 128 bits", p * p), case("cube of a prime of 128 bits", p**3)]
    cases += [case(f"modulus {name}", p * q) for name, (p, q) in TOYS.items()]
    return document(ABOUT, "spec/hash-to-prime.md", cases)


def case(name, n):
    made = {"name": name, "n": str(n), "prime": is_prime(n)}
    if n % 2 and n > 2:
        made["strong_base_2"] = is_strong_probable_prime(n, 2)
        if selfridge_is_clean(n):
            made["strong_lucas"] = is_strong_lucas_probable_prime(n)
    return made


def selfridge_is_clean(n):
    """Whether the search for D ends with a D prime to n."""
    return n > 50 and selfridge(n) is not None


def random_cases(bits):
    p, q = prime(f"random prime {bits}", bits), prime(f"random factor {bits}", bits)
    return [
        case(f"prime of {bits} bits", p),
        case(f"product of two primes of {bits} bits", p * q),
        case(f"odd number of {bits} bits", number(f"odd {bits}", bits) | 1),
        case(f"even number of {bits} bits", number(f"even {bits}", bits) & ~1),
    ]


def large_strong_pseudoprime(bits):
    """The first p (2p - 1) from a fixed start on that passes the strong base 2 test, p and 2p - 1 prime."""
    p = number(f"strong pseudoprime {bits}", bits) | 1
    while True:
        q = 2 * p - 1
        if pow(2, p - 1, p) == 1 and is_strong_probable_prime(p * q, 2) and is_prime(p) and is_prime(q):
            return p * q
        p += 2


def large_lucas_pseudoprime(bits):
    """The first p (p + 2) from a fixed start on that passes the strong Lucas test, p and p + 2 prime:
    with (D/p) = -1 and (D/(p + 2)) = 1, the ranks divide p + 1, and p (p + 2) + 1 = (p + 1)^2."""
    p = number(f"Lucas pseudoprime {bits}", bits) // 6 * 6 - 1
    while True:
        if is_prime(p) and is_prime(p + 2) and is_strong_lucas_probable_prime(p * (p + 2)):
            return p * (p + 2)
        p += 6

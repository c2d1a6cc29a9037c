"""The Baillie-PSW test of spec/hash-to-prime.md: strong base 2 and strong Lucas with Selfridge's method A.

Source: Baillie and Wagstaff, Lucas pseudoprimes, Math. Comp. 35 (1980), sections 3 and 6.
"""

from math import gcd, isqrt, prod

TRIAL_BOUND = 1 << 16
# The product of the odd primes below 2^12: six in seven odd numbers have a factor in common with it, and need no power.
SMALL_PRIMES = prod(p for p in range(3, 1 << 12, 2) if all(p % d for d in range(3, isqrt(p) + 1, 2)))


def is_prime(n):
    """Trial division below 2^16, Baillie-PSW from there on."""
    if n < TRIAL_BOUND:
        return n >= 2 and all(n % d for d in range(2, isqrt(n) + 1))
    has_small_factor = n % 2 == 0 or gcd(n, SMALL_PRIMES) > 1
    return not has_small_factor and is_strong_probable_prime(n, 2) and is_strong_lucas_probable_prime(n)


def is_strong_probable_prime(n, base):
    """For odd n > 2: with n - 1 = d * 2^s, base^d = 1 or base^(d * 2^r) = -1 for some r < s (modulo n)."""
    d, s = _odd_part(n - 1)
    power = pow(base, d, n)
    if power in (1, n - 1):
        return True
    for _ in range(s - 1):
        power = power * power % n
        if power == n - 1:
            return True
    return False


def is_strong_lucas_probable_prime(n):
    """For odd n > 2: with n + 1 = d * 2^s, U_d = 0 or V_(d * 2^r) = 0 for some r < s (modulo n)."""
    parameter = selfridge(n)
    if parameter is None:
        return False
    d, s = _odd_part(n + 1)
    q = (1 - parameter) // 4
    u, v, q_power = _lucas(n, parameter, q, d)
    if u == 0:
        return True
    for _ in range(s):
        if v == 0:
            return True
        v = (v * v - 2 * q_power) % n
        q_power = q_power * q_power % n
    return False


def selfridge(n):
    """Method A's D: the first of 5, -7, 9, -11, ... with (D/n) = -1. If the result is None, n is composite: it is a
    square (no D exists) or shares a factor below n with some D."""
    if isqrt(n) ** 2 == n:
        return None
    d = 5
    while True:
        symbol = jacobi(d, n)
        if symbol == -1:
            return d
        if symbol == 0 and gcd(d, n) < n:
            return None
        d = -(d + 2) if d > 0 else -d + 2


def jacobi(a, n):
    """The Jacobi symbol (a/n) for odd n > 0 and any integer a."""
    a %= n
    sign = 1
    while a:
        while a % 2 == 0:
            a //= 2
            if n % 8 in (3, 5):
                sign = -sign
        a, n = n, a
        if a % 4 == 3 and n % 4 == 3:
            sign = -sign
        a %= n
    return sign if n == 1 else 0


def _odd_part(m):
    """(d, s) with m = d * 2^s and d odd."""
    s = 0
    while m % 2 == 0:
        m //= 2
        s += 1
    return m, s


def _lucas(n, d, q, k):
    """(U_k, V_k, Q^k) modulo n for P = 1 and k >= 1, by doubling from the top bit of k."""
    half = (n + 1) // 2
    u, v, q_power = 1, 1, q % n
    for bit in bin(k)[3:]:
        u, v, q_power = u * v % n, (v * v - 2 * q_power) % n, q_power * q_power % n
        if bit == "1":
            u, v, q_power = (u + v) * half % n, (d * u + v) * half % n, q_power * q % n
    return u, v, q_power

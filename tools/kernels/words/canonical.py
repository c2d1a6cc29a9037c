"""Steps that make a number canonical, with R = 2^bits instead of 2^(64·L): on all moduli and all operands.

They use only comparisons and carries of numbers, so that nothing depends on the size of R.
"""

from ..graph import require


def subtracted_once(t, n, r):
    """`make_canonical`: low words and carry of t < 2N."""
    carry, low = divmod(t, r)
    return (low - n) % r if carry or low >= n else low


def chosen(t, n, r):
    """`adx/four.rs`: t, or t + (R - N) if either sum carries."""
    first, low = divmod(t, r)
    second, other = divmod(low + (r - n) % r, r)
    return other if first or second else low


def borrowed(t, n, r):
    """`adx/odd.rs`: t - N, or t if that borrows; t has a word more."""
    return (t - n) % r if t >= n else t % r


def sums(a, b, n, r):
    """`add`, `double`, `sub` and `half` of `montgomery.rs`."""
    difference, borrow = (a - b) % r, a < b
    odd = a & 1
    carry, low = divmod(a + n * odd, r)
    return {
        "a + b": (subtracted_once(a + b, n, r), (a + b) % n),
        "2a": (subtracted_once(2 * a, n, r), 2 * a % n),
        "a - b": ((difference + n * borrow) % r, (a - b) % n),
        "a/2": (low >> 1 | carry * (r >> 1), a * pow(2, -1, n) % n if n > 1 else 0),
    }


def prove(bits=5):
    r = 1 << bits
    for n in range(1, r, 2):
        for t in range(2 * n):
            for step in (subtracted_once, chosen, borrowed):
                require(step(t, n, r) == t % n, step.__name__, "fails for", t, "modulo", n)
        for a in range(n):
            for b in range(n):
                for name, (found, wanted) in sums(a, b, n, r).items():
                    require(found == wanted, name, "fails for", a, b, "modulo", n)


def rows(bits=3):
    """(x·y + q·N)/R < 2N for x·y < N·R and q < R, on all of them."""
    r = 1 << bits
    for n in range(1, r, 2):
        for product in range(n * r):
            q = -product * pow(n, -1, r) % r
            t, rest = divmod(product + q * n, r)
            require(rest == 0 and t < 2 * n, "a quotient fails for", product, "modulo", n)

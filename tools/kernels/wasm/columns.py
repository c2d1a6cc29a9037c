"""The parts that both WebAssembly kernels share: columns of products, and the bounds of numbers that are folded.

A residue has L digits in radix 2^r; its columns are sums of products of digits. Products are pairs of names; the model
counts them, and these counts are the polynomial. With F = L - 1, out the carry above the top digit, and
|row| <= N/2,

    sum T_k·2^(r·k) + out·2^(2r·L) = x·y,
    sum x'_i·2^(r·i) + out'·2^(r·L) = sum_(i<F) T_i·2^(r·i) + sum T_(F+k)·row_k.
"""

from collections import Counter

from ..graph import require


def value(products, factor):
    """Products of names as a count of pairs of inputs; `factor` gives the weight and the input of a name, or None for
    zeros."""
    total = Counter()
    for (a, b), count in products.items():
        x, y = factor(a), factor(b)
        if x and y:
            total[tuple(sorted((x[1], y[1])))] += count * x[0] * y[0]
    return Counter({pair: count for pair, count in total.items() if count})


def square_column(limbs, k):
    wanted = Counter()
    for i in range(max(0, k - limbs + 1), min(k, limbs - 1) + 1):
        wanted[tuple(sorted((("x", i), ("x", k - i))))] += 1
    return wanted


def product_column(limbs, k):
    return Counter({(("x", i), ("y", k - i)): 1 for i in range(max(0, k - limbs + 1), min(k, limbs - 1) + 1)})


def fold_column(limbs, column):
    """The digits T_(F+k) times limb `column` of row k."""
    return Counter({tuple(sorted((("T", limbs - 1 + k), ("row", k, column)))): 1 for k in range(limbs + 1)})


def bounds(radix, limbs, bits, digit):
    """Proves that nothing is carried out of the top, whose digit has the bound of all, for moduli of this many bits."""
    digits = sum(digit << radix * i for i in range(limbs))
    require(digits**2 + (digits + 1 << radix * limbs) < 1 << 2 * radix * limbs, "something may be carried out of T")
    low = sum(digit << radix * i for i in range(limbs - 1))
    most = low + (limbs + 1) * digit * (1 << (bits - 1))
    require(most + digits < 1 << radix * limbs, "something may be carried out of a result")
    require((most + low) >> radix * (limbs - 1) <= digit, "the top digit exceeds its bound")

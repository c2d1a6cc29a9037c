"""The halves of a product and the quotients of `lanes/vector`, for all operands.

A product of limbs is split into hi·2^52 + lo by each kind of vector. A digit q clears a column x; (x + lo(q·n))/2^52
is carried on. The vectors compute it as x/2^52, rounded up where lo is in [0, 2^52), and to the nearest where lo is in
[-2^51, 2^51] and a tie goes the way that hi(q·n) is rounded. The rule for ties does not depend on the radix: it is
tried for all x and n with limbs of 4, 6 and 8 bits.
"""

import struct

from ..doubles.values import constant, expansion, known, linear, multiply_add, product, subtract
from ..graph import require

LIMB = 2**52 - 1


def bits(number):
    return struct.unpack("<Q", struct.pack("<d", number))[0]


def split_product():
    """`multiply_add` of lanes/vector/fma.rs: hi' = fma(a, b, 2^104), lo' = fma(a, b, 2^104 - 1.5·2^52 - hi')."""
    a, b = known(0, LIMB, "a"), known(0, LIMB, "b")
    exact = product(a, b)
    high = multiply_add(exact, constant(2**104))
    low = multiply_add(exact, subtract(constant(2**104 - 3 * 2**51), high))
    require(high.low >= 2**104 and high.high < 2**105 and high.grid == 52, "hi' leaves its power of two")
    require(-(2**53) <= low.low and low.high <= -(2**52) and low.grid >= 0, "lo' leaves its power of two")
    # Within these ranges the bits, as an integer, count units: from 2^104 up, and from -1.5·2^52 down.
    require(bits(2.0**104 + 2.0**52) - bits(2.0**104) == 1, "a unit of hi'")
    require(bits(-(2.0**53)) - bits(-1.5 * 2**52) == 2**51, "a unit of lo'")
    require(bits(-1.5 * 2**52) - bits(-(2.0**52)) == 2**51, "a unit of lo'")
    # (hi' - 2^104) + (lo' + 1.5·2^52) is the product, and the error of rounding has gone.
    sum_ = linear((1, high), (1, low), (1, constant(-(2**104) + 3 * 2**51)))
    products, inputs, number = expansion([(sum_, 1)])
    require((list(products.values()), inputs, number) == ([1], {}, 0), "the halves are not the product")
    (only,) = products
    require(only.factors == (a, b), "the halves are of another product")


def quotients():
    for radix_bits in (4, 6, 8):
        radix = 1 << radix_bits
        for n in range(1, radix, 2):
            k = -pow(n, -1, radix) % radix
            for x in range(-2 * radix, 2 * radix):
                digit(x, n, k, radix)


def digit(x, n, k, radix):
    q = x * k % radix
    # lo in [0, B): rounded up.
    require((x + radix - 1) // radix == (x + q * n % radix) // radix, "the carry of", x, n)
    # hi to the nearest, ties to even; `rounding` is B/2, less 1 where k = 1 mod 4.
    high, rest = divmod(q * n, radix)
    high += rest > radix // 2 or (rest == radix // 2 and high % 2 == 1)
    low = q * n - high * radix
    rounding = (k >> 1 & 1) + radix // 2 - 1
    require((x + low) % radix == 0 and (x + rounding) // radix == (x + low) // radix, "the carry of", x, n)


def shift():
    """`shift_right` of lanes/vector/fma.rs, for -2^62 <= x < 2^62: x + 2^62 is no less than 0 and fits a word."""
    for x in (-(2**62), -(2**62) + 1, -1, 0, 1, 2**62 - 1):
        raised = x + 2**62
        require(0 <= raised < 2**64 and (raised >> 52) - (2**62 >> 52) == x >> 52, "a shift of", x)

"""Sums, differences and halves of the IFMA kernel (`ifma.rs`, `digits.rs`) for all residues, from their bounds.

With F the top limb and T = V - 52F its bits: the bounds of limbs before they are carried, and of the numbers.
"""

from ..graph import require

LIMB = 2**52 - 1


def prove(shape):
    top = shape.value_bits - 52 * shape.fold
    residue = [LIMB] * shape.fold + [(1 << top) - 1]
    value, modulus = 1 << shape.value_bits, (1 << shape.bits) - 1
    cover_limbs(shape, top)
    # A multiple of N above 2^V, by at most N, has limbs up to 2^53 - 1 below F once 2^52 is borrowed for each.
    largest = value + modulus
    cover = [2 * LIMB + 1] * shape.fold + [largest >> 52 * shape.fold]
    for limbs, number in (
        ([2 * limb for limb in residue], 2 * (value - 1)),
        ([a + c for a, c in zip(residue, cover)], value - 1 + largest),
    ):
        carried(limbs)
        trimmed(shape, top, number)
    halved(shape, residue, value, modulus)


def cover_limbs(shape, top):
    """Borrowing leaves the number as it is, and no limb below one of a residue."""
    change = [1 + LIMB] + [LIMB] * (shape.fold - 1) + [-1]
    require(sum(limb << 52 * i for i, limb in enumerate(change)) == 0, "the cover is another number")
    require(min(change[:-1]) >= LIMB, "a limb of the cover may be below one of a residue")
    # The multiple is above 2^V = 2^T·2^(52F): its top limb is at least 2^T, and loses one.
    smallest = (1 << shape.value_bits) + 1 >> 52 * shape.fold
    require(smallest + change[-1] >= (1 << top) - 1, "the top limb of the cover may be below that of a residue")


def carried(limbs):
    """`digits::carry`: nothing exceeds a word on the way."""
    carry = 0
    for limb in limbs:
        require(limb + carry < 1 << 63, "a limb is too large to be carried")
        carry = limb + carry >> 52
    return carry


def trimmed(shape, top, number):
    """`trim`: the limb at F times the first row, if it exceeds its bits; the sum is below 2^V."""
    require(number < 1 << shape.value_bits + 2 <= 1 << 52 * shape.limbs, "a sum does not fit its limbs")
    high = number >> 52 * shape.fold
    require(high <= LIMB, "the top limb is no factor")
    most = (1 << 52 * shape.fold) - 1 + high * ((1 << shape.bits) - 1)
    require(most < 1 << shape.value_bits, "a trimmed sum exceeds 2^V")


def halved(shape, residue, value, modulus):
    limbs = [a + min(LIMB, modulus >> 52 * i) for i, a in enumerate(residue)]
    carried(limbs)
    require(value - 1 + modulus < 1 << 52 * shape.limbs, "a sum with N does not fit its limbs")
    require((value - 1 + modulus) // 2 < value, "a half exceeds 2^V")

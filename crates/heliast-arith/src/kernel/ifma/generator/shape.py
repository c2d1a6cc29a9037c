"""The sizes of a class of moduli, and the proof that its numbers stay in bounds.

A residue is a number x < 2^V in L limbs below 2^52 (a multiple of N too large, by up to V - bits bits). Its
square or product T < 2^(2V) has column sums c_0 .. c_(2L-1), below 2^52 each times the number of terms, and
with F = L - 1

    T = sum_(c < F) c_c 2^(52c) + 2^(52F) H,    H in C - F canonical limbs h_i, C = ceil(2V/52),
    x' = sum_(c < F) c_c 2^(52c) + sum_i h_i row_i,    row_i = 2^(52(F+i)) mod N.

x' is congruent to T. V is the smallest number for which x' < 2^V again, whatever N < 2^bits is.
"""

M52 = 2**52 - 1


class Shape:
    def __init__(self, bits, limbs):
        self.bits, self.limbs, self.fold = bits, limbs, limbs - 1
        self.value_bits = next(v for v in range(bits, 52 * limbs + 1) if self.largest_result(v) < 1 << v)
        self.columns = self.columns_of(self.value_bits)
        self.rows = self.columns - self.fold
        # Vectors of eight limbs in a residue and in a row of the table, and the limbs used in each vector.
        self.vectors = -(-limbs // 8)
        self.row_vectors = -(--(-bits // 52) // 8)
        self.used = [min(8, limbs - 8 * v) for v in range(self.vectors)]
        # The fold starts in vector `fold_vector` at lane `fold_lane`; the last column is in `last_vector`.
        self.fold_vector, self.fold_lane = divmod(self.fold, 8)
        self.last_vector = (self.columns - 1) // 8
        self.high_vectors = self.last_vector - self.fold_vector + 1

    @staticmethod
    def columns_of(value_bits):
        return -(-2 * value_bits // 52)

    def column_bound(self, column):
        """The largest sum of the low halves of a_i b_j, i + j = column, and the high halves one below."""

        def pairs(c):
            return max(0, min(c, self.limbs - 1) - max(0, c - self.limbs + 1) + 1)

        return (pairs(column) + pairs(column - 1)) * M52

    def largest_result(self, value_bits):
        """A bound of x' for operands below 2^value_bits."""
        low = sum(self.column_bound(c) << 52 * c for c in range(self.fold))
        rows = self.columns_of(value_bits) - self.fold
        return low + rows * M52 * ((1 << self.bits) - 1)

    def prove(self):
        """Asserts the bounds on which the code relies, in exact integers."""
        top_bits = self.value_bits - 52 * self.fold
        # The invariant holds, and every value fits its limbs.
        assert self.largest_result(self.value_bits) < 1 << self.value_bits <= 1 << 52 * self.limbs
        # H has `rows` canonical limbs, as T < 2^(2V) <= 2^(52 columns); and all columns of T are computed.
        assert 2 * self.value_bits <= 52 * self.columns <= 52 * 2 * self.limbs
        # No 64-bit lane overflows: a column, what the fold adds to it, and a carry from below.
        fold_sum = 2 * self.rows * M52
        assert max(self.column_bound(c) for c in range(2 * self.limbs)) + fold_sum + (1 << 12) < 1 << 64
        # Where the top vector has one limb, its square has no high half, and the code omits it.
        assert self.limbs % 8 != 1 or 2 * top_bits <= 52
        # `trim` in ifma.rs, for sums up to 2^(V+2): the limb at F times row_0, plus the limbs below it.
        assert (1 << 52 * self.fold) + (1 << top_bits + 2 + self.bits) <= 1 << self.value_bits
        # A sum up to 2^(V+2) fits the limbs before it is trimmed.
        assert self.value_bits + 2 <= 52 * self.limbs

    def header(self, what, scratch_blocks):
        """The first lines of a file; the tests compare them with the constants in Rust."""
        return (
            f"# {what}. Written by generate.py: change that instead.\n"
            f"# bits {self.bits} limbs {self.limbs} value_bits {self.value_bits} rows {self.rows} "
            f"scratch_blocks {scratch_blocks}\n"
        )

//! Residues modulo an odd M < 2^27 by Montgomery's reduction with R = 2^32, in constant time.

/// Arithmetic modulo M.
pub(super) enum Field<const M: u32> {}

impl<const M: u32> Field<M> {
    /// R mod M.
    pub const R: u32 = ((1 << 32) % M as u64) as u32;
    /// R^2 mod M.
    pub const R2: u32 = Self::multiply(Self::R, Self::R);
    /// −M^−1 mod R.
    const NEGATIVE_INVERSE: u32 = {
        // Newton's method: each step doubles the number of correct bits, of which M itself has three.
        let (mut inverse, mut step) = (M, 0);
        while step < 4 {
            inverse = inverse.wrapping_mul(2_u32.wrapping_sub(M.wrapping_mul(inverse)));
            step += 1;
        }
        inverse.wrapping_neg()
    };

    /// Returns x·R^−1 modulo M, which is at most x/R + M, for x < 2^63.
    pub const fn reduce(x: u64) -> u32 {
        let multiple = (x as u32).wrapping_mul(Self::NEGATIVE_INVERSE);
        ((x + multiple as u64 * M as u64) >> 32) as u32
    }

    /// Returns x mod M for x < 8·M.
    pub const fn canonical(x: u32) -> u32 {
        less(less(less(x, 4 * M), 2 * M), M)
    }

    /// Returns a·R mod M for a < 2^32.
    pub const fn montgomery(a: u32) -> u32 {
        Self::canonical(Self::reduce(a as u64 * Self::R2 as u64))
    }

    /// Returns a·b mod M, for constants.
    pub const fn multiply(a: u32, b: u32) -> u32 {
        (a as u64 * b as u64 % M as u64) as u32
    }
}

/// Returns x − m, or x if that is negative. Both are below 2^31.
const fn less(x: u32, m: u32) -> u32 {
    let difference = x.wrapping_sub(m);
    let negative = (difference as i32 >> 31) as u32;
    difference.wrapping_add(m & negative)
}

/// Returns x modulo m as a residue, for −m <= x < m.
pub(super) const fn lift(x: i32, m: u32) -> u32 {
    (x as u32).wrapping_add(m & (x >> 31) as u32)
}

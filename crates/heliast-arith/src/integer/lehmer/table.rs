//! Several quotients of Euclid's algorithm at once, from a table.
//!
//! The ratio y/x of two words x ≥ y > 0 decides the quotients that follow. Here it is cut to [`RATIO_BITS`]
//! bits, a *cell*, and for every cell a table has the steps that all pairs in it have in common, as (u0, v0,
//! u1, v1):
//!
//! ```text
//! x' = u0·x − v0·y ≥ 0,    y' = v1·y − u1·x ≥ 0,    u0·v1 − v0·u1 = 1.
//! ```
//!
//! Steps are subtractions of the smaller from the larger, so that the last quotient may be cut short; the
//! next entry makes up for it. An entry takes some five bits off both words in two loads and two products, of
//! which each waits for the one before. Three divisions do as much and take longer on every CPU that was
//! measured.
//!
//! # The cell
//!
//! With x, y shifted until x ≥ 2^63, i the leading [`TOP_BITS`] + 1 bits of x, r = ⌊2^(16 + TOP_BITS)/(i +
//! 1)⌋ and Y the leading 32 bits of y, the cell is j = ⌊Y·r/2^(47 − RATIO_BITS)⌋. Nothing is rounded up, so
//! y/x ≥ j/2^RATIO_BITS. And r ≥ 2^(16 + TOP_BITS)/(i + 1) − 1, x ≥ i·2^(63 − TOP_BITS), y < (Y + 1)·2^32
//! give
//!
//! ```text
//! y/x < (1 + 2^−TOP_BITS)·((j + 1)/2^RATIO_BITS + 2^−15) + 2^−31.
//! ```

/// Bits of x, after the leading one, that choose its reciprocal.
const TOP_BITS: u32 = 11;
/// Bits of the ratio.
const RATIO_BITS: u32 = 12;

/// The first cell with an entry: quotients above 2^7 are left to a division.
pub(super) const FIRST: usize = 1 << (RATIO_BITS - 7);

/// By the leading bits of x; the lower half is not used.
static RECIPROCALS: [u16; 2 << TOP_BITS] = reciprocals();

static STEPS: [[u8; 4]; 1 << RATIO_BITS] = steps();

/// The cell of y/x for x ≥ y > 0, where `shift` leaves no zero in front of x.
#[inline(always)]
pub(super) fn cell(x: u64, y: u64, shift: u32) -> usize {
    let reciprocal = RECIPROCALS[((x << shift) >> (63 - TOP_BITS)) as usize];
    let ratio = ((y << shift) >> 32) * u64::from(reciprocal);
    (ratio >> (47 - RATIO_BITS)) as usize
}

/// The entry of a cell. Its bytes are loaded one by one: to load all of them and to shift each into its place
/// would take up to two cycles longer, and the next step waits for them.
#[inline(always)]
pub(super) fn entry(cell: usize) -> [u64; 4] {
    let [u0, v0, u1, v1] = &STEPS[cell];
    [u64::from(*u0), u64::from(*v0), u64::from(*u1), u64::from(*v1)]
}

const fn reciprocals() -> [u16; 2 << TOP_BITS] {
    let mut table = [0; 2 << TOP_BITS];
    let mut i = 1 << TOP_BITS;
    while i < table.len() {
        table[i] = ((1 << (16 + TOP_BITS)) / (i as u64 + 1)) as u16;
        i += 1;
    }
    table
}

const fn steps() -> [[u8; 4]; 1 << RATIO_BITS] {
    let mut table = [[1, 0, 0, 1]; 1 << RATIO_BITS];
    let mut cell = FIRST;
    while cell < table.len() {
        table[cell] = common(cell as u64);
        cell += 1;
    }
    table
}

/// The steps that all ratios of a cell have in common.
const fn common(cell: u64) -> [u8; 4] {
    /// Ratios in units of 2^−24.
    const ONE: u64 = 1 << 24;
    const SLACK: u64 = (1 << (24 - 15)) + 2;
    let low = cell << (24 - RATIO_BITS);
    let high = ((((cell + 1) << TOP_BITS) + cell + 1) << (24 - RATIO_BITS - TOP_BITS)) + SLACK;
    let high = if high < ONE { high } else { ONE };
    let (mut u0, mut v0, mut u1, mut v1) = (1, 0, 0, 1);
    loop {
        let (u, v) = (u0 + u1, v0 + v1);
        if u > u8::MAX as u64 || v > u8::MAX as u64 {
            break;
        }
        if u * ONE >= v * high {
            (u0, v0) = (u, v);
        } else if v * low >= u * ONE {
            (u1, v1) = (u, v);
        } else {
            break;
        }
    }
    [u0 as u8, v0 as u8, u1 as u8, v1 as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All reciprocals and cells, at the words of each that are the least and the most favourable.
    #[test]
    fn no_entry_goes_below_zero() {
        for i in 1u64 << TOP_BITS..2 << TOP_BITS {
            let (least, most) = (i << (63 - TOP_BITS), ((i + 1) << (63 - TOP_BITS)).wrapping_sub(1));
            let reciprocal = u64::from(RECIPROCALS[i as usize]);
            for j in FIRST as u64..1 << RATIO_BITS {
                let first = (j << (47 - RATIO_BITS)).div_ceil(reciprocal) << 32;
                let last = (((j + 1) << (47 - RATIO_BITS)) - 1) / reciprocal;
                let last = (last.min(u64::from(u32::MAX)) << 32) | u64::from(u32::MAX);
                if first > most {
                    continue;
                }
                let [u0, v0, u1, v1] = entry(j as usize).map(u128::from);
                let (x, y) = (u128::from(least.max(first)), u128::from(last.min(most)));
                assert!(u0 * x.max(y) >= v0 * y, "{i} {j}");
                assert!(v1 * u128::from(first) >= u1 * u128::from(most), "{i} {j}");
                assert_eq!(cell(most, first, 0), j as usize);
            }
        }
    }

    #[test]
    fn entries_have_the_determinant_1_and_make_progress() {
        for cell in FIRST..1 << RATIO_BITS {
            let [u0, v0, u1, v1] = entry(cell);
            assert_eq!(u0 * v1 - v0 * u1, 1);
            assert!(v0 > 0, "{cell}");
        }
    }
}

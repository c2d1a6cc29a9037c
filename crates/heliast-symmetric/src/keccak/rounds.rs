//! The permutation (FIPS 202, section 3): one formula for a word and for vectors of words.
//!
//! Word x + 5y of a state is the lane (x, y) of FIPS 202.

/// The type of a word of the state: one 64-bit word, or one of every lane.
pub(super) trait Word: Copy {
    /// The same word in all lanes.
    fn all(word: u64) -> Self;

    fn xor(self, other: Self) -> Self;

    /// `self` ⊕ (¬`next` ∧ `after`).
    fn chi(self, next: Self, after: Self) -> Self;

    /// Rotates to the left by `L` bits; `R` is 64 − `L`.
    fn rotate<const L: i32, const R: i32>(self) -> Self;

    #[inline(always)]
    fn xor3(self, second: Self, third: Self) -> Self {
        self.xor(second.xor(third))
    }
}

/// `Keccak-f[1600]`: 24 rounds. It is inlined, so that it is compiled for the caller's instruction set.
#[inline(always)]
pub(super) fn permute<W: Word>(state: &mut [W; 25]) {
    let mut words = *state;
    for constant in &ROUND_CONSTANTS {
        words = round(&words, W::all(*constant));
    }
    *state = words;
}

/// The array of the formula's results for every value of the constant `I`. A closure would not
/// always be inlined, and without that no vector stays in a register.
macro_rules! each {
    ($i:ident in [$($value:literal)*] => $formula:expr) => {
        [$({
            const $i: usize = $value;
            $formula
        }),*]
    };
    ($i:ident => $formula:expr) => { each!($i in [0 1 2 3 4] => $formula) };
}

/// θ, ρ and π, χ, ι: the last four row by row, so that few words are in use at a time.
#[inline(always)]
fn round<W: Word>(a: &[W; 25], constant: W) -> [W; 25] {
    let c = each!(X => a[X].xor3(a[X + 5], a[X + 10]).xor3(a[X + 15], a[X + 20]));
    let turned = each!(X => c[X].rotate::<1, 63>());
    let rows = each!(Y => {
        let b = each!(X => {
            const SOURCE: usize = SOURCES[X + 5 * Y];
            const OFFSET: i32 = OFFSETS[X + 5 * Y];
            a[SOURCE].xor3(c[(SOURCE + 4) % 5], turned[(SOURCE + 1) % 5]).rotate::<OFFSET, { 64 - OFFSET }>()
        });
        each!(X => b[X].chi(b[(X + 1) % 5], b[(X + 2) % 5]))
    });
    let mut out =
        each!(I in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24] => rows[I / 5][I % 5]);
    out[0] = out[0].xor(constant);
    out
}

/// The place from which π takes a word: word (y, 2x + 3y) comes from (x, y).
const SOURCES: [usize; 25] = {
    let mut sources = [0; 25];
    let mut word = 0;
    while word < 25 {
        let (x, y) = (word % 5, word / 5);
        sources[y + (2 * x + 3 * y) % 5 * 5] = word;
        word += 1;
    }
    sources
};

/// The number of bits by which ρ rotates the word that π puts into a place (section 3.2.2): (t + 1)(t + 2)/2
/// for the t-th lane on the path of π from (1, 0). One step of π leads to the next lane of that path, to
/// which the rotated word goes.
const OFFSETS: [i32; 25] = {
    let mut offsets = [0; 25];
    let (mut x, mut y) = (1, 0);
    let mut t = 0;
    while t < 24 {
        (x, y) = (y, (2 * x + 3 * y) % 5);
        offsets[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
        t += 1;
    }
    offsets
};

/// ι (section 3.2.5): bit 2^j − 1 of round i is bit number 7i + j from the shift register of x^8 + x^6 +
/// x^5 + x^4 + 1.
const ROUND_CONSTANTS: [u64; 24] = {
    let mut constants = [0; 24];
    let mut register = 1_u8;
    let mut number = 0;
    while number < 24 * 7 {
        if register & 1 == 1 {
            constants[number / 7] |= 1 << ((1 << (number % 7)) - 1);
        }
        register = register << 1 ^ if register >> 7 == 1 { 0x71 } else { 0 };
        number += 1;
    }
    constants
};

#[cfg(test)]
mod tests;

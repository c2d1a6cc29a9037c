//! Strings of n bits within longer ones, packed without gaps: bit j of a packed string is bit 63 − j mod 64
//! of word j / 64. Offsets and n are public; with n = 192, these functions only copy whole words.

use crate::lowmc::Bits;
use heliast_symmetric::keccak::{LANES, Lanes};

/// The number of words of the longest string.
pub(super) const STRING_WORDS: usize = 4;

/// One string of each party of a half.
pub(super) type StringRows = [Lanes; STRING_WORDS];

pub(super) const NO_STRINGS: StringRows = [Lanes::ZERO; STRING_WORDS];

/// The place of a string of n bits at an offset.
#[derive(Clone, Copy)]
struct Span {
    first: usize,
    shift: usize,
    end: usize,
    words: usize,
    /// A mask for the bits of the last word.
    last: u64,
}

impl Span {
    fn new(offset: usize, n: usize) -> Span {
        let last = !0 << ((64 - n % 64) % 64);
        Span { first: offset / 64, shift: offset % 64, end: offset + n, words: n.div_ceil(64), last }
    }

    /// Whether word `w` of the string has bits in two words.
    fn split(&self, w: usize) -> bool {
        self.shift > 0 && 64 * (self.first + w + 1) < self.end
    }

    fn mask(&self, w: usize) -> u64 {
        if w + 1 == self.words { self.last } else { !0 }
    }
}

/// Returns the n bits from `offset` on of the string with these words.
pub(super) fn extract(word: impl Fn(usize) -> u64, offset: usize, n: usize) -> Bits {
    let span = Span::new(offset, n);
    let mut words = [0; STRING_WORDS];
    for (w, to) in words.iter_mut().take(span.words).enumerate() {
        let at = span.first + w;
        *to = word(at) << span.shift;
        if span.split(w) {
            *to |= word(at + 1) >> (64 - span.shift);
        }
        *to &= span.mask(w);
    }
    Bits::from_words(words)
}

/// Adds the n bits of `bits` to those from `offset` on: `add(i, x)` must add x to word i.
pub(super) fn place(bits: &Bits, offset: usize, n: usize, mut add: impl FnMut(usize, u64)) {
    let span = Span::new(offset, n);
    for (w, word) in bits.words().iter().take(span.words).enumerate() {
        let at = span.first + w;
        add(at, word >> span.shift);
        if span.split(w) {
            add(at + 1, word << (64 - span.shift));
        }
    }
}

/// Does [`extract`] in all lanes; rows after the string's are not changed.
#[inline]
pub(super) fn extract_rows(rows: &[Lanes], offset: usize, n: usize, string: &mut StringRows) {
    let span = Span::new(offset, n);
    if span.shift == 0 && span.last == !0 {
        string[..span.words].copy_from_slice(&rows[span.first..span.first + span.words]);
        return;
    }
    for (w, to) in string.iter_mut().take(span.words).enumerate() {
        let at = span.first + w;
        *to = rows[at];
        if span.shift > 0 {
            to.0.iter_mut().for_each(|word| *word <<= span.shift);
            if span.split(w) {
                let next = &rows[at + 1].0;
                to.0.iter_mut().zip(next).for_each(|(word, next)| *word |= next >> (64 - span.shift));
            }
        }
        let mask = span.mask(w);
        to.0.iter_mut().for_each(|word| *word &= mask);
    }
}

/// Does [`place`] in all lanes.
pub(super) fn place_rows(string: &StringRows, offset: usize, n: usize, rows: &mut [Lanes]) {
    let span = Span::new(offset, n);
    for (w, from) in string.iter().take(span.words).enumerate() {
        let at = span.first + w;
        for lane in 0..LANES {
            rows[at].0[lane] ^= from.0[lane] >> span.shift;
        }
        if span.split(w) {
            for lane in 0..LANES {
                rows[at + 1].0[lane] ^= from.0[lane] << (64 - span.shift);
            }
        }
    }
}

/// Writes the first `bytes.len()` bytes of a string.
pub(super) fn to_bytes(mut words: impl Iterator<Item = u64>, bytes: &mut [u8]) {
    let (whole, rest) = bytes.as_chunks_mut();
    whole.iter_mut().zip(&mut words).for_each(|(to, word)| *to = word.to_be_bytes());
    let last = words.next().unwrap_or(0).to_be_bytes();
    rest.iter_mut().zip(last).for_each(|(to, from)| *to = from);
}

/// Returns word `i` of a string of bytes, which is followed by zeros.
pub(super) fn word_of_bytes(bytes: &[u8], i: usize) -> u64 {
    match bytes.as_chunks().0.get(i) {
        Some(word) => u64::from_be_bytes(*word),
        None => bytes
            .iter()
            .skip(8 * i)
            .zip([56, 48, 40, 32, 24, 16, 8])
            .fold(0, |word, (byte, shift)| word | u64::from(*byte) << shift),
    }
}

//! SHAKE128 and SHAKE256 (FIPS 202, section 6.2), in lanes and for one stream: with the same sponge for both
//! kinds of state.

use super::{Keccak, LANES, Lanes, State, WORDS};
use zeroize::Zeroize;

/// Bytes of a block of SHAKE128.
pub const SHAKE128_RATE: usize = 168;
/// Bytes of a block of SHAKE256.
pub const SHAKE256_RATE: usize = 136;

/// SHAKE's four bits 1111 and the first bit of the padding 10*1.
const SUFFIX: u64 = 0x1f;
/// The last bit of the padding: the highest of the block's last word.
const LAST_BIT: u64 = 1 << 63;
/// Bytes of a word.
const WORD_LEN: usize = 8;

impl Keccak {
    /// SHAKE128 of one message.
    pub fn shake128(&self) -> Shake {
        Shake(Sponge::new(*self, SHAKE128_RATE, 1, [0; WORDS]))
    }

    /// SHAKE256 of one message.
    pub fn shake256(&self) -> Shake {
        Shake(Sponge::new(*self, SHAKE256_RATE, 1, [0; WORDS]))
    }

    /// SHAKE128 of as many messages as `lanes`.
    ///
    /// # Panics
    /// If `lanes` is above [`LANES`].
    pub fn shakes128(&self, lanes: usize) -> Shakes {
        Shakes::new(*self, SHAKE128_RATE, lanes)
    }

    /// SHAKE256 of as many messages as `lanes`.
    ///
    /// # Panics
    /// If `lanes` is above [`LANES`].
    pub fn shakes256(&self, lanes: usize) -> Shakes {
        Shakes::new(*self, SHAKE256_RATE, lanes)
    }
}

/// A message that is being read.
#[derive(Clone)]
pub struct Shake(Sponge<[u64; WORDS]>);

/// The output of a message.
#[derive(Clone)]
pub struct ShakeOutput(Sponge<[u64; WORDS]>);

/// Messages of equal lengths that are being read, one per lane.
#[derive(Clone)]
pub struct Shakes(Sponge<State>);

/// The outputs of messages, one per lane.
#[derive(Clone)]
pub struct ShakesOutput(Sponge<State>);

impl Shake {
    /// Reads the next bytes of the message.
    pub fn absorb(&mut self, bytes: &[u8]) {
        self.0.absorb(bytes.len(), |_| bytes);
    }

    /// Ends the message.
    pub fn finish(mut self) -> ShakeOutput {
        self.0.pad();
        ShakeOutput(self.0)
    }
}

impl ShakeOutput {
    /// Fills `out` with the next bytes of the output.
    pub fn squeeze(&mut self, out: &mut [u8]) {
        self.0.squeeze(out.len(), &mut [out]);
    }
}

impl Shakes {
    fn new(keccak: Keccak, rate: usize, lanes: usize) -> Shakes {
        assert!(lanes <= LANES, "{lanes} lanes are too many");
        Shakes(Sponge::new(keccak, rate, lanes, [Lanes::ZERO; WORDS]))
    }

    /// Reads the next bytes of every message.
    ///
    /// # Panics
    /// If the numbers of inputs and lanes differ, or if the lengths of inputs differ.
    pub fn absorb(&mut self, inputs: &[impl AsRef<[u8]>]) {
        let len = common_length(self.0.lanes, inputs.iter().map(|input| input.as_ref().len()));
        self.0.absorb(len, |lane| inputs[lane].as_ref());
    }

    /// Reads bytes that come next in every message.
    pub fn absorb_common(&mut self, bytes: &[u8]) {
        self.0.absorb(bytes.len(), |_| bytes);
    }

    /// Ends the messages.
    pub fn finish(mut self) -> ShakesOutput {
        self.0.pad();
        ShakesOutput(self.0)
    }
}

impl ShakesOutput {
    /// Fills every lane's `outputs` with the next bytes of its output.
    ///
    /// # Panics
    /// If the numbers of outputs and lanes differ, or if the lengths of outputs differ.
    pub fn squeeze(&mut self, outputs: &mut [impl AsMut<[u8]>]) {
        let len = common_length(self.0.lanes, outputs.iter_mut().map(|output| output.as_mut().len()));
        self.0.squeeze(len, outputs);
    }
}

/// The common length.
fn common_length(lanes: usize, mut lengths: impl ExactSizeIterator<Item = usize>) -> usize {
    assert_eq!(lengths.len(), lanes, "as many slices as lanes");
    let first = lengths.next().unwrap_or(0);
    assert!(lengths.all(|length| length == first), "the lengths differ");
    first
}

#[derive(Clone)]
struct Sponge<S> {
    keccak: Keccak,
    /// Bytes of a block: a multiple of [`WORD_LEN`].
    rate: usize,
    lanes: usize,
    state: S,
    /// The number of used bytes of the block: fewer than `rate` while messages are read, and at most `rate`
    /// while outputs are written, because the next block is made when it is needed.
    position: usize,
}

impl<S: Words> Sponge<S> {
    fn new(keccak: Keccak, rate: usize, lanes: usize, state: S) -> Sponge<S> {
        Sponge { keccak, rate, lanes, state, position: 0 }
    }

    /// Every lane's `input` has `len` bytes.
    fn absorb<'a>(&mut self, len: usize, input: impl Fn(usize) -> &'a [u8]) {
        let mut read = 0;
        while read < len {
            let piece = self.piece(len - read);
            for lane in 0..self.lanes {
                let bytes = &input(lane)[read..][..piece];
                let (words, rest) = bytes.as_chunks::<WORD_LEN>();
                let first = self.position / WORD_LEN;
                for (index, word) in words.iter().enumerate() {
                    self.state.xor(first + index, lane, u64::from_le_bytes(*word));
                }
                if !rest.is_empty() {
                    // Seven bytes at most: a loop is faster than a copy of unknown length.
                    let word = rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
                    self.state.xor(first, lane, word << (8 * (self.position % WORD_LEN)));
                }
            }
            read += piece;
            self.position += piece;
            if self.position == self.rate {
                self.state.permute(&self.keccak, self.lanes);
                self.position = 0;
            }
        }
    }

    fn pad(&mut self) {
        for lane in 0..self.lanes {
            let shift = 8 * (self.position % WORD_LEN);
            self.state.xor(self.position / WORD_LEN, lane, SUFFIX << shift);
            self.state.xor(self.rate / WORD_LEN - 1, lane, LAST_BIT);
        }
        self.position = self.rate;
    }

    /// Every lane's output has `len` bytes.
    fn squeeze(&mut self, len: usize, outputs: &mut [impl AsMut<[u8]>]) {
        let mut written = 0;
        while written < len {
            if self.position == self.rate {
                self.state.permute(&self.keccak, self.lanes);
                self.position = 0;
            }
            let piece = self.piece(len - written);
            for (lane, output) in outputs.iter_mut().enumerate() {
                let bytes = &mut output.as_mut()[written..][..piece];
                let (words, rest) = bytes.as_chunks_mut::<WORD_LEN>();
                let first = self.position / WORD_LEN;
                for (index, word) in words.iter_mut().enumerate() {
                    *word = self.state.word(first + index, lane).to_le_bytes();
                }
                if !rest.is_empty() {
                    let mut word = self.state.word(first, lane) >> (8 * (self.position % WORD_LEN));
                    for byte in rest {
                        *byte = word as u8;
                        word >>= 8;
                    }
                }
            }
            written += piece;
            self.position += piece;
        }
    }

    /// The number of bytes that are processed together, of the next `left` bytes, which is not 0: whole words
    /// up to the end of the block, or a part of one word.
    fn piece(&self, left: usize) -> usize {
        let within = self.position % WORD_LEN;
        if within == 0 && left >= WORD_LEN {
            (left / WORD_LEN * WORD_LEN).min(self.rate - self.position)
        } else {
            left.min(WORD_LEN - within)
        }
    }
}

/// The state of one stream, or of every lane.
trait Words {
    fn word(&self, word: usize, lane: usize) -> u64;
    fn xor(&mut self, word: usize, lane: usize, value: u64);
    fn permute(&mut self, keccak: &Keccak, lanes: usize);
}

impl Words for [u64; WORDS] {
    fn word(&self, word: usize, _: usize) -> u64 {
        self[word]
    }

    fn xor(&mut self, word: usize, _: usize, value: u64) {
        self[word] ^= value;
    }

    fn permute(&mut self, keccak: &Keccak, _: usize) {
        keccak.permute_one(self);
    }
}

impl Words for State {
    fn word(&self, word: usize, lane: usize) -> u64 {
        self[word].0[lane]
    }

    fn xor(&mut self, word: usize, lane: usize, value: u64) {
        self[word].0[lane] ^= value;
    }

    fn permute(&mut self, keccak: &Keccak, lanes: usize) {
        keccak.permute(lanes, self);
    }
}

/// Wipes the state; later outputs have no meaning.
macro_rules! zeroize {
    ($($name:ident)*) => {$(
        impl Zeroize for $name {
            fn zeroize(&mut self) {
                self.0.state.zeroize();
            }
        }
    )*};
}

zeroize!(Shake ShakeOutput Shakes ShakesOutput);

#[cfg(test)]
mod tests;

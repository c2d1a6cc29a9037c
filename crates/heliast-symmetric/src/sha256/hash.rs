//! SHA-256 of whole messages, one at a time.

use super::{Midstate, Sha256};

const BLOCK_LEN: usize = 64;
/// The number of bytes at the end for the message's length in bits.
const LENGTH_LEN: usize = 8;

impl Sha256 {
    /// SHA-256 of the concatenation of `parts`, which has less than 2^61 bytes.
    pub fn digest(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut message =
            Message { sha: *self, state: Midstate::initial().chaining, tail: [0; BLOCK_LEN], used: 0 };
        parts.iter().for_each(|part| message.absorb(part));
        let bits = parts.iter().map(|part| part.len() as u64 * 8).sum();
        message.close(bits)
    }
}

/// A message that was read up to its last whole block.
struct Message {
    sha: Sha256,
    state: [u32; 8],
    tail: [u8; BLOCK_LEN],
    /// The number of bytes of the next block, below [`BLOCK_LEN`].
    used: usize,
}

impl Message {
    fn absorb(&mut self, mut bytes: &[u8]) {
        if self.used > 0 {
            let (head, rest) = bytes.split_at(bytes.len().min(BLOCK_LEN - self.used));
            self.tail[self.used..][..head.len()].copy_from_slice(head);
            self.used += head.len();
            bytes = rest;
            if self.used < BLOCK_LEN {
                return;
            }
            self.sha.compress_bytes(&mut self.state, &[self.tail]);
        }
        let (blocks, rest) = bytes.as_chunks::<BLOCK_LEN>();
        self.sha.compress_bytes(&mut self.state, blocks);
        self.tail[..rest.len()].copy_from_slice(rest);
        self.used = rest.len();
    }

    /// Section 5.1.1: appends a one bit, zeros and the length, so that the last block is full.
    fn close(mut self, bits: u64) -> [u8; 32] {
        self.tail[self.used] = 0x80;
        self.tail[self.used + 1..].fill(0);
        if self.used >= BLOCK_LEN - LENGTH_LEN {
            self.sha.compress_bytes(&mut self.state, &[self.tail]);
            self.tail.fill(0);
        }
        self.tail[BLOCK_LEN - LENGTH_LEN..].copy_from_slice(&bits.to_be_bytes());
        self.sha.compress_bytes(&mut self.state, &[self.tail]);

        let mut digest = [0; 32];
        for (bytes, word) in digest.as_chunks_mut::<4>().0.iter_mut().zip(self.state) {
            *bytes = word.to_be_bytes();
        }
        digest
    }
}

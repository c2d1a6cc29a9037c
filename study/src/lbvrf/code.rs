//! Numbers 0..M in almost log2(M) bits each, with one code for each sequence.
//!
//! A state r < bound begins as 0 < 1, and every number d is added to it: r ← r·M + d, bound ← bound·M. While
//! the bound is 2^32 or more, and after the last number while it is above 1, the lowest byte of r is written
//! and removed: r ← ⌊r/256⌋, bound ← ⌈bound/256⌉. The bounds do not depend on the numbers. Decoding reverses
//! these steps and refuses every state that reaches its bound, so each sequence has only one encoding.
//!
//! Decoding takes one division by a constant for each number. The code must not be used for secrets.

/// Sequences of `COUNT` numbers below `M`.
pub(super) enum Code<const M: u32, const COUNT: usize> {}

/// The bound of the state after a number was added, and the number of bytes that are written before the next
/// one.
#[derive(Clone, Copy)]
struct Step {
    bound: u64,
    bytes: u8,
}

const FULL: u64 = 1 << 32;

impl<const M: u32, const COUNT: usize> Code<M, COUNT> {
    /// The bytes of a sequence.
    pub const LEN: usize = {
        let (mut length, mut i) = (0, 0);
        while i < COUNT {
            length += Self::STEPS[i].bytes as usize;
            i += 1;
        }
        length
    };

    const STEPS: [Step; COUNT] = {
        let mut steps = [Step { bound: 0, bytes: 0 }; COUNT];
        let (mut bound, mut i) = (1_u64, 0);
        while i < COUNT {
            bound *= M as u64;
            steps[i].bound = bound;
            let limit = if i + 1 == COUNT { 2 } else { FULL };
            while bound >= limit {
                bound = bound.div_ceil(256);
                steps[i].bytes += 1;
            }
            i += 1;
        }
        steps
    };

    /// Writes the numbers, which are below M.
    ///
    /// # Panics
    /// If there is no space for `LEN` bytes.
    pub fn encode(numbers: impl IntoIterator<Item = u32>, out: &mut [u8]) {
        let (mut state, mut at) = (0, 0);
        for (number, step) in numbers.into_iter().zip(&Self::STEPS) {
            state = state * u64::from(M) + u64::from(number);
            for _ in 0..step.bytes {
                out[at] = state as u8;
                state >>= 8;
                at += 1;
            }
        }
        assert_eq!(at, out.len(), "room for one sequence");
    }

    /// Passes the numbers to `put`, beginning with the last one, if `bytes` are the encoding of some numbers.
    pub fn decode(bytes: &[u8], mut put: impl FnMut(usize, u32)) -> Option<()> {
        if bytes.len() != Self::LEN {
            return None;
        }
        let (mut state, mut at) = (0, bytes.len());
        for (i, step) in Self::STEPS.iter().enumerate().rev() {
            for _ in 0..step.bytes {
                at -= 1;
                state = state << 8 | u64::from(bytes[at]);
            }
            if state >= step.bound {
                return None;
            }
            put(i, (state % u64::from(M)) as u32);
            state /= u64::from(M);
        }
        Some(())
    }
}

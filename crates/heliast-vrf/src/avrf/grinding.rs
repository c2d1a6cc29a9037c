//! The third challenge: drawn with a counter until its last w bits are 0 and few nodes suffice to open all
//! leaves but the hidden ones.
//!
//! The counter and the challenges are public: they follow from the proof. Eight counters are tried at once.
//! The zeros take 2^w counters on average, and the openings of 68 in 100 challenges (fast) or of 47 in 2,000
//! (small) are short enough. Together this is 376 and 5,450 hashes.

use super::{
    opening::Opening,
    parameters::{BLOCK, LAMBDA, Parameters},
    transcript::{self, Purpose},
};
use heliast_symmetric::keccak::{Keccak, LANES, Shakes};

/// Finds the first counter whose challenge is accepted.
pub(super) fn grind(keccak: Keccak, parameters: &Parameters, message: &[u8]) -> (u32, u128, Opening) {
    let mut prefix = keccak.shakes128(LANES);
    prefix.absorb_common(message);
    (0..u32::MAX)
        .step_by(LANES)
        .find_map(|first| {
            let counters: [_; LANES] = core::array::from_fn(|i| first + i as u32);
            let challenges = eight(prefix.clone(), counters.map(u32::to_le_bytes));
            counters.into_iter().zip(challenges).find_map(|(counter, bytes)| {
                let challenge = u128::from_le_bytes(bytes);
                is_ground(parameters, challenge)
                    .then(|| Opening::new(parameters, challenge))
                    .flatten()
                    .map(|opening| (counter, challenge, opening))
            })
        })
        .expect("one of 2^32 challenges will do, where one of 5,450 does")
}

/// The challenge of a counter.
pub(super) fn challenge(keccak: Keccak, message: &[u8], counter: u32) -> u128 {
    let parts = [message, &counter.to_le_bytes()];
    u128::from_le_bytes(transcript::digest(keccak, Purpose::Third, &parts))
}

/// Whether the last w bits are 0.
pub(super) fn is_ground(parameters: &Parameters, challenge: u128) -> bool {
    challenge >> (LAMBDA - parameters.grind) == 0
}

/// The challenges of eight counters, from a message whose bytes before the counter have been absorbed.
fn eight(mut message: Shakes, counters: [[u8; 4]; LANES]) -> [[u8; BLOCK]; LANES] {
    message.absorb(&counters);
    message.absorb_common(&[Purpose::Third as u8]);
    let mut challenges = [[0; BLOCK]; LANES];
    message.finish().squeeze(&mut challenges);
    challenges
}

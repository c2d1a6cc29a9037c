//! Checks of the frames before a round that are neither rounds nor epoch proofs. The first four bytes of a
//! frame decide whether it may stand there, and in which order. A reader that uses a frame checks its other
//! bytes.

use crate::wire::{Malformed, require};

/// A frame of finality (`spec/finality.md`).
const FINALITY: &[u8] = b"HLFN";
/// A network file (`spec/network.md`).
const NETWORK: &[u8] = b"HLNW";

/// Checks that `frame` may stand after the frames of the same round that came before it.
pub(super) fn check(before: &[Vec<u8>], frame: &[u8], is_first_round: bool) -> Result<(), Malformed> {
    let has = |kind| before.iter().any(|one| one.starts_with(kind));
    if frame.starts_with(FINALITY) {
        require(!has(FINALITY), "frame", "it is the second frame of finality before a round")?;
    }
    if frame.starts_with(NETWORK) {
        require(is_first_round, "frame", "it is a network file, and does not stand before the first round")?;
        require(!has(NETWORK), "frame", "it is the second network file")?;
        require(!has(FINALITY), "frame", "it is a network file behind a frame of finality")?;
    }
    Ok(())
}

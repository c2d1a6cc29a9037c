//! The setups that come with the crate.

use crate::{place::Place, setup::SetupFile};

const RSA_2048: &[u8] = include_bytes!("../data/rsa-2048.setup");
const CLASS_2048: &[u8] = include_bytes!("../data/class-2048.setup");

/// The squarings per second of a fast core, by which the delays of the shipped setups were chosen, in
/// RSA-2048 and in the class group of 2048 bits: `bench/results/zen4.csv`, rounded.
pub const SPEEDS: [u64; 2] = [4_000_000, 125_000];

impl Place {
    /// The squarings per second of a fast core, by [`SPEEDS`]. For groups of other sizes this is a rough
    /// guess.
    pub fn fast_core(&self) -> u64 {
        SPEEDS[usize::from(self.group().class().is_some())]
    }
}

impl SetupFile {
    /// The setup that comes with the crate for a built-in group, which is a claim like any other. For other
    /// groups it has no delays.
    pub fn shipped(place: &Place) -> SetupFile {
        let bytes = match place.to_bytes()[..] {
            [0] => RSA_2048,
            [1] => CLASS_2048,
            _ => return SetupFile::empty(place.clone()),
        };
        SetupFile::from_bytes(bytes).unwrap_or_else(|_| SetupFile::empty(place.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_holds() {
        for (place, speed) in [Place::rsa_2048(), Place::class_2048()].into_iter().zip(SPEEDS) {
            let shipped = SetupFile::shipped(&place);
            let delays: Vec<_> = shipped.delays().collect();
            assert!(
                delays.len() >= 2 && delays.iter().all(|t| t.is_multiple_of(speed)),
                "{place}: {delays:?}"
            );
            shipped.verify().unwrap();
        }
        let other = Place::class(&[7; 32], 1024).unwrap();
        assert_eq!(SetupFile::shipped(&other).delays().count(), 0);
    }
}

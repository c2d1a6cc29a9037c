//! The built-in fields.

/// The seed of every built-in field.
pub(super) const SEED: &[u8] = b"Heliast: chains of square roots, built-in field";

/// Lengths in bits, each with the least counter that gives a safe prime.
const COUNTERS: [(usize, u32); 3] = [(1024, 12_095), (2048, 84_101), (3072, 490_971)];

/// The counter of the built-in field of this length.
pub(super) fn counter(bits: usize) -> Option<u32> {
    COUNTERS.into_iter().find(|(length, _)| *length == bits).map(|(_, counter)| counter)
}

//! The time of instructions on this machine, in the mixtures in which kernels have them, for bounds.
//!
//! Except for the first mixture, no instruction waits for long, and nothing is loaded: the time of a mixture
//! is the time of the execution units.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod x86_64;

use crate::row::Side;

/// Instructions that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mixture {
    /// An addition of words that waits for the previous one, which takes a cycle.
    Cycle,
    /// One of the two multiplications of AVX-512 IFMA for a limb product in eight lanes.
    Ifma,
    /// One of the two multiplications of AVX-IFMA for a limb product in four lanes.
    AvxIfma,
    /// A limb product in four lanes, in doubles: two fused multiplications, a difference of doubles, a sum
    /// and a difference of integers.
    LaneProduct,
    /// Four limb products of one number, in doubles: two fused multiplications, a difference and a sum.
    VectorProduct,
    /// A product of words.
    Mulx,
    /// The instructions of the SHA extensions for a compression of SHA-256: 32 of two rounds, 24 of the
    /// schedule.
    ShaNi,
    /// An instruction of SHA-256 on vectors of AVX2, of which ten of 27 are shifts.
    Sha256,
    /// An instruction of Keccak on vectors of AVX2, of which five of 17 are shifts.
    Keccak,
}

impl Mixture {
    /// Every mixture.
    pub const ALL: [Mixture; 9] = [
        Mixture::Cycle,
        Mixture::Ifma,
        Mixture::AvxIfma,
        Mixture::LaneProduct,
        Mixture::VectorProduct,
        Mixture::Mulx,
        Mixture::ShaNi,
        Mixture::Sha256,
        Mixture::Keccak,
    ];

    /// Returns a side that executes many of them; `None` if this CPU lacks an instruction.
    pub fn side(self) -> Option<Side> {
        #[cfg(target_arch = "x86_64")]
        return x86_64::side(self);
        #[cfg(not(target_arch = "x86_64"))]
        return None;
    }
}

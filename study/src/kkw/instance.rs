//! The cipher, with the matrices that the proof system derives from its constants.

use super::planes::Rows;
use crate::lowmc::{LowMc, Parameters};
use alloc::vec::Vec;

/// A cipher and the matrices of the preprocessing. All of it is public; making it takes as long as making the
/// cipher.
pub(crate) struct Instance {
    pub(crate) lowmc: LowMc,
    /// K_0^-1.
    pub(super) key_inverse: Rows,
    /// (K_i, L_i^-1) for each round.
    pub(super) rounds: Vec<(Rows, Rows)>,
}

impl Instance {
    pub(crate) fn new(parameters: Parameters) -> Instance {
        let lowmc = LowMc::new(parameters);
        let key_inverse = Rows::new(&lowmc.whitening().key_inverse);
        let rounds =
            lowmc.rounds().iter().map(|round| (Rows::new(&round.key), Rows::new(&round.linear_inverse)));
        Instance { key_inverse, rounds: rounds.collect(), lowmc }
    }
}

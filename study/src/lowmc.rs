//! LowMC, a block cipher with few AND gates for proofs whose cost depends on the number of gates: it has n =
//! 129, 192 or 255 bits of block and of key, and an S-box layer over the whole block. `spec/lowmc.md` is the
//! specification.
//!
//! **Warning: the sets of 4 rounds are not pseudorandom functions.** They were made for keys of which only
//! one pair of input and output is ever known. From 252 pairs (n = 129) or 374 pairs (n = 192) with any
//! distinct inputs, the key can be computed by linear algebra in minutes on one core, and a VRF publishes
//! such pairs. These sets exist to measure the scheme of a paper. The cipher's own formula requires 11 and 13
//! rounds for 2^30 and 2^64 pairs; that formula has been broken elsewhere, so these sets are also only for
//! research.
//!
//! With r rounds, key matrices K_0..K_r, and for each round i a linear layer L_i and a constant R_i:
//!
//! 1. x ← p ⊕ K_0·k
//! 2. for i = 1..r: x ← L_i·Sbox(x) ⊕ R_i ⊕ K_i·k
//!
//! (M. Albrecht, C. Rechberger, T. Schneider, T. Tiessen, M. Zohner, "Ciphers for MPC and FHE", EUROCRYPT
//! 2015, section 3; instances as in Picnic3.) No branch or address depends on a secret. Round keys and
//! buffers are erased; values that the compiler spills from registers are not.
//!
//! The cost in operations on words of 64 bits, where a product takes 14·64·⌈n/64⌉, is r products and r·110
//! for an encryption under [`RoundKeys`], and r + 1 products for the round keys. With n = 192 and 4 rounds,
//! these are 11,200 and 13,400. A matrix takes 6 KiB, and all 14 matrices of that instance, including
//! inverses, take 84 KiB.

mod bits;
mod grain;
mod matrix;
mod parameters;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use zeroize::Zeroize;

pub use bits::Bits;
use grain::Grain;
pub use matrix::Matrix;
pub use parameters::{Malformed, Parameters};

/// One instance of the cipher with all its constants. Making it inverts its matrices: make it once.
pub struct LowMc {
    parameters: Parameters,
    whitening: Whitening,
    rounds: Vec<Round>,
}

/// The step of the key before the first round.
pub struct Whitening {
    /// K_0.
    pub key: Matrix,
    /// K_0^-1.
    pub key_inverse: Matrix,
}

/// The matrices and the constant of round i, counted from 1.
pub struct Round {
    /// L_i.
    pub linear: Matrix,
    /// L_i^-1.
    pub linear_inverse: Matrix,
    /// R_i.
    pub constant: Bits,
    /// K_i.
    pub key: Matrix,
}

impl LowMc {
    /// Generates the constants with a self-shrinking Grain LFSR, and matrices of full rank by rejection.
    /// `spec/lowmc.md` has their SHA-256.
    pub fn new(parameters: Parameters) -> Self {
        Self::generate(parameters).0
    }

    /// Also returns the number of matrices that were rejected before each of L_1..L_r, K_0..K_r.
    fn generate(parameters: Parameters) -> (Self, Vec<u32>) {
        let (n, r) = (parameters.bits(), parameters.rounds());
        let mut grain = Grain::new();
        let linear: Vec<_> = (0..r).map(|_| grain.full_rank(n)).collect();
        let constants: Vec<_> = (0..r).map(|_| grain.bits(n)).collect();
        let mut keys: Vec<_> = (0..=r).map(|_| grain.full_rank(n)).collect();

        let rejected = linear.iter().chain(&keys).map(|drawn| drawn.rejected).collect();
        let first = keys.remove(0);
        let whitening = Whitening { key: first.matrix, key_inverse: first.inverse };
        let rounds = linear.into_iter().zip(constants).zip(keys).map(|((linear, constant), key)| Round {
            linear: linear.matrix,
            linear_inverse: linear.inverse,
            constant,
            key: key.matrix,
        });
        (LowMc { parameters, whitening, rounds: rounds.collect() }, rejected)
    }

    /// Returns the parameters of this instance.
    pub fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// Returns K_0 and its inverse.
    pub fn whitening(&self) -> &Whitening {
        &self.whitening
    }

    /// Returns the rounds in order.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Returns K_0·k, …, K_r·k. This is linear in k, so it can also be used for masked keys and masks. It
    /// takes r + 1 products.
    pub fn round_keys(&self, key: &Bits) -> RoundKeys {
        let mut keys = Vec::with_capacity(1 + self.rounds.len());
        keys.push(self.whitening.key.mul(key));
        keys.extend(self.rounds.iter().map(|round| round.key.mul(key)));
        RoundKeys(keys)
    }

    /// Encrypts one block; `keys` must belong to this instance, otherwise the result is meaningless. It takes
    /// r products.
    pub fn encrypt(&self, keys: &RoundKeys, plaintext: &Bits) -> Bits {
        self.encrypt_watched(keys, plaintext, |_| ())
    }

    /// Does [`encrypt`](Self::encrypt) and passes on the input of each S-box layer; these inputs are as
    /// secret as the key.
    pub(crate) fn encrypt_watched(
        &self,
        keys: &RoundKeys,
        plaintext: &Bits,
        mut show: impl FnMut(Bits),
    ) -> Bits {
        let mut state = *plaintext ^ keys.0[0];
        for (round, key) in self.rounds.iter().zip(&keys.0[1..]) {
            show(state);
            let mut substituted = state.sbox_layer();
            state = round.linear.mul(&substituted) ^ round.constant ^ *key;
            substituted.zeroize();
        }
        state
    }
}

/// The result of [`LowMc::round_keys`] for a key. Erased on drop.
pub struct RoundKeys(Vec<Bits>);

impl AsRef<[Bits]> for RoundKeys {
    /// Returns r + 1 strings, beginning with K_0·k.
    fn as_ref(&self) -> &[Bits] {
        &self.0
    }
}

impl Drop for RoundKeys {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

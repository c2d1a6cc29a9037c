//! The strong Lucas test as a chain of values V only.
//!
//! With P = 1 and the roots α, β of x² − x + Q, U_k = (α^k − β^k)/(α − β) and V_k = α^k + β^k. If Q is a unit
//! modulo n, so are α, β and their quotient γ = α/β, and α − β is one because D = (α − β)² is. Let
//! W_k = γ^k + γ^−k: the Lucas sequence with P' = P²/Q − 2 = 1/Q − 2 and Q' = 1, for which
//!
//! ```text
//! W_2k = W_k² − 2,    W_(2k+1) = W_k·W_(k+1) − P'
//! ```
//!
//! take two products per bit, while V with Q^k takes 3.5 (Crandall, Pomerance, Prime Numbers, section 3.6.3).
//! The conditions of the test are equivalent to conditions on W, for odd d, also for composite n:
//!
//! * U_d = 0 ⇔ γ^d = 1 ⇔ W_d = 2 and W_(d+1) = P';
//! * V_d = 0 ⇔ γ^d = −1 ⇔ W_d = −2 and W_(d+1) = −P';
//! * V_2k = Q^k·W_k, so V_2k = 0 ⇔ W_k = 0.
//!
//! (γ^d = ±1 follows from both values: the first makes e = γ^d ∓ 1 a number with e² = 0, which changes
//! W_(d+1) by e·(γ − 1/γ), a unit times e, since γ − 1/γ = (α − β)/Q.)
//!
//! If a prime p divides Q and n, then U_k = V_k = 1 modulo p for every k > 0, and the test refuses n.

use crate::{
    int::Natural,
    ring::{Residue, Ring},
};

/// Whether the modulus n of the ring is a strong Lucas probable prime with the discriminant D, for which
/// (D/n) = −1, P = 1 and Q = (1 − D)/4.
pub(super) fn is_probable_prime(ring: &Ring, discriminant: i64) -> bool {
    let n = ring.modulus();
    let Some(p) = parameter(n, discriminant) else {
        return false;
    };

    let n_plus_one = n + &Natural::one();
    let s = n_plus_one.trailing_zeros();
    let mut chain = Chain::new(ring, ring.residue(&p), ring.residue(&Natural::from(2u64)));
    for index in (s..n_plus_one.bits() - 1).rev() {
        chain.step(n_plus_one.bit(index));
    }
    chain.is_one_or_minus_one()
        || (1..s).any(|r| {
            if r > 1 {
                chain.double();
            }
            ring.is_zero(&chain.w)
        })
}

/// P' = 1/Q − 2 modulo an odd n from 3 on; `None` if Q has no inverse.
pub(super) fn parameter(n: &Natural, discriminant: i64) -> Option<Natural> {
    let q = (1 - discriminant) / 4;
    // (1 + n·t)/|Q| for the t that makes it an integer. Selfridge's Q is small.
    let magnitude = q.unsigned_abs();
    let rest = u128::from(n.rem_u64(magnitude));
    let t = (0..magnitude).find(|&t| (rest * u128::from(t) + 1).is_multiple_of(u128::from(magnitude)))?;
    let (inverse, _) = (&(n * &Natural::from(t)) + &Natural::one()).div_rem_u64(magnitude);
    // n is at least 3, so nothing is below 0.
    let two = Natural::from(2u64);
    let p = if q < 0 { (n + n).sub(&(&inverse + &two)) } else { (n + &inverse).sub(&two) }?;
    Some(&p % n)
}

/// W_k and W_(k+1).
struct Chain<'a> {
    ring: &'a Ring,
    /// P' = W_1.
    p: Residue,
    /// 2 = W_0.
    two: Residue,
    w: Residue,
    w_next: Residue,
}

impl<'a> Chain<'a> {
    /// The chain at k = 1.
    fn new(ring: &'a Ring, p: Residue, two: Residue) -> Chain<'a> {
        let mut chain = Chain { ring, w: two.clone(), w_next: p.clone(), p, two };
        chain.step(true);
        chain
    }

    /// Moves from k to 2k, or to 2k + 1 if `odd`.
    fn step(&mut self, odd: bool) {
        let (doubled, mixed) =
            if odd { (&mut self.w_next, &mut self.w) } else { (&mut self.w, &mut self.w_next) };
        self.ring.lucas_step(doubled, mixed, &self.p, &self.two);
    }

    /// Moves from W_k to W_2k; W_(k+1) is not updated.
    fn double(&mut self) {
        self.ring.square_n(&mut self.w, 1);
        self.ring.sub_assign(&mut self.w, &self.two);
    }

    /// Whether γ^k = ±1.
    fn is_one_or_minus_one(&self) -> bool {
        let ring = self.ring;
        let is_one = ring.equal(&self.w, &self.two) && ring.equal(&self.w_next, &self.p);
        is_one || ring.equal(&self.w, &ring.neg(&self.two)) && ring.equal(&self.w_next, &ring.neg(&self.p))
    }
}

#[cfg(test)]
mod tests;

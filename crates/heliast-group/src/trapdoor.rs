//! The factors of a modulus, and the computations that need them.
//!
//! This code takes variable time: anybody who can measure it can learn the factors. Run it on a machine
//! without other users.

use crate::{
    BadModulus, RsaGroup, multiexp,
    rsa::{MAX_BITS, MIN_BITS},
};
use alloc::string::String;
use core::fmt;
use heliast_arith::{Natural, Residue, prime::generate_prime, prime::is_prime};
use zeroize::Zeroizing;

/// The prime factors p, q of N, with which every delay modulo N takes microseconds. Both are overwritten in
/// memory when dropped, and so are φ(N) and the exponents that follow from it; intermediate values of the
/// arithmetic are not.
pub struct Trapdoor {
    p: Zeroizing<Natural>,
    q: Zeroizing<Natural>,
    group: RsaGroup,
}

/// The reason why numbers are not a trapdoor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadTrapdoor {
    /// p or q is composite, or they are equal.
    #[error("the factors must be two different primes")]
    Factors,
    /// Their product is not an acceptable modulus.
    #[error(transparent)]
    Modulus(#[from] BadModulus),
}

impl Trapdoor {
    /// Two random primes, both 3 modulo 4, whose product has exactly `bits` bits (even, 256 to 8192).
    /// `random` fills its argument with bytes of a cryptographic generator. This takes seconds at 2048 bits.
    pub fn generate(bits: usize, mut random: impl FnMut(&mut [u8])) -> Result<Trapdoor, BadTrapdoor> {
        if bits < MIN_BITS || !bits.is_multiple_of(2) {
            return Err(BadModulus::TooShort { bits, minimum: bits.max(MIN_BITS - 1) + 1 }.into());
        }
        if bits > MAX_BITS {
            return Err(BadModulus::TooLong(bits).into());
        }
        let mut prime =
            || generate_prime(bits / 2, &mut random, |p| p.limbs().first().is_some_and(|low| low & 3 == 3));
        loop {
            match Trapdoor::new(prime(), prime(), bits) {
                Err(BadTrapdoor::Factors) => continue,
                other => return other,
            }
        }
    }

    /// The trapdoor of p·q, which must have at least `minimum_bits` bits.
    pub fn new(p: Natural, q: Natural, minimum_bits: usize) -> Result<Trapdoor, BadTrapdoor> {
        let (p, q) = (Zeroizing::new(p), Zeroizing::new(q));
        if p == q || !is_prime(&p) || !is_prime(&q) {
            return Err(BadTrapdoor::Factors);
        }
        let group = RsaGroup::new(&p.mul(&q), minimum_bits)?;
        Ok(Trapdoor { p, q, group })
    }

    /// The group of p·q.
    pub fn group(&self) -> &RsaGroup {
        &self.group
    }

    /// The factors (p, q) in hexadecimal: to be stored as secrets.
    pub fn factors_hex(&self) -> (String, String) {
        (alloc::format!("{:x}", *self.p), alloc::format!("{:x}", *self.q))
    }

    /// x^(2^t) by x^(2^t mod φ(N)) (equation 4 of the Wesolowski paper): log t squarings of a number, and one
    /// power.
    pub fn evaluate(&self, x: &Residue, t: u64) -> Residue {
        let exponent = Zeroizing::new(Natural::from(2u64).pow_mod(&Natural::from(t), &self.order()));
        multiexp(&self.group, &[(x, &exponent)])
    }

    /// x^floor(2^t / l): floor(2^t/l) = (2^t − r)/l with r = 2^t mod l, computed modulo φ(N)·l.
    pub fn quotient_power(&self, x: &Residue, t: u64, l: &Natural) -> Residue {
        let modulus = Zeroizing::new(self.order().mul(l));
        let power = Zeroizing::new(Natural::from(2u64).pow_mod(&Natural::from(t), &modulus));
        let quotient = Zeroizing::new(power.div_rem(l).0);
        multiexp(&self.group, &[(x, &quotient)])
    }

    /// φ(N) = (p−1)(q−1).
    fn order(&self) -> Zeroizing<Natural> {
        let less_one = |n: &Natural| Zeroizing::new(n.sub(&Natural::one()).unwrap_or_default());
        Zeroizing::new(less_one(&self.p).mul(&less_one(&self.q)))
    }
}

impl fmt::Debug for Trapdoor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Trapdoor({:?}, factors hidden)", self.group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_two_different_primes() {
        let p = Natural::one().shl(255).sub(&Natural::from(19u64)).unwrap_or_default();
        let q = Natural::one().shl(521).sub(&Natural::one()).unwrap_or_default();
        let trapdoor = |p: &Natural, q: &Natural| Trapdoor::new(p.clone(), q.clone(), 512);
        assert!(trapdoor(&p, &q).is_ok());
        assert_eq!(trapdoor(&p, &p).err(), Some(BadTrapdoor::Factors));
        assert_eq!(trapdoor(&p, &q.add(&Natural::from(2u64))).err(), Some(BadTrapdoor::Factors));
        let short = Trapdoor::new(p, q, 2048).err();
        assert_eq!(short, Some(BadTrapdoor::Modulus(BadModulus::TooShort { bits: 776, minimum: 2048 })));
    }

    #[test]
    fn lengths_out_of_range_are_refused_at_once() {
        let never = |_: &mut [u8]| panic!("no prime should be drawn");
        for bits in [0, 254, 257, 8194] {
            assert!(matches!(Trapdoor::generate(bits, never), Err(BadTrapdoor::Modulus(_))), "{bits}");
        }
    }
}

//! (Z/N)* / {±1}: `spec/group.md`.
//!
//! −1 has order two and is known, so in (Z/N)* itself a prover could claim −y in place of y. Classes {x, N−x}
//! prevent this. Internally either member represents the class; only [`Group::encode`] and [`Group::equal`]
//! depend on the sign.

mod buckets;
mod gather;
mod many;
mod powers;
mod thresholds;

use crate::{BulkGroup, Digits, Encoded, Group, Malformed, Members, expand::expand_message_xmd};
use alloc::{sync::Arc, vec::Vec};
use core::fmt;
use heliast_arith::{Backend, Lanes, Natural, Residue, Ring, RingError};
use sha2::{Digest, Sha256};
use thresholds::Thresholds;

/// RSA-2048 of the RSA Factoring Challenge: its factors are not publicly known.
pub const RSA_2048_DECIMAL: &str = "25195908475657893494027183240048398571429282126204032027777137836043662020707595556264018525880784406918290641249515082189298559149176184502808489120072844992687392807287776735971418347270261896375014971824691165077613379859095700097330459748808428401797429100642458691817195118746121515172654632282216869987549182422433637259085141865462043576798423387184774447920739934236584823824281198163815010674810451660377306056201619676256133844143603833904414952634432190114657544454178424020924616515723350778707749817125772467962926386356373289912154831438167899885040445364023527381951378636564391212010397122822120720357";

const ID_TAG: &[u8] = b"\x14heliast/group/rsa/v1";
const HASH_TAG: &[u8] = b"heliast/hash-to-group/rsa/v1/";
pub(crate) const MIN_BITS: usize = 256;
pub(crate) const MAX_BITS: usize = 8192;
/// The number of bytes hashed beyond the length of N, so that the bias of the reduction is 2^-128.
const HASH_MARGIN: usize = 16;

/// The group of units modulo N, modulo ±1. Cloning is cheap.
#[derive(Clone)]
pub struct RsaGroup(Arc<Inner>);

struct Inner {
    ring: Ring,
    lanes: Option<Lanes>,
    modulus: Natural,
    /// (N−1)/2, the largest canonical member of a class.
    half: Natural,
    /// (N−1)/2 as it is encoded.
    encoded_half: Vec<u8>,
    len: usize,
    id: [u8; 32],
}

/// The reason why a number cannot be a modulus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadModulus {
    /// Even numbers have a known factor.
    #[error("the modulus is even")]
    Even,
    /// It has fewer bits than the format or the caller allows.
    #[error("the modulus has {bits} bits; at least {minimum} are needed")]
    TooShort {
        /// Bits of the modulus.
        bits: usize,
        /// The least number of bits that was demanded.
        minimum: usize,
    },
    /// It has more than 8192 bits.
    #[error("the modulus has {0} bits; at most 8192 are supported")]
    TooLong(usize),
    /// A prime below 2^16 divides it.
    #[error("the modulus is divisible by {0}")]
    SmallFactor(u64),
    /// A square has a known root, and with it a known order if that root is prime.
    #[error("the modulus is a perfect square")]
    Square,
    /// Other powers have known roots, too, and a modulus of two primes is not a power.
    #[error("the modulus is a perfect power: it has an integer root of degree {0}")]
    Power(u32),
    /// The order of the group modulo a prime is known.
    #[error("the modulus is a prime, so that everybody knows the order of its group")]
    Prime,
}

impl RsaGroup {
    /// The group of RSA-2048.
    pub fn rsa_2048() -> RsaGroup {
        let modulus = Natural::from_decimal(RSA_2048_DECIMAL).unwrap_or_default();
        RsaGroup::unchecked(&modulus)
    }

    /// The group of a modulus from outside, after cheap checks for a known order (`spec/group.md`). Trust in
    /// a modulus depends on its origin: its maker may know the factors. `minimum_bits` is the application's
    /// demand; at least 256 bits are always demanded.
    pub fn new(modulus: &Natural, minimum_bits: usize) -> Result<RsaGroup, BadModulus> {
        let (bits, minimum) = (modulus.bits(), minimum_bits.max(MIN_BITS));
        if bits < minimum {
            return Err(BadModulus::TooShort { bits, minimum });
        }
        if bits > MAX_BITS {
            return Err(BadModulus::TooLong(bits));
        }
        if modulus.is_even() {
            return Err(BadModulus::Even);
        }
        if let Some(prime) = small_factor(modulus) {
            return Err(BadModulus::SmallFactor(prime));
        }
        if modulus.is_square() {
            return Err(BadModulus::Square);
        }
        if let Some(exponent) = odd_exponent(modulus) {
            return Err(BadModulus::Power(exponent));
        }
        // One strong test to base 2: a composite that passes may be refused like a prime, and the full test
        // costs seconds.
        if heliast_arith::prime::is_strong_probable_prime(modulus, 2) {
            return Err(BadModulus::Prime);
        }
        Ok(RsaGroup::unchecked(modulus))
    }

    /// The group of any odd number above 4. Nothing about the modulus is checked, so its order may be easy to
    /// find. This is for moduli that are known to be good, for measurements, and for tests in groups small
    /// enough to enumerate. Use [`RsaGroup::new`] for all others.
    ///
    /// # Panics
    /// If the number is even, below 5, or has more than 8192 bits.
    pub fn unchecked(odd: &Natural) -> RsaGroup {
        assert!(odd.bits() >= 3, "a group with more than the identity");
        let ring = Ring::new(odd).expect("an odd modulus of at most 8192 bits");
        let len = odd.bits().div_ceil(8);
        let mut hash = Sha256::new();
        hash.update(ID_TAG);
        hash.update((len as u32).to_be_bytes());
        hash.update(odd.to_be_bytes(len).unwrap_or_default());
        RsaGroup(Arc::new(Inner {
            lanes: many::lanes(&ring),
            ring,
            modulus: odd.clone(),
            half: odd.shr(1),
            encoded_half: odd.shr(1).to_be_bytes(len).unwrap_or_default(),
            len,
            id: hash.finalize().into(),
        }))
    }

    /// Returns the same group on another backend, for tests and comparisons.
    ///
    /// # Errors
    /// If the backend does not support this modulus on this CPU.
    pub fn on(&self, backend: Backend) -> Result<RsaGroup, RingError> {
        let ring = Ring::on(backend, self.modulus())?;
        let Inner { modulus, half, encoded_half, len, id, .. } = &*self.0;
        Ok(RsaGroup(Arc::new(Inner {
            lanes: many::lanes(&ring),
            ring,
            modulus: modulus.clone(),
            half: half.clone(),
            encoded_half: encoded_half.clone(),
            len: *len,
            id: *id,
        })))
    }

    /// N.
    pub fn modulus(&self) -> &Natural {
        &self.0.modulus
    }

    /// The number of bits of N.
    pub fn bits(&self) -> usize {
        self.0.modulus.bits()
    }

    /// The ring of integers modulo N, with the kernel of this group.
    pub fn ring(&self) -> &Ring {
        &self.0.ring
    }

    /// The canonical member of the class of `a`.
    fn canonical(&self, a: &Residue) -> Natural {
        let x = self.0.ring.natural(a);
        if x > self.0.half { self.0.modulus.sub(&x).unwrap_or_default() } else { x }
    }

    fn is_unit(&self, a: &Residue) -> bool {
        self.0.ring.natural(a).gcd(&self.0.modulus).is_one()
    }
}

impl Group for RsaGroup {
    type Elem = Residue;

    fn id(&self) -> [u8; 32] {
        self.0.id
    }

    fn identity(&self) -> Residue {
        self.0.ring.one()
    }

    fn equal(&self, a: &Residue, b: &Residue) -> bool {
        let ring = &self.0.ring;
        ring.equal(a, b) || ring.equal(a, &ring.neg(b))
    }

    fn mul_assign(&self, a: &mut Residue, b: &Residue) {
        self.0.ring.mul_assign(a, b);
    }

    fn square_n(&self, a: &mut Residue, n: u64) {
        self.0.ring.square_n(a, n);
    }

    fn hash(&self, dst: &str, msg: &[u8]) -> Residue {
        let mut counter = 0u32;
        loop {
            let message = [&self.0.id[..], &counter.to_be_bytes(), msg];
            let uniform = expand_message_xmd(&message, &[HASH_TAG, dst.as_bytes()], self.0.len + HASH_MARGIN);
            let x = self.0.ring.residue(&Natural::from_be_bytes(&uniform));
            if self.is_unit(&x) && !self.equal(&x, &self.identity()) {
                return x;
            }
            counter = counter.wrapping_add(1);
        }
    }

    fn encoded_len(&self) -> usize {
        self.0.len
    }

    fn encode(&self, a: &Residue) -> Vec<u8> {
        self.canonical(a).to_be_bytes(self.0.len).unwrap_or_default()
    }

    fn decode(&self, bytes: &[u8]) -> Result<Residue, Malformed> {
        if bytes.len() != self.0.len {
            return Err(Malformed::Length { expected: self.0.len, found: bytes.len() });
        }
        let x = Natural::from_be_bytes(bytes);
        if x.is_zero() || x > self.0.half {
            return Err(Malformed::NotCanonical);
        }
        Ok(self.0.ring.residue(&x))
    }

    fn check_units(&self, elems: &[&Residue]) -> Result<(), Malformed> {
        let mut product = self.identity();
        elems.iter().for_each(|elem| self.mul_assign(&mut product, elem));
        if self.is_unit(&product) { Ok(()) } else { Err(Malformed::NotAUnit) }
    }
}

impl BulkGroup for RsaGroup {
    /// Bytes in this order compare like the numbers.
    fn check_encoding(&self, bytes: &[u8]) -> Result<(), Malformed> {
        if bytes.len() != self.0.len {
            return Err(Malformed::Length { expected: self.0.len, found: bytes.len() });
        }
        if bytes > &self.0.encoded_half[..] || bytes.iter().all(|byte| *byte == 0) {
            return Err(Malformed::NotCanonical);
        }
        Ok(())
    }

    /// Computes eight buckets at a time in lanes, if the CPU has faster lanes and the list is long enough.
    fn digit_products(&self, list: Encoded<'_>, digits: &[u32], bits: u32, asked: Digits) -> Vec<Residue> {
        if let Some(lanes) = &self.0.lanes
            && list.len() >= Thresholds::of(lanes.backend()).elements
        {
            return buckets::digit_products(self, lanes, list, (digits, bits), asked);
        }
        crate::buckets::digit_products(self, list, digits, bits, asked)
    }

    /// Computes eight buckets of one list or four of two lists at a time in lanes, if the CPU has faster
    /// lanes.
    fn bucket_products(&self, lists: &[Encoded<'_>], members: Members<'_>) -> Vec<u8> {
        match &self.0.lanes {
            Some(lanes) => gather::bucket_products(self, lanes, lists, members),
            None => crate::gather::bucket_products(self, lists, members),
        }
    }

    /// Computes by buckets in lanes, if the CPU has faster lanes and the list is long enough.
    fn multiexp(&self, powers: &[(&Residue, &Natural)]) -> Residue {
        match &self.0.lanes {
            Some(lanes) if powers.len() >= Thresholds::of(lanes.backend()).bases => {
                powers::multiexp(self, lanes, powers)
            }
            _ => crate::multiexp::planned(self, powers),
        }
    }

    /// Computes eight problems at a time in lanes, if the CPU has faster lanes.
    fn multiexp_many(&self, problems: &[&[(&Residue, &Natural)]]) -> Vec<Residue> {
        if let Some(lanes) = &self.0.lanes
            && problems.len() >= Thresholds::of(lanes.backend()).problems
        {
            return many::multiexp_many(self, lanes, problems);
        }
        problems.iter().map(|powers| crate::multiexp(self, powers)).collect()
    }
}

impl fmt::Debug for RsaGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RsaGroup({} bits, {})", self.bits(), self.0.ring.backend())
    }
}

/// The smallest prime below 2^16 that divides the odd number `n`: 6541 divisions by a word.
fn small_factor(n: &Natural) -> Option<u64> {
    const LIMIT: usize = 1 << 16;
    let mut composite = alloc::vec![false; LIMIT];
    (3..LIMIT).step_by(2).find_map(|p| {
        if composite[p] {
            return None;
        }
        (p * p..LIMIT).step_by(p).for_each(|multiple| composite[multiple] = true);
        (n.rem_u64(p as u64) == 0).then_some(p as u64)
    })
}

/// The smallest odd prime k for which the odd number `n` is a k-th power, if no prime below 2^16 divides it.
/// A root then has more than 16 bits, so k is at most a sixteenth of the bits of `n`.
fn odd_exponent(n: &Natural) -> Option<u32> {
    let prime = |k: &u32| (3..*k).step_by(2).all(|divisor| !k.is_multiple_of(divisor));
    (3..=n.bits() as u32 / 16).step_by(2).filter(prime).find(|&k| n.odd_root(k).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power(root: &Natural, exponent: u32) -> Natural {
        (0..exponent).fold(Natural::one(), |power, _| power.mul(root))
    }

    /// 2^bits − offset.
    fn less(bits: usize, offset: u64) -> Natural {
        Natural::one().shl(bits).sub(&Natural::from(offset)).unwrap_or_default()
    }

    /// The smallest prime factor of small numbers, by trial.
    #[test]
    fn small_factors_are_the_smallest() {
        for n in (3..5000u64).step_by(2) {
            let smallest = (3..=n).step_by(2).find(|divisor| n.is_multiple_of(*divisor));
            assert_eq!(small_factor(&Natural::from(n)), smallest, "{n}");
        }
        // 65521 is the last prime below 2^16, 65537 the first above.
        let (below, above) = (Natural::from(65521u64), Natural::from(65537u64));
        assert_eq!(small_factor(&above), None);
        assert_eq!(small_factor(&above.mul(&above)), None);
        assert_eq!(small_factor(&above.mul(&below)), Some(65521));
        assert_eq!(small_factor(&above.mul(&below).mul(&Natural::from(3u64))), Some(3));
    }

    #[test]
    fn exponents_of_powers_are_found() {
        // Roots without small factors, as `odd_exponent` demands.
        for root in [65537u64, 65539, 4_294_967_311] {
            let root = Natural::from(root);
            for exponent in 1..=40 {
                let smallest = (3..=exponent).find(|k| exponent % k == 0 && k % 2 == 1);
                assert_eq!(odd_exponent(&power(&root, exponent)), smallest, "{root}^{exponent}");
                let other = power(&root, exponent).add(&Natural::from(2u64));
                assert_eq!(odd_exponent(&other), None, "{root}^{exponent} + 2");
            }
        }
    }

    #[test]
    fn perfect_powers_are_refused() {
        let (p, q) = (less(255, 19), less(521, 1));
        for exponent in [3, 5, 7, 11, 31] {
            assert_eq!(RsaGroup::new(&power(&p, exponent), 256).err(), Some(BadModulus::Power(exponent)));
        }
        assert_eq!(RsaGroup::new(&power(&p.mul(&q), 3), 256).err(), Some(BadModulus::Power(3)));
        // For a composite exponent, the smallest prime that divides it is named.
        assert_eq!(RsaGroup::new(&power(&p, 15), 256).err(), Some(BadModulus::Power(3)));
        assert_eq!(RsaGroup::new(&power(&p, 4), 256).err(), Some(BadModulus::Square));
        // The highest power that fits, of the smallest root without small factors.
        let last = power(&Natural::from(65537u64), 509);
        assert_eq!((last.bits(), RsaGroup::new(&last, 256).err()), (8145, Some(BadModulus::Power(509))));
    }

    #[test]
    fn products_that_are_not_powers_are_accepted() {
        let (p, q) = (less(255, 19), less(521, 1));
        for modulus in [p.mul(&q), power(&p, 3).mul(&q), power(&p.mul(&q), 3).mul(&p)] {
            assert_eq!(RsaGroup::new(&modulus, 256).err(), None);
        }
        assert!(RsaGroup::new(RsaGroup::rsa_2048().modulus(), 2048).is_ok());
    }
}

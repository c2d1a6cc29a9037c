//! Numbers without small factors, by construction: floor(c/B)·B + r with r coprime to B, a product of the
//! first primes.
//!
//! Source: Attias, Vigneri, Dimitrov, section 4.2 (r = 1) and equation 9 (r drawn by hash).

/// The first 15 primes. Their product is the largest one that fits into 64 bits.
pub(super) const SMALL_PRIMES: [u64; 15] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];
/// Limbs of the longest candidate, 520 bits, with bits to spare for a carry.
pub(super) const LIMBS: usize = 9;

/// Precomputed values for moving numbers to a residue modulo B.
pub(super) struct Sieve {
    /// B.
    product: u64,
    /// 2^(64i) mod B.
    powers: [u64; LIMBS],
}

impl Sieve {
    /// The sieve for B, the product of the first `count` primes, at most 15.
    pub(super) const fn new(count: usize) -> Sieve {
        let product = product(count, 0);
        let (mut powers, mut i) = ([0; LIMBS], 0);
        while i < LIMBS {
            powers[i] =
                if i == 0 { 1 % product } else { (((powers[i - 1] as u128) << 64) % product as u128) as u64 };
            i += 1;
        }
        Sieve { product, powers }
    }

    /// `number` becomes floor(number/B)·B + `residue`, with `residue` < B; the limbs must have room for it.
    pub(super) fn place(&self, number: &mut [u64; LIMBS], residue: u64) {
        // B < 2^60, so a product has at most 124 bits, and the sum of nine products fits into 128.
        let terms = number.iter().zip(self.powers).map(|(&limb, power)| u128::from(limb) * u128::from(power));
        let remainder = (terms.sum::<u128>() % u128::from(self.product)) as u64;
        let (distance, grows) = (residue.abs_diff(remainder), residue > remainder);
        let mut carry = distance;
        for limb in number {
            let (result, overflow) =
                if grows { limb.overflowing_add(carry) } else { limb.overflowing_sub(carry) };
            (*limb, carry) = (result, overflow.into());
        }
        debug_assert_eq!(carry, 0);
    }
}

/// The residue with number `index` < φ(B) among those below B and coprime to it, where B is the product of
/// the first N primes. Modulo each prime p it is 1 + the digit of `index` for p, in the mixed radix 1, 2, 4,
/// ..., by the Chinese remainder theorem.
pub(super) fn coprime_residue<const N: usize>(mut index: u64) -> u64 {
    let mut residue = 0;
    for (p, idempotent) in SMALL_PRIMES.into_iter().zip(Crt::<N>::IDEMPOTENTS) {
        residue += u128::from(1 + index % (p - 1)) * u128::from(idempotent);
        index /= p - 1;
    }
    (residue % u128::from(product(N, 0))) as u64
}

/// φ of the product of the first `count` primes.
pub(super) const fn totient(count: usize) -> u64 {
    product(count, 1)
}

/// The product of the first `count` primes, each minus `less`.
const fn product(count: usize, less: u64) -> u64 {
    let (mut result, mut i) = (1, 0);
    while i < count {
        result *= SMALL_PRIMES[i] - less;
        i += 1;
    }
    result
}

struct Crt<const N: usize>;

impl<const N: usize> Crt<N> {
    /// For each of the primes, the number below B that is 1 modulo it and 0 modulo the others.
    const IDEMPOTENTS: [u64; N] = {
        let (mut result, mut i) = ([0; N], 0);
        while i < N {
            let (p, cofactor) = (SMALL_PRIMES[i], product(N, 0) / SMALL_PRIMES[i]);
            let mut multiple = 1;
            while (cofactor % p) * multiple % p != 1 {
                multiple += 1;
            }
            result[i] = cofactor * multiple;
            i += 1;
        }
        result
    };
}

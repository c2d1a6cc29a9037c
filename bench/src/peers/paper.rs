//! The verifier of Attias, Vigneri and Dimitrov, *Efficient Verification of the Wesolowski
//! Verifiable Delay Function for Distributed Environments*, on OpenSSL's BIGNUM, as its authors
//! built it and with all three of their improvements:
//!
//! | part | unimproved (Algorithm 2, Table 1) | here |
//! |---|---|---|
//! | π^l · x^r mod N | two exponentiations | one double exponentiation (section 3) |
//! | candidates for l | any digest | coprime to the first 15 primes (section 4, equation 9) |
//! | hashing | the whole message per candidate | the state after the prefix is copied (section 5.2) |
//!
//! The double exponentiation is OpenSSL's own `BN_mod_exp2_mont`, which interleaves two sliding
//! windows; it takes as long as the paper's YLL with w = 2 (264 against 259 µs at 2048 and 256
//! bits). A candidate is tested by `BN_check_prime`, 64 Miller-Rabin rounds, as in the paper. r =
//! 2^t mod l is cheap (equation 7) and not optimised.
//!
//! This verifier reads the claims of `spec/wesolowski.md`, so it accepts our proofs and draws the same
//! primes: both sides of the comparison test the same candidates. It does less than ours: it does not check
//! that its inputs are units.

use super::openssl::{Bignum, Montgomery, Scratch, Sha256};

const SMALL_PRIMES: [u64; 15] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];
/// The product of the small primes, which is the largest such product that fits a word.
const PRODUCT: u64 = 614_889_782_588_491_410;
/// Euler's function of the product.
const TOTIENT: u128 = 85_287_729_364_992_000;
/// The prefix is padded with zero bytes to a multiple of this many.
const PREFIX_MULTIPLE: usize = 128;

/// `y = x^(2^t)` with its proof, as bytes of the group's encoding.
pub struct Claim {
    /// The input.
    pub x: Vec<u8>,
    /// The output.
    pub y: Vec<u8>,
    /// π = x^floor(2^t / l).
    pub proof: Vec<u8>,
    /// The number of squarings.
    pub t: u64,
}

/// A verifier for one modulus, which it prepares once.
pub struct Verifier {
    montgomery: Montgomery,
    scratch: Scratch,
    group_id: [u8; 32],
    encoded_len: u32,
    primes: HashToPrime,
}

impl Verifier {
    /// Returns a verifier in (Z/N)* / {±1} for the big-endian bytes of N, with challenges of `prime_bits`
    /// bits.
    pub fn new(modulus: &[u8], prime_bits: u16) -> Verifier {
        let encoded_len = u32::try_from(modulus.len()).expect("a modulus of less than 4 GiB");
        let mut id = Sha256::new();
        id.update(b"\x14heliast/group/rsa/v1");
        id.update(&encoded_len.to_be_bytes());
        id.update(modulus);

        let mut scratch = Scratch::new();
        let montgomery = Montgomery::new(Bignum::from_be_bytes(modulus), &mut scratch);
        Verifier {
            montgomery,
            scratch,
            group_id: id.finish(),
            encoded_len,
            primes: HashToPrime::new(prime_bits),
        }
    }

    /// Whether π^l · x^r = ±y.
    pub fn accepts(&mut self, claim: &Claim) -> bool {
        let prime = self.challenge(claim);
        let x = Bignum::from_be_bytes(&claim.x);
        let y = Bignum::from_be_bytes(&claim.y);
        let proof = Bignum::from_be_bytes(&claim.proof);
        let t = Bignum::from_word(claim.t);
        let remainder = Bignum::from_word(2).pow_mod(&t, &prime, &mut self.scratch);
        let found = self.montgomery.double_power((&proof, &prime), (&x, &remainder), &mut self.scratch);
        found == y || self.montgomery.modulus().sub(&found) == y
    }

    /// Returns l: the first candidate that is prime.
    pub fn challenge(&mut self, claim: &Claim) -> Bignum {
        let message = self.transcript(claim);
        self.primes.draw(&message)
    }

    /// Returns the bytes of everything that the proof is about.
    fn transcript(&self, claim: &Claim) -> Vec<u8> {
        const SIEVED_FULL: u8 = 2;
        const SHA_256: u8 = 0;
        let mut message = b"\x15heliast/wesolowski/v1".to_vec();
        message.extend([SIEVED_FULL, SHA_256]);
        message.extend(self.primes.bits.to_be_bytes());
        message.extend(self.group_id);
        message.extend(claim.t.to_be_bytes());
        message.extend(self.encoded_len.to_be_bytes());
        message.extend(&claim.x);
        message.extend(&claim.y);
        message
    }
}

/// H_prime with the paper's sieve and its copied hash state.
pub struct HashToPrime {
    bits: u16,
    /// For each small prime, the number below B that is 1 modulo it and 0 modulo the others.
    idempotents: [u64; 15],
    scratch: Scratch,
}

impl HashToPrime {
    /// Returns a generator of primes below 2^`bits`; `bits` is a multiple of 256.
    pub fn new(bits: u16) -> HashToPrime {
        assert!(bits.is_multiple_of(256), "whole digests");
        HashToPrime { bits, idempotents: SMALL_PRIMES.map(idempotent), scratch: Scratch::new() }
    }

    /// Returns the first candidate of `message` that is prime.
    pub fn draw(&mut self, message: &[u8]) -> Bignum {
        let padding = message.len().next_multiple_of(PREFIX_MULTIPLE) - message.len();
        let mut prefix = Sha256::new();
        prefix.update(message);
        prefix.update(&[0; PREFIX_MULTIPLE][..padding]);
        (0..=u32::MAX)
            .find_map(|counter| {
                let candidate = self.candidate(&prefix, counter)?;
                candidate.is_prime(&mut self.scratch).then_some(candidate)
            })
            .expect("a prime among 2^32 candidates")
    }

    /// Returns floor(c/B)·B + r with r coprime to B (equation 9); `None` if that is too long.
    fn candidate(&self, prefix: &Sha256, counter: u32) -> Option<Bignum> {
        let parts = (self.bits / 256) as u8;
        let drawn: Vec<u8> = (0..parts).flat_map(|part| digest(prefix, counter, part)).collect();
        let mut candidate = Bignum::from_be_bytes(&drawn);
        let [random @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] = digest(prefix, counter, parts);
        candidate.sub_word(candidate.rem_word(PRODUCT));
        candidate.add_word(self.coprime_residue(u128::from_be_bytes(random)));
        (candidate.bits() <= usize::from(self.bits)).then_some(candidate)
    }

    /// Returns a number below B that none of the small primes divides; all such numbers are equally likely.
    fn coprime_residue(&self, random: u128) -> u64 {
        let mut index = (random % TOTIENT) as u64;
        let mut sum = 0;
        for (prime, idempotent) in SMALL_PRIMES.into_iter().zip(self.idempotents) {
            sum += u128::from(1 + index % (prime - 1)) * u128::from(idempotent);
            index /= prime - 1;
        }
        (sum % u128::from(PRODUCT)) as u64
    }
}

/// Returns the number below B that is 1 modulo `prime` and 0 modulo the other small primes.
fn idempotent(prime: u64) -> u64 {
    let others = PRODUCT / prime;
    let multiplier = (1..prime).find(|multiplier| others % prime * multiplier % prime == 1);
    multiplier.expect("distinct primes are coprime") * others
}

/// Returns D_part(counter): one block after the copied state.
fn digest(prefix: &Sha256, counter: u32, part: u8) -> [u8; 32] {
    let mut state = *prefix;
    let [a, b, c, d] = counter.to_be_bytes();
    state.update(&[a, b, c, d, part]);
    state.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a product of two primes of 128 bits.
    fn modulus() -> Bignum {
        let p = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ff61_u128; // 2^128 - 159
        let q = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ff53_u128; // 2^128 - 173
        // p·q = 2^256 - (159 + 173)·2^128 + 159·173
        let high = u128::MAX - (159 + 173) + 1;
        let mut bytes = high.to_be_bytes().to_vec();
        bytes.extend((159_u128 * 173).to_be_bytes());
        let product = Bignum::from_be_bytes(&bytes);
        let mut scratch = Scratch::new();
        assert!(
            product.div(&Bignum::from_be_bytes(&p.to_be_bytes()), &mut scratch).to_be_bytes()
                == q.to_be_bytes()
        );
        product
    }

    fn padded(number: &Bignum) -> Vec<u8> {
        let bytes = number.to_be_bytes();
        [vec![0; 32 - bytes.len()], bytes].concat()
    }

    /// Makes a proof by its definition: t squarings and an exponentiation by floor(2^t / l).
    fn prove(verifier: &mut Verifier, x: u64, t: u16) -> Claim {
        let modulus = modulus();
        let mut scratch = Scratch::new();
        let x = Bignum::from_word(x);
        let power = Bignum::power_of_two(t);
        let y = x.pow_mod(&power, &modulus, &mut scratch);
        let mut claim = Claim { x: padded(&x), y: padded(&y), proof: Vec::new(), t: u64::from(t) };
        let quotient = power.div(&verifier.challenge(&claim), &mut scratch);
        claim.proof = padded(&x.pow_mod(&quotient, &modulus, &mut scratch));
        claim
    }

    #[test]
    fn accepts_true_claims_of_either_sign() {
        let mut verifier = Verifier::new(&modulus().to_be_bytes(), 256);
        let mut claim = prove(&mut verifier, 3, 1_000);
        assert!(verifier.accepts(&claim));
        claim.proof = padded(&modulus().sub(&Bignum::from_be_bytes(&claim.proof)));
        assert!(verifier.accepts(&claim));
    }

    #[test]
    fn refuses_changed_claims() {
        let mut verifier = Verifier::new(&modulus().to_be_bytes(), 256);
        let changes: [fn(&mut Claim); 4] =
            [|c| c.t += 1, |c| c.x[31] ^= 1, |c| c.y[31] ^= 1, |c| c.proof[31] ^= 1];
        for change in changes {
            let mut claim = prove(&mut verifier, 5, 700);
            change(&mut claim);
            assert!(!verifier.accepts(&claim));
        }
    }

    #[test]
    fn residues_are_coprime_to_the_product() {
        let primes = HashToPrime::new(256);
        for random in [0, 1, TOTIENT - 1, TOTIENT, u128::MAX, 0x0123_4567_89ab_cdef] {
            let residue = primes.coprime_residue(random);
            assert!(residue < PRODUCT);
            assert!(SMALL_PRIMES.iter().all(|prime| !residue.is_multiple_of(*prime)));
        }
        assert_eq!(primes.coprime_residue(0), 1);
    }
}

//! The parts of a verification before and after the paper's improvements, and of ours.

use super::{
    hashing::{self, Hasher, Width},
    powers::{self, Method},
    primality::{self, Tester},
};
use crate::{
    inputs::{self, Stream},
    paper::lab::Lab,
    peers::{
        multiexp::Algorithm,
        openssl::Algorithm::{Sha256, Sha512},
    },
    row::Side,
    rows::verify::{claim, verify},
};
use heliast_group::RsaGroup;
use heliast_vdf::{PrimeMode, Suite};

/// The times of the parts in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// π^l · x^r.
    pub power: f64,
    /// All hashes of H_prime.
    pub hashing: f64,
    /// All tests of H_prime.
    pub prime: f64,
    /// The part of `prime` that is spent on the accepted candidate.
    pub accepted_part: f64,
}

impl Parts {
    /// Returns the time of the whole verification.
    pub fn total(&self) -> f64 {
        self.power + self.hashing + self.prime
    }

    /// Returns each part's share of the whole.
    pub fn shares(&self) -> [f64; 3] {
        [self.power, self.hashing, self.prime].map(|part| part / self.total())
    }
}

/// Our times in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Ours {
    /// π^l · x^r.
    pub power: f64,
    /// H_prime, `sieved-full`.
    pub hash_to_prime: f64,
    /// The whole verification from bytes, with all its checks.
    pub verify: f64,
}

/// One line of the paper's Table 1 and Figure 5.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The bits of the prime.
    pub prime_bits: u16,
    /// The bits of the modulus.
    pub modulus_bits: usize,
    /// OpenSSL as in the paper's Algorithm 2: separate powers, whole messages by `EVP`, any candidate.
    pub before: Parts,
    /// OpenSSL with the three improvements: YLL, a copied hash state, sieved candidates.
    pub after: Parts,
    /// Our times.
    pub ours: Ours,
}

/// Returns the lines for all combinations of K in 256, 512 and λ in 1024, 2048, 4096. They are measured once
/// per run.
pub fn lines(lab: &Lab) -> Vec<Line> {
    static LINES: std::sync::OnceLock<Vec<Line>> = std::sync::OnceLock::new();
    let measured = || [256, 512].into_iter().flat_map(|bits| lines_of(lab, bits)).collect();
    LINES.get_or_init(measured).clone()
}

fn lines_of(lab: &Lab, prime_bits: u16) -> Vec<Line> {
    let (width, algorithm, window) = match prime_bits {
        256 => (Width::W256, Sha256, 2),
        _ => (Width::W512, Sha512, 3),
    };
    // Prime testing does not depend on λ.
    let plain = primality::trials(lab, &[Tester::Openssl], prime_bits, 0)[0];
    let sieved = primality::trials(lab, &[Tester::Openssl], prime_bits, 15)[0];
    let hash_to_prime = hash_to_prime(lab, prime_bits);
    let line = |modulus_bits| {
        let methods =
            [Method::Openssl(Algorithm::Separate), Method::Openssl(Algorithm::Yll(window)), Method::Ours];
        let powers = powers::seconds(lab, &methods, modulus_bits, prime_bits.into());
        let hashers = [Hasher::Evp(algorithm), Hasher::Copied(width)];
        let hashes = hashing::seconds(lab, &hashers, modulus_bits);
        let parts = |power: f64, hash: f64, trial: primality::Trial| Parts {
            power,
            hashing: hash * trial.expected,
            prime: trial.total(),
            accepted_part: trial.accepted_part(),
        };
        let verify = verification(lab, prime_bits, modulus_bits);
        Line {
            prime_bits,
            modulus_bits,
            before: parts(powers[0], hashes[0], plain),
            after: parts(powers[1], hashes[1], sieved),
            ours: Ours { power: powers[2], hash_to_prime, verify },
        }
    };
    [1024, 2048, 4096].map(line).into()
}

/// Returns the mean over many messages: the number of candidates that a message needs varies as much as its
/// mean.
fn hash_to_prime(lab: &Lab, prime_bits: u16) -> f64 {
    let cases = lab.choose(64, 512);
    let suite = Suite::new(PrimeMode::SievedFull, prime_bits).expect("a suite");
    let mut stream = Stream::new("heliast/bench/breakdown");
    let messages: Vec<_> = (0..cases).map(|_| stream.bytes(512)).collect();
    let side = Side::new(1, move |case| drop(heliast_vdf::hash_to_prime(suite, &messages[case])));
    lab.fastest(vec![side], cases)[0]
}

fn verification(lab: &Lab, prime_bits: u16, modulus_bits: usize) -> f64 {
    let cases = lab.choose(16, 128);
    let group = RsaGroup::unchecked(&inputs::modulus(modulus_bits));
    let suite = Suite::new(PrimeMode::SievedFull, prime_bits).expect("a suite");
    let claims: Vec<_> = (0..cases as u32).map(|number| claim(&group, suite, number)).collect();
    let side = Side::new(1, move |case| assert!(verify(&group, suite, &claims[case])));
    lab.fastest(vec![side], cases)[0]
}

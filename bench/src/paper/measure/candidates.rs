//! How many candidates it takes until one is prime.

use crate::inputs::Stream;
use arith::{Natural, prime};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;

/// The first 64 primes.
pub const SMALL_PRIMES: [u64; 64] = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103,
    107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193, 197, 199, 211, 223,
    227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307, 311,
];

/// The product of the first `count` primes, 15 at most.
pub fn primorial(count: usize) -> u64 {
    assert!(count <= 15, "the product of 16 primes does not fit a word");
    SMALL_PRIMES[..count].iter().product()
}

/// φ(B)/B for the product B of the first `count` primes: the part of all numbers that none of them divides.
pub fn coprime_part(count: usize) -> f64 {
    SMALL_PRIMES[..count].iter().map(|&prime| 1.0 - 1.0 / prime as f64).product()
}

/// ln of the density of primes below 2^bits, negated: π(x) is about x/(ln x − 1).
fn rareness(bits: usize) -> f64 {
    bits as f64 * std::f64::consts::LN_2 - 1.0
}

/// Candidates per prime for random numbers below 2^bits that none of the first `sieved` primes divides, exactly but for the
/// prime number theorem's error.
pub fn expected(bits: usize, sieved: usize) -> f64 {
    rareness(bits) * coprime_part(sieved)
}

/// The paper's estimate after De Bruijn: bits·ln 2 / (e^γ ln p) for the largest sieved prime p.
pub fn de_bruijn(bits: usize, sieved: usize) -> f64 {
    const EULER_GAMMA: f64 = 0.577_215_664_901_532_9;
    let all = bits as f64 * std::f64::consts::LN_2;
    match sieved.checked_sub(1) {
        Some(last) => all / (EULER_GAMMA.exp() * (SMALL_PRIMES[last] as f64).ln()),
        None => all,
    }
}

/// Candidate number for a random x: floor(x/B)·B + 1 for the product B of the first `sieved` primes, or x itself.
pub fn candidate(random: Natural, sieved: usize) -> Natural {
    match sieved {
        0 => random,
        _ => {
            let rest = Natural::from(random.rem_u64(primorial(sieved)));
            random.sub(&rest).expect("the remainder is not larger").add(&Natural::one())
        }
    }
}

/// Numbers of candidates until a prime, the prime included, of `wanted` independent draws. Each is kept for whoever asks again.
pub fn trials(bits: usize, sieved: usize, wanted: usize) -> Arc<[u32]> {
    type Known = HashMap<(usize, usize, usize), Arc<[u32]>>;
    static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
    let key = (bits, sieved, wanted);
    if let Some(known) = KNOWN.lock().expect("no thread panicked here").get(&key) {
        return Arc::clone(known);
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let found: Arc<[u32]> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| scope.spawn(move || draw(bits, sieved, wanted.div_ceil(threads), worker)))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("drawing does not panic")).collect()
    });
    KNOWN.lock().expect("no thread panicked here").insert(key, Arc::clone(&found));
    found
}

fn draw(bits: usize, sieved: usize, wanted: usize, worker: usize) -> Vec<u32> {
    let mut stream = Stream::new(&format!("heliast/bench/candidates/{bits}/{sieved}/{worker}"));
    let mut one = || {
        let mut tried = 1;
        while !prime::is_prime(&candidate(stream.bits(bits), sieved)) {
            tried += 1;
        }
        tried
    };
    (0..wanted).map(|_| one()).collect()
}

/// The mean.
pub fn mean(trials: &[u32]) -> f64 {
    trials.iter().map(|&tried| f64::from(tried)).sum::<f64>() / trials.len() as f64
}

/// log2 of the number of primes below 2^bits, and of those of the form k·B + 1 (the paper's equation 8).
pub fn reachable(bits: usize, sieved: usize) -> (f64, f64) {
    let all = bits as f64 - rareness(bits).log2();
    let totient: f64 = SMALL_PRIMES[..sieved].iter().map(|&prime| (prime as f64 - 1.0).log2()).sum();
    (all, all - totient)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_of_fifteen_primes_is_the_papers() {
        assert_eq!(primorial(15), 614_889_782_588_491_410);
        assert!((1.0 / coprime_part(15) - 7.2096).abs() < 1e-3);
    }

    #[test]
    fn estimates_are_those_of_the_paper() {
        // Table 3, whose numbers are rounded down.
        let printed = [(224, 1, 125), (256, 15, 25), (384, 8, 50), (512, 4, 102)];
        for (bits, sieved, value) in printed {
            assert_eq!(de_bruijn(bits, sieved) as u32, value, "{bits} {sieved}");
        }
        assert_eq!(de_bruijn(512, 0) as u32, 354);
    }

    #[test]
    fn sieved_candidates_have_no_small_factor() {
        let mut stream = Stream::new("test");
        for sieved in 1..=15 {
            let number = candidate(stream.bits(256), sieved);
            assert!(SMALL_PRIMES[..sieved].iter().all(|&prime| number.rem_u64(prime) == 1));
        }
    }

    /// Among all numbers below 2^20: 82025 primes, and one in φ(30) = 8 of them is 1 modulo 30.
    #[test]
    fn primes_of_the_form_are_as_many_as_predicted() {
        let primes: Vec<u64> = (2..1 << 20).filter(|&n| prime::is_prime(&Natural::from(n))).collect();
        let of_form = primes.iter().filter(|&&prime| prime % 30 == 1).count();
        let (all, some) = reachable(20, 3);
        assert!((all.exp2() / primes.len() as f64 - 1.0).abs() < 0.02, "{all}");
        assert!((some.exp2() / of_form as f64 - 1.0).abs() < 0.02, "{some}");
    }

    #[test]
    fn draws_agree_with_the_expectation() {
        for sieved in [0, 15] {
            let found = mean(&trials(128, sieved, 400));
            assert!((found / expected(128, sieved) - 1.0).abs() < 0.25, "{sieved}: {found}");
        }
    }
}

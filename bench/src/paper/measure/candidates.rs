//! The number of candidates until one is prime.

use heliast_arith::{Natural, prime};
use heliast_study::sieved;
use heliast_vdf::Suite;
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex},
    thread,
};

/// Returns the primes in order.
pub fn small_primes() -> impl Iterator<Item = u64> {
    (2..).filter(|&number| prime::is_prime(&Natural::from(number)))
}

/// Returns the product of the first `count` primes, 15 at most.
pub fn primorial(count: usize) -> u64 {
    assert!(count <= sieved::MAX_SIEVE, "the product of 16 primes does not fit a word");
    small_primes().take(count).product()
}

/// Returns the paper's estimate after De Bruijn: bits·ln 2 / (e^γ ln p) for the largest sieved prime p.
pub fn de_bruijn(bits: u16, sieved: usize) -> f64 {
    const EULER_GAMMA: f64 = 0.577_215_664_901_532_9;
    let all = f64::from(bits) * std::f64::consts::LN_2;
    match small_primes().take(sieved).last() {
        Some(largest) => all / (EULER_GAMMA.exp() * (largest as f64).ln()),
        None => all,
    }
}

/// Returns the numbers of candidates until a prime, including the prime, of `wanted` independent draws. They
/// are the same on every machine, and a longer run begins with them. Each list is kept for later calls.
pub fn trials(bits: u16, sieved: usize, wanted: usize) -> Arc<[u32]> {
    type Known = HashMap<(u16, usize, usize), Arc<[u32]>>;
    static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
    let key = (bits, sieved, wanted);
    if let Some(known) = KNOWN.lock().expect("no thread panicked here").get(&key) {
        return Arc::clone(known);
    }
    let found: Arc<[u32]> = draw(bits, sieved, wanted).into();
    KNOWN.lock().expect("no thread panicked here").insert(key, Arc::clone(&found));
    found
}

/// Draws on all cores. Every draw has its own name, so its result does not depend on the thread that makes
/// it.
fn draw(bits: u16, sieved: usize, wanted: usize) -> Vec<u32> {
    let suite = Suite::new(sieved::MODE, bits).expect("a size that a suite can have");
    let one = move |number: usize| {
        let name = format!("heliast/bench/candidates/{bits}/{sieved}/{number}");
        sieved::candidates_tried(suite, sieved, name.as_bytes()).expect("one in 2^32 candidates is prime")
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let part = |worker: usize| worker * wanted / threads..(worker + 1) * wanted / threads;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| scope.spawn(move || part(worker).map(one).collect::<Vec<_>>()))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("drawing does not panic")).collect()
    })
}

/// Returns the mean.
pub fn mean(trials: &[u32]) -> f64 {
    trials.iter().map(|&tried| f64::from(tried)).sum::<f64>() / trials.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_of_fifteen_primes_is_the_papers() {
        assert_eq!(primorial(15), 614_889_782_588_491_410);
        assert_eq!(primorial(0), 1);
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
    fn draws_are_numbered_and_agree_with_the_expectation() {
        for sieved in [0, 15] {
            let all = trials(128, sieved, 401);
            assert_eq!(all.len(), 401);
            assert!(all.starts_with(&trials(128, sieved, 7)));
            let found = mean(&all);
            assert!(
                (found / sieved::expected_candidates(128, sieved) - 1.0).abs() < 0.25,
                "{sieved}: {found}"
            );
        }
    }
}

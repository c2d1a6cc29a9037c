//! The numbers of the paper, and the vectors of the mode.

use heliast_study::sieved;
use heliast_vdf::{PrimeHash, PrimeMode, Suite, hash_to_prime};
use serde_json::Value;

/// Of 2^248.5 primes below 2^256, `sieved` keeps 2^192.3 with 15 small primes. The paper states 2^207 of
/// 2^247, which is the result for twelve small primes.
#[test]
fn primes_that_remain_at_full_size() {
    let log2 = |bits, count, mode| (10.0 * sieved::reachable_primes_log2(bits, count, mode)).round() / 10.0;
    let table = [(256, 248.5, 208.5, 192.3), (512, 503.5, 463.5, 447.3)];
    for (bits, all, by_twelve, by_fifteen) in table {
        assert_eq!(log2(bits, 15, PrimeMode::Plain), all);
        assert_eq!(log2(bits, 15, PrimeMode::SievedFull), all);
        assert_eq!(log2(bits, 0, sieved::MODE), all);
        assert_eq!(log2(bits, 12, sieved::MODE), by_twelve);
        assert_eq!(log2(bits, 15, sieved::MODE), by_fifteen);
    }
    // The choice among the hinted primes gains an attacker fewer bits than their additional length.
    for (level, gained) in [(64, 7.9), (128, 8.0), (256, 8.0)] {
        let [hinted, unhinted] =
            [PrimeMode::Hinted, PrimeMode::SievedFull].map(|mode| Suite::of_level(mode, level).unwrap());
        let longer =
            log2(hinted.bits(), 15, PrimeMode::Hinted) - log2(unhinted.bits(), 15, PrimeMode::SievedFull);
        let choice = f64::from(hinted.hint_bound()) / sieved::expected_candidates(hinted.bits(), 15);
        assert!((longer - gained).abs() < 0.11 && choice.log2() < 6.5, "{level}: {longer} bits for {choice}");
        let none = (1.0 - choice / f64::from(hinted.hint_bound())).log2() * f64::from(hinted.hint_bound());
        assert!(none < -121.0, "an honest prover finds nothing with probability 2^{none}");
    }
}

/// Compares Table 3's "Exp" columns with ours.
#[test]
fn candidates_as_expected() {
    let paper = [(0, 178.0, 354.0), (1, 87.0, 176.0), (5, 36.0, 73.0), (10, 27.0, 56.0), (15, 24.0, 49.0)];
    for (sieve, at_256, at_512) in paper {
        for (bits, measured) in [(256, at_256), (512, at_512)] {
            let expected = sieved::expected_candidates(bits, sieve);
            assert!((expected / measured - 1.0).abs() < 0.04, "{expected} candidates, not {measured}");
        }
    }
    let suite = Suite::new(sieved::MODE, 128).unwrap();
    for sieve in [0, 3, 15] {
        let samples = 400u32;
        let tried = |i: u32| sieved::candidates_tried(suite, sieve, &i.to_be_bytes()).unwrap();
        let mean = f64::from((0..samples).map(tried).sum::<u32>()) / f64::from(samples);
        let expected = sieved::expected_candidates(128, sieve);
        // A geometric distribution's deviation is its mean, so five deviations of the mean of 400 draws are a
        // quarter of it.
        assert!((mean / expected - 1.0).abs() < 0.25, "{mean} candidates, not {expected}");
        let first = hash_to_prime(suite, &7u32.to_be_bytes()).unwrap().counter + 1;
        assert!(sieve != 15 || tried(7) == first);
    }
}

#[test]
fn vectors_of_the_mode() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/hash_to_prime.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut count = 0;
    for case in file["cases"].as_array().unwrap() {
        if case["mode"] != sieved::MODE.name() || case["kind"] != "prime" {
            continue;
        }
        let hash = PrimeHash::ALL.into_iter().find(|hash| case["hash"] == hash.name()).unwrap();
        let suite = Suite::new(sieved::MODE, case["bits"].as_u64().unwrap() as u16).unwrap().with_hash(hash);
        assert_eq!(Suite::decode(suite.encode()), Some(suite));
        let challenge =
            hash_to_prime(suite, &hex::decode(case["prefix"].as_str().unwrap()).unwrap()).unwrap();
        let expected = case["prime"].as_str().unwrap().trim_start_matches('0');
        assert_eq!(format!("{:x}", challenge.prime), expected);
        assert_eq!(case["counter"], challenge.counter);
        count += 1;
    }
    assert!(count > 10, "{count} vectors");
}

use super::{
    sieve::{LIMBS, SMALL_PRIMES, Sieve, coprime_residue, totient},
    *,
};
use crate::prime_hash::PrimeHash;
use alloc::{vec, vec::Vec};
use sha2::{Digest, Sha256, Sha512};

const PRODUCT: u64 = 614_889_782_588_491_410;
const TOTIENT: u64 = 85_287_729_364_992_000;

fn suite(mode: PrimeMode, bits: u16) -> Suite {
    Suite::new(mode, bits).unwrap()
}

fn every_suite() -> impl Iterator<Item = Suite> {
    let lengths = [128, 256, 272, 512];
    lengths.into_iter().flat_map(|bits| {
        PrimeMode::ALL.iter().copied().flat_map(move |mode| {
            let bits = if mode == PrimeMode::Hinted { bits + 8 } else { bits };
            PrimeHash::ALL.map(|hash| suite(mode, bits).with_hash(hash))
        })
    })
}

/// The candidate as in the specification, without midstates and limbs.
fn oracle(suite: Suite, prefix: &[u8], counter: u32) -> Natural {
    let mut message = prefix.to_vec();
    message.resize(prefix.len().next_multiple_of(128), 0);
    message.extend(counter.to_be_bytes());
    let stream: Vec<u8> = (0..4)
        .flat_map(|part| {
            let message = [&message[..], &[part]].concat();
            match suite.hash() {
                PrimeHash::Sha256 => Sha256::digest(message).to_vec(),
                PrimeHash::Sha512 => Sha512::digest(message).to_vec(),
                PrimeHash::Sha3_512 => sha3::Sha3_512::digest(message).to_vec(),
                PrimeHash::Blake2b512 => blake2::Blake2b512::digest(message).to_vec(),
                PrimeHash::Blake3 => {
                    let mut digest = vec![0; 64];
                    blake3::Hasher::new().update(&message).finalize_xof().fill(&mut digest);
                    digest
                }
            }
        })
        .collect();
    let bits = usize::from(suite.bits());
    let c = Natural::from_be_bytes(&stream[..bits / 8]);
    let at = 32 * bits.div_ceil(256);
    let r = match suite.mode() {
        PrimeMode::Plain => return c,
        PrimeMode::Sieved => 1,
        _ => coprime_residue::<15>(Natural::from_be_bytes(&stream[at..at + 16]).rem_u64(TOTIENT)),
    };
    let moved = c.div_rem_u64(PRODUCT).0.mul(&Natural::from(PRODUCT)).add(&Natural::from(r));
    if moved.bits() > bits { Natural::zero() } else { moved }
}

#[test]
fn candidates_are_those_of_the_specification() {
    for suite in every_suite() {
        for length in [0, 127, 128, 640, 1024, 1100, 2176] {
            let prefix = vec![0xa7; length];
            let candidates = Candidates::new(suite, &prefix);
            for counter in [0, 1, 255, 256, 0x01_0203, u32::MAX] {
                assert_eq!(candidates.get(counter), oracle(suite, &prefix, counter), "{suite:?}, {length}");
            }
            let first = candidates.iter().take(300);
            assert!((0..).zip(first).all(|(counter, candidate)| candidate == candidates.get(counter)));
        }
    }
}

/// The parts of `vectors/hash_to_prime.json` that only this module can test.
#[test]
fn candidates_and_residues_are_those_of_the_vectors() {
    let (mut candidates, mut residues) = (0, 0);
    for case in &testkit::cases("hash_to_prime.json") {
        let name = testkit::place(case);
        if case["kind"] == "residue" {
            let [v, r] = ["v", "r"].map(|key| testkit::text(case, key).parse::<u64>().unwrap());
            assert_eq!(coprime_residue::<15>(v), r, "{name}");
            residues += 1;
        }
        if case["kind"] == "candidates" {
            let mode = PrimeMode::ALL.iter().copied().find(|mode| case["mode"] == mode.name()).unwrap();
            let hash = PrimeHash::ALL.into_iter().find(|hash| case["hash"] == hash.name()).unwrap();
            let suite = suite(mode, testkit::number(case, "bits") as u16).with_hash(hash);
            let drawn = Candidates::new(suite, &testkit::bytes(case, "prefix"));
            for (counter, expected) in (0..).zip(testkit::list(case, "candidates")) {
                let expected = Natural::from_hex(expected.as_str().unwrap()).unwrap();
                assert_eq!(drawn.get(counter), expected, "{name}");
                candidates += 1;
            }
        }
    }
    assert!(candidates >= 60 && residues >= 6, "{candidates} candidates, {residues} residues");
}

#[test]
fn the_prime_is_the_first_and_its_counter_is_the_hint() {
    for suite in every_suite().filter(|suite| suite.bits() < 300) {
        let Challenge { prime, counter } = hash_to_prime(suite, b"first").unwrap();
        let before = (0..counter).map(|counter| oracle(suite, b"first", counter));
        assert!(is_prime(&prime) && before.into_iter().all(|candidate| !is_prime(&candidate)), "{suite:?}");
        assert_eq!(prime, oracle(suite, b"first", counter));
        let (counter, hinted) = (counter as u16, suite.mode() == PrimeMode::Hinted);
        let bound = suite.hint_bound();
        let found = hinted_prime(suite, b"first", counter);
        assert_eq!(found, if hinted { Ok(prime) } else { Err(BadHint::Range { counter, bound: 0 }) });
        if hinted {
            let refused = |counter| hinted_prime(suite, b"first", counter).err();
            let composite = |counter| refused(counter) == Some(BadHint::Composite(counter));
            assert!((0..counter).all(composite) && bound == 8 * suite.bits());
            for counter in [bound, u16::MAX] {
                assert_eq!(refused(counter), Some(BadHint::Range { counter, bound }));
            }
        }
    }
}

#[test]
fn suites_have_four_bytes_and_no_others_exist() {
    let mut count = 0;
    for mode in 0..=u8::MAX {
        for hash in (0..8).chain([u8::MAX]) {
            for bits in 0..=u16::MAX {
                let bytes = [mode, hash, (bits >> 8) as u8, bits as u8];
                if let Some(suite) = Suite::decode(bytes) {
                    assert_eq!((suite.encode(), suite.bits()), (bytes, bits));
                    count += 1;
                }
            }
            if mode > 4 && mode < u8::MAX {
                break;
            }
        }
    }
    assert_eq!(count, 5 * (3 * 49 + 25));
    for (level, bits) in [(64, 136), (128, 264), (256, 520)] {
        assert_eq!(Suite::of_level(PrimeMode::Hinted, level).unwrap().bits(), bits);
        for shorter in [2 * level, 2 * level + 1, 2 * level + 16] {
            assert_eq!(Suite::new(PrimeMode::Hinted, shorter), None);
        }
    }
}

/// Checks the specification's paragraph on levels; 256 bits of `sieved` are worth 100.
#[test]
fn levels_are_what_the_bits_are_worth() {
    let of = |mode, bits| suite(mode, bits).level();
    assert_eq!([PrimeMode::Plain, PrimeMode::SievedFull].map(|mode| of(mode, 256)), [128, 128]);
    assert_eq!(
        (of(PrimeMode::Hinted, 264), of(PrimeMode::Hinted, 136), of(PrimeMode::Hinted, 520)),
        (128, 64, 256)
    );
    assert_eq!(
        (of(PrimeMode::Sieved, 256), of(PrimeMode::Sieved, 128), of(PrimeMode::Sieved, 512)),
        (100, 36, 228)
    );
    assert_eq!(Suite::default().level(), 128);
    for mode in PrimeMode::ALL.iter().copied() {
        let levels: Vec<u16> =
            (0..=u16::MAX).filter(|level| Suite::of_level(mode, *level).is_some()).collect();
        let (step, range) = match mode {
            PrimeMode::Plain | PrimeMode::SievedFull => (4, 64..=256),
            PrimeMode::Sieved => (4, 36..=228),
            PrimeMode::Hinted => (8, 64..=256),
        };
        assert_eq!(levels, range.step_by(step).collect::<Vec<_>>());
        assert!(levels.iter().all(|level| Suite::of_level(mode, *level).unwrap().level() == *level));
    }
}

#[test]
fn constants_of_the_specification() {
    assert_eq!(SMALL_PRIMES.iter().product::<u64>(), PRODUCT);
    assert_eq!(totient(15), TOTIENT);
}

#[test]
fn residues_are_coprime_and_follow_the_digits() {
    for v in (0..2_000).chain(TOTIENT - 2_000..TOTIENT) {
        let r = coprime_residue::<15>(v);
        assert!(r < PRODUCT && SMALL_PRIMES.iter().all(|p| !r.is_multiple_of(*p)));
    }
    assert_eq!(coprime_residue::<15>(0), 1);
    let r = coprime_residue::<15>(1); // only the digit of 3 is 1
    assert!(r % 3 == 2 && SMALL_PRIMES.iter().all(|&p| p == 3 || r % p == 1));
}

/// Section 4.3 of the paper for numbers so small that everything can be counted: the primes below `bound`
/// that are floor(c/B)·B + r for some c < `bound`. With r = 1 these are all primes congruent to 1 modulo B,
/// which is one in φ(B). With a drawn r they are all primes that do not divide B.
fn assert_reachable<const N: usize>(bound: u64) {
    let (sieve, totient) = (Sieve::new(N), totient(N));
    let product: u64 = SMALL_PRIMES[..N].iter().product();
    let place = |c, residue| {
        let mut number = [0; LIMBS];
        number[0] = c;
        sieve.place(&mut number, residue);
        assert!(number[1..].iter().all(|limb| *limb == 0));
        number[0]
    };
    // Takes several c for each multiple of B, including the ends, and every residue.
    let drawn = |multiple: u64| [0, product / 2, product - 1].map(|rest| (multiple + rest).min(bound - 1));
    let multiples = || (0..bound).step_by(product as usize).flat_map(drawn);
    let mut reached = vec![[false; 2]; bound as usize];
    for c in multiples() {
        reached[place(c, 1) as usize][0] = true;
        for v in 0..totient {
            let candidate = place(c, coprime_residue::<N>(v));
            if candidate < bound {
                reached[candidate as usize][1] = true;
            }
        }
    }
    let (mut primes, mut counts) = (0, [0; 2]);
    for n in 0..bound {
        let coprime = SMALL_PRIMES[..N].iter().all(|p| !n.is_multiple_of(*p));
        assert_eq!(reached[n as usize], [n % product == 1 % product, coprime], "{n}");
        if n < 2 || (2..).take_while(|d| d * d <= n).any(|d| n.is_multiple_of(d)) {
            continue;
        }
        primes += 1;
        (counts[0], counts[1]) =
            (counts[0] + u64::from(reached[n as usize][0]), counts[1] + u64::from(coprime));
    }
    assert_eq!(counts[1], primes - N as u64, "all primes but those of the sieve");
    let (share, expected) = (counts[0] as f64, primes as f64 / totient as f64);
    assert!((share / expected - 1.0).abs() < 0.05, "{share} primes, not 1 in {totient} of {primes}");
}

#[test]
fn the_sieve_loses_the_primes_that_it_is_said_to_lose() {
    assert_reachable::<1>(1 << 16);
    assert_reachable::<2>(1 << 18);
    assert_reachable::<3>(1 << 20);
    assert_reachable::<4>(1 << 20);
    assert_reachable::<5>(1 << 20);
}

//! A-VRF from outside: a proof with any change is refused.

use heliast_vrf::{
    Invalid, Malformed, Output, Vrf,
    avrf::{AVrf, Proof, PublicKey, SecretKey, Suite},
};
use proptest::prelude::*;

const INPUT: &[u8] = b"an input";

fn evaluated(suite: Suite) -> (PublicKey, Output<32>, Proof) {
    let key = SecretKey::from_seed(suite, &[0x5e; 32]);
    let (output, proof) = key.prove(INPUT);
    (*key.public_key(), output, proof)
}

fn verify(key: &PublicKey, input: &[u8], bytes: &[u8]) -> Result<Output<32>, Invalid> {
    key.verify(input, &Proof::from_bytes(key.suite(), bytes).expect("its length"))
}

/// Numbers that look random and are the same each time.
fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    (*state >> 33) as usize
}

#[test]
fn suites() {
    let facts = Suite::ALL.map(|suite| (suite.id(), suite.name(), suite.proof_len()));
    assert_eq!(facts, [(0x41, "a-vrf-small", 7970..=7970), (0x42, "a-vrf-fast", 10_948..=10_948)]);
    for id in 0..=255 {
        assert_eq!(Suite::from_id(id).map(Suite::id), [0x41, 0x42].contains(&id).then_some(id));
    }
    assert_eq!(PublicKey::LEN, 49);
}

#[test]
fn proofs_prove_the_output() {
    for suite in Suite::ALL {
        let mut key = SecretKey::from_seed(suite, &[3; 32]);
        let public = *key.public_key();
        for input in [&b""[..], b"a", &[0xff; 300]] {
            let (output, proof) = AVrf::prove(&mut key, (), input).expect("never fails");
            assert_eq!(proof.as_bytes().len(), *suite.proof_len().start());
            assert_eq!(AVrf::verify(&public, (), input, &proof), Ok(output));
            assert_eq!(key.evaluate(input), output);
            assert_eq!((key.suite(), public.suite(), proof.suite()), (suite, suite, suite));

            let decoded = Proof::from_bytes(suite, proof.as_bytes()).expect("a proof");
            assert!(decoded == proof);
            let decoded = PublicKey::from_bytes(public.as_bytes()).expect("a key");
            assert_eq!((decoded, decoded.to_bytes()[0]), (public, suite.id()));
        }
    }
}

#[test]
fn hedged_proofs_differ_and_prove_the_same() {
    for suite in Suite::ALL {
        let key = SecretKey::from_seed(suite, &[4; 32]);
        let (output, proof) = key.prove(INPUT);
        assert!(key.prove(INPUT) == (output, proof.clone()), "the same each time");
        let hedged = [[1; 32], [2; 32], [0; 32]].map(|random| key.prove_hedged(INPUT, &random));
        for (i, (other, bytes)) in hedged.iter().enumerate() {
            assert_eq!(*other, output);
            assert_eq!(key.public_key().verify(INPUT, bytes), Ok(output));
            assert!(*bytes != proof && hedged[..i].iter().all(|(_, earlier)| earlier != bytes));
            assert_eq!(bytes.as_bytes()[..32], proof.as_bytes()[..32], "y");
        }
    }
}

#[test]
fn outputs_belong_to_a_key_a_suite_and_an_input() {
    let mut outputs = Vec::new();
    for suite in Suite::ALL {
        for seed in [[5; 32], [6; 32]] {
            let key = SecretKey::from_seed(suite, &seed);
            outputs.extend([&b"a"[..], b"b", b""].map(|input| key.evaluate(input).0));
        }
    }
    outputs.sort_unstable();
    outputs.dedup();
    assert_eq!(outputs.len(), 12);
}

#[test]
fn another_input_key_output_or_suite_is_refused() {
    for suite in Suite::ALL {
        let (key, _, proof) = evaluated(suite);
        let refused = Err(Invalid::Challenge);
        assert_eq!(key.verify(b"an inpuu", &proof), refused);
        assert_eq!(key.verify(b"an input\0", &proof), refused);
        assert_eq!(key.verify(b"", &proof), refused);

        let other_key = SecretKey::from_seed(suite, &[0x5f; 32]);
        assert_eq!(other_key.public_key().verify(INPUT, &proof), refused);
        for at in 1..49 {
            let mut bytes = key.to_bytes();
            bytes[at] ^= 0x10;
            let other = PublicKey::from_bytes(&bytes).expect("any blocks");
            assert_eq!(other.verify(INPUT, &proof), refused, "byte {at} of the key");
        }

        // Another key's y, another input's y, and the halves of y exchanged.
        let (_, foreign) = other_key.prove(INPUT);
        let (_, elsewhere) = SecretKey::from_seed(suite, &[0x5e; 32]).prove(b"elsewhere");
        let halves = [&proof.as_bytes()[16..32], &proof.as_bytes()[..16]].concat();
        for y in [&foreign.as_bytes()[..32], &elsewhere.as_bytes()[..32], &halves, &[0; 32]] {
            assert_eq!(verify(&key, INPUT, &[y, &proof.as_bytes()[32..]].concat()), refused);
        }

        let other_suite = Suite::ALL[usize::from(suite == Suite::Small)];
        let (other, _, other_proof) = evaluated(other_suite);
        let found = other_proof.as_bytes().len();
        assert_eq!(
            key.verify(INPUT, &other_proof),
            Err(Invalid::Length { expected: proof.as_bytes().len(), found })
        );
        let mut bytes = key.to_bytes();
        bytes[0] = other.to_bytes()[0];
        let disguised = PublicKey::from_bytes(&bytes).expect("a key of the other suite");
        assert_eq!(disguised.verify(INPUT, &other_proof), refused);
    }
}

#[test]
fn lengths() {
    for suite in Suite::ALL {
        let (key, _, proof) = evaluated(suite);
        let (bytes, expected) = (proof.as_bytes(), proof.as_bytes().len());
        for found in [0, 1, 31, 32, expected - 1] {
            let error = Malformed::Length { expected, found };
            assert_eq!(Proof::from_bytes(suite, &bytes[..found]).unwrap_err(), error);
        }
        for extra in [&[0][..], &[1], &[0; 32]] {
            let found = expected + extra.len();
            let error = Malformed::Length { expected, found };
            assert_eq!(Proof::from_bytes(suite, &[bytes, extra].concat()).unwrap_err(), error);
        }
        let bytes = key.to_bytes();
        assert_eq!(PublicKey::from_bytes(&bytes[..48]), Err(Malformed::Length { expected: 49, found: 48 }));
        assert_eq!(
            PublicKey::from_bytes(&[&bytes[..], &[0]].concat()),
            Err(Malformed::Length { expected: 49, found: 50 })
        );
        for found in (0..=255).filter(|id| Suite::from_id(*id).is_none()) {
            let other = [&[found], &bytes[1..]].concat();
            assert_eq!(PublicKey::from_bytes(&other), Err(Malformed::Suite { found }));
        }
    }
}

/// A byte is left out, doubled, or moved, with another byte at the end.
#[test]
fn shifted_bytes_are_refused() {
    let (key, _, proof) = evaluated(Suite::Fast);
    let bytes = proof.as_bytes();
    for at in (0..bytes.len()).step_by(1009) {
        let mut shorter = bytes.to_vec();
        shorter.push(shorter[at]);
        shorter.remove(at);
        assert!(shorter == bytes || verify(&key, INPUT, &shorter).is_err(), "{at} removed");
        let mut longer = bytes.to_vec();
        longer.insert(at, bytes[at]);
        longer.pop();
        assert!(longer == bytes || verify(&key, INPUT, &longer).is_err(), "{at} doubled");
    }
}

fn flips(suite: Suite, positions: impl Iterator<Item = usize>) {
    let (key, output, proof) = evaluated(suite);
    let mut bytes = proof.as_bytes().to_vec();
    for at in positions.take_while(|at| *at < proof.as_bytes().len()) {
        bytes[at] ^= 1 << (at % 8);
        assert_eq!(verify(&key, INPUT, &bytes), Err(Invalid::Challenge), "byte {at}");
        bytes[at] = proof.as_bytes()[at];
    }
    assert_eq!(verify(&key, INPUT, &bytes), Ok(output));
}

/// Every byte of y, every 29th of π, and all of the end, which has the challenge, the initial value and the
/// counter.
#[test]
fn a_flipped_bit_is_refused() {
    for suite in Suite::ALL {
        let len = *suite.proof_len().end();
        let step = if suite == Suite::Fast { 29 } else { 211 };
        flips(suite, (0..32).chain((32..len - 36).step_by(step)).chain(len - 36..));
    }
}

#[test]
#[ignore = "every byte: a minute"]
fn every_flipped_byte_is_refused() {
    Suite::ALL.into_iter().for_each(|suite| flips(suite, 0..));
}

/// Random mutations for both suites in turn, 10^6 or the number in the environment variable
/// `A_VRF_MUTATIONS`: up to four bytes are changed, or parts are copied or made 0.
#[test]
#[ignore = "10^6 verifications: an hour"]
fn random_mutations_are_refused() {
    let count = std::env::var("A_VRF_MUTATIONS").map_or(1_000_000, |count| count.parse().expect("a number"));
    mutate(count);
}

#[test]
fn some_random_mutations_are_refused() {
    mutate(150);
}

fn mutate(count: usize) {
    let originals = Suite::ALL.map(evaluated);
    let mut state = 7;
    let (mut done, mut turn) = (0, 0);
    while done < count {
        // The small suite's verifications take ten times as long.
        let (key, _, proof) = &originals[usize::from(turn % 10 != 0)];
        turn += 1;
        let mut bytes = proof.as_bytes().to_vec();
        let len = bytes.len();
        match random(&mut state) % 3 {
            0 => (0..=random(&mut state) % 4).for_each(|_| {
                bytes[random(&mut state) % len] ^= (random(&mut state) % 255 + 1) as u8;
            }),
            1 => {
                let size = random(&mut state) % 100 + 1;
                let from = random(&mut state) % (len - size);
                bytes.copy_within(from..from + size, random(&mut state) % (len - size));
            }
            _ => {
                let size = random(&mut state) % 100 + 1;
                let from = random(&mut state) % (len - size);
                bytes[from..from + size].fill(0);
            }
        }
        if bytes != proof.as_bytes() {
            assert!(verify(key, INPUT, &bytes).is_err(), "mutation {turn}");
            done += 1;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic(
        fast: bool,
        short in prop::collection::vec(any::<u8>(), 0..100),
        seed: u64,
        challenge in 0..3,
        key: [u8; 32],
    ) {
        let suite = Suite::ALL[usize::from(fast)];
        prop_assert!(Proof::from_bytes(suite, &short).is_err());
        prop_assert!(short.len() == 49 || PublicKey::from_bytes(&short).is_err());
        let mut state = seed;
        let mut bytes: Vec<u8> = (0..*suite.proof_len().end()).map(|_| random(&mut state) as u8).collect();
        let at = bytes.len() - 36;
        match challenge {
            // This fails at once, except in one case of 2^w.
            0 => (),
            // The last w bits are 0: now the opening is refused for most (small) or for a third (fast).
            1 => bytes[at + 15] &= if fast { 0 } else { 1 },
            // All hidden leaves are leaf 0 or near it, so the opening is short.
            _ => {
                bytes[at..at + 16].fill(0);
                bytes[at] = random(&mut state) as u8 & 3;
            }
        }
        let bytes_of_key = [&[suite.id()], &key[..16], &key[..]].concat();
        let key = PublicKey::from_bytes(&bytes_of_key).expect("any bytes");
        prop_assert_eq!(verify(&key, &short, &bytes), Err(Invalid::Challenge));
    }
}

#[test]
fn secrets_are_not_printed() {
    let key = SecretKey::from_seed(Suite::Fast, &[8; 32]);
    let text = format!("{key:?}");
    assert!(
        text.starts_with("SecretKey { public: PublicKey(a-vrf-fast, 42") && text.ends_with(", .. }"),
        "{text}"
    );
    let (_, proof) = key.prove(INPUT);
    assert_eq!(format!("{proof:?}"), "Proof(a-vrf-fast, 10948 bytes)");
}

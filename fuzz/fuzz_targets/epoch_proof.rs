//! Epoch proofs of fixed chains, honest with edits or any: each has one encoding, and only the honest ones
//! are accepted.

#![no_main]

use heliast::{Chain, Pending, Round, Tip};
use heliast_fuzz::{
    fields::Fields,
    vectors::{self, TestChain},
};
use libfuzzer_sys::fuzz_target;
use std::{ops::Range, sync::LazyLock};

/// The number of rounds of each chain. There is an honest proof of every run of these rounds. From the fourth
/// round on, keys that were announced are due.
const MAX_ROUNDS: usize = 6;

/// A chain's rounds, verified except for their delays, and an honest proof for each run of them.
struct Fixture {
    chain: Chain,
    rounds: Vec<Pending>,
    honest: Vec<Vec<u8>>,
}

static FIXTURES: LazyLock<Vec<Fixture>> =
    LazyLock::new(|| vectors::chains().into_iter().map(fixture).collect());

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let Fixture { chain, rounds, honest } = &FIXTURES[usize::from(fields.u8()) % FIXTURES.len()];
    let bytes = match fields.u8() {
        0 => fields.0.to_vec(),
        choice => edited(&honest[usize::from(choice - 1) % honest.len()], fields),
    };
    let Ok(proof) = chain.decode_epoch_proof(&bytes) else { return };
    assert_eq!(proof.encode(), bytes);
    let (first, last) = (*proof.rounds().start(), *proof.rounds().end());
    assert_eq!(last - first, u64::from(proof.count) - 1);
    let own = match (1..=rounds.len() as u64).contains(&first) && last <= rounds.len() as u64 {
        true => &rounds[first as usize - 1..last as usize],
        false => &rounds[..],
    };
    let accepted = chain.verify_epoch(own, &proof, 1).is_ok();
    assert_eq!(accepted, honest.contains(&bytes), "an honest proof is refused, or a forged one accepted");
});

fn fixture(test: TestChain) -> Fixture {
    let TestChain { chain, tips, rounds, .. } = test;
    let check = |(tip, round): (&Tip, &Round)| chain.check(tip, round.clone()).expect("an honest round");
    let rounds: Vec<Pending> = tips.iter().zip(&rounds).take(MAX_ROUNDS).map(check).collect();
    let runs = (0..rounds.len()).flat_map(|first| (first + 1..=rounds.len()).map(move |end| first..end));
    let prove = |run: Range<usize>| {
        let epoch = chain.prove_epoch(&rounds[run], 1, |_| true).expect("honest rounds");
        epoch.proof.encode()
    };
    let honest = runs.map(prove).collect();
    Fixture { honest, rounds, chain }
}

/// Returns the proof with some bytes overwritten.
fn edited(honest: &[u8], fields: Fields) -> Vec<u8> {
    let mut bytes = honest.to_vec();
    fields.overwrite(&mut bytes);
    bytes
}

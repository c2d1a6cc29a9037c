//! Proofs in segments from bytes: each has one encoding, and no proof of a false statement is accepted.

#![no_main]

use heliast_fuzz::{
    fields::Fields,
    vectors::{self, TestGroup},
};
use heliast_group::Group;
use heliast_vdf::{
    PrimeMode, Statement, Suite,
    segments::{self, Cut, SegmentedEvaluation, SegmentedProof},
};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

const LONGEST: u64 = 2_000;

static GROUPS: LazyLock<Vec<TestGroup>> =
    LazyLock::new(|| vectors::groups().into_iter().filter(|it| it.trapdoor.is_some()).collect());

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let flags = fields.u8();
    let TestGroup { group, trapdoor } = &GROUPS[usize::from(flags >> 2) % GROUPS.len()];
    let t = u64::from(fields.u16()) % LONGEST + 1;
    let x = heliast_vdf::delay_input(group, &fields.array::<1>());
    let suite = Suite::new(PrimeMode::SievedFull, 128).expect("bits are in range");
    let Some(truth) = trapdoor.as_ref().map(|trapdoor| trapdoor.evaluate(&x, t)) else { return };
    let mut y = truth.clone();
    if flags & 1 == 1 {
        y = group.mul(&y, &group.hash("heliast/fuzz", &fields.array::<2>()));
    }
    let mut bytes = fields.0.to_vec();
    if flags & 2 == 2 {
        let Some(honest) = edited(group, &x, (t, suite), fields) else { return };
        bytes = honest;
    }
    let Ok(proof) = SegmentedProof::decode(group, &bytes) else { return };
    assert_eq!(proof.encode(group), bytes);
    let statement = Statement { x, y, t };
    if segments::verify(group, &statement, &proof, suite, 1).is_ok() {
        assert!(group.equal(&statement.y, &truth), "a false statement is accepted");
        let lengths = proof.cut().lengths(t).expect("what is accepted can be cut so");
        assert_eq!(lengths.into_iter().sum::<u64>(), t);
    }
});

/// Returns the honest proof, with segments that the input chooses, with some bytes overwritten.
fn edited(
    group: &heliast_group::RsaGroup,
    x: &heliast_arith::Residue,
    (t, suite): (u64, Suite),
    mut fields: Fields,
) -> Option<Vec<u8>> {
    let cut = Cut::new(fields.u8() % 5, fields.u8() % 4)?;
    let mut evaluation = SegmentedEvaluation::start(group, x.clone(), t, cut, suite).ok()?;
    let (y, proof) = evaluation.run(1, |_| true).expect("it is not stopped");
    let statement = Statement { x: x.clone(), y, t };
    segments::verify(group, &statement, &proof, suite, 1).expect("an honest proof verifies");
    let mut bytes = proof.encode(group);
    fields.overwrite(&mut bytes);
    Some(bytes)
}

//! Pietrzak's proofs from bytes: each has one encoding, and no proof of a false statement is accepted. The
//! factors of the toy groups show whether a statement is true.

#![no_main]

use heliast_fuzz::{
    fields::Fields,
    vectors::{self, TestGroup},
};
use heliast_group::Group;
use heliast_vdf::{
    Evaluation, Statement,
    pietrzak::{self, Proof},
};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// This is enough for several rounds, and the squarings take only a moment.
const LONGEST: u64 = 6_000;

static GROUPS: LazyLock<Vec<TestGroup>> =
    LazyLock::new(|| vectors::groups().into_iter().filter(|it| it.trapdoor.is_some()).collect());

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let flags = fields.u8();
    let TestGroup { group, trapdoor } = &GROUPS[usize::from(flags >> 2) % GROUPS.len()];
    let t = u64::from(fields.u16()) % LONGEST + 1;
    let x = heliast_vdf::delay_input(group, &fields.array::<1>());
    let Some(truth) = trapdoor.as_ref().map(|trapdoor| trapdoor.evaluate(&x, t)) else { return };
    let mut y = truth.clone();
    if flags & 1 == 1 {
        y = group.mul(&y, &group.hash("heliast/fuzz", &fields.array::<2>()));
    }
    let mut bytes = fields.0.to_vec();
    if flags & 2 == 2 {
        bytes = edited(group, &x, t, fields);
    }
    let Ok(proof) = Proof::decode(group, t, &bytes) else { return };
    assert_eq!(proof.encode(group), bytes);
    assert_eq!(proof.midpoints().len(), pietrzak::rounds(t) as usize);
    let statement = Statement { x, y, t };
    if pietrzak::verify(group, &statement, &proof).is_ok() {
        assert!(group.equal(&statement.y, &truth), "a false statement is accepted");
    }
});

/// Returns the honest proof with some bytes overwritten.
fn edited(group: &heliast_group::RsaGroup, x: &heliast_arith::Residue, t: u64, fields: Fields) -> Vec<u8> {
    let mut evaluation = Evaluation::start(group, x.clone(), t).expect("t is in range");
    evaluation.advance(t);
    let (y, proof) = pietrzak::prove(&evaluation, 1, |_| true).expect("a finished evaluation has a proof");
    let statement = Statement { x: x.clone(), y, t };
    pietrzak::verify(group, &statement, &proof).expect("an honest proof verifies");
    let mut bytes = proof.encode(group);
    fields.overwrite(&mut bytes);
    bytes
}

//! Checkpoint files with their digest put right, so that mutants get past it: one encoding each, no panic in what goes on
//! from a wrong one, and its proof verifies only if its output is true.

#![no_main]

use group::Group;
use heliast_fuzz::{
    fields::Fields,
    vectors::{self, TestGroup},
};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use std::{ops::Range, sync::LazyLock};
use vdf::{Evaluation, Statement, Suite};

/// Where the group id lies: behind magic and version.
const ID: Range<usize> = 5..37;
/// Where t, the squarings done and the spacing lie.
const NUMBERS: [Range<usize>; 3] = [37..45, 45..53, 53..61];
/// Evaluations up to here are carried to their end.
const LONGEST: u64 = 600;

static GROUPS: LazyLock<Vec<TestGroup>> = LazyLock::new(vectors::groups);

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let flags = fields.u8();
    let found = &GROUPS[usize::from(flags >> 1) % GROUPS.len()];
    let mut bytes = if flags & 1 == 0 { fields.0.to_vec() } else { edited(found, fields) };
    if let Some(id) = bytes.get_mut(ID) {
        id.copy_from_slice(&found.group.id());
    }
    let digest = Sha256::new_with_prefix(b"\x15heliast/checkpoint/v1").chain_update(&bytes).finalize();
    bytes.extend_from_slice(&digest);
    if let Ok(evaluation) = Evaluation::from_bytes(&found.group, &bytes) {
        assert_eq!(evaluation.to_bytes(), bytes);
        assert_eq!(evaluation.output().is_some(), evaluation.done() == evaluation.t());
        if evaluation.t() <= LONGEST {
            finish(found, evaluation);
        }
    }
});

/// The body of an honest checkpoint with some numbers and bytes overwritten.
fn edited(TestGroup { group, .. }: &TestGroup, mut fields: Fields) -> Vec<u8> {
    let (t, done) = (u64::from(fields.u16()) % LONGEST + 1, u64::from(fields.u16()));
    let x = vdf::delay_input(group, b"fuzz");
    let mut evaluation = Evaluation::start(group, x, t).expect("t is in range");
    evaluation.advance(done);
    let mut body = evaluation.to_bytes();
    body.truncate(body.len() - 32);
    while !fields.is_empty() {
        let (kind, at) = (fields.u8(), usize::from(fields.u16()) % (body.len() + 1));
        match kind % 4 {
            0 => body.truncate(at),
            1 => body.extend(fields.bytes(at % 300)),
            2 => body[at..].iter_mut().zip(fields.bytes(8)).for_each(|(byte, &new)| *byte = new),
            _ => NUMBERS[at % 3].clone().zip(fields.array::<8>()).for_each(|(i, new)| {
                body.get_mut(i).into_iter().for_each(|byte| *byte = new);
            }),
        }
    }
    body
}

fn finish(TestGroup { group, trapdoor }: &TestGroup, mut evaluation: Evaluation<group::RsaGroup>) {
    let (x, t, suite) = (evaluation.input().clone(), evaluation.t(), Suite::default());
    assert!(evaluation.advance(u64::MAX) && evaluation.done() == t);
    let (y, proof) = vdf::prove(&evaluation, suite, 1, |_| true).expect("a finished evaluation has a proof");
    let statement = Statement { x, y, t };
    if vdf::verify(group, &statement, &proof, suite).is_ok() {
        let truth = trapdoor.as_ref().map(|trapdoor| trapdoor.evaluate(&statement.x, t));
        let truth = truth.unwrap_or_else(|| {
            let mut y = statement.x.clone();
            group.square_n(&mut y, t);
            y
        });
        assert!(group.equal(&statement.y, &truth), "a false statement is accepted");
    }
}

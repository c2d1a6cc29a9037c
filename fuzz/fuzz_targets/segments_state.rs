//! State files of evaluations in segments, whose digests are corrected so that mutants pass their check: each
//! has one encoding, an evaluation resumed from a wrong one does not panic, and its proof verifies only if
//! its output is true.

#![no_main]

use heliast_fuzz::{
    fields::Fields,
    vectors::{self, TestGroup},
};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{
    PrimeMode, Statement, Suite,
    segments::{self, Cut, SegmentedEvaluation},
};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use std::{
    ops::Range,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

/// The bytes of the group id, which follow magic and version.
const ID: Range<usize> = 5..37;
/// Evaluations of up to this number of squarings are completed.
const LONGEST: u64 = 2_000;

static GROUPS: LazyLock<Vec<TestGroup>> =
    LazyLock::new(|| vectors::groups().into_iter().filter(|it| it.trapdoor.is_some()).collect());

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let flags = fields.u8();
    let found = &GROUPS[usize::from(flags >> 1) % GROUPS.len()];
    let mut bytes = fields.0.to_vec();
    if flags & 1 == 1 {
        let Some(body) = edited(&found.group, fields) else { return };
        bytes = body;
    }
    if let Some(id) = bytes.get_mut(ID) {
        id.copy_from_slice(&found.group.id());
    }
    let bytes = sealed(bytes, b"\x13heliast/segments/v1");
    if let Ok(evaluation) = SegmentedEvaluation::from_bytes(&found.group, &bytes) {
        assert_eq!(evaluation.to_bytes(), bytes);
        assert!(evaluation.done() <= evaluation.t());
        if evaluation.t() <= LONGEST {
            finish(found, evaluation);
        }
    }
});

fn sealed(mut body: Vec<u8>, tag: &[u8]) -> Vec<u8> {
    let digest = Sha256::new_with_prefix(tag).chain_update(&body).finalize();
    body.extend_from_slice(&digest);
    body
}

/// Returns the body of an honest state, stopped somewhere, with some bytes overwritten. The last segment's
/// own digest is corrected too, if the state ends with one.
fn edited(group: &RsaGroup, mut fields: Fields) -> Option<Vec<u8>> {
    let t = u64::from(fields.u16()) % LONGEST + 1;
    let cut = Cut::new(fields.u8() % 5, fields.u8() % 4)?;
    let suite = Suite::new(PrimeMode::SievedFull, 128).expect("bits are in range");
    let x = heliast_vdf::delay_input(group, b"fuzz");
    let mut evaluation = SegmentedEvaluation::start(group, x, t, cut, suite).ok()?;
    let (asked, patience) = (AtomicU64::new(0), u64::from(fields.u8() % 16));
    let stopped = evaluation.run(1, |_| asked.fetch_add(1, Relaxed) < patience).is_err();
    let mut body = evaluation.to_bytes();
    body.truncate(body.len() - 32);
    let mut changed = false;
    while !fields.is_empty() {
        let (at, new) = (usize::from(fields.u16()) % (body.len() + 1), fields.bytes(4));
        body[at..].iter_mut().zip(new).for_each(|(byte, new)| *byte = *new);
        changed = true;
    }
    if stopped && changed {
        // An unproven segment is a checkpoint file: from its magic to its digest at the end of the body.
        if let Some(begin) = body.windows(5).rposition(|window| window == b"HLCP\x01") {
            let end = body.len().saturating_sub(32);
            if begin < end {
                let inner = sealed(body[begin..end].to_vec(), b"\x15heliast/checkpoint/v1");
                body.splice(begin.., inner);
            }
        }
    }
    Some(body)
}

fn finish(TestGroup { group, trapdoor }: &TestGroup, mut evaluation: SegmentedEvaluation<RsaGroup>) {
    let (x, t, suite) = (evaluation.input().clone(), evaluation.t(), evaluation.suite());
    let (y, proof) = evaluation.run(1, |_| true).expect("nobody stops it");
    assert_eq!(evaluation.done(), t);
    let statement = Statement { x, y, t };
    if segments::verify(group, &statement, &proof, suite, 1).is_ok() {
        let truth = trapdoor.as_ref().map(|trapdoor| trapdoor.evaluate(&statement.x, t));
        assert!(
            truth.is_some_and(|truth| group.equal(&statement.y, &truth)),
            "a false statement is accepted"
        );
    }
}

//! Checkpoint files of one delay and of different ones, whose digest is corrected so that mutants pass its
//! check: each has one encoding, and an evaluation resumed from a wrong one does not panic. The proof of one
//! delay verifies only if its output is true; the proof of true statements verifies only if it is the honest
//! one.

#![no_main]

use heliast_arith::Residue;
use heliast_fuzz::{
    fields::Fields,
    vectors::{self, TestGroup},
};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{
    Evaluation, Statement, Suite,
    batch::{Records, Work, varied, verify},
};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use std::{ops::Range, sync::LazyLock};

/// The bytes of the group id, which follow magic and version.
const ID: Range<usize> = 5..37;
/// The bytes of t, the squarings done and the spacing.
const NUMBERS: [Range<usize>; 3] = [37..45, 45..53, 53..61];
/// Evaluations of up to this number of squarings are completed.
const LONGEST: u64 = 600;

/// The different delays of the true statements, whose bases are at digits and between them.
const DELAYS: [u64; 5] = [LONGEST, LONGEST - 1, 300, 300, 7];
/// The bytes of the digits' width, of the number of digits to do, and of the number of buckets, in a
/// checkpoint of different delays.
const VARIED_NUMBERS: [Range<usize>; 3] = [71..72, 72..80, 84..86];

static GROUPS: LazyLock<Vec<TestGroup>> = LazyLock::new(vectors::groups);
static VARIED: LazyLock<Varied> = LazyLock::new(Varied::new);

/// A list of true statements, and its honest proof.
struct Varied {
    group: RsaGroup,
    records: Records<'static>,
    prover: varied::Prover<'static, Residue>,
    proof: Residue,
}

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let flags = fields.u8();
    let edits = flags & 1 == 1;
    match GROUPS.get(usize::from(flags >> 1) % (GROUPS.len() + 1)) {
        Some(found) => check(found, fields, edits),
        None => VARIED.check(fields, edits),
    }
});

/// Returns the file with the group id and the digest of an undamaged one.
fn sealed(mut body: Vec<u8>, group: &RsaGroup, tag: &[u8]) -> Vec<u8> {
    if let Some(id) = body.get_mut(ID) {
        id.copy_from_slice(&group.id());
    }
    let digest = Sha256::new_with_prefix(tag).chain_update(&body).finalize();
    body.extend_from_slice(&digest);
    body
}

fn check(found: &TestGroup, fields: Fields, edits: bool) {
    let body = if edits { edited(found, fields) } else { fields.0.to_vec() };
    let bytes = sealed(body, &found.group, b"\x15heliast/checkpoint/v1");
    if let Ok(evaluation) = Evaluation::from_bytes(&found.group, &bytes) {
        assert_eq!(evaluation.to_bytes(), bytes);
        assert_eq!(evaluation.output().is_some(), evaluation.done() == evaluation.t());
        if evaluation.t() <= LONGEST {
            finish(found, evaluation);
        }
    }
}

/// Returns an honest checkpoint with edits, without its digest.
fn edited(TestGroup { group, .. }: &TestGroup, mut fields: Fields) -> Vec<u8> {
    let (t, done) = (u64::from(fields.u16()) % LONGEST + 1, u64::from(fields.u16()));
    let x = heliast_vdf::delay_input(group, b"fuzz");
    let mut evaluation = Evaluation::start(group, x, t).expect("t is in range");
    evaluation.advance(done);
    edited_body(evaluation.to_bytes(), &NUMBERS, fields)
}

/// Returns the bytes before the digest, with some of these numbers and bytes overwritten.
fn edited_body(mut body: Vec<u8>, numbers: &[Range<usize>], mut fields: Fields) -> Vec<u8> {
    body.truncate(body.len() - 32);
    while !fields.is_empty() {
        let (kind, at) = (fields.u8(), usize::from(fields.u16()) % (body.len() + 1));
        match kind % 4 {
            0 => body.truncate(at),
            1 => body.extend(fields.bytes(at % 300)),
            2 => body[at..].iter_mut().zip(fields.bytes(8)).for_each(|(byte, &new)| *byte = new),
            _ => numbers[at % numbers.len()].clone().zip(fields.array::<8>()).for_each(|(i, new)| {
                body.get_mut(i).into_iter().for_each(|byte| *byte = new);
            }),
        }
    }
    body
}

fn finish(TestGroup { group, trapdoor }: &TestGroup, mut evaluation: Evaluation<RsaGroup>) {
    let (x, t, suite) = (evaluation.input().clone(), evaluation.t(), Suite::default());
    assert!(evaluation.advance(u64::MAX) && evaluation.done() == t);
    let (y, proof) =
        heliast_vdf::prove(&evaluation, suite, 1, |_| true).expect("a finished evaluation has a proof");
    let statement = Statement { x, y, t };
    if heliast_vdf::verify(group, &statement, &proof, suite).is_ok() {
        let truth = trapdoor.as_ref().map(|trapdoor| trapdoor.evaluate(&statement.x, t));
        let truth = truth.unwrap_or_else(|| {
            let mut y = statement.x.clone();
            group.square_n(&mut y, t);
            y
        });
        assert!(group.equal(&statement.y, &truth), "a false statement is accepted");
    }
}

impl Varied {
    fn new() -> Varied {
        let mut groups = vectors::groups().into_iter();
        let TestGroup { group, trapdoor } = groups.find(|found| found.trapdoor.is_some()).expect("factors");
        let trapdoor = trapdoor.expect("factors");
        let statement = |(index, t): (u8, u64)| {
            let x = heliast_vdf::delay_input(&group, &[index]);
            let y = trapdoor.evaluate(&x, t);
            (t, x, y)
        };
        let statements: Vec<_> = (0..).zip(DELAYS).map(statement).collect();
        let bytes = Records::encode_with_delays(&group, statements.iter().map(|(t, x, y)| (*t, x, y)));
        let records = Records::with_delays(&group, bytes.leak()).expect("canonical records");
        let prover = varied::Prover::new(&group, terms(), &records, 1).expect("units");
        let proof = prover.prove(&group, Work { threads: 1, progress: |_| true }).expect("true statements");
        Varied { group, records, prover, proof }
    }

    fn check(&self, mut fields: Fields, edits: bool) {
        let Varied { group, records, prover, proof } = self;
        let body = if edits {
            let mut evaluation = varied::Squarings::start(group, prover);
            evaluation.advance(fields.u16().into());
            edited_body(evaluation.to_bytes(), &VARIED_NUMBERS, fields)
        } else {
            fields.0.to_vec()
        };
        let bytes = sealed(body, group, b"\x1cheliast/varied-checkpoint/v1");
        let Ok(evaluation) = varied::Squarings::resume(group, prover, &bytes) else { return };
        assert_eq!(evaluation.to_bytes(), bytes);
        assert!(evaluation.done() <= evaluation.total());
        if let Ok(found) = evaluation.finish(Work { threads: 1, progress: |_| true }) {
            let holds = verify(group, terms(), records, &terms().proof(found.clone()), 1).is_ok();
            assert_eq!(holds, group.equal(&found, proof), "the proof is one element");
        }
    }
}

fn terms() -> varied::Terms {
    varied::Terms::new(64).expect("a level")
}

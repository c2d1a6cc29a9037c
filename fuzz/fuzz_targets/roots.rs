//! Proof files and states of chains of roots, honest with edits or any, the states with a corrected digest:
//! each has one encoding, no false output is accepted, and an evaluation resumed from a state proves nothing
//! false.

#![no_main]

use heliast_fuzz::fields::Fields;
use heliast_group::{RootElement, RootField};
use heliast_vdf::{
    Work,
    roots::{self, Evaluation, ProofFile, Statement},
};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// Up to this number of steps are repeated to check whether an output is true.
const LONGEST: u64 = 40;
/// The bytes of the numbers in a state: t, the segments and the steps done.
const NUMBERS: [std::ops::Range<usize>; 3] = [37..45, 45..47, 47..55];

static FIELD: LazyLock<RootField> = LazyLock::new(|| RootField::built_in(1024).expect("it is built in"));

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    match fields.u8() % 4 {
        0 => file(fields.0),
        1 => file(&edited_file(fields)),
        2 => state(fields.0.to_vec()),
        _ => state(edited_state(fields)),
    }
});

fn work() -> Work<impl Fn(u64) -> bool + Sync> {
    Work { threads: 1, progress: |_| true }
}

/// Returns an evaluation of a few steps, some of which are done.
fn evaluation(fields: &mut Fields) -> Evaluation {
    let (t, segments, done) = (u64::from(fields.u8()) % LONGEST + 1, u16::from(fields.u8()), fields.u8());
    let segments = segments % t as u16 + 1;
    let mut evaluation = Evaluation::start(&FIELD, FIELD.hash(&[fields.u8()]), t, segments)
        .expect("t and segments are in range");
    evaluation.advance(done.into(), 1);
    evaluation
}

fn edited_file(mut fields: Fields) -> Vec<u8> {
    let mut evaluation = evaluation(&mut fields);
    evaluation.advance(u64::MAX, 1);
    let (statement, proof) = evaluation.finish().expect("it is finished");
    roots::verify(&FIELD, &statement, &proof, &[0; 32], work()).expect("an honest proof verifies");
    let mut bytes = ProofFile::new(&FIELD, &statement, &proof).to_bytes();
    fields.edit(&mut bytes);
    match fields.u8() {
        1 => bytes.truncate(fields.u16().into()),
        2 => bytes.extend_from_slice(fields.0),
        _ => {}
    }
    bytes
}

fn file(bytes: &[u8]) {
    let Ok(file) = ProofFile::from_bytes(bytes) else { return };
    assert_eq!(file.to_bytes(), bytes);
    if file.t() > LONGEST {
        return;
    }
    if let Ok(statement) = file.open(&FIELD, &[1; 32], work()) {
        is_true(&statement);
        let y = file.open_as(&FIELD, &statement.x, statement.t, &[2; 32], work());
        assert_eq!(y.as_ref(), Ok(&statement.y));
        assert!(file.open_as(&FIELD, &statement.x, statement.t + 1, &[2; 32], work()).is_err());
    }
}

/// Checks the statement by evaluating its steps forwards; a verifier goes backwards.
fn is_true(statement: &Statement) {
    let mut evaluation =
        Evaluation::start(&FIELD, statement.x.clone(), statement.t, 1).expect("a statement that holds");
    evaluation.advance(u64::MAX, 1);
    assert_eq!(evaluation.output(), Some(&statement.y), "a false output is accepted");
}

/// Returns an honest state with edits, without its digest.
fn edited_state(mut fields: Fields) -> Vec<u8> {
    let mut body = evaluation(&mut fields).to_bytes();
    body.truncate(body.len() - 32);
    if let Some(number) = NUMBERS.get(usize::from(fields.u8())) {
        number.clone().zip(fields.array::<8>()).for_each(|(at, new)| body[at] = new);
    }
    fields.edit(&mut body);
    if fields.u8() == 1 {
        body.truncate(fields.u16().into());
    }
    body
}

fn state(mut bytes: Vec<u8>) {
    let digest = Sha256::new_with_prefix(b"\x1bheliast/roots/checkpoint/v1").chain_update(&bytes).finalize();
    bytes.extend_from_slice(&digest);
    let Ok(mut evaluation) = Evaluation::from_bytes(&FIELD, &bytes) else { return };
    assert_eq!(evaluation.to_bytes(), bytes);
    assert!(evaluation.done() <= evaluation.t());
    if evaluation.t() > LONGEST {
        return;
    }
    let x: RootElement = evaluation.input().clone();
    evaluation.advance(u64::MAX, 1);
    let (statement, proof) = evaluation.finish().expect("it is finished");
    assert_eq!(statement.x, x);
    if roots::verify(&FIELD, &statement, &proof, &[3; 32], work()).is_ok() {
        is_true(&statement);
    }
}

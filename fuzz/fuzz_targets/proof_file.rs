//! Proof files: each has one encoding, and no proof of a false statement is accepted. The true output is
//! computed with the factors of the toy groups, and by squaring in other groups.

#![no_main]

use heliast_arith::Residue;
use heliast_fuzz::vectors::{self, TestGroup};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{ProofFile, Statement};
use libfuzzer_sys::fuzz_target;
use std::{
    collections::HashSet,
    sync::{LazyLock, Mutex},
};

/// This exceeds the squarings of all proofs of the vectors that were made without factors.
const LONGEST: u64 = 1 << 16;

static GROUPS: LazyLock<Vec<TestGroup>> = LazyLock::new(vectors::groups);
/// Encoded statements that are known to be true.
static TRUE: Mutex<Option<HashSet<Vec<u8>>>> = Mutex::new(None);

fuzz_target!(|data: &[u8]| {
    let Ok(mut file) = ProofFile::from_bytes(data) else { return };
    assert_eq!(file.to_bytes(), data);
    let by_id = GROUPS.iter().find(|it| it.group.id() == file.group_id);
    let by_length = || GROUPS.iter().find(|it| it.group.encoded_len() == file.x.len());
    let Some(found) = by_id.or_else(by_length) else { return };
    file.group_id = found.group.id();
    if let Ok(statement) = file.open(&found.group) {
        assert_eq!((statement.t, found.group.encode(&statement.x)), (file.t, file.x));
        assert_true(found, &statement);
    }
});

fn assert_true(TestGroup { group, trapdoor }: &TestGroup, statement: &Statement<Residue>) {
    let Statement { x, y, t } = statement;
    let key = [&group.id()[..], &group.encode(x), &group.encode(y), &t.to_be_bytes()].concat();
    let mut known = TRUE.lock().expect("one thread");
    if known.get_or_insert_default().insert(key) {
        let truth =
            trapdoor.as_ref().map_or_else(|| square(group, x, *t), |trapdoor| trapdoor.evaluate(x, *t));
        assert!(group.equal(y, &truth), "a false statement is accepted");
    }
}

fn square(group: &RsaGroup, x: &Residue, t: u64) -> Residue {
    assert!(t <= LONGEST, "a proof of {t} squarings that nobody has made");
    let mut y = x.clone();
    group.square_n(&mut y, t);
    y
}

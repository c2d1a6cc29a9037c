//! Batch proof files: one encoding each, and none is accepted for a list with a false statement.

#![no_main]

use arith::Residue;
use group::RsaGroup;
use heliast_fuzz::{
    fields::Fields,
    vectors::{self, TestGroup},
};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use vdf::{
    Suite,
    batch::{BatchProofFile, Family, Protocol, Proving, Records, Terms, prove, verify},
};

/// One round of Pietrzak's.
const T: u64 = 1500;
const COUNT: usize = 3;

/// A group, honest proofs of true records, and the same records but for a false one.
struct Fixture {
    group: RsaGroup,
    honest: Vec<Vec<u8>>,
    lie: Vec<u8>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let mut groups =
        vectors::groups().into_iter().filter_map(|TestGroup { group, trapdoor }| Some((group, trapdoor?)));
    let (group, trapdoor) = groups.next().expect("a group with its factors");
    let statement = |index: usize| {
        let x = vdf::delay_input(&group, &[index as u8]);
        let y = trapdoor.evaluate(&x, T);
        (x, y)
    };
    let mut statements: Vec<(Residue, Residue)> = (0..COUNT).map(statement).collect();
    let encode = |list: &[(Residue, Residue)]| Records::encode(&group, list.iter().map(|(x, y)| (x, y)));
    let truth = encode(&statements);
    statements[1].1 = statements[0].1.clone();
    let lie = encode(&statements);
    let provings = [Proving::Wesolowski(Suite::default()), Proving::Pietrzak];
    let pairs = provings.into_iter().flat_map(|proving| Family::ALL.map(|family| (family, proving)));
    let honest = pairs.map(|pair| honest(&group, &truth, pair)).collect();
    Fixture { honest, lie, group }
});

fuzz_target!(|data: &[u8]| {
    let Fixture { group, honest, lie } = &*FIXTURE;
    let mut fields = Fields(data);
    let bytes = match fields.u8() {
        0 => fields.0.to_vec(),
        choice => edited(&honest[usize::from(choice - 1) % honest.len()], fields),
    };
    let Ok(file) = BatchProofFile::decode(&bytes) else { return };
    assert_eq!(file.encode(), bytes);
    assert_eq!(file.shards().iter().sum::<u64>(), file.count());
    assert!(file.strength() <= file.level() && (64..=256).contains(&file.level()));
    let Ok(proof) = file.proof(group) else { return };
    assert_eq!(proof.len(), file.terms().protocol.proofs());
    // A large count asks for millions of buckets, which is its protocol and not what is tried here.
    if file.count() <= 1000 {
        let records = Records::new(group, lie).expect("canonical records");
        assert!(verify(group, file.terms(), &records, &proof, 1).is_err(), "a false statement is accepted");
    }
});

fn honest(group: &RsaGroup, truth: &[u8], (family, proving): (Family, Proving)) -> Vec<u8> {
    let records = Records::new(group, truth).expect("canonical records");
    let terms = Terms { t: T, protocol: Protocol::of_family(family, 64, COUNT as u64).expect("a level") };
    let proof = prove(group, &terms, &records, (proving, 1), |_| true).expect("true statements");
    verify(group, &terms, &records, &proof, 1).expect("an honest proof verifies");
    BatchProofFile::new(group, (family, 64), T, &[COUNT as u64], &proof).expect("a whole proof").encode()
}

/// The proof with some bytes overwritten.
fn edited(honest: &[u8], fields: Fields) -> Vec<u8> {
    let mut bytes = honest.to_vec();
    fields.overwrite(&mut bytes);
    bytes
}

//! Batch proof files: one encoding each, and none is accepted for a list with a false statement.

#![no_main]

use heliast_arith::Residue;
use heliast_fuzz::{
    fields::Fields,
    vectors::{self, TestGroup},
};
use heliast_group::RsaGroup;
use heliast_vdf::{
    Suite,
    batch::{
        AnyProofFile, BatchProofFile, Contents, Family, Protocol, Proving, Records, Terms, Work, prove,
        varied, verify,
    },
};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// One round of Pietrzak's.
const T: u64 = 1500;
const COUNT: usize = 3;

/// A group, honest proofs of true records of both kinds, and the same records but for a false one.
struct Fixture {
    group: RsaGroup,
    honest: Vec<Vec<u8>>,
    lie: Vec<u8>,
    varied_lie: Vec<u8>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let mut groups =
        vectors::groups().into_iter().filter_map(|TestGroup { group, trapdoor }| Some((group, trapdoor?)));
    let (group, trapdoor) = groups.next().expect("a group with its factors");
    let statement = |index: usize| {
        let x = heliast_vdf::delay_input(&group, &[index as u8]);
        let y = trapdoor.evaluate(&x, T);
        (x, y)
    };
    let mut statements: Vec<(Residue, Residue)> = (0..COUNT).map(statement).collect();
    let encode = |list: &[(Residue, Residue)]| Records::encode(&group, list.iter().map(|(x, y)| (x, y)));
    let encode_varied =
        |list: &[(Residue, Residue)]| varied::Records::encode(&group, list.iter().map(|(x, y)| (T, x, y)));
    let (truth, varied_truth) = (encode(&statements), encode_varied(&statements));
    statements[1].1 = statements[0].1.clone();
    let (lie, varied_lie) = (encode(&statements), encode_varied(&statements));
    let provings = [Proving::Wesolowski(Suite::default()), Proving::Pietrzak];
    let pairs = provings.into_iter().flat_map(|proving| Family::ALL.map(|family| (family, proving)));
    let mut honest: Vec<Vec<u8>> = pairs.map(|pair| honest(&group, &truth, pair)).collect();
    honest.push(honest_varied(&group, &varied_truth));
    Fixture { honest, lie, varied_lie, group }
});

fuzz_target!(|data: &[u8]| {
    let Fixture { group, honest, lie, varied_lie } = &*FIXTURE;
    let mut fields = Fields(data);
    let bytes = match fields.u8() {
        0 => fields.0.to_vec(),
        choice => edited(&honest[usize::from(choice - 1) % honest.len()], fields),
    };
    let file = AnyProofFile::from_bytes(&bytes);
    assert_eq!(BatchProofFile::from_bytes(&bytes).is_ok(), matches!(file, Ok(AnyProofFile::One(_))));
    assert_eq!(varied::ProofFile::from_bytes(&bytes).is_ok(), matches!(file, Ok(AnyProofFile::Varied(_))));
    match file {
        Ok(AnyProofFile::One(file)) => check(group, &file, &bytes, lie),
        Ok(AnyProofFile::Varied(file)) => check_varied(group, &file, &bytes, varied_lie),
        Err(_) => {}
    }
});

fn check(group: &RsaGroup, file: &BatchProofFile, bytes: &[u8], lie: &[u8]) {
    assert_eq!(file.to_bytes(), bytes);
    assert_eq!(file.shards().iter().sum::<u64>(), file.count());
    assert!(file.strength() <= file.level() && (64..=256).contains(&file.level()));
    let Ok(proof) = file.proof(group) else { return };
    assert_eq!(proof.len(), file.terms().protocol.proofs());
    // A large count asks for millions of buckets, which is its protocol and not what is tried here.
    if file.count() <= 1000 {
        let records = Records::new(group, lie).expect("canonical records");
        assert!(verify(group, file.terms(), &records, &proof, 1).is_err(), "a false statement is accepted");
    }
}

fn check_varied(group: &RsaGroup, file: &varied::ProofFile, bytes: &[u8], lie: &[u8]) {
    assert_eq!(file.to_bytes(), bytes);
    assert!((64..=256).contains(&file.level()) && file.level() % 8 == 0 && file.count() > 0);
    let Ok(proof) = file.proof(group) else { return };
    let records = varied::Records::new(group, lie).expect("canonical records");
    assert!(
        varied::verify(group, file.terms(), &records, &proof, 1).is_err(),
        "a false statement is accepted"
    );
}

fn honest_varied(group: &RsaGroup, truth: &[u8]) -> Vec<u8> {
    let records = varied::Records::new(group, truth).expect("canonical records");
    let terms = varied::Terms::new(64).expect("a level");
    let proof = varied::prove(group, terms, &records, Work { threads: 1, progress: |_| true })
        .expect("true statements");
    varied::verify(group, terms, &records, &proof, 1).expect("an honest proof verifies");
    varied::ProofFile::new(group, terms, COUNT as u64, &proof).expect("a whole proof").to_bytes()
}

fn honest(group: &RsaGroup, truth: &[u8], (family, proving): (Family, Proving)) -> Vec<u8> {
    let records = Records::new(group, truth).expect("canonical records");
    let terms = Terms { t: T, protocol: Protocol::of_family(family, 64, COUNT as u64).expect("a level") };
    let proof = prove(group, &terms, &records, proving, Work { threads: 1, progress: |_| true })
        .expect("true statements");
    verify(group, &terms, &records, &proof, 1).expect("an honest proof verifies");
    let contents = Contents { family, level: 64, t: T, shards: &[COUNT as u64] };
    BatchProofFile::new(group, contents, &proof).expect("a whole proof").to_bytes()
}

/// The proof with some bytes overwritten.
fn edited(honest: &[u8], fields: Fields) -> Vec<u8> {
    let mut bytes = honest.to_vec();
    fields.overwrite(&mut bytes);
    bytes
}

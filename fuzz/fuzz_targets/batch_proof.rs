//! Batch proof files: each has one encoding, and none is accepted for a list with a false statement.

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
        AnyTerms, BatchProofFile, Contents, Family, Protocol, Proving, Records, Terms, Work, prove, varied,
        verify,
    },
};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// Pietrzak's protocol has one round for this delay.
const T: u64 = 1500;
const COUNT: usize = 3;

/// A group, honest proofs of true records of both kinds, and the same records with one replaced by a false
/// one.
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
    let encode_varied = |list: &[(Residue, Residue)]| {
        Records::encode_with_delays(&group, list.iter().map(|(x, y)| (T, x, y)))
    };
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
    let Ok(file) = BatchProofFile::from_bytes(&bytes) else { return };
    assert_eq!(file.to_bytes(), bytes);
    assert_eq!(file.shards().iter().sum::<u64>(), file.count());
    assert!(file.strength() <= file.level() && (64..=256).contains(&file.level()));
    assert!(file.level() % 8 == 0 && file.count() > 0);
    let Ok(proof) = file.proof(group) else { return };
    let lie = match file.terms() {
        AnyTerms::One(terms) => {
            assert_eq!(proof.len(), terms.protocol.proofs());
            Records::new(group, lie)
        }
        AnyTerms::Varied(_) => {
            assert_eq!(proof.len(), 1);
            Records::with_delays(group, varied_lie)
        }
    };
    // A large count makes the protocol use millions of buckets, which this target does not test.
    if file.count() <= 1000 {
        let refused = verify(group, file.terms(), &lie.expect("canonical records"), &proof, 1).is_err();
        assert!(refused, "a false statement is accepted");
    }
});

fn honest_varied(group: &RsaGroup, truth: &[u8]) -> Vec<u8> {
    let records = Records::with_delays(group, truth).expect("canonical records");
    let terms = varied::Terms::new(64).expect("a level");
    let work = Work { threads: 1, progress: |_| true };
    let proof = prove(group, terms, &records, terms.proving(), work).expect("true statements");
    verify(group, terms, &records, &proof, 1).expect("an honest proof verifies");
    let family = Family::RandomExponents;
    let contents = Contents { family, level: 64, t: None, shards: &[COUNT as u64] };
    BatchProofFile::new(group, contents, &proof).expect("a whole proof").to_bytes()
}

fn honest(group: &RsaGroup, truth: &[u8], (family, proving): (Family, Proving)) -> Vec<u8> {
    let records = Records::new(group, truth).expect("canonical records");
    let terms = Terms { t: T, protocol: Protocol::of_family(family, 64, COUNT as u64).expect("a level") };
    let proof = prove(group, &terms, &records, proving, Work { threads: 1, progress: |_| true })
        .expect("true statements");
    verify(group, &terms, &records, &proof, 1).expect("an honest proof verifies");
    let contents = Contents { family, level: 64, t: Some(T), shards: &[COUNT as u64] };
    BatchProofFile::new(group, contents, &proof).expect("a whole proof").to_bytes()
}

/// Returns the proof with some bytes overwritten.
fn edited(honest: &[u8], fields: Fields) -> Vec<u8> {
    let mut bytes = honest.to_vec();
    fields.overwrite(&mut bytes);
    bytes
}

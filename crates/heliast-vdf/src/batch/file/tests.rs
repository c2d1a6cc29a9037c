use super::{
    BatchProofFile, Contents, FileError, StatementsHeader,
    header::{OF_MANY_DELAYS, OF_ONE_DELAY},
};
use crate::{
    batch::{
        AnyHeader, AnyProofFile, Digest, Family, Invalid, MAX_STATEMENTS, Method, Protocol, ProveError,
        Proving, Records, Terms, combine, combine::combine_shards, prove, prove_left, varied,
    },
    eval::Evaluation,
    statement::MAX_DELAY,
    suite::Suite,
    work::Work,
};
use alloc::{vec, vec::Vec};
use heliast_arith::{Natural, Residue};
use heliast_group::{Group, RsaGroup};

const T: u64 = 3000;

fn group(bits: usize, less: u64) -> RsaGroup {
    RsaGroup::unchecked(&Natural::one().shl(bits).sub(&Natural::from(less)).unwrap())
}

fn records(group: &RsaGroup, m: u64) -> Vec<u8> {
    let pairs: Vec<(Residue, Residue)> = (0..m)
        .map(|index| {
            let x = group.hash("test", &index.to_be_bytes());
            let mut y = x.clone();
            group.square_n(&mut y, T);
            (x, y)
        })
        .collect();
    Records::encode(group, pairs.iter().map(|(x, y)| (x, y)))
}

fn edited(bytes: &[u8], at: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + with.len()].copy_from_slice(with);
    bytes
}

#[test]
fn a_statements_file_is_its_header_and_its_records() {
    let group = group(256, 189);
    let bytes = records(&group, 5);
    let file = StatementsHeader::file_of(&group, T, &Records::new(&group, &bytes).unwrap());
    let header = StatementsHeader::decode(&file).unwrap();
    assert_eq!(header, StatementsHeader::new(&group, T, 5));
    assert_eq!(header.encode(), file[..64]);
    assert_eq!(file[64..], bytes);
    assert_eq!(header.check_len(file.len() as u64), Ok(()));
    assert_eq!(header.check_group(&group), Ok(()));
    assert_eq!(header.check_group(&self::group(256, 587)), Err(FileError::OtherGroup));
    for found in [0, 63, 64, file.len() as u64 - 1, file.len() as u64 + 64] {
        let expected = FileError::Length { count: 5, expected: file.len() as u64, found };
        assert_eq!(header.check_len(found), Err(expected));
    }
}

#[test]
fn no_other_header_of_a_statements_file_is_accepted() {
    let header = StatementsHeader::new(&group(256, 189), T, 5).encode();
    for len in 0..header.len() {
        assert!(StatementsHeader::decode(&header[..len]).is_err(), "{len}");
    }
    for at in (0..8).chain(44..48) {
        assert!(StatementsHeader::decode(&edited(&header, at, &[7])).is_err(), "{at}");
    }
    for (what, at, with) in [
        ("no width", 40, &0u32.to_be_bytes()[..]),
        ("too wide", 40, &1025u32.to_be_bytes()),
        ("no squarings", 48, &0u64.to_be_bytes()),
        ("too many squarings", 48, &MAX_DELAY.to_be_bytes()),
        ("no statements", 56, &0u64.to_be_bytes()),
        ("a length beyond u64", 56, &u64::MAX.to_be_bytes()),
        ("too many statements", 56, &(MAX_STATEMENTS + 1).to_be_bytes()),
    ] {
        let found = StatementsHeader::decode(&edited(&header, at, with));
        assert!(matches!(found, Err(FileError::Statements(_))), "{what}: {found:?}");
    }
}

fn proofs(group: &RsaGroup) -> Vec<(Vec<u8>, BatchProofFile)> {
    let bytes = records(group, 3);
    let records = Records::new(group, &bytes).unwrap();
    let mut files = Vec::new();
    for family in Family::ALL {
        for proving in [Proving::Wesolowski(Suite::default()), Proving::Pietrzak] {
            let terms = Terms { t: T, protocol: Protocol::of_family(family, 64, 3).unwrap() };
            let proof =
                prove(group, &terms, &records, proving, Work { threads: 1, progress: |_| true }).unwrap();
            files.push((
                bytes.clone(),
                BatchProofFile::new(group, Contents { family, level: 64, t: T, shards: &[3] }, &proof)
                    .unwrap(),
            ));
        }
    }
    files
}

#[test]
fn a_batch_proof_file_holds_what_was_proved() {
    let group = group(256, 189);
    for (bytes, file) in proofs(&group) {
        let records = Records::new(&group, &bytes).unwrap();
        let encoded = file.to_bytes();
        let decoded = BatchProofFile::from_bytes(&encoded).unwrap();
        assert_eq!(decoded, file);
        assert_eq!((decoded.count(), decoded.shards(), decoded.level()), (3, &[3][..], 64));
        assert_eq!(decoded.strength(), 64);
        let left = combine(&group, decoded.terms(), &records, Method::Best, 1).unwrap();
        decoded.proof(&group).unwrap().check(&group, &left).unwrap();
        assert_eq!(decoded.proof(&self::group(256, 587)).err(), Some(FileError::OtherGroup));

        for len in 0..encoded.len().min(200) {
            assert!(BatchProofFile::from_bytes(&encoded[..len]).is_err(), "{len}");
        }
        let family = decoded.family();
        assert!(BatchProofFile::from_bytes(&[&encoded[..], b"\0"].concat()).is_err(), "{family:?} extended");
        assert!(BatchProofFile::from_bytes(&encoded[..encoded.len() - 1]).is_err(), "{family:?} cut");
    }
}

/// In memory, from the two files: all choices of the prover are compared with the verifier's values.
#[test]
fn a_proof_file_is_held_to_the_list_and_to_the_demanded_level() {
    let group = group(256, 189);
    let bytes = records(&group, 3);
    let records = Records::new(&group, &bytes).unwrap();
    let header = StatementsHeader::new(&group, T, 3);
    for (_, file) in proofs(&group) {
        assert_eq!(file.verify(&group, &header, &records, 64, 1), Ok(()));
        let refused = |header: &StatementsHeader, records: &Records<'_>, least| {
            file.verify(&group, header, records, least, 1).unwrap_err()
        };
        assert_eq!(refused(&header, &records, 65), Invalid::Level { least: 65, found: 64 }.into());
        let other = StatementsHeader { t: T + 1, ..header.clone() };
        assert_eq!(refused(&other, &records, 64), Invalid::OtherDelay { expected: T + 1, found: T }.into());
        let count = Invalid::Count { expected: Some(3), found: 2 };
        assert_eq!(
            refused(&StatementsHeader { count: 2, ..header.clone() }, &records, 64),
            count.clone().into()
        );
        assert_eq!(refused(&header, &records.range(0..2), 64), count.into());
        let foreign = StatementsHeader { group_id: [0; 32], ..header.clone() };
        assert_eq!(refused(&foreign, &records, 64), FileError::OtherGroup.into());
    }
}

#[test]
fn a_proof_over_several_shards_is_verified_in_memory() {
    let group = group(256, 189);
    let (bytes, shards) = (records(&group, 3), [1, 2]);
    let records = Records::new(&group, &bytes).unwrap();
    let terms = Terms { t: T, protocol: Protocol::of_family(Family::RandomExponents, 64, 3).unwrap() };
    let digests = [0..1, 1..3].map(|places| Digest::of(&records.range(places), 1));
    let left = combine_shards(&group, &terms, &digests, &records, Method::Best, 1).unwrap();
    let square = |_: usize, x: &Residue| {
        let mut evaluation = Evaluation::start(&group, x.clone(), T).unwrap();
        evaluation.advance(T);
        Ok::<_, ProveError>(evaluation)
    };
    let work = Work { threads: 1, progress: |_: usize, _: f64| true };
    let proof = prove_left(&group, &left, Proving::Pietrzak, square, work).unwrap().unwrap();
    let contents = Contents { family: Family::RandomExponents, level: 64, t: T, shards: &shards };
    let file = BatchProofFile::new(&group, contents, &proof).unwrap();
    let header = StatementsHeader::new(&group, T, 3);
    assert_eq!(file.verify(&group, &header, &records, 64, 2), Ok(()));

    let whole = BatchProofFile::new(&group, Contents { shards: &[3], ..contents }, &proof).unwrap();
    assert!(whole.verify(&group, &header, &records, 64, 2).is_err());
}

/// Every field is either checked, or it is part of what decoding returns.
#[test]
fn every_bit_of_a_batch_proof_file_matters() {
    let group = group(256, 189);
    for (_, file) in proofs(&group) {
        let encoded = file.to_bytes();
        for at in 0..encoded.len().min(64 + 8 + 5 + 40) {
            for bit in 0..8 {
                let other = edited(&encoded, at, &[encoded[at] ^ 1 << bit]);
                if let Ok(decoded) = BatchProofFile::from_bytes(&other) {
                    assert_ne!(decoded, file, "{at} {bit}");
                    assert_eq!(decoded.to_bytes(), other, "{at} {bit}");
                }
            }
        }
    }
}

#[test]
fn proofs_that_do_not_fit_are_refused() {
    let group = group(256, 189);
    let (_, file) = proofs(&group).swap_remove(2);
    let encoded = file.to_bytes();
    for (what, at, with) in [
        ("family", 5, &[6][..]),
        ("level that is none", 6, &[0, 65]),
        ("level 0", 6, &[0, 0]),
        ("shards beyond the file", 44, &[255; 4]),
        ("no shards", 44, &[0; 4]),
        ("squarings", 48, &[0; 8]),
        ("statements", 56, &[0, 0, 0, 0, 0, 0, 0, 4]),
        ("shard", 64, &[0, 0, 0, 0, 0, 0, 0, 4]),
        ("system", 72, &[2]),
        ("suite", 73, &[9]),
        ("suite of a system without", 72, &[1]),
    ] {
        assert!(BatchProofFile::from_bytes(&edited(&encoded, at, with)).is_err(), "{what}");
    }
    let proof = file.proof(&group).unwrap();
    let make = |family, level, shards: &[u64]| {
        BatchProofFile::new(&group, Contents { family, level, t: T, shards }, &proof)
    };
    assert!(make(Family::RandomExponents, 64, &[1, 2]).is_ok());
    for (family, level, shards) in [
        (Family::RandomSubsets, 64, vec![3]),
        (Family::RandomExponents, 60, vec![3]),
        (Family::RandomExponents, 64, vec![]),
        (Family::RandomExponents, 64, vec![3, 0]),
        (Family::RandomExponents, 64, vec![u64::MAX, 1]),
    ] {
        assert!(make(family, level, &shards).is_err(), "{family:?} {level} {shards:?}");
    }
    let zero = edited(&encoded, 77, &[0; 32]);
    let found = BatchProofFile::from_bytes(&zero).unwrap().proof(&group);
    assert!(matches!(found, Err(FileError::Element { index: 0, .. })), "{found:?}");
}

/// (t, x, y) for each of these delays.
fn varied_records(group: &RsaGroup, delays: &[u64]) -> Vec<u8> {
    let statements: Vec<(u64, Residue, Residue)> = delays
        .iter()
        .enumerate()
        .map(|(index, t)| {
            let x = group.hash("test", &[index as u8]);
            let mut y = x.clone();
            group.square_n(&mut y, *t);
            (*t, x, y)
        })
        .collect();
    varied::Records::encode(group, statements.iter().map(|(t, x, y)| (*t, x, y)))
}

#[test]
fn a_list_of_different_delays_is_its_header_and_its_records() {
    let group = group(256, 189);
    let bytes = varied_records(&group, &[300, 7, 300]);
    let file = varied::StatementsHeader::file_of(&group, &varied::Records::new(&group, &bytes).unwrap());
    let header = varied::StatementsHeader::decode(&file).unwrap();
    assert_eq!(header, varied::StatementsHeader::new(&group, 3));
    assert_eq!(AnyHeader::decode(&file), Ok(AnyHeader::Varied(header.clone())));
    assert_eq!(header.encode(), file[..64]);
    assert_eq!(file[64..], bytes);
    assert_eq!((header.record_len(), header.file_len()), (8 + 2 * 32, file.len() as u64));
    assert_eq!(header.check_len(file.len() as u64), Ok(()));
    assert_eq!(header.check_group(&group), Ok(()));
    assert_eq!(header.check_group(&self::group(256, 587)), Err(FileError::OtherGroup));
    for found in [0, 64, file.len() as u64 - 8, file.len() as u64 + 72] {
        let expected = FileError::Length { count: 3, expected: file.len() as u64, found };
        assert_eq!(header.check_len(found), Err(expected));
    }
    for len in 0..64 {
        assert!(AnyHeader::decode(&file[..len]).is_err(), "{len}");
    }
    for at in (0..8).chain(44..48) {
        assert!(AnyHeader::decode(&edited(&file, at, &[7])).is_err(), "{at}");
    }
}

/// Neither kind is taken for the other.
#[test]
fn kinds_are_told_apart() {
    let group = group(256, 189);
    let one = StatementsHeader::new(&group, T, 5).encode();
    let varied = varied::StatementsHeader::new(&group, 5).encode();
    assert_eq!(edited(&one, 48, &[0; 8]), varied);
    assert!(matches!(AnyHeader::decode(&one), Ok(AnyHeader::One(_))));
    assert_eq!(varied::StatementsHeader::decode(&one), Err(FileError::Statements(OF_ONE_DELAY)));
    assert_eq!(StatementsHeader::decode(&varied), Err(FileError::Statements(OF_MANY_DELAYS)));

    let (one, varied) = (proofs(&group)[0].1.to_bytes(), varied_proof(&group).to_bytes());
    assert!(matches!(AnyProofFile::from_bytes(&one), Ok(AnyProofFile::One(_))));
    assert_eq!(varied::ProofFile::from_bytes(&one), Err(FileError::Proof(OF_ONE_DELAY)));
    assert_eq!(BatchProofFile::from_bytes(&varied), Err(FileError::Proof(OF_MANY_DELAYS)));
}

fn varied_proof(group: &RsaGroup) -> varied::ProofFile {
    let terms = varied::Terms::new(64).unwrap();
    let bytes = varied_records(group, &[300, 7, 300]);
    let proof = varied::prove(
        group,
        terms,
        &varied::Records::new(group, &bytes).unwrap(),
        Work { threads: 1, progress: |_| true },
    );
    varied::ProofFile::new(group, terms, 3, &proof.unwrap()).unwrap()
}

#[test]
fn a_proof_of_different_delays_is_what_was_proved() {
    let group = group(256, 189);
    let file = varied_proof(&group);
    let encoded = file.to_bytes();
    assert_eq!(encoded.len(), 64 + 32);
    let decoded = varied::ProofFile::from_bytes(&encoded).unwrap();
    assert_eq!(decoded, file);
    assert_eq!((decoded.count(), decoded.level(), decoded.group_id()), (3, 64, group.id()));
    assert_eq!(AnyProofFile::from_bytes(&encoded).map(|file| file.strength()), Ok(64));
    let bytes = varied_records(&group, &[300, 7, 300]);
    let records = varied::Records::new(&group, &bytes).unwrap();
    let proof = decoded.proof(&group).unwrap();
    assert_eq!(varied::verify(&group, decoded.terms(), &records, &proof, 1), Ok(()));
    assert_eq!(decoded.proof(&self::group(256, 587)).err(), Some(FileError::OtherGroup));

    for len in 0..encoded.len() {
        assert!(AnyProofFile::from_bytes(&encoded[..len]).is_err(), "{len}");
    }
    assert!(AnyProofFile::from_bytes(&[&encoded[..], b"\0"].concat()).is_err());
    for at in 0..encoded.len() {
        for bit in 0..8 {
            let other = edited(&encoded, at, &[encoded[at] ^ 1 << bit]);
            if let Ok(decoded) = AnyProofFile::from_bytes(&other) {
                let AnyProofFile::Varied(decoded) = decoded else { panic!("{at} {bit}") };
                assert_ne!(decoded, file, "{at} {bit}");
                assert_eq!(decoded.to_bytes(), other, "{at} {bit}");
            }
        }
    }
    for (what, at, with) in [
        ("another protocol", 5, &[2][..]),
        ("a level that is none", 6, &[0, 65]),
        ("a width that is not its proof's", 40, &[0, 0, 0, 31]),
        ("shards", 44, &[0, 0, 0, 1]),
        ("squarings", 48, &[0, 0, 0, 0, 0, 0, 0, 1]),
        ("no statements", 56, &[0; 8]),
        ("too many statements", 56, &[255; 8]),
    ] {
        assert!(AnyProofFile::from_bytes(&edited(&encoded, at, with)).is_err(), "{what}");
    }
    let zero = varied::ProofFile::from_bytes(&edited(&encoded, 64, &[0; 32])).unwrap().proof(&group);
    assert!(matches!(zero, Err(FileError::Element { index: 0, .. })), "{zero:?}");
    for count in [0, MAX_STATEMENTS + 1] {
        assert!(varied::ProofFile::new(&group, file.terms(), count, &proof).is_err(), "{count}");
    }
}

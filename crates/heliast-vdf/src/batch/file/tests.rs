use super::{BatchProofFile, Contents, FileError, StatementsHeader};
use crate::{
    batch::{
        AnyTerms, Digest, Family, Invalid, MAX_STATEMENTS, Method, Proof, Protocol, ProveError, Proving,
        Records, Terms, TooWeak, combine, combine::combine_shards, find_false, name_false, prove, prove_left,
        varied, verify,
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
    let header = StatementsHeader::new(&group, Some(T), 5);
    let file = [&header.encode()[..], &bytes].concat();
    assert_eq!(StatementsHeader::decode(&file), Ok(header.clone()));
    assert_eq!(header.records(&group, &bytes).map(|records| records.len()), Ok(5));
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
    let header = StatementsHeader::new(&group(256, 189), Some(T), 5).encode();
    for len in 0..header.len() {
        assert!(StatementsHeader::decode(&header[..len]).is_err(), "{len}");
    }
    for at in (0..8).chain(44..48) {
        assert!(StatementsHeader::decode(&edited(&header, at, &[7])).is_err(), "{at}");
    }
    for (what, at, with) in [
        ("no width", 40, &0u32.to_be_bytes()[..]),
        ("too wide", 40, &1025u32.to_be_bytes()),
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
                BatchProofFile::new(group, Contents { family, level: 64, t: Some(T), shards: &[3] }, &proof)
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
        let AnyTerms::One(terms) = decoded.terms() else { panic!("{:?}", decoded.terms()) };
        let left = combine(&group, terms, &records, Method::Best, 1).unwrap();
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

/// In memory, from the two files. All choices of the prover are compared with the verifier's values.
#[test]
fn a_proof_file_is_held_to_the_list_and_to_the_demanded_level() {
    let group = group(256, 189);
    let bytes = records(&group, 3);
    let records = Records::new(&group, &bytes).unwrap();
    let header = StatementsHeader::new(&group, Some(T), 3);
    for (_, file) in proofs(&group) {
        assert_eq!(file.verify(&group, &header, &records, 64, 1), Ok(()));
        let refused = |header: &StatementsHeader, records: &Records<'_>, least| {
            file.verify(&group, header, records, least, 1).unwrap_err()
        };
        assert_eq!(refused(&header, &records, 65), Invalid::Level { least: 65, found: 64 }.into());
        let varied = StatementsHeader { t: None, ..header.clone() };
        assert_eq!(refused(&varied, &records, 64), Invalid::OtherKind.into());
        let other = StatementsHeader { t: Some(T + 1), ..header.clone() };
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
    let contents = Contents { family: Family::RandomExponents, level: 64, t: Some(T), shards: &shards };
    let file = BatchProofFile::new(&group, contents, &proof).unwrap();
    let header = StatementsHeader::new(&group, Some(T), 3);
    assert_eq!(file.verify(&group, &header, &records, 64, 2), Ok(()));

    let whole = BatchProofFile::new(&group, Contents { shards: &[3], ..contents }, &proof).unwrap();
    assert!(whole.verify(&group, &header, &records, 64, 2).is_err());
}

/// Every field is either checked or returned by the decoder.
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
        BatchProofFile::new(&group, Contents { family, level, t: Some(T), shards }, &proof)
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
    Records::encode_with_delays(group, statements.iter().map(|(t, x, y)| (*t, x, y)))
}

#[test]
fn a_list_of_different_delays_is_its_header_and_its_records() {
    let group = group(256, 189);
    let bytes = varied_records(&group, &[300, 7, 300]);
    let header = StatementsHeader::new(&group, None, 3);
    let file = [&header.encode()[..], &bytes].concat();
    assert_eq!(StatementsHeader::decode(&file), Ok(header.clone()));
    let records = header.records(&group, &bytes).unwrap();
    assert_eq!([0, 1, 2].map(|index| records.delay(index)), [300, 7, 300]);
    assert_eq!((header.record_len(), header.file_len()), (8 + 2 * 32, file.len() as u64));
    assert_eq!(header.check_len(file.len() as u64), Ok(()));
    assert_eq!(header.check_group(&group), Ok(()));
    assert_eq!(header.check_group(&self::group(256, 587)), Err(FileError::OtherGroup));
    for found in [0, 64, file.len() as u64 - 8, file.len() as u64 + 72] {
        let expected = FileError::Length { count: 3, expected: file.len() as u64, found };
        assert_eq!(header.check_len(found), Err(expected));
    }
    for len in 0..64 {
        assert!(StatementsHeader::decode(&file[..len]).is_err(), "{len}");
    }
    for at in (0..8).chain(44..48) {
        assert!(StatementsHeader::decode(&edited(&file, at, &[7])).is_err(), "{at}");
    }
}

/// Neither kind is accepted as the other, by the functions that read files or by those that take records.
#[test]
fn kinds_are_told_apart() {
    let group = group(256, 189);
    let [one, varied] = [Some(T), None].map(|t| StatementsHeader::new(&group, t, 3));
    assert_eq!(edited(&one.encode(), 48, &[0; 8]), varied.encode());
    assert_eq!((one.record_len(), varied.record_len()), (64, 72));

    let bytes = varied_records(&group, &[T; 3]);
    let with_delays = varied.records(&group, &bytes).unwrap();
    let bytes = records(&group, 3);
    let without = one.records(&group, &bytes).unwrap();
    assert_eq!((without.have_delays(), with_delays.have_delays()), (false, true));
    let (of_one, of_varied) = (&proofs(&group)[2].1, varied_proof(&group));
    assert_eq!((of_one.t(), of_varied.t()), (Some(T), None));
    for (file, header, records) in [
        (of_one, &varied, &with_delays),
        (&of_varied, &one, &without),
        (of_one, &one, &with_delays),
        (&of_varied, &varied, &without),
    ] {
        let refused = file.verify(&group, header, records, 64, 1);
        assert_eq!(refused, Err(Invalid::OtherKind.into()));
    }
    let terms = Terms { t: T, protocol: Protocol::of_family(Family::RandomExponents, 64, 3).unwrap() };
    let combined = combine(&group, &terms, &with_delays, Method::Best, 1).err();
    assert_eq!(combined, Some(Invalid::OtherKind));
    let work = Work { threads: 1, progress: |_| true };
    let proved = varied::prove(&group, varied::Terms::new(64).unwrap(), &without, work).err();
    assert_eq!(proved, Some(Invalid::OtherKind.into()));
    for found in
        [find_false(&group, T, &with_delays, |_| true), name_false(&group, T, &with_delays, |_| true)]
    {
        assert_eq!(found, Err(Invalid::OtherKind.into()));
    }
}

const VARIED: Contents<'_> = Contents { family: Family::RandomExponents, level: 64, t: None, shards: &[3] };

fn varied_proof(group: &RsaGroup) -> BatchProofFile {
    let terms = varied::Terms::new(64).unwrap();
    let bytes = varied_records(group, &[300, 7, 300]);
    let records = Records::with_delays(group, &bytes).unwrap();
    let proof = varied::prove(group, terms, &records, Work { threads: 1, progress: |_| true }).unwrap();
    BatchProofFile::new(group, VARIED, &terms.proof(proof)).unwrap()
}

#[test]
fn a_proof_of_different_delays_is_what_was_proved() {
    let group = group(256, 189);
    let file = varied_proof(&group);
    let encoded = file.to_bytes();
    assert_eq!(encoded.len(), 64 + 32);
    let decoded = BatchProofFile::from_bytes(&encoded).unwrap();
    assert_eq!(decoded, file);
    assert_eq!((decoded.count(), decoded.level(), decoded.group_id()), (3, 64, group.id()));
    assert_eq!((decoded.strength(), decoded.shards(), decoded.t()), (64, &[3][..], None));
    let bytes = varied_records(&group, &[300, 7, 300]);
    let records = Records::with_delays(&group, &bytes).unwrap();
    let header = StatementsHeader::new(&group, None, 3);
    assert_eq!(decoded.verify(&group, &header, &records, 64, 1), Ok(()));
    let weak = decoded.verify(&group, &header, &records, 65, 1);
    assert_eq!(weak, Err(Invalid::Level { least: 65, found: 64 }.into()));
    assert_eq!(decoded.proof(&self::group(256, 587)).err(), Some(FileError::OtherGroup));

    for len in 0..encoded.len() {
        assert!(BatchProofFile::from_bytes(&encoded[..len]).is_err(), "{len}");
    }
    assert!(BatchProofFile::from_bytes(&[&encoded[..], b"\0"].concat()).is_err());
    for at in 0..encoded.len() {
        for bit in 0..8 {
            let other = edited(&encoded, at, &[encoded[at] ^ 1 << bit]);
            if let Ok(decoded) = BatchProofFile::from_bytes(&other) {
                assert_eq!(decoded.t(), None, "{at} {bit}");
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
        assert!(BatchProofFile::from_bytes(&edited(&encoded, at, with)).is_err(), "{what}");
    }
    let zero = BatchProofFile::from_bytes(&edited(&encoded, 64, &[0; 32])).unwrap();
    let refused = zero.verify(&group, &header, &records, 64, 1);
    let expected = zero.proof(&group).unwrap_err();
    assert!(matches!(expected, FileError::Element { index: 0, .. }), "{expected:?}");
    assert_eq!(refused, Err(expected.into()));
}

/// Different delays have one proof of Wesolowski's kind, with the suite of its level.
#[test]
fn no_other_proof_is_taken_for_one_of_different_delays() {
    let group = group(256, 189);
    let bytes = varied_records(&group, &[300, 7, 300]);
    let records = Records::with_delays(&group, &bytes).unwrap();
    let terms = varied::Terms::new(64).unwrap();
    let work = || Work { threads: 1, progress: |_| true };
    let proof = prove(&group, terms, &records, terms.proving(), work()).unwrap();
    assert_eq!(verify(&group, terms, &records, &proof, 1), Ok(()));
    let Proof::Wesolowski(suite, elements) = &proof else { panic!("{proof:?}") };
    let refused = |proof: Proof<Residue>| verify(&group, terms, &records, &proof, 1).unwrap_err();
    assert_eq!(refused(Proof::Wesolowski(Suite::default(), elements.clone())), Invalid::OtherKind);
    assert_eq!(refused(Proof::Pietrzak(vec![])), Invalid::OtherKind);
    for proofs in [vec![], [&elements[..], elements].concat()] {
        let expected = Invalid::Proofs { expected: 1, found: proofs.len() };
        assert_eq!(refused(Proof::Wesolowski(*suite, proofs)), expected);
    }
    for proving in [Proving::Pietrzak, Proving::Wesolowski(Suite::default())] {
        let refused = prove(&group, terms, &records, proving, work()).unwrap_err();
        assert_eq!(refused, Invalid::OtherKind.into());
    }
}

#[test]
fn no_other_proof_of_different_delays_is_written() {
    let group = group(256, 189);
    let proof = varied_proof(&group).proof(&group).unwrap();
    let Proof::Wesolowski(suite, elements) = &proof else { panic!("{proof:?}") };
    let refused = |contents, proof: &_| BatchProofFile::new(&group, contents, proof).unwrap_err();
    for (what, contents, proof) in [
        ("no shard", Contents { shards: &[], ..VARIED }, proof.clone()),
        ("no statements", Contents { shards: &[0], ..VARIED }, proof.clone()),
        ("too many statements", Contents { shards: &[MAX_STATEMENTS + 1], ..VARIED }, proof.clone()),
        ("two shards", Contents { shards: &[1, 2], ..VARIED }, proof.clone()),
        ("the suite of another level", Contents { level: 72, ..VARIED }, proof.clone()),
        ("another suite", VARIED, Proof::Wesolowski(Suite::default(), elements.clone())),
        ("no proof", VARIED, Proof::Wesolowski(*suite, vec![])),
        ("two proofs", VARIED, Proof::Wesolowski(*suite, [&elements[..], elements].concat())),
        ("another system", VARIED, Proof::Pietrzak(vec![])),
    ] {
        assert!(matches!(refused(contents, &proof), FileError::Proof(_)), "{what}");
    }
    for family in [Family::RandomSubsets, Family::Hybrid, Family::Bucket, Family::AscendingBucket] {
        let expected = FileError::Protocol(TooWeak::Delays(family));
        assert_eq!(refused(Contents { family, ..VARIED }, &proof), expected);
    }
}

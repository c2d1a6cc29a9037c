//! Proof files of every system. Each has only one encoding, nothing else is accepted, and many files are
//! opened together.

use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{
    Evaluation, Form, OpenError, PrimeMode, ProofFile, Statement, Suite, delay_input, pietrzak,
    segments::{self, Cut, SegmentedEvaluation},
};

const T: u64 = 5_000;
/// Magic, form, system, suite, t, group id, length.
const HEADER: usize = 5 + 2 + 4 + 8 + 32 + 4;
const FORM: usize = 5;
const SYSTEM: usize = 6;
const SUITE: usize = 7;
const LEN: usize = 32;

fn group() -> RsaGroup {
    RsaGroup::unchecked(&Natural::from_be_bytes(&[0xb5; LEN]))
}

/// One file of each system, about the same statement.
fn files(group: &RsaGroup) -> [ProofFile; 3] {
    let suite = Suite::new(PrimeMode::Plain, 128).unwrap();
    let mut evaluation = Evaluation::start(group, delay_input(group, b"file"), T).unwrap();
    evaluation.advance(T);
    let (y, proof) = heliast_vdf::prove(&evaluation, suite, 1, |_| true).unwrap();
    let statement = Statement { x: evaluation.input().clone(), y, t: T };
    let (_, midpoints) = pietrzak::prove(&evaluation, 1, |_| true).unwrap();
    let cut = Cut::new(3, 2).unwrap();
    let mut segmented = SegmentedEvaluation::start(group, statement.x.clone(), T, cut, suite).unwrap();
    let (_, segments) = segmented.run(2, |_| true).unwrap();
    [
        ProofFile::new(group, &statement, &proof, suite, false).unwrap(),
        ProofFile::pietrzak(group, &statement, &midpoints),
        ProofFile::segmented(group, &statement, &segments, suite),
    ]
}

#[test]
fn every_system_has_one_encoding() {
    let group = group();
    for (system, file) in files(&group).into_iter().enumerate() {
        let bytes = file.to_bytes();
        let proof = [LEN, pietrzak::rounds(T) as usize * LEN, 2 + 5 * LEN][system];
        assert_eq!((bytes.len(), usize::from(bytes[SYSTEM])), (HEADER + 2 * LEN + proof, system));
        assert_eq!(ProofFile::from_bytes(&bytes).unwrap(), file);
        let opened = file.open(&group).unwrap();
        assert_eq!((opened.t, group.encode(&opened.x)), (T, file.x));

        assert!(ProofFile::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
        (0..bytes.len())
            .for_each(|cut| assert!(ProofFile::from_bytes(&bytes[..cut]).is_err(), "cut at {cut}"));
        for other in (0..=255).filter(|other| usize::from(*other) != system) {
            let mut bytes = bytes.clone();
            bytes[SYSTEM] = other;
            assert!(ProofFile::from_bytes(&bytes).is_err(), "system {system} as {other}");
        }
        for form in if system == 0 { 2..=255 } else { 1..=255 } {
            let mut bytes = bytes.clone();
            bytes[FORM] = form;
            assert!(ProofFile::from_bytes(&bytes).is_err(), "system {system}, form {form}");
        }
        for at in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            let Ok(changed) = ProofFile::from_bytes(&bytes) else { continue };
            assert_eq!(changed.to_bytes(), bytes);
            assert!(changed.open(&group).is_err(), "system {system}, byte {at}");
        }
    }
}

/// All forms of all systems: Wesolowski's with and without y, and with a hint.
fn forms(group: &RsaGroup) -> Vec<ProofFile> {
    let [plain, halved, segmented] = files(group);
    let mut evaluation = Evaluation::start(group, delay_input(group, b"file"), T).unwrap();
    evaluation.advance(T);
    let hinted = Suite::new(PrimeMode::Hinted, 136).unwrap();
    let (y, proof) = heliast_vdf::prove(&evaluation, hinted, 1, |_| true).unwrap();
    let statement = Statement { x: evaluation.input().clone(), y, t: T };
    let wesolowski = |compact| ProofFile::new(group, &statement, &proof, hinted, compact).unwrap();
    vec![plain, halved, segmented, wesolowski(false), wesolowski(true)]
}

/// Every accepted file encodes to the same bytes again, also if any byte was changed to any other, left out
/// or doubled.
#[test]
fn what_is_accepted_is_written_the_same_again() {
    let group = group();
    let mut accepted = 0;
    let mut is_one = |bytes: &[u8]| {
        if let Ok(file) = ProofFile::from_bytes(bytes) {
            assert_eq!(file.to_bytes(), bytes);
            accepted += 1;
        }
    };
    for file in forms(&group) {
        let bytes = file.to_bytes();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            for value in 0..=255 {
                changed[at] = value;
                is_one(&changed);
            }
            is_one(&[&bytes[..at], &bytes[at + 1..]].concat());
            is_one(&[&bytes[..=at], &bytes[at..]].concat());
        }
    }
    // Elements, numbers and ids may have any bytes as long as the group is unknown.
    assert!(accepted > 100_000, "{accepted}");
}

/// A file names its own statement. A caller that wants a certain statement passes it.
#[test]
fn a_file_is_held_to_the_statement_that_was_asked_for() {
    let group = group();
    let x = delay_input(&group, b"file");
    for (file, level) in files(&group).into_iter().zip([64, 128, 64]) {
        let open = |x, t, least| file.open_as(&group, x, t, least).map(|y| group.encode(&y));
        assert_eq!(open(&x, T, level), Ok(group.encode(&file.open(&group).unwrap().y)));
        let weak = OpenError::Level { least: level + 1, found: level };
        assert_eq!(open(&x, T, level + 1), Err(weak));
        assert_eq!(open(&x, T + 1, level), Err(OpenError::OtherStatement));
        assert_eq!(open(&delay_input(&group, b"another"), T, level), Err(OpenError::OtherStatement));
    }
}

#[test]
fn refusals_are_named() {
    let group = group();
    let [_, halved, segmented] = files(&group);
    let refused = |bytes: &[u8]| ProofFile::from_bytes(bytes).unwrap_err().to_string();
    let mut bytes = halved.to_bytes();
    bytes[SUITE..SUITE + 4].copy_from_slice(&Suite::default().encode());
    assert!(refused(&bytes).contains("unknown suite"));
    let mut bytes = segmented.to_bytes();
    bytes[SUITE..SUITE + 4].fill(0);
    assert!(refused(&bytes).contains("unknown suite"));
    for [count, shift] in [[0, 1], [17, 1], [1, 2], [3, 0], [3, 17]] {
        let mut bytes = segmented.to_bytes();
        bytes[HEADER + 2 * LEN..][..2].copy_from_slice(&[count, shift]);
        assert!(refused(&bytes).contains("unknown cut"), "{count} {shift}");
    }

    let other = group.encode(&group.hash("other", b""));
    let open = |file: &ProofFile| file.open(&group).unwrap_err();
    let at = |file: &ProofFile, index: usize, new: &[u8]| {
        let mut file = file.clone();
        let (Form::Pietrzak { proof, .. } | Form::Segmented { proof, .. }) = &mut file.form else {
            panic!("another system")
        };
        proof[index..][..LEN].copy_from_slice(new);
        file
    };
    assert!(matches!(
        open(&at(&halved, LEN, &[0xff; LEN])),
        OpenError::Midpoints(pietrzak::BadEncoding::Midpoint { round: 2, .. })
    ));
    assert!(matches!(
        open(&at(&segmented, 2 + LEN, &[0xff; LEN])),
        OpenError::Segments(segments::BadEncoding::Element { segment: 1, field: "pi", .. })
    ));
    assert_eq!(open(&at(&halved, LEN, &other)), OpenError::Pietrzak(pietrzak::Invalid::Equation));
    let reason = heliast_vdf::Invalid::Equation;
    assert_eq!(
        open(&at(&segmented, 2 + LEN, &other)),
        OpenError::Segmented(segments::Invalid::Segment { segment: 1, reason })
    );
    let late = ProofFile { t: 1 << 48, ..segmented.clone() };
    assert_eq!(open(&late), OpenError::Segmented(segments::Invalid::Delay(1 << 48)));
    for file in [halved, segmented] {
        assert_eq!(file.open(&RsaGroup::rsa_2048()).unwrap_err(), OpenError::OtherGroup);
    }
}

#[test]
fn files_of_all_systems_are_opened_together() {
    let group = group();
    let mut list = files(&group).to_vec();
    list.extend(list.clone());
    for file in &mut list[3..] {
        file.x = group.encode(&group.hash("other", b""));
    }
    for threads in [1, 3] {
        let opened = ProofFile::open_many(&group, &list, threads);
        assert_eq!(opened.len(), list.len());
        for (file, opened) in list.iter().zip(opened) {
            match (file.open(&group), opened) {
                (Ok(alone), Ok(together)) => assert!(group.equal(&alone.y, &together.y)),
                (Err(alone), Err(together)) => assert_eq!(alone, together),
                (alone, together) => panic!("{alone:?} {together:?}"),
            }
        }
    }
}

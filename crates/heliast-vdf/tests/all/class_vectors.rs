//! `vectors/class_delays.json`: delays and batches over class groups. Files are opened, and made again with
//! the same bytes.

use heliast_arith::Natural;
use heliast_group::{ClassForm as Element, ClassGroup, Group, LowOrder, Unsound};
use heliast_vdf::{
    Claim, Evaluation, Form, Invalid, OpenError, ProofFile, Statement, Work,
    batch::{self, AnyTerms, BatchProofFile, Method, Proof, Records, StatementsHeader},
    delay_input, pietrzak, prove,
    segments::{self, Cut, SegmentedEvaluation},
    verify_combined,
};
use std::collections::BTreeMap;
use testkit::{Value, bytes, error_class, list, load, number, text};

const LEVEL: u16 = 64;

/// The groups of the file, by name.
fn groups(file: &Value) -> BTreeMap<String, ClassGroup> {
    let group = |magnitude: &Value| {
        let magnitude = Natural::from_hex(magnitude.as_str().unwrap()).unwrap();
        ClassGroup::new(&magnitude, 256).unwrap()
    };
    let table = file["groups"].as_object().unwrap();
    table.iter().map(|(name, magnitude)| (name.clone(), group(magnitude))).collect()
}

#[test]
fn class_delay_vectors() {
    let file = load("class_delays.json");
    let groups = groups(&file);
    let mut kinds = BTreeMap::new();
    for case in list(&file, "cases") {
        let (name, group) = (text(case, "name"), &groups[text(case, "group")]);
        *kinds.entry(text(case, "kind")).or_insert(0) += 1;
        match text(case, "kind") {
            "proof" => proof(case, group),
            "batch" => one_batch(case, group),
            "refused-proof" => {
                let found = open(group, &bytes(case, "file")).map(drop);
                assert_eq!(found.as_ref().err().map(class_of_proof), error_class(case), "{name}: {found:?}");
            }
            "refused-batch" => {
                let found = check(group, case);
                assert!(found.is_err() && error_class(case) == Some("invalid"), "{name}: {found:?}");
            }
            other => panic!("unknown kind {other}"),
        }
    }
    for (kind, at_least) in [("proof", 40), ("batch", 30), ("refused-proof", 30), ("refused-batch", 25)] {
        let found = kinds.get(kind).copied().unwrap_or(0);
        assert!(found >= at_least, "{found} cases of {kind}");
    }
}

/// Proofs that are accepted one by one are accepted in combination.
#[test]
fn vectors_are_accepted_in_combination() {
    let file = load("class_delays.json");
    for (name, group) in groups(&file) {
        let cases = list(&file, "cases").iter();
        let cases = cases.filter(|case| text(case, "kind") == "proof" && text(case, "group") == name);
        let files: Vec<_> = cases.map(|case| ProofFile::from_bytes(&bytes(case, "file")).unwrap()).collect();
        for opened in ProofFile::open_many(&group, &files, 2) {
            opened.unwrap();
        }
        let element = |bytes: &[u8]| group.decode(bytes).unwrap();
        let mut claims: BTreeMap<_, (_, Vec<Claim<_>>)> = BTreeMap::new();
        for file in &files {
            if let Form::Output { y, proof } = &file.form {
                let statement = Statement { x: element(&file.x), y: element(y), t: file.t };
                let (_, of_suite) = claims.entry(file.suite.encode()).or_insert((file.suite, Vec::new()));
                of_suite.push(Claim { statement, proof: element(proof), hint: file.hint });
            }
        }
        for (suite, claims) in claims.into_values() {
            assert_eq!(verify_combined(&group, &claims, suite, b"coins", 1), Ok(()), "{name}");
        }
    }
}

/// Valid bytes prove nothing in a group in which an element of low order is known.
#[test]
fn nothing_is_accepted_over_a_mersenne_prime() {
    let file = load("class_delays.json");
    let group = &groups(&file)["class-521"];
    assert!(matches!(group.low_order(), LowOrder::Known(_)));
    let cases = list(&file, "cases").iter().filter(|case| text(case, "group") == "class-521");
    let mut seen = 0;
    for case in cases {
        let unsound = match open(group, &bytes(case, "file")).unwrap_err() {
            OpenError::Invalid(Invalid::Unsound(unsound)) => unsound,
            OpenError::Pietrzak(pietrzak::Invalid::Unsound(unsound)) => unsound,
            OpenError::Segmented(segments::Invalid::Segment {
                reason: Invalid::Unsound(unsound), ..
            }) => unsound,
            other => panic!("{}: {other:?}", text(case, "name")),
        };
        let Unsound { reason, .. } = unsound;
        assert!(reason.contains("power of two"), "{reason}");
        seen += 1;
    }
    assert!(seen >= 5);
}

fn open(group: &ClassGroup, bytes: &[u8]) -> Result<Statement<Element>, OpenError> {
    ProofFile::from_bytes(bytes)?.open(group)
}

fn class_of_proof(reason: &OpenError) -> &'static str {
    match reason {
        OpenError::Format(_) | OpenError::Element { .. } => "malformed",
        _ => "invalid",
    }
}

fn proof(case: &Value, group: &ClassGroup) {
    let (name, given) = (text(case, "name"), bytes(case, "file"));
    let file = ProofFile::from_bytes(&given).unwrap();
    let statement = file.open(group).unwrap_or_else(|reason| panic!("{name}: {reason}"));
    assert_eq!(statement.x, delay_input(group, &bytes(case, "message")), "{name}");
    assert_eq!((statement.t, group.encode(&statement.y)), (number(case, "t"), bytes(case, "y")), "{name}");

    let (x, t, suite) = (statement.x.clone(), statement.t, file.suite);
    let mut evaluation = Evaluation::start(group, x.clone(), t).unwrap();
    evaluation.advance(t / 2);
    // The state is saved to a file and read again.
    let mut evaluation = Evaluation::from_bytes(group, &evaluation.to_bytes()).unwrap();
    evaluation.advance(t);
    for threads in [1, 3] {
        let made = match &file.form {
            Form::Output { .. } | Form::Compact { .. } => {
                let (_, proof) = prove(&evaluation, suite, threads, |_| true).unwrap();
                let compact = matches!(file.form, Form::Compact { .. });
                ProofFile::new(group, &statement, &proof, suite, compact).unwrap()
            }
            Form::Pietrzak { .. } => {
                let (_, proof) = pietrzak::prove(&evaluation, threads, |_| true).unwrap();
                ProofFile::pietrzak(group, &statement, &proof)
            }
            Form::Segmented { proof, .. } => {
                let cut = Cut::new(proof[0], proof[1]).unwrap();
                let mut run = SegmentedEvaluation::start(group, x.clone(), t, cut, suite).unwrap();
                let (_, proof) = run.run(threads, |_| true).unwrap();
                ProofFile::segmented(group, &statement, &proof, suite)
            }
        };
        assert_eq!(hex::encode(made.to_bytes()), hex::encode(&given), "{name}");
    }
}

fn files(case: &Value) -> (StatementsHeader, Vec<u8>, BatchProofFile) {
    let (list, proof) = (bytes(case, "statements"), bytes(case, "proof"));
    let header = StatementsHeader::decode(&list).unwrap();
    header.check_len(list.len() as u64).unwrap();
    (header, list[StatementsHeader::LEN..].to_vec(), BatchProofFile::from_bytes(&proof).unwrap())
}

/// The verdict on the files of a batch, as text.
fn check(group: &ClassGroup, case: &Value) -> Result<(), String> {
    let (header, records, file) = files(case);
    header.check_group(group).map_err(|reason| reason.to_string())?;
    let records = header.records(group, &records).map_err(|reason| reason.to_string())?;
    file.verify(group, &header, &records, LEVEL, 2).map_err(|reason| reason.to_string())
}

fn one_batch(case: &Value, group: &ClassGroup) {
    let name = text(case, "name");
    assert_eq!(check(group, case), Ok(()), "{name}");
    let work = || Work { threads: 2, progress: |_| true };
    let (header, records, file) = files(case);
    let records = header.records(group, &records).unwrap();
    let given = file.proof(group).unwrap();
    match file.terms() {
        AnyTerms::One(terms) => {
            for (method, threads) in [(Method::Naive, 1), (Method::Best, 1), (Method::Best, 3)] {
                let left = batch::combine(group, terms, &records, method, threads).unwrap();
                let encoded = Records::encode(group, left.iter().map(|one| (&one.x, &one.y)));
                assert_eq!(hex::encode(encoded), text(case, "left"), "{name}");
            }
            let made = batch::prove(group, terms, &records, given.proving(), work()).unwrap();
            assert_eq!(elements(group, &made), elements(group, &given), "{name}");
        }
        AnyTerms::Varied(terms) => {
            let made = batch::prove(group, *terms, &records, terms.proving(), work()).unwrap();
            assert_eq!(elements(group, &made), elements(group, &given), "{name}");
        }
    }
}

fn elements(group: &ClassGroup, proof: &Proof<Element>) -> Vec<u8> {
    match proof {
        Proof::Wesolowski(_, proofs) => proofs.iter().flat_map(|proof| group.encode(proof)).collect(),
        Proof::Pietrzak(proofs) => proofs.iter().flat_map(|proof| proof.encode(group)).collect(),
    }
}

//! `vectors/batch.json`.

use super::groups;
use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{
    Invalid as Delay, Suite, Work,
    batch::{
        BadRecords, BatchProofFile, Digest, Family, FileError, Invalid, Method, OpenError, Placed, Proof,
        Protocol, ProveError, Proving, Records, StatementsHeader, Terms, finish, partial, prove, varied,
        verify,
    },
    pietrzak::{self, BadEncoding},
};
use std::collections::BTreeMap;
use testkit::{Value, bytes, error_class, list, load, number, text};

type Elem = <RsaGroup as Group>::Elem;

fn systems() -> [(&'static str, Proving); 2] {
    [("wesolowski", Proving::Wesolowski(Suite::default())), ("pietrzak", Proving::Pietrzak)]
}

#[test]
fn batch_vectors() {
    let file = load("batch.json");
    let groups = groups(&file);
    let mut kinds = BTreeMap::new();
    for case in list(&file, "cases") {
        *kinds.entry(text(case, "kind")).or_insert(0) += 1;
        let (name, group) = (text(case, "name"), &groups[text(case, "group")].0);
        match text(case, "kind") {
            "digest" => digest(case, group),
            "proof" => proof(case, group),
            "verify" => {
                let given = case
                    .get("proof")
                    .map_or(&file["honest"][text(case, "family")][text(case, "system")], |proof| proof);
                let found = check(case, group, &hex::decode(given.as_str().unwrap()).unwrap());
                assert_eq!(found, Err(text(case, "error")), "{name}");
            }
            "varied" => varied(case, group),
            "varied-verify" => assert_eq!(check_varied(case, group), Err(text(case, "error")), "{name}"),
            "files" => {
                let expected = error_class(case).map_or(Ok(()), Err);
                assert_eq!(check_files(case, group), expected, "{name}");
            }
            other => panic!("unknown kind {other}"),
        }
    }
    for (kind, at_least) in
        [("digest", 2), ("proof", 35), ("verify", 300), ("varied", 11), ("varied-verify", 25), ("files", 90)]
    {
        let found = kinds.get(kind).copied().unwrap_or(0);
        assert!(found >= at_least, "{found} cases of {kind}");
    }
    // The honest cases from which the refusals are made are accepted.
    for (family, honest) in file["honest"].as_object().unwrap() {
        for (system, _) in systems() {
            let mut case = honest.clone();
            case["family"] = family.as_str().into();
            case["system"] = system.into();
            let group = &groups[text(honest, "group")].0;
            assert_eq!(check(&case, group, &bytes(honest, system)), Ok(()), "{family} {system}");
        }
    }
}

fn digest(case: &Value, group: &RsaGroup) {
    let encoded = |value: u64| Natural::from(value).to_be_bytes(group.encoded_len()).unwrap();
    let count = number(case, "count");
    let list: Vec<u8> =
        (0..count).flat_map(|index| [encoded(index + 2), encoded(2 * index + 2)]).flatten().collect();
    let records = Records::new(group, &list).unwrap();
    for threads in [1, 2] {
        let Digest { count, root } = Digest::of(&records, threads);
        assert_eq!([&count.to_be_bytes()[..], &root].concat(), bytes(case, "digest"));
    }
}

fn terms(case: &Value, m: usize) -> Terms {
    let family = Family::from_name(text(case, "family")).unwrap();
    let level = number(case, "level") as u16;
    Terms { t: number(case, "t"), protocol: Protocol::of_family(family, level, m as u64).unwrap() }
}

/// Combines shard by shard and at once, in both evaluations, proves and verifies. Every byte is compared.
fn proof(case: &Value, group: &RsaGroup) {
    let name = text(case, "name");
    let shards: Vec<Vec<u8>> =
        list(case, "shards").iter().map(|shard| hex::decode(shard.as_str().unwrap()).unwrap()).collect();
    let records: Vec<_> = shards.iter().map(|shard| Records::new(group, shard).unwrap()).collect();
    let m = records.iter().map(Records::len).sum();
    let terms = terms(case, m);
    let digests: Vec<Digest> = records.iter().map(|records| Digest::of(records, 1)).collect();
    let seed = terms.seed(group, &digests).unwrap();
    assert_eq!(seed.to_bytes()[..], bytes(case, "seed"), "{name}");
    for method in [Method::Naive, Method::Best] {
        let mut start = 0;
        let parts = records.iter().map(|records| {
            let part = partial(group, &terms, &seed, Placed { start, records }, method, 1).unwrap();
            start += records.len() as u64;
            part
        });
        let merged = parts.reduce(|mut all, part| {
            all.merge(group, &part).unwrap();
            all
        });
        let left = finish(group, &terms, &seed, merged.unwrap(), method, 2).unwrap();
        let encoded = Records::encode(group, left.iter().map(|statement| (&statement.x, &statement.y)));
        assert_eq!(encoded, bytes(case, "left"), "{name}");
        for (system, _) in systems() {
            let proof = decode(group, &terms, system, &bytes(case, system)).unwrap();
            assert_eq!(proof.check(group, &left), Ok(()), "{name} {system}");
        }
    }
    if let [records] = &records[..] {
        for (system, proving) in systems() {
            let proof =
                prove(group, &terms, records, proving, Work { threads: 2, progress: |_| true }).unwrap();
            assert_eq!(encode(group, &proof), bytes(case, system), "{name} {system}");
            assert_eq!(verify(group, &terms, records, &proof, 2), Ok(()), "{name} {system}");
        }
    }
}

fn encode(group: &RsaGroup, proof: &Proof<Elem>) -> Vec<u8> {
    match proof {
        Proof::Wesolowski(_, proofs) => proofs.iter().flat_map(|proof| group.encode(proof)).collect(),
        Proof::Pietrzak(proofs) => proofs.iter().flat_map(|proof| proof.encode(group)).collect(),
    }
}

/// The proofs in these bytes, which must be as long as those of all statements that are left.
fn decode(group: &RsaGroup, terms: &Terms, system: &str, bytes: &[u8]) -> Result<Proof<Elem>, &'static str> {
    let midpoints = pietrzak::rounds(terms.t) as usize;
    let size = group.encoded_len() * if system == "pietrzak" { midpoints } else { 1 };
    if bytes.len() != size * terms.protocol.proofs() {
        return Err("malformed");
    }
    let piece = |index: usize| &bytes[index * size..(index + 1) * size];
    let places = 0..terms.protocol.proofs();
    match system {
        "wesolowski" => {
            let proofs = places.map(|index| group.decode(piece(index)).map_err(|_| "malformed"));
            Ok(Proof::Wesolowski(Suite::default(), proofs.collect::<Result<_, _>>()?))
        }
        _ => {
            let decode = |index| pietrzak::Proof::decode(group, terms.t, piece(index));
            let proofs = places.map(decode).collect::<Result<_, BadEncoding>>();
            Ok(Proof::Pietrzak(proofs.map_err(|_| "malformed")?))
        }
    }
}

fn check(case: &Value, group: &RsaGroup, proof: &[u8]) -> Result<(), &'static str> {
    let list = bytes(case, "records");
    let records = Records::new(group, &list).map_err(|reason| class_of_records(&reason))?;
    let terms = terms(case, records.len());
    // The list is checked first: the proof for an empty list, or for an invalid delay, is not read.
    if let Err(reason) = heliast_vdf::batch::combine(group, &terms, &records, Method::Best, 1) {
        return Err(class(&reason));
    }
    let proof = decode(group, &terms, text(case, "system"), proof)?;
    verify(group, &terms, &records, &proof, 1).map_err(|reason| class(&reason))
}

fn class_of_records(reason: &BadRecords) -> &'static str {
    match reason {
        BadRecords::Length { .. } | BadRecords::Element { .. } => "malformed",
        BadRecords::TrivialInput { .. } | BadRecords::Delay { .. } => "invalid",
        other => panic!("{other}"),
    }
}

fn class(reason: &Invalid) -> &'static str {
    match reason {
        Invalid::NotAUnit { .. } | Invalid::Wesolowski { reason: Delay::Element(_), .. } => "malformed",
        Invalid::Empty
        | Invalid::Delay(_)
        | Invalid::Wesolowski { reason: Delay::Equation, .. }
        | Invalid::Pietrzak { reason: pietrzak::Invalid::Equation, .. } => "invalid",
        other => panic!("nothing that these bytes can cause: {other:?}"),
    }
}

fn varied(case: &Value, group: &RsaGroup) {
    let (name, list) = (text(case, "name"), bytes(case, "records"));
    let terms = varied::Terms::new(number(case, "level") as u16).unwrap();
    let records = Records::with_delays(group, &list).unwrap();
    let seed = terms.seed(group, &[Digest::of(&records, 2)]).unwrap();
    assert_eq!(seed.to_bytes()[..], bytes(case, "seed"), "{name}");
    let work = Work { threads: 2, progress: |_| true };
    let proof = prove(group, terms, &records, terms.proving(), work).unwrap();
    assert_eq!(encode(group, &proof), bytes(case, "proof"), "{name}");
    assert_eq!(verify(group, terms, &records, &proof, 2), Ok(()), "{name}");
}

fn check_varied(case: &Value, group: &RsaGroup) -> Result<(), &'static str> {
    let list = bytes(case, "records");
    let terms = varied::Terms::new(number(case, "level") as u16).unwrap();
    let records = Records::with_delays(group, &list).map_err(|reason| class_of_records(&reason))?;
    if records.is_empty() {
        assert_eq!(
            prove(group, terms, &records, terms.proving(), Work { threads: 1, progress: |_| true })
                .unwrap_err(),
            ProveError::Invalid(Invalid::Empty)
        );
    }
    let proof = group.decode(&bytes(case, "proof")).map_err(|_| "malformed")?;
    verify(group, terms, &records, &terms.proof(proof), 1).map_err(|reason| class(&reason))
}

/// A statements file and a proof file, of either kind.
fn check_files(case: &Value, group: &RsaGroup) -> Result<(), &'static str> {
    let (list, proof) = (bytes(case, "statements"), bytes(case, "proof"));
    let header = StatementsHeader::decode(&list).map_err(|reason| class_of_file(&reason))?;
    header.check_len(list.len() as u64).map_err(|reason| class_of_file(&reason))?;
    assert_eq!(header.encode(), list[..StatementsHeader::LEN]);
    let file = BatchProofFile::from_bytes(&proof).map_err(|reason| class_of_file(&reason))?;
    let least = number(case, "min_level") as u16;
    if file.strength() < least {
        return Err("invalid");
    }
    header.check_group(group).map_err(|reason| class_of_file(&reason))?;
    if header.t.is_some() != file.t().is_some() {
        return Err("invalid");
    }
    // Elements of proofs are decoded before records are.
    file.proof(group).map_err(|reason| class_of_file(&reason))?;
    if (header.t, header.count) != (file.t(), file.count()) {
        return Err("invalid");
    }
    let records =
        header.records(group, &list[StatementsHeader::LEN..]).map_err(|reason| class_of_records(&reason))?;
    file.verify(group, &header, &records, least, 1).map_err(|reason| match reason {
        OpenError::File(reason) => class_of_file(&reason),
        OpenError::Invalid(reason) => class(&reason),
        other => panic!("{other}"),
    })
}

fn class_of_file(reason: &FileError) -> &'static str {
    match reason {
        FileError::OtherGroup => "invalid",
        FileError::Statements(_)
        | FileError::Length { .. }
        | FileError::Proof(_)
        | FileError::Protocol(_)
        | FileError::Element { .. }
        | FileError::Midpoints { .. } => "malformed",
        other => panic!("{other}"),
    }
}

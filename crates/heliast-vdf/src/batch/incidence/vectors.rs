//! `vectors/linear_batch.json`.

use super::{Incidence, draw, tests::rows_of};
use crate::{
    Suite, Work,
    batch::{
        BatchProofFile, Digest, Family, FileError, Invalid, Method, OpenError, Placed, Proof, Protocol,
        Proving, Records, Seed, StatementsHeader, Terms, finish, partial, prove,
    },
};
use alloc::{string::String, vec::Vec};
use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup};
use std::collections::BTreeMap;
use testkit::{Value, array, bytes, error_class, list, load, number, text};

#[test]
fn linear_batch_vectors() {
    let file = load("linear_batch.json");
    let modulus = text(&file["groups"]["toy-256"], "modulus");
    let group = RsaGroup::new(&Natural::from_hex(modulus).unwrap(), 256).unwrap();
    let mut kinds = BTreeMap::<String, usize>::new();
    for case in list(&file, "cases") {
        let kind = text(case, "kind");
        *kinds.entry(kind.into()).or_default() += 1;
        match kind {
            "protocol" => protocol(case),
            "drawn" => drawn(case),
            "rows" => check_rows(&group, case),
            "proof" => proof(&group, case),
            "file" => {
                let expected = error_class(case).map_or(Ok(()), Err);
                assert_eq!(check_file(&group, case), expected, "{}", text(case, "name"));
            }
            other => panic!("unknown kind {other}"),
        }
    }
    for (kind, at_least) in [("protocol", 15), ("drawn", 6), ("rows", 3), ("proof", 2), ("file", 13)] {
        assert!(kinds.get(kind).is_some_and(|found| *found >= at_least), "{kind}: {kinds:?}");
    }
}

fn protocol(case: &Value) {
    let (m, level) = (number(case, "m"), number(case, "level") as u16);
    let found = Protocol::of_family(Family::Linear, level, m).unwrap();
    assert_eq!(found.encode(), bytes(case, "reductions"), "{m} {level}");
}

fn incidence(case: &Value, m: u64) -> Incidence {
    let level = Incidence::with(number(case, "q") as u32, number(case, "families") as u8, m).unwrap();
    let (buckets, places) = (u64::from(level.buckets()), u64::from(level.places()));
    assert_eq!((buckets, places), (number(case, "buckets"), number(case, "places")));
    level
}

fn drawn(case: &Value) {
    let (m, stage) = (number(case, "m"), number(case, "stage") as usize);
    let (level, seed) = (incidence(case, m), Seed::from_bytes(array(case, "seed")));
    let edges = draw::edges(&seed, stage, level, 0..m);
    let first: Vec<u64> = list(case, "first_edges").iter().map(|edge| edge.as_u64().unwrap()).collect();
    assert_eq!(edges[..first.len()].iter().map(|edge| u64::from(*edge)).collect::<Vec<_>>(), first);
    let encoded: Vec<u8> = edges.iter().flat_map(|edge| edge.to_be_bytes()).collect();
    assert_eq!(blake3::hash(&encoded).as_bytes()[..], bytes(case, "edges"));
    let places: Vec<u64> = list(case, "drawn_places").iter().map(|place| place.as_u64().unwrap()).collect();
    assert_eq!(draw::places(&seed, stage, level), places);
    let families = draw::families(&seed, stage, level, 0..m);
    let buckets = (0..m as usize).flat_map(|index| families.iter().map(move |family| family[index] as u16));
    let encoded: Vec<u8> = buckets.flat_map(u16::to_be_bytes).collect();
    assert_eq!(blake3::hash(&encoded).as_bytes()[..], bytes(case, "drawn_buckets"));
}

/// The records of the list that a case describes.
fn records(group: &RsaGroup, case: &Value) -> Vec<u8> {
    let element = |key| group.decode(&bytes(case, key)).unwrap();
    let evaluate = |x: &<RsaGroup as Group>::Elem| {
        let mut y = x.clone();
        group.square_n(&mut y, number(case, "t"));
        y
    };
    let (mut x, factor) = (element("x"), element("factor"));
    let (mut y, factor_y) = (evaluate(&x), evaluate(&factor));
    let mut records = Vec::new();
    for _ in 0..number(case, "count") {
        records.extend(group.encode(&x));
        records.extend(group.encode(&y));
        group.mul_assign(&mut x, &factor);
        group.mul_assign(&mut y, &factor_y);
    }
    let stride = Records::record_len(group);
    for change in case["changes"].as_array().into_iter().flatten() {
        let at = change[0].as_u64().unwrap() as usize * stride + group.encoded_len();
        let y = hex::decode(change[1].as_str().unwrap()).unwrap();
        records[at..at + y.len()].copy_from_slice(&y);
    }
    if let Some(order) = case["order"].as_array() {
        let [from, to] = [0, 1].map(|end| order[end].as_u64().unwrap() as usize * stride);
        records = records[from..to].to_vec();
    }
    records
}

fn check_rows(group: &RsaGroup, case: &Value) {
    let (records, m) = (records(group, case), number(case, "count"));
    let seed = Seed::from_bytes(array(case, "seed"));
    let list = Records::new(group, &records).unwrap();
    let found = rows_of(group, incidence(case, m), &list, (&seed, 0), 2);
    assert_eq!(blake3::hash(&found).as_bytes()[..], bytes(case, "rows"), "{}", text(case, "name"));
}

fn proof(group: &RsaGroup, case: &Value) {
    let (bytes_of_list, name) = (records(group, case), text(case, "name"));
    let list_ = Records::new(group, &bytes_of_list).unwrap();
    let protocol =
        Protocol::of_family(Family::Linear, number(case, "level") as u16, list_.len() as u64).unwrap();
    let terms = Terms { t: number(case, "t"), protocol };
    let mut start = 0;
    let mut digests = Vec::new();
    let mut parts = Vec::new();
    for len in list(case, "shards").iter().map(|len| len.as_u64().unwrap() as usize) {
        parts.push((start as u64, list_.range(start..start + len)));
        digests.push(Digest::of(&list_.range(start..start + len), 1));
        start += len;
    }
    let seed = terms.seed(group, &digests).unwrap();
    assert_eq!(seed.to_bytes()[..], bytes(case, "seed"), "{name}");
    let rows = parts.iter().map(|(start, records)| {
        partial(group, &terms, &seed, Placed { start: *start, records }, Method::Best, 1).unwrap()
    });
    let merged = rows.reduce(|mut all, part| {
        all.merge(group, &part).unwrap();
        all
    });
    let left = finish(group, &terms, &seed, merged.unwrap(), Method::Best, 2).unwrap();
    let encoded = Records::encode(group, left.iter().map(|statement| (&statement.x, &statement.y)));
    assert_eq!(encoded, bytes(case, "left"), "{name}");
    if digests.len() == 1 {
        for (system, proving) in
            [("wesolowski", Proving::Wesolowski(Suite::default())), ("pietrzak", Proving::Pietrzak)]
        {
            let work = Work { threads: 1, progress: |_| true };
            let made = match prove(group, &terms, &list_, proving, work).unwrap() {
                Proof::Wesolowski(_, proofs) => group.encode(&proofs[0]),
                Proof::Pietrzak(proofs) => proofs[0].encode(group),
            };
            assert_eq!(made, bytes(case, system), "{name} {system}");
        }
    }
}

fn check_file(group: &RsaGroup, case: &Value) -> Result<(), &'static str> {
    let records = records(group, case);
    let list = Records::new(group, &records).unwrap();
    let header = StatementsHeader::new(group, Some(number(case, "t")), list.len() as u64);
    let file = BatchProofFile::from_bytes(&bytes(case, "proof")).map_err(|_| "malformed")?;
    match file.verify(group, &header, &list, number(case, "min_level") as u16, 1) {
        Ok(()) => Ok(()),
        Err(OpenError::File(FileError::OtherGroup) | OpenError::Invalid(Invalid::Wesolowski { .. })) => {
            Err("invalid")
        }
        Err(OpenError::Invalid(Invalid::Level { .. } | Invalid::Count { .. })) => Err("invalid"),
        Err(other) => panic!("nothing that these bytes can cause: {other}"),
    }
}

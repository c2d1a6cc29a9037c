//! Incidence buckets for different delays: `vectors/varied_linear.json`, parts, operations, attacks.

use super::{
    division::Division,
    tests::{factors, group},
    verify::Products,
    *,
};
use crate::{
    batch::{
        BatchProofFile, Digest, FileError, Invalid, OpenError, Placed, ProveError, Records, Side,
        StatementsHeader, exponents::power,
    },
    wesolowski,
    work::Work,
};
use alloc::{collections::BTreeMap, vec, vec::Vec};
use heliast_arith::{Natural, Residue};
use heliast_group::{Counting, Group, RsaGroup};
use testkit::{Value, bytes, error_class, list, load, number, text};

/// (count, first, period): statement j of a run has the delay first + (j mod period).
type Run = (u64, u64, u64);
/// A delay that has graphs, and a rest whose outputs are reduced.
const MIXED: [Run; 4] = [(7000, 400, 1), (3100, 330, 40), (5000, 400, 1), (3000, 333, 50)];
const FALSE: Invalid = Invalid::Wesolowski { index: 0, reason: wesolowski::Invalid::Equation };

fn delays(runs: &[Run]) -> Vec<u64> {
    runs.iter().flat_map(|(count, first, period)| (0..*count).map(move |j| first + j % period)).collect()
}

/// True statements x·factor^i as records.
fn records(group: &RsaGroup, x: &Residue, factor: &Residue, delays: &[u64]) -> Vec<u8> {
    let mut after = BTreeMap::new();
    for t in delays {
        after.entry(*t).or_insert_with(|| {
            let mut ends = [x.clone(), factor.clone()];
            ends.iter_mut().for_each(|end| group.square_n(end, *t));
            ends
        });
    }
    let (mut bytes, mut x) = (Vec::new(), x.clone());
    for (index, t) in (0u64..).zip(delays) {
        let [start, step] = &after[t];
        let y = match index {
            0 => start.clone(),
            _ => group.mul(start, &power(group, step, &Natural::from(index))),
        };
        bytes.extend(Records::encode_with_delays(group, [(*t, &x, &y)]));
        group.mul_assign(&mut x, factor);
    }
    bytes
}

fn list_of(group: &RsaGroup, runs: &[Run]) -> Vec<u8> {
    records(group, &group.hash("x", &[]), &group.hash("factor", &[]), &delays(runs))
}

fn terms() -> Terms {
    Terms::linear(128).unwrap()
}

fn proof_of(group: &RsaGroup, terms: Terms, bytes: &[u8]) -> Result<Residue, ProveError> {
    let work = Work { threads: 2, progress: |_| true };
    prove(group, terms, &Records::with_delays(group, bytes).unwrap(), work)
}

fn check(group: &RsaGroup, bytes: &[u8], proof: &Residue) -> Result<(), Invalid> {
    verify(group, terms(), &Records::with_delays(group, bytes).unwrap(), proof, 1)
}

/// The list with y of these statements multiplied by these errors.
fn with_errors(group: &RsaGroup, bytes: &[u8], errors: &[(usize, &Residue)]) -> Vec<u8> {
    let (stride, width, mut bytes) = (8 + Records::record_len(group), group.encoded_len(), bytes.to_vec());
    for (place, error) in errors {
        let y = &mut bytes[(place + 1) * stride - width..(place + 1) * stride];
        let product = group.mul(&group.decode(y).unwrap(), error);
        y.copy_from_slice(&group.encode(&product));
    }
    bytes
}

#[test]
fn varied_linear_vectors() {
    let file = load("varied_linear.json");
    let modulus = text(&file["groups"]["toy-256"], "modulus");
    let group = RsaGroup::new(&Natural::from_hex(modulus).unwrap(), 256).unwrap();
    let mut kinds = BTreeMap::new();
    for case in list(&file, "cases") {
        *kinds.entry(text(case, "kind")).or_insert(0) += 1;
        match text(case, "kind") {
            "proof" => proof_case(&group, case),
            "file" => {
                let expected = error_class(case).map_or(Ok(()), Err);
                assert_eq!(check_file(&group, case), expected, "{}", text(case, "name"));
            }
            other => panic!("unknown kind {other}"),
        }
    }
    assert!(kinds["proof"] >= 6 && kinds["file"] >= 14, "{kinds:?}");
}

fn records_of(group: &RsaGroup, case: &Value) -> Vec<u8> {
    let run = |run: &Value| {
        let [count, first, period] = [0, 1, 2].map(|at| run[at].as_u64().unwrap());
        (count, first, period)
    };
    let runs: Vec<Run> = list(case, "runs").iter().map(run).collect();
    let element = |key| group.decode(&bytes(case, key)).unwrap();
    let mut records = records(group, &element("x"), &element("factor"), &delays(&runs));
    let stride = 8 + Records::record_len(group);
    for change in case["changes"].as_array().into_iter().flatten() {
        let end = (change[0].as_u64().unwrap() as usize + 1) * stride;
        let y = hex::decode(change[1].as_str().unwrap()).unwrap();
        records[end - y.len()..end].copy_from_slice(&y);
    }
    if let Some(order) = case["order"].as_array() {
        let [from, to] = [0, 1].map(|end| order[end].as_u64().unwrap() as usize * stride);
        records = records[from..to].to_vec();
    }
    records
}

fn proof_case(group: &RsaGroup, case: &Value) {
    let (name, bytes_of_list) = (text(case, "name"), records_of(group, case));
    let records = Records::with_delays(group, &bytes_of_list).unwrap();
    let terms = Terms::linear(number(case, "level") as u16).unwrap();
    let delays = DelayCounts::of(&records);
    let own: Vec<u64> = list(case, "own").iter().map(|t| t.as_u64().unwrap()).collect();
    assert_eq!(Division::new(terms, &delays).own.into_keys().collect::<Vec<_>>(), own, "{name}");
    let prover = Prover::new(group, terms, &records, 1).unwrap();
    assert_eq!(prover.seed.to_bytes()[..], bytes(case, "seed"), "{name}");
    assert_eq!(prover.prime, Natural::from_hex(text(case, "l")).unwrap(), "{name}");
    let proof = prover.prove(group, Work { threads: 1, progress: |_| true }).unwrap();
    assert_eq!(group.encode(&proof), bytes(case, "proof"), "{name}");
    verify(group, terms, &records, &proof, 2).unwrap();
}

fn check_file(group: &RsaGroup, case: &Value) -> Result<(), &'static str> {
    let bytes_of_list = records_of(group, case);
    let records = Records::with_delays(group, &bytes_of_list).unwrap();
    let file = BatchProofFile::from_bytes(&bytes(case, "proof")).map_err(|_| "malformed")?;
    let header = StatementsHeader::new(group, None, records.len() as u64);
    let least = number(case, "min_level") as u16;
    match file.verify(group, &header, &records, least, 1) {
        Err(OpenError::File(FileError::Element { .. })) => Err("malformed"),
        Err(OpenError::Invalid(Invalid::Level { .. } | Invalid::Count { .. })) => Err("invalid"),
        Err(reason) if reason == FALSE.into() => Err("invalid"),
        other => {
            other.unwrap();
            Ok(())
        }
    }
}

/// Verifies a list in these parts, with delays that were counted in another list.
fn check_in_parts(
    (group, counted, bytes): (&RsaGroup, &[u8], &[u8]),
    parts: &[usize],
    proof: &Residue,
) -> Result<(), Invalid> {
    let records = Records::with_delays(group, bytes).unwrap();
    let delays = DelayCounts::of(&Records::with_delays(group, counted).unwrap());
    let mut products = Products::new(group, terms(), &[Digest::of(&records, 1)], &delays)?;
    let places = || [&[0], parts].concat().into_iter().zip([parts, &[records.len()]].concat());
    for (start, end) in places() {
        let part = Placed { start: start as u64, records: &records.range(start..end) };
        products.absorb(group, part, 2)?;
    }
    let mut powers = products.draw(group, 1)?;
    assert!(powers.wanted() > 0, "some have a delay that few share");
    for (start, end) in places() {
        powers.absorb(group, Placed { start: start as u64, records: &records.range(start..end) }, 2)?;
    }
    powers.check(group, proof, 1)
}

#[test]
fn parts_change_nothing() {
    let group = group();
    let bytes = list_of(&group, &MIXED);
    let proof = proof_of(&group, terms(), &bytes).unwrap();
    let delta = group.hash("delta", &[]);
    for parts in [vec![], vec![1], vec![8000], vec![7000, 7001, 15_100], vec![4096, 8192, 12_288, 16_384]] {
        assert_eq!(check_in_parts((&group, &bytes, &bytes), &parts, &proof), Ok(()), "{parts:?}");
        for place in [3, 8001] {
            let wrong = with_errors(&group, &bytes, &[(place, &delta)]);
            assert_eq!(check_in_parts((&group, &wrong, &wrong), &parts, &proof), Err(FALSE), "{parts:?}");
        }
    }
    // Statements that have other delays when they are added than when they were counted.
    let runs = [(12_001, 400, 1), (3099, 330, 40), (3000, 333, 50)];
    let other = list_of(&group, &runs);
    let refused = check_in_parts((&group, &bytes, &other), &[9000], &proof).unwrap_err();
    assert_eq!(refused, Invalid::Count { expected: Some(12_000), found: 12_001 });
    let refused = check_in_parts((&group, &other, &bytes), &[9000], &proof).unwrap_err();
    assert_eq!(refused, Invalid::Count { expected: Some(6099), found: 6100 });
}

/// Errors in a delay with graphs, in the rest and in both, alone and in pairs that cancel, and an error of
/// order 2 on all statements, which only a forger has.
#[test]
fn false_statements_are_refused_and_named() {
    let group = group();
    let bytes = list_of(&group, &MIXED);
    let proof = proof_of(&group, terms(), &bytes).unwrap();
    assert_eq!(check(&group, &bytes, &proof), Ok(()));
    let delta = group.hash("delta", &[]);
    let inverse = group.ring().natural(&delta).invert_mod(group.modulus()).unwrap();
    let inverse = group.ring().residue(&inverse);
    for places in [vec![0], vec![18_099], vec![7000, 15_100], vec![5, 6999, 12_000], vec![0, 7000]] {
        let errors: Vec<_> =
            places.iter().zip([&delta, &inverse, &delta]).map(|(place, error)| (*place, error)).collect();
        let wrong = with_errors(&group, &bytes, &errors);
        assert_eq!(check(&group, &wrong, &proof), Err(FALSE), "{places:?}");
        let named = places.iter().map(|place| *place as u64).collect();
        assert_eq!(proof_of(&group, terms(), &wrong).unwrap_err(), ProveError::False(named));
    }
    // The element is 1 modulo one prime and −1 modulo the other: its square is 1, and it is neither 1 nor −1.
    let [p, q] = factors();
    let ring = group.ring();
    let inverse_of_p = p.div_rem(&q).1.invert_mod(&q).unwrap();
    let minus_two = q.sub(&Natural::from(2u64)).unwrap();
    let number = p.mul(&inverse_of_p.mul(&minus_two).div_rem(&q).1);
    let order_two = ring.residue(&number.add(&Natural::one()));
    assert!(group.equal(&group.mul(&order_two, &order_two), &group.identity()));
    assert!(!group.equal(&order_two, &group.identity()));
    for range in [0..18_100, 0..7000, 7000..10_100] {
        let errors: Vec<_> = range.clone().map(|place| (place, &order_two)).collect();
        let wrong = with_errors(&group, &bytes, &errors);
        assert_eq!(check(&group, &wrong, &proof), Err(FALSE), "{range:?}");
    }
}

#[test]
fn non_units_are_named() {
    let group = group();
    let good = list_of(&group, &MIXED);
    let proof = proof_of(&group, terms(), &good).unwrap();
    let factor = group.encode(&group.ring().residue(&factors()[0]));
    let (stride, width) = (8 + Records::record_len(&group), group.encoded_len());
    for (index, side, at) in
        [(2, Side::Output, 8 + width), (8000, Side::Output, 8 + width), (8001, Side::Input, 8)]
    {
        let mut bytes = good.clone();
        bytes[index * stride + at..][..width].copy_from_slice(&factor);
        let expected = Invalid::NotAUnit { index: index as u64, side };
        assert_eq!(check(&group, &bytes, &proof), Err(expected.clone()), "{index}");
        assert_eq!(proof_of(&group, terms(), &bytes).unwrap_err(), expected.into(), "{index}");
    }
}

/// Each protocol refuses the proofs and checkpoints of the other one.
#[test]
fn the_two_protocols_are_kept_apart() {
    let group = group();
    let bytes = list_of(&group, &[(3, 300, 3), (12_000, 310, 1)]);
    let records = Records::with_delays(&group, &bytes).unwrap();
    let plain = Terms::new(128).unwrap();
    let proof = proof_of(&group, plain, &bytes).unwrap();
    assert_eq!(verify(&group, plain, &records, &proof, 1), Ok(()));
    assert_eq!(check(&group, &bytes, &proof), Err(FALSE));
    let proof = proof_of(&group, terms(), &bytes).unwrap();
    assert_eq!(verify(&group, plain, &records, &proof, 1), Err(FALSE));
    assert_eq!(check(&group, &bytes, &proof), Ok(()));

    let [linear, plain] = [terms(), plain].map(|terms| Prover::new(&group, terms, &records, 1).unwrap());
    let mut squarings = Squarings::start(&group, &linear);
    squarings.advance(100);
    let saved = squarings.to_bytes();
    assert_eq!(Squarings::resume(&group, &plain, &saved).err(), Some(ResumeError::List));
    let resumed = Squarings::resume(&group, &linear, &saved).unwrap();
    let made = resumed.finish(Work { threads: 1, progress: |_| true }).unwrap();
    assert!(group.equal(&made, &proof));
    assert!(Terms::linear(136).is_err() && Terms::linear(60).is_err());
}

/// The counted cost is the planned one, and the planner takes the cheaper protocol.
#[test]
fn costs_are_as_predicted() {
    let group = RsaGroup::unchecked(&Natural::from(1009u64 * 2003));
    let counting = Counting::new(group.clone());
    for (runs, linear_is_cheaper) in [
        (&MIXED[..], true),
        (&[(700, 400, 1)], false),
        (&[(6000, 400, 6000)], true),
        (&[(12_000, 400, 1), (12_500, 410, 1), (5, 420, 5)], true),
    ] {
        let bytes = list_of(&group, runs);
        let records = Records::with_delays(&group, &bytes).unwrap();
        let counts: DelayCounts = delays(runs).into_iter().map(|t| (t, 1)).collect();
        counting.take();
        let mut products = Products::new(&counting, terms(), &[Digest::of(&records, 1)], &counts).unwrap();
        products.absorb(&counting, Placed { start: 0, records: &records }, 1).unwrap();
        let mut powers = products.draw(&counting, 1).unwrap();
        powers.absorb(&counting, Placed { start: 0, records: &records }, 1).unwrap();
        let _ = powers.check(&counting, &group.identity(), 1);
        let counted = counting.take();
        let (found, expected) = ((counted.products + counted.squarings) as f64, terms().best_cost(&counts));
        assert!((found - expected).abs() < 0.03 * expected + 50.0, "{runs:?}: {found} {expected}");
        assert_eq!(Terms::plan(128, &counts).unwrap()[0].is_linear(), linear_is_cheaper, "{runs:?}");
    }
    // The table of `spec/linear-batch.md`.
    for (count, different, plain, linear) in [
        (100_000, 100_000, 32.2, 25.8),
        (1_000_000, 2, 17.9, 7.0),
        (1_000_000, 10, 19.3, 8.5),
        (1_000_000, 1_000_000, 25.6, 20.4),
    ] {
        let counts: DelayCounts = (1..=different).map(|t| (t, count / different)).collect();
        for (terms, expected) in [(Terms::new(128).unwrap(), plain), (terms(), linear)] {
            let found = terms.best_cost(&counts) / count as f64;
            assert!((found - expected).abs() < 0.06, "{count} {different}: {found} {expected}");
        }
    }
    let many: DelayCounts = (1..4).map(|t| (t, 50_000)).chain([(9, 6000)]).collect();
    assert_eq!(Terms::plan(136, &many), Ok(vec![Terms::new(136).unwrap()]));
    assert_eq!(Terms::plan(128, &many).map(|plans| plans.len()), Ok(2));
    assert_eq!((terms().graphs(&many), Terms::new(128).unwrap().graphs(&many)), ((3, true), (0, false)));
}

//! Provers that know the challenges before they choose their statements, or choose them shard by shard. Each
//! deceives a verifier that draws challenges from too little, which shows that the forgery works, but not the
//! verifier of this crate.
//!
//! A prover who knows the exponent of every statement, c_ji in row j, and an element g of order n, solves Σ_i
//! c_ji·e_i = 0 modulo n and claims y_i = x_i^(2^t)·g^(e_i). A prover who knows no order solves it in
//! integers. The modulus of these tests has an element of order 2^61 − 1, so 64 bits are enough. Random
//! exponents meet such a solution once in 2^61 times.

use crate::batch::support::{
    Elem, House, ORDER, T, check, delay, delta, element_of_known_order, encode, group, prove_anyway,
    statements, systems, terms,
};
use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup, multiexp};
use heliast_vdf::{
    Statement,
    batch::{Digest, Family, Method, Placed, Records, Reduction, Seed, Terms, Weights, partial},
};
use std::{collections::HashMap, iter};

/// More statements than the first reduction of any protocol leaves. Another test forges incidence
/// buckets, which such lists do not have.
const M: usize = 150;

#[test]
fn challenges_from_a_constant_fall() {
    forge(|_, _| Seed::from_bytes([0x42; 32]));
}

#[test]
fn challenges_from_the_inputs_alone_fall() {
    forge(|terms, list| {
        let inputs: Vec<_> = list.iter().map(|(x, _)| (x.clone(), x.clone())).collect();
        seed_of(terms, &inputs)
    });
}

fn forge(weak_seed: impl Fn(&Terms, &[(Elem, Elem)]) -> Seed) {
    let group = group();
    let g = element_of_known_order(&group);
    let list = statements(M);
    for (terms, proving, what) in systems(M) {
        let seed = weak_seed(&terms, &list);
        let errors = kernel(coefficients(&seed, terms.protocol.reductions()[0], M));
        let forged: Vec<_> = list
            .iter()
            .zip(&errors)
            .map(|((x, y), error)| {
                (x.clone(), group.mul(y, &multiexp(&group, &[(&g, &Natural::from(*error))])))
            })
            .collect();
        let wrong = forged.iter().filter(|(x, y)| !group.equal(&delay(&group, x), y)).count();
        assert!(wrong > 1, "{what}: {wrong} statements are false");

        let bytes = encode(&group, &forged);
        let records = Records::new(&group, &bytes).unwrap();
        let rows = partial(
            &group,
            &terms,
            &weak_seed(&terms, &forged),
            Placed { start: 0, records: &records },
            Method::Best,
            1,
        )
        .unwrap();
        let rows = rows.encode(&group).split_off(8);
        let fooled = rows.chunks_exact(2 * group.encoded_len()).all(|row| {
            let (x, y) = row.split_at(group.encoded_len());
            group.equal(&delay(&group, &group.decode(x).unwrap()), &group.decode(y).unwrap())
        });
        assert!(fooled, "{what}: all that the weak verifier is left with is true");

        let proof = prove_anyway(&group, &terms, &encode(&group, &list), proving);
        assert!(check(&group, &terms, &bytes, &proof).is_err(), "{what}");
        let proof = prove_anyway(&group, &terms, &bytes, proving);
        assert!(check(&group, &terms, &bytes, &proof).is_err(), "{what}");
    }
}

fn seed_of(terms: &Terms, list: &[(Elem, Elem)]) -> Seed {
    let group = group();
    let bytes = encode(&group, list);
    let records = Records::new(&group, &bytes).unwrap();
    terms.seed(&group, &[Digest::of(&records, 1)]).unwrap()
}

/// c_ji modulo the order, as in the specification: the exponent of statement i in row j of the first
/// reduction.
fn coefficients(seed: &Seed, reduction: Reduction, m: usize) -> Vec<Vec<u64>> {
    match reduction {
        Reduction::Subsets { rows } => {
            let strings = strings(seed, 1, usize::from(rows), m);
            let row = |row: usize| strings.iter().map(|string| bits(string, row, 1)).collect();
            (0..rows.into()).map(row).collect()
        }
        Reduction::Exponents { bits: count } => {
            let strings = strings(seed, 1, count.into(), m);
            let exponent = |string: &Vec<u8>| {
                let digits = string.iter().rev().map(|byte| u128::from(*byte));
                digits.fold(0, |sum, digit| (sum * 256 + digit) % u128::from(ORDER)) as u64
            };
            vec![strings.iter().map(exponent).collect()]
        }
        Reduction::Buckets { bits: count, rounds, weights } => {
            let (count, rounds) = (usize::from(count), usize::from(rounds));
            let of_statements = strings(seed, 1, count * rounds, m);
            let of_buckets = strings(seed, 2, count * rounds, 1 << count);
            let row = |round: usize| {
                let exponent = |string: &Vec<u8>| {
                    let bucket = bits(string, round * count, count);
                    match weights {
                        Weights::Ascending => bucket,
                        Weights::Random => bits(&of_buckets[bucket as usize], round * count, count),
                    }
                };
                of_statements.iter().map(exponent).collect()
            };
            (0..rounds).map(row).collect()
        }
        Reduction::Incidence(_) => panic!("{m} statements have no incidence buckets"),
    }
}

/// The strings of the first reduction: `purpose` 1 for statements, 2 for buckets.
fn strings(seed: &Seed, purpose: u8, bits: usize, count: usize) -> Vec<Vec<u8>> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"\x17heliast/batch/string/v1").update(&seed.to_bytes()).update(&[0, purpose]);
    let mut stream = hasher.finalize_xof();
    let string = || {
        let mut string = vec![0; bits.div_ceil(8)];
        stream.fill(&mut string);
        string
    };
    iter::repeat_with(string).take(count).collect()
}

/// Bits `from` to `from + count` of a little-endian string.
fn bits(string: &[u8], from: usize, count: usize) -> u64 {
    (from..from + count).rev().fold(0, |sum, bit| sum << 1 | u64::from(string[bit / 8] >> (bit % 8) & 1))
}

/// A nonzero solution of rows · e = 0 modulo the order, by Gauss-Jordan elimination; there are more columns
/// than rows.
fn kernel(mut rows: Vec<Vec<u64>>) -> Vec<u64> {
    let columns = rows[0].len();
    let mut pivots = Vec::new();
    let mut free = None;
    for column in 0..columns {
        let done = pivots.len();
        match (done..rows.len()).find(|row| rows[*row][column] != 0) {
            Some(row) => {
                rows.swap(done, row);
                let inverse = power(rows[done][column], ORDER - 2);
                rows[done].iter_mut().for_each(|entry| *entry = times(*entry, inverse));
                let pivot = rows[done].clone();
                for row in (0..rows.len()).filter(|row| *row != done) {
                    let factor = ORDER - rows[row][column];
                    for (entry, pivot) in rows[row].iter_mut().zip(&pivot) {
                        *entry = (*entry + times(factor % ORDER, *pivot)) % ORDER;
                    }
                }
                pivots.push(column);
            }
            None => free = Some(column),
        }
    }
    let free = free.expect("more columns than rows");
    let mut solution = vec![0; columns];
    solution[free] = 1;
    pivots.iter().zip(&rows).for_each(|(pivot, row)| solution[*pivot] = (ORDER - row[free]) % ORDER);
    solution
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(ORDER)) as u64
}

fn power(base: u64, exponent: u64) -> u64 {
    (0..64).rev().fold(1, |power, bit| {
        let square = times(power, power);
        if exponent >> bit & 1 == 1 { times(square, base) } else { square }
    })
}

/// Challenges of this many bits, so that a search takes no time. With k shards and c bits it takes 2^(c/(1 +
/// log k)) tries for each.
const SHORT_BITS: usize = 24;
const TRIES: usize = 1 << 14;

/// Two shards are made separately, with an error δ in one and 1/δ in the other, until their exponents are
/// equal.
#[test]
fn challenges_shard_by_shard_fall() {
    let group = group();
    let terms = terms(Family::RandomExponents, 2);
    let shards = |error: &Elem, name: &str| -> Vec<Vec<u8>> {
        let step = group.hash(name, b"step");
        let step = (delay(&group, &step), step);
        let mut x = group.hash(name, b"start");
        let mut y = group.mul(&delay(&group, &x), error);
        let shard = || {
            group.mul_assign(&mut x, &step.1);
            group.mul_assign(&mut y, &step.0);
            encode(&group, &[(x.clone(), y.clone())])
        };
        iter::repeat_with(shard).take(TRIES).collect()
    };
    let digest = |shard: &Vec<u8>| Digest::of(&Records::new(&group, shard).unwrap(), 1);
    let own = |shard: &Vec<u8>| short(&terms.seed(&group, &[digest(shard)]).unwrap(), 1)[0];
    let (first, second) =
        (shards(&delta(&group), "first"), shards(&House::invert(&group, &delta(&group)), "second"));
    let places: HashMap<u64, &Vec<u8>> = first.iter().map(|shard| (own(shard), shard)).collect();
    let found = second.iter().find_map(|shard| Some((*places.get(&own(shard))?, shard)));
    let (first, second) = found.expect("16 pairs are expected");

    let combined = |exponents: [u64; 2]| {
        let sides = [first, second].map(|shard| {
            let (x, y) = shard.split_at(group.encoded_len());
            (group.decode(x).unwrap(), group.decode(y).unwrap())
        });
        let [r, s] = exponents.map(Natural::from);
        let x = multiexp(&group, &[(&sides[0].0, &r), (&sides[1].0, &s)]);
        let y = multiexp(&group, &[(&sides[0].1, &r), (&sides[1].1, &s)]);
        Statement { x, y, t: T }
    };
    let holds = |statement: Statement<Elem>| group.equal(&delay(&group, &statement.x), &statement.y);
    assert!(holds(combined([own(first), own(second)])), "a seed for each shard");
    let seed = terms.seed(&group, &[digest(first), digest(second)]).unwrap();
    let global = short(&seed, 2);
    assert!(!holds(combined([global[0], global[1]])), "one seed, though its strings are as short");

    let bytes = [&first[..], &second[..]].concat();
    for (terms, proving, what) in systems(2) {
        let proof = prove_anyway(&group, &terms, &bytes, proving);
        assert!(check(&group, &terms, &bytes, &proof).is_err(), "{what}");
    }
}

fn short(seed: &Seed, count: usize) -> Vec<u64> {
    strings(seed, 1, 128, count).iter().map(|string| bits(string, 0, SHORT_BITS)).collect()
}

/// The seed changes with any byte of any record, with the order, number or shards of the records,
/// with the terms and with the group.
#[test]
fn the_seed_depends_on_everything() {
    let group = group();
    let list = statements(3);
    let bytes = encode(&group, &list);
    let terms = terms(Family::RandomExponents, 3);
    let seed = |group: &RsaGroup, terms: &Terms, shards: &[&[u8]]| {
        let digest = |shard: &&[u8]| Digest::of(&Records::new(group, shard).unwrap(), 1);
        terms.seed(group, &shards.iter().map(digest).collect::<Vec<_>>()).unwrap().to_bytes()
    };
    let mut seen = vec![seed(&group, &terms, &[&bytes])];
    for byte in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[byte] ^= 1;
        if Records::new(&group, &changed).is_ok() {
            seen.push(seed(&group, &terms, &[&changed]));
        }
    }
    assert!(seen.len() > bytes.len() - 6, "almost all are canonical");
    let record = bytes.len() / 3;
    seen.push(seed(&group, &terms, &[&bytes[..record], &bytes[record..]]));
    seen.push(seed(&group, &terms, &[&bytes[..2 * record], &bytes[2 * record..]]));
    seen.push(seed(&group, &terms, &[&bytes[record..], &bytes[..record]]));
    seen.push(seed(&group, &terms, &[&bytes, &[]]));
    seen.push(seed(&group, &terms, &[&[], &bytes]));
    seen.push(seed(&group, &terms, &[&bytes[..2 * record]]));
    seen.push(seed(&group, &terms, &[&bytes[..2 * record], &bytes]));
    for t in [1, T - 1, T + 1] {
        seen.push(seed(&group, &Terms { t, ..terms.clone() }, &[&bytes]));
    }
    // For such a short list Linear is Random Exponents.
    let same = [Family::RandomExponents, Family::Linear];
    for family in Family::ALL.into_iter().filter(|family| !same.contains(family)) {
        seen.push(seed(&group, &crate::batch::support::terms(family, 3), &[&bytes]));
    }
    let larger = RsaGroup::unchecked(&group.modulus().add(&Natural::from(2u64)));
    seen.push(seed(&larger, &terms, &[&bytes]));
    let count = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), count);
}

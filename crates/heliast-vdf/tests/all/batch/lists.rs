//! False statements, and lists with proofs of other lists. The tests are the same in an RSA group and in a
//! class group.

use crate::batch::support::{House, check, delay, delta, encode, prove_anyway, systems_of};
use heliast_vdf::batch::{Invalid, Method, Proof, Proving, Records, Reduction, Terms, combine};

/// Asserts that a proof is false, and not malformed or of the wrong kind.
#[track_caller]
fn assert_false(checked: Result<(), Invalid>, what: &str) {
    match checked {
        Err(Invalid::Wesolowski { reason: heliast_vdf::Invalid::Equation, .. }) => {}
        Err(Invalid::Pietrzak { reason: heliast_vdf::pietrzak::Invalid::Equation, .. }) => {}
        other => panic!("{what}: {other:?}"),
    }
}

/// Tests of one body in both groups.
macro_rules! in_both_groups {
    ($($test:ident)*) => {
        mod rsa {
            $(#[test]
            fn $test() {
                super::$test(&<heliast_group::RsaGroup as super::House>::house());
            })*
        }
        mod class {
            $(#[test]
            fn $test() {
                super::$test(&<heliast_group::ClassGroup as super::House>::house());
            })*
        }
    };
}

in_both_groups! {
    what_is_true_is_accepted
    one_wrong_output_is_refused_wherever_it_stands
    errors_do_not_cancel
    another_list_of_true_statements_needs_another_proof
    another_delay_or_group_needs_another_proof
    proofs_of_other_combined_statements_are_refused
    a_challenge_serves_one_list
}

fn lengths<G: House>() -> impl Iterator<Item = (usize, Vec<usize>)> {
    G::SHORT.iter().map(|&m| (m, (0..m).collect())).chain([(G::LONG, G::POSITIONS.to_vec())])
}

fn statements<G: House>(group: &G, m: usize) -> Vec<(G::Elem, G::Elem)> {
    group.list()[..m].to_vec()
}

fn what_is_true_is_accepted<G: House>(group: &G) {
    for m in G::SHORT.iter().copied().chain([G::LONG]) {
        let bytes = encode(group, &statements(group, m));
        for (terms, proving, what) in systems_of::<G>(m) {
            let proof = prove_anyway(group, &terms, &bytes, proving);
            assert_eq!(check(group, &terms, &bytes, &proof), Ok(()), "{what}");
        }
    }
}

/// At every position with the proof of the true list, and at some positions with a proof that was made for
/// the false list.
fn one_wrong_output_is_refused_wherever_it_stands<G: House>(group: &G) {
    for (m, positions) in lengths::<G>() {
        let list = statements(group, m);
        for (terms, proving, what) in systems_of::<G>(m) {
            let proof = prove_anyway(group, &terms, &encode(group, &list), proving);
            for &index in &positions {
                let mut wrong = list.clone();
                group.mul_assign(&mut wrong[index].1, &delta(group));
                let bytes = encode(group, &wrong);
                assert_false(check(group, &terms, &bytes, &proof), &what);
                if [0, m / 2, m - 1].contains(&index) {
                    let proof = prove_anyway(group, &terms, &bytes, proving);
                    assert_false(check(group, &terms, &bytes, &proof), &what);
                }
            }
        }
    }
}

/// Errors δ and 1/δ, and exchanged outputs, which leave the products of all x and of all y unchanged.
fn errors_do_not_cancel<G: House>(group: &G) {
    let (delta, inverse) = (delta(group), group.invert(&delta(group)));
    for (m, pairs) in [
        (2, vec![(0, 1)]),
        (3, vec![(0, 2), (1, 2)]),
        (G::MIDDLE, vec![(0, G::MIDDLE - 1), (7, 8)]),
        (G::LONG, vec![(1, G::LONG - 5)]),
    ] {
        let true_bytes = encode(group, &statements(group, m));
        let honest: Vec<_> = systems_of::<G>(m)
            .map(|(terms, proving, what)| {
                let proof = prove_anyway(group, &terms, &true_bytes, proving);
                (terms, proving, what, proof)
            })
            .collect();
        let assert_refused = |wrong: &[(G::Elem, G::Elem)]| {
            let bytes = encode(group, wrong);
            for (terms, proving, what, of_the_true) in &honest {
                assert_false(check(group, terms, &bytes, of_the_true), what);
                assert_false(
                    check(group, terms, &bytes, &prove_anyway(group, terms, &bytes, *proving)),
                    what,
                );
            }
        };
        for (first, second) in pairs {
            let mut wrong = statements(group, m);
            group.mul_assign(&mut wrong[first].1, &delta);
            group.mul_assign(&mut wrong[second].1, &inverse);
            assert_refused(&wrong);
            let mut swapped = statements(group, m);
            let output = swapped[first].1.clone();
            swapped[first].1 = std::mem::replace(&mut swapped[second].1, output);
            assert_refused(&swapped);
        }
    }
}

/// (x, y) and (x·g, y·g^(2^t)) are both true, so only the binding of the proof to its list distinguishes
/// them.
fn another_list_of_true_statements_needs_another_proof<G: House>(group: &G) {
    for m in [2, 3, G::MIDDLE, G::LONG] {
        let list = statements(group, m);
        let mut changed: Vec<(&str, Vec<_>)> = Vec::new();
        let mut reordered = list.clone();
        reordered.swap(0, m - 1);
        changed.push(("reordered", reordered));
        let mut rotated = list.clone();
        rotated.rotate_left(1);
        changed.push(("rotated", rotated));
        let mut duplicated = list.clone();
        duplicated[1] = duplicated[0].clone();
        changed.push(("with a statement twice", duplicated));
        changed.push(("with one more", [&list[..], &list[..1]].concat()));
        changed.push(("twice", [&list[..], &list[..]].concat()));
        changed.push(("without the last", list[..m - 1].to_vec()));
        changed.push(("without the first", list[1..].to_vec()));
        let mut other = list.clone();
        group.mul_assign(&mut other[m - 1].0, &delta(group));
        group.mul_assign(&mut other[m - 1].1, &delay(group, &delta(group)));
        changed.push(("with another statement", other));
        for (terms, proving, what) in systems_of::<G>(m) {
            let proof = prove_anyway(group, &terms, &encode(group, &list), proving);
            for (how, changed) in &changed {
                let checked = check(group, &terms, &encode(group, changed), &proof);
                // Incidence buckets are for one number of statements.
                let is_bound =
                    terms.protocol.reductions().iter().any(|r| matches!(r, Reduction::Incidence(_)));
                if is_bound && changed.len() != m {
                    let (expected, found) = (Some(m as u64), changed.len() as u64);
                    assert_eq!(checked, Err(Invalid::Count { expected, found }), "{what}, {how}");
                    continue;
                }
                // With Pietrzak's proofs and true combined statements, only a midpoint is wrong.
                assert_false(checked, &format!("{what}, {how}"));
            }
        }
    }
}

fn another_delay_or_group_needs_another_proof<G: House>(group: &G) {
    let other = group.neighbour();
    for &m in G::SHORT {
        let bytes = encode(group, &statements(group, m));
        for (terms, proving, what) in systems_of::<G>(m) {
            let proof = prove_anyway(group, &terms, &bytes, proving);
            for t in [G::T - 1, G::T + 1, 1, 2 * G::T] {
                let terms = Terms { t, ..terms.clone() };
                let checked = check(group, &terms, &bytes, &proof);
                assert!(
                    matches!(checked, Err(Invalid::Wesolowski { .. } | Invalid::Pietrzak { .. })),
                    "{what}, {t}: {checked:?}"
                );
            }
            for t in [0, heliast_vdf::MAX_DELAY, u64::MAX] {
                let terms = Terms { t, ..terms.clone() };
                assert_eq!(check(group, &terms, &bytes, &proof), Err(Invalid::Delay(t)), "{what}");
            }
            if let Some(other) = &other {
                assert_false(check(other, &terms, &bytes, &in_group(other, group, &proof)), &what);
            }
        }
    }
}

/// The proof that has the same bytes in another group.
fn in_group<G: House>(to: &G, from: &G, proof: &Proof<G::Elem>) -> Proof<G::Elem> {
    match proof {
        Proof::Wesolowski(suite, proofs) => Proof::Wesolowski(
            *suite,
            proofs.iter().map(|proof| to.decode(&from.encode(proof)).unwrap()).collect(),
        ),
        Proof::Pietrzak(proofs) => {
            let decode = |proof: &heliast_vdf::pietrzak::Proof<_>| {
                heliast_vdf::pietrzak::Proof::decode(to, G::T, &proof.encode(from)).unwrap()
            };
            Proof::Pietrzak(proofs.iter().map(decode).collect())
        }
    }
}

/// The proof of another combined statement of the same list, or of the same statement with another challenge.
fn proofs_of_other_combined_statements_are_refused<G: House>(group: &G) {
    let m = G::MIDDLE;
    let (bytes, others) =
        (encode(group, &statements(group, m)), encode(group, &statements(group, 2 * m)[m..]));
    for (terms, proving, what) in systems_of::<G>(m) {
        let proof = prove_anyway(group, &terms, &bytes, proving);
        let other = prove_anyway(group, &terms, &others, proving);
        assert_false(check(group, &terms, &bytes, &other), &what);
        if let Some(changed) = permuted(&proof) {
            assert_false(check(group, &terms, &bytes, &changed), &what);
        }
        let expected = terms.protocol.proofs();
        for (changed, found) in [(truncated(&proof), expected - 1), (extended(&proof), expected + 1)] {
            assert_eq!(
                check(group, &terms, &bytes, &changed),
                Err(Invalid::Proofs { expected, found }),
                "{what}"
            );
        }
    }
}

/// Exchanges two proofs, if there are several.
fn permuted<E: Clone>(proof: &Proof<E>) -> Option<Proof<E>> {
    let mut proof = proof.clone();
    match &mut proof {
        Proof::Wesolowski(_, proofs) if proofs.len() > 1 => proofs.swap(3, 60),
        Proof::Pietrzak(proofs) if proofs.len() > 1 => proofs.swap(3, 60),
        _ => return None,
    }
    Some(proof)
}

fn truncated<E: Clone>(proof: &Proof<E>) -> Proof<E> {
    match proof.clone() {
        Proof::Wesolowski(suite, mut proofs) => {
            proofs.pop();
            Proof::Wesolowski(suite, proofs)
        }
        Proof::Pietrzak(mut proofs) => {
            proofs.pop();
            Proof::Pietrzak(proofs)
        }
    }
}

fn extended<E: Clone>(proof: &Proof<E>) -> Proof<E> {
    match proof.clone() {
        Proof::Wesolowski(suite, mut proofs) => {
            proofs.extend(proofs.last().cloned());
            Proof::Wesolowski(suite, proofs)
        }
        Proof::Pietrzak(mut proofs) => {
            proofs.extend(proofs.last().cloned());
            Proof::Pietrzak(proofs)
        }
    }
}

/// A challenge that was drawn for one statement is invalid for all others: π = x^floor(2^t / l), where l is
/// that of the true list.
fn a_challenge_serves_one_list<G: House>(group: &G) {
    let m = 3;
    let list = statements(group, m);
    let mut wrong = list.clone();
    group.mul_assign(&mut wrong[1].1, &delta(group));
    for (terms, proving, what) in systems_of::<G>(m) {
        let Proving::Wesolowski(suite) = proving else { continue };
        let left = |list: &[_]| {
            let bytes = encode(group, list);
            let records = Records::new(group, &bytes).unwrap();
            combine(group, &terms, &records, Method::Best, 1).unwrap()
        };
        let reused = left(&list).into_iter().zip(left(&wrong)).map(|(of, statement)| {
            let prime = heliast_vdf::challenge(group, &of, suite).unwrap().prime;
            heliast_vdf::prove_naive(group, &statement.x, G::T, &prime)
        });
        let proof = Proof::Wesolowski(suite, reused.collect());
        assert_false(check(group, &terms, &encode(group, &wrong), &proof), &what);
    }
}

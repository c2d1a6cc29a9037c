//! Every known way in which a proof can be wrong.

use super::{Elem, T, bytes_of, canonical, factors, has_known_factors, involution};
use heliast_arith::Natural;
use heliast_group::{Group, Malformed, RsaGroup, multiexp};
use heliast_vdf::{BadHint, Form, Invalid, OpenError, PrimeMode, ProofFile, Statement, Suite, challenge};

/// The reason why a file must be refused.
pub enum Reason {
    Exactly(OpenError),
    /// Its equation does not hold, or its challenge is not the one that is drawn; the form decides which is
    /// found first.
    FalseProof,
}

impl Reason {
    pub fn is(&self, error: &OpenError) -> bool {
        match self {
            Reason::Exactly(reason) => reason == error,
            Reason::FalseProof => {
                matches!(
                    error,
                    OpenError::Invalid(Invalid::Equation | Invalid::WrongPrime | Invalid::Hint(_))
                )
            }
        }
    }
}

/// A file, its error, and the reason why it must be refused.
pub struct Bad {
    pub what: String,
    pub file: ProofFile,
    pub reason: Reason,
}

type Change<'a> = &'a dyn Fn(&mut Vec<u8>);

/// The element fields of a file, by name.
fn fields(file: &mut ProofFile) -> Vec<(&'static str, &mut Vec<u8>)> {
    let mut fields = vec![("x", &mut file.x)];
    match &mut file.form {
        Form::Output { y, proof } => fields.extend([("y", y), ("pi", proof)]),
        Form::Pietrzak { y, .. } | Form::Segmented { y, .. } => fields.push(("y", y)),
        Form::Compact { proof, .. } => fields.push(("pi", proof)),
    }
    fields
}

/// A file with one of its element fields changed, for every field.
fn each_field(file: &ProofFile, change: impl Fn(&mut Vec<u8>)) -> Vec<(&'static str, ProofFile)> {
    (0..fields(&mut file.clone()).len())
        .map(|index| {
            let mut file = file.clone();
            let (name, bytes) = fields(&mut file).swap_remove(index);
            change(bytes);
            (name, file)
        })
        .collect()
}

/// Bytes that are not an element.
pub fn bad_elements(group: &RsaGroup, file: &ProofFile) -> Vec<Bad> {
    let (n, one, expected) = (group.modulus(), Natural::one(), group.encoded_len());
    let all_ones = Natural::from_be_bytes(&vec![0xff; expected]);
    let numbers = [Natural::zero(), n.clone(), n.sub(&one).unwrap(), n.shr(1).add(&one), all_ones];
    let replaced = numbers.iter().map(|number| each_field(file, |bytes| *bytes = bytes_of(group, number)));
    let negated = each_field(file, |bytes| {
        *bytes = bytes_of(group, &n.sub(&Natural::from_be_bytes(bytes)).unwrap());
    });
    let not_canonical =
        replaced.flatten().chain(negated).map(|(field, file)| (field, file, Malformed::NotCanonical));
    let wrong_lengths = [0, expected - 1, expected + 1].into_iter().flat_map(|found| {
        let changed = each_field(file, |bytes| bytes.resize(found, 0));
        changed.into_iter().map(move |(field, file)| (field, file, Malformed::Length { expected, found }))
    });
    not_canonical
        .chain(wrong_lengths)
        .map(|(field, file, reason)| Bad {
            what: format!("{field}: {reason}"),
            file,
            reason: Reason::Exactly(OpenError::Element { field, reason }),
        })
        .collect()
}

/// Elements that share a factor with the modulus, if factors are known.
pub fn non_units(group: &RsaGroup, file: &ProofFile) -> Vec<Bad> {
    if !has_known_factors(group) {
        return Vec::new();
    }
    let multiples = factors().map(|p| p.mul(&Natural::from(12_345u64)));
    let changed = multiples.iter().flat_map(|n| each_field(file, |bytes| *bytes = canonical(group, n)));
    let reason = || Reason::Exactly(Invalid::Element(Malformed::NotAUnit).into());
    changed.map(|(field, file)| Bad { what: format!("{field}: no unit"), file, reason: reason() }).collect()
}

/// Claims that are well formed and false. `foreign` is another honest file of the same form and suite.
pub fn false_claims(group: &RsaGroup, file: &ProofFile, foreign: &ProofFile) -> Vec<Bad> {
    let mut bad = out_of_range(group, file);
    bad.extend(changed_elements(group, file, foreign));
    bad.extend(changed_parameters(file));
    match (&file.form, &foreign.form) {
        (Form::Output { y, proof }, _) => bad.extend(related_outputs(group, file, [y, proof])),
        (Form::Compact { prime, .. }, Form::Compact { prime: foreign, .. }) => {
            bad.extend(other_primes(group, file, [prime, foreign]));
        }
        _ => panic!("the same form"),
    }
    bad
}

fn false_proof(what: impl Into<String>, file: ProofFile) -> Bad {
    Bad { what: what.into(), file, reason: Reason::FalseProof }
}

fn exactly(invalid: Invalid, file: ProofFile) -> Bad {
    let reason = OpenError::from(invalid);
    Bad { what: reason.to_string(), file, reason: Reason::Exactly(reason) }
}

/// Files that are refused before any arithmetic.
fn out_of_range(group: &RsaGroup, file: &ProofFile) -> Vec<Bad> {
    let delays = [0, heliast_vdf::MAX_DELAY, u64::MAX];
    let mut bad: Vec<_> = delays.map(|t| exactly(Invalid::Delay(t), ProofFile { t, ..file.clone() })).into();
    bad.push(Bad {
        what: "another group".to_owned(),
        file: ProofFile { group_id: [7; 32], ..file.clone() },
        reason: Reason::Exactly(OpenError::OtherGroup),
    });
    let x = group.encode(&group.identity());
    bad.push(exactly(Invalid::TrivialInput, ProofFile { x, ..file.clone() }));
    if file.hint.is_some() {
        let bound = file.suite.hint_bound();
        bad.extend([bound, u16::MAX].map(|counter| {
            let file = ProofFile { hint: Some(counter), ..file.clone() };
            exactly(Invalid::Hint(BadHint::Range { counter, bound }), file)
        }));
    }
    bad
}

/// Each element replaced by another one.
fn changed_elements(group: &RsaGroup, file: &ProofFile, foreign: &ProofFile) -> Vec<Bad> {
    let elem = |bytes: &[u8]| group.decode(bytes).unwrap();
    let g = group.hash("mutation", b"g");
    let times_g = |bytes: &mut Vec<u8>| *bytes = group.encode(&group.mul(&elem(bytes), &g));
    let squared = |bytes: &mut Vec<u8>| *bytes = group.encode(&group.mul(&elem(bytes), &elem(bytes)));
    let plus_one = |bytes: &mut Vec<u8>| {
        *bytes = canonical(group, &Natural::from_be_bytes(bytes).add(&Natural::one()));
    };
    let to_x = |bytes: &mut Vec<u8>| *bytes = file.x.clone();
    let to_identity = |bytes: &mut Vec<u8>| *bytes = group.encode(&group.identity());
    let changes: [(&str, Change<'_>); 5] = [
        ("times g", &times_g),
        ("squared", &squared),
        ("plus 1", &plus_one),
        ("is x", &to_x),
        ("is 1", &to_identity),
    ];
    let mut bad = Vec::new();
    for (what, change) in changes {
        // An unchanged x is not a change, and x = 1 has a reason of its own.
        let changed = each_field(file, change).into_iter();
        let changed = changed.filter(|(field, _)| *field != "x" || (what != "is x" && what != "is 1"));
        bad.extend(changed.map(|(field, changed)| false_proof(format!("{field} {what}"), changed)));
    }
    for index in 0..fields(&mut file.clone()).len() {
        let mut changed = file.clone();
        *fields(&mut changed)[index].1 = fields(&mut foreign.clone())[index].1.clone();
        bad.push(false_proof("a field of another proof", changed));
    }
    bad
}

/// Another t, another suite, another hint.
fn changed_parameters(file: &ProofFile) -> Vec<Bad> {
    let delays = [1, T - 1, T + 1, 2 * T, heliast_vdf::MAX_DELAY - 1];
    let mut bad: Vec<_> = delays.map(|t| false_proof("another t", ProofFile { t, ..file.clone() })).into();
    if let Some(hint) = file.hint {
        let others = (0..file.suite.hint_bound()).step_by(97).filter(|other| *other != hint);
        let renamed = |other| ProofFile { hint: Some(other), ..file.clone() };
        bad.extend(others.map(|other| false_proof("another hint", renamed(other))));
    } else if let Form::Output { .. } = file.form {
        let suites = [(PrimeMode::Plain, 256), (PrimeMode::SievedFull, 136), (PrimeMode::SievedFull, 264)];
        let suites = suites.map(|(mode, bits)| Suite::new(mode, bits).unwrap()).into_iter();
        let moved =
            suites.filter(|suite| *suite != file.suite).map(|suite| ProofFile { suite, ..file.clone() });
        bad.extend(moved.map(|file| false_proof("another suite", file)));
    }
    bad
}

/// Outputs and proofs that are related to the true ones.
fn related_outputs(group: &RsaGroup, file: &ProofFile, [y, proof]: [&Vec<u8>; 2]) -> Vec<Bad> {
    let elem = |bytes: &[u8]| group.decode(bytes).unwrap();
    let (g, one) = (group.hash("mutation", b"g"), group.identity());
    let with = |y, proof| ProofFile { form: Form::Output { y, proof }, ..file.clone() };
    let times = |y_factor: &Elem, proof_factor: &Elem| {
        let [y, proof] = [(y, y_factor), (proof, proof_factor)]
            .map(|(bytes, factor)| group.encode(&group.mul(&elem(bytes), factor)));
        with(y, proof)
    };
    let statement = Statement { x: elem(&file.x), y: elem(y), t: file.t };
    let prime = challenge(group, &statement, file.suite).unwrap().prime;
    let g_to_l = multiexp(group, &[(&g, &prime)]);
    let mut bad = vec![
        // The equation holds for the challenge of the true y, which is not the challenge of this y.
        false_proof("y times g^l, pi times g", times(&g_to_l, &g)),
        false_proof("y and pi times g", times(&g, &g)),
        false_proof("y and pi exchanged", with(proof.clone(), y.clone())),
        false_proof("x and y exchanged", ProofFile { x: y.clone(), ..with(file.x.clone(), proof.clone()) }),
    ];
    if let Some(order_two) = involution(group) {
        bad.push(false_proof("y and pi times an involution", times(&order_two, &order_two)));
        bad.push(false_proof("y times an involution", times(&order_two, &one)));
        bad.push(false_proof("pi times an involution", times(&one, &order_two)));
    }
    bad
}

/// Compact proofs with another l. With π = x^floor(2^t / l) any l leads to the true y, and only one l is the
/// challenge.
fn other_primes(group: &RsaGroup, file: &ProofFile, [prime, foreign]: [&Vec<u8>; 2]) -> Vec<Bad> {
    let x = group.decode(&file.x).unwrap();
    let with = |l: &Natural| {
        let power = Natural::one().shl(T as usize);
        let quotient = if l.is_zero() { power } else { power.div_rem(l).0 };
        let proof = group.encode(&multiexp(group, &[(&x, &quotient)]));
        let form = Form::Compact { proof, prime: l.to_be_bytes(prime.len()).unwrap() };
        ProofFile { form, ..file.clone() }
    };
    let (l, bits) = (Natural::from_be_bytes(prime), usize::from(file.suite.bits()));
    let (one, two) = (Natural::one(), Natural::from(2u64));
    let ones = one.shl(bits).sub(&one).unwrap();
    let middle = one.shl(bits / 2);
    let composite = middle.add(&one).mul(&middle.sub(&one).unwrap());
    let others = [l.add(&two), l.sub(&two).unwrap(), ones, composite, Natural::from_be_bytes(foreign)];
    let mut bad: Vec<_> = others.iter().map(|l| false_proof("another l", with(l))).collect();
    bad.push(exactly(Invalid::EvenPrime, with(&l.sub(&one).unwrap())));
    for short in [0, 1, 3, 0xffff_ffff_ffff_ffc5u64].map(Natural::from) {
        let reason = Invalid::ShortPrime { found: short.bits(), expected: bits };
        bad.push(exactly(reason, with(&short)));
    }
    bad
}

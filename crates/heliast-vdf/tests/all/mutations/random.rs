//! Random mutations.

use super::{T, bytes_of, canonical, claim, factors, judge_list, on_each_backend, proven, suites, trapdoor};
use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{
    Evaluation, Form, OpenError, ProofFile, Statement, Suite, delay_input, pietrzak, prove_with_trapdoor,
    segments::{Cut, SegmentedEvaluation},
};
use std::collections::{HashMap, HashSet};
use testkit::{Random, mutations};

/// The places where the fields of a proof file begin.
const AT_FORM: usize = 5;
const AT_SYSTEM: usize = 6;
const AT_SUITE: usize = 7;
const AT_T: usize = 11;
const AT_GROUP_ID: usize = 19;
const AT_X: usize = 55;
/// The system of proofs in segments.
const SEGMENTED: u8 = 2;

/// Changes some bytes of a file, a field, or an element.
fn mutate(group: &RsaGroup, pool: &[Vec<u8>], bytes: &mut Vec<u8>, random: &mut Random) {
    let len = group.encoded_len();
    let at = random.below(bytes.len());
    let foreign = random.pick(pool);
    // The place of x, or of an element after it: y or π, and π or most of l, or midpoints, or (after the cut)
    // outputs and proofs of segments.
    let element = |index: usize, bytes: &[u8]| {
        let cut = if bytes[AT_SYSTEM] == SEGMENTED && index > 1 { 2 } else { 0 };
        let start = AT_X + index * len + cut;
        start.min(bytes.len())..(start + len).min(bytes.len())
    };
    let elements = (bytes.len() - AT_X).div_ceil(len);
    let (one, other) = (random.below(elements), random.below(elements));
    match random.below(16) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.word() as u8,
        2 => {
            let with = random.below(bytes.len());
            bytes.swap(at, with);
        }
        3 if random.below(4) == 0 => bytes.truncate(at),
        3 => bytes[at..].iter_mut().for_each(|byte| *byte = random.word() as u8),
        4 if random.below(4) == 0 => bytes.push(random.word() as u8),
        4 => bytes[at..].rotate_left(1),
        5 => bytes[AT_SUITE + random.below(4)] = random.pick(&[0, 1, 2, 3, 128, 136]).to_owned(),
        6 => bytes[AT_T + random.below(8)] ^= 1 << random.below(8),
        7 => bytes[AT_FORM + random.below(2)] = random.below(4) as u8,
        8 => {
            // A t that is close, or halved or doubled.
            let t = u64::from_be_bytes(bytes[AT_T..AT_GROUP_ID].try_into().unwrap());
            let near = t.wrapping_add(random.below(7) as u64).wrapping_sub(3);
            let t = *random.pick(&[near, near, t / 2, t.wrapping_mul(2)]);
            bytes[AT_T..AT_GROUP_ID].copy_from_slice(&t.to_be_bytes());
        }
        9 => {
            // A field of another file.
            let from = element(one, foreign);
            let to = element(other, bytes);
            if from.len() == to.len() {
                bytes[to].copy_from_slice(&foreign[from]);
            }
        }
        10 => {
            // Two fields exchanged.
            let (from, to) = (element(one, bytes), element(other, bytes));
            if from.len() == to.len() {
                let (first, second) = (bytes[from.clone()].to_vec(), bytes[to.clone()].to_vec());
                bytes[from].copy_from_slice(&second);
                bytes[to].copy_from_slice(&first);
            }
        }
        11 => {
            // The last bytes: l, or the hint.
            let start = bytes.len() - 1 - random.below(17);
            bytes[start] = bytes[start].wrapping_add(random.pick(&[1, 2, 255, 254]).to_owned());
        }
        _ => {
            // Arithmetic on an element.
            let range = element(one, bytes);
            let Ok(elem) = group.decode(&bytes[range.clone()]) else { return };
            let number = Natural::from_be_bytes(&bytes[range.clone()]);
            let with = group.decode(&foreign[element(other, foreign)]).unwrap_or(group.identity());
            let changed = match random.below(8) {
                0 => group.encode(&group.mul(&elem, &elem)),
                1 => group.encode(&group.mul(&elem, &with)),
                2 => canonical(group, &number.add(&Natural::one())),
                3 => canonical(group, &number.add(&number)),
                4 => bytes_of(group, &group.modulus().sub(&number).unwrap()),
                5 => group.encode(&group.identity()),
                6 => canonical(group, &number.mul(random.pick(&factors()))),
                _ => canonical(group, &number.invert_mod(group.modulus()).unwrap_or_default()),
            };
            bytes[range].copy_from_slice(&changed);
        }
    }
}

#[test]
fn random_mutations_are_never_accepted() {
    let trapdoor = trapdoor();
    let group = trapdoor.group();
    let mut honest = Vec::new();
    for suite in suites().into_iter().filter(|suite| suite.bits() < 256) {
        for number in 0..16 {
            let x = delay_input(group, &[number]);
            let (y, proof) = prove_with_trapdoor(&trapdoor, &x, T, suite).unwrap();
            let statement = Statement { x, y, t: T };
            let file = |compact| ProofFile::new(group, &statement, &proof, suite, compact).unwrap();
            honest.extend([file(false), file(true)]);
        }
    }
    refuse_mutants(group, &honest, mutations(20_000));
}

/// Proofs of the other systems: three midpoints, and three segments.
#[test]
fn random_mutations_of_longer_proofs_are_never_accepted() {
    const LONG: u64 = 6_000;
    let trapdoor = trapdoor();
    let group = trapdoor.group();
    let mut honest = Vec::new();
    for (number, suite) in (0..).zip(suites().into_iter().cycle().take(8)) {
        let x = delay_input(group, &[number]);
        let mut evaluation = Evaluation::start(group, x.clone(), LONG).unwrap();
        evaluation.advance(LONG);
        let (y, midpoints) = pietrzak::prove(&evaluation, 1, |_| true).unwrap();
        let statement = Statement { x: x.clone(), y, t: LONG };
        let cut = Cut::new(3, 2).unwrap();
        let mut in_segments = SegmentedEvaluation::start(group, x, LONG, cut, suite).unwrap();
        let (_, segments) = in_segments.run(1, |_| true).unwrap();
        honest.push(ProofFile::pietrzak(group, &statement, &midpoints));
        honest.push(ProofFile::segmented(group, &statement, &segments, suite));
    }
    refuse_mutants(group, &honest, mutations(20_000) / 10);
}

#[test]
fn random_mutations_are_never_accepted_modulo_rsa_2048() {
    let group = RsaGroup::rsa_2048();
    let file = |number: u8| proven(&group, &[number], Suite::default(), number.is_multiple_of(2));
    let honest: Vec<_> = (0..20).map(file).collect();
    refuse_mutants(&group, &honest, mutations(20_000) / 100);
}

/// Makes `count` mutations of honest files. All are refused alone, and some also in lists, on all backends in
/// turn.
fn refuse_mutants(group: &RsaGroup, honest: &[ProofFile], count: usize) {
    /// The number of false claims in a list, together with the honest ones.
    const LIST: usize = 16;
    let groups = on_each_backend(group);
    let encoded: Vec<Vec<u8>> = honest.iter().map(ProofFile::to_bytes).collect();
    let unchanged: HashSet<&[u8]> = encoded.iter().map(Vec::as_slice).collect();
    let mut random = Random::from_seed(0x6d75_7461_7465);
    let mut lists: HashMap<[u8; 4], Vec<(ProofFile, OpenError)>> = HashMap::new();
    let (mut tried, mut decoded, mut verified) = (0, 0, 0);
    while tried < count {
        let group = random.pick(&groups);
        let mut bytes = random.pick(&encoded).clone();
        for _ in 0..random.below(4).max(2) - 1 {
            mutate(group, &encoded, &mut bytes, &mut random);
            if bytes.len() <= AT_X {
                break;
            }
        }
        if unchanged.contains(&bytes[..]) {
            continue;
        }
        tried += 1;
        let Ok(file) = ProofFile::from_bytes(&bytes) else { continue };
        assert_eq!(file.to_bytes(), bytes);
        decoded += 1;
        let Err(error) = file.open(group) else { panic!("accepted: {}", hex::encode(&bytes)) };
        if !matches!(error, OpenError::Invalid(_) | OpenError::Pietrzak(_) | OpenError::Segmented(_)) {
            continue;
        }
        verified += 1;
        let familiar = honest.iter().any(|honest| honest.suite == file.suite);
        if familiar && matches!(file.form, Form::Output { .. }) && random.below(2) == 0 {
            let list = lists.entry(file.suite.encode()).or_default();
            list.push((file, error));
            if list.len() == LIST {
                judge_mutants(group, honest, std::mem::take(list), &mut random);
            }
        }
    }
    println!("{:?}: {tried} mutations, {decoded} decoded, {verified} verified, 0 accepted", group);
    // The test is only useful if many mutations get as far as the arithmetic.
    assert!(verified > count / 4);
}

/// Judges mutants among honest claims of their suite, in random order.
fn judge_mutants(
    group: &RsaGroup,
    honest: &[ProofFile],
    mutants: Vec<(ProofFile, OpenError)>,
    random: &mut Random,
) {
    let suite = mutants[0].0.suite;
    let honest = honest.iter().filter(|file| file.suite == suite).filter_map(|file| claim(group, file));
    let mut list: Vec<_> = honest.map(|claim| (claim, None)).collect();
    for (file, error) in mutants {
        let claim = claim(group, &file).expect("its elements were decoded before");
        list.insert(random.below(list.len() + 1), (claim, Some(error)));
    }
    let (claims, errors): (Vec<_>, Vec<_>) = list.into_iter().unzip();
    judge_list(group, &claims, errors, suite);
}

//! Random mutations of proof files over class groups. None may be accepted, alone or in combination.
//! `HELIAST_MUTATIONS=1000000 cargo test --release -p heliast-vdf --test all class_mutations`.
//!
//! There is no ±1 here, but there are other mutations: inverses, forms of the other sign, flags and quotients
//! of the encoding, and forms with a common factor.

use heliast_arith::Natural;
use heliast_group::{ClassForm as Element, ClassGroup, Group};
use heliast_vdf::{
    Claim, Evaluation, Form, OpenError, PrimeMode, ProofFile, Statement, Suite, delay_input, pietrzak, prove,
    segments::{Cut, SegmentedEvaluation},
    verify_combined, verify_many,
};
use std::collections::HashSet;
use testkit::{Random, mutations};

/// 2^t exceeds every challenge, and Pietrzak's proof has a midpoint.
const T: u64 = 1_100;
/// The places where the fields of a proof file begin.
const AT_FORM: usize = 5;
const AT_SUITE: usize = 7;
const AT_T: usize = 11;
const AT_GROUP_ID: usize = 19;
const AT_X: usize = 55;

fn suite() -> Suite {
    Suite::new(PrimeMode::SievedFull, 128).unwrap()
}

fn evaluation(group: &ClassGroup, number: u8) -> Evaluation<ClassGroup> {
    let mut evaluation = Evaluation::start(group, delay_input(group, &[number]), T).unwrap();
    evaluation.advance(T);
    evaluation
}

/// Honest files of every system.
fn honest(group: &ClassGroup, count: u8) -> Vec<ProofFile> {
    let mut files = Vec::new();
    for number in 0..count {
        let evaluation = evaluation(group, number);
        let (y, proof) = prove(&evaluation, suite(), 1, |_| true).unwrap();
        let statement = Statement { x: evaluation.input().clone(), y, t: T };
        for compact in [false, true] {
            files.push(ProofFile::new(group, &statement, &proof, suite(), compact).unwrap());
        }
        let (_, midpoints) = pietrzak::prove(&evaluation, 1, |_| true).unwrap();
        files.push(ProofFile::pietrzak(group, &statement, &midpoints));
        let cut = Cut::new(2, 2).unwrap();
        let run = SegmentedEvaluation::start(group, statement.x.clone(), T, cut, suite());
        let (_, proof) = run.unwrap().run(1, |_| true).unwrap();
        files.push(ProofFile::segmented(group, &statement, &proof, suite()));
    }
    files
}

/// Changes some bytes of a file, a field, or an element.
fn mutate(group: &ClassGroup, pool: &[Vec<u8>], bytes: &mut Vec<u8>, random: &mut Random) {
    let len = group.encoded_len();
    let at = random.below(bytes.len());
    let foreign = random.pick(pool).clone();
    let element = |index: usize, bytes: &[u8]| {
        let start = AT_X + index * len;
        start.min(bytes.len())..(start + len).min(bytes.len())
    };
    let elements = (bytes.len() - AT_X).div_ceil(len);
    let (one, other) = (random.below(elements), random.below(elements));
    match random.below(16) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.word() as u8,
        2 if random.below(4) == 0 => bytes.truncate(at),
        2 => bytes.push(random.word() as u8),
        3 => bytes[AT_SUITE + random.below(4)] = *random.pick(&[0, 1, 2, 3, 128, 136]),
        4 => bytes[AT_T + random.below(8)] ^= 1 << random.below(8),
        5 => bytes[AT_FORM + random.below(2)] = random.below(4) as u8,
        6 => {
            let t = u64::from_be_bytes(bytes[AT_T..AT_GROUP_ID].try_into().unwrap());
            let near = t.wrapping_add(random.below(7) as u64).wrapping_sub(3);
            let t = *random.pick(&[near, t / 2, t.wrapping_mul(2)]);
            bytes[AT_T..AT_GROUP_ID].copy_from_slice(&t.to_be_bytes());
        }
        7 | 8 => {
            // A field of another file, or another field of this file.
            let from = element(one, &foreign);
            let to = element(other, bytes);
            if from.len() == to.len() {
                bytes[to].copy_from_slice(&foreign[from]);
            }
        }
        9 => {
            // The flags of an encoding, its shift, and its last field.
            let range = element(one, bytes);
            let place = *random.pick(&[0, 0, 1, range.len() - 1]);
            bytes[range.start + place.min(range.len() - 1)] ^= 1 << random.below(3);
        }
        10 => {
            let last = bytes.len() - 1 - random.below(17);
            bytes[last] = bytes[last].wrapping_add(*random.pick(&[1, 2, 255, 254]));
        }
        _ => {
            // Arithmetic on an element.
            let range = element(one, bytes);
            let Ok(elem) = group.decode(&bytes[range.clone()]) else { return };
            let from = element(other, &foreign);
            let with =
                foreign.get(from).and_then(|bytes| group.decode(bytes).ok()).unwrap_or(group.identity());
            let changed = match random.below(7) {
                0 => group.mul(&elem, &elem),
                1 => group.mul(&elem, &with),
                2 | 3 => group.invert(&elem),
                4 => group.identity(),
                5 => group.mul(&elem, &group.generator().unwrap()),
                _ => group.pow(&elem, &Natural::from(random.word() % 100)),
            };
            bytes[range].copy_from_slice(&group.encode(&changed));
        }
    }
}

#[test]
fn random_mutations_are_never_accepted_over_256_bits() {
    let group = ClassGroup::from_seed(b"the seed of the class mutations.", 256).unwrap();
    refuse_mutants(&group, &honest(&group, 8), mutations(4_000));
}

#[test]
fn random_mutations_are_never_accepted_over_512_bits() {
    let group = ClassGroup::from_seed(b"the seed of the class mutations.", 512).unwrap();
    refuse_mutants(&group, &honest(&group, 4), mutations(4_000) / 10);
}

/// Makes `count` mutations of honest files. All are refused alone, and some also among honest ones.
fn refuse_mutants(group: &ClassGroup, honest: &[ProofFile], count: usize) {
    const LIST: usize = 16;
    let encoded: Vec<Vec<u8>> = honest.iter().map(ProofFile::to_bytes).collect();
    let unchanged: HashSet<&[u8]> = encoded.iter().map(Vec::as_slice).collect();
    let mut random = Random::from_seed(0x636c_6173_7365);
    let mut list = Vec::new();
    let (mut tried, mut decoded, mut verified) = (0, 0, 0);
    while tried < count {
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
        if file.suite == suite() && claim(group, &file).is_some() && random.below(2) == 0 {
            list.push((file, error));
            if list.len() == LIST {
                judge_mutants(group, honest, std::mem::take(&mut list), &mut random);
            }
        }
    }
    println!("{group:?}: {tried} mutations, {decoded} decoded, {verified} verified, 0 accepted");
    // The test is only useful if many mutations get as far as the arithmetic.
    assert!(verified > count / 4);
}

fn claim(group: &ClassGroup, file: &ProofFile) -> Option<Claim<Element>> {
    let Form::Output { y, proof } = &file.form else { return None };
    let [x, y, proof] = [&file.x, y, proof].map(|bytes| group.decode(bytes).ok());
    Some(Claim { statement: Statement { x: x?, y: y?, t: file.t }, proof: proof?, hint: file.hint })
}

/// Judges mutants among honest claims, in random order: exactly the mutants are refused, for the same reasons
/// as alone.
fn judge_mutants(
    group: &ClassGroup,
    honest: &[ProofFile],
    mutants: Vec<(ProofFile, OpenError)>,
    random: &mut Random,
) {
    let mut list: Vec<_> =
        honest.iter().filter_map(|file| claim(group, file)).map(|claim| (claim, None)).collect();
    for (file, error) in mutants {
        let claim = claim(group, &file).expect("its elements were decoded before");
        list.insert(random.below(list.len() + 1), (claim, Some(error)));
    }
    let (claims, errors): (Vec<_>, Vec<_>) = list.into_iter().unzip();
    let expected: Vec<_> =
        errors.into_iter().enumerate().filter_map(|(index, error)| Some((index, error?))).collect();
    for found in
        [verify_many(group, &claims, suite(), 1), verify_combined(group, &claims, suite(), b"coins", 1)]
    {
        let found = found.unwrap_err().0.into_iter().map(|(index, reason)| (index, OpenError::from(reason)));
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }
}

//! Mutations of chains of roots (`spec/roots.md`), on every backend of this CPU. None may be accepted.
//! `HELIAST_MUTATIONS=1000000 cargo test --release -p heliast-vdf --test all roots_mutations` takes some
//! minutes.
//!
//! A mutant is judged twice: as a proof of the expected statement, and as a proof of the statement that it
//! names. The oracle has each chain step by step, by the definition.

use heliast_arith::{Backend, Natural};
use heliast_group::{RootElement, RootField};
use heliast_vdf::{
    Work,
    roots::{Claim, Invalid, ManyError, OpenError, Proof, ProofFile, Statement, verify_many},
};
use std::collections::BTreeMap;
use testkit::{Random, mutations};

/// The number of steps of the longest chain.
const LONGEST: u64 = 40;
/// The places of false steps.
const PLACES: [u64; 3] = [0, 7, 22];
/// A statement that a mutant names is verified up to this number of steps: its maker chose the number.
const PATIENCE: u64 = 200;
/// The number of false claims in a list, among true ones.
const LIST: usize = 16;
/// Counters of two fields with the seed of the built-in one, in `vectors/roots.json`, too.
const COUNTERS: [u32; 2] = [12_095, 107_887];

/// x, and the element after each step.
struct Chain {
    /// The place of its field.
    field: usize,
    elements: Vec<RootElement>,
    /// Chains with other steps, of which at least one is false.
    false_ones: Vec<Vec<RootElement>>,
}

/// The fields, each first on the fastest and then on every backend of this CPU, and their chains.
struct House {
    fields: Vec<Vec<RootField>>,
    chains: Vec<Chain>,
}

/// A proof file in parts, true or not.
#[derive(Clone)]
struct Parts {
    bits: u16,
    counter: u32,
    seed: Vec<u8>,
    t: u64,
    segments: u16,
    /// x, the ends of the segments, and y.
    elements: Vec<Vec<u8>>,
}

impl Parts {
    fn to_bytes(&self) -> Vec<u8> {
        let Parts { bits, counter, seed, t, segments, elements } = self;
        let [x, ends @ .., y] = &elements[..] else { panic!("x and y") };
        let head = [&b"HLRP\x01"[..], &bits.to_be_bytes(), &counter.to_be_bytes(), &[seed.len() as u8], seed];
        [&head.concat()[..], &t.to_be_bytes(), x, y, &segments.to_be_bytes(), &ends.concat()].concat()
    }
}

/// σ of a number.
fn neighbour(number: &Natural) -> Natural {
    let one = Natural::one();
    if number.is_even() { number.sub(&one).unwrap_or_default() } else { number.add(&one) }
}

/// ρ: a step without σ.
fn bare_root(field: &RootField, x: &RootElement) -> RootElement {
    field.element(neighbour(x.natural())).map_or_else(|| x.clone(), |next| field.step(&next))
}

/// A chain with σ left out in all steps or in one, with one step too many or too few, or with −ρ in one step.
fn false_chain(field: &RootField, x: &RootElement, kind: usize, place: u64) -> Vec<RootElement> {
    let mut elements = vec![x.clone()];
    for step in 0..LONGEST {
        let x = &elements[elements.len() - 1];
        let y = match kind {
            0 => bare_root(field, x),
            1 if step == place => bare_root(field, x),
            2 if step == place => field.step(&field.step(x)),
            3 if step == place => x.clone(),
            4 if step == place => negative(field, &field.step(x)),
            _ => field.step(x),
        };
        elements.push(y);
    }
    elements
}

impl House {
    fn new() -> House {
        let seed = RootField::built_in(1024).unwrap().seed().to_vec();
        let fields: Vec<_> = COUNTERS.map(|counter| RootField::new(&seed, 1024, counter).unwrap()).into();
        let chain = |number: u8| {
            let field = usize::from(number % 2);
            let (field_of, x) = (&fields[field], fields[field].hash(&[number]));
            let false_ones = (0..5).flat_map(|kind| PLACES.map(|place| (kind, place)));
            let false_ones = false_ones.map(|(kind, place)| false_chain(field_of, &x, kind, place)).collect();
            let mut elements = vec![x];
            for _ in 0..LONGEST {
                elements.push(field_of.step(&elements[elements.len() - 1]));
            }
            Chain { field, elements, false_ones }
        };
        let chains = (0..6).map(chain).collect();
        let on_each = |field: &RootField| -> Vec<_> {
            let each = Backend::ALL.iter().filter_map(|backend| field.on(*backend).ok());
            [field.clone()].into_iter().chain(each).collect()
        };
        House { fields: fields.iter().map(on_each).collect(), chains }
    }

    fn field(&self, chain: &Chain) -> &RootField {
        &self.fields[chain.field][0]
    }

    /// The true proof of the first t steps of a chain.
    fn proven(&self, chain: &Chain, t: u64, segments: u16) -> Parts {
        let places = (0..=u64::from(segments)).map(|i| i * t / u64::from(segments));
        self.named(chain, t, places.map(|place| chain.elements[place as usize].clone()))
    }

    /// A file of a chain's field.
    fn named(&self, chain: &Chain, t: u64, elements: impl Iterator<Item = RootElement>) -> Parts {
        let field = self.field(chain);
        let elements: Vec<_> = elements.map(|element| field.encode(&element)).collect();
        let (seed, segments) = (field.seed().to_vec(), elements.len() as u16 - 1);
        Parts { bits: 1024, counter: field.counter(), seed, t, segments, elements }
    }

    /// One of the false chains, cut as the true one.
    fn false_file(&self, chain: &Chain, t: u64, segments: u16, random: &mut Random) -> Parts {
        let elements = random.pick(&chain.false_ones);
        let ends = (0..=u64::from(segments)).map(|i| i * t / u64::from(segments));
        self.named(chain, t, ends.map(|end| elements[end as usize].clone()))
    }

    fn mutate(&self, chain: &Chain, parts: &mut Parts, random: &mut Random) {
        let other = random.pick(&self.chains);
        let (last, at) = (parts.elements.len() - 1, random.below(parts.elements.len()));
        let with = random.below(last + 1);
        match random.below(16) {
            0..6 => self.mutate_element(chain, other, &mut parts.elements[at], random),
            6 => parts.elements.swap(at, with),
            7 if last > 1 => {
                // A segment is left out, with or without a change of the number of segments.
                parts.elements.remove(1 + random.below(last - 1));
                parts.segments = parts.segments.wrapping_sub(random.below(2) as u16);
            }
            8 => {
                // There is a segment too many, with or without a change of the number of segments.
                let element = parts.elements[with].clone();
                parts.elements.insert(1 + random.below(last), element);
                parts.segments = parts.segments.wrapping_add(random.below(2) as u16);
            }
            9 => {
                let shift = random.below(last.max(2));
                parts.elements[1..].rotate_left(shift.min(last));
            }
            10 => {
                // Another chain's elements from some place on.
                let theirs = self.proven(other, parts.t.clamp(1, LONGEST), 1.max(last as u16));
                parts.elements[at..].clone_from_slice(&theirs.elements[at..]);
            }
            11 => {
                let near = parts.t.wrapping_add(random.below(7) as u64).wrapping_sub(3);
                parts.t = *random.pick(&[
                    near,
                    near,
                    near,
                    parts.t / 2,
                    parts.t.wrapping_mul(2),
                    0,
                    1 << 40,
                    u64::MAX,
                ]);
            }
            12 => {
                let near = parts.segments.wrapping_add(random.below(5) as u16).wrapping_sub(2);
                parts.segments = *random.pick(&[near, 0, 1, 256, 257, u16::MAX]);
            }
            13 => match random.below(4) {
                0 => parts.counter = *random.pick(&COUNTERS),
                1 => parts.counter ^= 1 << random.below(32),
                2 => parts.bits = *random.pick(&[0, 512, 1025, 2048, 3072, u16::MAX]),
                _ => {
                    let place = random.below(parts.seed.len());
                    parts.seed[place] ^= 1 << random.below(8);
                }
            },
            _ => {
                // Another element of this chain in its place.
                let near = random.below(chain.elements.len());
                parts.elements[at] = self.field(chain).encode(&chain.elements[near]);
            }
        }
    }

    fn mutate_element(&self, chain: &Chain, other: &Chain, bytes: &mut Vec<u8>, random: &mut Random) {
        let field = self.field(chain);
        let (p, len) = (field.prime(), field.encoded_len());
        let number = Natural::from_be_bytes(bytes);
        let element = field.element(&number % p);
        let changed = match random.below(14) {
            // −y: the root of the wrong parity.
            0 | 1 => p.sub(&(&number % p)),
            2 => Some(number.add(&Natural::one())),
            3 => number.sub(&Natural::one()),
            4 => Some(neighbour(&number)),
            // A number that is not canonical, if it fits.
            5 => Some(number.add(p)),
            6 => Some(Natural::zero()),
            7 => Some(p.clone()),
            8 => p.sub(&Natural::one()),
            9 => Some(Natural::one()),
            10 => Some(&number.mul(&number) % p),
            11 => element.map(|element| bare_root(field, &element).natural().clone()),
            12 => element.map(|element| field.step_back(&element).natural().clone()),
            _ => Some(other.elements[random.below(other.elements.len())].natural().clone()),
        };
        if let Some(changed) = changed.and_then(|number| number.to_be_bytes(len)) {
            *bytes = changed;
        }
    }

    /// The element after t steps of the definition.
    fn walked(&self, field: &RootField, x: &RootElement, t: u64) -> RootElement {
        (0..t).fold(x.clone(), |x, _| field.step(&x))
    }
}

fn negative(field: &RootField, y: &RootElement) -> RootElement {
    field.element(field.prime().sub(y.natural()).unwrap()).unwrap()
}

/// Changes bytes of the file.
fn mutate_bytes(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    match random.below(6) {
        0 | 1 => bytes[at] ^= 1 << random.below(8),
        2 => bytes[at] = random.word() as u8,
        3 => {
            let with = random.below(bytes.len());
            bytes.swap(at, with);
        }
        4 => bytes.truncate(at),
        _ => bytes.extend((0..=random.below(3)).map(|_| random.word() as u8)),
    }
}

fn coins(random: &mut Random) -> [u8; 32] {
    let mut coins = [0; 32];
    coins.chunks_exact_mut(8).for_each(|part| part.copy_from_slice(&random.word().to_be_bytes()));
    coins
}

#[test]
fn random_mutations_of_chains_are_never_accepted() {
    let (house, count) = (House::new(), mutations(4_000));
    let mut random = Random::from_seed(0x73_6c6f_7468);
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut tried, mut true_ones, mut true_elsewhere) = (0, 0, 0);
    let mut list = vec![];
    while tried < count {
        let chain = random.pick(&house.chains);
        let t = 1 + random.below(LONGEST as usize) as u64;
        let segments = 1 + random.below(t.min(12) as usize) as u16;
        let mut parts = match random.below(8) {
            0 => house.false_file(chain, t, segments, &mut random),
            _ => house.proven(chain, t, segments),
        };
        for _ in 0..random.below(3) {
            house.mutate(chain, &mut parts, &mut random);
        }
        let mut bytes = parts.to_bytes();
        if random.below(8) == 0 {
            mutate_bytes(&mut bytes, &mut random);
        }
        let field = random.pick(&house.fields[chain.field]);
        let (coins, work) = (coins(&mut random), Work { threads: 1, progress: |_| true });

        let Ok(file) = ProofFile::from_bytes(&bytes) else {
            *refused.entry("malformed").or_default() += 1;
            tried += 1;
            continue;
        };
        assert_eq!(file.to_bytes(), bytes);
        let is_cut = (1..=t).contains(&file.segments().into());
        let is_true = is_cut && bytes == house.proven(chain, t, file.segments()).to_bytes();
        let opened = file.open_as(field, &chain.elements[0], t, &coins, work);
        match &opened {
            Ok(y) => {
                assert!(is_true, "accepted on {field:?}: {}", hex::encode(&bytes));
                assert_eq!(*y, chain.elements[t as usize]);
                true_ones += 1;
            }
            Err(reason) => {
                assert!(!is_true, "{reason} on {field:?}: {}", hex::encode(&bytes));
                *refused.entry(name(reason)).or_default() += 1;
                tried += 1;
            }
        }
        // The mutant is judged by the field and statement that it names.
        let named = house.fields.iter().map(|fields| random.pick(fields)).find(|field| {
            (field.bits(), field.counter(), field.seed()) == (file.bits(), file.counter(), file.seed())
        });
        let Some(named) = named else {
            assert!(file.field().is_err(), "a safe prime by chance: {} {}", file.bits(), file.counter());
            continue;
        };
        if file.t() <= PATIENCE && opened.is_err() {
            if let Ok(Statement { x, y, t }) = file.open(named, &coins, work) {
                assert_eq!(house.walked(named, &x, t), y, "accepted on {named:?}: {}", hex::encode(&bytes));
                true_elsewhere += 1;
            }
            if matches!(opened, Err(OpenError::Invalid(Invalid::Segment))) {
                list.push(claim(field, &parts, &bytes, true));
            }
        }
        if list.len() == LIST {
            judge(&house, std::mem::take(&mut list).into_iter().flatten().collect(), &mut random);
        }
    }
    println!("{tried} false: {refused:?}; {true_ones} true, {true_elsewhere} of another statement that is");
    for reason in ["malformed", "another field", "another statement", "element", "end", "cut", "segment"] {
        assert!(refused.contains_key(reason), "{reason}: {refused:?}");
    }
    assert!(true_ones > 0 && true_elsewhere > 0, "the mutator spares nothing");
}

/// The claim of a file, and whether it is false; `None` if its bytes were mutated after its parts.
fn claim(field: &RootField, parts: &Parts, bytes: &[u8], is_false: bool) -> Option<(Claim, bool)> {
    let [x, ends @ .., y] = &parts.elements[..] else { return None };
    if parts.to_bytes() != bytes {
        return None;
    }
    let proof = [&parts.segments.to_be_bytes()[..], &ends.concat()].concat();
    let proof = Proof::decode(field, &proof).ok()?;
    let statement = Statement { x: field.decode(x).ok()?, y: field.decode(y).ok()?, t: parts.t };
    Some((Claim { field: field.clone(), statement, proof }, is_false))
}

/// In a list with true claims, exactly the false claims are named.
fn judge(house: &House, mut list: Vec<(Claim, bool)>, random: &mut Random) {
    for chain in &house.chains {
        let parts = house.proven(chain, LONGEST, 5);
        let place = random.below(list.len() + 1);
        list.insert(place, claim(house.field(chain), &parts, &parts.to_bytes(), false).unwrap());
    }
    let (claims, are_false): (Vec<_>, Vec<_>) = list.into_iter().unzip();
    let expected: Vec<_> =
        (0..).zip(&are_false).filter(|(_, is_false)| **is_false).map(|(place, _)| place).collect();
    let work = Work { threads: 1 + random.below(2), progress: |_| true };
    let ManyError::False(named) = verify_many(&claims, &coins(random), work).unwrap_err() else {
        panic!("nobody interrupts");
    };
    assert!(named.iter().all(|(_, reason)| *reason == Invalid::Segment));
    assert_eq!(named.into_iter().map(|(place, _)| place).collect::<Vec<usize>>(), expected);
}

fn name(reason: &OpenError) -> &'static str {
    match reason {
        OpenError::OtherField => "another field",
        OpenError::OtherStatement => "another statement",
        OpenError::Element { .. } => "element",
        OpenError::Proof(_) => "end",
        OpenError::Invalid(Invalid::Cut(_)) => "cut",
        OpenError::Invalid(Invalid::Segment) => "segment",
        other => panic!("{other}"),
    }
}

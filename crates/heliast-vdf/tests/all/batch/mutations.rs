//! Random mutations of a list with incidence buckets and of its proof. None may be accepted.
//! `HELIAST_MUTATIONS=100000 cargo test --release -p heliast-vdf --test all mutated_batches` takes an hour.

use crate::batch::support::{
    Elem, LEVEL, T, delta, element_of_known_order, encode, group, prove_anyway, statements, terms,
};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{
    Suite,
    batch::{BatchProofFile, Contents, Family, Proof, Proving, Records, StatementsHeader},
};
use testkit::Random;

/// The fewest statements that have incidence buckets.
const M: usize = 6000;

/// The place of the protocol in a proof file.
const AT_PROTOCOL: usize = 5;

/// The honest list and proofs from which mutants are made.
struct Honest {
    group: RsaGroup,
    list: Vec<(Elem, Elem)>,
    bytes: Vec<u8>,
    /// Proofs of both kinds.
    files: [Vec<u8>; 2],
    /// Factors of wrong outputs, each with its inverse: an element of unknown order, and one of a known order
    /// of 61 bits. An element of order two, which needs the factors of the modulus, is not among them: with
    /// it half of the lists would pass the random exponents that come last.
    factors: Vec<(Elem, Elem)>,
}

impl Honest {
    fn new() -> Honest {
        let (group, list) = (group(), statements(M));
        let bytes = encode(&group, &list);
        let files = proving().map(|proving| file(&group, &bytes, proving));
        let ring = group.ring();
        let elements = [delta(&group), element_of_known_order(&group)];
        let factors = elements.map(|element| {
            let inverse = ring.natural(&element).invert_mod(group.modulus()).unwrap();
            (element, ring.residue(&inverse))
        });
        Honest { factors: factors.to_vec(), group, list, bytes, files }
    }

    /// Whether a verifier accepts the file as a proof of the list; any error of the file or the list counts
    /// as a refusal.
    fn accepts(&self, bytes: &[u8], file: &[u8]) -> bool {
        let Ok(records) = Records::new(&self.group, bytes) else { return false };
        let Ok(file) = BatchProofFile::from_bytes(file) else { return false };
        let header = StatementsHeader::new(&self.group, Some(T), records.len() as u64);
        file.verify(&self.group, &header, &records, LEVEL - 1, 1).is_ok()
    }

    fn put(&self, bytes: &mut [u8], place: usize, (x, y): (&Elem, &Elem)) {
        let len = Records::record_len(&self.group);
        bytes[place * len..][..len].copy_from_slice(&encode(&self.group, &[(x.clone(), y.clone())]));
    }

    /// A list with false statements: some outputs, side by side, in steps or anywhere, are multiplied by the
    /// same element, by an element and its inverse in turn, or by different powers of an element.
    fn false_list(&self, random: &mut Random) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        let count = *random.pick(&[1, 2, 2, 3, 4, 8, 60, M]);
        let (element, inverse) = random.pick(&self.factors);
        let (kind, start, step) = (random.below(3), random.below(M), 1 + random.below(120));
        let mut power = element.clone();
        for index in 0..count {
            let place = (start + index * if count == M { 1 } else { step }) % M;
            let factor = match kind {
                0 => element,
                1 if index % 2 == 1 => inverse,
                1 => element,
                _ => {
                    power = self.group.mul(&power, element);
                    &power
                }
            };
            let (x, y) = &self.list[place];
            self.put(&mut bytes, place, (x, &self.group.mul(y, factor)));
        }
        bytes
    }

    /// Another list: of true statements, of true statements except one, or of no statements.
    fn other_list(&self, random: &mut Random) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        let (one, other) = (random.below(M), random.below(M));
        let ((x, y), (u, v)) = (&self.list[one], &self.list[other]);
        let group = &self.group;
        match random.below(7) {
            0 => {
                self.put(&mut bytes, one, (u, v));
                self.put(&mut bytes, other, (x, y));
            }
            1 => self.put(&mut bytes, one, (u, v)),
            2 => self.put(&mut bytes, one, (&group.mul(x, u), &group.mul(y, v))),
            3 => self.put(&mut bytes, one, (x, v)),
            4 => {
                let place = random.below(bytes.len());
                bytes[place] ^= 1 << random.below(8);
            }
            5 => bytes.truncate(one * Records::record_len(group)),
            _ => bytes.extend_from_within(one * Records::record_len(group)..),
        }
        bytes
    }

    fn other_file(&self, random: &mut Random, kind: usize) -> Vec<u8> {
        let mut file = self.files[kind].clone();
        match random.below(4) {
            0 => file[AT_PROTOCOL] = random.below(10) as u8,
            1 => {
                file.truncate(random.below(file.len()));
            }
            2 => {
                let (from, to) = (random.below(file.len()), random.below(file.len() - 32));
                let moved = file[from..(from + 32).min(file.len())].to_vec();
                file[to..to + moved.len()].copy_from_slice(&moved);
            }
            _ => {
                let place = random.below(file.len());
                file[place] ^= 1 << random.below(8);
            }
        }
        file
    }
}

fn proving() -> [Proving; 2] {
    [Proving::Wesolowski(Suite::default()), Proving::Pietrzak]
}

/// The proof of a prover that ignores false statements.
fn file(group: &RsaGroup, bytes: &[u8], proving: Proving) -> Vec<u8> {
    let proof: Proof<Elem> = prove_anyway(group, &terms(Family::Linear, M), bytes, proving);
    let contents = Contents { family: Family::Linear, level: LEVEL, t: Some(T), shards: &[M as u64] };
    BatchProofFile::new(group, contents, &proof).unwrap().to_bytes()
}

#[test]
fn mutated_batches_are_never_accepted() {
    let honest = Honest::new();
    assert!(honest.files.iter().all(|file| honest.accepts(&honest.bytes, file)));
    let mut random = Random::from_seed(0x6c69_6e65_6172);
    for mutation in 0..testkit::mutations(80) {
        let kind = random.below(2);
        let (bytes, file) = match random.below(4) {
            0 => (honest.other_list(&mut random), honest.files[kind].clone()),
            1 => (honest.bytes.clone(), honest.other_file(&mut random, kind)),
            _ => {
                let bytes = honest.false_list(&mut random);
                let file = file(&honest.group, &bytes, proving()[kind]);
                (bytes, file)
            }
        };
        let unchanged = bytes == honest.bytes && honest.files.contains(&file);
        assert!(unchanged || !honest.accepts(&bytes, &file), "mutation {mutation}");
    }
}

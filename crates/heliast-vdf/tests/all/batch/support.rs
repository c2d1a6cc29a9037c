//! Statements, and a prover that makes proofs of true and of false ones.

use heliast_arith::Natural;
use heliast_group::{BulkGroup, ClassGroup, Group, RsaGroup, multiexp};
use heliast_vdf::{
    Statement, Suite,
    batch::{Family, Invalid, Method, Proof, Protocol, Proving, Records, Terms, combine, verify},
    challenge, pietrzak, prove_naive,
};
use sha2::{Digest as _, Sha256};
use std::sync::OnceLock;

pub type Elem = <RsaGroup as Group>::Elem;

/// A number of squarings with which 2^t is longer than a challenge, and Pietrzak's proof has two midpoints.
pub const T: u64 = 2100;
pub const LEVEL: u16 = 128;
/// The lengths of lists of which every position is tried.
pub const SHORT: [usize; 4] = [1, 2, 3, 100];
/// The length of a list that is longer than a leaf of the transcript, and the shortest one with incidence
/// buckets.
pub const LONG: usize = 6_000;
pub const POSITIONS: [usize; 4] = [0, 4095, 4096, LONG - 1];

/// The prime factors of the modulus; [`ORDER`] divides the first one minus 1.
const FACTORS: [u128; 2] =
    [0xd5f1_24e4_6cdb_3263_d076_d8dc_9926_6cad, 0xc3a7_ec85_8e38_f18c_7422_3050_ed9b_8123];
/// 2^61 − 1, a prime.
pub const ORDER: u64 = (1 << 61) - 1;

pub fn factors() -> [Natural; 2] {
    FACTORS.map(|p| Natural::from_be_bytes(&p.to_be_bytes()))
}

pub fn group() -> RsaGroup {
    let [p, q] = factors();
    RsaGroup::new(&p.mul(&q), 256).unwrap()
}

/// An element of order [`ORDER`]: r^((p − 1)/ORDER) modulo p, and 1 modulo q.
pub fn element_of_known_order(group: &RsaGroup) -> Elem {
    let [p, q] = factors();
    let exponent = p.sub(&Natural::one()).unwrap().div_rem(&Natural::from(ORDER)).0;
    let element = Natural::from(3u64).pow_mod(&exponent, &p);
    // 1 + q·((element − 1)/q mod p).
    let step = element.sub(&Natural::one()).unwrap().mul(&q.invert_mod(&p).unwrap()).div_rem(&p).1;
    group.ring().residue(&Natural::one().add(&q.mul(&step)))
}

/// A group in which the tests are run.
pub trait House: BulkGroup + 'static {
    const T: u64;
    const LEVEL: u16;
    /// The lengths of lists of which every position is tried.
    const SHORT: &'static [usize];
    /// The length of a list: one of the short ones, or between these and the long one.
    const MIDDLE: usize;
    const LONG: usize;
    /// The positions of the long list that are tried.
    const POSITIONS: &'static [usize];

    fn house() -> Self;

    /// A list of true statements.
    fn list(&self) -> &'static [(Self::Elem, Self::Elem)];

    /// Another group, in which the same bytes are elements.
    fn neighbour(&self) -> Option<Self>;

    fn invert(&self, element: &Self::Elem) -> Self::Elem;
}

impl House for RsaGroup {
    const T: u64 = T;
    const LEVEL: u16 = LEVEL;
    const SHORT: &'static [usize] = &SHORT;
    const MIDDLE: usize = 100;
    const LONG: usize = LONG;
    const POSITIONS: &'static [usize] = &POSITIONS;

    fn house() -> RsaGroup {
        group()
    }

    fn list(&self) -> &'static [(Elem, Elem)] {
        static LIST: OnceLock<Vec<(Elem, Elem)>> = OnceLock::new();
        LIST.get_or_init(|| true_statements(self))
    }

    /// A larger modulus of as many bytes. It is a prime, so all elements are units.
    fn neighbour(&self) -> Option<RsaGroup> {
        let modulus = Natural::one().shl(256).sub(&Natural::from(189u64)).unwrap();
        Some(RsaGroup::unchecked(&modulus))
    }

    fn invert(&self, element: &Elem) -> Elem {
        let ring = self.ring();
        ring.residue(&ring.natural(element).invert_mod(self.modulus()).unwrap())
    }
}

/// Shorter lists: a product takes some thirty times as long.
impl House for ClassGroup {
    const T: u64 = 1100;
    const LEVEL: u16 = 64;
    const SHORT: &'static [usize] = &[1, 3];
    const MIDDLE: usize = 12;
    const LONG: usize = 40;
    const POSITIONS: &'static [usize] = &[0, 39];

    fn house() -> ClassGroup {
        ClassGroup::from_seed(b"the seed of the tests of batches", 256).unwrap()
    }

    fn list(&self) -> &'static [(<ClassGroup as Group>::Elem, <ClassGroup as Group>::Elem)] {
        static LIST: OnceLock<Vec<(<ClassGroup as Group>::Elem, <ClassGroup as Group>::Elem)>> =
            OnceLock::new();
        LIST.get_or_init(|| true_statements(self))
    }

    /// There is no neighbour: the bytes of a form are only by chance those of a form of another discriminant.
    fn neighbour(&self) -> Option<ClassGroup> {
        None
    }

    fn invert(&self, element: &<ClassGroup as Group>::Elem) -> <ClassGroup as Group>::Elem {
        ClassGroup::invert(self, element)
    }
}

fn true_statements<G: House>(group: &G) -> Vec<(G::Elem, G::Elem)> {
    let statement = |index: u64| {
        let x = group.hash("test", &index.to_be_bytes());
        let y = delay(group, &x);
        (x, y)
    };
    (0..G::LONG as u64).map(statement).collect()
}

/// The first m statements of a list of true ones, in the RSA group.
pub fn statements(m: usize) -> Vec<(Elem, Elem)> {
    group().list()[..m].to_vec()
}

pub fn delay<G: House>(group: &G, x: &G::Elem) -> G::Elem {
    let mut y = x.clone();
    group.square_n(&mut y, G::T);
    y
}

/// An element without any known relation to others.
pub fn delta<G: Group>(group: &G) -> G::Elem {
    group.hash("delta", &[])
}

pub fn encode<G: Group>(group: &G, statements: &[(G::Elem, G::Elem)]) -> Vec<u8> {
    Records::encode(group, statements.iter().map(|(x, y)| (x, y)))
}

pub fn terms(family: Family, m: usize) -> Terms {
    terms_of::<RsaGroup>(family, m)
}

fn terms_of<G: House>(family: Family, m: usize) -> Terms {
    Terms { t: G::T, protocol: Protocol::of_family(family, G::LEVEL, m as u64).unwrap() }
}

/// Every protocol for m statements with both kinds of proofs, in the RSA group.
pub fn systems(m: usize) -> impl Iterator<Item = (Terms, Proving, String)> {
    systems_of::<RsaGroup>(m)
}

/// Every protocol for m statements with both kinds of proofs, in any group.
pub fn systems_of<G: House>(m: usize) -> impl Iterator<Item = (Terms, Proving, String)> {
    let proofs = [Proving::Wesolowski(Suite::default()), Proving::Pietrzak];
    let pairs = Family::ALL.into_iter().flat_map(move |family| proofs.map(|proving| (family, proving)));
    pairs.map(move |(family, proving)| {
        (terms_of::<G>(family, m), proving, format!("{family:?}, {proving:?}, m = {m}"))
    })
}

/// The verdict of a verifier on bytes from outside.
pub fn check<G: BulkGroup>(
    group: &G,
    terms: &Terms,
    bytes: &[u8],
    proof: &Proof<G::Elem>,
) -> Result<(), Invalid> {
    verify(group, terms, &Records::new(group, bytes)?, proof, 2)
}

/// The proof of a prover that follows the protocol but ignores false statements.
pub fn prove_anyway<G: BulkGroup>(
    group: &G,
    terms: &Terms,
    bytes: &[u8],
    proving: Proving,
) -> Proof<G::Elem> {
    let records = Records::new(group, bytes).unwrap();
    let left = combine(group, terms, &records, Method::Best, 2).unwrap();
    match proving {
        Proving::Wesolowski(suite) => {
            let prove = |statement: &Statement<G::Elem>| {
                let prime = challenge(group, statement, suite).unwrap().prime;
                prove_naive(group, &statement.x, statement.t, &prime)
            };
            Proof::Wesolowski(suite, left.iter().map(prove).collect())
        }
        Proving::Pietrzak => {
            Proof::Pietrzak(left.iter().map(|statement| midpoints(group, statement)).collect())
        }
    }
}

/// `spec/pietrzak.md`, with the midpoints of x for any y.
fn midpoints<G: BulkGroup>(group: &G, statement: &Statement<G::Elem>) -> pietrzak::Proof<G::Elem> {
    const TAG: &[u8] = b"\x13heliast/pietrzak/v1";
    let mut hash = Sha256::new_with_prefix(TAG);
    hash.update(128u16.to_be_bytes());
    hash.update((pietrzak::DIRECT as u32).to_be_bytes());
    hash.update(group.id());
    hash.update(statement.t.to_be_bytes());
    hash.update((group.encoded_len() as u32).to_be_bytes());
    hash.update(group.encode(&statement.x));
    hash.update(group.encode(&statement.y));
    let mut state: [u8; 32] = hash.finalize().into();
    let (mut input, mut left, mut proof) = (statement.x.clone(), statement.t, Vec::new());
    for round in 1..=pietrzak::rounds(statement.t) {
        group.square_n(&mut input, left % 2);
        left /= 2;
        let mut midpoint = input.clone();
        group.square_n(&mut midpoint, left);
        let encoded = group.encode(&midpoint);
        let hash = Sha256::new_with_prefix(TAG).chain_update(state).chain_update(round.to_be_bytes());
        state = hash.chain_update(&encoded).finalize().into();
        input = group.mul(&multiexp(group, &[(&input, &Natural::from_be_bytes(&state[..16]))]), &midpoint);
        proof.extend(encoded);
    }
    pietrzak::Proof::decode(group, statement.t, &proof).unwrap()
}

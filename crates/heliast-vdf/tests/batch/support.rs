//! Statements, and a prover that does its best whether they are true or not.

use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup, multiexp};
use heliast_vdf::{
    Statement, Suite,
    batch::{Family, Invalid, Method, Proof, Protocol, Proving, Records, Terms, combine, verify},
    challenge, pietrzak, prove_naive,
};
use sha2::{Digest as _, Sha256};
use std::sync::OnceLock;

pub type Elem = <RsaGroup as Group>::Elem;

/// So many squarings that 2^t is longer than a challenge and Pietrzak's proof has two midpoints.
pub const T: u64 = 2100;
pub const LEVEL: u16 = 128;
/// Lengths of lists of which every position is tried.
pub const SHORT: [usize; 4] = [1, 2, 3, 100];
/// Of one longer than a leaf of the transcript, these are.
pub const LONG: usize = 10_000;
pub const POSITIONS: [usize; 4] = [0, 4095, 4096, LONG - 1];

/// The prime factors of the modulus; [`ORDER`] divides the first, less one.
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

/// The first m of one list of true statements.
pub fn statements(m: usize) -> Vec<(Elem, Elem)> {
    static LIST: OnceLock<Vec<(Elem, Elem)>> = OnceLock::new();
    let group = group();
    let statement = |index: u64| {
        let x = group.hash("test", &index.to_be_bytes());
        let y = delay(&group, &x);
        (x, y)
    };
    LIST.get_or_init(|| (0..LONG as u64).map(statement).collect())[..m].to_vec()
}

pub fn delay(group: &RsaGroup, x: &Elem) -> Elem {
    let mut y = x.clone();
    group.square_n(&mut y, T);
    y
}

/// Something that nobody knows anything about.
pub fn delta(group: &RsaGroup) -> Elem {
    group.hash("delta", &[])
}

pub fn invert(group: &RsaGroup, element: &Elem) -> Elem {
    let ring = group.ring();
    ring.residue(&ring.natural(element).invert_mod(group.modulus()).unwrap())
}

pub fn encode(group: &RsaGroup, statements: &[(Elem, Elem)]) -> Vec<u8> {
    Records::encode(group, statements.iter().map(|(x, y)| (x, y)))
}

pub fn terms(family: Family, m: usize) -> Terms {
    Terms { t: T, protocol: Protocol::of_family(family, LEVEL, m as u64).unwrap() }
}

/// Every protocol for m statements with both kinds of proofs.
pub fn systems(m: usize) -> impl Iterator<Item = (Terms, Proving, String)> {
    let proofs = [Proving::Wesolowski(Suite::default()), Proving::Pietrzak];
    let pairs = Family::ALL.into_iter().flat_map(move |family| proofs.map(|proving| (family, proving)));
    pairs.map(move |(family, proving)| {
        (terms(family, m), proving, format!("{family:?}, {proving:?}, m = {m}"))
    })
}

/// What a verifier says to bytes from outside.
pub fn check(group: &RsaGroup, terms: &Terms, bytes: &[u8], proof: &Proof<Elem>) -> Result<(), Invalid> {
    verify(group, terms, &Records::new(group, bytes)?, proof, 2)
}

/// The proof of a list that a prover gives who follows the protocol and does not mind that a statement is
/// false.
pub fn prove_anyway(group: &RsaGroup, terms: &Terms, bytes: &[u8], proving: Proving) -> Proof<Elem> {
    let records = Records::new(group, bytes).unwrap();
    let left = combine(group, terms, &records, Method::Best, 2).unwrap();
    match proving {
        Proving::Wesolowski(suite) => {
            let prove = |statement: &Statement<Elem>| {
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

/// `spec/pietrzak.md`, with the midpoints of x whatever y is.
fn midpoints(group: &RsaGroup, statement: &Statement<Elem>) -> pietrzak::Proof<Elem> {
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

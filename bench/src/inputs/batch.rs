//! Lists of true statements for batch proofs.

use super::{Stream, bytes};
use crate::peers::{
    batch::{self, Coins},
    gmp::Integer,
};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{
    Suite,
    batch::{
        Digest, Family, Method, Proof, Protocol, Proving, Records, Reduction, Terms, Work, combine, prove,
        verify,
    },
};
use std::rc::Rc;

/// The number of squarings of a statement. A verifier's time does not depend on it.
const SQUARINGS: u64 = 64;
/// λ, as in the thesis.
pub const LEVEL: u16 = 128;

/// Statements of RSA-2048 as records.
pub struct List {
    group: RsaGroup,
    bytes: Vec<u8>,
}

/// A protocol for a list, and a proof.
pub struct Prepared {
    terms: Terms,
    proof: Proof<<RsaGroup as Group>::Elem>,
}

impl List {
    /// Returns m statements, each of which is the previous one times a fixed one: this needs two products
    /// instead of the squarings.
    pub fn new(m: usize) -> Rc<List> {
        let group = RsaGroup::rsa_2048();
        let statement = |name: &[u8]| {
            let x = group.hash("heliast/bench/batch", name);
            let mut y = x.clone();
            group.square_n(&mut y, SQUARINGS);
            (x, y)
        };
        let ((mut x, mut y), (step_x, step_y)) = (statement(b"first"), statement(b"step"));
        let mut bytes = Vec::with_capacity(m * Records::record_len(&group));
        for _ in 0..m {
            bytes.extend(group.encode(&x));
            bytes.extend(group.encode(&y));
            group.mul_assign(&mut x, &step_x);
            group.mul_assign(&mut y, &step_y);
        }
        Rc::new(List { group, bytes })
    }

    /// Returns the number of statements.
    pub fn len(&self) -> usize {
        self.bytes.len() / Records::record_len(&self.group)
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn records(&self) -> Records<'_> {
        Records::new(&self.group, &self.bytes).expect("canonical statements")
    }

    /// Returns the proof of a family.
    pub fn prepare(&self, family: Family) -> Prepared {
        let protocol = Protocol::of_family(family, LEVEL, self.len() as u64).expect("a sound protocol");
        let terms = Terms { t: SQUARINGS, protocol };
        let proving = Proving::Wesolowski(Suite::default());
        let work = Work { threads: 1, progress: |_| true };
        let proof = prove(&self.group, &terms, &self.records(), proving, work).expect("true statements");
        Prepared { terms, proof }
    }

    /// Verifies the proof from bytes: parsing, canonical check, transcript, products and the last proof.
    pub fn verify(&self, prepared: &Prepared, threads: usize) -> bool {
        verify(&self.group, &prepared.terms, &self.records(), &prepared.proof, threads).is_ok()
    }

    /// Verifies the proof with the naive evaluation.
    pub fn verify_naively(&self, prepared: &Prepared) -> bool {
        let left = combine(&self.group, &prepared.terms, &self.records(), Method::Naive, 1);
        left.is_ok_and(|left| prepared.proof.check(&self.group, &left).is_ok())
    }

    /// Returns the exact number of multiplications of the reductions in the best evaluation.
    pub fn multiplications(&self, prepared: &Prepared) -> u64 {
        let digests = [Digest::of(&self.records(), 1)];
        let seed = prepared.terms.seed(&self.group, &digests).expect("a list");
        let cost = prepared.terms.protocol.cost(&seed, self.len() as u64, Method::Best);
        cost.products + cost.squarings
    }

    /// Returns the modulus for the peer.
    pub fn modulus(&self) -> Integer {
        Integer::from_be_bytes(&bytes(self.group.modulus()))
    }

    /// Returns the statements for the peer.
    pub fn pairs(&self) -> Vec<batch::Pair> {
        let width = self.group.encoded_len();
        let pair = |record: &[u8]| [&record[..width], &record[width..]].map(Integer::from_be_bytes);
        self.bytes.chunks_exact(2 * width).map(pair).collect()
    }
}

/// Returns the peer's random draws for a protocol of this family; `None` for a family that the thesis did not
/// measure.
pub fn coins(family: Family, m: usize) -> Option<Coins> {
    let stream = &mut Stream::new(&format!("heliast/bench/batch/{}", family.name()));
    let protocol = Protocol::of_family(family, LEVEL, m as u64).ok()?;
    match (family, protocol.reductions()[0]) {
        (Family::RandomExponents, _) => Some(Coins::random_exponents(stream, m)),
        (Family::Hybrid, _) => Some(Coins::hybrid(stream, m)),
        (Family::Bucket, Reduction::Buckets { bits, rounds, .. }) => {
            Some(Coins::bucket(stream, m, bits.into(), rounds.into()))
        }
        _ => None,
    }
}

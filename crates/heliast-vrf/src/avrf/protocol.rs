//! The proof that one key encrypts every input to its output: FAEST's signature for a statement with any
//! number of blocks and a message μ of 32 bytes.

use super::{
    commitment::Tree,
    constraints::{Statement, constrain},
    grinding::{challenge, grind, is_ground},
    kernels::Kernels,
    opening::Opening,
    parameters::{BLOCK, COLUMN_HASH, LAMBDA, Shape},
    proof::Fields,
    quicksilver::{Prover, Verifier},
    transcript::{self, Purpose},
    universal_hash::{ColumnHash, ConstraintHash, FIRST_CHALLENGE, SECOND_CHALLENGE},
    vole::Vole,
    wires::Wires,
    witness::Cipher,
};
use crate::Invalid;
use alloc::{vec, vec::Vec};
use heliast_symmetric::{
    binary::{Binary, Gf128},
    keccak::Keccak,
};
use zeroize::Zeroizing;

/// The prover's vectors, and its commitment to them.
pub(super) struct Vectors {
    tree: Tree,
    iv_sent: [u8; BLOCK],
    iv: [u8; BLOCK],
    digest: [u8; 32],
    pub(super) vole: Vole,
    corrections: Vec<u8>,
}

/// The state of the prover before the challenge to open the tree.
pub(super) struct Committed {
    shape: Shape,
    tree: Tree,
    iv_sent: [u8; BLOCK],
    corrections: Vec<u8>,
    total_hash: [u8; COLUMN_HASH],
    masked_witness: Vec<u8>,
    coefficients: [Gf128; 2],
    /// The bytes that are hashed, with a counter, to the third challenge: public, like all that
    /// follows from it.
    pub(super) message: [u8; MESSAGE],
}

/// The second challenge and three coefficients.
const MESSAGE: usize = SECOND_CHALLENGE + 3 * BLOCK;

impl Vectors {
    pub(super) fn new(
        kernels: Kernels,
        shape: &Shape,
        mu: &[u8; 32],
        key: &[u8; 16],
        hedge: &[u8],
    ) -> Vectors {
        let (root, iv_sent) = transcript::root(kernels.keccak, key, mu, hedge);
        let iv = transcript::iv(kernels.keccak, &iv_sent);
        let tree = Tree::grow(kernels, shape.parameters, *root, &iv);
        let leaves = tree.leaves(None);
        let (vole, corrections) = Vole::commit(kernels.aes, shape, &leaves.seeds, &iv);
        Vectors { tree, iv_sent, iv, digest: leaves.digest, vole, corrections }
    }
}

impl Committed {
    /// Commits to a key that satisfies the statement. `hedge` is FAEST's ρ: empty, or random bytes.
    pub(super) fn new(
        kernels: Kernels,
        shape: &Shape,
        statement: &Statement<'_>,
        mu: &[u8; 32],
        key: &[u8; 16],
        hedge: &[u8],
    ) -> Committed {
        let vectors = Vectors::new(kernels, shape, mu, key, hedge);
        Committed::by(vectors, kernels, shape, statement, mu, key)
    }

    /// Commits by these vectors.
    pub(super) fn by(
        vectors: Vectors,
        kernels: Kernels,
        shape: &Shape,
        statement: &Statement<'_>,
        mu: &[u8; 32],
        key: &[u8; 16],
    ) -> Committed {
        let Vectors { tree, iv_sent, iv, digest, vole, corrections } = vectors;
        let Kernels { keccak, field, .. } = kernels;
        let witness = Cipher::new(key).witness(statement.pairs.iter().map(|(input, _)| input));
        let witness = &witness.0;
        let first = first_challenge(keccak, mu, &digest, &corrections, &iv);

        let columns = ColumnHash::new(field, shape, &first);
        let total_hash = columns.hash(vole.total_words());
        let column_hashes: Vec<u8> = vole.columns().flat_map(|column| columns.hash(column)).collect();
        let total = Zeroizing::new(vole.total());
        let masked_witness: Vec<u8> = witness.iter().zip(total.iter()).map(|(w, u)| w ^ u).collect();
        let second = second_challenge(keccak, &first, &total_hash, &column_hashes, &masked_witness);

        let tags = Zeroizing::new(vole.rows());
        let mut prover = Prover::new(field, statement.constraints());
        constrain(&mut prover, Wires { values: witness, tags: &tags }, statement);
        let masks = prover_masks(field, shape, &total, &tags);
        let lists = prover.constraints.each_ref().map(Vec::as_slice);
        let [a0, a1, a2] = ConstraintHash::new(field, &second).hash(lists, masks);
        let message = message(&second, [a0, a1, a2]);
        Committed {
            shape: *shape,
            tree,
            iv_sent,
            corrections,
            total_hash,
            masked_witness,
            coefficients: [a1, a2],
            message,
        }
    }

    /// π.
    pub(super) fn answer(self) -> Vec<u8> {
        let (counter, challenge, opening) = grind(self.tree.keccak(), self.shape.parameters, &self.message);
        self.open(counter, challenge, &opening)
    }

    /// π with a counter, its challenge, and the opening for that.
    pub(super) fn open(&self, counter: u32, challenge: u128, opening: &Opening) -> Vec<u8> {
        let fields = Fields {
            corrections: &self.corrections,
            total_hash: &self.total_hash,
            masked_witness: &self.masked_witness,
            coefficients: self.coefficients,
            commitments: &self.tree.hidden_commitments(opening),
            nodes: &self.tree.open(opening),
            challenge,
            iv: self.iv_sent,
            counter,
        };
        fields.encode(&self.shape)
    }
}

/// Whether a proof proves the statement and μ.
///
/// # Errors
/// [`Invalid::Challenge`].
pub(super) fn verify(
    kernels: Kernels,
    shape: &Shape,
    statement: &Statement<'_>,
    mu: &[u8; 32],
    fields: &Fields<'_>,
) -> Result<(), Invalid> {
    if !is_ground(shape.parameters, fields.challenge) {
        return Err(Invalid::Challenge);
    }
    verify_challenge(kernels, shape, statement, mu, fields)
}

/// Verifies everything except the last bits of the challenge.
pub(super) fn verify_challenge(
    kernels: Kernels,
    shape: &Shape,
    statement: &Statement<'_>,
    mu: &[u8; 32],
    fields: &Fields<'_>,
) -> Result<(), Invalid> {
    let Kernels { keccak, field, .. } = kernels;
    let iv = transcript::iv(keccak, &fields.iv);

    let opening = Opening::new(shape.parameters, fields.challenge).ok_or(Invalid::Challenge)?;
    let tree =
        Tree::regrow(kernels, shape.parameters, &opening, fields.nodes, &iv).ok_or(Invalid::Challenge)?;
    let leaves = tree.leaves(Some((&opening, fields.commitments)));
    let vole =
        Vole::reconstruct(kernels.aes, shape, &leaves.seeds, &iv, opening.hidden(), fields.corrections);
    let first = first_challenge(keccak, mu, &leaves.digest, fields.corrections, &iv);

    let columns = ColumnHash::new(field, shape, &first);
    let mut column_hashes = Vec::with_capacity(LAMBDA * fields.total_hash.len());
    for (i, column) in vole.columns().enumerate() {
        let hash = columns.hash(column);
        let delta = (fields.challenge >> i & 1) as u8;
        column_hashes.extend(hash.iter().zip(fields.total_hash).map(|(q, u)| q ^ u & delta.wrapping_neg()));
    }
    let second = second_challenge(keccak, &first, fields.total_hash, &column_hashes, fields.masked_witness);

    let delta = Gf128(fields.challenge);
    let tags = vole.rows();
    let mut verifier = Verifier::new(field, delta, statement.constraints());
    constrain(&mut verifier, Wires { values: fields.masked_witness, tags: &tags }, statement);
    let [q0, q1] = masks(field, shape, &tags);
    let mask = q0 + field.multiply(delta, q1);
    let [value] = ConstraintHash::new(field, &second).hash([&verifier.constraints], [mask]);

    let [a1, a2] = fields.coefficients;
    let a0 = value + field.multiply(delta, a1 + field.multiply(delta, a2));
    if challenge(keccak, &message(&second, [a0, a1, a2]), fields.counter) != fields.challenge {
        return Err(Invalid::Challenge);
    }
    Ok(())
}

fn message(second: &[u8; SECOND_CHALLENGE], coefficients: [Gf128; 3]) -> [u8; MESSAGE] {
    let mut message = [0; MESSAGE];
    let (challenge, elements) = message.split_at_mut(SECOND_CHALLENGE);
    challenge.copy_from_slice(second);
    for (bytes, element) in elements.as_chunks_mut().0.iter_mut().zip(coefficients) {
        *bytes = element.to_bytes();
    }
    message
}

fn first_challenge(
    keccak: Keccak,
    mu: &[u8; 32],
    commitment: &[u8; 32],
    corrections: &[u8],
    iv: &[u8; 16],
) -> [u8; FIRST_CHALLENGE] {
    transcript::digest(keccak, Purpose::First, &[mu, commitment, corrections, iv])
}

fn second_challenge(
    keccak: Keccak,
    first: &[u8],
    total_hash: &[u8],
    column_hashes: &[u8],
    masked_witness: &[u8],
) -> [u8; SECOND_CHALLENGE] {
    transcript::digest(keccak, Purpose::Second, &[first, total_hash, column_hashes, masked_witness])
}

/// The masks of the constraints' coefficients: where u_0 and u_1 are the 2λ bits of u after the witness, and
/// v_0 and v_1 their combined tags, the masks are (v_0, u_0 + v_1, u_1), so that the verifier's q_0 + Δ·q_1
/// is their value at Δ.
fn prover_masks(field: Binary, shape: &Shape, total: &[u8], tags: &[Gf128]) -> [Gf128; 3] {
    let bits = total[shape.witness()..].as_chunks().0;
    let [v0, v1] = masks(field, shape, tags);
    [v0, Gf128::from_bytes(bits[0]) + v1, Gf128::from_bytes(bits[1])]
}

/// Σ_i x^i·tag_i for the λ tags after the witness's, and for the λ tags after those.
fn masks(field: Binary, shape: &Shape, tags: &[Gf128]) -> [Gf128; 2] {
    let mut powers = vec![Gf128::ZERO; LAMBDA];
    field.powers(Gf128(2), &mut powers);
    let (first, second) = tags[8 * shape.witness()..][..2 * LAMBDA].split_at(LAMBDA);
    [field.dot(&powers, first), field.dot(&powers, second)]
}

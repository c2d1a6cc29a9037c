//! A proof that one LowMC key encrypts several public blocks to several others: the protocol of Katz,
//! Kolesnikov and Wang with preprocessing ("Improved Non-Interactive Zero Knowledge with Applications to
//! Post-Quantum Signatures", CCS 2018, sections 2 and 3) for sixteen parties, as in Picnic3 (specification
//! v3.0, section 7), for any number S of blocks. `spec/slvrf.md` is the complete specification.
//!
//! A prover simulates T executions of a computation among sixteen parties, each of which has a share of the
//! key:
//!
//! 1. A tree of seeds determines a seed for each execution, and a tree below that seed has sixteen leaves for
//!    the parties ([`seeds`]); each party's seed determines its tape ([`tapes`]).
//! 2. The tapes are shares of masks for all wires and of products for all AND gates; the last party's tape is
//!    corrected ([`preprocessing`]). The prover commits to every party: to its seed, and for the last one
//!    also to its corrections.
//! 3. The parties compute with masked k and wires, and broadcast a bit for each AND gate ([`online`]). A
//!    Merkle tree commits to the masked keys and broadcasts of all executions ([`merkle`]).
//! 4. A hash h of both kinds of commitments chooses u executions, and a party in each of them
//!    ([`challenge`]).
//! 5. For these u executions, the proof has the seeds of all parties except the chosen one, and the
//!    broadcasts of that party; for the others, whose online phase must not be seen, the seed of the
//!    execution.
//!
//! The statements share the key, and therefore the masks of K_0·k at the beginning of the tape and all
//! products of key masks with matrices.
//!
//! **Hashes are separated.** In Picnic3, a party's commitment and the beginning of its tape are the same
//! bits, so the commitment to a hidden party, which is in the proof, reveals the party's share of the key's
//! mask, and with all other shares the key. Here they are disjoint parts of one output, and every use of the
//! hash has its tag. The mode without this separation exists only for the known answers in tests.
//!
//! # Cost
//!
//! Permutations of Keccak-f\[1600\], n = 192, S = 2, T = 419, u = 52, of SHAKE256:
//!
//! | | r = 4 | r = 13 |
//! |---|---|---|
//! | trees: 423 + 419·15 + 423 | 7,131 | 7,131 |
//! | tapes and commitments: 419·16·(3 or 10) | 20,112 | 67,040 |
//! | last parties' commitments: 419·(2 or 6) | 838 | 2,514 |
//! | commitments' digests: 419·6 | 2,514 | 2,514 |
//! | online phases' digests: 419·(23 or 74) | 9,637 | 31,006 |
//! | h | 150 | 150 |
//! | prover | 40,382 | 110,355 |
//!
//! The challenge needs a few more. All lanes are full except the last ones. (With commitments in separate
//! hashes, as in Picnic3, r = 4 has 6,285 more.) A verifier computes only the online phases of u executions.
//!
//! In addition, each execution takes 1 + r + S·r products of matrices, on planes of bits, and 26 operations
//! on each word of each of 16·S·r strings of n bits on the parties' tapes, which is 4.2 million in total for
//! r = 4. The prover knows all wires in the clear and adds the masks, so it computes no linear layer online.
//!
//! No branch or address depends on a secret. Seeds, tapes, masks, broadcasts, and values computed from them
//! are erased; commitments are hashes, and public.
mod challenge;
mod executions;
mod hash;
mod instance;
mod merkle;
mod online;
mod planes;
mod preprocessing;
mod profile;
mod prove;
mod seeds;
mod strings;
mod tapes;
#[cfg(test)]
mod tests;
mod tree;
mod verify;
mod witness;

pub(crate) use hash::Seed;
pub(crate) use instance::Instance;
pub(crate) use profile::Profile;
pub(crate) use prove::Committed;
pub(crate) use verify::verify;
pub(crate) use witness::Witness;

use hash::{Digest, Hashes};
use heliast_vrf::tagged::Tag;

/// N, the parties of an execution.
const PARTIES: usize = 16;

/// The bytes of the salt that every hash of one proof has.
pub(crate) const SALT_BYTES: usize = 32;

/// h = SHAKE(tag ‖ Ch_0 ‖ … ‖ Ch_(T−1) ‖ root of the Merkle tree ‖ salt ‖ the bytes that the proof is bound
/// to).
fn challenge_hash(hashes: &Hashes, first_digests: &[Digest], root: &Digest, bound: &[u8]) -> Digest {
    let length = hashes.profile.digest_bytes;
    let mut hash = hashes.one(Tag::Challenge);
    first_digests.iter().for_each(|digest| hash.absorb(&digest[..length]));
    hash.absorb(&root[..length]);
    hash.absorb(&hashes.salt);
    hash.absorb(bound);
    hash.finish()
}

//! The challenges: each is a hash of the statement and of all midpoints up to its own.

use super::round::DIRECT;
use crate::statement::Statement;
use heliast_arith::Natural;
use heliast_group::Group;
use sha2::{Digest, Sha256};

const TAG: &[u8] = b"\x13heliast/pietrzak/v1";
/// Bytes of a challenge: 128 bits.
const CHALLENGE_LEN: usize = 16;

/// The hash of the transcript so far.
pub(super) struct Transcript([u8; 32]);

impl Transcript {
    /// The transcript of a statement without midpoints.
    pub(super) fn new<G: Group>(group: &G, statement: &Statement<G::Elem>) -> Transcript {
        let mut hash = Sha256::new_with_prefix(TAG);
        hash.update((8 * CHALLENGE_LEN as u16).to_be_bytes());
        hash.update((DIRECT as u32).to_be_bytes());
        hash.update(group.id());
        hash.update(statement.t.to_be_bytes());
        hash.update((group.encoded_len() as u32).to_be_bytes());
        hash.update(group.encode(&statement.x));
        hash.update(group.encode(&statement.y));
        Transcript(hash.finalize().into())
    }

    /// The challenge of a round, from 1, with this midpoint.
    pub(super) fn challenge(&mut self, round: u32, midpoint: &[u8]) -> Natural {
        let hash = Sha256::new_with_prefix(TAG).chain_update(self.0).chain_update(round.to_be_bytes());
        self.0 = hash.chain_update(midpoint).finalize().into();
        Natural::from_be_bytes(&self.0[..CHALLENGE_LEN])
    }
}

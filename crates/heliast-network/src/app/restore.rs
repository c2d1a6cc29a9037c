//! Restores a snapshot of another node. The snapshot is not trusted: every round is verified from genesis,
//! and the result must have the application hash that the engine knows from the validators' signatures.
//!
//! A valid chain need not be the network's. So rounds wait in a file until the hash is known to be right, are
//! verified once more, and only then go into the store, from which no round is ever removed.

use super::snapshot::Metadata;
use bytes::Bytes;
use heliast::{Chain, Round, Tip, Verified};
use heliast_disk::Draft;
use sha2::{Digest, Sha256};
use std::{
    io::{self, BufWriter, ErrorKind, Read, Write},
    thread::available_parallelism,
};

/// A snapshot that is being received.
pub(super) struct Restore {
    pub(super) metadata: Metadata,
    pub(super) height: u64,
    pub(super) app_hash: Bytes,
    /// Its first chunk.
    pub(super) state: Vec<u8>,
    /// The number of the next chunk.
    pub(super) next: u32,
    /// The tip after the last verified round.
    pub(super) tip: Tip,
    /// The file in which these rounds wait.
    pub(super) rounds: BufWriter<Draft>,
}

/// The reasons why a restoration can't go on.
pub(super) enum Stop {
    /// The snapshot is false.
    False,
    /// This node failed.
    Failed(String),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Failed(error.to_string())
    }
}

impl Restore {
    pub(super) fn is_promised(&self, chunk: &[u8]) -> bool {
        let promised = self.metadata.chunks.get(self.next as usize);
        promised.is_some_and(|hash| Sha256::digest(chunk)[..] == hash[..])
    }

    /// Takes the next chunk, whose hash was checked.
    pub(super) fn take(&mut self, chain: &Chain, chunk: &[u8]) -> Result<(), Stop> {
        if self.next == 0 {
            self.state = chunk.to_vec();
        } else {
            let mut rest = chunk;
            verified(chain, &mut self.tip, &mut rest, u64::MAX).map_err(|_| Stop::False)?;
            self.rounds.write_all(chunk)?;
        }
        self.next += 1;
        Ok(())
    }
}

/// u32(len) ‖ len bytes; `None` at the end.
fn framed(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut len = [0; 4];
    match from.read(&mut len[..1])? {
        0 => return Ok(None),
        _ => from.read_exact(&mut len[1..])?,
    }
    let (len, mut bytes) = (u32::from_be_bytes(len), Vec::new());
    from.take(len.into()).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == u64::from(len) { Ok(Some(bytes)) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

/// The next rounds after `tip`, at most `most`, whose delays are verified together; empty at the end. The tip
/// is moved after them.
pub(super) fn verified(
    chain: &Chain,
    tip: &mut Tip,
    from: &mut impl Read,
    most: u64,
) -> Result<Vec<Verified<Round>>, Stop> {
    let (mut pending, mut count) = (vec![], 0);
    while count < most {
        let Some(bytes) = framed(from)? else { break };
        let round = chain.decode_round(&bytes).map_err(|_| Stop::False)?;
        let after = chain.follow_unverified(tip, &round).map_err(|_| Stop::False)?;
        pending.push(chain.check(tip, round).map_err(|_| Stop::False)?);
        (*tip, count) = (after, count + 1);
    }
    chain.verify_all(pending, available_parallelism().map_or(1, usize::from)).map_err(|_| Stop::False)
}

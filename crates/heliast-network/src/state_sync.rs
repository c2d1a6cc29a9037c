//! Finds the block with which the engine of an empty node begins to trust: a network's genesis
//! names its first validators, and a frame of finality shows a newer block that more than two
//! thirds of them signed. So anybody who has the home of a node needs nothing but the address of
//! another.

#[cfg(test)]
mod tests;

use crate::{follow::FollowError, home::StateSync};
use heliast::Chain;
use heliast_client::{Misuse, Node};
use heliast_finality::{Frame, NetworkFile, SignedBlock, Verifier};

impl StateSync {
    /// Asks these nodes for a block to begin with, by this clock, and trusts the oldest that the network
    /// signed in the last days. All of them are asked by the engine afterwards.
    ///
    /// # Errors
    /// [`FollowError`] of the last one if none of them shows such a block.
    pub fn find(
        chain: &Chain,
        network: &NetworkFile,
        nodes: &[Node],
        now_ms: u64,
    ) -> Result<StateSync, FollowError> {
        let verifier =
            Verifier::new(chain, network).map_err(|reason| FollowError::Finality(reason.into()))?;
        let (mut found, mut failed): (Option<SignedBlock>, _) = (None, None);
        for node in nodes {
            match signed_block(&verifier, node, now_ms) {
                Ok(block) => found = found.into_iter().chain([block]).min_by_key(|block| block.height),
                Err(error) => {
                    tracing::warn!(%node, %error, "a node shows no block that the network signed");
                    failed = Some(error);
                }
            }
        }
        let servers = nodes.iter().map(|node| format!("{node}/v1/engine")).collect();
        match (found, failed) {
            (Some(SignedBlock { height, hash }), _) => Ok(StateSync { servers, height, hash }),
            (None, Some(error)) => Err(error),
            (None, None) => Err(Misuse::NoNode.into()),
        }
    }
}

/// Time for which a light client may trust a block: somewhat less than the engine's own.
const FRESH_MS: u64 = 100 * 3_600_000;
/// A node may lack the frame of a round, and have that of the next.
const NEXT: u64 = 3;

/// The oldest block that is fresh, as far as halving finds it: from a block before the snapshot a light
/// client leaps to it; from one behind it, it would have to go back block by block.
fn signed_block(verifier: &Verifier, node: &Node, now_ms: u64) -> Result<SignedBlock, FollowError> {
    let last = node.last_final()?;
    let mut back = last.saturating_sub(1);
    loop {
        let fresh_ms = if back == 0 { 0 } else { now_ms.saturating_sub(FRESH_MS) };
        if let Some(frame) = frame_from(node, (last - back).max(1))?
            && frame.record().opened_ms >= fresh_ms
        {
            return verifier.verify_block(&frame).map_err(|reason| FollowError::Finality(reason.into()));
        }
        if back == 0 {
            return Err(FollowError::Unsigned(node.to_string()));
        }
        back /= 2;
    }
}

/// The frame of this round, or of one of the next few.
fn frame_from(node: &Node, round: u64) -> Result<Option<Frame>, FollowError> {
    for round in round..round.saturating_add(NEXT) {
        if let Some(bytes) = node.frame(round)? {
            return Ok(Some(
                Frame::from_bytes(&bytes).map_err(|reason| FollowError::Finality(reason.into()))?,
            ));
        }
    }
    Ok(None)
}

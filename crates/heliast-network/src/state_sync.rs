//! Finds the block with which the engine of an empty node begins to trust: a network's genesis
//! names its first validators, and frames of finality lead from them to a newer block, each signed by
//! those that the one before named. So anybody who has the home of a node needs nothing but the address of
//! another.

#[cfg(test)]
mod tests;

use crate::{follow::FollowError, home::StateSync};
use heliast::Chain;
use heliast_client::{Misuse, Node};
use heliast_finality::{BlockVerifier, Frame, Invalid, NetworkFile, SignedBlock};

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
        let verifier = BlockVerifier::new(chain, network)?;
        let (mut found, mut failed): (Option<SignedBlock>, _) = (None, None);
        for node in nodes {
            match signed_block(verifier.clone(), node, now_ms) {
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
fn signed_block(verifier: BlockVerifier, node: &Node, now_ms: u64) -> Result<SignedBlock, FollowError> {
    let last = node.last_final()?;
    let mut back = last.saturating_sub(1);
    loop {
        let fresh_ms = if back == 0 { 0 } else { now_ms.saturating_sub(FRESH_MS) };
        if let Some(frame) = frame_from(node, (last - back).max(1))?
            && frame.record().opened_ms >= fresh_ms
        {
            return reach(verifier, node, frame);
        }
        if back == 0 {
            return Err(FollowError::Unsigned(node.to_string()));
        }
        back /= 2;
    }
}

/// Frames that are looked at on the way to a block.
const MOST_LEAPS: usize = 1_000;

/// That the network signed the frame's block: where too many validators have changed since the last block
/// that is known, a frame halfway is looked at before.
fn reach(mut verifier: BlockVerifier, node: &Node, frame: Frame) -> Result<SignedBlock, FollowError> {
    let (mut known, mut ahead) = (0, vec![frame]);
    for _ in 0..MOST_LEAPS {
        let Some(next) = ahead.last() else { break };
        let refused = match verifier.verify(next) {
            Ok(block) if ahead.len() == 1 => return Ok(block),
            Ok(_) => {
                known = next.round();
                ahead.pop();
                continue;
            }
            Err(reason @ (Invalid::Trusted { .. } | Invalid::Newcomer(_))) => reason,
            Err(reason) => return Err(reason.into()),
        };
        let (between, end) = (known + next.round().saturating_sub(known) / 2, next.round());
        match frame_from(node, between.max(1))?.filter(|one| (known + 1..end).contains(&one.round())) {
            Some(halfway) => ahead.push(halfway),
            None => return Err(refused.into()),
        }
    }
    Err(FollowError::Unsigned(node.to_string()))
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

//! Finds the first block that the engine of an empty node trusts. A network's genesis has its first
//! validators, and frames of finality lead from them to a newer block: each is signed by the validators that
//! follow from the one before. So for an empty home of a node, only the address of another node is needed.

#[cfg(test)]
mod tests;

use crate::{
    follow::FollowError,
    home::StateSync,
    lead::{Looked, lead, shown},
    rpc::Rpc,
};
use heliast::Chain;
use heliast_client::{Misuse, Node};
use heliast_finality::{BlockVerifier, Frame, NetworkFile, SignedBlock};

impl StateSync {
    /// Requests a block to begin with from these nodes, and trusts the oldest that the network signed in the
    /// last days, by this clock. The engine queries all these nodes afterwards.
    ///
    /// # Errors
    /// The [`FollowError`] of the last node if no node shows such a block.
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

/// The time for which a light client may trust a block: somewhat less than the engine's own limit.
const FRESH_MS: u64 = 100 * 3_600_000;

/// The oldest block that is fresh and that the node's engine still has, as far as a binary search finds it. A
/// light client can skip forward from a block before the snapshot, but from a block after the snapshot it
/// would have to go back block by block. If the node itself began with a snapshot, it also has frames of
/// earlier blocks that its engine does not have.
fn signed_block(mut verifier: BlockVerifier, node: &Node, now_ms: u64) -> Result<SignedBlock, FollowError> {
    let engine = Rpc::behind(node.url()).map_err(|_| Misuse::Address(node.url().to_owned()))?;
    let last = node.last_final()?;
    let mut back = last.saturating_sub(1);
    loop {
        let fresh_ms = if back == 0 { 0 } else { now_ms.saturating_sub(FRESH_MS) };
        if let Some(frame) = shown(node, (last - back).max(1), u64::MAX)?
            && frame.record().opened_ms >= fresh_ms
            && engine.commit(Some(frame.height())).is_ok()
        {
            let look = &mut |frame: &Frame| Looked::of(verifier.verify(frame));
            return lead(0, frame, &mut |from, before| shown(node, from, before), look);
        }
        if back == 0 {
            return Err(FollowError::Unsigned(node.to_string()));
        }
        back /= 2;
    }
}

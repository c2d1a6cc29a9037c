//! How an empty node finds the block with which its engine begins to trust: a network's genesis stands for its first
//! validators, and a frame of finality shows a newer block that more than two thirds of them signed. So whoever has
//! the home of a node needs nothing but the address of another.

use crate::{
    home::StateSync,
    worker::{FollowError, NodeAddress},
};
use heliast::Chain;
use heliast_finality::{Frame, NetworkFile, SignedBlock, Verifier};

impl StateSync {
    /// Asks these nodes for a block to begin with, and trusts the newest that the network signed. All of them are
    /// asked by the engine afterwards.
    ///
    /// # Errors
    /// [`FollowError`] of the last one if none of them shows such a block.
    pub fn find(chain: &Chain, network: &NetworkFile, nodes: &[NodeAddress]) -> Result<StateSync, FollowError> {
        let verifier = Verifier::new(chain, network).map_err(|reason| FollowError::Finality(reason.into()))?;
        let (mut found, mut failed): (Option<SignedBlock>, _) = (None, None);
        for node in nodes {
            match signed_block(&verifier, node) {
                Ok(block) => found = found.into_iter().chain([block]).max_by_key(|block| block.height),
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
            (None, None) => Err(FollowError::Address(String::new())),
        }
    }
}

fn signed_block(verifier: &Verifier, node: &NodeAddress) -> Result<SignedBlock, FollowError> {
    let last = node.last_final()?;
    let Some(bytes) = node.finality(last.max(1))? else {
        return Err(FollowError::Unsigned(node.to_string()));
    };
    let frame = Frame::from_bytes(&bytes).map_err(|reason| FollowError::Finality(reason.into()))?;
    verifier.verify_block(&frame).map_err(|reason| FollowError::Finality(reason.into()))
}

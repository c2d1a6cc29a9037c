//! Checks that a network signed a block of its engine, for a verifier that does not have the network's
//! rounds: `spec/finality.md`, "Without rounds". A light client of the engine begins with such a block.

use crate::{
    frame::Frame,
    header,
    network_file::{NetworkFile, engine_chain_id},
    outcome::{Invalid, SignedBlock},
    signed::{check_engine, check_power, check_trusted},
    validator::ValidatorSet,
};
use heliast::Chain;

/// Follows a network's validators from block to block, in the order of heights.
#[derive(Clone, Debug)]
pub struct BlockVerifier {
    chain_id: [u8; 32],
    engine_chain_id: String,
    /// Whether validators may join who are not in the network file.
    they_change: bool,
    trusted: ValidatorSet,
    /// The leaf that the last block had for the next validators.
    next: Option<Vec<u8>>,
    height: u64,
}

impl BlockVerifier {
    /// Begins with the validators of the network file.
    ///
    /// # Errors
    /// [`Invalid::OtherNetwork`] if the nonce of the chain's genesis is not the hash of the network file.
    pub fn new(chain: &Chain, network: &NetworkFile) -> Result<BlockVerifier, Invalid> {
        if chain.genesis().nonce != network.nonce() {
            return Err(Invalid::OtherNetwork);
        }
        let they_change = chain.genesis().members.is_some_and(|rules| rules.validators_change);
        Ok(BlockVerifier::of(chain.id(), they_change, network.validator_set()))
    }

    pub(crate) fn of(chain_id: &[u8; 32], they_change: bool, trusted: ValidatorSet) -> BlockVerifier {
        let (chain_id, engine_chain_id) = (*chain_id, engine_chain_id(chain_id));
        BlockVerifier { chain_id, engine_chain_id, they_change, trusted, next: None, height: 0 }
    }

    /// The height of the last block that was verified; 0 before the first.
    pub fn height(&self) -> u64 {
        self.height
    }

    /// Checks that the network signed the frame's header. The round in it is not looked at. If its height is
    /// greater than that of the last block, its validators are the trusted ones from then on.
    ///
    /// # Errors
    /// [`Invalid`] if the frame does not show it. The verifier is then unchanged; a frame of a block in
    /// between may help.
    pub fn verify(&mut self, frame: &Frame) -> Result<SignedBlock, Invalid> {
        check_engine(frame, &self.chain_id, &self.engine_chain_id)?;
        check_power(frame, &self.engine_chain_id)?;
        let stranger = frame.set.first_outside(&self.trusted).filter(|_| !self.they_change);
        if let Some(place) = stranger {
            return Err(Invalid::Newcomer(place));
        }
        let is_next = self.next.as_deref() == Some(&header::bytes(&frame.set.hash()));
        if !is_next {
            check_trusted(frame, &self.trusted)?;
        }
        if frame.height() > self.height {
            self.height = frame.height();
            self.trusted = frame.set.clone();
            self.next = Some(frame.header.leaf(header::NEXT_VALIDATORS_HASH).to_vec());
        }
        Ok(SignedBlock { height: frame.height(), hash: frame.header.hash() })
    }
}

//! Whether a network agreed on a round: `spec/finality.md`.

#[cfg(test)]
mod tests;

use crate::{
    Malformed,
    frame::Frame,
    header,
    network_file::{NetworkFile, engine_chain_id},
    validator::ValidatorSet,
};
use heliast::{Chain, Tip};

/// Why a frame does not show that a network agreed on a round.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// The network file is not the one whose hash is the nonce of the chain's genesis.
    #[error("the network file is not that of this chain: the nonce of the genesis is not its hash")]
    OtherNetwork,
    /// The frame is about another chain.
    #[error("the frame is of another chain")]
    OtherChain,
    /// The frame is about another round than the one at hand.
    #[error("the frame is about round {found}, not about round {expected}")]
    OtherRound {
        /// The round at hand.
        expected: u64,
        /// The round of the frame.
        found: u64,
    },
    /// The signed header names another chain of the engine's.
    #[error("the signed header is of another chain of the engine")]
    HeaderChain,
    /// The signed header has another application hash than follows from the round: the network agreed on
    /// another round, or the frame's times or state are false.
    #[error("the signed header's application hash is not that of this round")]
    HeaderRound,
    /// The signed header names another set of validators than the frame has.
    #[error("the signed header's hash of validators is not that of the frame's validators")]
    HeaderValidators,
    /// A signature is not that of its validator on this block.
    #[error("the signature of validator {0} is not one on this block")]
    Signature(usize),
    /// Those who signed do not have more than two thirds of the power.
    #[error("validators with {signed} of {total} power signed, which is not more than two thirds")]
    Power {
        /// The power of those who signed.
        signed: u64,
        /// The power of all.
        total: u64,
    },
    /// The frame has a validator that is not trusted so far, or that has another power: validators only ever
    /// lose their power. If the block is before the last verified one, the network file's validators count.
    #[error("validator {0} is none of those trusted so far, or had another power")]
    Newcomer(usize),
    /// The frame is about a block before the last that was verified, and lacks a validator that had power
    /// later.
    #[error("the frame lacks a validator that had power at a later height")]
    Missing,
    /// Those who signed do not have more than two thirds of the power among the validators that the verifier
    /// trusts.
    #[error(
        "of the validators trusted so far those with {signed} of {total} power signed, which is not more than two thirds"
    )]
    Trusted {
        /// The trusted power of those who signed.
        signed: u64,
        /// The trusted power of all.
        total: u64,
    },
}

/// Why bytes do not show that a network agreed on a round.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// The bytes are not a frame.
    #[error("{0}")]
    Malformed(#[from] Malformed),
    /// A claim of the frame is false.
    #[error("{0}")]
    Invalid(#[from] Invalid),
}

/// The content of a verified frame about its round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The round that the network agreed on.
    pub round: u64,
    /// The height of the engine's block that was signed.
    pub height: u64,
    /// The power of the validators that signed.
    pub power: u64,
    /// The power of all validators at that height.
    pub total: u64,
    /// The number of validators that signed.
    pub signers: usize,
    /// The number of validators in the set.
    pub validators: usize,
    /// The time of the block in which the round opened, in milliseconds since 1970.
    pub opened_ms: u64,
    /// The time of the block in which the round closed, in milliseconds since 1970.
    pub closed_ms: u64,
}

/// A block of the engine's that the network signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedBlock {
    /// Its height.
    pub height: u64,
    /// The hash of its header.
    pub hash: [u8; 32],
}

/// Verifies frames of one chain, in the order of its rounds: it trusts the validators of the network file
/// whose hash is in the chain's genesis, less those that have lost their power in a block that more than two
/// thirds of the trusted power signed.
#[derive(Clone, Debug)]
pub struct Verifier {
    chain_id: [u8; 32],
    engine_chain_id: String,
    /// Of the network file.
    first: ValidatorSet,
    trusted: ValidatorSet,
    /// Of the block whose validators are trusted; 0 before the first.
    height: u64,
    /// The last round of a verified frame; 0 before the first.
    last: u64,
}

impl Verifier {
    /// A verifier of the network that began as `network` says.
    ///
    /// # Errors
    /// [`Invalid::OtherNetwork`] if the nonce of the chain's genesis is not the hash of the network file.
    pub fn new(chain: &Chain, network: &NetworkFile) -> Result<Verifier, Invalid> {
        if chain.genesis().nonce != network.nonce() {
            return Err(Invalid::OtherNetwork);
        }
        let chain_id = *chain.id();
        let (engine_chain_id, trusted) = (engine_chain_id(&chain_id), network.validator_set());
        Ok(Verifier { chain_id, engine_chain_id, first: trusted.clone(), trusted, height: 0, last: 0 })
    }

    /// The validators that are trusted now.
    pub fn trusted(&self) -> &ValidatorSet {
        &self.trusted
    }

    /// The last round of a frame that was verified; 0 before the first.
    pub fn last_round(&self) -> u64 {
        self.last
    }

    /// That the network agreed on the round that `tip` comes after. The round is one that the caller has
    /// verified, and so the tip is one of [`Chain::tip_after`].
    ///
    /// Cost: a signature's verification for each vote, all of which are looked at.
    ///
    /// # Errors
    /// [`Invalid`] if the frame does not show it; then nothing has changed.
    pub fn verify(&mut self, frame: &Frame, tip: &Tip) -> Result<Signed, Invalid> {
        self.check_header(frame, tip)?;
        let signed = self.check_power(frame)?;
        self.last = self.last.max(frame.round);
        if frame.height() > self.height {
            self.height = frame.height();
            self.trusted = frame.set.clone();
        }
        Ok(signed)
    }

    /// That the network signed the frame's header: rules 1 to 5 of `spec/finality.md`, but for the round,
    /// which the caller has not verified and of which this says nothing. A light client of the engine
    /// begins with such a block.
    ///
    /// # Errors
    /// [`Invalid`] if the frame does not show it.
    pub fn verify_block(&self, frame: &Frame) -> Result<SignedBlock, Invalid> {
        self.check_engine(frame)?;
        self.check_power(frame)?;
        Ok(SignedBlock { height: frame.height(), hash: frame.header.hash() })
    }

    /// That those signed who must.
    fn check_power(&self, frame: &Frame) -> Result<Signed, Invalid> {
        self.check_signatures(frame)?;
        let power_in = |set: &ValidatorSet| -> u64 {
            let voted = frame.set.validators().iter().zip(&frame.votes).filter(|(_, vote)| vote.is_some());
            voted.map(|(validator, _)| set.power_of(&validator.key)).sum()
        };
        let (power, total) = (power_in(&frame.set), frame.set.total_power());
        if !is_supermajority(power, total) {
            return Err(Invalid::Power { signed: power, total });
        }
        self.check_set(frame)?;
        let (trusted, trusted_total) = (power_in(&self.trusted), self.trusted.total_power());
        if !is_supermajority(trusted, trusted_total) {
            return Err(Invalid::Trusted { signed: trusted, total: trusted_total });
        }
        Ok(Signed {
            round: frame.round,
            height: frame.height(),
            power,
            total,
            signers: frame.votes.iter().flatten().count(),
            validators: frame.votes.len(),
            opened_ms: frame.record.opened_ms,
            closed_ms: frame.record.closed_ms,
        })
    }

    /// That the frame's validators follow from those that are trusted: sets only shrink.
    fn check_set(&self, frame: &Frame) -> Result<(), Invalid> {
        let is_later = frame.height() > self.height;
        let known = if is_later { &self.trusted } else { &self.first };
        match frame.set.first_outside(known) {
            Some(place) => Err(Invalid::Newcomer(place)),
            None if !is_later && self.trusted.first_outside(&frame.set).is_some() => Err(Invalid::Missing),
            None => Ok(()),
        }
    }

    /// As [`Verifier::verify`], for bytes.
    ///
    /// # Errors
    /// [`FrameError::Malformed`] if they are not a frame, and [`FrameError::Invalid`] if it does not show it.
    pub fn verify_bytes(&mut self, bytes: &[u8], tip: &Tip) -> Result<Signed, FrameError> {
        Ok(self.verify(&Frame::from_bytes(bytes)?, tip)?)
    }

    fn check_header(&self, frame: &Frame, tip: &Tip) -> Result<(), Invalid> {
        if frame.chain_id != self.chain_id {
            return Err(Invalid::OtherChain);
        }
        if frame.round != tip.round() {
            return Err(Invalid::OtherRound { expected: tip.round(), found: frame.round });
        }
        self.check_engine(frame)?;
        let app_hash = frame.record.app_hash(&self.chain_id, tip);
        match frame.header.leaf(header::APP_HASH) == header::bytes(&app_hash) {
            true => Ok(()),
            false => Err(Invalid::HeaderRound),
        }
    }

    /// That the header is one of this chain's engine, with the frame's validators.
    fn check_engine(&self, frame: &Frame) -> Result<(), Invalid> {
        if frame.chain_id != self.chain_id {
            return Err(Invalid::OtherChain);
        }
        let has = |field, value: &[u8]| frame.header.leaf(field) == header::bytes(value);
        if !has(header::CHAIN_ID, self.engine_chain_id.as_bytes()) {
            return Err(Invalid::HeaderChain);
        }
        if !has(header::VALIDATORS_HASH, &frame.set.hash()) {
            return Err(Invalid::HeaderValidators);
        }
        Ok(())
    }

    fn check_signatures(&self, frame: &Frame) -> Result<(), Invalid> {
        for (place, (validator, vote)) in frame.set.validators().iter().zip(&frame.votes).enumerate() {
            let Some(vote) = vote else { continue };
            let signed = vote.signed(&frame.header, &frame.block, &self.engine_chain_id);
            validator.key.verify(&signed, &vote.signature).map_err(|_| Invalid::Signature(place))?;
        }
        Ok(())
    }
}

/// More than two thirds; both are below 2^53.
fn is_supermajority(power: u64, total: u64) -> bool {
    3 * power > 2 * total
}

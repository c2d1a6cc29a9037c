//! Verifies that a network agreed on a round: `spec/finality.md`.

#[cfg(test)]
mod tests;

use crate::{
    frame::Frame,
    header,
    key::ConsensusKey,
    list::{Lists, Powers, ValidatorList},
    network_file::{NetworkFile, engine_chain_id},
    outcome::{FrameError, Invalid, Signed},
    signed::{check_engine, check_power, check_trusted},
    validator::{Validator, ValidatorSet},
};
use heliast::{Chain, Tip};
use std::collections::BTreeSet;

/// Verifies frames of one chain, in the order of its rounds: it trusts the validators of the network file
/// whose hash is in the chain's genesis, and follows from block to block how their list changes with the
/// rounds, and which of them have lost their power.
#[derive(Clone, Debug)]
pub struct Verifier {
    chain_id: [u8; 32],
    engine_chain_id: String,
    lists: Lists,
    trusted: ValidatorSet,
    /// The height of the block whose validators are trusted; 0 before the first.
    height: u64,
    /// The round of that block's frame.
    round: u64,
    /// Keys that a verified block has shown to have lost their power.
    gone: BTreeSet<ConsensusKey>,
    /// The last round of a verified frame; 0 before the first.
    last: u64,
}

/// The lists that follow from the rounds, for the validators of a frame.
struct Place {
    /// The list that the frame's validators come from.
    list: Powers,
    /// N_K.
    after: Powers,
    /// The keys of the list that the frame does not have.
    missing: BTreeSet<ConsensusKey>,
}

impl Verifier {
    /// A verifier for the network that began with the file `network`.
    ///
    /// # Errors
    /// [`Invalid::OtherNetwork`] if the nonce of the chain's genesis is not the hash of the network file.
    pub fn new(chain: &Chain, network: &NetworkFile) -> Result<Verifier, Invalid> {
        if chain.genesis().nonce != network.nonce() {
            return Err(Invalid::OtherNetwork);
        }
        let chain_id = *chain.id();
        let (engine_chain_id, trusted) = (engine_chain_id(&chain_id), network.validator_set());
        let (lists, gone) = (Lists::new(ValidatorList::new(&chain_id, network)), BTreeSet::new());
        Ok(Verifier { chain_id, engine_chain_id, lists, trusted, height: 0, round: 0, gone, last: 0 })
    }

    /// A verifier that goes on after the rounds up to `tip`, which the caller knows to be the network's by
    /// other means than frames. It trusts the validators that follow from these rounds, except those whose
    /// addresses are given.
    ///
    /// # Errors
    /// [`Invalid::OtherNetwork`] as in [`Verifier::new`].
    pub fn after(
        chain: &Chain,
        network: &NetworkFile,
        tip: &Tip,
        removed: impl IntoIterator<Item = [u8; 20]>,
    ) -> Result<Verifier, Invalid> {
        let mut verifier = Verifier::new(chain, network)?;
        verifier.lists.see(tip.keys().members().validator_changes());
        let (list, removed) = (verifier.lists.after(tip.round()).clone(), Vec::from_iter(removed));
        verifier.gone = list.keys().filter(|key| removed.contains(&key.address())).cloned().collect();
        verifier.trusted = less(&list, &verifier.gone).unwrap_or(verifier.trusted);
        (verifier.round, verifier.last) = (tip.round(), tip.round());
        Ok(verifier)
    }

    /// The validators that are trusted now.
    pub fn trusted(&self) -> &ValidatorSet {
        &self.trusted
    }

    /// The keys that a verified block has shown to have lost their power.
    pub fn gone(&self) -> impl Iterator<Item = &ConsensusKey> {
        self.gone.iter()
    }

    /// The last round of a frame that was verified; 0 before the first.
    pub fn last_round(&self) -> u64 {
        self.last
    }

    /// Verifies that the network agreed on the round before `tip`. The caller has verified this round, and
    /// has the tip from [`Chain::tip_after`].
    ///
    /// Cost: one signature verification for each vote; all votes are looked at.
    ///
    /// # Errors
    /// [`Invalid`] if the frame does not show it; the verifier is then unchanged.
    pub fn verify(&mut self, frame: &Frame, tip: &Tip) -> Result<Signed, Invalid> {
        self.check_header(frame, tip)?;
        let signed = check_power(frame, &self.engine_chain_id)?;
        self.lists.see(tip.keys().members().validator_changes());
        let place = self.place(frame)?;
        let is_later = frame.height() > self.height;
        if is_later {
            self.check_later(frame)?;
            check_trusted(frame, &self.trusted_for(frame, &place)?)?;
        } else {
            self.check_past(frame, &place)?;
            check_trusted(frame, &self.rest_of(&place)?)?;
        }
        self.last = self.last.max(frame.round);
        if is_later {
            self.gone.extend(place.missing);
            self.trusted = less(&place.after, &self.gone).unwrap_or_else(|| frame.set.clone());
            (self.height, self.round) = (frame.height(), frame.round);
        }
        Ok(signed)
    }

    /// Like [`Verifier::verify`], for the bytes of a frame.
    ///
    /// # Errors
    /// [`FrameError::Malformed`] if they are not a frame, and [`FrameError::Invalid`] if the frame does not
    /// show that the network agreed.
    pub fn verify_bytes(&mut self, bytes: &[u8], tip: &Tip) -> Result<Signed, FrameError> {
        Ok(self.verify(&Frame::from_bytes(bytes)?, tip)?)
    }

    /// Finds the list that the frame's validators come from, and checks that the header names the next
    /// validators where they change.
    fn place(&self, frame: &Frame) -> Result<Place, Invalid> {
        let (before, after) =
            (self.lists.after(frame.round.saturating_sub(1)), self.lists.after(frame.round));
        let outside = |list: &Powers| {
            frame.set.validators().iter().position(|one| list.get(&one.key) != Some(&one.power))
        };
        let list = if outside(before).is_none() { before } else { after };
        if let Some(place) = outside(list) {
            return Err(Invalid::Newcomer(place));
        }
        let missing = list.keys().filter(|key| frame.set.power_of(key) == 0).cloned().collect();
        if list == before && before != after {
            let next = less(after, &missing).map(|set| header::bytes(&set.hash()));
            if next.as_deref() != Some(frame.header.leaf(header::NEXT_VALIDATORS_HASH)) {
                return Err(Invalid::HeaderNextValidators);
            }
        }
        Ok(Place { list: list.clone(), after: after.clone(), missing })
    }

    /// The validators of whom a frame needs more than two thirds if its height is greater than any before. If
    /// the caller knows the frame's round by other means, and no block was verified since, these are the
    /// validators of that round.
    fn trusted_for(&self, frame: &Frame, place: &Place) -> Result<ValidatorSet, Invalid> {
        let is_known = self.height == 0 && self.round > 0 && frame.round == self.round;
        if is_known { self.rest_of(place) } else { Ok(self.trusted.clone()) }
    }

    /// The list of a frame without the validators that have lost their power. If nobody is left, the frame
    /// cannot be accepted.
    fn rest_of(&self, place: &Place) -> Result<ValidatorSet, Invalid> {
        less(&place.list, &self.gone).ok_or(Invalid::Trusted { signed: 0, total: 0 })
    }

    fn check_later(&self, frame: &Frame) -> Result<(), Invalid> {
        self.check_order(frame, frame.round >= self.round)?;
        match frame.set.validators().iter().position(|one| self.gone.contains(&one.key)) {
            Some(place) => Err(Invalid::Newcomer(place)),
            None => Ok(()),
        }
    }

    fn check_past(&self, frame: &Frame, place: &Place) -> Result<(), Invalid> {
        self.check_order(frame, frame.round <= self.round)?;
        match self.trusted.validators().iter().any(|one| place.missing.contains(&one.key)) {
            true => Err(Invalid::Missing),
            false => Ok(()),
        }
    }

    fn check_order(&self, frame: &Frame, fits: bool) -> Result<(), Invalid> {
        let order = Invalid::Order { found: frame.round, height: frame.height(), last: self.round };
        if fits { Ok(()) } else { Err(order) }
    }

    fn check_header(&self, frame: &Frame, tip: &Tip) -> Result<(), Invalid> {
        if frame.chain_id != self.chain_id {
            return Err(Invalid::OtherChain);
        }
        if frame.round != tip.round() {
            return Err(Invalid::OtherRound { expected: tip.round(), found: frame.round });
        }
        check_engine(frame, &self.chain_id, &self.engine_chain_id)?;
        let app_hash = frame.record.app_hash(&self.chain_id, tip);
        match frame.header.leaf(header::APP_HASH) == header::bytes(&app_hash) {
            true => Ok(()),
            false => Err(Invalid::HeaderRound),
        }
    }
}

/// The validators of a list whose keys are not in `gone`; `None` if nobody is left.
fn less(list: &Powers, gone: &BTreeSet<ConsensusKey>) -> Option<ValidatorSet> {
    let rest = list.iter().filter(|(key, _)| !gone.contains(key));
    ValidatorSet::new(rest.map(|(key, power)| Validator { key: key.clone(), power: *power }).collect()).ok()
}
